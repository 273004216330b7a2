package urdf_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/spatial"
	"kinetree/urdf"
)

const edited = `<robot name="r">
<link name="a"/>
<link name="b"><inertial><origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/><mass value="2"/>
  <inertia ixx="0.3" ixy="0.01" ixz="0.02" iyy="0.4" iyz="0.03" izz="0.5"/></inertial></link>
<link name="c"><inertial><mass value="0"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="turn" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="2" effort="5" velocity="6"/><dynamics damping="0.5" friction="0.25"/></joint>
<joint name="weld" type="fixed"><parent link="b"/><child link="c"/></joint></robot>`

func parsed(t *testing.T, text string) *urdf.Robot {
	t.Helper()
	r, diags := urdf.Parse(strings.NewReader(text), "")
	if r == nil {
		t.Fatal(diags)
	}
	return r
}

// TestEditsLeaveTheOriginal alters all that can be altered of a clone.
func TestEditsLeaveTheOriginal(t *testing.T) {
	r, again := parsed(t, edited), parsed(t, edited)
	c := r.Clone()
	link, errLink := c.Link("b")
	joint, errJoint := c.Joint("turn")
	err := errors.Join(errLink, errJoint)
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(link.SetInertia(3, urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}), link.SetMass(6),
		link.SetCOM([3]float64{1, 2, 3}), link.Stretch([3]float64{1, 2, 3}), link.AddPayload(1, [3]float64{1, 0, 0}),
		joint.SetDamping(7), joint.SetFriction(8), joint.SetRange(-3, 4), joint.SetEffortLimit(9),
		joint.SetOriginXYZ([3]float64{1, 1, 1}), joint.SetOriginRPY([3]float64{2, 2, 2}))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(r, again) {
		t.Error("the original has changed")
	}
	if d := joint.Dynamics; d.Damping != 7 || d.Friction != 8 {
		t.Errorf("dynamics %+v", d)
	}
	if l := joint.Limit; l.Lower != -3 || l.Upper != 4 || l.Effort != 9 || l.Velocity != 6 {
		t.Errorf("limit %+v", l)
	}
	if joint.Origin.XYZ != [3]float64{1, 1, 1} || joint.Origin.RPY != [3]float64{2, 2, 2} {
		t.Errorf("origin %+v", joint.Origin)
	}
	if link.Inertial.Mass != 7 {
		t.Errorf("mass %v", link.Inertial.Mass)
	}
}

// TestSetMass checks that a body keeps its form: its tensor over its mass.
func TestSetMass(t *testing.T) {
	r := parsed(t, edited)
	l, _ := r.Link("b")
	if err := l.SetMass(5); err != nil {
		t.Fatal(err)
	}
	got := l.Inertial.Inertia.Array()
	for i, x := range [6]float64{0.3, 0.01, 0.02, 0.4, 0.03, 0.5} {
		if math.Abs(got[i]-2.5*x) > 1e-15 { // a rounding or two
			t.Errorf("entry %d is %v, want %v", i, got[i], 2.5*x)
		}
	}
}

// TestPayload compares a link and a payload with the sum of their spatial inertias.
func TestPayload(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-1, 1)
		vector := func(name string) (p [3]float64) {
			for i := range p {
				p[i] = number.Draw(t, name)
			}
			return p
		}
		mass, at := rapid.Float64Range(0, 10).Draw(t, "payload"), vector("at")
		l := urdf.Link{Inertial: &urdf.Inertial{Mass: rapid.Float64Range(0, 10).Draw(t, "mass"),
			Origin:  urdf.Pose{XYZ: vector("xyz"), RPY: vector("rpy")},
			Inertia: urdf.Tensor{IXX: 0.3, IXY: 0.01, IXZ: 0.02, IYY: 0.4, IYZ: 0.03, IZZ: 0.5}}}
		if rapid.Bool().Draw(t, "bare") {
			l.Inertial = nil
		}
		var want spatial.Inertia
		if l.Inertial != nil {
			want = l.Inertial.Spatial()
		}
		point := spatial.NewInertia(mass, at, spatial.Sym3{})
		want.Add(&point)
		if err := l.AddPayload(mass, at); err != nil {
			t.Fatal(err)
		}
		var got spatial.Inertia
		if l.Inertial != nil {
			got = l.Inertial.Spatial()
		}
		// Sums of a dozen terms up to 20 kg m².
		const limit = 1e-13
		near := math.Abs(got.M-want.M) < limit && got.MC.Sub(want.MC).Len() < limit
		for i := range got.I {
			near = near && math.Abs(got.I[i]-want.I[i]) < limit
		}
		if !near {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	})
}

func TestRefusedEdits(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	turn := func(edit func(*urdf.Joint) error) func(*urdf.Robot) error {
		return func(r *urdf.Robot) error { j, _ := r.Joint("turn"); return edit(j) }
	}
	weld := func(edit func(*urdf.Joint) error) func(*urdf.Robot) error {
		return func(r *urdf.Robot) error { j, _ := r.Joint("weld"); return edit(j) }
	}
	link := func(name string, edit func(*urdf.Link) error) func(*urdf.Robot) error {
		return func(r *urdf.Robot) error { l, _ := r.Link(name); return edit(l) }
	}
	for want, edit := range map[string]func(*urdf.Robot) error{
		"mass: -1 kg; expected 0 or more":   link("b", func(l *urdf.Link) error { return l.SetMass(-1) }),
		"mass: NaN kg; expected 0 or more":  link("b", func(l *urdf.Link) error { return l.SetMass(nan) }),
		"mass: the link has an inertia and": link("c", func(l *urdf.Link) error { return l.SetMass(1) }),
		"mass: +Inf kg": link("b",
			func(l *urdf.Link) error { return l.SetInertia(inf, urdf.Tensor{}) }),
		"inertia: [-1 0 0 1 0 1]: no body has": link("b", func(l *urdf.Link) error {
			return l.SetInertia(1, urdf.Tensor{IXX: -1, IYY: 1, IZZ: 1})
		}),
		"inertia: [1 0 0 1 0 2.1]: no body has": link("b", func(l *urdf.Link) error {
			return l.SetInertia(1, urdf.Tensor{IXX: 1, IYY: 1, IZZ: 2.1})
		}),
		"inertia: [NaN 0 0 0 0 0]: no body has": link("b", func(l *urdf.Link) error {
			return l.SetInertia(1, urdf.Tensor{IXX: nan})
		}),
		"com: [0 +Inf 0]; expected": link("b", func(l *urdf.Link) error { return l.SetCOM([3]float64{0, inf, 0}) }),
		"stretch: [1 0 1]; expected three positive factors": link("b", func(l *urdf.Link) error {
			return l.Stretch([3]float64{1, 0, 1})
		}),
		"payload: a mass of -1 kg at [0 0 0]": link("a", func(l *urdf.Link) error {
			return l.AddPayload(-1, [3]float64{})
		}),
		"damping: -1; expected 0 or more":                turn(func(j *urdf.Joint) error { return j.SetDamping(-1) }),
		"friction: +Inf; expected 0 or more":             turn(func(j *urdf.Joint) error { return j.SetFriction(inf) }),
		"damping: the joint is fixed":                    weld(func(j *urdf.Joint) error { return j.SetDamping(1) }),
		"lower: 3 is above the upper limit 2; expected":  turn(func(j *urdf.Joint) error { return j.SetRange(3, 2) }),
		"lower: the range is NaN to 1; expected numbers": turn(func(j *urdf.Joint) error { return j.SetRange(nan, 1) }),
		"lower: a fixed joint has no range":              weld(func(j *urdf.Joint) error { return j.SetRange(0, 1) }),
		"effort_limit: -2; expected 0 or more": turn(func(j *urdf.Joint) error {
			return j.SetEffortLimit(-2)
		}),
		"effort_limit: a fixed joint has none": weld(func(j *urdf.Joint) error {
			return j.SetEffortLimit(1)
		}),
		"origin.xyz: [NaN 0 0]; expected": turn(func(j *urdf.Joint) error {
			return j.SetOriginXYZ([3]float64{nan})
		}),
		"origin.rpy: [+Inf 0 0]; expected": turn(func(j *urdf.Joint) error {
			return j.SetOriginRPY([3]float64{inf})
		}),
	} {
		r := parsed(t, edited)
		err := edit(r)
		var e *urdf.EditError
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if !reflect.DeepEqual(r, parsed(t, edited)) {
			t.Errorf("%s: the robot has changed nevertheless", want)
		}
	}
}

// TestOneJudge checks that an edit takes the tensors that a file may have without a warning, and no others.
func TestOneJudge(t *testing.T) {
	for _, c := range []struct {
		tensor urdf.Tensor
		want   bool
	}{
		{urdf.Tensor{IXX: 1, IYY: 1, IZZ: 2}, true},                     // a plate
		{urdf.Tensor{IXX: 1, IYY: 1, IZZ: 2.000001}, true},              // one of six digits
		{urdf.Tensor{IXX: 1, IYY: 1, IZZ: 2.00001}, false},              // none
		{urdf.Tensor{IXX: 1, IYY: 1, IZZ: -0.9e-9}, true},               // a rod, rounded
		{urdf.Tensor{IXX: 1, IYY: 1, IZZ: -1e-8}, false},                // none
		{urdf.Tensor{IXX: -0.9e-12}, true},                              // a point of 1 kg, rounded
		{urdf.Tensor{IXX: 1.5, IXY: 0.5, IYY: 1.5, IZZ: 1}, true},       // a plate, turned
		{urdf.Tensor{IXX: 1, IXY: 1.001, IYY: 1, IZZ: 1}, false},        // by its products
		{urdf.Tensor{IXX: 1e300, IYY: 1e300, IZZ: 2e300}, true},         // at the end of the range of numbers
		{urdf.Tensor{IXX: 1e-300, IYY: 1e-300, IZZ: 2.1e-300}, true},    // rounding beside the mass
		{urdf.Tensor{IXX: 1e300, IYY: 1e300, IZZ: 2.1e300}, false},      // none
		{urdf.Tensor{IXX: 0.2, IYY: 0.2, IZZ: 0.2, IYZ: -0.300}, false}, // by its products
	} {
		var l urdf.Link
		err := l.SetInertia(1, c.tensor)
		r := urdf.Robot{Name: "r",
			Links: []urdf.Link{{Name: "a", Inertial: &urdf.Inertial{Mass: 1, Inertia: c.tensor}}}}
		diags := r.Check()
		passes := !slices.ContainsFunc(diags, func(d urdf.Diagnostic) bool {
			return d.Code == "triangle" || d.Code == "indefinite"
		})
		if (err == nil) != c.want || passes != c.want {
			t.Errorf("%+v: edit %v, check %v, want it possible: %v", c.tensor, err, diags, c.want)
		}
	}
}

func TestMissingParts(t *testing.T) {
	r := parsed(t, edited)
	_, errLink := r.Link("d")
	_, errJoint := r.Joint("turm")
	_, errMoving := r.MovingJoint("weld")
	for want, err := range map[string]error{
		`the robot r has no link "d"; its links are a, b, c`:                                errLink,
		`the robot r has no joint "turm" (did you mean "turn"?); its joints are turn, weld`: errJoint,
		`joint "weld" of the robot r is fixed; expected one that moves: turn`:               errMoving,
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestRange checks the limits of joints of all kinds, and that a continuous joint becomes one with limits.
func TestRange(t *testing.T) {
	j := urdf.Joint{Type: urdf.Continuous, Limit: &urdf.Limit{Lower: 1, Upper: 2, Velocity: 3}}
	if lower, upper := j.Range(); !math.IsInf(lower, -1) || !math.IsInf(upper, 1) {
		t.Errorf("a continuous joint from %v to %v", lower, upper)
	}
	if err := j.SetRange(math.Inf(-1), 4); err != nil || j.Type != urdf.Revolute || j.Limit.Velocity != 3 {
		t.Errorf("%+v, %v", j, err)
	}
	if lower, upper := j.Range(); !math.IsInf(lower, -1) || upper != 4 {
		t.Errorf("from %v to %v", lower, upper)
	}
	free := urdf.Joint{Type: urdf.Prismatic}
	if err := free.SetEffortLimit(7); err != nil || free.Limit.Effort != 7 || !math.IsInf(free.Limit.Velocity, 1) {
		t.Errorf("%+v, %v", free.Limit, err)
	}
	if lower, upper := free.Range(); !math.IsInf(lower, -1) || !math.IsInf(upper, 1) {
		t.Errorf("from %v to %v", lower, upper)
	}
}
