package identify_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/identify"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// formulas returns the base parameters of a model, written out.
func formulas(m *tree.Model, t identify.Terms) (all []string, base *identify.BaseParameters) {
	base = identify.FindBase(identify.NewEquation(m, t))
	for i := range base.Groups {
		all = append(all, base.Formula(&base.Groups[i]))
	}
	return all, base
}

// names returns the names of parameters.
func names(b *identify.BaseParameters, indices []int) []string {
	var out []string
	for _, i := range indices {
		out = append(out, b.Equation.Names()[i])
	}
	return out
}

// TestPlanarArm checks the base parameters of the arm of two links in the vertical plane, of which the first has the
// length a1: the known combinations
//
//	m1 c1x + a1 m2,  m1 c1z,  I1 + a1² m2,  m2 c2x,  m2 c2z,  I2
//
// with I about the joints' axes. (Sciavicco and Siciliano, "Modelling and Control of Robot Manipulators", section
// 7.3.) The damping of a joint is found by itself; a drive on the first joint turns with nothing else than its link,
// and counts to that.
func TestPlanarArm(t *testing.T) {
	r := expect.Robot(t, "rr_arm")
	r.Joints[1].Origin.XYZ[0] = 0.75
	got, base := formulas(expect.Model(t, r), 0)
	if want := []string{"joint1/mcx + 0.75 joint2/m", "joint1/mcz", "joint1/Iyy + 0.5625 joint2/m", "joint2/mcx",
		"joint2/mcz", "joint2/Iyy"}; !slices.Equal(got, want) {
		t.Errorf("base parameters %q, want %q", got, want)
	}
	if got := names(base, base.Hidden); !slices.Equal(got, []string{"joint2/m"}) {
		t.Errorf("only in combinations: %q", got)
	}
	if got, want := names(base, base.Idle), []string{"joint1/m", "joint1/mcy", "joint1/Ixx", "joint1/Ixy",
		"joint1/Ixz", "joint1/Iyz", "joint1/Izz",
		"joint2/mcy", "joint2/Ixx", "joint2/Ixy", "joint2/Ixz", "joint2/Iyz", "joint2/Izz"}; !slices.Equal(got, want) {
		t.Errorf("without effect: %q, want %q", got, want)
	}
	got, _ = formulas(expect.Model(t, r), identify.Damping|identify.Friction|identify.Armature)
	if want := []string{"joint1/Iyy + 0.5625 joint2/m + joint1/armature", "joint2/armature", "joint1/damping",
		"joint2/damping", "joint1/friction", "joint2/friction"}; !slices.Equal(append(got[2:3:3], got[6:]...), want) {
		t.Errorf("with terms: %q, want %q", got, want)
	}
}

// TestWeightless checks that without gravity the first moments of the first link are not found, and its moment of
// inertia is.
func TestWeightless(t *testing.T) {
	got, _ := formulas(expect.Model(t, expect.Robot(t, "rr_arm"), tree.WithGravity([3]float64{})), 0)
	if want := []string{"joint1/Iyy + joint2/m", "joint2/mcx", "joint2/mcz", "joint2/Iyy"}; !slices.Equal(got, want) {
		t.Errorf("base parameters %q, want %q", got, want)
	}
}

// TestNumbers checks how many base parameters real robots have, as is known from the literature: for a chain of n
// revolute joints without parallel neighbours 7 n − 4 − 2 where the first axis is vertical, of which parallel axes
// take some.
func TestNumbers(t *testing.T) {
	for name, want := range map[string]int{"ur5": 36, "panda_arm": 43, "cartesian": 2, "pendulum": 3} {
		if got, _ := formulas(golden.Embedded(t, name), 0); len(got) != want {
			t.Errorf("%s: %d base parameters, want %d", name, len(got), want)
		}
	}
}

// TestFollowerTerms checks that the damping of a joint that follows another one at twice its rate counts four times
// at that one, and its friction twice.
func TestFollowerTerms(t *testing.T) {
	link := func(name string) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}
	}
	r := &urdf.Robot{Name: "pair", Links: []urdf.Link{link("base"), link("a"), link("b")}, Joints: []urdf.Joint{
		{Name: "leader", Type: urdf.Continuous, Parent: "base", Child: "a", Axis: [3]float64{0, 0, 1}},
		{Name: "follower", Type: urdf.Prismatic, Parent: "base", Child: "b", Axis: [3]float64{1, 0, 0},
			Mimic: &urdf.Mimic{Joint: "leader", Multiplier: -2}}}}
	got, base := formulas(expect.Model(t, r), identify.Damping|identify.Friction)
	if want := []string{"leader/Izz + 4 follower/m", "leader/damping + 4 follower/damping",
		"leader/friction + 2 follower/friction"}; !slices.Equal(got, want) {
		t.Errorf("base parameters %q, want %q", got, want)
	}
	units := []string{}
	for i := range base.Groups {
		units = append(units, base.Unit(&base.Groups[i]))
	}
	if want := []string{"kg m²", "N m s/rad", "N m"}; !slices.Equal(units, want) {
		t.Errorf("units %q, want %q", units, want)
	}
}

// draw draws a robot with joints of all kinds and its equation with any terms.
func draw(t *rapid.T, joints int) (*randrobot.AnyCase, *identify.Equation) {
	c := randrobot.DrawAny(t, joints)
	terms := identify.Terms(rapid.IntRange(0, 7).Draw(t, "terms"))
	return c, identify.NewEquation(c.Model, terms)
}

// ranks returns, from W at random states, the number of directions that efforts depend on, its columns scaled to
// length 1, and how many directions are so weak, compared with the longest column, that FindBase may take them for
// none, by its limit of 1e-5: one robot in some twenty has axes that are nearly parallel, or short links.
func ranks(e *identify.Equation, seed uint64) (all, weak int) {
	m := e.Model()
	n, columns := m.NV(), len(e.Names())
	states := 3*columns/n + 20
	W := mat.NewDense(states*n, columns, nil)
	rng := rand.New(rand.NewPCG(seed, 0))
	q, v, a := m.Neutral(), make([]float64, n), make([]float64, n)
	for s := range states {
		m.Random(q, rng)
		for _, j := range m.Joints() {
			if j.NQ == 1 && j.Leader < 0 { // narrow limits hide parameters
				q[j.Q] = 3 * rng.NormFloat64()
			}
		}
		for i := range n {
			v[i], a[i] = 3*rng.NormFloat64(), 10*rng.NormFloat64()
		}
		e.Rows(W.RawMatrix().Data[s*n*columns:][:n*columns], q, v, a)
	}
	singular := func() []float64 {
		var svd mat.SVD
		svd.Factorize(W, mat.SVDNone)
		return svd.Values(nil)
	}
	lengths := make([]float64, columns)
	for p := range columns {
		lengths[p] = mat.Norm(W.ColView(p), 2)
	}
	longest := slices.Max(lengths)
	for _, x := range singular() {
		if x > 1e-11*longest && x < 3e-5*longest {
			weak++
		}
	}
	for p, length := range lengths {
		if length > 1e-9*longest {
			for r := range states * n {
				W.Set(r, p, W.At(r, p)/length)
			}
		}
	}
	// Directions that count are at 1e-5 of the largest and above, rounding is at 1e-12.
	values := singular()
	for all < len(values) && values[all] > 1e-8*values[0] {
		all++
	}
	return all, weak
}

// TestBaseExplains checks that the base parameters of random robots explain the efforts of any parameters, W θ = W_b
// β, at states other than those they were found at.
func TestBaseExplains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, e := draw(t, 6)
		base := identify.FindBase(e)
		columns := len(e.Names())
		theta := randrobot.Vector(rapid.Uint64().Draw(t, "theta"), columns)
		beta := base.Values(theta)
		w := make([]float64, c.Model.NV()*columns)
		e.Rows(w, c.Q, c.V, c.A)
		// The coefficients are known to the rounding of columns, 1e-13, divided by the least share that a lead stands
		// out by, some 1e-3.
		share := 1e-9
		if _, weak := ranks(e, 1); weak > 0 {
			share = 1e-4
		}
		for row := range c.Model.NV() {
			line := w[row*columns:][:columns]
			got, size := 0.0, 0.0
			for k, g := range base.Groups {
				got += line[g.Lead] * beta[k]
				size += math.Abs(line[g.Lead] * beta[k])
			}
			if want := floats.Dot(line, theta); math.Abs(got-want) > share*(1+size) {
				t.Fatalf("row %d: %v, want %v, limit %v", row, got, want, share*(1+size))
			}
		}
	})
}

// TestBaseRank checks the number of base parameters against the rank by singular values, at other random states; and
// that no combination of them is lost.
func TestBaseRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, e := draw(t, 5)
		base := identify.FindBase(e)
		all, weak := ranks(e, rapid.Uint64().Draw(t, "states"))
		if got := len(base.Groups); got > all+weak || got < all-weak {
			t.Fatalf("%d base parameters, rank %d, %d weak directions", got, all, weak)
		}
		if got := len(base.Groups) + len(base.Hidden) + len(base.Idle); got != len(e.Names()) {
			t.Fatalf("%d of %d parameters are accounted for", got, len(e.Names()))
		}
	})
}

// TestEquation checks W θ of a model's own parameters against inverse dynamics with its armature, damping and friction.
func TestEquation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 8)
		options := slices.Clone(c.Options)
		for i := range c.Robot.Joints {
			j := &c.Robot.Joints[i]
			if j.Type == urdf.Fixed {
				continue
			}
			j.Dynamics = &urdf.Dynamics{Damping: rapid.Float64Range(0, 2).Draw(t, "damping"),
				Friction: rapid.Float64Range(0, 2).Draw(t, "friction")}
			options = append(options, tree.WithArmature(j.Name, rapid.Float64Range(0, 2).Draw(t, "armature")))
		}
		c.Options = options
		m := c.Build(t)
		q, v, a, _, _ := c.State(m)
		e := identify.NewEquation(m, identify.Armature|identify.Damping|identify.Friction)
		n, columns := m.NV(), len(e.Names())
		w, got, want := make([]float64, n*columns), make([]float64, n), make([]float64, n)
		e.Rows(w, q, v, a)
		size := 1.0
		for row := range n {
			for k, x := range e.Parameters() {
				got[row] += w[row*columns+k] * x
				size = math.Max(size, math.Abs(w[row*columns+k]*x))
			}
		}
		identify.NewEfforts(m).At(want, q, v, a)
		if d := floats.Distance(got, want, math.Inf(1)); !(d <= 1e-12*size) {
			t.Fatalf("efforts %v, want %v", got, want)
		}
	})
}
