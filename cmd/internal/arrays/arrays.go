// Package arrays answers questions about the dynamics of a robot for many states at once: arrays of numbers come in and
// go out over a pair of pipes. The Python package speaks this protocol.
//
// A request is a line of JSON, a [Request], and the arrays that the line announces, in its order: little-endian
// doubles, each array with one row for each state. The answer is a line of JSON, a [Reply], and its arrays. A request
// that cannot be answered gets a reply with an error and no arrays; the next request follows behind the announced
// arrays.
//
// Positions and rates are in the order of tree.Model: the base first, then the independent joints. Spatial vectors have
// the linear part first, as those of a floating base do.
package arrays

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"kinetree/cmd/internal/query"
)

// Request asks for a quantity in some states.
type Request struct {
	Want  string   `json:"want"`
	Count int      `json:"count"` // of states, at least 1
	Given []string `json:"given"` // the arrays that follow, such as position
	Link  string   `json:"link,omitempty"`
	// Frame is LOCAL, WORLD or LOCAL_WORLD_ALIGNED: the axes of what belongs to a link.
	Frame string `json:"frame,omitempty"`
	// Query is a request of package query, instead of all that is above. Its answer is a line of JSON, and no array.
	Query json.RawMessage `json:"query,omitempty"`
}

// Reply announces the arrays of an answer.
type Reply struct {
	Arrays []Array `json:"arrays,omitempty"`
	Error  string  `json:"error,omitempty"`
}

// Array is one array of an answer. The first length is the number of states.
type Array struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`
}

// mostNumbers bounds the numbers of a request and of an answer, so that a wrong line does not take all memory.
const mostNumbers = 1 << 28

// Serve answers requests until the input ends, those of package query by q. First it writes a line that describes the
// model, a [Description]. The error says what the pipes have reported, or which line is no request: nobody knows how
// many numbers follow such a line.
func Serve(s *Solver, q *query.Solver, in io.Reader, out io.Writer) error {
	from, to := bufio.NewReaderSize(in, 1<<20), bufio.NewWriterSize(out, 1<<20)
	if err := writeLine(to, s.Describe()); err != nil {
		return err
	}
	for number := 1; ; number++ {
		line, err := from.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return to.Flush()
		}
		if err != nil {
			return fmt.Errorf("request %d ends within its line: %w", number, err)
		}
		var r Request
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("request %d is no JSON: %w", number, err)
		}
		if r.Query != nil {
			answer, _ := q.Answer(nil, r.Query)
			if _, err := to.Write(append(answer, '\n')); err != nil {
				return err
			}
			if err := to.Flush(); err != nil {
				return err
			}
			continue
		}
		if err := s.answer(&r, from, to); err != nil {
			return fmt.Errorf("request %d: %w", number, err)
		}
	}
}

// answer answers one request. The error is that of the pipes, or of a request whose arrays have no known size.
func (s *Solver) answer(r *Request, in io.Reader, out *bufio.Writer) error {
	fault := s.prepare(r)
	if fault == nil || s.sized {
		if err := s.read(in); err != nil {
			return err
		}
	} else {
		return fault
	}
	if fault == nil {
		fault = s.compute()
	}
	if fault != nil {
		return writeLine(out, &Reply{Error: fault.Error()})
	}
	reply := &Reply{}
	for _, x := range s.outputs {
		reply.Arrays = append(reply.Arrays, Array{x.name, append([]int{s.count}, x.shape...)})
	}
	if err := writeLine(out, reply); err != nil {
		return err
	}
	for _, x := range s.outputs {
		if err := writeNumbers(out, x.numbers); err != nil {
			return err
		}
	}
	return out.Flush()
}

// read reads the announced arrays.
func (s *Solver) read(in io.Reader) error {
	for i := range s.inputs {
		x := s.inputs[i].numbers
		var block [1 << 13]byte
		for len(x) > 0 {
			part := block[:min(len(block), 8*len(x))]
			if _, err := io.ReadFull(in, part); err != nil {
				return fmt.Errorf("the array of %s ends early: %w", s.inputs[i].name, err)
			}
			for k := range len(part) / 8 {
				x[k] = math.Float64frombits(binary.LittleEndian.Uint64(part[8*k:]))
			}
			x = x[len(part)/8:]
		}
	}
	return nil
}

func writeNumbers(out *bufio.Writer, x []float64) error {
	var block [1 << 13]byte
	for len(x) > 0 {
		n := min(len(block)/8, len(x))
		for k, x := range x[:n] {
			binary.LittleEndian.PutUint64(block[8*k:], math.Float64bits(x))
		}
		if _, err := out.Write(block[:8*n]); err != nil {
			return err
		}
		x = x[n:]
	}
	return nil
}

func writeLine(out *bufio.Writer, x any) error {
	line, err := json.Marshal(x)
	if err != nil {
		return err
	}
	if _, err := out.Write(append(line, '\n')); err != nil {
		return err
	}
	return out.Flush()
}
