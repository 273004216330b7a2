package compile

import (
	"kinetree/compile/graph"
	tracedrnea "kinetree/internal/traced/rnea"
	tracedspatial "kinetree/internal/traced/spatial"
	tracedtree "kinetree/internal/traced/tree"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// EquationOfMotion records what M(q) qdd + c(q, qd) + g(q) = tau consists of, with sines and cosines as operations: the
// mass matrix M row by row and the efforts g of gravity, of the positions, and the bias c + g, of the positions and
// behind these the velocities. The error says why nothing can be recorded for the model.
func EquationOfMotion(m *tree.Model) (mass, bias, gravity *graph.Graph, err error) {
	if mass, err = massMatrix(m).symbolic(); err != nil {
		return nil, nil, nil, err
	}
	if bias, err = biasEfforts(m).symbolic(); err != nil {
		return nil, nil, nil, err
	}
	if gravity, err = gravityEfforts(m).symbolic(); err != nil {
		return nil, nil, nil, err
	}
	return mass, bias, gravity, nil
}

// gravityEfforts is g.
func gravityEfforts(m *tree.Model) *algorithm {
	a, solver := massMatrix(m), rnea.New(m)
	a.size = m.NV()
	a.compute = func(out []float64, s *state[float64], _ []spatial.Force) error {
		solver.Gravity(out, s.q)
		return nil
	}
	a.record = func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], _ []tracedspatial.Force) error {
		tracedrnea.New(m).Gravity(out, s.q)
		return nil
	}
	return a
}

// biasEfforts is c + g.
func biasEfforts(m *tree.Model) *algorithm {
	a, solver := inverseDynamics(m, 0), rnea.New(m)
	a.third = 0
	a.compute = func(out []float64, s *state[float64], fext []spatial.Force) error {
		solver.Bias(out, s.q, s.qd, fext)
		return nil
	}
	a.record = func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], fext []tracedspatial.Force) error {
		tracedrnea.New(m).Bias(out, s.q, s.qd, fext)
		return nil
	}
	return a
}
