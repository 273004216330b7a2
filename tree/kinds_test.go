package tree_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestLayout checks the numbering and the layout of a robot with all kinds, worked out by hand.
func TestLayout(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	if !m.Floating() || !m.Coupled() || m.NQ() != 41 || m.NV() != 28 || len(m.Bodies()) != 17 {
		t.Fatalf("floating %v, coupled %v, nq %d, nv %d, %d bodies", m.Floating(), m.Coupled(), m.NQ(), m.NV(),
			len(m.Bodies()))
	}
	for k, want := range []struct {
		name              string
		body, predecessor int
		q, nq, v, nv      int
		leader            int
		ratio, offset     float64
	}{
		{"spherical", 2, 1, 7, 4, 6, 3, -1, 1, 0},
		{"revolute", 3, 2, 11, 1, 9, 1, -1, 1, 0},
		{"follower", 4, 3, 11, 1, 9, 1, 1, -0.5, 0.1},
		{"planar", 7, 4, 12, 3, 10, 3, -1, 1, 0},
		{"floating", 8, 1, 15, 7, 13, 6, -1, 1, 0},
		{"universal", 10, 8, 22, 2, 19, 2, -1, 1, 0},
		{"cylindrical", 12, 10, 24, 2, 21, 2, -1, 1, 0},
		{"screw", 13, 1, 26, 7, 23, 1, -1, 1, 0},
		{"custom", 14, 13, 33, 7, 24, 3, -1, 1, 0},
		{"chained", 15, 14, 11, 1, 9, 1, 1, -1, 2*0.1 - 0.3},
		{"prismatic", 16, 1, 40, 1, 27, 1, -1, 1, 0},
	} {
		j := m.Joints()[k]
		if j.Name != want.name || j.Body != want.body || j.Q != want.q || j.NQ != want.nq || j.V != want.v ||
			j.NV != want.nv ||
			j.Leader != want.leader || j.Ratio != want.ratio || math.Abs(j.Offset-want.offset) > 1e-16 {
			t.Errorf("joint %d is %+v, want %+v", k, j, want)
		}
		if p, s := m.Predecessor(k), m.Successor(k); p != want.predecessor || s != want.body {
			t.Errorf("joint %s leads from %d to %d, want from %d to %d", j.Name, p, s, want.predecessor, want.body)
		}
		for i := want.body; m.Parent(i) != want.predecessor; i = m.Parent(i) { // the bodies of a chain
			if m.JointName(m.Parent(i)) != j.Name {
				t.Errorf("body %d is moved by %q, want %q", m.Parent(i), m.JointName(m.Parent(i)), j.Name)
			}
		}
		for v := j.V; v < j.V+j.NV; v++ {
			name := want.name
			if j.Leader >= 0 {
				name = "revolute"
			}
			if got := m.RateName(v); got != name {
				t.Errorf("rate %d is called %q, want %q", v, got, name)
			}
		}
	}
	if m.JointName(1) != "base" || m.RateName(0) != "base" || m.RateName(5) != "base" {
		t.Errorf("the base is called %q, %q, %q", m.JointName(1), m.RateName(0), m.RateName(5))
	}
	neutral := make([]float64, 41)
	for _, w := range []int{6, 10, 21, 32, 39} {
		neutral[w] = 1
	}
	if !slices.Equal(m.Neutral(), neutral) {
		t.Errorf("neutral position %v, want %v", m.Neutral(), neutral)
	}
	// Free of mimicry, the followers have coordinates of their own.
	free := expect.Model(t, r, append(opts, tree.IgnoreMimic())...)
	if free.Coupled() || free.NQ() != 43 || free.NV() != 30 || free.Joints()[2].Leader != -1 ||
		free.Joints()[2].Q != 12 || free.Joints()[2].Ratio != 1 ||
		free.Joints()[9].Offset != 0 {
		t.Errorf("without mimicry: nq %d, nv %d, follower %+v", free.NQ(), free.NV(), free.Joints()[2])
	}
}

// TestComponents compares the components of a force along all columns of a joint with those along each.
func TestComponents(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	f := spatial.Force{Ang: mgl64.Vec3{1, 2, 3}, Lin: mgl64.Vec3{5, 7, 11}}
	for i := range m.Bodies()[1:] {
		b := &m.Bodies()[1+i]
		got := make([]float64, len(b.S))
		b.Components(got, &f)
		for k := range got {
			if want := b.Component(&f, k); got[k] != want {
				t.Errorf("body %d, column %d: %v, want %v", 1+i, k, got[k], want)
			}
		}
	}
}

// TestGivenKind checks that the limits and the mimicry of the description are not used for a joint of another kind,
// while its friction is.
func TestGivenKind(t *testing.T) {
	r := &urdf.Robot{Name: "two", Links: []urdf.Link{{Name: "a"}, {Name: "b"}, {Name: "c"}}, Joints: []urdf.Joint{
		{Name: "j0", Type: urdf.Revolute, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1},
			Limit: &urdf.Limit{Lower: -1, Upper: 1, Effort: 2, Velocity: 3}},
		{Name: "j1", Type: urdf.Prismatic, Parent: "b", Child: "c", Axis: [3]float64{0, 0, 1},
			Limit: &urdf.Limit{Lower: -1, Upper: 1, Effort: 2, Velocity: 3},
			Mimic: &urdf.Mimic{Joint: "j0", Multiplier: 2}, Dynamics: &urdf.Dynamics{Damping: 7, Friction: 8}},
	}}
	inf := math.Inf(1)
	// The joint that j1 would follow is given a kind, too, which is no fault as it does not follow.
	for _, opts := range [][]tree.Option{nil, {tree.WithJoint("j0", tree.SphericalJoint())}} {
		m := expect.Model(t, r, append(opts,
			tree.WithJoint("j1", tree.UniversalJoint(mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, 1, 0})))...)
		j := m.Joints()[1]
		if j.Leader != -1 || j.NQ != 2 || j.Lower != -inf || j.Upper != inf || j.Effort != inf || j.Velocity != inf ||
			j.Damping != 7 || j.Friction != 8 {
			t.Errorf("joint %+v", j)
		}
	}
	// The last kind given counts.
	m := expect.Model(t, r, tree.IgnoreMimic(), tree.WithJoint("j0", tree.SphericalJoint()),
		tree.WithJoint("j0", tree.CylindricalJoint(mgl64.Vec3{0, 0, 1})))
	if j := m.Joints()[0]; j.NQ != 2 {
		t.Errorf("joint %+v", j)
	}
}

// TestWrongKinds checks what is said of kinds that no joint can have.
func TestWrongKinds(t *testing.T) {
	r, _ := randrobot.AllKinds()
	one := spatial.Motion{Ang: mgl64.Vec3{1, 2, 3}, Lin: mgl64.Vec3{4, 5, 6}}
	twice := spatial.Motion{Ang: mgl64.Vec3{-2, -4, -6}, Lin: mgl64.Vec3{-8, -10, -12}}
	var seven []spatial.Motion
	for k := range 7 {
		c := randrobot.Vector(uint64(k), 6)
		seven = append(seven, spatial.Motion{Ang: mgl64.Vec3(c[:3]), Lin: mgl64.Vec3(c[3:])})
	}
	const named = `robot/joint[@name="universal"]: `
	const dependent = "the columns of the motion subspace are not independent; expected independent ones"
	z := mgl64.Vec3{0, 0, 1}
	for what, c := range map[string]struct {
		joint string
		kind  tree.JointKind
		want  string
	}{
		"unknown joint": {"universel", tree.SphericalJoint(),
			`robot/joint[@name="universel"]: there is no joint of this name; expected one of chained, custom, `},
		"no column": {"universal", tree.CustomJoint(),
			named + "the motion subspace has 0 columns; expected 1 to 6"},
		"seven columns": {"universal", tree.CustomJoint(seven...),
			named + "the motion subspace has 7 columns; expected 1 to 6"},
		"dependent columns": {"universal", tree.CustomJoint(one, twice), named + dependent},
		"column of zeros":   {"universal", tree.CustomJoint(spatial.Motion{}), named + dependent},
		"NaN": {"universal", tree.CustomJoint(spatial.Motion{Ang: mgl64.Vec3{math.NaN(), 0, 1}}),
			named + dependent},
		"infinite": {"universal", tree.CustomJoint(spatial.Motion{Lin: mgl64.Vec3{0, math.Inf(1), 1}}),
			named + dependent},
		"first axis zero": {"universal", tree.UniversalJoint(mgl64.Vec3{}, z),
			named + "the axis [0 0 0] has no direction; expected three numbers, not all 0"},
		"second axis zero": {"universal", tree.UniversalJoint(z, mgl64.Vec3{}),
			named + "the axis [0 0 0] has no direction"},
		"NaN axis": {"universal", tree.CylindricalJoint(mgl64.Vec3{0, math.NaN(), 1}),
			named + "the axis [0 NaN 1] has no direction"},
		"infinite axis": {"universal", tree.CylindricalJoint(mgl64.Vec3{0, math.Inf(-1), 1}),
			named + "the axis [0 -Inf 1] has no direction"},
		"zero normal": {"universal", tree.PlanarJoint(mgl64.Vec3{}), named + "the axis [0 0 0] has no direction"},
		"leader of a mimic": {"revolute", tree.SphericalJoint(), `robot/joint[@name="follower"]/mimic@joint: ` +
			`joint "revolute" is given several coordinates; expected a joint with one`},
		"middle of a chain": {"follower", tree.CylindricalJoint(z),
			`robot/joint[@name="chained"]/mimic@joint: joint "follower" is given several coordinates`},
		"nearly independent": {"universal",
			tree.CustomJoint(one, spatial.Motion{Ang: mgl64.Vec3{1, 2, 3 + 1e-14}, Lin: one.Lin}), named + dependent},
	} {
		_, err := tree.Build(r, tree.WithJoint(c.joint, c.kind))
		var diags urdf.Diagnostics
		if !errors.As(err, &diags) || len(diags) != 1 || diags[0].Code != "joint-kind" ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", what, err, c.want)
		}
	}
	// All faults are named.
	_, err := tree.Build(r, tree.WithJoint("a", tree.SphericalJoint()), tree.WithJoint("b", tree.SphericalJoint()),
		tree.WithJoint("revolute", tree.CustomJoint()))
	if diags, ok := err.(urdf.Diagnostics); !ok || len(diags) != 4 {
		t.Errorf("four faults: %v", err)
	}
	// What a follower would follow does not matter if it does not.
	if _, err := tree.Build(r, tree.WithJoint("revolute", tree.SphericalJoint()), tree.IgnoreMimic()); err != nil {
		t.Error(err)
	}
}

// pair returns a robot of one joint at a random origin, and the origin.
func pair(seed uint64) (*urdf.Robot, textbook.Mat3, textbook.Vec3) {
	r := randrobot.New(seed, 1)
	j := r.Joints[0]
	for _, k := range r.Joints {
		if k.Name == "j0" {
			j = k
		}
	}
	j.Parent, j.Child, j.Type = "a", "b", urdf.Fixed
	o := j.Origin
	return &urdf.Robot{Name: "pair", Links: []urdf.Link{{Name: "a"}, {Name: "b"}}, Joints: []urdf.Joint{j}},
		textbook.Rotation(o.RPY[0], o.RPY[1], o.RPY[2]), textbook.Vec3(o.XYZ)
}

// unit returns v divided by its length.
func unit(v mgl64.Vec3) textbook.Vec3 { return textbook.Vec3(v.Normalize()) }

// scaled returns s v.
func scaled(s float64, v textbook.Vec3) textbook.Vec3 {
	return textbook.Vec3{s * v[0], s * v[1], s * v[2]}
}

// column returns a column of a matrix.
func column(m mgl64.Mat3, k int) textbook.Vec3 { return textbook.Vec3(m.Col(k)) }

// ofQuaternion returns the rotation of x, y, z, w about its axis.
func ofQuaternion(q []float64) textbook.Mat3 {
	v := mgl64.Vec3(q[:3])
	if v.Len() == 0 {
		return textbook.AxisAngle(textbook.Vec3{1, 0, 0}, 0)
	}
	return textbook.AxisAngle(unit(v), 2*math.Atan2(v.Len(), q[3]))
}

// TestKindPoses checks the pose of each kind of joint against its definition.
func TestKindPoses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 9))
		direction := func() mgl64.Vec3 {
			d := mgl64.Vec3{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			if rng.IntN(3) == 0 {
				d = mgl64.Vec3{}
				d[rng.IntN(3)] = float64(1 - 2*rng.IntN(2))
			}
			return d
		}
		n, second := direction(), direction()
		long := rapid.SampledFrom([]float64{1, 1e-6, 1e200}).Draw(t, "length") // of no account
		zero := textbook.Vec3{}
		type pose = func(q []float64) (textbook.Mat3, textbook.Vec3) // of the child in the joint's origin
		for name, c := range map[string]struct {
			kind tree.JointKind
			pose pose
		}{
			"planar": {tree.PlanarJoint(n.Mul(long)), func(q []float64) (textbook.Mat3, textbook.Vec3) {
				r := spatial.AxisFrame(n.Normalize())
				return textbook.AxisAngle(unit(n), q[2]), scaled(q[0], column(r, 0)).Add(scaled(q[1], column(r, 1)))
			}},
			"plane of x and y": {tree.PlanarJoint(mgl64.Vec3{0, 0, 2}),
				func(q []float64) (textbook.Mat3, textbook.Vec3) {
					return textbook.Rotation(0, 0, q[2]), textbook.Vec3{q[0], q[1], 0}
				}},
			"universal": {tree.UniversalJoint(n.Mul(long), second.Mul(long)),
				func(q []float64) (textbook.Mat3, textbook.Vec3) {
					return textbook.AxisAngle(unit(n), q[0]).Mul(textbook.AxisAngle(unit(second), q[1])), zero
				}},
			"cylindrical": {tree.CylindricalJoint(n.Mul(long)), func(q []float64) (textbook.Mat3, textbook.Vec3) {
				return textbook.AxisAngle(unit(n), q[0]), scaled(q[1], unit(n))
			}},
			"spherical": {tree.SphericalJoint(),
				func(q []float64) (textbook.Mat3, textbook.Vec3) { return ofQuaternion(q), zero }},
			"floating": {tree.FloatingJoint(), func(q []float64) (textbook.Mat3, textbook.Vec3) {
				return ofQuaternion(q[3:]), textbook.Vec3(q[:3])
			}},
		} {
			r, origin, at := pair(seed)
			m := expect.Model(t, r, tree.WithJoint("j0", c.kind))
			q := make([]float64, m.NQ())
			m.Random(q, rng)
			turn, place := c.pose(q)
			samePose(t, name, m, "b", q, origin.Mul(turn), at.Add(origin.MulVec(place)))
		}
		// The types of URDF are kinds, too.
		r, origin, at := pair(seed)
		r.Joints[0].Type, r.Joints[0].Axis = urdf.Planar, n
		m, err := tree.Build(r)
		if err != nil {
			t.Fatal(err)
		}
		q := make([]float64, m.NQ())
		m.Random(q, rng)
		frame := spatial.AxisFrame(n.Normalize())
		samePose(t, "type planar", m, "b", q, origin.Mul(textbook.AxisAngle(unit(n), q[2])),
			at.Add(origin.MulVec(scaled(q[0], column(frame, 0)).Add(scaled(q[1], column(frame, 1))))))
		r.Joints[0].Type = urdf.Floating
		if m, err = tree.Build(r); err != nil {
			t.Fatal(err)
		}
		q = make([]float64, m.NQ())
		m.Random(q, rng)
		samePose(t, "type floating", m, "b", q, origin.Mul(ofQuaternion(q[3:])),
			at.Add(origin.MulVec(textbook.Vec3(q[:3]))))
	})
}

// samePose compares the pose of a link with a rotation and a position of magnitude 1, to a few dozen roundings.
func samePose(t interface {
	Helper()
	Errorf(string, ...any)
}, what string, m *tree.Model, link string, q []float64, r textbook.Mat3, p textbook.Vec3) {
	t.Helper()
	const tolerance = 1e-14
	kin := tree.NewKinematics(m)
	kin.Update(q)
	l, _ := m.Link(link)
	got := kin.Pose(l)
	for i := range 3 {
		for k := range 3 {
			if d := math.Abs(got.R.At(i, k) - r[i][k]); !(d <= tolerance) {
				t.Errorf("%s at %v: turned by\n%vwant %v", what, q, got.R, r)
				return
			}
		}
		if d := math.Abs(got.P[i] - p[i]); !(d <= tolerance*(1+math.Abs(p[i]))) {
			t.Errorf("%s at %v: at %v, want %v", what, q, got.P, p)
			return
		}
	}
}

// apart returns the largest difference of the elements of two poses.
func apart(a, b spatial.Transform) float64 {
	d := floats.Distance(a.R[:], b.R[:], math.Inf(1))
	return math.Max(d, floats.Distance(a.P[:], b.P[:], math.Inf(1)))
}

// TestScrewPose checks a screw against the closed form: after the angle θ about the axis u through c, the pose is a
// rotation R by θ about u and the position (1 − R) c + p θ/2π u with the pitch p.
func TestScrewPose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		r, origin, at := pair(seed)
		x := randrobot.Vector(seed, 9)
		axis, c, pitch := mgl64.Vec3(x[:3]).Normalize(), mgl64.Vec3(x[3:6]), x[6]
		m := expect.Model(t, r, tree.WithJoint("j0", tree.CustomJoint(randrobot.Screw(axis, c, pitch))))
		q := m.Neutral()
		theta := 0.0
		for _, turn := range []float64{10 * x[7], 0.5, x[8]} { // the angles add up along one screw
			m.Integrate(q, q, []float64{turn / 0.1}, 0.1)
			theta += turn
			R := textbook.AxisAngle(textbook.Vec3(axis), theta)
			p := textbook.Vec3(c).Add(scaled(-1, R.MulVec(textbook.Vec3(c)))).Add(scaled(pitch*theta/(2*math.Pi),
				textbook.Vec3(axis)))
			samePose(t, "screw", m, "b", q, origin.Mul(R), at.Add(origin.MulVec(p)))
		}
	})
}

// TestMovedPoses checks that links move with the base, be it moved or floating.
func TestMovedPoses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		fixed, floating := c.Build(t), c.Build(t, tree.WithFloatingBase())
		q, _, _, _, _ := c.State(fixed)
		b := c.BaseMotion()
		rest, moved, free := tree.NewKinematics(fixed), tree.NewKinematics(fixed), tree.NewKinematics(floating)
		rest.Update(q)
		moved.MoveBase(b)
		moved.Update(q)
		turn := spatial.Quaternion(&b.Pose.R)
		free.Update(append([]float64{b.Pose.P[0], b.Pose.P[1], b.Pose.P[2], turn.V[0], turn.V[1], turn.V[2], turn.W},
			q...))
		for l, link := range fixed.Links() {
			pose := rest.Pose(l)
			want := b.Pose.Compose(&pose)
			for what, got := range map[string]spatial.Transform{"moved": moved.Pose(l), "floating": free.Pose(l)} {
				if d := apart(got, want); !(d <= poseTolerance) {
					t.Fatalf("%s: link %s is at %v, want %v: off by %.3g", what, link.Name, got, want, d)
				}
			}
		}
	})
}

// TestWithin checks the bounds of joints with limits of their coordinates, which random positions keep, and the faults
// of limits that a program gives.
func TestWithin(t *testing.T) {
	robot := func() *urdf.Robot {
		return &urdf.Robot{Name: "puck",
			Links:  []urdf.Link{{Name: "a"}, {Name: "b", Inertial: &urdf.Inertial{Mass: 1}}},
			Joints: []urdf.Joint{{Name: "j", Type: urdf.Fixed, Parent: "a", Child: "b"}}}
	}
	inf, up := math.Inf(1), mgl64.Vec3{0, 0, 1}
	m := expect.Model(t, robot(), tree.WithJoint("j", tree.PlanarJoint(up).Within(tree.Interval{Lower: 4, Upper: 5},
		tree.Interval{Lower: -inf, Upper: inf}, tree.Interval{Lower: -0.1, Upper: inf})))
	bounds := m.Bounds()
	if len(bounds) != 2 || bounds[0].Name(m) != "j[0]" || bounds[1].Name(m) != "j[2]" || bounds[1].V != 2 ||
		bounds[0].Upper != 5 || bounds[1].Lower != -0.1 {
		t.Errorf("bounds %+v", bounds)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	q := m.Neutral()
	for range 100 {
		if m.Random(q, rng); q[0] < 4 || q[0] > 5 || q[2] < -0.1 {
			t.Fatalf("at random %v", q)
		}
	}
	for want, k := range map[string]tree.JointKind{
		"for 1 coordinates; expected them for each of 2": tree.CylindricalJoint(up).Within(tree.Interval{}),
		"for 1 coordinates; expected them for each of 0": tree.SphericalJoint().Within(tree.Interval{}),
		"coordinate 1 are 2 and 1": tree.CylindricalJoint(up).Within(tree.Interval{},
			tree.Interval{Lower: 2, Upper: 1}),
	} {
		if _, err := tree.Build(robot(), tree.WithJoint("j", k)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
