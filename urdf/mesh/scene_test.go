package mesh

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// wedge is the right-angled prism with the corners 0, 2, 1 along the axes x, y, z: half of a box, without any symmetry
// that would hide a wrong turn. Its integrals are those of its definition, by the formulas of a tetrahedron.
func wedge() *Surface {
	return &Surface{Vertices: []mgl64.Vec3{{0, 0, 0}, {3, 0, 0}, {0, 2, 0}, {0, 0, 1}},
		Faces: [][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}}
}

// tetrahedron returns the integrals of the wedge: V = abc/6, centre (a, b, c)/4, and ∫ x² dV = V a²/10, ∫ x y dV =
// V a b/20 about the corner.
func tetrahedron() Integrals {
	const a, b, c = 3.0, 2.0, 1.0
	v := a * b * c / 6
	at := mgl64.Vec3{a / 4, b / 4, c / 4}
	xx, yy, zz := v*(a*a/10-at[0]*at[0]), v*(b*b/10-at[1]*at[1]), v*(c*c/10-at[2]*at[2])
	xy, xz, yz := v*(a*b/20-at[0]*at[1]), v*(a*c/20-at[0]*at[2]), v*(b*c/20-at[1]*at[2])
	return Integrals{v, at, mgl64.Mat3{yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy}}
}

// scene is a COLLADA file with the wedge, in centimetres with z up unless up says otherwise, as a geometry for each
// form of faces, and what a visual scene and a library of nodes have.
func scene(up, nodes, scene string) string {
	geometry := func(id, faces string) string {
		return fmt.Sprintf(`<geometry id="%s"><mesh><source id="%[1]sp"><float_array>0 0 0 9 3 0 0 9 0 2 0 9 0 0 1 9
</float_array><technique_common><accessor stride="4" count="4"/></technique_common></source>
<vertices id="%[1]sv"><input semantic="POSITION" source="#%[1]sp"/></vertices>%s</mesh></geometry>`, id,
			strings.ReplaceAll(faces, "INPUT", fmt.Sprintf(
				`<input semantic="NORMAL" source="#n" offset="0"/>`+
					`<input semantic="VERTEX" source="#%sv" offset="1"/>`, id)))
	}
	return `<?xml version="1.0" encoding="utf-8"?><COLLADA version="1.4.1"><asset><unit meter="0.01"/><up_axis>` + up +
		`</up_axis></asset><library_geometries>` +
		geometry("triangles", `<triangles>INPUT<p>0 0 0 2 0 1 0 0 0 1 0 3</p></triangles>
<triangles>INPUT<p>0 0 0 3 0 2 0 1 0 2 0 3</p></triangles><lines>INPUT<p>0 0 0 1</p></lines>`) +
		geometry("polylist", `<polylist>INPUT<vcount>3 3 3 3</vcount><p>0 0 0 2 0 1 0 0 0 1 0 3 0 0 0 3 0 2 0 1 0 2 0 3
</p></polylist>`) +
		geometry("polygons", `<polygons>INPUT<p>0 0 0 2 0 1</p><p>0 0 0 1 0 3</p><p>0 0 0 3 0 2</p><p>0 1 0 2 0 3</p>
</polygons>`) +
		geometry("fans", `<trifans>INPUT<p>0 0 0 2 0 1 0 3 0 2</p><p>0 1 0 2 0 3</p></trifans>`) +
		geometry("strips", `<tristrips>INPUT<p>0 0 0 2 0 1 0 3 0 0 0 2</p></tristrips>`) +
		`</library_geometries><library_nodes>` + nodes + `</library_nodes><library_visual_scenes>
<visual_scene id="other"><node><instance_geometry url="#fans"/></node></visual_scene><visual_scene id="s">` + scene +
		`</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`
}

// TestScenes shows the wedge in the ways that files of other programs do. The body must be the one that the maps make
// of the tetrahedron, whose integrals are known.
func TestScenes(t *testing.T) {
	const cm = 0.01
	diag := func(x, y, z float64) mgl64.Mat3 { return mgl64.Diag3(mgl64.Vec3{x, y, z}) }
	turn := func(degrees float64, axis mgl64.Vec3) mgl64.Mat3 {
		return mgl64.HomogRotate3D(degrees*math.Pi/180, axis.Normalize()).Mat3()
	}
	show := func(id string) string { return `<instance_geometry url="#` + id + `"/>` }
	type part struct {
		a mgl64.Mat3
		p mgl64.Vec3
	}
	for _, c := range []struct {
		name, up, nodes, scene string
		parts                  []part
	}{
		{"triangles", "Z_UP", "", "<node>" + show("triangles") + "</node>",
			[]part{{diag(cm, cm, cm), mgl64.Vec3{}}}},
		{"polylist", "Z_UP", "", "<node>" + show("polylist") + "</node>", []part{{diag(cm, cm, cm), mgl64.Vec3{}}}},
		{"polygons", "Z_UP", "", "<node>" + show("polygons") + "</node>", []part{{diag(cm, cm, cm), mgl64.Vec3{}}}},
		{"fans", "Z_UP", "", "<node>" + show("fans") + "</node>", []part{{diag(cm, cm, cm), mgl64.Vec3{}}}},
		{"strips", "Z_UP", "", "<node>" + show("strips") + "</node>", []part{{diag(cm, cm, cm), mgl64.Vec3{}}}},
		{"y up: y becomes z, z becomes -y", "Y_UP", "", "<node>" + show("polylist") + "</node>",
			[]part{{mgl64.Mat3{cm, 0, 0, 0, 0, cm, 0, -cm, 0}, mgl64.Vec3{}}}},
		{"x up: x becomes z, y becomes -x", "X_UP", "", "<node>" + show("polylist") + "</node>",
			[]part{{mgl64.Mat3{0, 0, cm, -cm, 0, 0, 0, -cm, 0}, mgl64.Vec3{}}}},
		{"nested: translation, rotation and scale in their order", "Z_UP", "",
			`<node><translate>1 2 3</translate><node><rotate>1 2 2 30</rotate><scale>2 3 4</scale>` + show("fans") +
				`</node></node>`, []part{{turn(30, mgl64.Vec3{1, 2, 2}).Mul3(diag(2*cm, 3*cm, 4*cm)),
				mgl64.Vec3{cm, 2 * cm, 3 * cm}}}},
		{"another order", "Z_UP", "", `<node><scale>2 3 4</scale><translate>1 2 3</translate>` +
			`<rotate>0 0 1 90</rotate>` + show("strips") + `</node>`,
			[]part{{diag(2*cm, 3*cm, 4*cm).Mul3(turn(90, mgl64.Vec3{0, 0, 1})),
				mgl64.Vec3{2 * cm, 6 * cm, 12 * cm}}}},
		{"a mirror", "Z_UP", "", `<node><matrix>-1 0 0 5  0 2 0 0  0 0 1 0  0 0 0 1</matrix>` + show("polygons") +
			`</node>`, []part{{diag(-cm, 2*cm, cm), mgl64.Vec3{5 * cm}}}},
		{"shown twice, once by a library, beside a camera that looks", "Z_UP",
			`<node id="n"><scale>1 -1 1</scale>` + show("triangles") + `</node>`,
			`<node><translate>100 0 0</translate><instance_node url="#n"/></node><node>` + show("triangles") +
				`</node><node><lookat>0 0 1 0 0 0 0 1 0</lookat><instance_camera url="#c"/></node>`,
			[]part{{diag(cm, -cm, cm), mgl64.Vec3{1}}, {diag(cm, cm, cm), mgl64.Vec3{}}}},
	} {
		s, err := read(nil, "a.dae", []byte(scene(c.up, c.nodes, c.scene)))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, repair, err := s.Solid()
		if err != nil || repair != AsItIs {
			t.Errorf("%s: %v, %q", c.name, err, repair)
		}
		want := mapped(tetrahedron(), c.parts[0].a, c.parts[0].p)
		for _, p := range c.parts[1:] {
			want = joined(want, mapped(tetrahedron(), p.a, p.p))
		}
		checkIntegrals(t, c.name, got, want, exact)
	}
	skewed := scene("Z_UP", "", "<node><skew>1 2 3 4 5 6 7</skew>"+show("fans")+"</node>")
	if _, err := read(nil, "a.dae", []byte(skewed)); err == nil ||
		!strings.Contains(err.Error(), "<skew> is not read") {
		t.Errorf("a skew: %v", err)
	}
	doubling := ""
	for i := range 60 {
		doubling += fmt.Sprintf(`<node id="n%d"><instance_node url="#n%d"/><instance_node url="#n%[2]d"/></node>`, i,
			i+1)
	}
	if _, err := read(nil, "a.dae", []byte(scene("Z_UP", doubling+`<node id="n60"/>`,
		`<node><instance_node url="#n0"/></node>`))); err == nil || !strings.Contains(err.Error(), "shown more than") {
		t.Errorf("2^60 nodes: %v", err)
	}
}

// joined returns the integrals of two bodies as one, by the parallel axes of Steiner.
func joined(a, b Integrals) Integrals {
	v := a.Volume + b.Volume
	out := Integrals{Volume: v, Centre: a.Centre.Mul(a.Volume / v).Add(b.Centre.Mul(b.Volume / v))}
	for _, x := range []Integrals{a, b} {
		d := x.Centre.Sub(out.Centre)
		out.Inertia = out.Inertia.Add(x.Inertia).Add(mgl64.Ident3().Mul(x.Volume * d.Dot(d))).Sub(
			d.OuterProd3(d).Mul(x.Volume))
	}
	return out
}

// glTF returns the wedge as a glTF document whose node has some properties, and the bytes of its buffer: positions,
// then indices of 16 bits. z up is y up there.
func glTF(uri, node string) (document string, buffer []byte) {
	w := wedge()
	for _, v := range w.Vertices {
		for _, x := range []float64{v[0], v[2], -v[1]} {
			buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(float32(x)))
		}
	}
	for _, f := range w.Faces {
		for _, i := range f {
			buffer = binary.LittleEndian.AppendUint16(buffer, uint16(i))
		}
	}
	if uri == "data" {
		uri = "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(buffer)
	}
	if uri != "" {
		uri = `"uri":"` + uri + `",`
	}
	return fmt.Sprintf(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"children":[1]%s},{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],
"buffers":[{%s"byteLength":%d}]}`, node, uri, len(buffer)), buffer
}

// glb packs a document and a buffer into a binary file.
func glb(document string, buffer []byte) []byte {
	document += strings.Repeat(" ", -len(document)&3)
	out := binary.LittleEndian.AppendUint32([]byte("glTF"), 2)
	out = binary.LittleEndian.AppendUint32(out, uint32(12+8+len(document)+8+len(buffer)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(document)))
	out = append(append(out, "JSON"...), document...)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(buffer)))
	return append(append(out, "BIN\x00"...), buffer...)
}

// TestGLTF reads the wedge from a document with its buffer inside, from one with a file beside it, and from a binary
// file, under a matrix, or under a translation, rotation and scale: in their axes, whose y is z and whose z is −y here.
func TestGLTF(t *testing.T) {
	dir := t.TempDir()
	placed := `,"translation":[1,2,3],"rotation":[0,0.6,0,0.8],"scale":[2,1,-0.5]`
	c, s := 0.8*0.8-0.6*0.6, 2*0.6*0.8
	turned := mgl64.Mat3{c, s, 0, -s, c, 0, 0, 0, 1}.Mul3(mgl64.Diag3(mgl64.Vec3{2, -0.5, 1}))
	want := mapped(tetrahedron(), turned, mgl64.Vec3{1, -3, 2})
	inside, _ := glTF("data", placed)
	beside, buffer := glTF("a%20file.bin", placed)
	if err := os.WriteFile(filepath.Join(dir, "a file.bin"), buffer, 0o666); err != nil {
		t.Fatal(err)
	}
	document, buffer := glTF("", `,"matrix":[2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1]`)
	twice := mapped(tetrahedron(), mgl64.Diag3(mgl64.Vec3{2, 2, 2}), mgl64.Vec3{})
	for name, c := range map[string]struct {
		data []byte
		want Integrals
	}{"inside.gltf": {[]byte(inside), want}, "beside.GLTF": {[]byte(beside), want},
		"binary.glb": {glb(document, buffer), twice}} {
		s, err := read(nil, filepath.Join(dir, name), c.data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkIntegrals(t, name, solid(t, name, s, AsItIs), c.want, 1e-12)
	}
	for _, c := range [][3]string{
		{`"count":12`, `"count":12000000000000`, "expected at most"},
		{`"count":4`, `"count":-4`, "-4 elements"},
		{`"byteOffset":48`, `"byteOffset":-48`, ""},
		{`"nodes":[0]`, `"nodes":[7]`, "there is no node 7"},
		{`"children":[1]`, `"children":[0,0]`, "nested more than"},
		{`"mesh":0`, `"mesh":-1`, "there is no mesh -1"},
		{`"count":4`, `"count":3`, "there is no vertex 3"},
		{`"asset"`, `"extensionsRequired":["KHR_draco_mesh_compression"],"asset"`, "KHR_draco_mesh_compression"},
		{`"indices":1`, `"indices":1,"mode":1`, "no faces"},
		{`{"asset"`, `{"asset`, ""},
	} {
		broken := strings.Replace(inside, c[0], c[1], 1)
		if _, err := read(nil, "a.gltf", []byte(broken)); broken == inside || err == nil ||
			!strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: %v; want %q", c[1], err, c[2])
		}
	}
	absent := []byte(strings.Replace(beside, "a%20file", "none", 1))
	if _, err := read(nil, filepath.Join(dir, "b.gltf"), absent); err == nil {
		t.Error("a buffer that is not there is read")
	}
}

// TestBombs reads small files that name huge sizes, that show little many times, and that name what is no file. Each
// has its error in little time and memory.
func TestBombs(t *testing.T) {
	dir := t.TempDir()
	beside, _ := glTF("a.bin", "")
	inside, _ := glTF("data", "")
	document, buffer := glTF("", "")
	again := strings.Replace(inside, `"nodes":[{"children":[1]`, `"nodes":[{"children":[`+
		strings.Repeat("1,", 200_000)+`1]`, 1)
	dae := func(source, rest string) string {
		return `<COLLADA><library_geometries><geometry id="g"><mesh><source id="s"><float_array>0 0 0 1 0 0 0 1 0` +
			`</float_array><technique_common><accessor ` + source + `/></technique_common></source><vertices>` +
			`<input semantic="POSITION" source="#s"/>` + rest + `</vertices><triangles><input semantic="VERTEX" ` +
			`offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries></COLLADA>`
	}
	if err := os.Truncate(name(t, dir, "a.bin"), 1<<40); err != nil { // a terabyte that takes no place
		t.Skip("no sparse files: ", err)
	}
	for _, c := range []struct{ name, text, want string }{
		{"large.glb", string(glb(strings.Replace(document, `:72}]}`, fmt.Sprint(`:`, uint64(1)<<42+72, `}]}`), 1),
			buffer)), "byteLength: 43980465"},
		{"large.gltf", beside, "more than 53687"},
		{"negative.gltf", strings.Replace(inside, `:72}]}`, `:72},{"byteLength":-1,"uri":"data:;base64,AA=="}]}`, 1),
			"buffer 1: "},
		{"folder.gltf", strings.Replace(beside, "a.bin", "%2e", 1), "it is a folder"},
		{"above.gltf", strings.Replace(beside, "a.bin", "..%2Fa.bin", 1), "beside this one or below"},
		{"sparse.gltf", strings.Replace(inside, `"count":4`, `"sparse":{"count":1000000000000,"indices":`+
			`{"bufferView":0,"componentType":5125},"values":{"bufferView":0}},`+
			`"count":4`, 1), "changes 1000000000000 of its"},
		{"objects.gltf", strings.Replace(inside, `"asset"`, `"extras":[`+strings.Repeat("{},", 3_000_000)+
			`0],"asset"`, 1), "objects and commas"},
		{"again.gltf", again, "faces again; expected at most 500000"},
		{"stride.dae", dae(`stride="9223372036854775807"`, ""), "there is no vertex 1; there are 1"},
		{"offset.dae", dae(`offset="9223372036854775807"`, ""), "there is no vertex 0; there are 0"},
		{"twice.dae", dae("", `<input semantic="POSITION" source="#s"/>`), "two inputs POSITION"},
	} {
		_, err := read(nil, filepath.Join(dir, c.name), []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

// name makes an empty file.
func name(t *testing.T, dir, file string) string {
	t.Helper()
	path := filepath.Join(dir, file)
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
