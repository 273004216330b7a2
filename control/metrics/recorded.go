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

// row is a number that steps carry on, and the measures that need it.
type row struct {
	at *float64
	of Set
}

// errorRows are the numbers of the error.
func (m *Meter) errorRows() [6]row {
	r := &m.r
	return [...]row{{&r.IAE, iae}, {&r.ISE, ise | rmsError}, {&r.ITAE, itae}, {&r.ITSE, itse}, {&r.MaxError, maxError},
		{&m.length, rmsError}}
}

// effortRows are those of the effort; the last one is the effort at the end of the step.
func (m *Meter) effortRows() [7]row {
	r := &m.r
	return [...]row{{&r.Energy, energy}, {&r.EffortTotalVariation, effortTotalVariation}, {&r.EffortPeak, effortPeak},
		{&r.EffortSquare, effortSquare}, {&m.saturated, saturationShare}, {&m.total, saturationShare},
		{&m.last.Effort, effortTotalVariation}}
}

// wayRows are those of a move.
func (m *Meter) wayRows() [4]row {
	return [...]row{{&m.low, undershoot}, {&m.high, overshoot | peak | peakTime}, {&m.r.PeakTime, peakTime},
		{&m.outside, settlingTime}}
}

// recordedRows are rows of which those are carried that are needed.
type recordedRows struct {
	now     []graph.Num // of all; 0 for the others
	carried *tape.CarriedRows
	place   []int // among those that are carried, −1 for the others
}

func (m *Meter) declare(t *tape.Tape, rows []row) recordedRows {
	r, n := recordedRows{now: make([]graph.Num, len(rows)), place: make([]int, len(rows))}, 0
	for i := range rows {
		if r.place[i] = -1; m.wants(rows[i].of) {
			r.place[i] = n
			n++
		}
	}
	r.carried = t.Carried(n)
	for i, k := range r.place {
		if k >= 0 {
			r.now[i] = r.carried.Now[k]
		}
	}
	return r
}

// next sets what is carried of the numbers at the end of the step.
func (r *recordedRows) next(list ...graph.Num) {
	for i, k := range r.place {
		if k >= 0 {
			r.carried.Next[k] = list[i]
		}
	}
}

// put puts the numbers of rows into a lane.
func (m *Meter) put(l *tape.Lane, rows []row) {
	for i := range rows {
		if m.wants(rows[i].of) {
			l.Put(rows[i].at)
		}
	}
}

// take takes them back.
func (m *Meter) take(l *tape.Lane, rows []row) {
	for i := range rows {
		if m.wants(rows[i].of) {
			l.Take(rows[i].at)
		}
	}
}

// Record records Add, operation by operation. What it takes of the error and of the move it takes in the ordinary case
// alone: by their bounds neither is farther out within the step than it was at its ends or before, the error does not
// change its sign, and neither the levels of the rise time nor the band are crossed, as far as measures are wanted that
// depend on it. It is taken where it has begun.
// Record returns a number that is positive only in the ordinary case; otherwise, and where usual is not positive, these
// measures keep their numbers, for Amend.
func (m *Meter) Record(t *tape.Tape, s *Recorded, usual graph.Num) (ordinary graph.Num) {
	m.recordEffort(t, s)
	if !m.wants(ofError | ofMove) {
		return graph.Known(1)
	}
	half := graph.Known(0.5)
	h := s.End.Time.Sub(s.Begin.Time)
	since := func(yes, _ graph.Num) graph.Num { return yes }
	start := graph.Known(0) // of the move
	if m.c.Move != nil {
		begun := t.Fixed(2)
		start = begun[1]
		since = func(yes, no graph.Num) graph.Num { return graph.Where(half, begun[0], yes, no) }
	}
	t0 := s.Begin.Time.Sub(start)
	of := recordedError{ordinary: graph.Known(1)}
	if m.wants(ofError) {
		of.begin(m, t, s, h)
	}
	ordinary = of.ordinary
	var move recordedMove
	moves := m.c.Move != nil && m.wants(ofMove)
	if moves {
		ordinary = move.begin(m, t, s, h, ordinary)
	}
	ordinary = graph.Min(usual, since(ordinary, graph.Known(1)))
	if m.wants(ofError) {
		// Where there is nothing to take, it lasts no time.
		zero := graph.Known(0)
		of.end(t0, graph.Where(zero, ordinary, since(h, zero), zero))
	}
	if moves {
		move.end(t0, h, ordinary)
	}
	return ordinary
}

// recordEffort records the measures of the effort.
func (m *Meter) recordEffort(t *tape.Tape, s *Recorded) {
	list := m.effortRows()
	efforts := m.declare(t, list[:])
	was, h := efforts.now, s.End.Time.Sub(s.Begin.Time)
	u, w := s.Effort, s.EndEffort
	efforts.next(
		was[0].Add(s.Work),
		was[1].Add(graph.Absolute(u.Sub(was[6]))).Add(graph.Absolute(w.Sub(u))),
		graph.Max(was[2], graph.Absolute(u), graph.Absolute(w)),
		was[3].Add(h.Div(graph.Known(3)).Mul(u.Mul(u).Add(u.Mul(w)).Add(w.Mul(w)))),
		was[4].Add(s.Saturated.Mul(h)),
		was[5].Add(h),
		w,
	)
}

// recordedError records the measures of the error.
type recordedError struct {
	rows     recordedRows
	course   recordedCubic
	most     graph.Num // the largest so far
	ordinary graph.Num // positive only if none within may be larger, and if there is no change of sign that matters
}

// begin records what tells whether the step is ordinary.
func (r *recordedError) begin(m *Meter, t *tape.Tape, s *Recorded, h graph.Num) {
	list := m.errorRows()
	r.rows = m.declare(t, list[:])
	b, e := &s.Begin, &s.End
	x, v := b.Reference.Sub(b.Position), b.ReferenceVelocity.Sub(b.Velocity)
	y, w := e.Reference.Sub(e.Position), e.ReferenceVelocity.Sub(e.Velocity)
	r.course = recordHermite(h, x, v, y, w)
	least, most := recordBounds(h, x, v, y, w)
	r.most = graph.Max(r.rows.now[4], graph.Absolute(x), graph.Absolute(y))
	r.ordinary = graph.Known(1)
	if m.wants(maxError) {
		r.ordinary = graph.Where(r.most, graph.Max(most, least.Neg()), graph.Known(-1), r.ordinary)
	}
	if m.wants(ofParts) {
		r.ordinary = graph.Where(graph.Known(0), graph.Min(most, least.Neg()), graph.Known(-1), r.ordinary)
	}
}

// end records the measures for the time that the step lasts, see integrate.
func (r *recordedError) end(t0, lasts graph.Num) {
	was := r.rows.now
	mean, first, square, squareFirst := r.course.moments()
	mean, first = graph.Absolute(mean), graph.Absolute(first)
	sums := [4]graph.Num(was[:4])
	for i, x := range [...]graph.Num{mean, square, t0.Mul(mean).Add(lasts.Mul(first)),
		t0.Mul(square).Add(lasts.Mul(squareFirst))} {
		sums[i] = sums[i].Add(lasts.Mul(x))
	}
	most := graph.Where(graph.Known(0), lasts, r.most, was[4])
	r.rows.next(sums[0], sums[1], sums[2], sums[3], most, was[5].Add(lasts))
}

// recordedMove records the measures of the move.
type recordedMove struct {
	rows, settled recordedRows
	moves, band   graph.Num
	done          [2]graph.Num // of the way, at the start and at the end of the step
	low, high     graph.Num    // of it so far
	last          graph.Num    // how far it is from its end, at the end of the step
}

// begin records what tells whether the step is ordinary, given whether the error is.
func (r *recordedMove) begin(m *Meter, t *tape.Tape, s *Recorded, h, ordinary graph.Num) graph.Num {
	list := m.wayRows()
	r.rows, r.settled = m.declare(t, list[:]), m.declare(t, m.settledRow())
	f := t.Fixed(6)
	from, way, levels := f[1], f[2], f[4:]
	r.moves, r.band = f[0], f[3]
	b, e := &s.Begin, &s.End
	x, y := b.Position.Sub(from).Div(way), e.Position.Sub(from).Div(way)
	least, most := recordBounds(h, x, b.Velocity.Div(way), y, e.Velocity.Div(way))
	r.done = [...]graph.Num{x, y}
	r.low, r.high = graph.Min(r.rows.now[0], x, y), graph.Max(r.rows.now[1], x, y)
	one, none := graph.Known(1), graph.Known(-1)
	r.last = graph.Absolute(y.Sub(one))
	usual := one
	if m.wants(undershoot) {
		usual = graph.Where(least, r.low, none, usual)
	}
	if m.wants(overshoot | peak | peakTime) {
		usual = graph.Where(r.high, most, none, usual)
	}
	if m.wants(riseTime) {
		usual = graph.Min(usual, levels[0].Sub(most), levels[1].Sub(most))
	}
	if m.wants(settlingTime) { // inside at the end, it has to be so all the time
		farthest := graph.Max(most.Sub(one), one.Sub(least))
		usual = graph.Where(r.band, r.last, usual, graph.Where(r.band, farthest, none, usual))
	}
	return graph.Min(ordinary, graph.Where(graph.Known(0.5), r.moves, usual, graph.Known(1)))
}

// end records the measures in the ordinary case.
func (r *recordedMove) end(t0, h, ordinary graph.Num) {
	was := r.rows.now
	zero, half := graph.Known(0), graph.Known(0.5)
	moves := graph.Where(zero, ordinary, r.moves, zero)
	high, peak := was[1], was[2]
	for i, x := range r.done {
		peak = graph.Where(high, x, t0.Add(graph.Known(float64(i)).Mul(h)), peak)
		high = graph.Max(high, x)
	}
	next := []graph.Num{r.low, high, peak, graph.Where(r.band, r.last, t0.Add(h), was[3])}
	for i, x := range next {
		next[i] = graph.Where(half, moves, x, was[i])
	}
	r.rows.next(next...)
	r.settled.next(graph.Where(half, moves, graph.Where(r.band, r.last, zero, graph.Known(1)), r.settled.now[0]))
}

// recordedCubic is a cubic.
type recordedCubic [4]graph.Num

func recordHermite(h, x, v, y, w graph.Num) recordedCubic {
	v, w = v.Mul(h), w.Mul(h)
	two, three, d := graph.Known(2), graph.Known(3), y.Sub(x)
	return recordedCubic{x, v, three.Mul(d).Sub(two.Mul(v)).Sub(w), v.Add(w).Sub(two.Mul(d))}
}

// recordBounds records bounds.
func recordBounds(h, x, v, y, w graph.Num) (least, most graph.Num) {
	third := graph.Known(1.0 / 3)
	b, c := x.Add(v.Mul(h).Mul(third)), y.Sub(w.Mul(h).Mul(third))
	return graph.Min(x, y, b, c), graph.Max(x, y, b, c)
}

// moments records those of a cubic, operation by operation.
func (c *recordedCubic) moments() (mean, first, square, squareFirst graph.Num) {
	k := graph.Known
	quarter, half := k(0.25).Mul(c[3]), k(0.5)
	a := [...]graph.Num{c[0].Add(half.Mul(c[1])).Add(c[2].Mul(k(1.0 / 3))).Add(quarter),
		half.Mul(c[1].Add(c[2])).Add(k(0.45).Mul(c[3])), c[2].Mul(k(1.0 / 6)).Add(quarter), k(0.05).Mul(c[3])}
	square = a[0].Mul(a[0]).Add(a[1].Mul(a[1]).Mul(k(1.0 / 3))).Add(a[2].Mul(a[2]).Mul(k(1.0 / 5))).
		Add(a[3].Mul(a[3]).Mul(k(1.0 / 7)))
	joined := a[0].Mul(a[1]).Mul(k(1.0 / 3)).Add(a[1].Mul(a[2]).Mul(k(2.0 / 15))).
		Add(a[2].Mul(a[3]).Mul(k(3.0 / 35)))
	return a[0], half.Mul(a[0]).Add(a[1].Mul(k(1.0 / 6))), square, half.Mul(square).Add(joined)
}

// Enter puts the measures into a lane, for steps from the time now on. It returns false if that has to wait for the
// first step.
func (m *Meter) Enter(l *tape.Lane) bool {
	if m.bad || !m.any && m.wants(effortTotalVariation) {
		return false
	}
	efforts := m.effortRows()
	m.put(l, efforts[:])
	m.begin = l.Mark()
	m.enterEnds(l)
	return true
}

// enterEnds puts the measures of the error and of the move into a lane, behind those of the effort.
func (m *Meter) enterEnds(l *tape.Lane) {
	l.Put(m.ends...)
	if m.c.Move == nil || !m.wants(ofError|ofMove) {
		return
	}
	l.Fix(one(m.begun), m.c.Move.Begin)
	if !m.wants(ofMove) {
		return
	}
	moves, length := m.begun && m.way != 0, m.way
	if !moves {
		length = 1
	}
	l.Fix(one(moves), m.from, length, m.c.Band)
	for k, level := range [...]float64{0.1, 0.9} {
		if !math.IsNaN(m.rise[k]) {
			level = math.Inf(1)
		}
		l.Fix(level)
	}
}

// carried returns the numbers of the error and of the move that steps carry on.
func (m *Meter) carried() (list []*float64) {
	errors, way := m.errorRows(), m.wayRows()
	rows := errors[:]
	if m.c.Move != nil {
		rows = append(rows, way[:]...)
		rows = append(rows, m.settledRow()...)
	}
	for i := range rows {
		if m.wants(rows[i].of) {
			list = append(list, rows[i].at)
		}
	}
	return list
}

// settledRow is whether the joint has settled, as 1 or 0.
func (m *Meter) settledRow() []row { return []row{{&m.settled, settlingTime}} }

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Leave takes the measures back, after steps the last of which ended with the sample last, but for its effort.
func (m *Meter) Leave(l *tape.Lane, last *Sample) {
	m.last, m.any = *last, true
	efforts := m.effortRows()
	m.take(l, efforts[:])
	l.Take(m.ends...)
}

// Amend takes the measures of the error and of the move in a step that is not ordinary, wherever the lane is. Its rows
// have those of the effort already, so the efforts of the samples do not matter.
func (m *Meter) Amend(l *tape.Lane, begin, end *Sample) {
	l.Return(m.begin)
	l.Take(m.ends...)
	m.follow(begin, end)
	l.Return(m.begin)
	m.enterEnds(l)
}

// Moves reports whether the joint is asked to move.
func (m *Meter) Moves() bool { return m.c.Move != nil }

// Wanted returns the measures that are asked for.
func (m *Meter) Wanted() Set { return All &^ m.c.Without }

// Begin returns a time before which the measures of the error do not begin, infinity if they have begun.
func (m *Meter) Begin() float64 {
	if m.begun || m.c.Move == nil || !m.wants(ofError|ofMove) {
		return math.Inf(1)
	}
	return m.c.Move.Begin - float64(1e-9*math.Max(1, math.Abs(m.c.Move.Begin)))
}
