package metrics

import (
	"math"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
)

// RecordedSample is a Sample while a step is recorded.
type RecordedSample struct{ Time, Position, Velocity, Reference, ReferenceVelocity graph.Num }

// Recorded is a step of a joint that is recorded. Saturated is 1 if a limit bounds its effort.
type Recorded struct {
	Begin, End                         RecordedSample
	Effort, EndEffort, Saturated, Work graph.Num
}

// errorNumbers are the measures of the error, in the order of their rows.
func (m *Meter) errorNumbers() [6]*float64 {
	r := &m.r
	return [...]*float64{&r.IAE, &r.ISE, &r.ITAE, &r.ITSE, &r.MaxError, &m.length}
}

// effortNumbers are those of the effort; the last one is the effort at the end of the step.
func (m *Meter) effortNumbers() [7]*float64 {
	r := &m.r
	return [...]*float64{&r.Energy, &r.EffortTotalVariation, &r.EffortPeak, &r.EffortSquare, &m.saturated, &m.total,
		&m.last.Effort}
}

// wayNumbers are those of a move.
func (m *Meter) wayNumbers() [4]*float64 {
	return [...]*float64{&m.low, &m.high, &m.r.PeakTime, &m.outside}
}

// Record records Add, operation by operation. What it takes of the error and of the move it takes in the ordinary case
// alone: error and way are monotonic in the step, the error does not change its sign, and neither the levels of the
// rise time nor the band are crossed. It is taken where it has begun. Record returns a number that is positive only in
// the ordinary case; otherwise, and where usual is not positive, these measures keep their numbers, for Amend.
func (m *Meter) Record(t *tape.Tape, s *Recorded, usual graph.Num) (ordinary graph.Num) {
	rows, efforts := t.Carried(len(m.errorNumbers())), t.Carried(len(m.effortNumbers()))
	half := graph.Known(0.5)
	h := s.End.Time.Sub(s.Begin.Time)
	u, w := s.Effort, s.EndEffort

	// effort
	was := efforts.Now
	copy(efforts.Next, []graph.Num{
		was[0].Add(s.Work),
		was[1].Add(graph.Absolute(u.Sub(was[6]))).Add(graph.Absolute(w.Sub(u))),
		graph.Max(was[2], graph.Absolute(u), graph.Absolute(w)),
		was[3].Add(h.Div(graph.Known(3)).Mul(u.Mul(u).Add(u.Mul(w)).Add(w.Mul(w)))),
		was[4].Add(s.Saturated.Mul(h)),
		was[5].Add(h),
		w,
	})

	// error
	since := func(yes, _ graph.Num) graph.Num { return yes }
	start := graph.Known(0) // of the move
	if m.c.Move != nil {
		begun := t.Fixed(2)
		start = begun[1]
		since = func(yes, no graph.Num) graph.Num { return graph.Where(half, begun[0], yes, no) }
	}
	t0 := s.Begin.Time.Sub(start)
	b, e := &s.Begin, &s.End
	c := recordHermite(h, b.Reference.Sub(b.Position), b.ReferenceVelocity.Sub(b.Velocity),
		e.Reference.Sub(e.Position), e.ReferenceVelocity.Sub(e.Velocity))
	first, second := c.at(graph.Known(0)), c.at(graph.Known(1))
	ordinary = graph.Min(c.monotonic(), graph.Where(first.Mul(second), graph.Known(0), graph.Known(-1), graph.Known(1)))
	var move recordedMove
	if m.c.Move != nil {
		ordinary = move.begin(m, t, s, h, ordinary)
	}
	ordinary = graph.Min(usual, since(ordinary, graph.Known(1)))
	// Where there is nothing to take, it lasts no time.
	zero := graph.Known(0)
	lasts := graph.Where(zero, ordinary, since(h, zero), zero)
	sums := [4]graph.Num(rows.Now[:4])
	for _, g := range gauss {
		x, weight, time := c.at(graph.Known(g.s)), graph.Known(g.weight).Mul(lasts), t0.Add(graph.Known(g.s).Mul(h))
		size, timed := graph.Absolute(x), weight.Mul(time)
		for i, y := range [...]graph.Num{weight.Mul(size), weight.Mul(x).Mul(x), timed.Mul(size), timed.Mul(x).Mul(x)} {
			sums[i] = sums[i].Add(y)
		}
	}
	copy(rows.Next, sums[:])
	most := graph.Max(rows.Now[4], graph.Absolute(first), graph.Absolute(second))
	rows.Next[4] = graph.Where(zero, lasts, most, rows.Now[4])
	rows.Next[5] = rows.Now[5].Add(lasts)
	if m.c.Move != nil {
		move.end(t0, h, ordinary)
	}
	return ordinary
}

// recordedMove records the measures of the move.
type recordedMove struct {
	rows, settled *tape.CarriedRows
	moves, band   graph.Num
	done          recordedCubic
	last          graph.Num // how far the way is from its end, at the end of the step
}

// begin records what tells whether the step is ordinary, given whether the error is.
func (r *recordedMove) begin(m *Meter, t *tape.Tape, s *Recorded, h, ordinary graph.Num) graph.Num {
	r.rows, r.settled = t.Carried(len(m.wayNumbers())), t.Carried(1)
	f := t.Fixed(6)
	from, way, levels := f[1], f[2], f[4:]
	r.moves, r.band = f[0], f[3]
	b, e := &s.Begin, &s.End
	r.done = recordHermite(h, b.Position.Sub(from).Div(way), b.Velocity.Div(way), e.Position.Sub(from).Div(way),
		e.Velocity.Div(way))
	most := graph.Max(r.done.at(graph.Known(0)), r.done.at(graph.Known(1)))
	left := r.done
	left[0] = left[0].Sub(graph.Known(1))
	begin := graph.Absolute(left.at(graph.Known(0)))
	r.last = graph.Absolute(left.at(graph.Known(1)))
	// Inside at the end, it has to be so at the begin.
	stays := graph.Where(r.band, begin, graph.Where(r.band, r.last, graph.Known(1), graph.Known(-1)), graph.Known(1))
	usual := graph.Min(r.done.monotonic(), levels[0].Sub(most), levels[1].Sub(most), stays)
	return graph.Min(ordinary, graph.Where(graph.Known(0.5), r.moves, usual, graph.Known(1)))
}

// end records the measures in the ordinary case.
func (r *recordedMove) end(t0, h, ordinary graph.Num) {
	rows := r.rows
	zero, half := graph.Known(0), graph.Known(0.5)
	moves := graph.Where(zero, ordinary, r.moves, zero)
	low, high, peak := rows.Now[0], rows.Now[1], rows.Now[2]
	for i := range 2 {
		s := graph.Known(float64(i))
		x, time := r.done.at(s), t0.Add(s.Mul(h))
		low = graph.Min(low, x)
		peak = graph.Where(high, x, time, peak)
		high = graph.Max(high, x)
	}
	outside := graph.Where(r.band, r.last, t0.Add(h), rows.Now[3])
	for i, x := range [...]graph.Num{low, high, peak, outside} {
		rows.Next[i] = graph.Where(half, moves, x, rows.Now[i])
	}
	settled := graph.Where(r.band, r.last, zero, graph.Known(1))
	r.settled.Next[0] = graph.Where(half, moves, settled, r.settled.Now[0])
}

// recordedCubic is a cubic.
type recordedCubic [4]graph.Num

func recordHermite(h, x, v, y, w graph.Num) recordedCubic {
	v, w = v.Mul(h), w.Mul(h)
	two, three, d := graph.Known(2), graph.Known(3), y.Sub(x)
	return recordedCubic{x, v, three.Mul(d).Sub(two.Mul(v)).Sub(w), v.Add(w).Sub(two.Mul(d))}
}

func (c *recordedCubic) at(s graph.Num) graph.Num {
	return c[0].Add(s.Mul(c[1].Add(s.Mul(c[2].Add(s.Mul(c[3]))))))
}

// monotonic returns a positive number only if parts finds no extreme inside. That is so where there is no root, and
// where the Bézier coefficients of the slope have one sign and a size above what rounding makes of its terms: the slope
// lies between them.
func (c *recordedCubic) monotonic() graph.Num {
	const rounding = 1e-12
	terms := graph.Known(rounding).Mul(graph.Absolute(c[1]).Add(graph.Absolute(c[2])).Add(graph.Absolute(c[3])))
	middle := c[1].Add(c[2])
	end := middle.Add(c[2]).Add(graph.Known(3).Mul(c[3]))
	rises := graph.Min(c[1], middle, end)
	falls := graph.Max(c[1], middle, end).Neg()
	root := c[2].Mul(c[2]).Sub(graph.Known(3).Mul(c[1]).Mul(c[3]))
	return graph.Max(graph.Max(rises, falls).Sub(terms), graph.Where(graph.Known(0), root, graph.Known(-1),
		graph.Known(1)))
}

// Enter puts the measures into a lane, for steps from the time now on. It returns false if that has to wait for the
// first step.
func (m *Meter) Enter(l *tape.Lane) bool {
	if m.bad || !m.any || m.c.Move == nil && !m.begun {
		return false
	}
	errors, efforts := m.errorNumbers(), m.effortNumbers()
	l.Put(errors[:]...)
	l.Put(efforts[:]...)
	if m.c.Move != nil {
		m.enterMove(l)
	}
	return true
}

// enterMove puts what is known of the move into a lane.
func (m *Meter) enterMove(l *tape.Lane) {
	way := m.wayNumbers()
	l.Put(way[:]...)
	l.Carry(one(m.settled))
	moves, length := m.begun && m.way != 0, m.way
	if !moves {
		length = 1
	}
	l.Fix(one(m.begun), m.c.Move.Begin, one(moves), m.from, length, m.c.Band)
	for k, level := range [...]float64{0.1, 0.9} {
		if !math.IsNaN(m.rise[k]) {
			level = math.Inf(1)
		}
		l.Fix(level)
	}
}

// leaveMove takes it back.
func (m *Meter) leaveMove(l *tape.Lane) {
	way, settled := m.wayNumbers(), 0.0
	l.Take(way[:]...)
	l.Take(&settled)
	m.settled = settled != 0
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Leave takes the measures back, after steps the last of which ended with the sample last, but for its effort.
func (m *Meter) Leave(l *tape.Lane, last *Sample) {
	m.last = *last
	errors, efforts := m.errorNumbers(), m.effortNumbers()
	l.Take(errors[:]...)
	l.Take(efforts[:]...)
	if m.c.Move != nil {
		m.leaveMove(l)
	}
}

// Amend takes the measures of the error and of the move in a step that is not ordinary. The rows of the lane have those
// of the effort already, so the efforts of the samples do not matter.
func (m *Meter) Amend(l *tape.Lane, begin, end *Sample) {
	errors := m.errorNumbers()
	at := *l
	at.Take(errors[:]...)
	if m.c.Move != nil {
		at.Pass(len(m.effortNumbers()))
		m.leaveMove(&at)
	}
	m.follow(begin, end)
	at = *l
	at.Put(errors[:]...)
	if m.c.Move != nil {
		at.Pass(len(m.effortNumbers()))
		m.enterMove(&at)
	}
}

// Moves reports whether the joint is asked to move.
func (m *Meter) Moves() bool { return m.c.Move != nil }

// Begin returns a time before which the measures of the error do not begin, infinity if they have begun.
func (m *Meter) Begin() float64 {
	if m.begun || m.c.Move == nil {
		return math.Inf(1)
	}
	return m.c.Move.Begin - float64(1e-9*math.Max(1, math.Abs(m.c.Move.Begin)))
}
