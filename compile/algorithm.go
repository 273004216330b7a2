package compile

import (
	"kinetree/aba"
	"kinetree/compile/graph"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/regressor"
	"kinetree/internal/traced"
	tracedaba "kinetree/internal/traced/aba"
	tracedcrba "kinetree/internal/traced/crba"
	tracedregressor "kinetree/internal/traced/regressor"
	tracedrnea "kinetree/internal/traced/rnea"
	tracedspatial "kinetree/internal/traced/spatial"
	tracedtree "kinetree/internal/traced/tree"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// algorithm is what a batch computes, in Go and recorded.
type algorithm struct {
	model  *tree.Model
	second bool  // velocities are an input
	third  int   // how many efforts or accelerations are
	links  int   // on how many wrenches act
	places bool  // those of links on their bodies matter
	size   int   // of the result
	varies []int // the Numbers of the model that are inputs
	// compute sets out in Go.
	compute func(out []float64, s *state[float64], fext []spatial.Force) error
	// record sets out while recording.
	record func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], fext []tracedspatial.Force) error
}

// state is the input of an algorithm.
type state[T any] struct{ q, qd, x, wrenches []T }

// forwardDynamics has the gravity efforts behind the accelerations if they are asked for. The accelerations come from
// articulated bodies, or from factors of the mass matrix.
func forwardDynamics(m *tree.Model, links int, gravity, factors bool) *algorithm {
	forward, twin := aba.New, tracedaba.New
	if factors {
		forward, twin = aba.NewByMassMatrix, tracedaba.NewByMassMatrix
	}
	solver, inverse, n := forward(m), rnea.New(m), m.NV()
	a := &algorithm{model: m, second: true, third: n, links: links, size: n}
	if gravity {
		a.size = 2 * n
	}
	a.compute = func(out []float64, s *state[float64], fext []spatial.Force) error {
		if gravity {
			inverse.Gravity(out[n:], s.q)
		}
		return solver.ForwardDynamics(out[:n], s.q, s.qd, s.x, fext)
	}
	a.record = func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], fext []tracedspatial.Force) error {
		if gravity {
			tracedrnea.New(m).Gravity(out[n:], s.q)
		}
		return twin(m).ForwardDynamics(out[:n], s.q, s.qd, s.x, fext)
	}
	return a
}

// derivatives has those of the accelerations by positions, velocities and efforts behind the accelerations.
func derivatives(m *tree.Model, links int) *algorithm {
	solver, n := aba.NewDerivatives(m), m.NV()
	by := func(k int) (from, to int) { return n + k*n*n, n + (k+1)*n*n }
	q0, q1 := by(0)
	v0, v1 := by(1)
	t0, t1 := by(2)
	return &algorithm{model: m, second: true, third: n, links: links, size: t1,
		compute: func(out []float64, s *state[float64], fext []spatial.Force) error {
			return solver.ForwardDynamics(out[:n], out[q0:q1], out[v0:v1], out[t0:t1], s.q, s.qd, s.x, fext)
		},
		record: func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], fext []tracedspatial.Force) error {
			return tracedaba.NewDerivatives(m).ForwardDynamics(out[:n], out[q0:q1], out[v0:v1], out[t0:t1], s.q, s.qd,
				s.x, fext)
		}}
}

func inverseDynamics(m *tree.Model, links int) *algorithm {
	solver := rnea.New(m)
	return &algorithm{model: m, second: true, third: m.NV(), links: links, size: m.NV(),
		compute: func(out []float64, s *state[float64], fext []spatial.Force) error {
			solver.InverseDynamics(out, s.q, s.qd, s.x, fext)
			return nil
		},
		record: func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], fext []tracedspatial.Force) error {
			tracedrnea.New(m).InverseDynamics(out, s.q, s.qd, s.x, fext)
			return nil
		}}
}

func massMatrix(m *tree.Model) *algorithm {
	solver := crba.New(m)
	return &algorithm{model: m, size: m.NV() * m.NV(),
		compute: func(out []float64, s *state[float64], _ []spatial.Force) error {
			solver.MassMatrix(out, s.q)
			return nil
		},
		record: func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], _ []tracedspatial.Force) error {
			tracedcrba.New(m).MassMatrix(out, s.q)
			return nil
		}}
}

func regressorMatrix(m *tree.Model) *algorithm {
	solver := regressor.New(m)
	return &algorithm{model: m, second: true, third: m.NV(), size: m.NV() * solver.Columns(),
		compute: func(out []float64, s *state[float64], _ []spatial.Force) error {
			solver.Regressor(out, s.q, s.qd, s.x)
			return nil
		},
		record: func(out []graph.Num, m *tracedtree.Model, s *state[graph.Num], _ []tracedspatial.Force) error {
			tracedregressor.New(m).Regressor(out, s.q, s.qd, s.x)
			return nil
		}}
}

// rows returns how many numbers each part of the input has: positions, velocities, efforts or accelerations, wrenches,
// and those of the model.
func (a *algorithm) rows() [5]int {
	n := 0
	if a.second {
		n = a.model.NV()
	}
	return [...]int{a.model.NQ(), n, a.third, 6 * a.links, len(a.varies)}
}

// graph records the algorithm.
func (a *algorithm) graph() (*graph.Graph, error) { return a.recorded(graph.Record) }

// symbolic records the algorithm with sines and cosines as operations.
func (a *algorithm) symbolic() (*graph.Graph, error) { return a.recorded(graph.RecordSymbolic) }

func (a *algorithm) recorded(record func(func(g *graph.Graph)) (*graph.Graph, error)) (*graph.Graph, error) {
	var fault error
	g, err := record(func(g *graph.Graph) {
		rows := a.rows()
		s := &state[graph.Num]{inputs(g, rows[0]), inputs(g, rows[1]), inputs(g, rows[2]), inputs(g, rows[3])}
		m, err := traced.Variant(a.model, a.varies, inputs(g, rows[4]))
		if err != nil {
			fault = err
			return
		}
		bound(s.q, mostPosition)
		bound(s.qd, mostVelocity)
		bound(s.x, mostEffort)
		bound(s.wrenches, mostEffort)
		var fext []tracedspatial.Force
		for w := s.wrenches; len(w) > 0; w = w[6:] {
			f := tracedspatial.Force{}
			copy(f.Ang[:], w[:3])
			copy(f.Lin[:], w[3:])
			fext = append(fext, f)
		}
		out := make([]graph.Num, a.size)
		if fault = a.record(out, m, s, fext); fault != nil {
			return
		}
		for _, x := range out {
			if !g.Symbolic {
				x = x.Plus(graph.Known(0)) // −0 + 0 is +0
			}
			g.Output(x)
		}
	})
	if fault != nil {
		err = fault
	}
	return g, err
}

func inputs(g *graph.Graph, n int) []graph.Num {
	list := make([]graph.Num, n)
	for i := range list {
		list[i] = g.Input()
	}
	return list
}

// What states may have for the recorded algorithms, far beyond what robots do and so small that with the numbers of a
// model no product overflows.
const (
	mostPosition = 1 << 20 // beyond, sines are computed in another way
	mostVelocity = 1 << 60
	mostEffort   = 1 << 100
)

// bound requires that the magnitudes of numbers are less than most.
func bound(list []graph.Num, most float64) {
	for _, x := range list {
		graph.Require(graph.Absolute(x), graph.Known(most))
	}
}
