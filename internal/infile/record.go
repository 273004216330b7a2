package infile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"sync"
)

// Opener opens a file to read it. A nil one is [Open].
type Opener func(name string) (io.ReadCloser, error)

// Open opens a file to read it.
func (o Opener) Open(name string) (io.ReadCloser, error) {
	if o == nil {
		return Open(name)
	}
	return o(name)
}

// MaxRecorded is how many bytes a file may have that a [Record] opens.
const MaxRecorded = 1 << 30

// Record is the SHA-256 of files, by the names under which they were opened, of the bytes that were read. It notices
// if those who open a file again read other bytes, or can read it no more. Any number of goroutines may use it.
type Record struct {
	mu      sync.Mutex
	hashes  map[string]string // empty for what could not be opened
	sealed  bool
	changed error
}

// Open opens a file as the function Open does. Its bytes are hashed as they are read, and what was not read when it is
// closed is, too.
func (r *Record) Open(name string) (io.ReadCloser, error) {
	file, err := Open(name)
	if err == nil {
		var info fs.FileInfo
		if info, err = file.Stat(); err == nil && info.Size() > MaxRecorded {
			err = fmt.Errorf("%s has %d bytes; expected at most %d", name, info.Size(), int64(MaxRecorded))
		}
		if err != nil {
			file.Close()
		}
	}
	if err != nil {
		r.note(name, "", err)
		return nil, err
	}
	return &recorded{record: r, name: name, file: file, sum: sha256.New()}, nil
}

// Hash returns the SHA-256 of the bytes that a file has, in hexadecimal.
func (r *Record) Hash(name string) (string, error) {
	file, err := r.Open(name)
	if err != nil {
		return "", err
	}
	err = file.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.hashes[name], err
}

// Seal makes it a change if a file is opened from now on under a name that was not before. It returns the hashes of
// those that were, by name.
func (r *Record) Seal() map[string]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sealed = true
	hashes := maps.Clone(r.hashes)
	maps.DeleteFunc(hashes, func(_, hash string) bool { return hash == "" })
	return hashes
}

// Unchanged returns an error if a file had other bytes when it was read again, in the words of the first such reading.
func (r *Record) Unchanged() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed
}

// note notes the hash of a file that was read, or the error of one that could not be.
func (r *Record) note(name, hash string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hashes == nil {
		r.hashes = map[string]string{}
	}
	was, known := r.hashes[name]
	switch {
	case !known && !r.sealed:
		r.hashes[name] = hash
	case r.changed != nil || known && was == hash:
	case !known:
		r.changed = fmt.Errorf("the file %s is read, and was not when the inputs were; a name leads elsewhere", name)
	case hash == "":
		r.changed = fmt.Errorf("the file %s cannot be read any more: %w", name, err)
	case was == "":
		r.changed = fmt.Errorf("the file %s could not be read before, and can be now", name)
	default:
		r.changed = fmt.Errorf("the file %s has changed: its SHA-256 was %s and is %s", name, was, hash)
	}
}

// recorded is a file that is being read.
type recorded struct {
	record *Record
	name   string
	file   *os.File
	sum    hash.Hash
	err    error // of reading it, but for its end
	closed bool
}

// Read implements io.Reader.
func (f *recorded) Read(p []byte) (int, error) {
	n, err := f.file.Read(p)
	f.sum.Write(p[:n])
	if err != nil && err != io.EOF {
		f.err = err
	}
	return n, err
}

// Stat returns what the system says of the file.
func (f *recorded) Stat() (fs.FileInfo, error) { return f.file.Stat() }

// Close implements io.Closer. It reads what was not read.
func (f *recorded) Close() error {
	if f.closed {
		return fs.ErrClosed
	}
	f.closed = true
	_, err := io.Copy(io.Discard, io.LimitReader(f, MaxRecorded))
	hash := ""
	if err = errors.Join(f.err, err); err == nil {
		hash = hex.EncodeToString(f.sum.Sum(nil))
	}
	f.record.note(f.name, hash, err)
	return errors.Join(err, f.file.Close())
}
