package urdf

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"kinetree/internal/infile"
)

// Check reports what the files that a robot names say about it, all as warnings: files that are not there, meshes
// that cannot be read, and, with the sizes of meshes in STL and OBJ files, masses, lengths and tensors that are likely
// in other units. It opens the files that Resolve finds, for a robot from the file that Robot.File names. The robot
// must be without errors. Parse has judged links without meshes already.
func (r *Resolver) Check(robot *Robot) Diagnostics {
	c := newChecker(robot, faulty{inertials: map[int]bool{}})
	c.names()
	c.weld()
	c.diags = nil
	f := &files{checker: c, resolver: r, meshes: map[string]*bounds{}, absent: map[string]int{},
		said: map[string]bool{}}
	for i := range robot.Materials {
		f.texture(&robot.Materials[i])
	}
	for i := range robot.Links {
		l := &robot.Links[i]
		for _, shapes := range [][]Shape{l.Visuals, l.Collisions} {
			for k := range shapes {
				f.texture(shapes[k].Material)
			}
		}
		if l.hasMesh() {
			e, known := l.extent(func(m *Mesh) (bounds, bool) { return f.mesh(linkPath(l.Name), m) })
			c.unitsOf(i, e, known)
		}
	}
	for i, pkg := range f.packages {
		if n := f.absent[pkg]; n > 1 {
			c.diags[f.places[i]].Hint = fmt.Sprintf("%d more files of this package are not found either", n-1)
		}
	}
	c.diags.Sort()
	return c.diags
}

// files are those that a robot names.
type files struct {
	*checker
	resolver *Resolver
	meshes   map[string]*bounds // by name in the robot; nil if nothing is known
	said     map[string]bool    // textures
	packages []string           // that are nowhere, in the order of their diagnostics
	places   []int              // of these diagnostics
	absent   map[string]int     // how many files such packages are asked for
}

// find returns the path of a file that the robot names, and says if there is none: of a package that is nowhere, once.
func (f *files) find(name string, pos Position, path string) (string, bool) {
	if kind, rest, ok := strings.Cut(name, "://"); ok && (strings.EqualFold(kind, "package") ||
		strings.EqualFold(kind, "model")) {
		pkg, _, _ := strings.Cut(rest, "/")
		if f.absent[pkg] > 0 {
			f.absent[pkg]++
			return "", false
		}
	}
	file, err := f.resolver.Resolve(name, f.robot.File)
	if err == nil {
		return file, true
	}
	var missing *packageError
	if errors.As(err, &missing) {
		f.absent[missing.name]++
		f.packages, f.places = append(f.packages, missing.name), append(f.places, len(f.diags))
	}
	f.note(Warning, "file", pos, path, "%v", err)
	return "", false
}

func (f *files) texture(m *Material) {
	if m != nil && m.Texture != "" && !f.said[m.Texture] {
		f.said[m.Texture] = true
		f.find(m.Texture, m.Pos, "robot/material["+quote(m.Name)+"]/texture@filename")
	}
}

// mesh returns the box around a mesh, and whether it is known. Each file is opened once.
func (f *files) mesh(path string, m *Mesh) (bounds, bool) {
	b, known := f.meshes[m.Filename]
	if !known {
		b = f.read(path+"//mesh@filename", m)
		f.meshes[m.Filename] = b
	}
	if b == nil {
		return bounds{}, false
	}
	return *b, true
}

func (f *files) read(path string, m *Mesh) *bounds {
	if m.Filename == "" { // which reading has said
		return nil
	}
	name, ok := f.find(m.Filename, m.Pos, path)
	if !ok {
		return nil
	}
	b, err := readBounds(name)
	if errors.Is(err, errUnknownFormat) {
		return nil
	}
	if err != nil {
		f.note(Warning, "mesh", m.Pos, path, "%s: %v; expected a mesh", quote(m.Filename), err)
		return nil
	}
	return &b
}

// bounds is the box around a mesh, in its own units.
type bounds struct{ min, max [3]float64 }

// add extends the box to a point.
func (b *bounds) add(p [3]float64) {
	for i, x := range p {
		b.min[i], b.max[i] = min(b.min[i], x), max(b.max[i], x)
	}
}

var errUnknownFormat = errors.New("a format that is not read")

// maxMesh is the size of the largest mesh that is read, in bytes.
const maxMesh = 1 << 30

// readBounds reads the box around the mesh of an STL or OBJ file. The time is in proportion to the size of the file,
// the memory is not.
func readBounds(name string) (bounds, error) {
	kind := strings.ToLower(filepath.Ext(name))
	if kind != ".stl" && kind != ".obj" {
		return bounds{}, errUnknownFormat
	}
	file, err := infile.Open(name)
	if err != nil {
		return bounds{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() > maxMesh {
		return bounds{}, errors.Join(err, errUnknownFormat)
	}
	inf := math.Inf(1)
	b := bounds{[3]float64{inf, inf, inf}, [3]float64{-inf, -inf, -inf}}
	in := bufio.NewReaderSize(file, 64<<10)
	head, _ := in.Peek(84)
	switch {
	case kind == ".obj":
		err = textBounds(in, "v", &b)
	case len(head) == 84 && info.Size() == 84+50*int64(binary.LittleEndian.Uint32(head[80:])):
		_, _ = in.Discard(84)
		err = binaryBounds(in, &b)
	case bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("solid")):
		err = textBounds(in, "vertex", &b)
	case len(head) == 84:
		return b, fmt.Errorf("the file has %d bytes and not those of its %d triangles", info.Size(),
			binary.LittleEndian.Uint32(head[80:]))
	default:
		return b, errors.New("the file is neither a binary STL file nor one of text")
	}
	if err == nil && b.min[0] > b.max[0] {
		err = errors.New("the file has no vertices")
	}
	return b, err
}

// binaryBounds reads the triangles of a binary STL file: for each the normal, three vertices and two bytes.
func binaryBounds(in io.Reader, b *bounds) error {
	var facet [50]byte
	for {
		if _, err := io.ReadFull(in, facet[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		for v := 12; v < 48; v += 12 {
			var p [3]float64
			for i := range p {
				p[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(facet[v+4*i:])))
				if infinite(p[i]) {
					return fmt.Errorf("there is the number %v among the vertices", p[i])
				}
			}
			b.add(p)
		}
	}
}

// textBounds reads the lines of a text that begin with a word and have the three coordinates of a vertex behind it.
func textBounds(in io.Reader, word string, b *bounds) error {
	lines := bufio.NewScanner(in)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || fields[0] != word {
			continue
		}
		var p [3]float64
		for i := range p {
			var err error = errors.New("too few")
			if i+1 < len(fields) {
				p[i], err = strconv.ParseFloat(fields[i+1], 64)
			}
			if err != nil || infinite(p[i]) {
				return fmt.Errorf("line %d: %s are not the coordinates of a vertex", n, quote(lines.Text()))
			}
		}
		b.add(p)
	}
	return lines.Err()
}
