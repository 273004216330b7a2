package tune

import (
	"cmp"
	"context"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
)

// search holds what the chains of a search share.
type search struct {
	problem *Problem
	ctx     context.Context
	fail    context.CancelCauseFunc
	mutex   sync.Mutex
	busy    []bool     // workers
	freed   *sync.Cond // one of them
	runs    int
	leader  Score // the best so far
}

// take returns a worker that is not busy any more, the first one: it is the likeliest to have its code.
func (s *search) take() (worker int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for worker = slices.Index(s.busy, false); worker < 0; worker = slices.Index(s.busy, false) {
		s.freed.Wait()
	}
	s.busy[worker] = true
	return worker
}

// free makes a worker free.
func (s *search) free(worker int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.busy[worker] = false
	s.freed.Signal()
}

// run shares the runs among the chains by successive halving: in rounds of equally many runs, all chains take part in
// the first, the better half of them in the next, until one is left. After CMA-ES, that one polishes its best point.
//
// Source: K. Jamieson and A. Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization",
// AISTATS 2016.
func (s *search) run(chains []*chain) {
	for _, c := range chains {
		next, stop := iter.Pull(c.run)
		c.resume = func(runs int) {
			c.runs = runs
			next()
		}
		defer stop()
	}
	runs, rounds, polish := s.problem.Runs, bits.Len(uint(len(chains))), 0
	if s.problem.Method == "cma-es" {
		polish = min(polishRuns*len(s.problem.Parameters), runs/2, runs-len(chains))
	}
	runs -= polish
	for round := range rounds {
		share := runs / (rounds - round)
		if round == 0 { // so that each chain has one
			share = max(share, len(chains))
		}
		runs -= share
		var group sync.WaitGroup
		for i, c := range chains {
			n := share / len(chains)
			if i < share%len(chains) {
				n++
			}
			group.Go(func() { c.resume(n) })
		}
		group.Wait()
		slices.SortStableFunc(chains, func(a, b *chain) int { return cmp.Compare(a.least, b.least) })
		chains = chains[:max(1, len(chains)/2)]
	}
	if polish > 0 {
		chains[0].polish = true
		chains[0].resume(polish)
	}
}

// polishRuns is how many runs for each parameter are left for polishing, if that is not more than half of all.
const polishRuns = 50

// done counts an evaluation.
func (s *search) done(score Score) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.runs++
	if score.Better(s.leader) {
		s.leader = score
	}
	if s.problem.Progress != nil {
		s.problem.Progress(s.runs, s.leader.Cost)
	}
}

// chain is one line of search, a coroutine that waits whenever the runs that it has been given are used up.
type chain struct {
	*search
	number int
	rng    *rand.Rand
	resume func(runs int) // returns when they are used up
	wait   func(struct{}) bool
	runs   int  // left of those given
	over   bool // the method ends: there are no more runs, or they are for polishing
	polish bool
	trials []Trial
	next   func() [][]float64 // points that may be asked for after the one that is asked for; nil if there is none
	known  []*outcome         // of such points
	best   []float64          // on the unit scale
	width  []float64          // of the method's samples when it found the best point
	least  float64
}

func newChain(s *search, number int) *chain {
	return &chain{search: s, number: number, rng: rand.New(rand.NewPCG(s.problem.Seed, uint64(number))),
		least: math.Inf(1)}
}

// run searches until there are no more runs.
func (c *chain) run(wait func(struct{}) bool) {
	c.wait = wait
	c.best = c.random()
	if c.number == 0 {
		for i, p := range c.problem.Parameters {
			c.best[i] = p.unit(p.Start)
		}
	}
	c.width = slices.Repeat([]float64{firstEdge}, len(c.best))
	if c.problem.Method == "cma-es" {
		c.evolve()
		c.over = !c.polish || c.ctx.Err() != nil
	}
	c.descend()
}

// random returns a point of the unit scale.
func (c *chain) random() []float64 {
	x := make([]float64, len(c.problem.Parameters))
	for i := range x {
		x[i] = c.rng.Float64()
	}
	return x
}

// evaluate returns the costs at points of the unit scale, of unstable ones what ranks them behind the others, and
// [worst] for those that have none and after the end.
func (c *chain) evaluate(points ...[]float64) []float64 {
	costs := slices.Repeat([]float64{worst}, len(points))
	for begin := 0; begin < len(points); {
		if c.runs == 0 {
			c.over = c.over || !c.wait(struct{}{}) || c.polish
		}
		if c.over = c.over || c.ctx.Err() != nil; c.over {
			break
		}
		end := min(begin+c.runs, len(points))
		c.runs -= end - begin
		c.judge(costs[begin:end], points[begin:end])
		begin = end
	}
	return costs
}

// cost returns the cost at a point of the unit scale, as evaluate does. Where several points take the time of one,
// those that may be asked for next are judged beside it: known then, but not counted before they are asked for.
func (c *chain) cost(x []float64, next func() [][]float64) float64 {
	c.next = next
	cost := c.evaluate(x)[0]
	c.next = nil
	return cost
}

// outcome is what a point of the unit scale comes to.
type outcome struct {
	point []float64
	x     []float64 // on the scales of the parameters
	cost  float64
	err   error
}

// judge sets the costs at points of the unit scale, up to the end of the search.
func (c *chain) judge(costs []float64, points [][]float64) {
	for i, o := range c.outcomes(points) {
		if o == nil || c.ctx.Err() != nil {
			return
		}
		if o.err != nil {
			c.fail(o.err)
			return
		}
		score := Score{Cost: o.cost}
		if score.rank() < c.least {
			score.Radius, score.Lack = c.standing(o.x)
		}
		c.done(score)
		c.trials = append(c.trials, Trial{c.number, o.x, score})
		if costs[i] = score.rank(); costs[i] < c.least {
			c.least = costs[i]
			copy(c.best, points[i])
		}
	}
}

// standing returns the spectral radius of a point and what it lacks of what is required, 0 if it is not judged.
func (c *chain) standing(x []float64) (radius, lack float64) {
	if c.problem.Standing == nil {
		return 0, 0
	}
	worker := c.take()
	defer c.free(worker)
	return c.problem.Standing(c.ctx, x, worker)
}

// outcomes returns what points come to, nil for those that come after the end of the search. The workers share them and
// those that may be next, but for as many as take the time of one.
func (c *chain) outcomes(points [][]float64) []*outcome {
	if c.next != nil {
		for _, o := range c.known {
			if o != nil && slices.Equal(o.point, points[0]) {
				return []*outcome{o}
			}
		}
	}
	all, together := slices.Clone(points), 1
	if c.problem.Together != nil {
		together = max(1, c.problem.Together())
	}
	if n := min(together-1, c.runs); n > 0 && c.next != nil {
		next := c.next()
		all = append(all, next[:min(len(next), n)]...)
	}
	found := make([]*outcome, len(all))
	var group sync.WaitGroup
	share := (len(all) + len(c.busy) - 1) / len(c.busy)
	share = (share + together - 1) / together * together
	for begin := 0; begin < len(all); begin += share {
		end, worker := min(begin+share, len(all)), c.take()
		try := func() {
			c.try(found[begin:end], all[begin:end], worker)
			c.free(worker)
		}
		if end < len(all) {
			group.Go(try)
		} else { // to wake another goroutine takes longer than a step of a hundred runs
			try()
		}
	}
	group.Wait()
	c.known = found[len(points):]
	return found[:len(points)]
}

// try finds what points come to, but for those that come after the end of the search.
func (c *chain) try(found []*outcome, points [][]float64, worker int) {
	if c.ctx.Err() != nil {
		return
	}
	list := make([][]float64, len(points))
	for k, u := range points {
		list[k] = make([]float64, len(u))
		for i, p := range c.problem.Parameters {
			list[k][i] = p.value(u[i])
		}
	}
	costs, errs := c.problem.Cost(c.ctx, list, worker)
	if c.ctx.Err() != nil {
		return
	}
	for k, x := range list {
		found[k] = &outcome{points[k], x, costs[k], errs[k]}
	}
}
