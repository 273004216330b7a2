package check

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kinetree/urdf"
	"kinetree/urdf/find"
)

// Measure returns the corners of the box around the mesh in a file. The box is not known if the format is none that is
// read. The error says what is wrong with the file; it does not name it. Package mesh has one.
type Measure func(file string) (low, high [3]float64, known bool, err error)

// Files reports what the files that a robot names say about it, all as warnings: files that are not there, meshes that
// cannot be read, and, with the sizes of meshes, masses, lengths and tensors that are likely in other units. It
// measures the meshes that the resolver finds, for a robot from the file that Robot.File names. The robot must be
// without errors. [Units] judges links without meshes.
func Files(robot *urdf.Robot, r *find.Resolver, measure Measure) urdf.Diagnostics {
	f := &files{judge: newJudge(robot), resolver: r, measure: measure, meshes: map[string]*bounds{},
		absent: map[string]int{}, said: map[string]bool{}}
	for i := range robot.Materials {
		f.texture(&robot.Materials[i])
	}
	for i := range robot.Links {
		l := &robot.Links[i]
		for _, shapes := range [][]urdf.Shape{l.Visuals, l.Collisions} {
			for k := range shapes {
				f.texture(shapes[k].Material)
			}
		}
		if hasMesh(l) {
			e, known := extentOf(l, func(m *urdf.Mesh) (bounds, bool) { return f.mesh(l.Path(), m) })
			f.link(i, e, known)
		}
	}
	for i, pkg := range f.packages {
		if n := f.absent[pkg]; n > 1 {
			f.diags[f.places[i]].Hint = fmt.Sprintf("%d more files of this package are not found either", n-1)
		}
	}
	return f.located()
}

// files are those that a robot names.
type files struct {
	*judge
	resolver *find.Resolver
	measure  Measure
	meshes   map[string]*bounds // by name in the robot; nil if nothing is known
	said     map[string]bool    // textures
	packages []string           // that are nowhere, in the order of their diagnostics
	places   []int              // of these diagnostics
	absent   map[string]int     // how many files such packages are asked for
}

// find returns the path of a file that the robot names, and says if there is none: of a package that is nowhere, once.
func (f *files) find(name string, pos urdf.Position, path string) (string, bool) {
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
	var missing *find.MissingPackageError
	if errors.As(err, &missing) {
		f.absent[missing.Name]++
		f.packages, f.places = append(f.packages, missing.Name), append(f.places, len(f.diags))
	}
	f.note("file", pos, path, "%v", err)
	return "", false
}

func (f *files) texture(m *urdf.Material) {
	if m != nil && m.Texture != "" && !f.said[m.Texture] {
		f.said[m.Texture] = true
		f.find(m.Texture, m.Pos, m.Path()+"/texture@filename")
	}
}

// mesh returns the box around a mesh, and whether it is known. Each file is opened once.
func (f *files) mesh(path string, m *urdf.Mesh) (bounds, bool) {
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

func (f *files) read(path string, m *urdf.Mesh) *bounds {
	if m.Filename == "" { // which reading has said
		return nil
	}
	name, ok := f.find(m.Filename, m.Pos, path)
	if !ok {
		return nil
	}
	low, high, known, err := f.measure(name)
	if err != nil {
		f.note("mesh", m.Pos, path, "%s: %v", strconv.Quote(m.Filename), err)
	}
	if err != nil || !known {
		return nil
	}
	return &bounds{low, high}
}

// bounds is the box around a mesh, in its own units.
type bounds struct{ min, max [3]float64 }
