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
	"time"
)

// journal is the file to which each run is added when it ends. A record is a line that begins with a checksum; those of
// runs that end together are written with one call. A line that is not what was written is passed over, and its run is
// run again when the batch is resumed; so is one that has no end, which is cut off. A second after a record was written
// it is on the disk.
type journal struct {
	mu     sync.Mutex
	file   journalFile
	size   int64 // of whole lines
	synced time.Time
	failed error
}

// syncEvery is how long a record may be in the memory of the system alone.
const syncEvery = time.Second

// journalFile is what a journal needs of an *os.File.
type journalFile interface {
	io.WriteCloser
	Truncate(size int64) error
	Sync() error
}

// openJournal opens a journal whose first size bytes are whole lines, and cuts off the others.
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
	return &journal{file: file, size: size, synced: time.Now()}, nil
}

// append writes records. After an error, which keeps those that are whole, it writes no more.
func (j *journal) append(records []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil || len(records) == 0 {
		return j.failed
	}
	if n, err := j.file.Write(records); err != nil {
		j.failed = full(err)
		j.size += int64(bytes.LastIndexByte(records[:n], '\n') + 1)
		return errors.Join(j.failed, j.file.Truncate(j.size))
	}
	j.size += int64(len(records))
	if now := time.Now(); now.Sub(j.synced) > syncEvery {
		if err := j.file.Sync(); err != nil {
			j.failed = full(err)
			return j.failed
		}
		j.synced = now
	}
	return nil
}

func (j *journal) close() error {
	var err error
	if j.failed == nil {
		err = j.file.Sync()
	}
	return errors.Join(err, j.file.Close())
}

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

// castagnoli is the polynomial of the checksums of records, for which processors have an instruction.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// line appends the record as a line: the checksum of what follows, the hash of the trajectory or -, and the row.
func (r record) line(dst []byte) []byte {
	const sum = len("01234567,")
	hash := r.hash
	if hash == "" {
		hash = "-"
	}
	b := append(append(append(append(dst, "00000000,"...), hash...), ','), r.row...)
	const digits = "0123456789abcdef"
	c := crc32.Checksum(b[len(dst)+sum:len(b)-1], castagnoli)
	for i := range 8 {
		b[len(dst)+i] = digits[c>>(28-4*i)&15]
	}
	return b
}

// reader reads the records of a journal.
type reader struct {
	in    *bufio.Reader
	line  []byte
	whole int64 // bytes of the lines read that have an end
}

func newReader(r io.Reader) *reader { return &reader{in: bufio.NewReaderSize(r, 1<<16)} }

// Limits of the files of a batch, in bytes: of a row of the table or a record of the journal, of study.json, and of the
// list of the hashes of trajectories.
const (
	MaxRow   = 16 << 20
	MaxStudy = 64 << 20
	MaxSums  = 1 << 30
)

// next returns the next record, and false at the end. Lines that are no records are passed over.
func (r *reader) next() (rec record, ok bool, err error) {
	for {
		r.line = r.line[:0]
		length := 0
		for {
			part, err := r.in.ReadSlice('\n')
			if length += len(part); length <= MaxRow {
				r.line = append(r.line, part...)
			}
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
		r.whole += int64(length)
		if length > MaxRow {
			continue
		}
		if rec, ok = parse(r.line); ok {
			return rec, true, nil
		}
	}
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
