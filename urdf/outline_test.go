package urdf_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/urdf"
)

// TestOrder checks that links and joints come depth first, siblings in file order of their joints.
func TestOrder(t *testing.T) {
	r := &urdf.Robot{Links: []urdf.Link{{Name: "d"}, {Name: "c"}, {Name: "b"}, {Name: "a"}}, Joints: []urdf.Joint{
		{Name: "2", Type: urdf.Fixed, Parent: "b", Child: "c"},
		{Name: "1", Type: urdf.Fixed, Parent: "a", Child: "b"},
		{Name: "3", Type: urdf.Fixed, Parent: "a", Child: "d"},
	}}
	var got []string
	for _, b := range urdf.NewOutline(r).Branches {
		name := "-"
		if b.Joint != nil {
			name = b.Joint.Name
		}
		got = append(got, fmt.Sprintf("%s %s depth %d, child %d, %d children", b.Link.Name, name, b.Depth, b.Place,
			b.Children))
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
		m := expect.Model(t, r)
		o := urdf.NewOutline(r)
		var joints []string
		for _, b := range o.Branches {
			if b.Joint != nil && b.Joint.Type != urdf.Fixed {
				joints = append(joints, b.Joint.Name)
			}
		}
		if !slices.Equal(joints, m.JointNames()) || o.Moving != len(joints) || o.NQ != m.NQ() || o.NV != m.NV() {
			t.Errorf("%s: joints %v, %d moving, nq %d, nv %d; want %v, %d, %d", name, joints, o.Moving, o.NQ, o.NV,
				m.JointNames(), m.NQ(), m.NV())
		}
	}
}

// TestOutlineJSON checks what a file cannot tell or tells in another form: limits without end, sums too large,
// rotated tensors.
func TestOutlineJSON(t *testing.T) {
	inf := math.Inf(1)
	r := &urdf.Robot{Name: "r", Links: []urdf.Link{{Name: "l0"}, {Name: "l1"}},
		Joints: []urdf.Joint{{Name: "j1", Parent: "l0", Child: "l1"}}}
	j := &r.Joints[0]
	j.Type, j.Axis = urdf.Revolute, [3]float64{0, 3, 4}
	j.Limit = &urdf.Limit{Lower: math.Inf(-1), Upper: 1, Effort: inf, Velocity: 2, Acceleration: inf, Deceleration: 3,
		Jerk: inf}
	j.Origin.Quaternion = &[4]float64{0, 0, 2, 2}
	for i := range r.Links {
		r.Links[i].Inertial = &urdf.Inertial{Mass: math.MaxFloat64, Inertia: urdf.Tensor{IXX: 1, IXY: 0.5, IYY: 2,
			IZZ: 3}}
	}
	r.Links[1].Inertial.Origin.RPY = [3]float64{0, 0, math.Pi / 2}
	r.Links[0].Inertial.Origin.Quaternion = &[4]float64{1, 0, 0, 1}
	text, err := json.Marshal(urdf.NewOutline(r))
	if err != nil {
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
	if err := json.Unmarshal(text, &d); err != nil {
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
}
