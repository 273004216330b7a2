package mesh

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// exact is the accuracy of integrals over closed polyhedra, relative to their largest element: some hundred roundings.
const exact = 1e-12

// box returns the surface of a box with a corner at low.
func cuboid(low, size mgl64.Vec3) *Surface {
	s := &Surface{}
	for i := range 8 {
		s.Vertices = append(s.Vertices, mgl64.Vec3{low[0] + float64(i&1)*size[0], low[1] + float64(i>>1&1)*size[1],
			low[2] + float64(i>>2&1)*size[2]})
	}
	for _, f := range [][]int{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		s.polygon(f)
	}
	return s
}

// torus returns a ring of m times n quadrilaterals, each of which is two triangles.
func torus(m, n int, outer, inner float64) *Surface {
	s := &Surface{}
	for i := range m {
		for j := range n {
			a, b := 2*math.Pi*float64(i)/float64(m), 2*math.Pi*float64(j)/float64(n)
			r := outer + inner*math.Cos(b)
			s.Vertices = append(s.Vertices, mgl64.Vec3{r * math.Cos(a), r * math.Sin(a), inner * math.Sin(b)})
		}
	}
	at := func(i, j int) int { return i%m*n + j%n }
	for i := range m {
		for j := range n {
			s.polygon([]int{at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return s
}

// sphere returns a polyhedron with its vertices on a sphere: an octahedron with its triangles halved n times.
func sphere(n int) *Surface {
	s := &Surface{Vertices: []mgl64.Vec3{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
		Faces: [][3]int{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}}
	for range n {
		b := newBuilder(4 * len(s.Faces))
		for _, f := range s.Faces {
			var v, m [3]int
			for k := range 3 {
				v[k] = b.vertex(s.Vertices[f[k]])
				m[k] = b.vertex(s.Vertices[f[k]].Add(s.Vertices[f[(k+1)%3]]).Normalize())
			}
			b.surface.Faces = append(b.surface.Faces, [3]int{v[0], m[0], m[2]}, [3]int{v[1], m[1], m[0]},
				[3]int{v[2], m[2], m[1]}, m)
		}
		s = b.surface
	}
	return s
}

// checkIntegrals compares integrals, relative to the largest element of each.
func checkIntegrals(t *testing.T, name string, got, want Integrals, tolerance float64) {
	t.Helper()
	size := math.Cbrt(want.Volume)
	largest := 0.0
	for _, x := range want.Inertia {
		largest = math.Max(largest, math.Abs(x))
	}
	worst := 0.0
	for k := range got.Inertia {
		worst = math.Max(worst, math.Abs(got.Inertia[k]-want.Inertia[k])/largest)
	}
	if v := math.Abs(got.Volume/want.Volume - 1); !(v <= tolerance) || !(got.Centre.Sub(want.Centre).Len() <= tolerance*
		math.Max(size, want.Centre.Len())) || !(worst <= tolerance) {
		t.Errorf("%s: %+v, want %+v (volume off by %.2g, inertia by %.2g)", name, got, want, v, worst)
	}
}

// boxIntegrals are those of a box.
func boxIntegrals(low, size mgl64.Vec3) Integrals {
	v := size[0] * size[1] * size[2]
	x, y, z := size[0]*size[0]*v/12, size[1]*size[1]*v/12, size[2]*size[2]*v/12
	return Integrals{v, low.Add(size.Mul(0.5)), mgl64.Mat3{y + z, 0, 0, 0, x + z, 0, 0, 0, x + y}}
}

// mapped returns the integrals under a linear map and a translation: with the second moments S = tr(I)/2 − I about the
// centre, those of the image are |det a| a S aᵀ.
func mapped(x Integrals, a mgl64.Mat3, p mgl64.Vec3) Integrals {
	half := (x.Inertia[0] + x.Inertia[4] + x.Inertia[8]) / 2
	second := mgl64.Ident3().Mul(half).Sub(x.Inertia)
	d := math.Abs(a.Det())
	second = a.Mul3(second).Mul3(a.Transpose()).Mul(d)
	return Integrals{x.Volume * d, a.Mul3x1(x.Centre).Add(p), mgl64.Ident3().Mul(second.Trace()).Sub(second)}
}

func solid(t *testing.T, name string, s *Surface, repair Treatment) Integrals {
	t.Helper()
	x, got, err := s.Solid()
	if err != nil || got != repair {
		t.Fatalf("%s: %q, %v; want %q", name, got, err, repair)
	}
	return x
}

// TestKnownSolids checks a box, a tetrahedron and a ring of polygons, as they are and scaled, mirrored, turned and
// moved.
func TestKnownSolids(t *testing.T) {
	tetrahedron := &Surface{Vertices: []mgl64.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}},
		Faces: [][3]int{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}}
	// with V = 1: ∫x² = V a²/10, ∫xy = V a b/20, the centre at a/4, b/4, c/4
	second := func(a, b float64, same bool) float64 {
		if same {
			return a*b/10 - a*b/16
		}
		return a*b/20 - a*b/16
	}
	xx, yy, zz := second(1, 1, true), second(2, 2, true), second(3, 3, true)
	xy, xz, yz := second(1, 2, false), second(1, 3, false), second(2, 3, false)
	known := map[string]struct {
		s    *Surface
		want Integrals
	}{
		"box": {cuboid(mgl64.Vec3{0.1, -0.2, 3}, mgl64.Vec3{1, 2, 0.5}),
			boxIntegrals(mgl64.Vec3{0.1, -0.2, 3}, mgl64.Vec3{1, 2, 0.5})},
		"tetrahedron": {tetrahedron, Integrals{1, mgl64.Vec3{0.25, 0.5, 0.75},
			mgl64.Mat3{yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy}}},
		"ring": {torus(7, 5, 0.9, 0.25), torusIntegrals(7, 5, 0.9, 0.25)},
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for name, k := range known {
		checkIntegrals(t, name, solid(t, name, k.s, AsItIs), k.want, exact)
		for range 20 {
			turn := mgl64.AnglesToQuat(rng.Float64()*6, rng.Float64()*6, rng.Float64()*6, mgl64.XYZ).Mat4().Mat3()
			a := turn.Mul3(mgl64.Diag3(mgl64.Vec3{0.001 + rng.Float64(), 0.3 + rng.Float64(), -0.2 - rng.Float64()}))
			p := mgl64.Vec3{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			moved := k.s.Transformed(&a, p)
			checkIntegrals(t, name+" mirrored, scaled and turned", solid(t, name, moved, AsItIs), mapped(k.want, a, p),
				10*exact)
		}
		turned := k.s.Transformed(&mgl64.Mat3{1, 0, 0, 0, 1, 0, 0, 0, 1}, mgl64.Vec3{})
		turned.flip()
		checkIntegrals(t, name+" inside out", solid(t, name, turned, TurnedOver), k.want, exact)
	}
}

// torusIntegrals integrates a ring of polygons in another way than the code: over its sectors. The triangles of a
// sector and the axis bound a body that is the sum of wedges from the axis, each of which is a tetrahedron with two
// corners on the axis; here they are added up by brute force with Gauss points that are exact for polynomials of
// degree 2.
func torusIntegrals(m, n int, outer, inner float64) Integrals {
	s := torus(m, n, outer, inner)
	var volume float64
	var first mgl64.Vec3
	var second mgl64.Mat3
	const a, b = 0.5854101966249685, 0.1381966011250105 // (5 ± 3√5)/20, (5 − √5)/20
	for _, f := range s.Faces {
		corner := [4]mgl64.Vec3{{}, s.Vertices[f[0]], s.Vertices[f[1]], s.Vertices[f[2]]}
		v := corner[1].Dot(corner[2].Cross(corner[3])) / 6
		volume += v
		for k := range 4 {
			var p mgl64.Vec3
			for j := range 4 {
				w := b
				if j == k {
					w = a
				}
				p = p.Add(corner[j].Mul(w))
			}
			first = first.Add(p.Mul(v / 4))
			second = second.Add(p.OuterProd3(p).Mul(v / 4))
		}
	}
	c := first.Mul(1 / volume)
	second = second.Sub(c.OuterProd3(c).Mul(volume))
	return Integrals{volume, c, mgl64.Ident3().Mul(second.Trace()).Sub(second)}
}

// TestTorusVolume checks the ring against Pappus: a regular n-gon of radius r, swept around m sectors of polygons,
// has the volume of the prism between the planes of its sectors, m sin(2π/m)/2 times ∫ ρ² dz around the polygon.
func TestTorusVolume(t *testing.T) {
	const m, n, outer, inner = 8, 6, 2.0, 0.5
	sum := 0.0
	for j := range n {
		b0, b1 := 2*math.Pi*float64(j)/n, 2*math.Pi*float64(j+1)/n
		r0, r1, dz := outer+inner*math.Cos(b0), outer+inner*math.Cos(b1), inner*(math.Sin(b1)-math.Sin(b0))
		sum += dz * (r0*r0 + r0*r1 + r1*r1) / 3
	}
	want := m * math.Sin(2*math.Pi/m) / 2 * sum
	if got := torus(m, n, outer, inner).Integrals().Volume; math.Abs(got/want-1) > exact {
		t.Errorf("volume %v, want %v", got, want)
	}
}

// TestSpheres checks that ever finer spheres come to the integrals of the ball, as the square of the length of their
// edges.
func TestSpheres(t *testing.T) {
	before, most, limit := 0.0, 6, 2e-3
	if testing.Short() {
		most, limit = 5, 8e-3
	}
	for n := 1; n <= most; n++ {
		x := solid(t, "sphere", sphere(n), AsItIs)
		miss := 1 - x.Inertia[0]/(8*math.Pi/15)
		if n > 2 && !(before/miss > 3.5 && before/miss < 4.5) {
			t.Errorf("halved %d times the inertia is off by %v, before by %v; expected a quarter", n, miss, before)
		}
		before = miss
	}
	if !(before > 0 && before < limit) {
		t.Errorf("at last the inertia is off by %v", before)
	}
}

// TestRepairs checks what is done about surfaces that enclose no body as they are.
func TestRepairs(t *testing.T) {
	box, want := cuboid(mgl64.Vec3{}, mgl64.Vec3{1, 2, 3}), boxIntegrals(mgl64.Vec3{}, mgl64.Vec3{1, 2, 3})
	open := &Surface{box.Vertices, box.Faces[1:]}
	checkIntegrals(t, "open", solid(t, "open", open, HullOfOpen), want, exact)
	mixed := &Surface{box.Vertices, append([][3]int{{box.Faces[0][0], box.Faces[0][2], box.Faces[0][1]}},
		box.Faces[1:]...)}
	checkIntegrals(t, "mixed", solid(t, "mixed", mixed, HullOfMess), want, exact)

	doubled := &Surface{}
	doubled.add(box)
	doubled.add(box)
	checkIntegrals(t, "doubled", solid(t, "doubled", doubled, AsItIs), want, exact)
	sheets := &Surface{box.Vertices, slices.Clone(box.Faces)}
	for _, f := range box.Faces {
		sheets.Faces = append(sheets.Faces, [3]int{f[0], f[2], f[1]})
	}
	checkIntegrals(t, "sheets", solid(t, "sheets", sheets, HullOfOpen), want, exact)

	crossing := &Surface{}
	crossing.add(cuboid(mgl64.Vec3{0, 0.1, 0.2}, mgl64.Vec3{2, 1, 1}))
	crossing.add(cuboid(mgl64.Vec3{1, 0.3, 0.5}, mgl64.Vec3{2, 1, 1}))
	hull, err := crossing.Hull()
	if err != nil {
		t.Fatal(err)
	}
	checkIntegrals(t, "crossing", solid(t, "crossing", crossing, HullOfKnot), hull.Integrals(), exact)

	// Edges meet the diagonals of faces here, which are sides of triangles.
	diagonal := cuboid(mgl64.Vec3{}, mgl64.Vec3{1, 1, 1})
	diagonal.add(cuboid(mgl64.Vec3{0.5, 0.5, 0.5}, mgl64.Vec3{1, 1, 1}))
	solid(t, "crossing in the diagonals", diagonal, HullOfKnot)

	touching := cuboid(mgl64.Vec3{}, mgl64.Vec3{1, 1, 1})
	touching.add(cuboid(mgl64.Vec3{1, 0, 0}, mgl64.Vec3{1, 1, 1}))
	checkIntegrals(t, "touching", solid(t, "touching", touching, AsItIs),
		boxIntegrals(mgl64.Vec3{}, mgl64.Vec3{2, 1, 1}), exact)

	hollow := cuboid(mgl64.Vec3{}, mgl64.Vec3{3, 3, 3})
	cavity := cuboid(mgl64.Vec3{1, 1, 1}, mgl64.Vec3{1, 1, 1})
	cavity.flip()
	hollow.add(cavity)
	if x := solid(t, "hollow", hollow, AsItIs); math.Abs(x.Volume-26) > 1e-11 ||
		math.Abs(x.Inertia[0]-(40.5-1./6)) > 1e-10 {
		t.Errorf("hollow: %+v", x)
	}
	twice := cuboid(mgl64.Vec3{}, mgl64.Vec3{3, 3, 3})
	twice.add(cuboid(mgl64.Vec3{1, 1, 1}, mgl64.Vec3{1, 1, 1}))
	if x := solid(t, "one within the other", twice, AsItIs); math.Abs(x.Volume-27) > 1e-11 {
		t.Errorf("one within the other: %+v", x)
	}

	plane := &Surface{Vertices: []mgl64.Vec3{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
		Faces: [][3]int{{0, 1, 2}, {0, 2, 3}}}
	if _, _, err := plane.Solid(); !errors.Is(err, ErrFlat) {
		t.Errorf("a plane: %v", err)
	}
}

// TestHull checks hulls of random points: no point is outside, each edge has two triangles, and the volume is that of a
// box where the points are the corners of one and others within.
func TestHull(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{4, 5, 20, 300, 3000} {
		s := &Surface{}
		for i := range n {
			s.Vertices = append(s.Vertices, mgl64.Vec3{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
			if i >= 2 {
				s.Faces = append(s.Faces, [3]int{i - 2, i - 1, i})
			}
		}
		h, err := s.Hull()
		if err != nil {
			t.Fatal(err)
		}
		if x := h.examine(); !x.closed || !x.oriented || len(x.parts) != 1 || h.crosses() {
			t.Errorf("%d points: the hull is %+v", n, x)
		}
		for _, f := range h.Faces {
			a := h.Vertices[f[0]]
			normal := h.Vertices[f[1]].Sub(a).Cross(h.Vertices[f[2]].Sub(a)).Normalize()
			for _, p := range s.Vertices {
				if d := normal.Dot(p.Sub(a)); d > 1e-11 {
					t.Fatalf("%d points: %v is outside of the hull by %v", n, p, d)
				}
			}
		}
	}
	cloud := cuboid(mgl64.Vec3{}, mgl64.Vec3{1, 1, 1})
	for range 500 { // within, on faces and on edges
		p := mgl64.Vec3{rng.Float64(), rng.Float64(), rng.Float64()}
		for k := range rng.IntN(3) {
			p[k] = float64(rng.IntN(2))
		}
		cloud.Vertices = append(cloud.Vertices, p)
		cloud.Faces = append(cloud.Faces, [3]int{len(cloud.Vertices) - 1, 0, 1})
	}
	h, err := cloud.Hull()
	if err != nil {
		t.Fatal(err)
	}
	checkIntegrals(t, "cloud", h.Integrals(), boxIntegrals(mgl64.Vec3{}, mgl64.Vec3{1, 1, 1}), exact)
}

// TestHullNearPlanes compares the volumes of hulls of points that lie in the sides of boxes but for noise: it adds at
// most its size times the area. Rounding tangles some of them.
func TestHullNearPlanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	tangled := 0
	for n := range 400 {
		size := mgl64.Vec3{1, 1, math.Pow(10, -float64(n%8))}
		noise := math.Pow(10, -float64(11+n%6))
		s := cuboid(mgl64.Vec3{}, size)
		for range 200 {
			p := mgl64.Vec3{rng.Float64() * size[0], rng.Float64() * size[1], rng.Float64() * size[2]}
			k := rng.IntN(3)
			p[k] = size[k]*float64(rng.IntN(2)) + noise*rng.NormFloat64()
			s.Vertices = append(s.Vertices, p)
			s.Faces = append(s.Faces, [3]int{len(s.Vertices) - 1, 0, 1})
		}
		if _, err := newHull(s.used(), s.size()); errors.Is(err, errTangled) {
			tangled++
		}
		h, err := s.Hull()
		if err != nil {
			t.Errorf("a box of %v with noise of %v: %v", size, noise, err)
			continue
		}
		if x := h.examine(); !x.closed || !x.oriented || len(x.parts) != 1 {
			t.Errorf("a box of %v with noise of %v: the hull is %+v", size, noise, x)
		}
		want := size[0] * size[1] * size[2]
		if got := h.Integrals().Volume; math.Abs(got-want) > 6*(5*noise+1e-10) {
			t.Errorf("a box of %v with noise of %v has a volume of %v; want %v", size, noise, got, want)
		}
	}
	if tangled == 0 {
		t.Error("none of the boxes tangles, so that nothing was tried")
	}
}

// files writes a surface in all formats.
func files(s *Surface) map[string][]byte {
	var text, object strings.Builder
	binaries := make([]byte, stlHeader)
	copy(binaries, "solid that is binary")
	binary.LittleEndian.PutUint32(binaries[80:], uint32(len(s.Faces)))
	text.WriteString("solid a\n")
	for _, v := range s.Vertices {
		fmt.Fprintf(&object, "v %v %v %v\n", v[0], v[1], v[2])
	}
	var positions, indices strings.Builder
	for _, v := range s.Vertices {
		fmt.Fprintf(&positions, "%v %v %v\n", 1000*v[0], 1000*v[2], -1000*v[1]) // millimetres, y up
	}
	for _, f := range s.Faces {
		text.WriteString("facet normal 0 0 0\nouter loop\n")
		binaries = append(binaries, make([]byte, 12)...)
		for _, i := range f {
			v := s.Vertices[i]
			fmt.Fprintf(&text, "vertex %v %v %v\n", v[0], v[1], v[2])
			for _, x := range v {
				binaries = binary.LittleEndian.AppendUint32(binaries, math.Float32bits(float32(x)))
			}
			fmt.Fprintf(&indices, "%d 0 ", i)
		}
		binaries = append(binaries, 0, 0)
		text.WriteString("endloop\nendfacet\n")
		fmt.Fprintf(&object, "f %d/1/1 %d//2 %d\n", f[0]+1, f[1]-len(s.Vertices), f[2]+1)
	}
	dae := `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.001" name="mm"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="0">` + positions.String() +
		`</float_array><technique_common><accessor source="#a" count="8" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="12">
<input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/><p>` +
		indices.String() + `</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>1000 0 0</translate><rotate>0 0 1 180</rotate>
<node><matrix>-1 0 0 1000 0 -1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#g"/></node></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`
	text.WriteString("endsolid a\n")
	return map[string][]byte{"a.STL": binaries, "text.stl": []byte(text.String()), "a.obj": []byte(object.String()),
		"a.dae": []byte(dae)}
}

// TestFormats checks that a box of numbers that 32 bits hold is the same body from every format. The rotation by 180
// degrees in the COLLADA file has a rounding.
func TestFormats(t *testing.T) {
	low, size := mgl64.Vec3{0.5, -0.25, 3}, mgl64.Vec3{1, 2, 0.125}
	for name, data := range files(cuboid(low, size)) {
		s, err := read(nil, name, data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkIntegrals(t, name, solid(t, name, s, AsItIs), boxIntegrals(low, size), 1e-11)
	}
}

const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" +
	"0000000000000000000000000000000000000000000000000000000000000000\nsize 12345\n"

// TestFaults checks that what is wrong with a file is told.
func TestFaults(t *testing.T) {
	whole := files(cuboid(mgl64.Vec3{}, mgl64.Vec3{1, 1, 1}))
	for _, c := range []struct{ name, data, want string }{
		{"a.step", "x", "the format is not read"},
		{"a.stl", "", "0 bytes"},
		{"a.stl", string(whole["a.STL"][:300]), "expected 684 for the 12 triangles"},
		{"a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", "line 4: vertex with 2 numbers"},
		{"a.stl", "solid a\nfacet\nvertex 0 0 x\n", `line 3: "x" is not a number`},
		{"a.stl", "solid a\nendsolid a\n", "no faces"},
		{"a.obj", "v 0 0 0\nf 1 2 3\n", "line 2: there is no vertex 2"},
		{"a.obj", "v 0 0 0\nf 1 1\n", "a face with 2 corners"},
		{"a.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "expected finite numbers"},
		{"a.dae", "<COLLADA>", "line 1: unexpected EOF; expected a COLLADA document"},
		{"a.dae", "a", "the file has no element; expected a COLLADA document"},
		{"a.dae", "<COLLADA><asset><unit meter='x'/></asset></COLLADA>", `"x" is not a number`},
		{"a.gltf", "{", "the document ends too early"},
		{"a.gltf", "versions", "byte 1 is not JSON"},
		{"a.gltf", "[]", "is a array; expected a glTF document"},
		{"a.gltf", `{"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"data:;base64,!!"}]}`,
			"buffer 0: its data are not base64"},
		{"a.stl", pointer, "a Git LFS pointer"}, {"a.obj", pointer, "a Git LFS pointer"},
		{"a.dae", pointer, "a Git LFS pointer"}, {"a.gltf", pointer, "a Git LFS pointer"},
		{"a.glb", pointer, "a Git LFS pointer"}, {"a.ply", pointer, "a Git LFS pointer"},
		{"a.dae", strings.Replace(string(whole["a.dae"]), "Y_UP", "up", 1), `the up axis is "up"`},
		{"a.dae", strings.Replace(string(whole["a.dae"]), `url="#g"`, `url="#h"`, 1), `there is no geometry "#h"`},
		{"a.dae", strings.Replace(string(whole["a.dae"]), "<p>0 0", "<p>99 0", 1), "there is no vertex 99"},
	} {
		if _, err := read(nil, c.name, []byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %.30q: %v; want %q", c.name, c.data, err, c.want)
		}
	}
}

// FuzzRead looks for bytes that make a reader panic.
func FuzzRead(f *testing.F) {
	for name, data := range files(cuboid(mgl64.Vec3{}, mgl64.Vec3{1, 1, 1})) {
		f.Add(name, data)
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		s, err := read(nil, name, bytes.Clone(data))
		if err == nil && len(s.Faces) < 1000 {
			s.Solid()
		}
	})
}
