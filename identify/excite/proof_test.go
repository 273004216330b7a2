package excite

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kinetree/identify"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// drawResisting draws a robot whose joints have one coordinate each, with damping, friction and drives; some follow
// others.
func drawResisting(t *rapid.T, joints int) *tree.Model {
	r := randrobot.New(rapid.Uint64().Draw(t, "robot"), rapid.IntRange(1, joints).Draw(t, "joints"))
	var options []tree.Option
	leader := ""
	for i := range r.Joints {
		j := &r.Joints[i]
		if j.Type == urdf.Fixed {
			continue
		}
		j.Dynamics = &urdf.Dynamics{Damping: rapid.SampledFrom([]float64{0, 0.5, 5}).Draw(t, "damping"),
			Friction: rapid.SampledFrom([]float64{0, 0, 0.5, 5}).Draw(t, "friction")}
		options = append(options,
			tree.WithArmature(j.Name, rapid.SampledFrom([]float64{0, 0, 0.1}).Draw(t, "armature")))
		switch {
		case leader == "":
			leader = j.Name
		case rapid.IntRange(0, 3).Draw(t, "follows") == 0:
			j.Mimic = &urdf.Mimic{Joint: leader, Multiplier: rapid.Float64Range(-2, 2).Draw(t, "multiplier"),
				Offset: rapid.Float64Range(-1, 1).Draw(t, "offset")}
		}
	}
	m := expect.Model(t, r, options...)
	return m
}

// magnitudes returns those of numbers.
func magnitudes(x []float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = math.Abs(x[i])
	}
	return out
}

// TestChanges checks that efforts change no faster than the bounds say, by differences along motions with constant
// jerk.
func TestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawResisting(t, 8)
		n := m.NV()
		seed, scale := rapid.Uint64().Draw(t, "state"), rapid.SampledFrom([]float64{0, 0.1, 1, 5})
		vector := func(k uint64, what string) []float64 {
			x, size := randrobot.Vector(seed+k, n), scale.Draw(t, what)
			for i := range x {
				x[i] *= size
			}
			return x
		}
		q, v, a, jerk := vector(1, "positions"), vector(2, "velocities"), vector(3, "accelerations"), vector(4, "jerks")
		efforts := identify.NewEfforts(m)
		at := func(t float64) []float64 {
			x, y, z, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range n {
				x[i] = q[i] + t*(v[i]+t*(a[i]/2+t*jerk[i]/6))
				y[i], z[i] = v[i]+t*(a[i]+t*jerk[i]/2), a[i]+t*jerk[i]
			}
			efforts.At(tau, x, y, z)
			for _, j := range m.Joints() { // friction does not count
				tau[j.V] -= j.Friction * j.Ratio * float64(cmp.Compare(j.Ratio*y[j.V], 0))
			}
			return tau
		}
		bound := make([]float64, n)
		newChanges(m).bound(bound, magnitudes(q), magnitudes(v), magnitudes(a), magnitudes(jerk))
		const h = 1e-5
		before, after := at(-h), at(h)
		for i := range n {
			// The difference has h² times a third derivative, some 1e-10 of frequencies cubed, and the rounding of
			// efforts by h.
			if got := math.Abs(after[i]-before[i]) / (2 * h); got > bound[i]*(1+1e-6)+1e-10*(math.Abs(after[i])+1)/h {
				t.Fatalf("effort %d changes by %v a second, bound %v", i, got, bound[i])
			}
		}
	})
}

// TestChangesPendulum checks that the bounds are no larger than they must be, on a rod that hangs still and is
// jerked, or swings evenly through its lowest point.
func TestChangesPendulum(t *testing.T) {
	r := &urdf.Robot{Name: "rod",
		Links: []urdf.Link{{Name: "base"},
			{Name: "rod", Inertial: &urdf.Inertial{Origin: urdf.Pose{XYZ: [3]float64{0, 0, -2}}, Mass: 3,
				Inertia: urdf.Tensor{IXX: 4, IYY: 4}}}}, // 16 about the hinge
		Joints: []urdf.Joint{{Name: "hinge", Type: urdf.Continuous, Parent: "base", Child: "rod",
			Axis: [3]float64{0, 1, 0}}}}
	m := expect.Model(t, r)
	c, bound := newChanges(m), make([]float64, 1)
	c.bound(bound, []float64{0}, []float64{0}, []float64{0}, []float64{1})
	// the tensor counts with the root of its sum of squares
	if want := 16 * math.Sqrt2; math.Abs(bound[0]-want) > 1e-12 {
		t.Errorf("jerk: %v, want %v", bound[0], want)
	}
	zero := []float64{0}
	if n := testing.AllocsPerRun(10, func() { c.bound(bound, zero, zero, zero, zero) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	c.bound(bound, []float64{0}, []float64{0.5}, []float64{0}, []float64{0})
	if want := 3 * 2 * 9.81 * 0.5; bound[0] < want || bound[0] > 1.2*want {
		t.Errorf("swing: %v, want %v and little more", bound[0], want)
	}
}

// TestProof checks that efforts which exceed their limit for a short time are never taken for ones within it, however
// few times are looked at first, and that efforts just below it are.
func TestProof(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawResisting(t, 5)
		n := m.NV()
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "motion"), 0))
		harmonics := rapid.IntRange(2, 5).Draw(t, "harmonics")
		x := &FourierTrajectory{Period: rapid.SampledFrom([]float64{1, 10, 100}).Draw(t, "period"),
			Start: make([]float64, n)}
		for range n {
			a, b := make([]float64, harmonics), make([]float64, harmonics)
			for l := range harmonics {
				a[l], b[l] = rng.NormFloat64()*3/x.Period, rng.NormFloat64()*3/x.Period
			}
			rest(a, b)
			x.A, x.B = append(x.A, a), append(x.B, b)
		}
		largest := make([]float64, n)
		q, v, a, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		efforts := identify.NewEfforts(m)
		for i := range 1000 * harmonics {
			x.At(q, v, a, x.Period*float64(i)/float64(1000*harmonics))
			efforts.At(tau, q, v, a)
			for k := range n {
				largest[k] = math.Max(largest[k], math.Abs(tau[k]))
			}
		}
		l := &MotionLimits{Effort: make([]float64, n)}
		p := newProof(m, l, nil)
		set := func(share float64) {
			for k := range n {
				l.Effort[k] = share*largest[k] + 1e-9
			}
		}
		set(1)
		which := rapid.IntRange(0, n-1).Draw(t, "which")
		if largest[which] > 1e-6 {
			l.Effort[which] = 0.999 * largest[which]
			for _, parts := range []int{1, 2, 7, 100} {
				if p.holds(x, parts) {
					t.Fatalf("effort %d is within %v, begun with %d parts, and up to %v", which, l.Effort[which],
						parts, largest[which])
				}
			}
		}
		// The bounds are those of vectors, of which an effort is one component, so its limit must have some room
		// relative to all. Where a joint comes to rest friction counts in full in both directions.
		set(1)
		for k := range n {
			l.Effort[k] += 0.02*slices.Max(largest) + 2*p.friction[k]
		}
		if !p.holds(x, finely*harmonics) {
			t.Fatalf("efforts up to %v are not within %v", largest, l.Effort)
		}
	})
}

// TestProofBetween checks a peak between two times that are looked at: with the efforts there as limits nothing is
// proven.
func TestProofBetween(t *testing.T) {
	m := expect.Model(t, randrobot.Chain(3))
	x := &FourierTrajectory{Period: 1, Start: make([]float64, 3), A: [][]float64{{1, -1}, {-2, 2}, {1, -1}},
		B: [][]float64{{2, -1}, {0, 0}, {-4, 2}}}
	const parts = 5
	l := &MotionLimits{Effort: make([]float64, 3)}
	q, v, a, tau := make([]float64, 3), make([]float64, 3), make([]float64, 3), make([]float64, 3)
	for i := range parts {
		x.At(q, v, a, (float64(i)+0.5)/parts)
		identify.NewEfforts(m).At(tau, q, v, a)
		for k := range tau {
			l.Effort[k] = math.Max(l.Effort[k], 1.0001*math.Abs(tau[k]))
		}
	}
	if newProof(m, l, nil).holds(x, parts) {
		t.Errorf("the efforts are within %v at %d times, and not between", l.Effort, parts)
	}
}
