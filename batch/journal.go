package batch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
	"sync"
)

// journal is the file to which each run is added when it ends. A record is a line, written with one call, and begins
// with a checksum. What is behind the last whole record of a process that was killed is cut off when the batch is
// resumed.
type journal struct {
	name string

	mu     sync.Mutex
	file   journalFile
	size   int64 // of whole records
	failed error
}

// journalFile is what a journal needs of an *os.File.
type journalFile interface {
	io.WriteCloser
	Truncate(size int64) error
}

// openJournal opens a journal whose first size bytes are whole records, and cuts off the others.
func openJournal(name string, size int64) (*journal, error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	err = file.Truncate(size)
	if err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &journal{name: name, file: file, size: size}, nil
}

// append writes a record. After an error it writes no more.
func (j *journal) append(record []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil {
		return j.failed
	}
	if _, err := j.file.Write(record); err != nil {
		j.failed = full(err)
		return errors.Join(j.failed, j.file.Truncate(j.size))
	}
	j.size += int64(len(record))
	return nil
}

func (j *journal) close() error { return j.file.Close() }

// full says what to do about an error of writing.
func full(err error) error {
	return fmt.Errorf("%w; the runs that have ended are kept: make room and resume the batch", err)
}

// record is a line of a journal.
type record struct {
	run  int
	hash string // of its trajectory, or empty
	row  []byte // with the line break; valid until the next record is read
}

// reader reads the records of a journal.
type reader struct {
	in    *bufio.Reader
	line  []byte
	whole int64 // bytes of the records read
}

func newReader(r io.Reader) *reader { return &reader{in: bufio.NewReaderSize(r, 1<<16)} }

// next returns the next record, and false at the end or when what follows is not whole.
func (r *reader) next() (rec record, ok bool, err error) {
	r.line = r.line[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		r.line = append(r.line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if errors.Is(err, io.EOF) {
			return rec, false, nil
		}
		if err != nil {
			return rec, false, err
		}
		break
	}
	rec, ok = parse(r.line)
	if ok {
		r.whole += int64(len(r.line))
	}
	return rec, ok, nil
}

// parse takes a line apart.
func parse(line []byte) (rec record, ok bool) {
	sum, rest, ok := bytes.Cut(line, []byte{','})
	if !ok || len(sum) != 8 {
		return rec, false
	}
	want, err := strconv.ParseUint(string(sum), 16, 32)
	if err != nil || uint32(want) != crc32.Checksum(rest[:len(rest)-1], castagnoli) {
		return rec, false
	}
	hash, row, ok := bytes.Cut(rest, []byte{','})
	if !ok {
		return rec, false
	}
	if string(hash) != "-" {
		rec.hash = string(hash)
	}
	index, _, _ := bytes.Cut(row, []byte{','})
	rec.run, err = strconv.Atoi(string(index))
	rec.row = row
	return rec, err == nil
}
