package control_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/mat"

	"kinetree/aba"
	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/taskspace"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/spatial"
	"kinetree/tree"
)

// still is a motion that is one point of it.
type still reference.PosePoint

func (s *still) At(dst *reference.PosePoint, _ float64) { *dst = reference.PosePoint(*s) }

func (s *still) Break(float64) float64 { return math.Inf(1) }

// tasked is an arm in a random state with a reference of its tool.
type tasked struct {
	m      *tree.Model
	link   int
	in     *control.Input
	motion *still
	kin    *tree.Kinematics
}

func newTasked(t *testing.T, robot, link string, rng *rand.Rand) *tasked {
	t.Helper()
	m := golden.Embedded(t, robot)
	k, ok := m.Link(link)
	if !ok {
		t.Fatalf("no link %s", link)
	}
	n := m.NV()
	x := &tasked{m: m, link: k, kin: tree.NewKinematics(m), motion: &still{}, in: &control.Input{Period: 0.001,
		Q: make([]float64, n), Qd: vector(rng, n), Reference: reference.NewSetpoint(m)}}
	m.Random(x.in.Q, rng)
	m.Random(x.in.Reference.Q, rng)
	x.kin.UpdateVelocity(x.in.Q, x.in.Qd)
	v := func() mgl64.Vec3 { return mgl64.Vec3(vector(rng, 3)) }
	pose := x.kin.Pose(k)
	x.motion.Pose.P = pose.P.Add(v().Mul(0.1))
	x.motion.Pose.R = spatial.FromRPY(0.3, -0.2, 0.4).Mul3(pose.R)
	x.motion.Velocity, x.motion.Acceleration = spatial.Motion{Ang: v(), Lin: v()}, spatial.Motion{Ang: v(), Lin: v()}
	return x
}

// accelerated returns the acceleration of the tool under a law and a force on the tool in the world's axes, six numbers
// in the order of taskspace.Axes.
func (x *tasked) accelerated(t *testing.T, law control.Law, f *spatial.Force) []float64 {
	t.Helper()
	n := x.m.NV()
	tau, qdd := make([]float64, n), make([]float64, n)
	if err := law.Effort(tau, x.in); err != nil {
		t.Fatal(err)
	}
	fext := make([]spatial.Force, len(x.m.Links()))
	x.kin.AddWrench(&fext[x.link], x.link, f)
	if err := aba.New(x.m).ForwardDynamics(qdd, x.in.Q, x.in.Qd, tau, fext); err != nil {
		t.Fatal(err)
	}
	kin := tree.NewKinematics(x.m)
	kin.UpdateAcceleration(x.in.Q, x.in.Qd, qdd)
	return six(kin.Acceleration(x.link, tree.Aligned))
}

func six(m spatial.Motion) []float64 { return append(m.Lin[:], m.Ang[:]...) }

// errors returns e and ė, the turn by its axis and angle from the trace of the matrix.
func (x *tasked) errors() (e, rate []float64) {
	pose := x.kin.Pose(x.link)
	turn := x.motion.Pose.R.Mul3(pose.R.Transpose())
	angle := math.Acos((turn.Trace() - 1) / 2)
	axis := mgl64.Vec3{turn.At(2, 1) - turn.At(1, 2), turn.At(0, 2) - turn.At(2, 0), turn.At(1, 0) - turn.At(0, 1)}
	e = six(spatial.Motion{Lin: x.motion.Pose.P.Sub(pose.P), Ang: axis.Mul(angle / (2 * math.Sin(angle)))})
	velocity, wanted := six(x.kin.Velocity(x.link, tree.Aligned)), six(x.motion.Velocity)
	rate = make([]float64, 6)
	for i := range rate {
		rate[i] = wanted[i] - velocity[i]
	}
	return e, rate
}

func posture(m *tree.Model, p, d float64) *control.Posture {
	x := &control.Posture{}
	for range m.NV() {
		x.Q, x.P, x.D = append(x.Q, 0.2), append(x.P, p), append(x.D, d)
	}
	x.Q[0] = math.NaN()
	return x
}

// The laws invert matrices of a condition below 1e5, and angles come from a trace.
const taskError = 1e-8

// TestOperationalSpace checks by forward dynamics that each direction of the task obeys ë + D ė + P e = 0, whatever the
// null space does, on arms with six and with seven joints.
func TestOperationalSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 10 {
		for _, c := range [][2]string{{"ur5", "tool0"}, {"panda_arm", "panda_link8"}} {
			x := newTasked(t, c[0], c[1], rng)
			p, d := [6]float64(vector(rng, 6)), [6]float64(vector(rng, 6))
			p[2], d[2] = 0, 0 // free
			e, rate := x.errors()
			for _, null := range []*control.Posture{nil, posture(x.m, 3, 2)} {
				law := control.NewOperationalSpace(x.m, control.TaskConfig{Link: x.link, Motion: x.motion,
					Posture: null}, p, d)
				got, wanted := x.accelerated(t, law, &spatial.Force{}), six(x.motion.Acceleration)
				for i := range 6 {
					want := wanted[i] + d[i]*rate[i] + p[i]*e[i]
					if i != 2 && math.Abs(got[i]-want) > taskError*(1+math.Abs(want)) {
						t.Errorf("%s: along %s it accelerates by %v, want %v", c[0], taskspace.Axes()[i], got[i], want)
					}
				}
			}
		}
	}
}

// TestNullSpace checks that posture gains of an operational-space law accelerate the joints as asked, but for the task:
// with J a = 0 for a direction a of the null space, the part of the acceleration along it by the mass matrix is that of
// the posture, aᵀ M (q̈ − q̈₀) = 0.
func TestNullSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	x := newTasked(t, "panda_arm", "panda_link8", rng)
	one := [6]float64{1, 1, 1, 1, 1, 1}
	null := posture(x.m, 3, 2)
	law := control.NewOperationalSpace(x.m, control.TaskConfig{Link: x.link, Motion: x.motion, Posture: null}, one, one)
	n := x.m.NV()
	tau, qdd, m, j := make([]float64, n), make([]float64, n), make([]float64, n*n), make([]float64, 6*n)
	if err := law.Effort(tau, x.in); err != nil {
		t.Fatal(err)
	}
	if err := aba.New(x.m).ForwardDynamics(qdd, x.in.Q, x.in.Qd, tau, nil); err != nil {
		t.Fatal(err)
	}
	crba.New(x.m).MassMatrix(m, x.in.Q)
	x.kin.Jacobian(j, x.link, tree.Aligned)
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(6, n, j), mat.SVDFull) {
		t.Fatal("no singular values")
	}
	var v mat.Dense
	svd.VTo(&v)
	sum := 0.0
	for r := range n {
		for c := range n {
			q0 := null.Q[c]
			if math.IsNaN(q0) {
				q0 = x.in.Reference.Q[c]
			}
			sum += v.At(r, n-1) * m[r*n+c] * (qdd[c] - 3*(q0-x.in.Q[c]) + 2*x.in.Qd[c])
		}
	}
	if math.Abs(sum) > taskError {
		t.Errorf("in the null space the joints lack %v", sum)
	}
}

// TestTaskImpedance checks by forward dynamics that Λ ë + D ė + K e = −f under a force f on the link, with stiffness
// and damping matrices that couple directions, and whatever the null space does.
func TestTaskImpedance(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 10 {
		for _, c := range [][2]string{{"ur5", "tool0"}, {"panda_arm", "panda_link8"}} {
			x := newTasked(t, c[0], c[1], rng)
			e, rate := x.errors()
			stiffness, damping := symmetric(rng), symmetric(rng)
			f := spatial.Force{Ang: mgl64.Vec3(vector(rng, 3)), Lin: mgl64.Vec3(vector(rng, 3))}
			for _, null := range []*control.Posture{nil, posture(x.m, 30, 2)} {
				law := control.NewTaskImpedance(x.m, control.TaskConfig{Link: x.link, Motion: x.motion, Posture: null},
					stiffness, damping, 0)
				got, wanted := x.accelerated(t, law, &f), six(x.motion.Acceleration)
				s := taskspace.New(x.m, x.link, []int{0, 1, 2, 3, 4, 5}, 0)
				if err := s.Update(x.kin, x.in.Q); err != nil {
					t.Fatal(err)
				}
				missing := make([]float64, 6)
				for i := range missing {
					missing[i] = wanted[i] - got[i]
				}
				s.Bear(missing)
				push := append(f.Lin[:], f.Ang[:]...)
				for r := range 6 {
					missing[r] += push[r]
					for c := range 6 {
						missing[r] += stiffness[6*r+c]*e[c] + damping[6*r+c]*rate[c]
					}
					if math.Abs(missing[r]) > taskError*100 { // of forces of some 100 N
						t.Errorf("%s: along %s %v N are missing", c[0], taskspace.Axes()[r], missing[r])
					}
				}
			}
		}
	}
}

// symmetric returns a positive definite matrix of six rows.
func symmetric(rng *rand.Rand) []float64 {
	a := mat.NewDense(6, 6, vector(rng, 36))
	var m mat.Dense
	m.Mul(a, a.T())
	for i := range 6 {
		m.Set(i, i, m.At(i, i)+1)
	}
	return m.RawMatrix().Data
}

// TestDampingRatio checks that the damping D of a ratio ζ has D Λ⁻¹ D = 4 ζ² K, as all modes then have. The law is
// linear in the velocity of the reference, so its differences are those of Jᵀ D.
func TestDampingRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	x := newTasked(t, "ur5", "tool0", rng)
	stiffness := symmetric(rng)
	const zeta = 0.7
	law := control.NewTaskImpedance(x.m, control.TaskConfig{Link: x.link, Motion: x.motion}, stiffness, nil, zeta)
	n := x.m.NV()
	s := taskspace.New(x.m, x.link, []int{0, 1, 2, 3, 4, 5}, 0)
	if err := s.Update(x.kin, x.in.Q); err != nil {
		t.Fatal(err)
	}
	with := func(v spatial.Motion) []float64 {
		x.motion.Velocity = v
		tau := make([]float64, n)
		if err := law.Effort(tau, x.in); err != nil {
			t.Fatal(err)
		}
		return tau
	}
	none := with(spatial.Motion{})
	var d, inertia mat.Dense
	columns := mat.NewDense(6, 6, nil)
	for i := range 6 {
		var v spatial.Motion
		if i < 3 {
			v.Lin[i] = 1
		} else {
			v.Ang[i-3] = 1
		}
		tau := with(v)
		for c := range tau {
			tau[c] -= none[c]
		}
		columns.SetCol(i, tau)
	}
	j := mat.NewDense(6, n, s.Jacobian())
	if err := d.Solve(j.T(), columns); err != nil {
		t.Fatal(err)
	}
	full := make([]float64, 36)
	s.Inertia(full)
	if err := inertia.Solve(mat.NewDense(6, 6, full), &d); err != nil {
		t.Fatal(err)
	}
	var got mat.Dense
	got.Mul(&d, &inertia)
	for i, k := range stiffness {
		stiffness[i] = 4 * zeta * zeta * k
	}
	expect.Near(t, "D/Λ D", got.RawMatrix().Data, stiffness, taskError*100, 1) // through an inverse of J and one of Λ
}

// TestTaskAtReference checks that a law without a motion of its link follows the references of the joints: at them, and
// as fast, it asks for the efforts of inverse dynamics.
func TestTaskAtReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	x := newTasked(t, "ur5", "tool0", rng)
	r := x.in.Reference
	copy(r.Q, x.in.Q)
	copy(r.Qd, x.in.Qd)
	copy(r.Qdd, vector(rng, 6))
	want, got := make([]float64, 6), make([]float64, 6)
	if err := control.NewFeedForward(x.m, nil).Effort(want, x.in); err != nil {
		t.Fatal(err)
	}
	one := [6]float64{1, 1, 1, 1, 1, 1}
	for _, law := range []control.Law{
		control.NewOperationalSpace(x.m, control.TaskConfig{Link: x.link}, one, one),
		control.NewTaskImpedance(x.m, control.TaskConfig{Link: x.link}, symmetric(rng), nil, 1),
	} {
		if err := law.Effort(got, x.in); err != nil {
			t.Fatal(err)
		}
		expect.Near(t, "efforts", got, want, taskError, 1)
	}
}

// TestSingularTask checks the error of a stretched arm, that damping goes on, and that the law does not allocate.
func TestSingularTask(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	tool, _ := m.Link("tool")
	in := &control.Input{Time: 0.25, Period: 0.001, Q: []float64{0.5, 0}, Qd: []float64{0, 0},
		Reference: reference.NewSetpoint(m)}
	tau := make([]float64, 2)
	gains := [6]float64{10, 0, 10}
	for damping, singular := range map[float64]bool{0: true, 1e-3: false} {
		law := control.NewOperationalSpace(m, control.TaskConfig{Link: tool, Damping: damping}, gains, gains)
		err := law.Effort(tau, in)
		if (err != nil) != singular {
			t.Errorf("with a damping of %v the error is %v", damping, err)
		}
		var task *taskspace.SingularTask
		if singular && (!errors.As(err, &task) || !strings.Contains(err.Error(), "at t = 0.25 s")) {
			t.Errorf("the error is %v", err)
		}
		if !singular && testing.AllocsPerRun(10, func() { _ = law.Effort(tau, in) }) != 0 {
			t.Error("the law allocates")
		}
	}
}
