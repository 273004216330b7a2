package mesh

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"kinetree/internal/infile"
)

// ErrFormat says that a file has a format that this package does not read.
var ErrFormat = errors.New("the format is not read; expected .stl, .obj, .dae, .gltf or .glb")

// Open reads the surface in a file. The error names the file.
func Open(name string) (*Surface, error) {
	file, err := infile.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	return Read(name, data)
}

// Read reads the surface in the bytes of a file, whose name tells the format: .stl (binary or text), .obj, .dae, .gltf
// or .glb. Only the last two may name more files, which lie beside it or below. The error says what is wrong with it,
// and where.
func Read(name string, data []byte) (*Surface, error) {
	fail := func(err error) (*Surface, error) { return nil, fmt.Errorf("%s: %w", name, err) }
	if len(data) > MaxBytes {
		return fail(fmt.Errorf("the file has more than %d MB; expected fewer", MaxBytes>>20))
	}
	var read func([]byte) (*Surface, error)
	switch strings.ToLower(filepath.Ext(name)) {
	case ".stl", ".stlb":
		read = readSTL
	case ".obj":
		read = readOBJ
	case ".dae":
		read = readDAE
	case ".gltf", ".glb":
		read = func(data []byte) (*Surface, error) { return readGLTF(name, data) }
	default:
		return fail(ErrFormat)
	}
	s, err := read(data)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return fail(err)
	}
	return s, nil
}
