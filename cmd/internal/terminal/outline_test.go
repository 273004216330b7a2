package terminal

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"

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
		"check": func(out *bufio.Writer) { LinkTree(out, r) },
		"info":  func(out *bufio.Writer) { Outline(out, urdf.NewOutline(r)) },
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
	if got := written(func(out *bufio.Writer) { Outline(out, urdf.NewOutline(long)) }); len(got) > 1000*1300+1e6 {
		t.Errorf("a name of a million letters makes %d bytes of the tree", len(got))
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
	text := written(func(out *bufio.Writer) { Dot(out, urdf.NewOutline(r)) })
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

// TestEndlessLimits checks how limits are shown of which some are infinite.
func TestEndlessLimits(t *testing.T) {
	inf := math.Inf(1)
	j := &urdf.Joint{Name: "j1", Type: urdf.Revolute, Axis: [3]float64{0, 3, 4},
		Limit: &urdf.Limit{Lower: math.Inf(-1), Upper: 1, Effort: inf, Velocity: 2}}
	cells := fmt.Sprintf("%q", jointCells(j))
	if cells != `["j1" "revolute" "0 0.6 0.8" "-Inf .. 1 rad" "-Inf .. 57.3" "" "2" "" "" ""]` {
		t.Errorf("cells %s", cells)
	}
}
