package fit_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/dynamics/regressor"
	"kinetree/identify"
	"kinetree/identify/fit"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// mistaken returns a robot whose masses, centres of mass and tensors are other than those of r: what a model may be
// before identification.
func mistaken(r *urdf.Robot, seed uint64) *urdf.Robot {
	rng := rand.New(rand.NewPCG(seed, 2))
	out := *r
	out.Links = append([]urdf.Link(nil), r.Links...)
	for i := range out.Links {
		if in := out.Links[i].Inertial; in != nil {
			other := *in
			mass := 0.6 + 0.8*rng.Float64()
			other.Mass *= mass
			for k := range 3 {
				other.Origin.XYZ[k] += 0.02 * rng.NormFloat64()
			}
			for _, x := range []*float64{&other.Inertia.IXX, &other.Inertia.IXY, &other.Inertia.IXZ,
				&other.Inertia.IYY, &other.Inertia.IYZ, &other.Inertia.IZZ} {
				*x *= mass
			}
			out.Links[i].Inertial = &other
		}
	}
	return &out
}

// checkBodies fails the test unless all links of a robot that move have positive masses and positive definite tensors
// that obey the triangle inequality, judged by their principal moments.
func checkBodies(t interface{ Fatalf(string, ...any) }, m *tree.Model, r *urdf.Robot) {
	for l, link := range m.Links() {
		in := r.Links[l].Inertial
		if link.Body == 0 || in == nil {
			continue
		}
		i := in.Inertia
		tensor := mat.NewSymDense(3, []float64{i.IXX, i.IXY, i.IXZ, i.IXY, i.IYY, i.IYZ, i.IXZ, i.IYZ, i.IZZ})
		var eigen mat.EigenSym
		if !eigen.Factorize(tensor, false) {
			t.Fatalf("%s has no principal moments: %+v", link.Name, in)
		}
		moments := eigen.Values(nil)
		if !(in.Mass > 0) || !(moments[0] > 0) || !(moments[0]+moments[1] > moments[2]) {
			t.Fatalf("%s has the mass %v and the principal moments %v", link.Name, in.Mass, moments)
		}
	}
}

// TestConsistentExact checks, without noise, that the robot that is found has the dynamics of the true one and not
// those of the model it began with, and that it is one of bodies: on an arm of which some inertias are on the border
// of those that bodies have, too, and on one with several links to a body.
func TestConsistentExact(t *testing.T) {
	for _, name := range expect.Some(t, 3, "ur5", "panda_arm", "rr_arm", "branched", "double_pendulum", "pendulum",
		"cart_pole", "bar_disc", "cartesian") {
		truth := resisting(expect.Robot(t, name))
		true1 := expect.Model(t, truth)
		model := mistaken(truth, 1)
		m := expect.Model(t, model)
		f := fitted(t, m, all, sampled(true1, wave(true1, 1), 400, nil, 0))
		c := fit.NewConsistent(f, model)
		found := c.Robot(model)
		checkBodies(t, m, found)
		got := expect.Model(t, found)

		n := m.NV()
		want, have, before := make([]float64, n), make([]float64, n), make([]float64, n)
		q, v, a := randrobot.Vector(1, n), randrobot.Vector(2, n), randrobot.Vector(3, n)
		identify.NewEfforts(true1).At(want, q, v, a)
		identify.NewEfforts(got).At(have, q, v, a)
		identify.NewEfforts(m).At(before, q, v, a)
		size := floats.Norm(want, math.Inf(1))
		if d := floats.Distance(have, want, math.Inf(1)); !(d <= 1e-8*size) {
			t.Errorf("%s: efforts are off by %.3g of %.3g", name, d, size)
		}
		if d := floats.Distance(before, want, math.Inf(1)); d < 1e-3*size {
			t.Errorf("%s: the model had the efforts before", name)
		}
	}
}

// TestPredicts checks, with noise of a twentieth of the efforts, that the robot that is found predicts those of
// another motion far better than the noise lets a single number be known, and than the model did.
func TestPredicts(t *testing.T) {
	truth := resisting(expect.Robot(t, "ur5"))
	true1 := expect.Model(t, truth)
	n := true1.NV()
	exact := sampled(true1, wave(true1, 1), 1000, nil, 0)
	noise := make([]float64, n)
	for _, tau := range exact.Tau {
		for k, x := range tau {
			noise[k] += x * x
		}
	}
	for k := range noise {
		noise[k] = 0.05 * math.Sqrt(noise[k]/1000)
	}
	model := mistaken(truth, 1)
	m := expect.Model(t, model)
	found := fit.NewConsistent(fitted(t, m, all, sampled(true1, wave(true1, 1), 1000, noise, 1)), model).Robot(model)
	other := wave(true1, 7)
	want, got, before := sampled(true1, other, 300, nil, 0), sampled(expect.Model(t, found), other, 300, nil, 0),
		sampled(m, other, 300, nil, 0)
	for k := range n {
		off, offBefore := 0.0, 0.0
		for i := range want.Tau {
			off += math.Pow(got.Tau[i][k]-want.Tau[i][k], 2) / 300
			offBefore += math.Pow(before.Tau[i][k]-want.Tau[i][k], 2) / 300
		}
		// 48 parameters from 6000 numbers leave about a tenth of the noise.
		if off, offBefore = math.Sqrt(off), math.Sqrt(offBefore); off > 0.3*noise[k] || off > 0.5*offBefore {
			t.Errorf("effort %d is off by %.3g, the noise was %.3g, the model by %.3g", k, off, noise[k], offBefore)
		}
	}
}

// TestConsistentKeepsModel checks that a log that agrees with the model leaves it as it is, what the log does not
// show included.
func TestConsistentKeepsModel(t *testing.T) {
	r := resisting(expect.Robot(t, "ur5"))
	m := expect.Model(t, r)
	f := fitted(t, m, all, sampled(m, wave(m, 1), 400, nil, 0))
	c := fit.NewConsistent(f, r)
	want, got := f.Base.Equation.Parameters(), c.Parameters()
	if d := floats.Distance(got, want, math.Inf(1)); !(d <= 1e-9) {
		t.Errorf("parameters are off by %v", d)
	}
	if c.Off > 1 {
		t.Errorf("%v standard errors off", c.Off)
	}
}

// TestConsistentNoisy checks random robots of all kinds with poor and noisy data: what is found is always the
// parameters of bodies, and can be written and read.
func TestConsistentNoisy(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 3)
		m := c.Model
		e := identify.NewEquation(m, identify.Terms(rapid.IntRange(0, 7).Draw(t, "terms")))
		base := identify.FindBase(e)
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 5))
		noise := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "noise"))
		s := &fit.Samples{}
		efforts := identify.NewEfforts(m)
		for i := range rapid.IntRange(1+(len(base.Groups)+m.NV())/m.NV(), 40).Draw(t, "samples") {
			q, tau := m.Neutral(), make([]float64, m.NV())
			m.Random(q, rng)
			v, a := randrobot.Vector(rng.Uint64(), m.NV()), randrobot.Vector(rng.Uint64(), m.NV())
			efforts.At(tau, q, v, a)
			for k := range tau {
				tau[k] += noise * rng.NormFloat64()
			}
			s.T, s.Q, s.V, s.A, s.Tau = append(s.T, float64(i)), append(s.Q, q), append(s.V, v), append(s.A, a),
				append(s.Tau, tau)
		}
		f, err := fit.New(base, 0, s)
		if err != nil {
			t.Skip("too few samples for a fit")
		}
		model := mistaken(c.Robot, seed)
		found := fit.NewConsistent(f, model).Robot(model)
		checkBodies(t, m, found)
		for _, j := range found.Joints {
			if d := j.Dynamics; d != nil && (d.Damping < 0 || d.Friction < 0) {
				t.Fatalf("joint %s has %+v", j.Name, *d)
			}
		}
		if err := found.Check().Err(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestConsistentPoor checks the same on an arm whose least squares have negative masses or tensors in many of 40
// experiments: too short, with strong noise.
func TestConsistentPoor(t *testing.T) {
	t.Parallel()
	r := resisting(expect.Robot(t, "ur5"))
	m := expect.Model(t, r)
	base := identify.FindBase(identify.NewEquation(m, all))
	impossible, experiments := 0, 40
	if testing.Short() {
		experiments = 3
	}
	for seed := range uint64(experiments) {
		f, err := fit.New(base, 0, sampled(m, wave(m, seed), 30, []float64{5, 5, 5, 5, 5, 5}, seed))
		if err != nil {
			t.Fatal(err)
		}
		for k, e := range f.Estimates { // a moment of inertia that stands alone
			if base.Equation.Names()[base.Groups[k].Lead] == "wrist_3_joint/Iyy" && e.Value < 0 {
				impossible++
			}
		}
		found := fit.NewConsistent(f, r).Robot(r)
		checkBodies(t, m, found)
		var document bytes.Buffer
		if err := found.WriteURDF(&document); err != nil {
			t.Fatal(err)
		}
		again, diags := urdf.Parse(&document, "found.urdf")
		if len(diags) > 0 {
			t.Fatal(diags)
		}
		checkBodies(t, m, again)
	}
	if impossible < experiments/8 {
		t.Errorf("a negative moment of inertia in %d experiments; expected data that are poorer", impossible)
	}
}

// TestConsistentNearest checks that the parameters are the nearest: along directions that the efforts do not show,
// the distance from the model only rises.
func TestConsistentNearest(t *testing.T) {
	truth := expect.Robot(t, "ur5")
	true1 := expect.Model(t, truth)
	model := mistaken(truth, 3)
	m := expect.Model(t, model)
	f := fitted(t, m, 0, sampled(true1, wave(true1, 1), 400, nil, 0))
	c := fit.NewConsistent(f, model)
	before, after := regressor.Parameters(m), c.Parameters()
	least := distance(t, before, after)
	rng := rand.New(rand.NewPCG(1, 1))
	moved := 0
	for _, hidden := range f.Base.Hidden {
		// One unit of a hidden parameter, its groups' leads less by as much as it adds to them.
		direction := make([]float64, len(after))
		direction[hidden] = 1
		for _, g := range f.Base.Groups {
			for _, p := range g.Others {
				if p.Parameter == hidden {
					direction[g.Lead] -= p.Coefficient
				}
			}
		}
		for _, step := range []float64{1e-4, -1e-4, 1e-3 * rng.Float64()} {
			other := append([]float64(nil), after...)
			floats.AddScaled(other, step, direction)
			if beta := f.Base.Values(other); floats.Distance(beta, f.Base.Values(after), math.Inf(1)) > 1e-12 {
				t.Fatalf("the direction of %s shows", f.Base.Equation.Names()[hidden])
			}
			if d := distance(t, before, other); d < least-1e-12 {
				t.Errorf("%s: distance %v, and %v with %v more", f.Base.Equation.Names()[hidden], least, d, step)
			} else if d > least+1e-12 {
				moved++
			}
		}
	}
	if moved < 30 {
		t.Errorf("the distance rises along %d directions only", moved)
	}
}

// distance returns Σ tr(J₀⁻¹ J) − log det(J₀⁻¹ J) − 4 of two sets of parameters, by matrices of their own. In the UR5
// each body is one link with mass.
func distance(t *testing.T, prior, pi []float64) float64 {
	t.Helper()
	sum := 0.0
	for at := 0; at < len(pi); at += 10 {
		matrix := func(p []float64) *mat.Dense {
			half := (p[4] + p[6] + p[9]) / 2
			return mat.NewDense(4, 4, []float64{half - p[4], -p[5], -p[7], p[1], -p[5], half - p[6], -p[8], p[2],
				-p[7], -p[8], half - p[9], p[3], p[1], p[2], p[3], p[0]})
		}
		var ratio mat.Dense
		if err := ratio.Solve(matrix(prior[at:at+10]), matrix(pi[at:at+10])); err != nil {
			t.Fatal(err)
		}
		sum += mat.Trace(&ratio) - math.Log(mat.Det(&ratio)) - 4
	}
	return sum
}

// TestRobot checks what is written: links that move and have an inertia, and terms that were sought, and all else as
// it was.
func TestRobot(t *testing.T) {
	r := expect.Robot(t, "ur5")
	for i := range r.Joints {
		r.Joints[i].Dynamics = &urdf.Dynamics{Damping: 7, Friction: 8}
	}
	m := expect.Model(t, r)
	rubbing := resisting(expect.Robot(t, "ur5"))
	for i := range rubbing.Joints {
		if d := rubbing.Joints[i].Dynamics; d != nil {
			d.Damping = 7 // which is not sought, so known
		}
	}
	f := fitted(t, m, identify.Friction, sampled(expect.Model(t, rubbing), wave(m, 1), 400, nil, 0))
	c := fit.NewConsistent(f, r)
	got := c.Robot(r)
	for i, l := range got.Links {
		before := r.Links[i].Inertial
		if moves := m.Links()[i].Body > 0 && before != nil; (l.Inertial != before) != moves {
			t.Errorf("link %s: %+v, before %+v", l.Name, l.Inertial, before)
		}
	}
	for i, j := range got.Joints {
		d := j.Dynamics
		if j.Type == urdf.Fixed {
			if d != r.Joints[i].Dynamics {
				t.Errorf("the fixed joint %s has %+v", j.Name, d)
			}
			continue
		}
		if want := 1.5 - 0.1*float64(i); d.Damping != 7 || math.Abs(d.Friction-want) > 1e-8 ||
			r.Joints[i].Dynamics.Friction != 8 {
			t.Errorf("joint %s has %+v, and had %+v", j.Name, d, r.Joints[i].Dynamics)
		}
	}
}

// TestMasslessLink checks that a body without mass in the model gets the mass that the log shows.
func TestMasslessLink(t *testing.T) {
	truth := expect.Robot(t, "rr_arm")
	true1 := expect.Model(t, truth)
	model := expect.Robot(t, "rr_arm")
	for i := range model.Links {
		if model.Links[i].Name == "link2" {
			model.Links[i].Inertial = nil
		}
	}
	m := expect.Model(t, model)
	f := fitted(t, m, 0, sampled(true1, wave(true1, 1), 400, nil, 0))
	c := fit.NewConsistent(f, model)
	found := c.Robot(model)
	checkBodies(t, m, found)
	want, got := f.Base.Values(regressor.Parameters(true1)), f.Base.Values(regressor.Parameters(expect.Model(t, found)))
	if d := floats.Distance(got, want, math.Inf(1)); d > 1e-8*floats.Norm(want, math.Inf(1)) {
		t.Errorf("base parameters %v, want %v", got, want)
	}
}

// TestWelded checks that links that fixed joints weld together are told apart by the model: each keeps its share.
func TestWelded(t *testing.T) {
	r := expect.Robot(t, "rr_arm")
	for i := range r.Links {
		if r.Links[i].Name == "tool" {
			box := spatial.Box(5, 0.1, 0.2, 0.3)
			r.Links[i].Inertial = &urdf.Inertial{Mass: 5, Inertia: urdf.Tensor{IXX: box[0], IYY: box[2], IZZ: box[5]}}
		}
	}
	m := expect.Model(t, r)
	f := fitted(t, m, 0, sampled(m, wave(m, 1), 400, nil, 0))
	found := fit.NewConsistent(f, r).Robot(r)
	for i, l := range found.Links {
		if before := r.Links[i].Inertial; before != nil && math.Abs(l.Inertial.Mass-before.Mass) > 1e-6 {
			t.Errorf("link %s has the mass %v, want %v", l.Name, l.Inertial.Mass, before.Mass)
		}
	}
}
