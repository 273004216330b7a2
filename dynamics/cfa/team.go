package cfa

import (
	"sync"
	"sync/atomic"
)

// team runs the parts of a step on the goroutines of a chain. They take the next part when they are done with one.
type team struct {
	workers int
	helpers int       // goroutines besides the caller's that are running
	wake    chan bool // each true lets a helper join a step, each false lets one end
	done    sync.WaitGroup

	// Of the step that is under way.
	step  func(p *ParallelChain, k int)
	count int
	next  atomic.Int64 // the first number that nobody has taken
}

// part is how many numbers a goroutine takes at once. A number takes some 100 ns, and to wake a goroutine some µs.
const part = 64

func newTeam(workers int) *team { return &team{workers: workers, wake: make(chan bool, workers)} }

// begin starts the helpers that steps of so many numbers can employ.
func (t *team) begin(p *ParallelChain, count int) {
	t.helpers = min(t.workers, (count+part-1)/part) - 1
	for range t.helpers {
		go p.help()
	}
}

// end lets the helpers end.
func (t *team) end() {
	for range t.helpers {
		t.wake <- false
	}
}

// all runs step on the numbers 0 ... count−1 and returns when it is done.
func (t *team) all(p *ParallelChain, count int, step func(p *ParallelChain, k int)) {
	helpers := min(t.helpers, (count+part-1)/part-1)
	t.step, t.count = step, count
	t.next.Store(0)
	for range helpers {
		t.done.Add(1)
		t.wake <- true
	}
	t.take(p)
	t.done.Wait()
}

// take runs parts of the step until none is left.
func (t *team) take(p *ParallelChain) {
	for {
		to := int(t.next.Add(part))
		from := to - part
		if from >= t.count {
			return
		}
		for k := from; k < min(to, t.count); k++ {
			t.step(p, k)
		}
	}
}

// help is a helper.
func (p *ParallelChain) help() {
	for <-p.team.wake {
		p.team.take(p)
		p.team.done.Done()
	}
}
