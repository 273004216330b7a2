package regressor_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/dynamics/lagrange"
	"kinetree/dynamics/regressor"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/stencil"
	"kinetree/rnea"
	"kinetree/tree"
)

// exact is the accuracy asked of what two ways of adding up the same few hundred products give, relative to the
// largest term.
const exact = 1e-12

// product returns the product of a matrix with so many rows with a vector, and the largest of the terms that it adds
// up.
func product(rows int, y, x []float64) (sum []float64, largest float64) {
	sum = make([]float64, rows)
	for i := range sum {
		for k, v := range x {
			term := y[i*len(x)+k] * v
			sum[i] += term
			largest = math.Max(largest, math.Abs(term))
		}
	}
	return sum, largest
}

// TestGolden compares regressors and parameters with the reference figures.
func TestGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		if f.InertialParameters == nil {
			t.Skip("no figures of a regressor: the robot floats, or has more than 7 joints")
		}
		s, n := regressor.New(m), m.NV()
		pi := regressor.Parameters(m)
		for k, b := range regressor.Blocks(m) {
			golden.CompareValues(t, f.Robot+" parameters of "+b.Name, pi[regressor.Size*k:][:regressor.Size],
				f.InertialParameters[b.Name])
		}
		y := make([]float64, n*s.Columns())
		for _, state := range f.States {
			s.Regressor(y, state.Position(t, m), state.Velocity(t, m), golden.Vector(t, m, state.QddIn))
			got := make([]float64, 0, len(y))
			for _, row := range f.JointOrder {
				r, _ := m.Joint(row)
				for _, block := range f.JointOrder {
					k, _ := m.Joint(block)
					got = append(got, y[r*s.Columns()+regressor.Size*k:][:regressor.Size]...)
				}
			}
			golden.CompareValues(t, f.Robot+" regressor", got, slices.Concat(state.Regressor...))
		}
	})
}

// TestEfforts checks Y π = τ against the recursive algorithm, on robots with joints of all kinds, followers among
// them, their base fixed, floating or moved.
func TestEfforts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		s, inverse := regressor.New(c.Model), rnea.New(c.Model)
		if !c.Model.Floating() && rapid.Bool().Draw(t, "moved") {
			s.MoveBase(c.BaseMotion())
			inverse.MoveBase(c.BaseMotion())
		}
		y, tau := make([]float64, c.Model.NV()*s.Columns()), make([]float64, c.Model.NV())
		s.Regressor(y, c.Q, c.V, c.A)
		inverse.InverseDynamics(tau, c.Q, c.V, c.A, nil)
		got, largest := product(c.Model.NV(), y, regressor.Parameters(c.Model))
		expect.Within(t, "Y π", got, tau, exact*math.Max(1, largest))
	})
}

// TestFollowers checks that the rows of joints that follow others add up: Y = Gᵀ Y of the same robot with these
// joints set free.
func TestFollowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		free := c.Independent(t)
		s, all := regressor.New(c.Model), regressor.New(free.Model)
		y, yAll := make([]float64, c.Model.NV()*s.Columns()), make([]float64, free.Model.NV()*all.Columns())
		s.Regressor(y, c.Q, c.V, c.A)
		all.Regressor(yAll, free.Position(c.Q), free.Rates(c.V), free.Rates(c.A))
		var want mat.Dense
		want.Mul(free.G().T(), mat.NewDense(free.Model.NV(), all.Columns(), yAll))
		expect.Within(t, "Y", y, want.RawMatrix().Data, exact*math.Max(1, floats.Norm(yAll, math.Inf(1))))
	})
}

// TestStructure checks that a block has rows for the joints that carry its body and exact zeros elsewhere, and that
// it fills: no row of a joint that carries the body is zero as a whole.
func TestStructure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 12)
		m := c.Model
		s := regressor.New(m)
		y := make([]float64, m.NV()*s.Columns())
		s.Regressor(y, c.Q, c.V, c.A)
		bodies := m.Bodies()
		for k, b := range regressor.Blocks(m) {
			carries := make([]bool, m.NV())
			for i := m.Links()[b.Link].Body; i > 0; i = bodies[i].Parent {
				for col := range bodies[i].S {
					if bodies[i].Ratio != 0 {
						carries[bodies[i].V+col] = true
					}
				}
			}
			for row, carried := range carries {
				block := y[row*s.Columns()+regressor.Size*k:][:regressor.Size]
				if zero := floats.Norm(block, 1) == 0; zero == carried {
					t.Fatalf("block %s, row %d: zero is %v, and that the joint carries the body is %v", b.Name, row,
						zero, carried)
				}
			}
		}
	})
}

// TestChain checks that the regressor of a chain is block upper triangular.
func TestChain(t *testing.T) {
	m := expect.Model(t, randrobot.Chain(7))
	s := regressor.New(m)
	y := make([]float64, 7*s.Columns())
	s.Regressor(y, randrobot.Vector(1, 7), randrobot.Vector(2, 7), randrobot.Vector(3, 7))
	for row := range 7 {
		for block := range 7 {
			if filled := floats.Norm(y[row*s.Columns()+regressor.Size*block:][:regressor.Size],
				1) > 0; filled != (block >= row) {
				t.Errorf("row %d, block %d: filled is %v", row, block, filled)
			}
		}
	}
}

// TestEnergy checks the energy regressor against the energies of the moving links.
func TestEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		if !c.Model.Floating() { // what is welded to the base has no parameters
			for i := range c.Robot.Links {
				if l, _ := c.Model.Link(c.Robot.Links[i].Name); c.Model.Links()[l].Body == 0 {
					c.Robot.Links[i].Inertial = nil
				}
			}
			c.Model = c.Build(t)
		}
		s := regressor.New(c.Model)
		kinetic, potential := make([]float64, s.Columns()), make([]float64, s.Columns())
		s.Energy(kinetic, potential, c.Q, c.V)
		pi := regressor.Parameters(c.Model)
		T, largestT := product(1, kinetic, pi)
		U, largestU := product(1, potential, pi)
		wantT, wantU := lagrange.New(c.Model).Energy(c.Q, c.V)
		expect.Within(t, "kinetic energy", T, []float64{wantT}, exact*math.Max(1, largestT))
		expect.Within(t, "potential energy", U, []float64{wantU}, exact*math.Max(1, largestU))
	})
}

// TestPower checks both regressors against each other, column by column: the energy of a unit of a parameter changes
// by the power of the efforts that it takes, d/dt (y_T + y_U) = Yᵀ q̇.
func TestPower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 8)
		s := regressor.New(c.Model)
		n := s.Columns()
		course := stencil.Course{Model: c.Model, Q: c.Q, V: c.V, A: c.A, Base: tree.Rest()}
		largest := 1.0
		rates := course.Rates(n, func(dst []float64, _ *tree.BaseMotion, q, v []float64) {
			potential := make([]float64, n)
			s.Energy(dst, potential, q, v)
			floats.Add(dst, potential)
			largest = math.Max(largest, floats.Norm(dst, math.Inf(1)))
		})
		y := make([]float64, c.Model.NV()*n)
		s.Regressor(y, c.Q, c.V, c.A)
		power := make([]float64, n)
		for row, rate := range c.V {
			floats.AddScaled(power, rate, y[row*n:][:n])
		}
		expect.Within(t, "power", rates, power, stencil.Relative*(largest+floats.Norm(rates, math.Inf(1))))
	})
}

// TestFarBase checks that the regressor does not lose digits with the distance of a floating base from the world's
// origin.
func TestFarBase(t *testing.T) {
	r, opts := randrobot.Humanoid()
	m := expect.Model(t, r, opts...)
	s := regressor.New(m)
	q, v, a := m.Neutral(), randrobot.Vector(1, m.NV()), randrobot.Vector(2, m.NV())
	copy(q[7:], randrobot.Vector(3, m.NV()))
	near1, far := make([]float64, m.NV()*s.Columns()), make([]float64, m.NV()*s.Columns())
	s.Regressor(near1, q, v, a)
	// powers of two, so that differences of positions of links have the rounding of 1e6 alone
	q[0], q[1], q[2] = 1<<20, -1<<20, 1<<10
	s.Regressor(far, q, v, a)
	expect.Within(t, "Y", far, near1, 1e-9*floats.Norm(near1, math.Inf(1))) // 1e6 · 2⁻⁵² is 2e-10 of the lengths
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

func TestWrongLength(t *testing.T) {
	s := regressor.New(golden.Embedded(t, "rr_arm"))
	two := make([]float64, 2)
	for name, call := range map[string]func(){
		"y":         func() { s.Regressor(make([]float64, 39), two, two, two) },
		"q":         func() { s.Regressor(make([]float64, 40), two[:1], two, two) },
		"kinetic":   func() { s.Energy(make([]float64, 19), make([]float64, 20), two, two) },
		"potential": func() { s.Energy(make([]float64, 20), make([]float64, 21), two, two) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}

// calls returns calls of all methods of a solver.
func calls(m *tree.Model) map[string]func() {
	s := regressor.New(m)
	q, v, a := m.Neutral(), randrobot.Vector(1, m.NV()), randrobot.Vector(2, m.NV())
	y, kinetic, potential := make([]float64, m.NV()*s.Columns()), make([]float64, s.Columns()),
		make([]float64, s.Columns())
	return map[string]func(){
		"Regressor": func() { s.Regressor(y, q, v, a) },
		"Energy":    func() { s.Energy(kinetic, potential, q, v) },
		"MoveBase":  func() { s.MoveBase(tree.Rest()) },
	}
}

func BenchmarkSolver(b *testing.B) {
	r, opts := randrobot.Humanoid()
	humanoid := expect.Model(b, r, opts...)
	for name, m := range map[string]*tree.Model{"ur5": golden.Embedded(b, "ur5"), "humanoid": humanoid} {
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
