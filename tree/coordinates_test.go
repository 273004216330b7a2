package tree_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// coordinateTolerance is the accuracy asked of positions and velocities of magnitude 1 to 10 that are taken through
// an exponential and a logarithm, and through the pseudo-inverse of columns which are independent by a third of their
// length at least: some thousand roundings.
const coordinateTolerance = 1e-12

// quaternions returns the index of the first element of each quaternion in a position.
func quaternions(m *tree.Model) []int {
	var at []int
	for i := range m.Bodies() {
		switch b := &m.Bodies()[i]; b.Kind {
		case tree.Spherical:
			at = append(at, b.Q)
		case tree.Free:
			at = append(at, b.Q+3)
		}
	}
	return at
}

func length(q []float64) float64 { return floats.Norm(q, 2) }

// aligned returns a copy of q with quaternions of length 1 and of the sign that is near to those of p.
func aligned(m *tree.Model, q, p []float64) []float64 {
	q = slices.Clone(q)
	for _, at := range quaternions(m) {
		floats.Scale(math.Copysign(1/length(q[at:at+4]), floats.Dot(q[at:at+4], p[at:at+4])), q[at:at+4])
	}
	return q
}

// slowed returns a copy of v that turns no joint of several columns by more than the given angle.
func slowed(m *tree.Model, v []float64, most float64) []float64 {
	v = slices.Clone(v)
	for i := range m.Bodies() {
		b := &m.Bodies()[i]
		if b.Kind != tree.Spherical && b.Kind != tree.Free {
			continue
		}
		var twist spatial.Motion
		b.AddRate(&twist, v)
		if angle := twist.Ang.Len(); angle > most {
			floats.Scale(most/angle, v[b.V:b.V+len(b.S)])
		}
	}
	return v
}

// TestDifference checks that Difference and Integrate undo each other, both ways.
func TestDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		m := c.Model
		// Of turns below a half one, the velocity is found again.
		v := slices.Clone(c.V)
		floats.Scale(rapid.SampledFrom([]float64{1e-9, 1e-3, 1, 10}).Draw(t, "scale"), v)
		v = slowed(m, v, 3.1)
		to, back := make([]float64, m.NQ()), make([]float64, m.NV())
		m.Integrate(to, c.Q, v, 1)
		m.Difference(back, c.Q, to)
		if d := floats.Distance(back, v, math.Inf(1)); !(d <= coordinateTolerance*(1+floats.Norm(v, math.Inf(1)))) {
			t.Fatalf("velocity %v, want %v: off by %.3g", back, v, d)
		}
		// Any position is reached, up to the sign of its quaternions, except by joints that do not reach all poses.
		m.Random(to, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "to"), 0)))
		m.Difference(back, c.Q, to)
		reached := make([]float64, m.NQ())
		m.Integrate(reached, c.Q, back, 1)
		reached = aligned(m, reached, to)
		for i := range m.Bodies() {
			if b := &m.Bodies()[i]; b.Kind == tree.Free && len(b.S) < 6 {
				copy(reached[b.Q:b.Q+7], to[b.Q:])
			}
		}
		if d := floats.Distance(reached, to, math.Inf(1)); !(d <= coordinateTolerance) {
			t.Fatalf("position %v, want %v: off by %.3g", reached, to, d)
		}
		// Nowhere is the turn longer than a half one.
		if d := floats.Distance(slowed(m, back, math.Pi*(1+1e-15)), back, math.Inf(1)); d > 0 && reachesAll(m) {
			t.Fatalf("velocity %v turns by more than π", back)
		}
	})
}

// reachesAll reports whether no joint has fewer columns than its poses have dimensions.
func reachesAll(m *tree.Model) bool {
	for i := range m.Bodies() {
		if b := &m.Bodies()[i]; b.Kind == tree.Free && len(b.S) < 6 {
			return false
		}
	}
	return true
}

// unitLength is how far the length of a quaternion of length 1 may seem to be from it: half of the four roundings of
// the sum of the squares, and the one of the root, where it is made and where it is measured, and the one of the
// quotient between are seven of 2^-53.
const unitLength = 8e-16

// TestIntegrateAny checks that quaternions come out with length 1 whatever length they have going in, which makes no
// other difference, and that the result may take the place of the position.
func TestIntegrateAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		m := c.Model
		h := rapid.SampledFrom([]float64{0, 1e-3, 1, -1, 10}).Draw(t, "h")
		want := make([]float64, m.NQ())
		m.Integrate(want, c.Q, c.V, h)
		unit := func(what string, q []float64) {
			for _, at := range quaternions(m) {
				if d := math.Abs(length(q[at:at+4]) - 1); !(d <= unitLength) {
					t.Fatalf("%s: the quaternion %v has length 1 + %.3g", what, q[at:at+4], d)
				}
			}
		}
		unit("length 1", want)
		for _, l := range []float64{-1, 1 + 1e-11, 0.5, 1e-170, 1e200} {
			q := slices.Clone(c.Q)
			for _, at := range quaternions(m) {
				floats.Scale(l, q[at:at+4])
			}
			m.Integrate(q, q, c.V, h)
			unit("other length", q)
			// Products by the length and divisions round once each.
			if d := floats.Distance(aligned(m, q, want), want, math.Inf(1)); !(d <= 1e-14) {
				t.Fatalf("from a quaternion of length %v: position %v, want %v", l, q, want)
			}
			v, from := make([]float64, m.NV()), make([]float64, m.NV())
			m.Difference(from, c.Q, want)
			scaled := slices.Clone(want)
			for _, at := range quaternions(m) {
				floats.Scale(l, scaled[at:at+4])
			}
			m.Difference(v, c.Q, scaled)
			if d := floats.Distance(v, from,
				math.Inf(1)); !(d <= coordinateTolerance*(1+floats.Norm(from, math.Inf(1)))) && notHalf(m, from) {
				t.Fatalf("to a quaternion of length %v: velocity %v, want %v", l, v, from)
			}
		}
		q := slices.Clone(c.Q)
		m.Integrate(q, q, c.V, h)
		if !slices.Equal(q, want) {
			t.Fatalf("in place: %v, want %v", q, want)
		}
		// Two steps at one velocity are one of twice the length.
		if h == 1 {
			m.Integrate(q, q, c.V, h)
			m.Integrate(want, c.Q, c.V, 2)
			if d := floats.Distance(aligned(m, q, want), want, math.Inf(1)); !(d <= coordinateTolerance) {
				t.Fatalf("two steps lead to %v, one to %v", q, want)
			}
		}
	})
}

// notHalf reports whether v turns no joint by nearly half a turn, after which the sense of the turn is a matter of
// rounding.
func notHalf(m *tree.Model, v []float64) bool { return slices.Equal(slowed(m, v, 3.1), v) }

// TestQuaternionsStay checks that the length of a quaternion does not drift in many steps.
func TestQuaternionsStay(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	q, v := m.Neutral(), randrobot.Vector(1, m.NV())
	for range 100_000 {
		m.Integrate(q, q, v, 1e-2)
	}
	for _, at := range quaternions(m) {
		if d := math.Abs(length(q[at:at+4]) - 1); !(d <= unitLength) {
			t.Errorf("the quaternion %v has length 1 + %.3g", q[at:at+4], d)
		}
	}
}

// TestRandom checks that random positions are within the limits, use their width, and have quaternions of length 1 on
// either side.
func TestRandom(t *testing.T) {
	inf := math.Inf(1)
	limits := []struct {
		kind         urdf.JointType
		limit        *urdf.Limit
		lower, upper float64
	}{
		{urdf.Continuous, &urdf.Limit{Lower: 1, Upper: 2}, -math.Pi, math.Pi},
		{urdf.Revolute, nil, -math.Pi, math.Pi},
		{urdf.Revolute, &urdf.Limit{Lower: -0.5, Upper: 1}, -0.5, 1},
		{urdf.Revolute, &urdf.Limit{Lower: -10, Upper: 1}, -math.Pi, 1},
		{urdf.Revolute, &urdf.Limit{Lower: 4, Upper: 5}, 4, 5},
		{urdf.Revolute, &urdf.Limit{Lower: -50, Upper: -5}, -5 - 2*math.Pi, -5},
		{urdf.Revolute, &urdf.Limit{Lower: 1, Upper: 1}, 1, 1},
		{urdf.Prismatic, nil, -1, 1},
		{urdf.Prismatic, &urdf.Limit{Lower: 0.2, Upper: 9}, 0.2, 1},
		{urdf.Prismatic, &urdf.Limit{Lower: 3, Upper: inf}, 3, 5},
		{urdf.Prismatic, &urdf.Limit{Lower: -inf, Upper: 0}, -1, 0},
	}
	r := &urdf.Robot{Name: "limits", Links: []urdf.Link{{Name: "base"}}}
	for i, l := range limits {
		name := string(rune('a' + i))
		r.Links = append(r.Links, urdf.Link{Name: name})
		r.Joints = append(r.Joints, urdf.Joint{Name: name, Type: l.kind, Parent: "base", Child: name,
			Axis: [3]float64{0, 0, 1}, Limit: l.limit})
	}
	m := expect.Model(t, r)
	q, rng := make([]float64, m.NQ()), rand.New(rand.NewPCG(1, 1))
	least, most := slices.Repeat([]float64{inf}, len(limits)), slices.Repeat([]float64{-inf}, len(limits))
	for range 1000 {
		m.Random(q, rng)
		for i, x := range q {
			least[i], most[i] = min(least[i], x), max(most[i], x)
		}
	}
	for i, l := range limits {
		margin := 0.05 * (l.upper - l.lower) // missed with a probability of 0.95^1000 = 1e-22
		if least[i] < l.lower || most[i] > l.upper || least[i] > l.lower+margin || most[i] < l.upper-margin {
			t.Errorf("%s with limits %+v: from %v to %v, want %v to %v", l.kind, l.limit, least[i], most[i], l.lower,
				l.upper)
		}
	}
}

// TestRandomPoses checks random positions of the joints whose positions are poses, and that followers have none of
// their own.
func TestRandomPoses(t *testing.T) {
	r, opts := randrobot.AllKinds()
	m := expect.Model(t, r, opts...)
	q, rng := make([]float64, m.NQ()), rand.New(rand.NewPCG(1, 1))
	const n = 4000
	var mean mgl64.Mat3
	for range n {
		m.Random(q, rng)
		for i := range m.Bodies() {
			if b := &m.Bodies()[i]; b.Kind == tree.Free && floats.Norm(q[b.Q:b.Q+3], math.Inf(1)) > 1 {
				t.Fatalf("body %d at %v", i, q[b.Q:b.Q+3])
			}
		}
		for _, at := range quaternions(m) {
			if d := math.Abs(length(q[at:at+4]) - 1); !(d <= unitLength) {
				t.Fatalf("a quaternion has length 1 + %v", d)
			}
		}
		R := spatial.FromQuaternion(mgl64.Quat{W: q[6], V: mgl64.Vec3(q[3:6])})
		mean = mean.Add(R.Mul(1.0 / n))
		if x := q[m.Joints()[1].Q]; x < -1 || x > 2 {
			t.Fatalf("the leader is at %v", x)
		}
	}
	// The elements of a uniformly random rotation have mean 0 and variance 1/3; six standard deviations of the mean
	// of n.
	for i, x := range mean {
		if limit := 6 * math.Sqrt(1.0/3/n); math.Abs(x) > limit {
			t.Errorf("the mean of element %d of the rotations is %v, limit %v", i, x, limit)
		}
	}
	again := make([]float64, m.NQ())
	m.Random(again, rand.New(rand.NewPCG(5, 5)))
	m.Random(q, rand.New(rand.NewPCG(5, 5)))
	if !slices.Equal(q, again) {
		t.Error("the same source gives other positions")
	}
}

// TestAnyDoesNotAllocate checks it for all kinds of joints, with followers and without.
func TestAnyDoesNotAllocate(t *testing.T) {
	r, opts := randrobot.AllKinds()
	for _, more := range [][]tree.Option{nil, {tree.IgnoreMimic()}} {
		m := expect.Model(t, r, append(opts[:len(opts):len(opts)], more...)...)
		kin, b := tree.NewKinematics(m), tree.Rest()
		q, to, v := m.Neutral(), make([]float64, m.NQ()), randrobot.Vector(1, m.NV())
		rng := rand.New(rand.NewPCG(1, 1))
		if n := testing.AllocsPerRun(100, func() {
			kin.MoveBase(b)
			kin.Update(q)
			kin.Pose(3)
			m.Integrate(to, q, v, 0.1)
			m.Difference(v, q, to)
			m.Integrate(to, to, v, -0.1)
			m.Random(to, rng)
		}); n != 0 {
			t.Errorf("coupled %v: %v allocations", m.Coupled(), n)
		}
	}
}

// TestReordered checks that the order of links and joints in the description makes no difference to poses.
func TestReordered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		m := c.Build(t, tree.WithFloatingBase())
		q, _, _, _, _ := c.State(m)
		other, err := tree.Build(randrobot.Reordered(c.Robot, rapid.Uint64().Draw(t, "order")),
			append(c.Options, tree.WithFloatingBase())...)
		if err != nil {
			t.Fatal(err)
		}
		b := randrobot.Between{From: m, To: other}
		got, want := tree.NewKinematics(other), tree.NewKinematics(m)
		got.Update(b.Position(q))
		want.Update(q)
		for l, link := range m.Links() {
			k, ok := other.Link(link.Name)
			if d := apart(got.Pose(k), want.Pose(l)); !ok || !(d <= poseTolerance) {
				t.Fatalf("link %s is at %v, want %v: off by %.3g", link.Name, got.Pose(k), want.Pose(l), d)
			}
		}
	})
}

// TestPositionRate checks the derivative of the position in time against differences of Integrate, and that it is in
// proportion to the length of quaternions.
func TestPositionRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		m := c.Model
		// The difference of a motion at speed s has the error (s h)² s/6 and the rounding 1e-16 |q|/h.
		const h = 1e-5
		rate, ahead, behind := make([]float64, m.NQ()), make([]float64, m.NQ()), make([]float64, m.NQ())
		m.PositionRate(rate, c.Q, c.V)
		m.Integrate(ahead, c.Q, c.V, h)
		m.Integrate(behind, c.Q, c.V, -h)
		speed := 1 + floats.Norm(c.V, 2)
		limit := h*h*math.Pow(speed, 3) + 1e-10*(1+floats.Norm(c.Q, 2))
		for i, x := range rate {
			if got := (ahead[i] - behind[i]) / (2 * h); !(math.Abs(got-x) <= limit) {
				t.Fatalf("rate %d is %v, differences give %v", i, x, got)
			}
		}
		longer, twice := slices.Clone(c.Q), make([]float64, m.NQ())
		for _, at := range quaternions(m) {
			floats.Scale(2, longer[at:at+4])
			floats.Scale(2, rate[at:at+4])
		}
		m.PositionRate(twice, longer, c.V)
		if d := floats.Distance(twice, rate, math.Inf(1)); !(d <= 1e-14*speed) {
			t.Fatalf("with quaternions of length 2 the rate is %v, want %v", twice, rate)
		}
	})
}
