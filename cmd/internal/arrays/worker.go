package arrays

import (
	"errors"
	"fmt"

	"kinetree/aba"
	"kinetree/compile"
	"kinetree/dynamics/lagrange"
	"kinetree/tree"
)

// worker has the workspaces of one goroutine; nil until they are wanted.
type worker struct {
	model    *tree.Model
	batches  map[string]*compile.Batch // by quantity, and whether wrenches are given
	kin      *tree.Kinematics
	lagrange *lagrange.Solver
	forward  *aba.Solver
}

func newWorker(m *tree.Model) *worker {
	return &worker{model: m, batches: map[string]*compile.Batch{}, kin: tree.NewKinematics(m),
		lagrange: lagrange.New(m)}
}

// batch returns the batch for a quantity, which make makes.
func (w *worker) batch(name string, make func() *compile.Batch) *compile.Batch {
	b := w.batches[name]
	if b == nil {
		b = make()
		w.batches[name] = b
	}
	return b
}

// column is a slice of a batch and the array that it comes from or goes to.
type column struct {
	lanes []float64
	array *array
}

// run computes states from to to by a batch. Lanes behind the last state repeat the state. The error is that of the
// first state that has one.
func run(b *compile.Batch, from, to int, in, out []column) error {
	for k := from; k < to; k += b.Lanes {
		for lane := range b.Lanes {
			i := min(k+lane, to-1)
			for _, c := range in {
				for n, x := range c.array.of(i) {
					c.lanes[n*b.Lanes+lane] = x
				}
			}
		}
		if err := b.Run(); err != nil {
			var wrong *compile.LaneError
			if errors.As(err, &wrong) {
				return fmt.Errorf("state %d: %w", min(k+wrong.Lane, to-1), wrong.Err)
			}
			return err
		}
		for lane := range min(b.Lanes, to-k) {
			for _, c := range out {
				for n := range c.array.size {
					c.array.numbers[(k+lane)*c.array.size+n] = c.lanes[n*b.Lanes+lane]
				}
			}
		}
	}
	return nil
}
