package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"

	"kinetree/models"
	"kinetree/tree"
	"kinetree/urdf"
)

// chain returns a robot of n links in a row, with names that begin with the prefix.
func chain(n int, prefix string) *urdf.Robot {
	r := &urdf.Robot{Name: "chain", Version: "1.0"}
	for i := range n {
		r.Links = append(r.Links, urdf.Link{Name: fmt.Sprintf("%s%d", prefix, i)})
		if i > 0 {
			r.Joints = append(r.Joints, urdf.Joint{Name: fmt.Sprintf("j%d", i), Type: urdf.Continuous,
				Axis:   [3]float64{0, 0, 1},
				Parent: fmt.Sprintf("%s%d", prefix, i-1), Child: fmt.Sprintf("%s%d", prefix, i)})
		}
	}
	return r
}

// written returns what a function writes.
func written(write func(*bufio.Writer)) string {
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	write(out)
	out.Flush()
	return b.String()
}

// TestDeepTree checks that the output for a deep tree is in proportion to its links, and still tells how deep each is.
func TestDeepTree(t *testing.T) {
	const n = 10_000
	r := chain(n, "l")
	for what, write := range map[string]func(*bufio.Writer){
		"check": func(out *bufio.Writer) { linkTree(out, r) },
		"info":  newOutline(r).text,
	} {
		got := written(write)
		if len(got) > 300*n {
			t.Errorf("%s writes %d bytes", what, len(got))
		}
		last := got[strings.LastIndexByte(got[:len(got)-1], '\n'):]
		if !strings.Contains(last, "level 9999: ") || !strings.Contains(last, "l9999") {
			t.Errorf("%s ends with %q", what, last)
		}
		if strings.Contains(got, "level 40: ") || !strings.Contains(got, "level 41: ") {
			t.Errorf("%s does not indent 40 levels", what)
		}
	}
	long := chain(1000, strings.Repeat("x", 1000))
	long.Links[999].Name, long.Joints[998].Child = strings.Repeat("y", 1e6), strings.Repeat("y", 1e6)
	if got := written(newOutline(long).text); len(got) > 1000*1300+1e6 {
		t.Errorf("a name of a million letters makes %d bytes of the tree", len(got))
	}
}

// TestOrder checks that links and joints come depth first, siblings in file order of their joints.
func TestOrder(t *testing.T) {
	r := &urdf.Robot{Links: []urdf.Link{{Name: "d"}, {Name: "c"}, {Name: "b"}, {Name: "a"}}, Joints: []urdf.Joint{
		{Name: "2", Type: urdf.Fixed, Parent: "b", Child: "c"},
		{Name: "1", Type: urdf.Fixed, Parent: "a", Child: "b"},
		{Name: "3", Type: urdf.Fixed, Parent: "a", Child: "d"},
	}}
	var got []string
	for _, b := range newOutline(r).branches {
		name := "-"
		if b.joint != nil {
			name = b.joint.Name
		}
		got = append(got, fmt.Sprintf("%s %s depth %d, child %d, %d children", b.link.Name, name, b.depth, b.place,
			b.children))
	}
	want := "a - depth 0, child 1, 2 children; b 1 depth 1, child 1, 1 children; c 2 depth 2, child 1, 0 children; d " +
		"3 depth 1, child 2, 0 children"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("got %s", s)
	}
}

// TestNumbering checks that joints have the order and the coordinates that they have in a simulation.
func TestNumbering(t *testing.T) {
	for _, name := range models.Names() {
		r, err := models.Robot(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := tree.Build(r)
		if err != nil {
			t.Fatal(err)
		}
		o := newOutline(r)
		var joints []string
		for _, b := range o.branches {
			if b.joint != nil && b.joint.Type != urdf.Fixed {
				joints = append(joints, b.joint.Name)
			}
		}
		if !slices.Equal(joints, m.JointNames()) || o.moving != len(joints) || o.nq != m.NQ() || o.nv != m.NV() {
			t.Errorf("%s: joints %v, %d moving, nq %d, nv %d; want %v, %d, %d", name, joints, o.moving, o.nq, o.nv,
				m.JointNames(), m.NQ(), m.NV())
		}
	}
}

func TestMimicry(t *testing.T) {
	for want, m := range map[string]urdf.Mimic{
		"a":              {Joint: "a", Multiplier: 1},
		"a + 0.5":        {Joint: "a", Multiplier: 1, Offset: 0.5},
		"-2 * a - 1e-06": {Joint: "a", Multiplier: -2, Offset: -1e-6},
		`0 * \x1b`:       {Joint: "\x1b"},
	} {
		if got := mimicry(&m); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestDot reads the graph back: a node for each link, whatever its name, and an edge for each joint.
func TestDot(t *testing.T) {
	names := []string{"plain", `quote"`, `back\`, `\"`, `\N`, "a\\nb", "größe 1", "<b>", "", "graph", "-1", "a\nb",
		"x\x1b[2J", "\xff", `\xff`}
	r := &urdf.Robot{Name: `a "robot"\`}
	for i, name := range names {
		r.Links = append(r.Links, urdf.Link{Name: name})
		if i > 0 {
			r.Joints = append(r.Joints, urdf.Joint{Name: name, Type: urdf.Fixed, Parent: names[i-1], Child: name})
		}
	}
	text := written(newOutline(r).dot)
	file, err := dot.ParseString(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	nodes := map[string]string{}
	edges := 0
	for _, s := range file.Graphs[0].Stmts {
		switch s := s.(type) {
		case *ast.NodeStmt:
			nodes[s.Node.ID] = s.Attrs[0].Val
		case *ast.EdgeStmt:
			edges++
		}
	}
	if len(nodes) != len(names) || edges != len(names)-1 {
		t.Errorf("%d nodes and %d edges of %d links\n%s", len(nodes), edges, len(names), text)
	}
	for _, name := range names {
		if want := `"` + label(name) + `"`; nodes[node(name)] != want {
			t.Errorf("%q has the label %s, want %s", name, nodes[node(name)], want)
		}
	}
	if strings.Contains(text, "\x1b") || !utf8.ValidString(text) {
		t.Errorf("control characters come through: %q", text)
	}
}

// TestDescription checks what a file cannot tell or tells in another form: limits without end, sums too large,
// rotated tensors.
func TestDescription(t *testing.T) {
	inf := math.Inf(1)
	r := chain(2, "l")
	j := &r.Joints[0]
	j.Type, j.Axis = urdf.Revolute, [3]float64{0, 3, 4}
	j.Limit = &urdf.Limit{Lower: math.Inf(-1), Upper: 1, Effort: inf, Velocity: 2, Acceleration: inf, Deceleration: 3,
		Jerk: inf}
	j.Origin.Quaternion = &[4]float64{0, 0, 2, 2}
	for i := range r.Links {
		r.Links[i].Inertial = &urdf.Inertial{Mass: math.MaxFloat64, Inertia: urdf.Inertia{IXX: 1, IXY: 0.5, IYY: 2,
			IZZ: 3}}
	}
	r.Links[1].Inertial.Origin.RPY = [3]float64{0, 0, math.Pi / 2}
	r.Links[0].Inertial.Origin.Quaternion = &[4]float64{1, 0, 0, 1}
	var b bytes.Buffer
	if err := writeJSON(&b, newDescription(newOutline(r)), ""); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Mass  *float64
		Links []struct {
			Inertia map[string]float64
		}
		Joints []struct {
			Axis   []float64
			Origin struct{ RPY []float64 }
			Limit  map[string]float64
		}
	}
	if err := json.Unmarshal(b.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if d.Mass != nil {
		t.Errorf("the mass is %v; expected null, for it is too large", *d.Mass)
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-15 {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	for i, want := range []map[string]float64{
		{"ixx": 1, "ixy": 0, "ixz": 0.5, "iyy": 3, "iyz": 0, "izz": 2},  // a quarter turn about x carries y to z
		{"ixx": 2, "ixy": -0.5, "ixz": 0, "iyy": 1, "iyz": 0, "izz": 3}, // and about z x to y
	} {
		for key, x := range want {
			near(fmt.Sprintf("link %d %s", i, key), d.Links[i].Inertia[key], x)
		}
	}
	joint := d.Joints[0]
	for i, want := range []float64{0, 0.6, 0.8} {
		near("axis", joint.Axis[i], want)
	}
	for i, want := range []float64{0, 0, math.Pi / 2} {
		near("rpy", joint.Origin.RPY[i], want)
	}
	if got := fmt.Sprint(joint.Limit); got != "map[deceleration:3 upper:1 velocity:2]" {
		t.Errorf("limits %s", got)
	}
	cells := fmt.Sprintf("%q", jointCells(j))
	if cells != `["j1" "revolute" "0 0.6 0.8" "-Inf .. 1 rad" "-Inf .. 57.3" "" "2" "" "" ""]` {
		t.Errorf("cells %s", cells)
	}
}

// TestTable checks the alignment of columns.
func TestTable(t *testing.T) {
	long := strings.Repeat("x", roomiest+5)
	tab := &table{columns: []*column{{title: "name"}, {title: "none"}, {title: "number", marker: "."},
		{title: "w", marker: "."}, {title: "last"}},
		rows: [][]string{{"a", "", "1.25", "-10", "z"}, {"größe", "", "100", "0.125", ""}, {"腕", "", "", "1", "z"},
			{long, "", "3", "2", "z"}}}
	pad := strings.Repeat(" ", roomiest)
	want := "name" + pad[4:] + "  number        w  last\n" +
		"a" + pad[1:] + "    1.25  -10      z\n" +
		"größe" + pad[5:] + "  100       0.125\n" +
		"腕" + pad[2:] + "            1      z\n" +
		long + "    3       2      z\n"
	if got := written(tab.write); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
