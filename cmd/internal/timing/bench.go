// Package timing times the algorithms on a model and on the machine at hand, one thread.
//
// An evaluation is what a user gets from one call: all of external gravity and Coriolis terms, arbitrary axes and
// frames, and the check of lengths; without external wrenches. What is called batch is per state when many are
// computed in Go in one go, one after the other; what is called compiled/N is per state of N that machine code computes
// side by side (package compile). The states are random and change from call to call, so that nothing is the same as in
// the last one. A round is some hundred evaluations; of many rounds the best tells what the code takes, and the median
// what one meets on this machine.
package timing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"kinetree/aba"
	"kinetree/compile"
	"kinetree/dynamics/cfa"
	"kinetree/dynamics/crba"
	"kinetree/integrate"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/tree"
)

// Report holds the times of all algorithms on a model.
type Report struct {
	Model   string   `json:"model"`
	NV      int      `json:"nv"`
	Threads int      `json:"threads"`
	Results []Timing `json:"results"`
	Codes   []Code   `json:"compiled"`
	// Unrecorded is why there is no code for whole steps of the robot in free motion, empty if there may be.
	Unrecorded string `json:"no_whole_steps,omitempty"`
}

// Timing is the time of one evaluation of an algorithm.
type Timing struct {
	Name   string  `json:"name"`
	Best   float64 `json:"ns_per_eval"`        // ns, in the best round
	Median float64 `json:"median_ns_per_eval"` // ns, in the middle one
	Rate   float64 `json:"evals_per_s"`        // evaluations per second in the best round, rounded
	Allocs float64 `json:"allocs_per_eval"`    // allocations
	// Reductions is how many times odd-even reduction halves the system of the constraint forces; 0 of others.
	Reductions int `json:"reductions,omitempty"`
	// Operations are the floating-point operations of an evaluation; nil of what is not counted.
	Operations *compile.Operations `json:"operations,omitempty"`
}

// states is how many random states are cycled through. They are too many for the branch prediction of a processor to
// learn them.
const states = 256

// mostDerived is up to how many rates the derivatives are timed, which take O(nv²) memory and O(nv² depth) time.
const mostDerived = 500

// Run times all algorithms on a model in about the given time, the same for each. The error says why the model has no
// accelerations or cannot be simulated.
func Run(m *tree.Model, duration time.Duration) (*Report, error) {
	cases, err := algorithms(m)
	if err != nil {
		return nil, err
	}
	for i := range cases {
		cases[i].count(m)
	}
	free, err := sim.New(sim.Config{Model: m, Integration: sim.Integration{Method: integrate.RK4Method, Step: 1e-3},
		Ideal: true})
	if err != nil {
		return nil, err
	}
	codes, more := compiled(m)
	cases = append(cases, more...)
	r := &Report{Model: m.Name(), NV: m.NV(), Threads: 1, Codes: codes, Unrecorded: free.Unrecorded()}
	for _, c := range cases {
		r.Results = append(r.Results, c.measure(duration/time.Duration(len(cases))))
	}
	return r, nil
}

// algorithm is something to time: eval makes n evaluations.
type algorithm struct {
	name string
	eval func(n int)
	also func(*Timing) // what is told besides; nil for nothing
	// the least evaluations of a round, for one that begins with some work of its own; 0 for any
	least int
}

// measure times rounds until the time is over, at least three.
func (a *algorithm) measure(each time.Duration) Timing {
	const shortest = 100 * time.Microsecond // of a round, so that the clock's resolution does not count
	n := max(16, a.least)
	for long := 0; long < 3; { // the first rounds find the caches empty, and are long for that
		begin := time.Now()
		if a.eval(n); time.Since(begin) >= shortest {
			long++
		} else {
			n, long = 2*n, 0
		}
	}
	var before, after runtime.MemStats
	var rounds []float64
	runtime.ReadMemStats(&before)
	for end := time.Now().Add(each); len(rounds) < 3 || time.Now().Before(end); {
		begin := time.Now()
		a.eval(n)
		rounds = append(rounds, float64(time.Since(begin).Nanoseconds())/float64(n))
	}
	runtime.ReadMemStats(&after)
	evals := float64(n * len(rounds))
	slices.Sort(rounds)
	// The list of rounds itself grows by some allocations.
	allocs := float64(after.Mallocs - before.Mallocs)
	t := Timing{Name: a.name, Best: rounds[0], Median: rounds[len(rounds)/2], Rate: math.Round(1e9 / rounds[0]),
		Allocs: float64(int(allocs / evals))}
	if a.also != nil {
		a.also(&t)
	}
	return t
}

// mostCounted is up to how many rates operations are counted, which takes memory for each of them; those of the
// derivatives, of which there are O(nv² depth), up to mostDerivedCounted.
const (
	mostCounted        = 200
	mostDerivedCounted = 64
)

// count counts the operations of an algorithm that package compile knows.
func (a *algorithm) count(m *tree.Model) {
	most := mostCounted
	if a.name == derivatives {
		most = mostDerivedCounted
	}
	if m.NV() > most || !slices.Contains(compile.Counted(), a.name) {
		return
	}
	if o, err := compile.Count(m, a.name); err == nil {
		also := a.also
		a.also = func(t *Timing) {
			if t.Operations = &o; also != nil {
				also(t)
			}
		}
	}
}

const derivatives = "aba/derivatives"

// algorithms returns all that is timed, in the order of the results.
func algorithms(m *tree.Model) ([]algorithm, error) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(rng.Float64()*2) - 1
		}
		return v
	}
	var q, qd, x [states][]float64
	for i := range q {
		q[i], qd[i], x[i] = make([]float64, m.NQ()), random(m.NV()), random(m.NV())
		m.Random(q[i], rng)
	}
	y, matrix := make([]float64, m.NV()), make([]float64, m.NV()*m.NV())
	forward, inverse, mass, kin := aba.New(m), rnea.New(m), crba.New(m), tree.NewKinematics(m)
	byMass, byForces := aba.NewByMassMatrix(m), cfa.NewTree(m)
	if err := forward.ForwardDynamics(y, q[0], qd[0], x[0], nil); err != nil {
		return nil, fmt.Errorf("at a random state: %w", err)
	}
	over := func(f func(i int)) func(int) {
		next := 0
		return func(n int) {
			for range n {
				f(next)
				next = (next + 1) % states
			}
		}
	}
	list := []algorithm{
		{name: "aba", eval: over(func(i int) { forward.ForwardDynamics(y, q[i], qd[i], x[i], nil) })},
		{name: "rnea", eval: over(func(i int) { inverse.InverseDynamics(y, q[i], qd[i], x[i], nil) })},
		{name: "crba", eval: over(func(i int) { mass.MassMatrix(matrix, q[i]) })},
		{name: "dynamics/crba", eval: over(func(i int) { byMass.ForwardDynamics(y, q[i], qd[i], x[i], nil) })},
		{name: "dynamics/constraint-forces",
			eval: over(func(i int) { byForces.ForwardDynamics(y, q[i], qd[i], x[i], nil) })},
		{name: "kinematics", eval: over(func(i int) { kin.Update(q[i]) })},
	}
	if chain, err := cfa.NewParallelChain(m, 1); err == nil { // a serial chain of bodies with inverse inertias
		list = append(list, algorithm{name: "dynamics/constraint-forces/odd-even",
			eval: over(func(i int) { chain.ForwardDynamics(y, q[i], qd[i], x[i], nil) }),
			also: func(t *Timing) { t.Reductions = chain.Reductions() }})
	}
	if n := m.NV(); n <= mostDerived {
		derived, dq, dqd, dtau := aba.NewDerivatives(m), make([]float64, n*n), make([]float64, n*n),
			make([]float64, n*n)
		list = append(list, algorithm{name: derivatives,
			eval: over(func(i int) { derived.ForwardDynamics(y, dq, dqd, dtau, q[i], qd[i], x[i], nil) })})
	}
	for _, method := range integrate.Methods() {
		step, err := stepping(m, method, q[0], qd[0])
		if err != nil {
			return nil, err
		}
		list = append(list, algorithm{name: "step/" + method.Name, eval: step})
	}
	batch, err := steppingBatch(m, q[:], qd[:])
	if err != nil {
		return nil, err
	}
	return append(list,
		algorithm{name: "aba/batch", eval: over(func(i int) { forward.ForwardDynamics(y, q[i], qd[i], x[i], nil) })},
		algorithm{name: "step/semi-implicit/batch", eval: batch}), nil
}

// steppingBatch returns a function that steps a world for each of some states in turn, as many steps at a time as
// pays for the change from one to the next.
func steppingBatch(m *tree.Model, q, qd [][]float64) (func(n int), error) {
	const worlds, atOnce = 32, 16
	var steps [worlds]func(n int)
	for i := range steps {
		var err error
		if steps[i], err = stepping(m, integrate.SemiImplicitMethod, q[i], qd[i]); err != nil {
			return nil, err
		}
	}
	next := 0
	return func(n int) {
		for ; n > 0; n -= atOnce {
			steps[next](min(n, atOnce))
			next = (next + 1) % worlds
		}
	}, nil
}

// stepping returns a function that takes steps of an ideal robot in free motion, so short that every motion stays
// finite, and begins anew now and then.
func stepping(m *tree.Model, method integrate.Method, q, qd []float64) (func(n int), error) {
	const step = 1e-5
	const longest = 10_000 // steps from one start
	begin := func() (*sim.World, error) {
		return sim.New(sim.Config{Model: m, Integration: sim.Integration{Method: method, Step: step},
			Start: sim.Start{Position: q, Velocity: qd}, Ideal: true})
	}
	w, err := begin()
	if err != nil {
		return nil, err
	}
	taken := 0
	return func(n int) {
		for range n {
			if taken == longest {
				w, _ = begin()
				taken = 0
			}
			w.Step()
			taken++
		}
	}, nil
}
