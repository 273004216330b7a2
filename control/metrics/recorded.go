package metrics

import (
	"math"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
)

// RecordedSample is a Sample while a step is recorded.
type RecordedSample struct{ Time, Position, Velocity, Reference, ReferenceVelocity graph.Num }

// Recorded is a step of a joint that is recorded. Its effort is constant, and Saturated is 1 if a limit bounds it.
type Recorded struct {
	Begin, End              RecordedSample
	Effort, Saturated, Work graph.Num
}

// numbers are the measures that every meter takes in each step, in the order of its rows.
func (m *Meter) numbers() [12]*float64 {
	r := &m.r
	return [...]*float64{&r.IAE, &r.ISE, &r.ITAE, &r.ITSE, &r.MaxError, &r.Energy, &r.EffortTotalVariation,
		&r.EffortPeak, &r.EffortSquare, &m.saturated, &m.total, &m.length}
}

// wayNumbers are those of a move.
func (m *Meter) wayNumbers() [4]*float64 {
	return [...]*float64{&m.low, &m.high, &m.r.PeakTime, &m.outside}
}

// Record records Add, operation by operation, in the ordinary case: error and way are monotonic in the step, the error
// does not change its sign, and neither the levels of the rise time nor the band are crossed. What is taken of the
// error, and of a move, is taken where it has begun. It returns a number that is positive only in the ordinary case;
// otherwise, and where usual is not positive, the measures keep their numbers, and Add has to take the step.
func (m *Meter) Record(t *tape.Tape, s *Recorded, usual graph.Num) (ordinary graph.Num) {
	rows, last := t.Carried(len(m.numbers())), t.Carried(1)
	begun := t.Fixed(1)[0]
	at := func(i int, x graph.Num) { rows.Next[i] = x }
	add := func(i int, x graph.Num) { at(i, rows.Now[i].Add(x)) }
	h := s.End.Time.Sub(s.Begin.Time)
	u := s.Effort

	// effort
	add(5, s.Work)
	variation := rows.Now[6].Add(graph.Absolute(u.Sub(last.Now[0])))
	at(6, variation)
	at(7, graph.Max(rows.Now[7], graph.Absolute(u)))
	uu := u.Mul(u)
	add(8, h.Div(graph.Known(3)).Mul(uu.Add(uu).Add(uu)))
	at(9, graph.Where(graph.Known(0.5), s.Saturated, rows.Now[9].Add(h), rows.Now[9]))
	add(10, h)
	last.Next[0] = u

	// error
	since := func(yes, no graph.Num) graph.Num { return graph.Where(graph.Known(0.5), begun, yes, no) }
	at(11, since(rows.Now[11].Add(h), rows.Now[11]))
	start := graph.Known(0) // of the move
	if m.c.Move != nil {
		start = t.Fixed(1)[0]
	}
	t0 := s.Begin.Time.Sub(start)
	b, e := &s.Begin, &s.End
	c := recordHermite(h, b.Reference.Sub(b.Position), b.ReferenceVelocity.Sub(b.Velocity),
		e.Reference.Sub(e.Position), e.ReferenceVelocity.Sub(e.Velocity))
	first, second := c.at(graph.Known(0)), c.at(graph.Known(1))
	ordinary = graph.Min(c.monotonic(), graph.Where(first.Mul(second), graph.Known(0), graph.Known(-1), graph.Known(1)))
	ordinary = graph.Min(usual, since(ordinary, graph.Known(1)))
	sums := [4]graph.Num(rows.Now[:4])
	for _, g := range gauss {
		x, weight, time := c.at(graph.Known(g.s)), graph.Known(g.weight).Mul(h), t0.Add(graph.Known(g.s).Mul(h))
		size, timed := graph.Absolute(x), weight.Mul(time)
		for i, y := range [...]graph.Num{weight.Mul(size), weight.Mul(x).Mul(x), timed.Mul(size), timed.Mul(x).Mul(x)} {
			sums[i] = sums[i].Add(y)
		}
	}
	for i, x := range sums {
		at(i, since(x, rows.Now[i]))
	}
	at(4, since(graph.Max(rows.Now[4], graph.Absolute(first), graph.Absolute(second)), rows.Now[4]))
	var moved []*tape.CarriedRows
	if m.c.Move != nil {
		ordinary, moved = m.recordMove(t, s, h, t0, ordinary)
	}
	for _, r := range append(moved, rows, last) {
		for i, x := range r.Next {
			r.Next[i] = graph.Where(graph.Known(0), ordinary, x, r.Now[i])
		}
	}
	return ordinary
}

// recordMove records the measures of the move.
func (m *Meter) recordMove(t *tape.Tape, s *Recorded, h, t0, usual graph.Num) (ordinary graph.Num,
	carried []*tape.CarriedRows) {
	ordinary = usual
	rows, settled := t.Carried(len(m.wayNumbers())), t.Carried(1)
	f := t.Fixed(6)
	moves, from, way, band, levels := f[0], f[1], f[2], f[3], f[4:]
	since := func(yes, no graph.Num) graph.Num { return graph.Where(graph.Known(0.5), moves, yes, no) }
	require := func(x graph.Num) { ordinary = graph.Min(ordinary, since(x, graph.Known(1))) }
	b, e := &s.Begin, &s.End
	done := recordHermite(h, b.Position.Sub(from).Div(way), b.Velocity.Div(way), e.Position.Sub(from).Div(way),
		e.Velocity.Div(way))
	first, second := done.at(graph.Known(0)), done.at(graph.Known(1))
	require(done.monotonic())
	for _, level := range levels {
		require(level.Sub(graph.Max(first, second)))
	}
	low, high, peak := rows.Now[0], rows.Now[1], rows.Now[2]
	for i, x := range [...]graph.Num{first, second} {
		low = graph.Min(low, x)
		time := t0.Add(graph.Known(float64(i)).Mul(h))
		peak = graph.Where(high, x, time, peak)
		high = graph.Max(high, x)
	}
	left := done
	left[0] = left[0].Sub(graph.Known(1))
	begin, end := graph.Absolute(left.at(graph.Known(0))), graph.Absolute(left.at(graph.Known(1)))
	outside := graph.Where(band, end, t0.Add(h), rows.Now[3])
	// Inside at the end, it has to be so at the begin.
	inside := graph.Where(band, begin, graph.Known(-1), graph.Known(1))
	require(graph.Where(band, end, graph.Known(1), inside))
	settled.Next[0] = since(graph.Where(band, end, graph.Known(0), graph.Known(1)), settled.Now[0])
	for i, x := range [...]graph.Num{low, high, peak, outside} {
		rows.Next[i] = since(x, rows.Now[i])
	}
	return ordinary, []*tape.CarriedRows{rows, settled}
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
	falls := graph.Min(c[1].Neg(), middle.Neg(), end.Neg())
	root := c[2].Mul(c[2]).Sub(graph.Known(3).Mul(c[1]).Mul(c[3]))
	return graph.Max(graph.Max(rises, falls).Sub(terms), graph.Where(graph.Known(0), root, graph.Known(-1),
		graph.Known(1)))
}

// Enter puts the measures into a lane, for steps from the time now on. It returns false if that has to wait for the
// first step.
func (m *Meter) Enter(l *tape.Lane) bool {
	if m.bad || !m.any {
		return false
	}
	for _, x := range m.numbers() {
		l.Carry(*x)
	}
	l.Carry(m.last.Effort)
	l.Fix(one(m.begun))
	if m.c.Move == nil {
		return true
	}
	l.Fix(m.c.Move.Begin)
	for _, x := range m.wayNumbers() {
		l.Carry(*x)
	}
	l.Carry(one(m.settled))
	moves, way := m.begun && m.way != 0, m.way
	if !moves {
		way = 1
	}
	l.Fix(one(moves), m.from, way, m.c.Band)
	for k, level := range [...]float64{0.1, 0.9} {
		if !math.IsNaN(m.rise[k]) {
			level = math.Inf(1)
		}
		l.Fix(level)
	}
	return true
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Leave takes the measures back, after steps the last of which ended with the sample last, but for its effort.
func (m *Meter) Leave(l *tape.Lane, last *Sample) {
	for _, x := range m.numbers() {
		l.Take(x)
	}
	m.last = *last
	l.Take(&m.last.Effort)
	if m.c.Move == nil {
		return
	}
	for _, x := range m.wayNumbers() {
		l.Take(x)
	}
	var settled float64
	l.Take(&settled)
	m.settled = settled != 0
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
