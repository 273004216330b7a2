package arrays

import (
	"errors"
	"fmt"
	"slices"

	"kinetree/aba"
	"kinetree/compile"
	"kinetree/dynamics/lagrange"
	"kinetree/dynamics/regressor"
	"kinetree/tree"
)

// quantity is something that can be wanted.
type quantity struct {
	name     string
	needs    []string // arrays
	wrenches bool     // wrenches may be given, too
	ofLink   bool     // a link has to be given
	gives    func(m *tree.Model) []array
	compute  func(w *worker, s *Solver, from, to int) error
}

var (
	position     = []string{"position"}
	motion       = []string{"position", "velocity"}
	acceleration = []string{"position", "velocity", "acceleration"}
	effort       = []string{"position", "velocity", "effort"}
)

// quantities lists what can be wanted. The first ones are computed by machine code for several states at a time.
var quantities = []*quantity{
	{"forward_dynamics", effort, true, false, byRate("acceleration"), forwardDynamics},
	{"inverse_dynamics", acceleration, true, false, byRate("effort"), inverseDynamics},
	{"gravity", position, false, false, byRate("effort"), inverseDynamics},
	{"bias", motion, true, false, byRate("effort"), inverseDynamics},
	{"mass_matrix", position, false, false, square("mass_matrix"), massMatrix},
	{"derivatives", effort, false, false, func(m *tree.Model) []array {
		return slices.Concat(byRate("acceleration")(m), square("dacceleration_dposition")(m),
			square("dacceleration_dvelocity")(m), square("dacceleration_deffort")(m))
	}, derivatives},
	{"frames", position, false, false, func(m *tree.Model) []array {
		n := len(m.Links())
		return []array{newArray("rotation", []int{n, 3, 3}), newArray("position", []int{n, 3})}
	}, poses},
	{"regressor", acceleration, false, false, func(m *tree.Model) []array {
		return []array{newArray("regressor", []int{m.NV(), regressor.Size * len(regressor.Blocks(m))})}
	}, regressorMatrix},

	{"jacobian", position, false, true, sixRows("jacobian"), each(func(w *worker, s *Solver, x *states) error {
		w.kin.Update(x.q)
		w.kin.Jacobian(x.out[0], s.link, s.axes)
		exchangeHalves(x.out[0])
		return nil
	})},
	{"jacobian_rate", motion, false, true, sixRows("jacobian_rate"), each(func(w *worker, s *Solver, x *states) error {
		w.kin.UpdateVelocity(x.q, x.v)
		w.kin.JacobianRate(x.out[0], s.link, s.axes)
		exchangeHalves(x.out[0])
		return nil
	})},
	{"velocity", motion, false, true, six("velocity"), each(func(w *worker, s *Solver, x *states) error {
		w.kin.UpdateVelocity(x.q, x.v)
		v := w.kin.Velocity(s.link, s.axes)
		copy(x.out[0], append(v.Lin[:], v.Ang[:]...))
		return nil
	})},
	{"acceleration", acceleration, false, true, six("acceleration"), each(func(w *worker, s *Solver, x *states) error {
		w.kin.UpdateAcceleration(x.q, x.v, x.a)
		a := w.kin.Acceleration(s.link, s.axes)
		copy(x.out[0], append(a.Lin[:], a.Ang[:]...))
		return nil
	})},
	{"coriolis_matrix", motion, false, false, square("coriolis_matrix"), each(func(w *worker, _ *Solver,
		x *states) error {
		w.lagrange.CoriolisMatrix(x.out[0], x.q, x.v)
		return nil
	})},
	{"christoffel", position, false, false, func(m *tree.Model) []array {
		return []array{newArray("christoffel", []int{m.NV(), m.NV(), m.NV()})}
	}, each(func(w *worker, _ *Solver, x *states) error {
		w.lagrange.Christoffel(x.out[0], x.q)
		return nil
	})},
	{"mass_matrix_rate", motion, false, false, square("mass_matrix_rate"), each(func(w *worker, _ *Solver,
		x *states) error {
		w.lagrange.MassMatrixRate(x.out[0], x.q, x.v)
		return nil
	})},
	{"inverse_mass_matrix", position, false, false, square("inverse_mass_matrix"), each(inverseMassMatrix)},
	{"energy", motion, false, false, func(*tree.Model) []array {
		return []array{newArray("kinetic", nil), newArray("potential", nil)}
	}, each(func(w *worker, _ *Solver, x *states) error {
		x.out[0][0], x.out[1][0] = w.lagrange.Energy(x.q, x.v)
		return nil
	})},
	{"com", motion, false, false, func(*tree.Model) []array {
		return []array{newArray("position", []int{3}), newArray("velocity", []int{3})}
	}, each(func(w *worker, _ *Solver, x *states) error {
		if w.lagrange.Mass(lagrange.All) == 0 {
			return errors.New("the robot has no mass, so it has no centre of mass; give its links masses")
		}
		p, v := w.lagrange.CenterOfMass(x.q, lagrange.All), w.lagrange.CenterOfMassVelocity(x.q, x.v, lagrange.All)
		copy(x.out[0], p[:])
		copy(x.out[1], v[:])
		return nil
	})},
	{"momentum", motion, false, false, six("momentum"), each(func(w *worker, _ *Solver, x *states) error {
		h := w.lagrange.Momentum(x.q, x.v)
		copy(x.out[0], append(h.Lin[:], h.Ang[:]...))
		return nil
	})},
	{"centroidal_momentum", motion, false, false, six("centroidal_momentum"), each(func(w *worker, _ *Solver,
		x *states) error {
		h := w.lagrange.CentroidalMomentum(x.q, x.v, lagrange.All)
		copy(x.out[0], append(h.Lin[:], h.Ang[:]...))
		return nil
	})},
	{"centroidal_momentum_matrix", position, false, false, sixRows("centroidal_momentum_matrix"), each(func(w *worker,
		_ *Solver, x *states) error {
		w.lagrange.CentroidalMomentumMatrix(x.out[0], x.q, lagrange.All)
		exchangeHalves(x.out[0])
		return nil
	})},
	{"generalized_momentum", motion, false, false, byRate("generalized_momentum"), each(func(w *worker, _ *Solver,
		x *states) error {
		w.lagrange.GeneralizedMomentum(x.out[0], x.q, x.v)
		return nil
	})},
}

func byRate(name string) func(m *tree.Model) []array {
	return func(m *tree.Model) []array { return []array{newArray(name, []int{m.NV()})} }
}

func square(name string) func(m *tree.Model) []array {
	return func(m *tree.Model) []array { return []array{newArray(name, []int{m.NV(), m.NV()})} }
}

func six(name string) func(*tree.Model) []array {
	return func(*tree.Model) []array { return []array{newArray(name, []int{6})} }
}

func sixRows(name string) func(m *tree.Model) []array {
	return func(m *tree.Model) []array { return []array{newArray(name, []int{6, m.NV()})} }
}

// states is one state with its results.
type states struct {
	q, v, a []float64
	out     [][]float64
}

// each computes a quantity state by state.
func each(compute func(w *worker, s *Solver, x *states) error) func(w *worker, s *Solver, from, to int) error {
	return func(w *worker, s *Solver, from, to int) error {
		x := &states{out: make([][]float64, len(s.outputs))}
		for i := from; i < to; i++ {
			for _, in := range s.inputs {
				switch in.name {
				case "position":
					x.q = in.of(i)
				case "velocity":
					x.v = in.of(i)
				case "acceleration":
					x.a = in.of(i)
				}
			}
			for k := range s.outputs {
				x.out[k] = s.outputs[k].of(i)
			}
			if err := compute(w, s, x); err != nil {
				return fmt.Errorf("state %d: %w", i, err)
			}
		}
		return nil
	}
}

// exchangeHalves exchanges the first three and the last three of the six rows of a matrix, or numbers of a vector.
func exchangeHalves(x []float64) {
	half := len(x) / 2
	for i := range half {
		x[i], x[half+i] = x[half+i], x[i]
	}
}

// loaded adds the column of the wrenches, if there are any, to those of the other inputs of a batch.
func loaded(s *Solver, b *compile.Batch, in []column) []column {
	if x := s.input("wrenches"); x != nil {
		return append(in, column{b.Wrenches, x})
	}
	return in
}

func forwardDynamics(w *worker, s *Solver, from, to int) error {
	o := compile.Options{Wrenches: s.input("wrenches") != nil}
	b := w.batch(fmt.Sprint("forward ", o.Wrenches), func() *compile.Batch {
		return compile.ForwardDynamics(w.model, o)
	})
	return run(b, from, to, loaded(s, b, []column{{b.Q, s.input("position")}, {b.Qd, s.input("velocity")},
		{b.Tau, s.input("effort")}}), []column{{b.Qdd, &s.outputs[0]}})
}

// inverseDynamics computes efforts; accelerations and velocities that are not given are 0.
func inverseDynamics(w *worker, s *Solver, from, to int) error {
	o := compile.Options{Wrenches: s.input("wrenches") != nil}
	b := w.batch(fmt.Sprint("inverse ", o.Wrenches), func() *compile.Batch {
		return compile.InverseDynamics(w.model, o)
	})
	in := []column{{b.Q, s.input("position")}}
	for _, x := range []struct {
		lanes []float64
		name  string
	}{{b.Qd, "velocity"}, {b.Qdd, "acceleration"}} {
		if a := s.input(x.name); a != nil {
			in = append(in, column{x.lanes, a})
		} else {
			clear(x.lanes)
		}
	}
	return run(b, from, to, loaded(s, b, in), []column{{b.Tau, &s.outputs[0]}})
}

func massMatrix(w *worker, s *Solver, from, to int) error {
	b := w.batch("mass", func() *compile.Batch { return compile.MassMatrix(w.model, compile.Options{}) })
	return run(b, from, to, []column{{b.Q, s.input("position")}}, []column{{b.M, &s.outputs[0]}})
}

func derivatives(w *worker, s *Solver, from, to int) error {
	b := w.batch("derivatives", func() *compile.Batch {
		return compile.ForwardDynamicsDerivatives(w.model, compile.Options{})
	})
	return run(b, from, to, []column{{b.Q, s.input("position")}, {b.Qd, s.input("velocity")},
		{b.Tau, s.input("effort")}}, []column{{b.Qdd, &s.outputs[0]}, {b.ByQ, &s.outputs[1]}, {b.ByQd, &s.outputs[2]},
		{b.ByTau, &s.outputs[3]}})
}

func poses(w *worker, s *Solver, from, to int) error {
	b := w.batch("poses", func() *compile.Batch { return compile.Kinematics(w.model, compile.Options{}) })
	return run(b, from, to, []column{{b.Q, s.input("position")}}, []column{{b.Rotations, &s.outputs[0]},
		{b.Positions, &s.outputs[1]}})
}

func regressorMatrix(w *worker, s *Solver, from, to int) error {
	b := w.batch("regressor", func() *compile.Batch { return compile.Regressor(w.model, compile.Options{}) })
	return run(b, from, to, []column{{b.Q, s.input("position")}, {b.Qd, s.input("velocity")},
		{b.Qdd, s.input("acceleration")}}, []column{{b.Y, &s.outputs[0]}})
}

func inverseMassMatrix(w *worker, _ *Solver, x *states) error {
	if w.forward == nil {
		w.forward = aba.New(w.model)
	}
	return w.forward.InverseMassMatrix(x.out[0], x.q)
}
