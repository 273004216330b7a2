package mesh

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"kinetree/internal/infile"
)

// ErrFormat says that a file has a format that this package does not read.
var ErrFormat = errors.New("the format is not read; expected .stl, .obj, .dae, .gltf or .glb")

// Open reads the surface in a file. The error names the file.
func Open(name string) (*Surface, error) { return OpenBy(nil, name) }

// OpenBy is Open with a function that opens the file, and those that it names; nil for the usual one.
func OpenBy(open infile.Opener, name string) (*Surface, error) {
	file, err := open.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := infile.All(file, name, MaxBytes)
	if err != nil {
		return nil, err
	}
	s, err := read(open, name, data)
	if err != nil {
		return nil, &FileError{name, err}
	}
	return s, nil
}

// FileError says what is wrong with a file.
type FileError struct {
	Name string
	Err  error
}

func (e *FileError) Error() string { return e.Name + ": " + e.Err.Error() }

// Unwrap returns what is wrong, without the name.
func (e *FileError) Unwrap() error { return e.Err }

// Measure is a check.Measure.
func Measure(name string) (low, high [3]float64, known bool, err error) {
	s, err := Open(name)
	if errors.Is(err, ErrFormat) {
		return low, high, false, nil
	}
	var bad *FileError
	if errors.As(err, &bad) {
		err = bad.Err
	}
	if err != nil {
		return low, high, false, err
	}
	low, high, _ = s.Bounds()
	return low, high, true, nil
}

// errPointer says that a file is what Git has in place of one that it keeps elsewhere.
var errPointer = errors.New("it is a Git LFS pointer, not the file itself; fetch that with git lfs pull")

func isPointer(data []byte) bool {
	return bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/"))
}

// read reads the surface in the bytes of a file, whose name tells the format: .stl (binary or text), .obj, .dae, .gltf
// or .glb. Only the last two may name more files, which lie beside it or below. The error says what is wrong with it,
// and where, and does not name it.
func read(open infile.Opener, name string, data []byte) (*Surface, error) {
	if isPointer(data) {
		return nil, errPointer
	}
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("the file has more than %d MB; expected fewer", MaxBytes>>20)
	}
	var from func([]byte) (*Surface, error)
	switch strings.ToLower(filepath.Ext(name)) {
	case ".stl", ".stlb":
		from = readSTL
	case ".obj":
		from = readOBJ
	case ".dae":
		from = readDAE
	case ".gltf", ".glb":
		from = func(data []byte) (*Surface, error) { return readGLTF(open, name, data) }
	default:
		return nil, ErrFormat
	}
	s, err := from(data)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}
