package cfa_test

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/aba"
	"kinetree/dynamics/cfa"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/urdf"
)

// TestWorkers checks that any number of workers, and any call, gives the same bytes.
func TestWorkers(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 129, 1000, 3001} {
		random, opts := randrobot.AnyChain(uint64(n), n, true)
		m := expect.Model(t, random, opts...)
		s := stateOf(m, uint64(n))
		want := s.accelerations(t, parallel(t, m, 1))
		for _, workers := range []int{2, 3, 7, 64} {
			p := parallel(t, m, workers)
			for range 3 {
				if got := s.accelerations(t, p); !floats.Equal(got, want) {
					t.Errorf("%d joints: %d workers give other numbers than one", n, workers)
				}
			}
		}
	}
}

// TestReductions counts reductions for every length up to 300.
func TestReductions(t *testing.T) {
	longest := 300
	if testing.Short() {
		longest = 70
	}
	for n := 1; n <= longest; n++ {
		m := expect.Model(t, randrobot.Chain(n))
		p := parallel(t, m, 2)
		stateOf(m, 1).accelerations(t, p)
		want := 0
		for 1<<want < n {
			want++
		}
		if got := p.Reductions(); got != want {
			t.Errorf("%d reductions of %d joints, want %d", got, n, want)
		}
	}
}

func TestChainDoesNotAllocate(t *testing.T) {
	const n = 300
	r, opts := randrobot.AnyChain(1, n, true)
	m := expect.Model(t, r, opts...)
	s := stateOf(m, 1)
	qdd := make([]float64, m.NV())
	run := func(by solver) float64 {
		return testing.AllocsPerRun(100, func() {
			if err := by.ForwardDynamics(qdd, s.q, s.qd, s.tau, s.fext); err != nil {
				t.Error(err)
			}
		})
	}
	if a := run(chain(t, m)); a != 0 {
		t.Errorf("block elimination: %v allocations", a)
	}
	for _, workers := range []int{1, 2, 5} {
		// One for each goroutine that is started, and now and then the runtime's record of one.
		if a := run(parallel(t, m, workers)); a > 2*float64(workers-1) {
			t.Errorf("odd-even reduction on %d workers: %v allocations", workers, a)
		}
	}
}

// BenchmarkForwardDynamics times the articulated-body algorithm, block elimination and odd-even reduction on chains
// of many lengths, the longest one the longest that package urdf takes. It makes the table of
// docs/constraint-forces.md.
func BenchmarkForwardDynamics(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10_000, urdf.MaxLinks - 1} {
		m := expect.Model(b, randrobot.Chain(n))
		s := stateOf(m, 1)
		qdd := make([]float64, n)
		for _, c := range []struct {
			name string
			by   solver
		}{{"aba", aba.New(m)}, {"serial", chain(b, m)}, {"parallel-1", parallel(b, m, 1)},
			{"parallel-2", parallel(b, m, 2)}} {
			b.Run(fmt.Sprintf("%d/%s", n, c.name), func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					s.q[n/2] += 0.01 // so that nothing is hoisted
					if err := c.by.ForwardDynamics(qdd, s.q, s.qd, s.tau, nil); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/joint")
				if p, ok := c.by.(*cfa.ParallelChain); ok {
					b.ReportMetric(float64(p.Reductions()), "reductions")
				}
			})
		}
	}
}
