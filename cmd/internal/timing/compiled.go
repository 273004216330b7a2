package timing

import (
	"fmt"
	"math/rand/v2"

	"kinetree/compile"
	"kinetree/tree"
)

// Code is what there is of machine code for a number of lanes, see package compile.
type Code struct {
	Lanes  int    `json:"lanes"`
	Name   string `json:"code,omitempty"`   // of the instructions; empty if there is none
	Reason string `json:"reason,omitempty"` // why there is none
}

// Codes returns what code there is on this machine, of whatever robot.
func Codes() []Code {
	var list []Code
	for _, lanes := range compile.Lanes() {
		name, reason := compile.Code(lanes)
		list = append(list, code(lanes, name, reason))
	}
	return list
}

func code(lanes int, name string, reason error) Code {
	if reason != nil {
		return Code{Lanes: lanes, Reason: reason.Error()}
	}
	return Code{Lanes: lanes, Name: name}
}

// compiled returns what code there is for a model, and its algorithms. An evaluation is that of one state of one lane.
// A batch has one state in each lane all the time: the code has no branches, so that its time is the same for all.
func compiled(m *tree.Model) (codes []Code, list []algorithm) {
	rng := rand.New(rand.NewPCG(3, 4))
	q := make([]float64, m.NQ())
	for _, lanes := range compile.Lanes() {
		o := compile.Options{Lanes: lanes}
		name, reason := compile.ForwardDynamics(m, o).Code()
		codes = append(codes, code(lanes, name, reason))
		if reason != nil {
			continue
		}
		for _, a := range []struct {
			name string
			b    *compile.Batch
		}{{"aba", compile.ForwardDynamics(m, o)}, {"rnea", compile.InverseDynamics(m, o)},
			{"crba", compile.MassMatrix(m, o)}} {
			for lane := range lanes {
				m.Random(q, rng)
				for i, x := range q {
					a.b.Q[i*lanes+lane] = x
				}
			}
			list = append(list, algorithm{name: fmt.Sprintf("%s/compiled/%d", a.name, lanes), eval: func(n int) {
				for ; n > 0; n -= lanes {
					a.b.Compute()
				}
			}})
		}
	}
	return codes, list
}
