package sim_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kinetree/compile"
	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// laneSolver returns the lanes of a model, and whether code computes them. Without code the worlds do all alone.
func laneSolver(m *tree.Model) (sim.LaneSolver, bool) {
	algorithm := sim.ArticulatedBodies
	if slices.ContainsFunc(m.Joints(), func(j tree.Joint) bool { return j.Friction > 0 }) {
		algorithm = sim.MassMatrix // of worlds with friction
	}
	b := compile.ForwardDynamics(m, compile.Options{MassMatrix: algorithm == sim.MassMatrix})
	_, reason := b.Code()
	return sim.LaneSolver{Count: b.Lanes, Algorithm: algorithm, Q: b.Q, Qd: b.Qd, Tau: b.Tau, Qdd: b.Qdd,
		Compute: b.Compute}, reason == nil
}

// keeper is a sink and an observer that keeps the bits of all that it sees.
type keeper struct{ seen []uint64 }

func (k *keeper) keep(list ...float64) {
	for _, x := range list {
		k.seen = append(k.seen, math.Float64bits(x))
	}
}

func (k *keeper) Begin([]string) error { return nil }

func (k *keeper) Record(row []float64) error {
	k.keep(row...)
	return nil
}

func (k *keeper) End(*sim.Summary) error { return nil }

func (k *keeper) Observe(from, to *integrate.State, begin, end, work []float64) {
	k.keep(from.T, to.T)
	for _, list := range [][]float64{to.Q, to.Qd, begin, end, work} {
		k.keep(list...)
	}
}

// watching is an observer.
type watching func(from, to *integrate.State, begin, end, work []float64)

func (w watching) Observe(from, to *integrate.State, begin, end, work []float64) {
	w(from, to, begin, end, work)
}

// jumping is a controller whose efforts jump at each multiple of a period, to numbers that depend on the state.
type jumping struct {
	period, end float64
	tau         []float64
	gain        float64
	fails       float64 // the time at which it fails; 0 for never
}

func (j *jumping) BeginSegment(t float64, q, qd []float64) (float64, error) {
	if j.fails > 0 && t >= j.fails {
		return 0, errors.New("the controller fails")
	}
	for i := range j.tau {
		j.tau[i] = float64(-j.gain*qd[i%len(qd)]) - float64(j.gain*math.Sin(q[i%len(q)]-0.3))
	}
	for j.end <= t+1e-12 {
		j.end += j.period
	}
	return j.end, nil
}

func (j *jumping) Effort(tau []float64, _ float64, _, _ []float64) error {
	copy(tau, j.tau)
	return nil
}

// runOf is a run of TestLanes: what was seen, and what came of it.
type runOf struct {
	keeper
	summary *sim.Summary
	err     error
}

func (r *runOf) String() string {
	s := *r.summary
	s.Start.Model, s.End.Model = nil, nil
	return fmt.Sprintf("%+v %v", s, r.err)
}

// TestLanes runs worlds with frictions, stops, dampers, springs, wrenches, conditions, controllers that jump within
// steps and that fail, side by side and each alone, and compares all that is logged and observed, bit by bit.
func TestLanes(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	methods := integrate.Methods()
	ends, computed := map[sim.Status]int{}, false
	check := func(m *tree.Model) {
		solver, coded := laneSolver(m)
		computed = computed || coded
		configure := func(i int, r *runOf) sim.Config {
			rng := rand.New(rand.NewPCG(uint64(i), 5))
			c := sim.Config{Model: m, Watch: sim.Watch{Observer: r},
				Integration: sim.Integration{Method: methods[i%len(methods)], MaxDrift: math.Inf(1)},
				Ideal:       i%4 == 1, Log: sim.Log{Every: 1 + i%3, Ledger: i%5 == 0}}
			if i%2 == 0 {
				c.Log.Sink = r
			}
			if i%3 != 0 {
				c.Controller = &jumping{period: []float64{0.001, 0.002, 0.0015}[rng.IntN(3)],
					tau: make([]float64, m.EffortLayout().Len()), gain: 2 * rng.Float64(),
					fails: float64(i/9%2) * 0.03}
			}
			if i%4 == 2 {
				c.Disturbances.Wrenches = []sim.Wrench{{Link: len(m.Links()) - 1, Force: [3]float64{1, 2, 3},
					From: 0.01, To: 0.02}}
			}
			if i%7 == 3 {
				c.End.Until = []string{"energy/kinetic > 0.5"}
			}
			c.Start.Position = m.Neutral()
			m.Random(c.Start.Position, rng)
			c.Start.Velocity = make([]float64, m.NV())
			for k := range c.Start.Velocity {
				c.Start.Velocity[k] = 2 * rng.NormFloat64()
			}
			if i%8 == 7 {
				c.Start.Velocity[0] = 1e100
			}
			return c
		}
		const runs = 24
		alone, beside := make([]runOf, runs), make([]runOf, runs)
		for i := range alone {
			w, err := sim.New(configure(i, &alone[i]))
			if errors.As(err, new(*sim.OutsideError)) { // a follower; Random knows nothing of its limits
				return
			} else if err != nil {
				t.Fatal(err)
			}
			alone[i].summary, alone[i].err = w.Run(t.Context(), 0.04+0.001*float64(i))
		}
		i, over, taken := 0, 0, map[*runOf]int{} // runs that have ended, and steps of others, since Goes was called
		l := sim.Lanes{Model: m, Solver: solver, Goes: func() { over = 0 }}
		l.Run(context.Background(), func() (sim.LaneRun, bool) {
			if i == runs {
				return sim.LaneRun{}, false
			}
			r := &beside[i]
			c := configure(i, r)
			c.Watch.Observer = watching(func(from, to *integrate.State, begin, end, work []float64) {
				r.Observe(from, to, begin, end, work)
				if taken[r]++; over > 0 && taken[r] > 1 {
					t.Errorf("%s: a run goes on before it is known that %d have ended", m.Name(), over)
				}
			})
			w, err := sim.New(c)
			if err != nil {
				t.Fatal(err)
			}
			i++
			return sim.LaneRun{World: w, Until: 0.04 + 0.001*float64(i-1),
				Ended: func(s *sim.Summary, err error) {
					kept := *s // which becomes that of another run
					for _, at := range []*sim.Snapshot{&kept.Start, &kept.End} {
						at.Position, at.Velocity = slices.Clone(at.Position), slices.Clone(at.Velocity)
					}
					r.summary, r.err, over = &kept, err, over+1
					clear(taken)
				}}, true
		})
		for i := range alone {
			a, b := &alone[i], &beside[i]
			if a.String() != b.String() {
				t.Fatalf("%s, run %d: beside others\n%s\nalone\n%s", m.Name(), i, b, a)
			}
			ends[a.summary.Status]++
			if len(a.seen) != len(b.seen) {
				t.Fatalf("%s, run %d: %d numbers were seen, alone %d", m.Name(), i, len(b.seen), len(a.seen))
			}
			for k := range a.seen {
				if a.seen[k] != b.seen[k] {
					t.Fatalf("%s, run %d, number %d: %v, alone %v", m.Name(), i, k, math.Float64frombits(b.seen[k]),
						math.Float64frombits(a.seen[k]))
				}
			}
		}
	}
	for _, name := range expect.Some(t, 6, models.Names()...) {
		r, err := models.Robot(name)
		if err != nil {
			t.Fatal(err)
		}
		check(expect.Model(t, r))
	}
	random := 40
	if testing.Short() {
		random = 6
	}
	for range random {
		r, opts := randrobot.Any(rng.Uint64(), 1+rng.IntN(5))
		for k := range r.Joints {
			if rng.IntN(2) == 0 && r.Joints[k].Type != urdf.Fixed {
				if err := errors.Join(r.Joints[k].SetDamping(0.3*rng.Float64()),
					r.Joints[k].SetFriction(0.3*rng.Float64())); err != nil {
					t.Fatal(err)
				}
			}
		}
		check(expect.Model(t, r, opts...))
	}
	if !computed {
		t.Skip("no code runs on this machine, so all worlds ran alone")
	}
	for _, s := range []sim.Status{sim.Done, sim.Stopped, sim.Diverged, sim.Failed} {
		if ends[s] < 3 {
			t.Errorf("%d runs ended as %s; expected some: %v", ends[s], s, ends)
		}
	}
}
