package tree_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinetree/control/loop"
	"kinetree/tree"
	"kinetree/urdf"
)

// mixed returns a robot whose base floats, with a joint y that follows x, z that follows y, and a planar joint p.
func mixed(t *testing.T) *tree.Model {
	t.Helper()
	joint := func(name string, kind urdf.JointType, child string) urdf.Joint {
		return urdf.Joint{Name: name, Type: kind, Parent: "0", Child: child, Axis: [3]float64{0, 0, 1}}
	}
	y, z := joint("y", urdf.Continuous, "1"), joint("z", urdf.Continuous, "4")
	y.Mimic, z.Mimic = &urdf.Mimic{Joint: "x", Multiplier: -2}, &urdf.Mimic{Joint: "y", Multiplier: 3}
	m, err := tree.Build(&urdf.Robot{Name: "mixed", Links: []urdf.Link{{Name: "0"}, {Name: "1"}, {Name: "2"},
		{Name: "3"}, {Name: "4"}},
		Joints: []urdf.Joint{y, joint("x", urdf.Continuous, "2"), joint("p", urdf.Planar, "3"), z}},
		tree.WithFloatingBase())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestEffortLayout checks where efforts stand, and that those of followers act on the joint at the end of their chain.
func TestEffortLayout(t *testing.T) {
	m := mixed(t)
	l := m.EffortLayout()
	var index []int
	for k := range m.Joints() {
		index = append(index, l.Index(k))
	}
	// Six of the base, x, three of p; behind them y and z.
	if l.Len() != 12 || !slices.Equal(index, []int{10, 6, 7, 11}) {
		t.Errorf("%d efforts, indices %v", l.Len(), index)
	}
	tau := []float64{0, 0, 0, 0, 0, 0, 100, 1, 2, 3, 10, 1}
	if got := l.Generalized(tau); !slices.Equal(got, []float64{0, 0, 0, 0, 0, 0, 100 - 2*10 - 6*1, 1, 2, 3}) {
		t.Errorf("generalized efforts %v", got)
	}
	if n := testing.AllocsPerRun(10, func() { l.Generalized(tau) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestReadCoordinates reads columns of followers and of joints with several coordinates, and passes over the rest of
// a log.
func TestReadCoordinates(t *testing.T) {
	m := mixed(t)
	const header = "time,z,p[2]/effort,x,p[0],base/position/x,base/angular_velocity/z,p[1]/velocity,p[2]/position"
	table, err := loop.ReadEffortTable(strings.NewReader(header+"\n0,1,2,3,4,5,6,7,8\n"), "e.csv", m)
	if err != nil || fmt.Sprint(table.Columns, table.Rows, len(table.Unused)) != "[11 9 6 7] [[1 2 3 4]] 4" {
		t.Errorf("got %+v, %v", table, err)
	}
	for text, want := range map[string]string{
		"time,p\n": `the column "p" is no joint of mixed; expected time, JOINT or JOINT/effort with ` +
			`one of the joints y, x, p[0], p[1], p[2], z`,
		"time,p[1],p[1]/effort": `a second column for joint "p[1]"; keep one`,
		"time,base/effort\n":    `the column "base/effort" is no joint`,
	} {
		if _, err := loop.ReadEffortTable(strings.NewReader(text), "e.csv", m); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", text, err)
		}
	}
}
