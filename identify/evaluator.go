package identify

import (
	"slices"

	"kinetree/compile"
	"kinetree/dynamics/regressor"
	"kinetree/rnea"
	"kinetree/tree"
)

// codePays is how many evaluations of a robot's regressor, or of its efforts, take as long in Go as making machine code
// for them. The first so many are done in Go, so that short tasks begin at once.
const codePays = 8000

// evaluator evaluates an algorithm of a model in one state after another, several side by side once code for that pays.
// The results do not depend on it. It is a workspace for one goroutine.
type evaluator struct {
	alone  func(out, q, qd, qdd []float64)
	code   func() (b *compile.Batch, results []float64)
	done   int // evaluations so far
	batch  *compile.Batch
	lanes  []float64     // results of the batch
	states []MotionState // of those that are evaluated side by side
	out    []float64     // of one of them
}

// MotionState is a position, a velocity and an acceleration of a model, of NQ, NV and NV numbers.
type MotionState struct{ Q, Qd, Qdd []float64 }

func newEvaluator(m *tree.Model, size int, alone func(out, q, qd, qdd []float64),
	code func() (*compile.Batch, []float64)) *evaluator {
	n := m.NV()
	return &evaluator{alone: alone, code: code, out: make([]float64, size),
		states: []MotionState{{make([]float64, m.NQ()), make([]float64, n), make([]float64, n)}}}
}

// regressors evaluates the regressor of a model.
func regressors(m *tree.Model) *evaluator {
	s := regressor.New(m)
	return newEvaluator(m, m.NV()*s.Columns(), s.Regressor, func() (*compile.Batch, []float64) {
		b := compile.Regressor(m, compile.Options{})
		return b, b.Y
	})
}

// inverseDynamics evaluates the efforts of a model without damping and friction.
func inverseDynamics(m *tree.Model) *evaluator {
	s := rnea.New(m)
	return newEvaluator(m, m.NV(), func(out, q, qd, qdd []float64) { s.InverseDynamics(out, q, qd, qdd, nil) },
		func() (*compile.Batch, []float64) {
			b := compile.InverseDynamics(m, compile.Options{})
			return b, b.Tau
		})
}

// each evaluates so many states. It asks state to set each, and gives use the state and the results, which holds until
// it returns, in their order.
func (e *evaluator) each(count int, state func(i int, x *MotionState), use func(i int, x *MotionState, out []float64)) {
	if e.done += count; e.code != nil && e.done > codePays {
		e.change()
	}
	if e.batch == nil {
		x := &e.states[0]
		for i := range count {
			state(i, x)
			e.alone(e.out, x.Q, x.Qd, x.Qdd)
			use(i, x, e.out)
		}
		return
	}
	for first := 0; first < count; first += len(e.states) {
		side := e.states[:min(len(e.states), count-first)]
		for lane := range side {
			x := &side[lane]
			state(first+lane, x)
			give(e.batch.Q, x.Q, lane)
			give(e.batch.Qd, x.Qd, lane)
			give(e.batch.Qdd, x.Qdd, lane)
		}
		done := e.batch.Compute()
		for lane := range side {
			x := &side[lane]
			if done>>lane&1 == 0 {
				e.alone(e.out, x.Q, x.Qd, x.Qdd)
			} else {
				for i := range e.out {
					e.out[i] = e.lanes[i*len(e.states)+lane]
				}
			}
			use(first+lane, x, e.out)
		}
	}
}

// change takes code from now on, if there is any.
func (e *evaluator) change() {
	b, results := e.code()
	e.code = nil
	if _, missing := b.Code(); missing == nil {
		e.batch, e.lanes = b, results
		for len(e.states) < b.Lanes {
			x := &e.states[0]
			e.states = append(e.states, MotionState{slices.Clone(x.Q), slices.Clone(x.Qd), slices.Clone(x.Qdd)})
		}
	}
}

// give puts the numbers of a state into a lane.
func give(rows, x []float64, lane int) {
	lanes := len(rows) / max(1, len(x))
	for i, y := range x {
		rows[i*lanes+lane] = y
	}
}
