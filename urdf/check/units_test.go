package check_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/urdf"
	"kinetree/urdf/check"
	"kinetree/urdf/find"
	"kinetree/urdf/mesh"
)

// jointed is a base and a link a that a joint moves, with the contents of both.
func jointed(link, joint string) string {
	return "<robot name=\"r\"><link name=\"base\"/>\n<link name=\"a\">" + link + "</link>\n" +
		`<joint name="j" type="revolute"><parent link="base"/><child link="a"/>` + joint + "</joint></robot>"
}

// inertialOf is an inertial with a centre, mass and tensor that is the same about all axes.
func inertialOf(xyz, mass, moment string) string {
	return fmt.Sprintf(`<inertial><origin xyz=%q/><mass value=%q/><inertia ixx=%q ixy="0" ixz="0" iyy=%[3]q iyz="0" `+
		`izz=%[3]q/></inertial>`, xyz, mass, moment)
}

func collision(form string) string { return "<collision><geometry>" + form + "</geometry></collision>" }

func visual(form string) string { return "<visual><geometry>" + form + "</geometry></visual>" }

func rangeOf(lower, upper string) string {
	return fmt.Sprintf(`<limit lower=%q upper=%q effort="1" velocity="1"/>`, lower, upper)
}

// wordAt returns what begins at a position of a file: an element or an attribute.
func wordAt(file string, p urdf.Position) string {
	rest := strings.Split(file, "\n")[p.Line-1][p.Column-1:]
	return rest[:strings.IndexAny(rest, " =/>")]
}

// sliding is jointed with a prismatic joint.
func sliding(lower, upper string) string {
	return strings.Replace(jointed(inertialOf("0 0 0.1", "5", "0.05"), rangeOf(lower, upper)), "revolute", "prismatic",
		1)
}

// judged returns what is said of a robot without errors.
func judged(t *testing.T, file string) urdf.Diagnostics {
	t.Helper()
	robot, diags := urdf.Parse(strings.NewReader(file), "f.urdf")
	if robot == nil {
		t.Fatal(diags)
	}
	diags = append(diags, check.Units(robot)...)
	diags.Sort()
	return diags
}

// TestUnits has numbers in the units of URDF and in others.
func TestUnits(t *testing.T) {
	const turn = `<limit lower="-1" upper="1" effort="1" velocity="1"/>`
	const box = `<box size="0.1 0.2 0.3"/>` // 0.006 m³, up to 0.187 m from the origin
	body := inertialOf("0 0 0.1", "5", "0.05")
	for _, c := range []struct{ name, file, want string }{
		// Degrees
		{"a half turn", jointed(body, rangeOf("-3.14159", "3.14159")), ""},
		{"two turns", jointed(body, rangeOf("-12.566", "12.566")), ""},
		{"ten turns", jointed(body, rangeOf("-31.4159265", "31.4159265")), ""},
		{"no limit to speak of", jointed(body, rangeOf("-1e16", "1e16")), ""},
		{"a thousand", jointed(body, rangeOf("-1000", "1000")), ""},
		{"ten", jointed(body, rangeOf("-10", "10")), ""},
		{"180", jointed(body, rangeOf("-180", "180")), "degrees <limit"},
		{"90", jointed(body, rangeOf("0", "90")), "degrees <limit"},
		{"-135 to 45", jointed(body, rangeOf("-135", "45")), "degrees <limit"},
		{"15", jointed(body, rangeOf("-15", "15")), "degrees <limit"},
		{"172.5", jointed(body, rangeOf("-172.5", "172.5")), "degrees <limit"},
		{"360", jointed(body, rangeOf("-360", "360")), "degrees <limit"},
		{"a slide of 180", sliding("0", "180"), "units <limit"},
		{"a slide of 18", sliding("0", "18"), ""},
		{"a slide of 1000", sliding("-1000", "1000"), ""},
		{"an endless slide", sliding("-1e9", "1e9"), ""},
		{"a joint by 90", jointed(body, `<origin rpy="0 90 0"/>`+turn), "degrees <joint"},
		{"a joint by 1.5708", jointed(body, `<origin rpy="0 1.5708 -3.14159"/>`+turn), ""},
		{"a joint by 6.28", jointed(body, `<origin rpy="6.28 0 0"/>`+turn), ""},
		{"an inertial by 45", jointed(strings.Replace(body, "xyz", `rpy="0 0 45" xyz`, 1), turn), "degrees <inertial"},
		{"a shape by 180", jointed(body+`<visual><origin rpy="180 0 0"/><geometry>`+box+`</geometry></visual>`, turn),
			"degrees <visual"},

		// Lengths
		{"a centre at 0.1", jointed(body, turn), ""},
		{"a centre at 100", jointed(inertialOf("0 0 100", "5", "0.05"), turn), "units <inertial"},
		{"a centre beside a shape", jointed(inertialOf("0 0 30", "5", "0.05")+collision(box), turn), "units <inertial"},
		{"a centre of 20 mm", jointed(inertialOf("0 0 20", "5", "0.05")+visual(box), turn), "units <inertial"},
		{"a boom of 40 m", jointed(inertialOf("20 0 0", "9000", "1000000")+
			collision(`<cylinder radius="1" length="40"/>`), turn), ""},
		{"a joint at 333", jointed(body, `<origin xyz="0 0 333"/>`+turn), "units <joint"},
		{"a robot far in its world", `<robot name="r"><link name="w"/><link name="a"/><joint name="j" type="fixed">` +
			`<origin xyz="500 0 0"/><parent link="w"/><child link="a"/></joint></robot>`, ""},

		// Masses
		{"2 t", jointed(inertialOf("0 0 0", "2000", "100"), turn), ""},
		{"8058 g", jointed(inertialOf("0 0 0", "8058", "100"), turn), "units value"},
		{"8 t that are large", jointed(inertialOf("0 0 0", "8058", "10000")+collision(`<box size="2 2 2"/>`), turn),
			""},
		{"steel", jointed(inertialOf("0 0 0", "47", "0.5")+collision(box), turn), ""},
		{"3761 g", jointed(inertialOf("0 0 0", "3761", "0.5")+collision(box), turn), "density value"},
		{"365 g, seen", jointed(inertialOf("0 0 0", "365", "0.5")+visual(box), turn), "density value"},
		{"a sphere", jointed(inertialOf("0 0 0", "2000", "0.5")+collision(`<sphere radius="0.1"/>`), turn),
			"density value"},
		{"a thin cylinder", jointed(inertialOf("0 0 0", "500", "0.5")+
			collision(`<cylinder radius="0.05" length="1"/>`), turn), "density value"},
		{"several shapes", jointed(inertialOf("0 0 0", "500", "5")+strings.Repeat(collision(box), 4), turn), ""},
		{"one shape is malformed", jointed(inertialOf("0 0 0", "500", "5")+collision(`<sphere radius="0"/>`)+
			collision(box), turn), "size radius"},
		{"foam", jointed(inertialOf("0 0 0", "0.1", "0.001")+collision(box), turn), ""},
		{"a box in mm", jointed(inertialOf("0 0 0", "5", "0.05")+collision(`<box size="100 200 300"/>`), turn),
			"density value"},
		{"a stand-in", jointed(inertialOf("0 0 0", "0.001", "1e-6")+collision(`<box size="1 1 1"/>`), turn), ""},
		{"a sensor of 1 g", jointed(inertialOf("0 0 0", "0.001", "1e-6")+collision(`<box size=".001 .001 .001"/>`),
			turn), ""},
		{"10 g", jointed(inertialOf("0 0 0", "0.01", "1e-9")+collision(`<box size=".001 .001 .001"/>`), turn),
			"density value"},
		{"ground", `<robot name="r"><link name="a">` + inertialOf("0 0 0", "1", "1") +
			collision(`<box size="100 100 1"/>`) + `</link></robot>`, ""},

		// Tensors
		{"a placeholder of 1", jointed(inertialOf("0 0 0", "1", "1"), turn), ""},
		{"kg mm^2", jointed(inertialOf("0 0 0", "5", "50000"), turn), "units <inertia"},
		{"kg mm^2 of a small body", jointed(inertialOf("0 0 0", "5", "1500")+collision(`<sphere radius="0.05"/>`),
			turn),
			"units <inertia"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := c.file
			diags := judged(t, file)
			var got []string
			for _, d := range diags {
				got = append(got, d.Code+" "+wordAt(file, d.Pos))
				if d.Severity != urdf.Warning {
					t.Errorf("%v", d)
				}
				if d.Code != "size" && d.Hint == "" {
					t.Errorf("no hint: %v", d)
				}
			}
			if strings.Join(got, "; ") != c.want {
				t.Errorf("%s\ngot %v, want %q", c.file, diags, c.want)
			}
		})
	}
}

// TestBesideErrors checks that a file with an error gets its warnings, too, whatever keeps its links from forming a
// tree.
func TestBesideErrors(t *testing.T) {
	body := inertialOf("0 0 0.1", "5", "0.05")
	for name, change := range map[string][2]string{
		"number":         {`effort="1"`, `effort="x"`},
		"unknown-link":   {`parent link="base"`, `parent link="nothing"`},
		"cycle":          {`parent link="base"`, `parent link="a"`},
		"duplicate-name": {`<link name="base"/>`, `<link name="base"/><link name="base"/>`},
	} {
		text := strings.Replace(jointed(body, rangeOf("-180", "90")), change[0], change[1], 1)
		s, err := models.Read("-", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		has := func(code string) bool {
			return slices.ContainsFunc(s.Diagnostics, func(d urdf.Diagnostic) bool { return d.Code == code })
		}
		if s.Robot != nil || !has(name) || !has("degrees") || !slices.IsSortedFunc(s.Diagnostics, byPlace) {
			t.Errorf("%s: %v; expected an error and a warning of degrees, in the order of the file", name,
				s.Diagnostics)
		}
	}
}

func byPlace(a, b urdf.Diagnostic) int {
	return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
}

// TestDegreesHint checks what is said of a joint with limits in degrees.
func TestDegreesHint(t *testing.T) {
	diags := judged(t, jointed(inertialOf("0 0 0", "1", "1"), rangeOf("-180", "90")))
	const want = `f.urdf:3:71: warning: robot/joint[@name="j"]/limit: the joint turns from -180 to 90 rad, 43 times ` +
		`about itself; expected radians (if these are degrees, write lower="-3.14159" upper="1.5708")`
	if diags.Error() != want {
		t.Errorf("got %v\nwant %s", diags, want)
	}
}

// cube returns a box from 0 to an edge as an STL file, binary or text.
func cube(edge float32, binaryForm bool) string {
	var triangles [][3][3]float32
	at := func(k int) [3]float32 {
		return [3]float32{float32(k&1) * edge, float32(k>>1&1) * edge, float32(k>>2&1) * edge}
	}
	for _, f := range [][4]int{{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}} {
		triangles = append(triangles, [3][3]float32{at(f[0]), at(f[1]), at(f[2])},
			[3][3]float32{at(f[0]), at(f[2]), at(f[3])})
	}
	var out bytes.Buffer
	if binaryForm {
		out.Write(make([]byte, 80))
		binary.Write(&out, binary.LittleEndian, uint32(len(triangles)))
		for _, x := range triangles {
			binary.Write(&out, binary.LittleEndian, [3]float32{})
			binary.Write(&out, binary.LittleEndian, x)
			binary.Write(&out, binary.LittleEndian, uint16(0))
		}
		return out.String()
	}
	out.WriteString("solid cube\n")
	for _, x := range triangles {
		out.WriteString("facet normal 0 0 0\n outer loop\n")
		for _, p := range x {
			fmt.Fprintf(&out, "  vertex %g %g %g\n", p[0], p[1], p[2])
		}
		out.WriteString(" endloop\nendfacet\n")
	}
	out.WriteString("endsolid cube\n")
	return out.String()
}

const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n"

// TestFiles checks robots whose meshes are there, missing, broken, or of sizes that do not fit their masses.
func TestFiles(t *testing.T) {
	root := expect.Files(t, map[string]string{
		"cube.stl": cube(0.1, true), "text.STL": cube(0.1, false), "mm.stl": cube(100, true),
		"cube.obj": "# a cube\nv 0 0 0\nv 0.1 0 0\nv 0 0.1 0.1\nvn 0 0 1\nf 1 2 3\n",
		"cut.stl":  cube(0.1, true)[:300], "cut2.stl": "solid x\nfacet\nvertex 1 2\n", "lfs.stl": pointer,
		"lfs.ply": pointer, "lfs.dae": pointer, "lfs.glb": pointer, "a.step": "",
		"empty.stl": "solid x\nendsolid x\n", "other.dae": "<COLLADA/>", "zero.stl": cube(0.1, true)[:10],
		"nan.stl": strings.Replace(cube(0.1, false), "vertex 0.1 0 0", "vertex nan 0 0", 1), "t.png": "",
	})
	seen := func(name string) string { return visual(fmt.Sprintf(`<mesh filename=%q/>`, name)) }
	scaled := func(name, scale string) string {
		return collision(fmt.Sprintf(`<mesh filename=%q scale=%q/>`, name, scale))
	}
	steel, wrong := inertialOf("0.05 0.05 0.05", "7.8", "0.02"), inertialOf("0.05 0.05 0.05", "780", "2")
	for _, c := range []struct{ name, link, want string }{
		{"there", steel + seen("cube.stl") + seen("text.STL") + seen("cube.obj"), ""},
		{"of another format", steel + seen("a.step"), ""},
		{"without faces", steel + seen("other.dae"), "mesh filename"},
		{"too heavy", wrong + seen("cube.stl"), "density value"},
		{"too heavy, text", wrong + seen("text.STL"), "density value"},
		{"too heavy, OBJ", wrong + seen("cube.obj"), "density value"},
		{"too heavy, unless scaled", wrong + scaled("cube.stl", "10 10 10"), ""},
		{"in mm", steel + seen("mm.stl"), "density value"},
		{"in mm, scaled", steel + scaled("mm.stl", "0.001 0.001 0.001"), ""},
		{"mirrored", steel + scaled("mm.stl", "-0.001 0.001 0.001"), ""},
		{"too heavy, with an unknown shape", wrong + seen("cube.stl") + seen("a.step"), ""},
		{"too heavy, seen and felt", wrong + seen("cube.stl") + scaled("mm.stl", "0.001 0.001 0.001"), "density value"},
		{"far from its shape", inertialOf("0 0 50", "7.8", "0.02") + seen("cube.stl"), "units <inertial"},
		{"missing", steel + seen("no.stl"), "file filename"},
		{"missing twice", steel + seen("no.stl") + seen("no.stl"), "file filename"},
		{"cut", steel + seen("cut.stl"), "mesh filename"},
		{"cut at the head", steel + seen("zero.stl"), "mesh filename"},
		{"cut text", steel + seen("cut2.stl"), "mesh filename"},
		{"pointers to large files", steel + seen("lfs.stl") + seen("lfs.dae") + seen("lfs.glb") + seen("lfs.ply"),
			"mesh filename; mesh filename; mesh filename; mesh filename"},
		{"empty", steel + seen("empty.stl"), "mesh filename"},
		{"not a number", steel + seen("nan.stl"), "mesh filename"},
		{"packages", steel + seen("package://p/a.stl") + seen("package://p/b.stl") + seen("package://q/b.stl"),
			"file filename; file filename"},
		{"texture", steel + `<visual><geometry><sphere radius="1"/></geometry><material name="m"><texture ` +
			`filename="t.png"/></material></visual>`, ""},
		{"no texture", steel + `<visual><geometry><sphere radius="1"/></geometry><material name="m"><texture ` +
			`filename="u.png"/></material></visual>`, "file <material"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("ROS_PACKAGE_PATH", "")
			t.Setenv("AMENT_PREFIX_PATH", "")
			file := jointed(c.link, rangeOf("-1", "1"))
			robot, diags := urdf.Parse(strings.NewReader(file), filepath.Join(root, "f.urdf"))
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			diags = check.Files(robot, new(find.Resolver), mesh.Measure)
			var got []string
			for _, d := range diags {
				got = append(got, d.Code+" "+wordAt(file, d.Pos))
			}
			if strings.Join(got, "; ") != c.want || diags.Err() != nil {
				t.Errorf("got %v, want %q", diags, c.want)
			}
			if c.name == "packages" && diags[0].Hint != "1 more files of this package are not found either" {
				t.Errorf("the hint is %q", diags[0].Hint)
			}
		})
	}
}

// TestNoFalseAlarms checks that nothing is said about units and degrees of robots that are right.
func TestNoFalseAlarms(t *testing.T) {
	files, err := filepath.Glob("../../../shared/golden/urdf/*.urdf")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("there are no robots in ../shared/golden/urdf beside the checkout; only those of models are judged")
	}
	robots := map[string][]byte{}
	for _, name := range files {
		if robots[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range models.Names() {
		robots[name], _ = models.URDF(name)
	}
	heavy := 0
	for name, data := range robots {
		robot, diags := urdf.Parse(bytes.NewReader(data), name)
		if robot == nil {
			t.Fatal(diags)
		}
		for _, d := range slices.Concat(diags, check.Units(robot),
			check.Files(robot, new(find.Resolver), mesh.Measure)) {
			if slices.Contains([]string{"units", "degrees", "density", "mesh", "safety"}, d.Code) {
				t.Errorf("%v", d)
			}
		}
		// The same robot in other units is noticed.
		if robot, err := models.Open(name, nil); err == nil {
			grams := robot.Robot.Clone()
			heaviest := 0.0
			for i := range grams.Links {
				l := &grams.Links[i]
				if l.Inertial != nil && l.Inertial.Mass > 0 {
					heaviest = math.Max(heaviest, l.Inertial.Mass)
					if err := l.SetMass(1000 * l.Inertial.Mass); err != nil {
						t.Fatal(err)
					}
				}
			}
			found := append(check.Units(grams), check.Files(grams, new(find.Resolver), mesh.Measure)...)
			if heaviest <= 2 {
				continue
			}
			heavy++
			if !slices.ContainsFunc(found, func(d urdf.Diagnostic) bool {
				return d.Code == "units" || d.Code == "density"
			}) {
				t.Errorf("%s in grams is not noticed", name)
			}
		}
	}
	if heavy < 3 {
		t.Errorf("%d robots were judged in grams; expected 3 or more", heavy)
	}
}
