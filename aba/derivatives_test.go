package aba_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/subjects"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

func TestGoldenDerivatives(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		s, forward, n := aba.NewDerivatives(m), aba.New(m), m.NV()
		dq, dqd, dtau, inverse := make([]float64, n*n), make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		for _, state := range f.States {
			if len(state.Minv) == 0 {
				t.Skip("no figures of derivatives: the robot floats, or has more than 12 joints")
			}
			q, qd, tau := state.Position(t, m), state.Velocity(t, m), golden.Vector(t, m, state.Tau, state.BaseForce...)
			qdd := make([]float64, n)
			if err := s.ForwardDynamics(qdd, dq, dqd, dtau, q, qd, tau, nil); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, f.Robot+" q̈", m, qdd, state.ABA, state.ABABase...)
			f.CompareMatrix(t, f.Robot+" ∂q̈/∂q", m, dq, state.DqddDq)
			f.CompareMatrix(t, f.Robot+" ∂q̈/∂q̇", m, dqd, state.DqddDqd)
			f.CompareMatrix(t, f.Robot+" ∂q̈/∂τ", m, dtau, state.Minv)
			if err := forward.InverseMassMatrix(inverse, q); err != nil {
				t.Fatal(err)
			}
			f.CompareMatrix(t, f.Robot+" M⁻¹", m, inverse, state.Minv)
		}
	})
}

// byElimination is the accuracy asked of what an elimination solves, relative to the largest terms of the equation:
// rounding, 1e-16, times what the differences D leave of the numbers that they are taken of, down to 1e-5 of them on
// these robots, with room for a hundred terms.
const byElimination = 1e-9

// TestInverseMassMatrix checks that M⁻¹ M = 1, on robots with joints of all kinds and mimicry.
func TestInverseMassMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		n := c.Model.NV()
		s := aba.New(c.Model)
		M, inverse := make([]float64, n*n), make([]float64, n*n)
		crba.New(c.Model).MassMatrix(M, c.Q)
		for range 2 { // the second time the workspace is used
			if err := s.InverseMassMatrix(inverse, c.Q); err != nil {
				t.Fatal(err)
			}
			product := make([]float64, n)
			for i := range n {
				clear(product)
				largest := 0.0
				for j := range n {
					x := inverse[i*n+j]
					if x != inverse[j*n+i] {
						t.Fatalf("elements %d, %d are %v and %v", i, j, x, inverse[j*n+i])
					}
					floats.AddScaled(product, x, M[j*n:j*n+n])
					largest = max(largest, math.Abs(x)*floats.Norm(M[j*n:j*n+n], math.Inf(1)))
				}
				product[i]--
				if x := floats.Norm(product, math.Inf(1)); !(x <= byElimination*largest) {
					t.Fatalf("row %d of M⁻¹M is off by %.3g, with terms up to %.3g", i, x, largest)
				}
			}
		}
	})
}

// TestDerivatives compares with central differences of eighth order of the accelerations,
//
//	f' = (4/5 Δ₁ − 1/5 Δ₂ + 4/105 Δ₃ − 1/280 Δ₄)/h,   Δ_m = f(m h) − f(−m h)
//
// on robots with joints of all kinds and mimicry, their base fixed, floating or moved, with wrenches on all links.
func TestDerivatives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 6)
		m, n := c.Model, c.Model.NV()
		s, forward := aba.NewDerivatives(m), aba.New(m)
		if rapid.Bool().Draw(t, "moved") {
			s.MoveBase(c.BaseMotion())
			forward.MoveBase(c.BaseMotion())
		}
		qdd, dq, dqd, dtau := make([]float64, n), make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		if err := s.ForwardDynamics(qdd, dq, dqd, dtau, c.Q, c.V, c.Tau, c.Fext); err != nil {
			t.Fatal(err)
		}
		compare := func(what string, got []float64, h float64, move func(q, qd, tau []float64, k int, h float64)) {
			want, f, unit := make([]float64, n*n), make([]float64, n), make([]float64, n)
			for k := range n {
				for i, weight := range []float64{4. / 5, -1. / 5, 4. / 105, -1. / 280} {
					for _, sign := range []float64{1, -1} {
						q, qd, tau := slices.Clone(c.Q), slices.Clone(c.V), slices.Clone(c.Tau)
						move(q, qd, tau, k, sign*float64(i+1)*h)
						if err := forward.ForwardDynamics(f, q, qd, tau, c.Fext); err != nil {
							t.Fatal(err)
						}
						floats.AddScaled(unit, sign*weight/h, f)
					}
				}
				for i := range n {
					want[i*n+k] = unit[i]
				}
				clear(unit)
			}
			limit := byDifferences * math.Max(1, math.Max(floats.Norm(want, math.Inf(1)),
				floats.Norm(qdd, math.Inf(1))))
			if d := floats.Distance(got, want, math.Inf(1)); !(d <= limit) {
				t.Fatalf("%s: off by %.3g, limit %.3g", what, d, limit)
			}
		}
		compare("by position", dq, step, func(q, _, _ []float64, k int, h float64) {
			unit := make([]float64, n)
			unit[k] = 1
			m.Integrate(q, q, unit, h)
		})
		compare("by velocity", dqd, 1, func(_, qd, _ []float64, k int, h float64) { qd[k] += h })
		compare("by effort", dtau, 1, func(_, _, tau []float64, k int, h float64) { tau[k] += h })
	})
}

// byDifferences is the accuracy asked of derivatives, relative to the largest derivative or acceleration: that of
// accelerations, relative, times 2.1 and divided by the step, which is 1e-7; nearly all cases come below 1e-10. What
// differences of eighth order leave out is far below.
const byDifferences = 1e-7

// step of the differences by position (rad or m).
const step = 0.002

// byRounding is the accuracy of ∂τ/∂x itself, relative to the terms that it is the sum of: rounding, 1e-16, with room
// for the growth of inertias with the distances of bodies and for hundreds of terms. It matters where the sum is zero
// but for rounding, as by the velocity of a single joint.
const byRounding = 1e-13

// TestDerivativesOfBalance checks that M ∂q̈/∂x + ∂τ/∂x = 0 with the results of crba and rnea, with wrenches that
// turn with their links and with such that do not, and with drives on some joints.
func TestDerivativesOfBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		m, n := c.Model, c.Model.NV()
		if rapid.Bool().Draw(t, "drives") {
			m = withDrives(t, c)
		}
		s, inverse := aba.NewDerivatives(m), rnea.NewDerivatives(m)
		turn := rapid.Bool().Draw(t, "turn")
		s.TurnWrenches(turn)
		inverse.TurnWrenches(turn)
		qdd, dq, dqd, M := make([]float64, n), make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		if err := s.ForwardDynamics(qdd, dq, dqd, nil, c.Q, c.V, c.Tau, c.Fext); err != nil {
			t.Fatal(err)
		}
		byQ, byV := make([]float64, n*n), make([]float64, n*n)
		inverse.InverseDynamics(byQ, byV, c.Q, c.V, qdd, c.Fext)
		crba.New(m).MassMatrix(M, c.Q)
		rounding := 0.0 // of inertia times acceleration
		for _, b := range m.Bodies() {
			rounding += byRounding * (b.Inertia.M + b.Inertia.MC.Len() + b.Inertia.I[0] + b.Inertia.I[2] +
				b.Inertia.I[5])
		}
		rounding *= 10 + floats.Norm(qdd, math.Inf(1)) + math.Pow(floats.Norm(c.V, math.Inf(1)), 2)
		for what, d := range map[string][2][]float64{"position": {dq, byQ}, "velocity": {dqd, byV}} {
			largest := floats.Norm(d[1], math.Inf(1)) // of all rows, for some are nothing but rounding
			for i := range n {
				row := d[1][i*n : i*n+n]
				for j := range n {
					floats.AddScaled(row, M[i*n+j], d[0][j*n:j*n+n])
					largest = max(largest, math.Abs(M[i*n+j])*floats.Norm(d[0][j*n:j*n+n], math.Inf(1)))
				}
				if x := floats.Norm(row, math.Inf(1)); !(x <= byElimination*largest+rounding) {
					t.Fatalf("by %s: row %d does not balance by %.3g of terms up to %.3g", what, i, x, largest)
				}
			}
		}
	})
}

func TestDerivativesOfSingular(t *testing.T) {
	for _, follower := range []bool{false, true} {
		r := singular()
		if follower { // solved by crba
			r.Links = append(r.Links, urdf.Link{Name: "e"})
			r.Joints = append(r.Joints, urdf.Joint{Name: "follower", Type: urdf.Continuous, Parent: "d", Child: "e",
				Axis:  [3]float64{0, 0, 1},
				Mimic: &urdf.Mimic{Joint: "free", Multiplier: 1}})
		}
		m := expect.Model(t, r)
		x, matrix := make([]float64, 2), make([]float64, 4)
		for what, err := range map[string]error{
			"derivatives": aba.NewDerivatives(m).ForwardDynamics(x, matrix, matrix, matrix, x, x, x, nil),
			"inverse":     aba.New(m).InverseMassMatrix(matrix, x),
		} {
			var e *tree.SingularError
			if !errors.As(err, &e) || e.Joint != "free" || e.D != 0 {
				t.Errorf("%s: got %v", what, err)
			}
		}
	}
}

func TestDerivativesDoNotAllocate(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3, 4} {
		c := randrobot.NewAny(t, seed, 12)
		n := c.Model.NV()
		s, forward, base := aba.NewDerivatives(c.Model), aba.New(c.Model), tree.Rest()
		qdd, dq, dqd, dtau := make([]float64, n), make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		if a := testing.AllocsPerRun(20, func() {
			s.MoveBase(base)
			s.TurnWrenches(false)
			if err := s.ForwardDynamics(qdd, dq, dqd, dtau, c.Q, c.V, c.Tau, c.Fext); err != nil {
				t.Error(err)
			}
			if err := forward.InverseMassMatrix(dtau, c.Q); err != nil {
				t.Error(err)
			}
		}); a != 0 {
			t.Errorf("coupled %v: %v allocations", c.Model.Coupled(), a)
		}
	}
}

func TestDerivativesOfWrongLengths(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	x, matrix := make([]float64, 6), make([]float64, 36)
	for want, call := range map[string]func() error{
		"the velocity": func() error {
			return aba.NewDerivatives(m).ForwardDynamics(x, matrix, matrix, nil, x, x[:5],
				x, nil)
		},
		"a matrix": func() error {
			return aba.NewDerivatives(m).ForwardDynamics(x, matrix, matrix[:35], nil, x, x,
				x, nil)
		},
		"size than": func() error {
			return aba.NewDerivatives(m).ForwardDynamics(x, matrix, matrix, matrix[:35], x, x, x, nil)
		},
		"aba: a matrix": func() error { return aba.New(m).InverseMassMatrix(matrix[:35], x) },
		"position":      func() error { return aba.New(m).InverseMassMatrix(matrix, x[:5]) },
		"wrenches": func() error {
			return aba.NewDerivatives(m).ForwardDynamics(x, matrix, matrix, nil, x, x, x, make([]spatial.Force, 2))
		},
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.Contains(s, strings.TrimPrefix(want, "the ")) {
					t.Errorf("%s: recovered %q", want, s)
				}
			}()
			call()
		}()
	}
}

func BenchmarkDerivatives(b *testing.B) {
	subjects.Each(b, subjects.Models(b, 10, 100), func(m *tree.Model) func(s *subjects.State) {
		n := m.NV()
		solver := aba.NewDerivatives(m)
		qdd, dq, dqd, dtau := make([]float64, n), make([]float64, n*n), make([]float64, n*n), make([]float64, n*n)
		return func(s *subjects.State) {
			if err := solver.ForwardDynamics(qdd, dq, dqd, dtau, s.Q, s.V, s.X, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkInverseMassMatrix(b *testing.B) {
	subjects.Each(b, subjects.Models(b, 10, 100), func(m *tree.Model) func(s *subjects.State) {
		solver, inverse := aba.New(m), make([]float64, m.NV()*m.NV())
		return func(s *subjects.State) {
			if err := solver.InverseMassMatrix(inverse, s.Q); err != nil {
				b.Fatal(err)
			}
		}
	})
}
