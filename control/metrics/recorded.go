package metrics

import (
	"math"
	"slices"

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
// depend on it. It is taken where it has begun. Record returns a number that is positive where the case is another one,
// for Amend; it is no less than odd, which is positive where the measures begin within the step.
func (m *Meter) Record(t *tape.Tape, s *Recorded, odd graph.Num) (other graph.Num) {
	m.recordEffort(t, s)
	if !m.wants(ofError | ofMove) {
		return graph.Known(0)
	}
	zero, h := graph.Known(0), s.End.Time.Sub(s.Begin.Time)
	counts, start := graph.Known(1), zero // whether the step counts, and the time of the start of the move
	if m.c.Move != nil {
		begun := t.Fixed(2)
		counts, start = graph.Where(zero, odd, zero, begun[0]), begun[1]
		other = odd
	}
	t0 := s.Begin.Time.Sub(start)
	if m.wants(ofError) {
		other = graph.Max(other, m.recordError(t, s, t0, h, counts))
	}
	if m.c.Move != nil && m.wants(ofMove) {
		var move recordedMove
		of := whereOne(counts, move.begin(m, t, s, h), zero)
		move.end(t0, h, whereOne(counts, graph.Where(zero, of, zero, move.moves), zero), of)
		other = graph.Max(other, of)
	}
	return other
}

// whereOne returns yes if a number is 1, and no if it is 0.
func whereOne(x, yes, no graph.Num) graph.Num { return graph.Where(graph.Known(0.5), x, yes, no) }

// recordEffort records the measures of the effort.
func (m *Meter) recordEffort(t *tape.Tape, s *Recorded) {
	list := m.effortRows()
	efforts := m.declare(t, list[:])
	was, h := efforts.now, s.End.Time.Sub(s.Begin.Time)
	u, w := s.Effort, s.EndEffort
	peak, squares := graph.Max(was[2], graph.Absolute(u)), graph.Known(3).Mul(u.Mul(u)) // as x + x + x rounds
	if u != w {
		peak, squares = graph.Max(peak, graph.Absolute(w)), u.Mul(u).Add(u.Mul(w)).Add(w.Mul(w))
	}
	efforts.next(
		was[0].Add(s.Work),
		was[1].Add(graph.Absolute(u.Sub(was[6]))).Add(graph.Absolute(w.Sub(u))),
		peak,
		was[3].Add(h.Div(graph.Known(3)).Mul(squares)),
		was[4].Add(s.Saturated.Mul(h)),
		was[5].Add(h),
		w,
	)
}

// recordError records the error of a step of length h that begins at t0, if it counts. It returns a number that is
// positive where the error may be larger within the step than so far, or where it may change its sign and that matters.
func (m *Meter) recordError(t *tape.Tape, s *Recorded, t0, h, counts graph.Num) (other graph.Num) {
	list, zero := m.errorRows(), graph.Known(0)
	rows := m.declare(t, list[:])
	was, lasts := rows.now, h
	b, e := &s.Begin, &s.End
	x, v := b.Reference.Sub(b.Position), b.ReferenceVelocity.Sub(b.Velocity)
	y, w := e.Reference.Sub(e.Position), e.ReferenceVelocity.Sub(e.Velocity)
	bound := recordBernstein(h, x, v, y, w)
	least, most := bound.limits()
	largest := graph.Max(was[4], graph.Absolute(x), graph.Absolute(y))
	if m.wants(maxError) {
		other = graph.Max(most, least.Neg()).Sub(largest)
	}
	if m.wants(ofParts) { // where there is nothing to take, it lasts no time
		crosses := graph.Min(most, least.Neg())
		lasts = graph.Where(zero, crosses, zero, h)
		other = graph.Max(other, crosses)
	}
	lasts = whereOne(counts, lasts, zero)
	mean, tilt, square, squareTilt := bound.moments()
	sums, middle := [4]graph.Num(was[:4]), t0.Add(graph.Known(0.5).Mul(h))
	for i, x := range [...]graph.Num{graph.Absolute(mean), square,
		graph.Absolute(middle.Mul(mean).Add(h.Mul(tilt))), middle.Mul(square).Add(h.Mul(squareTilt))} {
		sums[i] = sums[i].Add(lasts.Mul(x))
	}
	rows.next(sums[0], sums[1], sums[2], sums[3], whereOne(counts, largest, was[4]), was[5].Add(lasts))
	return whereOne(counts, other, zero)
}

// recordedMove records the measures of the move.
type recordedMove struct {
	rows, state recordedRows
	moves, band graph.Num
	done        graph.Num // of the way, at the end of the step
	low, high   graph.Num // of it so far
	last        graph.Num // how far it is from its end, at the end of the step
}

// begin returns a number that is positive where the move is not ordinary.
func (r *recordedMove) begin(m *Meter, t *tape.Tape, s *Recorded, h graph.Num) (other graph.Num) {
	list := m.wayRows()
	r.rows, r.state = m.declare(t, list[:]), m.declare(t, m.stateRows())
	f := t.Fixed(7)
	from, direction, length, levels := f[1], f[2], f[3], f[5:]
	r.moves, r.band = f[0], f[4]
	b, e := &s.Begin, &s.End
	x, y := b.Position.Sub(from).Mul(direction), e.Position.Sub(from).Mul(direction)
	bound := recordBernstein(h, x, b.Velocity.Mul(direction), y, e.Velocity.Mul(direction))
	least, most := bound.limits()
	r.done = y
	r.low, r.high = graph.Min(r.rows.now[0], y), graph.Max(r.rows.now[1], y)
	r.last = graph.Absolute(y.Sub(length))
	if m.wants(undershoot) {
		other = graph.Max(other, r.low.Sub(least))
	}
	if m.wants(overshoot | peak | peakTime) {
		other = graph.Max(other, most.Sub(r.high))
	}
	if m.wants(riseTime) {
		other = graph.Max(other, most.Sub(levels[0]), most.Sub(levels[1]))
	}
	if m.wants(settlingTime) { // inside at the end, it has to be so all the time
		beyond := graph.Max(most.Sub(length), length.Sub(least)).Sub(r.band)
		other = graph.Where(r.band, r.last, other, graph.Max(other, beyond))
	}
	return whereOne(r.moves, other, graph.Known(0))
}

// end records the measures where moves is 1, and what is positive where they are left to Amend.
func (r *recordedMove) end(t0, h, moves, other graph.Num) {
	was := r.rows.now
	peak := graph.Where(was[1], r.done, t0.Add(h), was[2])
	next := []graph.Num{r.low, r.high, peak, graph.Where(r.band, r.last, t0.Add(h), was[3])}
	for i, x := range next {
		next[i] = whereOne(moves, x, was[i])
	}
	r.rows.next(next...)
	inside := graph.Where(r.band, r.last, graph.Known(0), graph.Known(1))
	r.state.next(whereOne(moves, inside, r.state.now[0]), other)
}

// recordedHull is a hull.
type recordedHull [4]graph.Num

// recordBernstein records bernstein.
func recordBernstein(h, x, v, y, w graph.Num) recordedHull {
	third := h.Mul(graph.Known(1.0 / 3))
	return recordedHull{x, x.Add(v.Mul(third)), y.Sub(w.Mul(third)), y}
}

func (b *recordedHull) limits() (least, most graph.Num) {
	return graph.Min(b[0], b[3], b[1], b[2]), graph.Max(b[0], b[3], b[1], b[2])
}

// moments records those of a hull, operation by operation.
func (b *recordedHull) moments() (mean, tilt, square, squareTilt graph.Num) {
	k := graph.Known
	ends, inner, rise, within := b[0].Add(b[3]), b[1].Add(b[2]), b[3].Sub(b[0]), b[2].Sub(b[1])
	a := [...]graph.Num{ends.Add(inner), k(3).Mul(rise).Add(within), ends.Sub(inner), rise.Sub(k(3).Mul(within))}
	mean, tilt = k(0.25).Mul(a[0]), a[1].Mul(k(1.0/40))
	fifth := a[2].Mul(k(1.0 / 5))
	square = a[0].Mul(a[0]).Add(fifth.Mul(a[2])).Mul(k(1.0 / 16)).Add(k(12).Mul(tilt).Mul(tilt)).
		Add(a[3].Mul(a[3]).Mul(k(1.0 / 2800)))
	return mean, tilt, square, tilt.Mul(k(0.5).Mul(a[0]).Add(fifth)).Add(a[2].Mul(a[3]).Mul(k(3.0 / 2800)))
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
	direction, length, band := m.direction()
	l.Fix(one(m.begun && m.way != 0), m.from, direction, length, band)
	for k, part := range rising {
		level := float64(part * length)
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
		rows = append(rows, m.stateRows()...)
	}
	for i := range rows {
		if m.wants(rows[i].of) {
			list = append(list, rows[i].at)
		}
	}
	return list
}

// stateRows are whether the joint has settled, as 1 or 0, and whether the last step was left to Amend.
func (m *Meter) stateRows() []row { return []row{{&m.settled, settlingTime}, {&m.unusual, ofMove}} }

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
	m.addUnderway()
}

// mostUnderway is how many spans wait. The code that adds them up is in no cache when one comes along, among much that
// code does, so several are added at a time.
const mostUnderway = 64

// addUnderway adds the integrals over the spans that wait.
func (m *Meter) addUnderway() {
	for i := range m.underway {
		m.cross(&m.underway[i])
	}
	m.underway = m.underway[:0]
}

// Amend takes the measures of the error and of the move in a step that is not ordinary, wherever the lane is. Its rows
// have those of the effort already, so the efforts of the samples do not matter. Where measures begin within the step
// Record takes none of these.
func (m *Meter) Amend(l *tape.Lane, begin, end *Sample, begins bool) {
	if begins && m.c.Move != nil {
		m.addUnderway()
		m.retake(l, func() { m.follow(begin, end) })
		return
	}
	h := end.Time - begin.Time
	s := m.span(begin, end, h)
	bound := s.hull()
	least, most := bound.limits()
	if m.crosses(least, most) {
		if len(m.underway) == mostUnderway {
			m.addUnderway()
		}
		m.underway = append(m.underway, s)
	}
	if m.c.Move != nil && m.wants(ofMove) && m.see(l, &m.unusual) > 0 {
		m.retake(l, func() {
			m.peak(&s, least, most)
			m.move(begin, end, h)
		})
		return
	}
	if !m.wants(maxError) {
		return
	}
	before := m.see(l, &m.r.MaxError)
	m.r.MaxError = before
	if m.peak(&s, least, most); m.r.MaxError != before {
		l.Carry(m.r.MaxError) // where it was seen
	}
}

// see returns the number in the row of one of the ends, at which the lane is then.
func (m *Meter) see(l *tape.Lane, of *float64) float64 {
	l.Return(m.begin)
	l.Pass(slices.Index(m.ends, of))
	return l.See(l.Mark())
}

// retake changes the numbers of the error and of the move in a lane.
func (m *Meter) retake(l *tape.Lane, change func()) {
	l.Return(m.begin)
	l.Take(m.ends...)
	change()
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
