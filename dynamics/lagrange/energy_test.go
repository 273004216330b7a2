package lagrange_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/stencil"
	"kinetree/rnea"
	"kinetree/tree"
)

func TestEnergyGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		s := lagrange.New(m)
		for _, state := range f.States {
			kinetic, potential := s.Energy(state.Position(t, m), state.Velocity(t, m))
			golden.CompareValues(t, f.Robot+" kinetic energy", []float64{kinetic}, []float64{state.KineticEnergy})
			golden.CompareValues(t, f.Robot+" potential energy", []float64{potential}, []float64{state.PotentialEnergy})
		}
	})
}

func TestEnergyTextbook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.Draw(t, 40)
		kinetic, potential := lagrange.New(c.Model).Energy(c.Q, c.Qd)
		wantKinetic, wantPotential := c.Book.Energies(c.Named(c.Q), c.Named(c.Qd))
		expect.Near(t, "energies", []float64{kinetic, potential}, []float64{wantKinetic, wantPotential}, exact, 1)
	})
}

// TestEnergySum checks the energies against sums over the links as the description has them, on robots with joints of
// all kinds, their base fixed, floating or moved.
func TestEnergySum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		kinetic, potential := c.solver().Energy(c.Q, c.V)
		wantKinetic, wantPotential := 0.0, 0.0
		for l, inertia := range c.inertias {
			v, pose := c.kin.Velocity(l, tree.Local), c.kin.Pose(l)
			wantKinetic += inertia.KineticEnergy(&v)
			wantPotential -= c.Model.Gravity().Dot(pose.Point(inertia.COM()).Mul(inertia.M))
		}
		expect.Near(t, "energies", []float64{kinetic, potential}, []float64{wantKinetic, wantPotential}, exact, 1)
	})
}

// TestKineticEnergy checks T = ½ vᵀ M v with the mass matrix of crba.
func TestKineticEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		n := c.Model.NV()
		M := make([]float64, n*n)
		crba.New(c.Model).MassMatrix(M, c.Q)
		kinetic, _ := lagrange.New(c.Model).Energy(c.Q, c.V)
		expect.Near(t, "kinetic energy", []float64{kinetic}, []float64{floats.Dot(c.V, times(n, M, c.V)) / 2}, exact, 1)
	})
}

// TestPowerBalance checks that the energy changes by the power of the efforts: d/dt (T + U) = τᵀ v.
func TestPowerBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		c.Base = tree.Rest()
		s := c.solver()
		rates := c.Rates(2, func(dst []float64, _ *tree.BaseMotion, q, v []float64) { dst[0], dst[1] = s.Energy(q, v) })
		tau := make([]float64, c.Model.NV())
		rnea.New(c.Model).InverseDynamics(tau, c.Q, c.V, c.A, nil)
		kinetic, potential := s.Energy(c.Q, c.V)
		expect.Near(t, "power", []float64{rates[0] + rates[1]}, []float64{floats.Dot(tau, c.V)}, stencil.Relative,
			1+kinetic+math.Abs(potential)+floats.Norm(rates, math.Inf(1)))
	})
}

func TestDoesNotAllocate(t *testing.T) {
	for _, m := range []*tree.Model{golden.Embedded(t, "branched"), randrobot.NewAny(t, 1, 30).Model} {
		for name, call := range calls(m) {
			if n := testing.AllocsPerRun(20, call); n != 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	}
}

func BenchmarkSolver(b *testing.B) {
	r, opts := randrobot.Humanoid()
	humanoid := expect.Model(b, r, opts...)
	tree30 := expect.Model(b, randrobot.New(1, 30))
	for name, m := range map[string]*tree.Model{"ur5": golden.Embedded(b, "ur5"), "tree30": tree30,
		"humanoid": humanoid} {
		for what, call := range calls(m) {
			b.Run(what+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					call()
				}
			})
		}
	}
}

// calls returns calls of all methods of a solver.
func calls(m *tree.Model) map[string]func() {
	s := lagrange.New(m)
	n := m.NV()
	q, v, w := m.Neutral(), randrobot.Vector(2, n), randrobot.Vector(3, n)
	nn, three, six, effort, symbols := make([]float64, n*n), make([]float64, 3*n), make([]float64, 6*n),
		make([]float64, n), make([]float64, n*n*n)
	return map[string]func(){
		"Energy":                   func() { s.Energy(q, v) },
		"MoveBase":                 func() { s.MoveBase(tree.Rest()) },
		"CoriolisMatrix":           func() { s.CoriolisMatrix(nn, q, v) },
		"CoriolisProduct":          func() { s.CoriolisProduct(effort, q, v, w) },
		"MassMatrixRate":           func() { s.MassMatrixRate(nn, q, v) },
		"Christoffel":              func() { s.Christoffel(symbols, q) },
		"Mass":                     func() { s.Mass(lagrange.All) },
		"CenterOfMass":             func() { s.CenterOfMass(q, lagrange.All) },
		"CenterOfMassVelocity":     func() { s.CenterOfMassVelocity(q, v, lagrange.All) },
		"CenterOfMassAcceleration": func() { s.CenterOfMassAcceleration(q, v, w, lagrange.All) },
		"CenterOfMassJacobian":     func() { s.CenterOfMassJacobian(three, q, lagrange.All) },
		"Momentum":                 func() { s.Momentum(q, v) },
		"MomentumRate":             func() { s.MomentumRate(q, v, w) },
		"MomentumMatrix":           func() { s.MomentumMatrix(six, q) },
		"CentroidalMomentum":       func() { s.CentroidalMomentum(q, v, lagrange.Moving) },
		"CentroidalMomentumRate":   func() { s.CentroidalMomentumRate(q, v, w, lagrange.Moving) },
		"CentroidalMomentumMatrix": func() { s.CentroidalMomentumMatrix(six, q, lagrange.Moving) },
		"GeneralizedMomentum":      func() { s.GeneralizedMomentum(effort, q, v) },
		"GeneralizedMomentumRate":  func() { s.GeneralizedMomentumRate(effort, q, v, w) },
		"LockedInertia":            func() { s.LockedInertia(q, lagrange.All) },
	}
}
