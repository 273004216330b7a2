package query

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Serve answers requests line by line, in order and in constant memory, and returns how many there were and how many
// of them could not be answered. Blank lines are skipped. What is answered is written before it waits for more, so
// that a program can ask one thing after the other.
func Serve(solver *Solver, requests io.Reader, results io.Writer) (all, failed int, err error) {
	in := lines{in: bufio.NewReaderSize(requests, 1<<16)}
	out := bufio.NewWriterSize(results, 1<<16)
	var answer []byte
	for {
		line, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		ok := false
		switch {
		case errors.Is(err, errTooLong):
			answer = Fault(answer[:0], err)
		case err != nil:
			return all, failed, errors.Join(out.Flush(), fmt.Errorf("the requests cannot be read: %w", err))
		case len(bytes.TrimSpace(line)) == 0:
			answer = answer[:0]
		default:
			answer, ok = solver.Answer(answer[:0], line)
		}
		if len(answer) > 0 {
			if all++; !ok {
				failed++
			}
			out.Write(append(answer, '\n'))
		}
		if in.in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return all, failed, fmt.Errorf("the results cannot be written: %w", err)
			}
		}
	}
	if err := out.Flush(); err != nil {
		return all, failed, fmt.Errorf("the results cannot be written: %w", err)
	}
	return all, failed, nil
}
