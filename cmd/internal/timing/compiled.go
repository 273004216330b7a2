package timing

import (
	"context"
	"fmt"
	"math/rand/v2"

	"kinetree/compile"
	"kinetree/integrate"
	"kinetree/sim"
	"kinetree/tree"
)

// Code describes the machine code for a number of lanes, see package compile.
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
			{"crba", compile.MassMatrix(m, o)}, {"kinematics", compile.Kinematics(m, o)},
			{derivatives, derived(m, o)}} {
			if a.b == nil {
				continue
			}
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
		for _, method := range []integrate.Method{integrate.SemiImplicitMethod, integrate.RK4Method} {
			if eval := steppingCode(m, lanes, method); eval != nil {
				list = append(list, algorithm{name: fmt.Sprintf("step/%s/compiled/%d", method.Name, lanes), eval: eval,
					least: 512 * lanes})
			}
		}
	}
	return codes, list
}

// derived returns the derivatives of forward dynamics as code, nil if there is none or the robot is large.
func derived(m *tree.Model, o compile.Options) *compile.Batch {
	if m.NV() > mostDerivedCounted {
		return nil
	}
	b := compile.ForwardDynamicsDerivatives(m, o)
	if _, reason := b.Code(); reason != nil {
		return nil
	}
	return b
}

// steppingCode returns a function that takes steps as stepping does, of as many worlds side by side as there are lanes,
// whole steps as one piece of code. It returns nil if there is no such code.
func steppingCode(m *tree.Model, lanes int, method integrate.Method) func(n int) {
	const step = 1e-5
	const longest = 100_000 // steps from one start
	b := compile.ForwardDynamics(m, compile.Options{Lanes: lanes})
	side := sim.Lanes{Model: m, Solver: sim.LaneSolver{Count: b.Lanes, Algorithm: sim.ArticulatedBodies, Q: b.Q,
		Qd: b.Qd, Tau: b.Tau, Qdd: b.Qdd, Compute: b.Compute}, Whole: &sim.StepCodes{Assemble: compile.LaneCode}}
	worlds, taken := make([]*sim.World, lanes), longest
	begin := func() error {
		rng, q := rand.New(rand.NewPCG(5, 6)), make([]float64, m.NQ())
		for k := range worlds {
			m.Random(q, rng)
			w, err := sim.New(sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: step},
				Start: sim.Start{Position: q}, Ideal: true})
			if err != nil {
				return err
			}
			worlds[k] = w
		}
		taken = 0
		return nil
	}
	run := func(n int) { // of each world
		taken += n
		k := 0
		side.Run(context.Background(), func() (r sim.LaneRun, ok bool) {
			if k == lanes {
				return r, false
			}
			k++
			return sim.LaneRun{World: worlds[k-1], Until: float64(float64(taken) * step),
				Ended: func(*sim.Summary, error) {}}, true
		})
	}
	if err := begin(); err != nil {
		return nil
	}
	if run(10); side.Whole.Taken == 0 {
		return nil
	}
	return func(n int) {
		for n = (n + lanes - 1) / lanes; n > 0; {
			if taken == longest && begin() != nil {
				return
			}
			now := min(n, longest-taken)
			run(now)
			n -= now
		}
	}
}
