package tree_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/models/oracle/expect"
	"kinetree/tree"
	"kinetree/urdf"
)

func TestValues(t *testing.T) {
	for _, c := range []struct {
		values tree.Values
		json   string
		text   string
	}{
		{tree.Values{2.5}, "2.5", "2.5"},
		{tree.Values{1, -2, 1e-9}, "[1,-2,1e-9]", "1,-2,1e-09"},
		{tree.Values{math.NaN()}, "null", "NaN"},
		{tree.Values{1, math.Inf(1)}, "[1,null]", "1,+Inf"},
		{tree.Values{}, "[]", ""},
	} {
		got, err := json.Marshal(c.values)
		if err != nil || string(got) != c.json || c.values.String() != c.text {
			t.Errorf("%s, %s, %v; want %s, %s", got, c.values, err, c.json, c.text)
		}
		if strings.Contains(c.json, "null") {
			continue
		}
		var back tree.Values
		if err := json.Unmarshal(got, &back); err != nil || !floats.Equal(back, c.values) {
			t.Errorf("%s is read as %v, %v", got, back, err)
		}
	}
	var v tree.Values
	if err := json.Unmarshal([]byte(`"a"`), &v); err == nil || !strings.Contains(err.Error(),
		"expected a number or an array") {
		t.Errorf("a text: %v", err)
	}
}

func TestNormalize(t *testing.T) {
	for _, scale := range []float64{1, 5e-324 * 1e10, 1e-200, 1e200, math.MaxFloat64} {
		q := []float64{0, scale, 0, -scale}
		if !tree.NormalizeQuaternion(q) || math.Abs(q[1]-math.Sqrt(0.5)) > 1e-15 ||
			math.Abs(q[3]+math.Sqrt(0.5)) > 1e-15 {
			t.Errorf("scale %v: %v", scale, q)
		}
	}
	unit := []float64{0, 0, 0, 1}
	if !tree.NormalizeQuaternion(unit) || unit[3] != 1 {
		t.Errorf("got %v", unit)
	}
	for _, bad := range [][]float64{{0, 0, 0, 0}, {math.NaN(), 0, 0, 1}, {0, 0, math.Inf(-1), 1}} {
		if tree.NormalizeQuaternion(bad) {
			t.Errorf("there is a unit quaternion %v", bad)
		}
	}
}

// robot has a joint of each kind that descriptions know, and one that follows.
func robot(t *testing.T, opts ...tree.Option) *tree.Model {
	t.Helper()
	r := &urdf.Robot{Name: "r", Links: []urdf.Link{{Name: "0"}, {Name: "1"}, {Name: "2"}, {Name: "3"}, {Name: "4"}},
		Joints: []urdf.Joint{
			{Name: "base", Type: urdf.Continuous, Parent: "0", Child: "1", Axis: [3]float64{0, 0, 1}},
			{Name: "p", Type: urdf.Planar, Parent: "1", Child: "2", Axis: [3]float64{0, 0, 1}},
			{Name: "f", Type: urdf.Floating, Parent: "2", Child: "3"},
			{Name: "m", Type: urdf.Prismatic, Parent: "3", Child: "4", Axis: [3]float64{0, 0, 1},
				Mimic: &urdf.Mimic{Joint: "base", Multiplier: 2, Offset: 0.5}}}}
	return expect.Model(t, r, opts...)
}

func TestSet(t *testing.T) {
	m := robot(t)
	for _, c := range []struct {
		joint string
		what  tree.Quantity
		given []float64
		want  string // the error, or the vector
	}{
		{"base", tree.Position, []float64{3}, "[3 0 0 0 0 0 0 0 0 0 1]"},
		{"base", tree.Position, nil, "0 numbers; expected 1"},
		{"p", tree.Position, []float64{1, 2, 3}, "[0 1 2 3 0 0 0 0 0 0 1]"},
		{"p", tree.Position, []float64{1}, "1 number; expected 3: along the x and y of the plane and about its normal"},
		{"p", tree.Acceleration, []float64{1, 2, 3}, "[0 1 2 3 0 0 0 0 0 0]"},
		{"f", tree.Position, []float64{1, 2, 3, 0, -2, 0, 0}, "[0 0 0 0 1 2 3 0 -1 0 0]"},
		{"f", tree.Position, []float64{1, 2, 3, 0, 0, 0, 0},
			"the quaternion is 0,0,0,0; expected x,y,z,w that are not all 0"},
		{"f", tree.Position, make([]float64, 6), "6 numbers; expected 7: x, y, z and a quaternion x, y, z, w"},
		{"f", tree.Velocity, []float64{1, 2, 3, 4, 5, 6}, "[0 0 0 0 1 2 3 4 5 6]"},
		{"f", tree.Velocity, make([]float64, 7), "7 numbers; expected 6: linear x, y, z and angular x, y, z"},
		{"m", tree.Position, []float64{0.5 + 1e-12}, "[0 0 0 0 0 0 0 0 0 0 1]"},
		{"m", tree.Position, []float64{0},
			`the joint mimics "base", so its position is 0.5, not 0; set that of "base" and leave this one out`},
		{"m", tree.Velocity, []float64{0}, "[0 0 0 0 0 0 0 0 0 0]"},
		{"m", tree.Velocity, []float64{math.NaN()},
			`the joint mimics "base", so its velocity is 0, not NaN; set that of "base" and leave this one out`},
	} {
		x := m.Neutral()
		if c.what != tree.Position {
			x = make([]float64, m.NV())
		}
		k, _ := m.Joint(c.joint)
		got := ""
		if err := m.SetJoint(x, k, c.what, c.given); err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(x)
		}
		if got != c.want {
			t.Errorf("%s %s %v: got %s, want %s", c.joint, c.what, c.given, got, c.want)
		}
	}
}

func TestShapeOfSpherical(t *testing.T) {
	m := robot(t, tree.WithJoint("f", tree.SphericalJoint()))
	k, _ := m.Joint("f")
	if err := m.SetJoint(m.Neutral(), k, tree.Position, nil); err == nil ||
		err.Error() != "0 numbers; expected 4: a quaternion x, y, z, w" {
		t.Errorf("got %v", err)
	}
}

func TestAppend(t *testing.T) {
	m := robot(t)
	q, v := m.Neutral(), make([]float64, m.NV())
	q[0], v[0], q[2], v[9] = 4, 3, 7, 8
	joints := m.Joints()
	got := fmt.Sprint(joints[3].AppendPosition(nil, q), joints[3].AppendRate(nil, v),
		joints[1].AppendPosition(nil, q), joints[2].AppendRate(nil, v))
	if got != "[8.5] [6] [0 7 0] [0 0 0 0 0 8]" {
		t.Errorf("got %s", got)
	}
}

func TestBase(t *testing.T) {
	if name := robot(t, tree.WithFloatingBase()).BaseName(); name != "floating_base" {
		t.Errorf("beside a joint base the base is called %s", name)
	}
	q, v := make([]float64, 7), make([]float64, 6)
	q[6] = 1
	for _, err := range []error{tree.SetBasePosition(q, []float64{1, 2, 3}),
		tree.SetBaseVelocity(v, []float64{4, 5, 6})} {
		if err != nil {
			t.Error(err)
		}
	}
	if fmt.Sprint(q, v) != "[1 2 3 0 0 0 1] [4 5 6 0 0 0]" {
		t.Errorf("got %v, %v", q, v)
	}
	if err := tree.SetBasePosition(q, []float64{1, 2, 3, 0, 0, 3, 4}); err != nil || q[6] != 0.8 {
		t.Errorf("got %v, %v", q, err)
	}
	if tree.SetBasePosition(q, make([]float64, 7)) == nil || tree.SetBasePosition(q, nil) == nil ||
		tree.SetBaseVelocity(v, make([]float64, 7)) == nil {
		t.Error("wrong numbers are taken")
	}
}
