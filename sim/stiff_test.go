package sim_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/mat"

	"kinetree/aba"
	"kinetree/integrate"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// flap returns a robot with one hinge without gravity torque: an inertia J about z with damping d.
func flap(t testing.TB, inertia, damping float64) *tree.Model {
	return expect.Model(t, &urdf.Robot{Name: "flap", Links: []urdf.Link{{Name: "frame"}, {Name: "flap",
		Inertial: &urdf.Inertial{Mass: inertia, Inertia: urdf.Tensor{IXX: inertia, IYY: inertia, IZZ: inertia}}}},
		Joints: []urdf.Joint{{Name: "hinge", Type: urdf.Continuous, Parent: "frame", Child: "flap",
			Axis: [3]float64{0, 0, 1}, Dynamics: &urdf.Dynamics{Damping: damping}}}})
}

// dampers are those of published robots, fetch, R2 and Valkyrie, and one that nobody has.
var dampers = []struct{ inertia, damping float64 }{{0.002, 5}, {1e-4, 1}, {4e-7, 0.5}, {1e-9, 1e4}}

// TestStiffDamper runs one joint of damping d with the defaults: with λ = d/J the velocity is v0 e^(−λt) + (1 −
// e^(−λt)) τ/d, and the damper takes all of the energy. Errors of steps are below 1e-6 of the state.
func TestStiffDamper(t *testing.T) {
	for _, c := range dampers {
		m := flap(t, c.inertia, c.damping)
		lambda := c.damping / c.inertia
		for _, end := range []float64{1e-3, 0.01, 0.5} {
			s := expect.Run(t, expect.World(t, sim.Config{Model: m, Start: sim.Start{Velocity: []float64{1}}}), end)
			heat := c.inertia / 2 * -math.Expm1(-2*lambda*end)
			if got := s.Ledger.DampingLoss; !(math.Abs(got-heat) < 1e-4*heat) {
				t.Errorf("%+v, %v s: damping took %v, want %v", c, end, got, heat)
			}
			if got, want := s.End.Position[0], -math.Expm1(-lambda*end)/lambda; !(math.Abs(got-want) < 1e-5*want+1e-9) {
				t.Errorf("%+v, %v s: position %v, want %v", c, end, got, want)
			}
			if got, want := s.End.Velocity[0], math.Exp(-lambda*end); !(math.Abs(got-want) < 1e-5) {
				t.Errorf("%+v, %v s: velocity %v, want %v", c, end, got, want)
			}
			if len(s.Stiff) != 1 || s.Stiff[0].Joint != "hinge" || s.Stiff[0].What != "damping" ||
				s.Stiff[0].Time != 0 ||
				math.Abs(s.Stiff[0].Rate-lambda) > 1e-9*lambda {
				t.Errorf("%+v: %+v", c, s.Stiff)
			}
			const effort = 0.3
			s = expect.Run(t, expect.World(t, sim.Config{Model: m, Controller: law(func(_, _, _ float64) float64 {
				return effort
			})}), end)
			want := effort / c.damping * (end + math.Expm1(-lambda*end)/lambda)
			if got := s.End.Position[0]; !(math.Abs(got-want) < 1e-5*want+1e-9) {
				t.Errorf("%+v, %v s: pushed to %v, want %v", c, end, got, want)
			}
			if got := s.Ledger.Drift; !(math.Abs(got) < 1e-3*s.Ledger.EffortWork) {
				t.Errorf("%+v, %v s: drift %v of %v J", c, end, got, s.Ledger.EffortWork)
			}
		}
	}
}

// TestStiffSpring runs a mass of 2 kg on a spring. With damping that is ten times critical it creeps back as e^(−λt)
// with the two λ of λ² − d/m λ + k/m = 0; without any it swings, 20 times faster than one step can follow.
func TestStiffSpring(t *testing.T) {
	const mass, k, x0, end = 2, 2e8, 0.01, 0.05
	d := 20 * math.Sqrt(mass*k)
	run := func(d float64, end float64) *sim.Summary {
		return expect.Run(t, expect.World(t, sim.Config{Model: cart(t, d), Joints: []sim.JointExtras{{Stiffness: k}},
			Start: sim.Start{Position: []float64{x0}}}), end)
	}
	root := math.Sqrt(d*d/mass/mass/4 - k/mass)
	fast := d/mass/2 + root
	slow := k / mass / fast
	for _, end := range []float64{0.002, 0.004} {
		s := run(d, end)
		want := x0 * (fast*math.Exp(-slow*end) - slow*math.Exp(-fast*end)) / (fast - slow)
		if got := s.End.Position[0]; !(math.Abs(got-want) < 1e-5*want) {
			t.Errorf("at %v s: %v, want %v", end, got, want)
		}
		if len(s.Stiff) != 2 || s.Stiff[1].What != "spring" || math.Abs(s.Stiff[1].Rate-1e4) > 1e-6 {
			t.Errorf("%+v", s.Stiff)
		}
		if !(math.Abs(s.Ledger.Drift) < 1e-4*s.Start.Potential) {
			t.Errorf("drift %v of %v J", s.Ledger.Drift, s.Start.Potential)
		}
	}
	s := run(0, 0.01)
	if want := x0 * math.Cos(1e4*0.01); !(math.Abs(s.End.Position[0]-want) < 1e-3*x0) {
		t.Errorf("it swings to %v, want %v", s.End.Position[0], want)
	}
	if !(math.Abs(s.Ledger.Drift) < 0.01*s.Start.Potential) {
		t.Errorf("drift %v of %v J", s.Ledger.Drift, s.Start.Potential)
	}
}

// TestSwiftSwings lets undamped springs of a joint, of an elastic drive and between links swing for a second, with 0.3
// to 1.4 rad in a step of the defaults: the energy is kept to 1 %, and what swings keeps its amplitude. An explicit
// step of order 4 loses (h w)⁶/144 of it, all of it in a second, and tells nothing.
func TestSwiftSwings(t *testing.T) {
	const mass, h = 2, 1e-3
	for _, turn := range expect.Some(t, 4, 0.25, 0.31, 0.5, 0.8, 1, 1.2, 1.4) {
		k := mass * (turn / h) * (turn / h)
		both := 1/(1.0/3) + 1/0.2
		wheeled := wheel(t, tree.WithRotor("x", 0.2))
		for name, c := range map[string]sim.Config{
			"spring": {Model: cart(t, 0), Joints: []sim.JointExtras{{Stiffness: k}},
				Start: sim.Start{Position: []float64{0.01}}},
			"elastic drive": {Model: wheeled, Joints: extras(wheeled, sim.JointExtras{
				Elastic: &tree.Coupling{Stiffness: k / mass / both}}), Start: sim.Start{Position: []float64{0.01, 0}}},
			"line": {Model: cart(t, 0), Forces: []sim.ForceElement{&sim.LineSpring{Links: [2]int{-1, 1},
				At: [2]mgl64.Vec3{{-1, 0, 0}}, Stiffness: k, Rest: 1}}, Start: sim.Start{Position: []float64{0.01}}},
		} {
			log := &table{}
			c.Log.Sink = log
			s := expect.Run(t, expect.World(t, c), 1)
			if (len(s.Stiff) == 1) != (turn > 0.3) || len(s.Stiff) > 0 && (s.Stiff[0].What != "spring" ||
				math.Abs(s.Stiff[0].Rate*h-turn) > 1e-9) {
				t.Errorf("%s, %v rad a step: %+v", name, turn, s.Stiff)
			}
			if name == "line" { // whose work is that of a wrench
				s.Start.Kinetic += k * 0.01 * 0.01 / 2
			}
			if total := s.Start.Kinetic + s.Start.Potential; !(math.Abs(s.Ledger.Drift) < 0.01*total) {
				t.Errorf("%s, %v rad a step: drift %v of %v J", name, turn, s.Ledger.Drift, total)
			}
			x := log.column(t, "x/position")
			if name == "elastic drive" {
				for i, rotor := range log.column(t, "x/motor/position") {
					x[i] -= rotor
				}
			}
			late := 0.0
			for _, x := range x[len(x)-100:] {
				late = max(late, math.Abs(x))
			}
			// half a percent for the largest of a hundred rows, and the same for the energy
			if !(math.Abs(late-0.01) < 2e-4) {
				t.Errorf("%s, %v rad a step: the amplitude is %v m at the end, of 0.01", name, turn, late)
			}
		}
	}
}

// hand returns an arm of three links of 1 kg with a finger of three light ones, which are damped.
func hand(t testing.TB, c struct{ inertia, damping float64 }, options ...tree.Option) *tree.Model {
	robot := &urdf.Robot{Name: "hand", Links: []urdf.Link{{Name: "body", Inertial: &urdf.Inertial{Mass: 20,
		Inertia: urdf.Tensor{IXX: 1, IYY: 1, IZZ: 1}}}}}
	for i := range 6 {
		mass, inertia, length, damping := 1.0, 0.01, 0.3, 0.0
		if i >= 3 {
			mass, inertia, length, damping = 0.01, c.inertia, 0.02, c.damping
		}
		name := fmt.Sprint("link", i)
		robot.Links = append(robot.Links, urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: mass,
			Origin:  urdf.Pose{XYZ: [3]float64{length / 2, 0, 0}},
			Inertia: urdf.Tensor{IXX: inertia, IYY: inertia, IZZ: inertia}}})
		robot.Joints = append(robot.Joints, urdf.Joint{Name: fmt.Sprint("joint", i), Type: urdf.Continuous,
			Parent: robot.Links[i].Name, Child: name, Origin: urdf.Pose{XYZ: [3]float64{length, 0, 0}},
			Axis: [][3]float64{{0, 1, 0}, {0, 0, 1}}[i%2], Dynamics: &urdf.Dynamics{Damping: damping}})
	}
	return expect.Model(t, robot, options...)
}

// TestStiffHand lets arms with fingers of published dampers fall for a second, from a fixed base and from a floating
// one, with the defaults. The energy stays within 1e-4 of what moves, and where the dampers are such that an explicit
// method can follow, both go to the same state.
func TestStiffHand(t *testing.T) {
	for _, c := range dampers {
		for _, options := range [][]tree.Option{nil, {tree.WithFloatingBase()}} {
			m := hand(t, c, options...)
			start := sim.Start{Velocity: make([]float64, m.NV())}
			start.Velocity[m.NV()-4] = 2 // of the last joint of the arm
			s := expect.Run(t, expect.World(t, sim.Config{Model: m, Start: start}), 1)
			if moved := max(s.End.Kinetic, s.Ledger.DampingLoss); len(s.Stiff) == 0 ||
				!(math.Abs(s.Ledger.Drift) < 1e-4*moved) {
				t.Errorf("%+v, %d rates: drift %v J, %v J moved; %v", c, m.NV(), s.Ledger.Drift, moved, s.Stiff)
			}
			if c.damping/c.inertia > 1e4 {
				continue
			}
			want := expect.Run(t, expect.World(t, sim.Config{Model: m, Start: start,
				Integration: sim.Integration{Method: integrate.DormandPrinceMethod}}), 1)
			for i, x := range s.End.Position {
				if !(math.Abs(x-want.End.Position[i]) < 1e-4) {
					t.Errorf("%+v: position %d is %v, want %v", c, i, x, want.End.Position[i])
				}
			}
		}
	}
}

// TestStiffSteps checks that halving the steps leads to the same motion, as order 4 does, on a robot of which one joint
// is stiff: 2^4 = 16 times less, and 8 at least.
func TestStiffSteps(t *testing.T) {
	m := hand(t, dampers[1])
	at := func(step float64) float64 {
		s := expect.Run(t, expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: step}}), 0.32)
		if s.Stiff == nil {
			t.Fatal("it is not stiff")
		}
		return s.End.Position[0]
	}
	want := at(0.0005)
	a, b := math.Abs(at(0.004)-want), math.Abs(at(0.002)-want)
	if !(a < 1e-6 && b < 1e-7+a/8) {
		t.Errorf("errors %v and %v", a, b)
	}
}

// TestBecomesStiff folds an arm: the hinge of the base meets an inertia that falls from m l² to what its own link has,
// so its damper becomes too fast on the way.
func TestBecomesStiff(t *testing.T) {
	rod := func(name string, mass, at float64) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: mass, Origin: urdf.Pose{XYZ: [3]float64{at, 0, 0}},
			Inertia: urdf.Tensor{IXX: 1e-3, IYY: 1e-3, IZZ: 1e-3}}}
	}
	m := expect.Model(t, &urdf.Robot{Name: "reel", Links: []urdf.Link{{Name: "base"}, rod("drum", 0.1, 0),
		rod("weight", 1, 0)}, Joints: []urdf.Joint{
		{Name: "turn", Type: urdf.Continuous, Parent: "base", Child: "drum", Axis: [3]float64{0, 0, 1},
			Dynamics: &urdf.Dynamics{Damping: 6}},
		{Name: "reach", Type: urdf.Prismatic, Parent: "drum", Child: "weight", Axis: [3]float64{1, 0, 0},
			Limit: &urdf.Limit{Lower: -2, Upper: 2, Effort: 10, Velocity: 10}}}})
	s := expect.Run(t, expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{0, 1},
		Velocity: []float64{0.5, -1}}}), 1.5)
	if len(s.Stiff) != 1 || s.Stiff[0].Joint != "turn" || !(s.Stiff[0].Time > 0.9 && s.Stiff[0].Time < 1) {
		t.Errorf("%+v", s.Stiff)
	}
	if !(math.Abs(s.Ledger.Drift) < 1e-6*s.Start.Kinetic) {
		t.Errorf("drift %v of %v J", s.Ledger.Drift, s.Start.Kinetic)
	}
}

// TestSemiImplicitDamping checks v' = v / (1 + h d/m).
func TestSemiImplicitDamping(t *testing.T) {
	for _, d := range []float64{3, 1e6} {
		s := expect.Run(t, expect.World(t, sim.Config{Model: cart(t, d), Start: sim.Start{Velocity: []float64{1}},
			Integration: sim.Integration{Method: integrate.SemiImplicitMethod, Step: 0.01}}), 0.1)
		want := math.Pow(1+0.01*d/2, -10)
		if got := s.End.Velocity[0]; !(math.Abs(got-want) < 1e-12*want) || s.Stiff != nil {
			t.Errorf("d = %v: %v, want %v", d, got, want)
		}
		// The damper takes the kinetic energy of 1 J, and the ledger says so, even if that is over within one step: to
		// rounding, or to the order of Simpson's rule for the steps that are followed, hd/m = 0.015, on the states of a
		// method of order 1.
		if drift := math.Abs(s.Ledger.Drift); drift > map[float64]float64{3: 0.01, 1e6: 1e-12}[d] {
			t.Errorf("d = %v: drift %v J", d, drift)
		}
	}
}

// TestStiffAllocations checks that steps of a robot with stiff dampers do not allocate.
func TestStiffAllocations(t *testing.T) {
	for _, method := range []integrate.Method{integrate.RK4Method, integrate.SemiImplicitMethod} {
		w := expect.World(t, sim.Config{Model: hand(t, dampers[2]), Integration: sim.Integration{Method: method}})
		end := 0.0
		few := testing.AllocsPerRun(5, func() { end += 0.01; expect.Run(t, w, end) })
		many := testing.AllocsPerRun(5, func() { end += 0.1; expect.Run(t, w, end) })
		if many > few {
			t.Errorf("%s: %v allocations in 100 steps, %v in 10", method.Name, many, few)
		}
	}
}

// TestStiffReset checks that a world that is reset is as a new one, with the method that it had before.
func TestStiffReset(t *testing.T) {
	m := hand(t, dampers[0])
	config := sim.Config{Model: m, Start: sim.Start{Velocity: []float64{1, 0, 0, 0, 1, 0}}}
	w := expect.World(t, config)
	first := expect.Run(t, w, 0.1)
	if err := w.Reset(nil, nil); err != nil {
		t.Fatal(err)
	}
	second := expect.Run(t, w, 0.1)
	for i, x := range first.End.Position {
		if x != second.End.Position[i] {
			t.Errorf("position %d: %v, then %v", i, x, second.End.Position[i])
		}
	}
	if len(first.Stiff) == 0 || !slices.Equal(first.Stiff, second.Stiff) {
		t.Errorf("%v, then %v", first.Stiff, second.Stiff)
	}
}

// TestStiffChain compares what is found in a chain of 120 dampers, too many for M⁻¹, with the largest eigenvalue λ of
// √B M⁻¹ √B: a step of 0.8/λ is left to RK4, and in one of 1.3/λ the damping is too fast, with λ told to 10 %.
func TestStiffChain(t *testing.T) {
	const n = 120
	r := &urdf.Robot{Name: "chain", Links: []urdf.Link{{Name: "l0"}}}
	for i := range n {
		inertia := 1e-4 * (1 + float64(i%7))
		r.Links = append(r.Links, urdf.Link{Name: fmt.Sprint("l", i+1), Inertial: &urdf.Inertial{Mass: 0.1,
			Origin:  urdf.Pose{XYZ: [3]float64{0.05, 0, 0}},
			Inertia: urdf.Tensor{IXX: inertia, IYY: inertia, IZZ: inertia}}})
		r.Joints = append(r.Joints, urdf.Joint{Name: fmt.Sprint("j", i+1), Type: urdf.Continuous,
			Parent: fmt.Sprint("l", i), Child: fmt.Sprint("l", i+1), Axis: [3]float64{0, 1, 0},
			Origin:   urdf.Pose{XYZ: [3]float64{0.1, 0, 0}},
			Dynamics: &urdf.Dynamics{Damping: 0.01 * (1 + float64(i%3))}})
	}
	m := expect.Model(t, r)
	inverse := make([]float64, n*n)
	if err := aba.New(m).InverseMassMatrix(inverse, m.Neutral()); err != nil {
		t.Fatal(err)
	}
	scaled := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			scaled.SetSym(i, j, inverse[i*n+j]*math.Sqrt(m.Joints()[i].Damping*m.Joints()[j].Damping))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(scaled, false) {
		t.Fatal("no eigenvalues")
	}
	largest := eigen.Values(nil)[n-1]
	for factor, stiff := range map[float64]bool{0.8: false, 1.3: true} {
		w := expect.World(t, sim.Config{Model: m, Integration: sim.Integration{Step: factor / largest}})
		found := w.Stiff()
		if (found != nil) != stiff {
			t.Errorf("a step of %v times 1/λ: %+v", factor, found)
		}
		for _, s := range found {
			if s.Rate > largest*(1+1e-9) || s.Rate < 0.9*largest || s.What != "damping" {
				t.Errorf("%+v; the largest eigenvalue is %v", s, largest)
			}
		}
	}
}

// TestFastLineDampersAreBooked stops a cart by a damper to the world that is far faster than the step: what the damper
// takes is the cart's kinetic energy, as methods that take it implicitly have it, 1e-10 of which is left to rounding of
// powers that are 1e6 times as large.
func TestFastLineDampersAreBooked(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "cart", Links: []urdf.Link{{Name: "ground"}, rod("cart", 1, 0.3)},
		Joints: []urdf.Joint{{Name: "slide", Type: urdf.Prismatic, Parent: "ground", Child: "cart",
			Axis: [3]float64{1, 0, 0}, Limit: &urdf.Limit{Lower: -1, Upper: 1, Effort: 1, Velocity: 1}}}})
	for _, method := range []integrate.Method{integrate.ImplicitMethod, integrate.SemiImplicitMethod} {
		for _, damping := range []float64{1e4, 1e6} {
			w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Velocity: []float64{1}},
				Forces: []sim.ForceElement{&sim.LineSpring{Links: [2]int{-1, 1}, At: [2]mgl64.Vec3{{-1}, {}},
					Damping: damping}},
				Integration: sim.Integration{Method: method, Step: 1e-3}})
			if _, err := w.Run(t.Context(), 0.02); err != nil {
				t.Fatal(err)
			}
			if l := w.Ledger(); math.Abs(l.WrenchWork+0.5) > 1e-10 {
				t.Errorf("%s: a damper of %v N s/m does the work %v J; expected -0.5", method.Name, damping,
					l.WrenchWork)
			}
		}
	}
}
