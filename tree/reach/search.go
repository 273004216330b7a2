package reach

import (
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/internal/libm"
)

// Options say how positions are sought.
type Options struct {
	Start  []float64 // the first start; the solutions are in the order of the distance from it; nil for the neutral one
	Seed   uint64    // of the random starts
	Starts int       // at most; 0 for UsualStarts
	All    bool      // look on behind the first solution
}

// Reached is a position with which the link is where it is to be.
type Reached struct {
	Q    []float64
	Miss Miss
	// Idle is in how many directions the joints can move without the link, to first order. An arm with more joints than
	// the pose has numbers has some in each position; at another arm the position is singular.
	Idle int
}

// Found is what a search has come to.
type Found struct {
	Branches []Reached
	Starts   int     // that were tried
	Nearest  Reached // what came nearest, where there are no branches
}

const (
	// UsualStarts is how many starts a search has unless it says so.
	UsualStarts = 1000
	// tolerance is how far a link may be from the pose (rad, m).
	tolerance = 1e-9
	// apart is how far two positions of one branch are at most (rad or m). At singular poses they are known to the root
	// of rounding, 1e-7.
	apart = 1e-5
	// sample is how many positions are sought of those that an arm with idle directions has without end.
	sample = 20
)

// Search looks for positions within the limits. Without All it ends with the first. Positions that differ by whole
// turns of joints are one branch, of which the one nearest to the start is given; of joints without limits it is
// within half a turn. If all solutions have idle directions, the search ends after some: there are infinitely many.
func (s *Solver) Search(a *Aim, how Options) *Found {
	start := how.Start
	if start == nil {
		start = s.model.Neutral()
	}
	if how.Starts == 0 {
		how.Starts = UsualStarts
	}
	rng := rand.New(rand.NewPCG(how.Seed, 0))
	f := &Found{Nearest: Reached{Miss: Miss{Distance: math.Inf(1)}}}
	q, difference := make([]float64, s.model.NQ()), make([]float64, s.model.NV())
	isolated := false
	for f.Starts < how.Starts && (len(f.Branches) == 0 || how.All && (isolated || len(f.Branches) < sample)) {
		s.draw(q, start, f.Starts > 0, rng)
		f.Starts++
		miss := s.Improve(q, a)
		if len(f.Branches) == 0 && miss.Norm() < f.Nearest.Miss.Norm() {
			f.Nearest = Reached{Q: slices.Clone(q), Miss: miss}
		}
		if miss.Norm() > tolerance {
			continue
		}
		s.unwind(q, start)
		if slices.ContainsFunc(f.Branches, func(b Reached) bool {
			s.between(difference, b.Q, q)
			return !slices.ContainsFunc(difference, func(x float64) bool { return math.Abs(x) > apart })
		}) {
			continue
		}
		s.look(&s.e, q, a)
		b := Reached{Q: slices.Clone(q), Miss: s.missed(), Idle: s.idle()}
		isolated = isolated || b.Idle == 0
		f.Branches = append(f.Branches, b)
	}
	far := func(b *Reached) (sum float64) {
		s.between(difference, start, b.Q)
		for _, x := range difference {
			sum += float64(x * x)
		}
		return sum
	}
	slices.SortFunc(f.Branches, func(b, c Reached) int {
		switch x, y := far(&b), far(&c); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return slices.Compare(b.Q, c.Q)
	})
	return f
}

// draw sets q to the start, or to a random position: of joints with two limits uniformly between them. What does not
// move the link stays.
func (s *Solver) draw(q, start []float64, random bool, rng *rand.Rand) {
	copy(q, start)
	if random {
		s.model.Random(q, rng)
		for i := range s.bounds {
			b := &s.bounds[i]
			if width := b.Upper - b.Lower; !math.IsInf(width, 1) {
				q[b.Q] = b.Lower + float64(width*rng.Float64())
			}
		}
		for k := range s.model.Joints() {
			j := &s.model.Joints()[k]
			if j.Leader < 0 && j.NV > 0 && !slices.Contains(s.moves[j.V:j.V+j.NV], true) {
				copy(q[j.Q:j.Q+j.NQ], start[j.Q:j.Q+j.NQ])
			}
		}
		if s.model.Floating() {
			copy(q[:7], start[:7])
		}
	}
	s.bound(q)
}

// unwind turns joints by whole turns, within their limits, to the angle that is nearest to the start; joints without
// limits to within half a turn.
func (s *Solver) unwind(q, start []float64) {
	limited := make([]bool, len(s.turns))
	for i := range s.bounds {
		b := &s.bounds[i]
		limited[b.V] = true
		if !s.turns[b.V] {
			continue
		}
		const turn = 2 * math.Pi
		k := math.Round((start[b.Q] - q[b.Q]) / turn)
		k = min(k, math.Floor((b.Upper-q[b.Q])/turn))
		k = max(k, math.Ceil((b.Lower-q[b.Q])/turn))
		q[b.Q] = max(b.Lower, min(b.Upper, q[b.Q]+float64(k*turn)))
	}
	for k := range s.model.Joints() {
		j := &s.model.Joints()[k]
		for i := range j.NV {
			if j.Leader < 0 && s.turns[j.V+i] && s.moves[j.V+i] && !limited[j.V+i] {
				q[j.Q+i] = wrapped(q[j.Q+i])
			}
		}
	}
}

// between sets d to the way from one position to another, angles of which whole turns do not count within half a turn.
func (s *Solver) between(d, from, to []float64) {
	s.model.Difference(d, from, to)
	for i, turns := range s.turns {
		switch {
		case !s.moves[i]:
			d[i] = 0
		case turns:
			d[i] = wrapped(d[i])
		}
	}
}

// wrapped returns an angle as one above -π up to π.
func wrapped(x float64) float64 {
	if -math.Pi < x && x <= math.Pi {
		return x
	}
	sin, cos := libm.Sincos(x)
	if x = libm.Atan2(sin, cos); x <= -math.Pi {
		return math.Pi
	}
	return x
}
