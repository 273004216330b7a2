package serve_test

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"kinetree/urdf/mesh"
)

// wedge has the corners of a tetrahedron that has no symmetry, and its faces.
var (
	corners = [4][3]float32{{0.25, -0.5, 1}, {3.25, -0.5, 1}, {0.25, 1.5, 1}, {0.25, -0.5, 2}}
	faces   = [4][3]uint16{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}
)

// wedges returns files of a wedge in all formats that the page reads, by their names.
func wedges() map[string][]byte {
	files := map[string][]byte{}
	stl := make([]byte, 84, 284)
	stl[80] = byte(len(faces))
	var obj, positions, indices strings.Builder
	for _, c := range corners {
		fmt.Fprintf(&obj, "v %v %v %v\n", c[0], c[1], c[2])
		fmt.Fprintf(&positions, "%v %v %v ", 100*c[0], 100*c[2], -100*c[1]) // in cm, y up
	}
	var vertices, triangles []byte // of glTF: y up
	for _, c := range corners {
		for _, x := range []float32{c[0], c[2], -c[1]} {
			vertices = binary.LittleEndian.AppendUint32(vertices, math.Float32bits(x))
		}
	}
	for _, f := range faces {
		stl = append(stl, make([]byte, 12)...)
		for _, i := range f {
			for _, x := range corners[i] {
				stl = binary.LittleEndian.AppendUint32(stl, math.Float32bits(x))
			}
			triangles = binary.LittleEndian.AppendUint16(triangles, i)
			fmt.Fprintf(&indices, "%d ", i)
		}
		stl = append(stl, 0, 0)
		fmt.Fprintf(&obj, "f %d %d %d\n", f[0]+1, f[1]+1, f[2]+1)
	}
	files["a.stl"], files["b.obj"] = stl, []byte(obj.String())
	files["c.dae"] = []byte(`<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema"
version="1.4.1"><asset><unit name="cm" meter="0.01"/><up_axis>Y_UP</up_axis></asset><library_geometries>
<geometry id="g"><mesh><source id="p"><float_array id="pa" count="12">` + positions.String() + `</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="4">
<input semantic="VERTEX" source="#v" offset="0"/><p>` + indices.String() + `</p></triangles></mesh></geometry>
</library_geometries><library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>`)
	buffer := slices.Concat(vertices, triangles)
	document := func(uri string) string {
		return fmt.Sprintf(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[{"bufferView":0,
"componentType":5126,"count":4,"type":"VEC3","min":[0.25,1,-1.5],"max":[3.25,2,0.5]},
{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteLength":48},
{"buffer":0,"byteOffset":48,"byteLength":24}],"buffers":[{%s"byteLength":%d}]}`, uri, len(buffer))
	}
	files["d.gltf"] = []byte(document(`"uri":"data:application/octet-stream;base64,` +
		base64.StdEncoding.EncodeToString(buffer) + `",`))
	files["e.gltf"], files["its buffer.bin"] = []byte(document(`"uri":"its%20buffer.bin",`)), buffer
	text := document("")
	text += strings.Repeat(" ", -len(text)&3)
	glb := binary.LittleEndian.AppendUint32([]byte("glTF"), 2)
	for _, n := range []int{12 + 8 + len(text) + 8 + len(buffer), len(text)} {
		glb = binary.LittleEndian.AppendUint32(glb, uint32(n))
	}
	glb = binary.LittleEndian.AppendUint32(append(glb, "JSON"+text...), uint32(len(buffer)))
	files["f.glb"] = append(append(glb, "BIN\x00"...), buffer...)
	return files
}

// TestFormats shows one body in all formats of meshes, with units, axes that point up and buffers as each has them. The
// page must have it where the engine has it: the corners of a box around it, in metres, agree to single precision.
func TestFormats(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	var names []string
	for name, data := range wedges() {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(name) != ".bin" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var text strings.Builder
	text.WriteString(`<robot name="wedges"><link name="base"/>`)
	for _, name := range names {
		fmt.Fprintf(&text, `<link name="%s"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0"
iyz="0"/></inertial><visual><geometry><mesh filename="%[1]s"/></geometry></visual></link><joint name="to %[1]s"
type="revolute"><parent link="base"/><child link="%[1]s"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`, name)
	}
	file := filepath.Join(dir, "wedges.urdf")
	if err := os.WriteFile(file, []byte(text.String()+"</robot>"), 0o666); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate(served(t, file)))
	ready(t, ctx)
	wait(t, ctx, fmt.Sprintf("kinetree.view.loaded + kinetree.view.missing.length >= %d", len(names)))
	if missing := get[[]string](t, ctx, "kinetree.view.missing"); len(missing) > 0 {
		t.Fatalf("not shown: %v", missing)
	}
	// The joints fall while the scenario runs; the page is put back to its start.
	do(t, ctx, chromedp.Evaluate[chromedp.Void]("kinetree.seek(0)"))
	for _, name := range names {
		box := get[[]float64](t, ctx, fmt.Sprintf(`(() => {
			const low = [1e9, 1e9, 1e9], high = [-1e9, -1e9, -1e9], link = kinetree.view.robot.root.links[%q];
			link.updateWorldMatrix(true, true);
			link.children.filter((c) => c.isURDFVisual).forEach((c) => c.traverse((o) => {
				if (!o.isMesh) return;
				const at = o.geometry.attributes.position, p = o.position.clone();
				for (let i = 0; i < at.count; i++) {
					p.fromBufferAttribute(at, i).applyMatrix4(o.matrixWorld).toArray().forEach((x, k) => {
						low[k] = Math.min(low[k], x);
						high[k] = Math.max(high[k], x);
					});
				}
			}));
			return [...low, ...high];
		})()`, name))
		s, err := mesh.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for k := range 3 {
			low, high := math.Inf(1), math.Inf(-1)
			for _, v := range s.Vertices {
				low, high = min(low, v[k]), max(high, v[k])
			}
			if math.Abs(box[k]-low) > 1e-6 || math.Abs(box[3+k]-high) > 1e-6 {
				t.Errorf("%s: the page has it from %v to %v along %c; the engine from %v to %v", name, box[k], box[3+k],
					'x'+k, low, high)
			}
		}
	}
	picture(t, ctx, "formats")
}
