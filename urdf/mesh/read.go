package mesh

import (
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
	return read(open, name, data)
}

// read reads the surface in the bytes of a file, whose name tells the format: .stl (binary or text), .obj, .dae, .gltf
// or .glb. Only the last two may name more files, which lie beside it or below. The error says what is wrong with it,
// and where.
func read(open infile.Opener, name string, data []byte) (*Surface, error) {
	fail := func(err error) (*Surface, error) { return nil, fmt.Errorf("%s: %w", name, err) }
	if len(data) > MaxBytes {
		return fail(fmt.Errorf("the file has more than %d MB; expected fewer", MaxBytes>>20))
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
		return fail(ErrFormat)
	}
	s, err := from(data)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return fail(err)
	}
	return s, nil
}
