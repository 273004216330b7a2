package metrics

import (
	"math"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/internal/traced"
	twin "kinetree/internal/traced/metrics"
)

// rows returns the rows of the meter: the numbers of the error and of the move that steps carry on, then those of the
// effort.
func (m *Meter) rows() *tape.RowList {
	if m.lane.rows == nil {
		m.lane.rows = tape.RowsOf(&m.tally)
	}
	return m.lane.rows
}

// Shape names what Record records: meters of one shape differ by the numbers that Enter puts into a lane alone.
func (m *Meter) Shape() string {
	text, _, err := traced.Shape(&m.tally)
	if err != nil {
		panic(err) // there is a twin
	}
	return text
}

// Record records Step, and declares the rows of the meter. The step has efforts at both ends.
func (m *Meter) Record(t *tape.Tape, begin, end *twin.Sample, limited, work, begins graph.Num) (unusual graph.Num) {
	r, err := traced.Record(t, &m.tally, nil)
	if err != nil {
		panic(err)
	}
	unusual = r.Twin.(interface {
		Step(begin, end *twin.Sample, limited, work, begins graph.Num) (unusual graph.Num)
	}).Step(begin, end, limited, work, begins)
	r.Keep(graph.Known(1))
	return unusual
}

// Enter puts the measures into a lane, for steps from the time now on. It returns false if that has to wait for the
// first step.
func (m *Meter) Enter(l *tape.Lane) bool {
	if m.bad || !m.any && m.wants(effortTotalVariation) {
		return false
	}
	m.lane.begin = l.Mark()
	m.rows().Enter(l)
	return true
}

// Leave takes the measures back, after steps the last of which ended with the sample last, but for its effort.
func (m *Meter) Leave(l *tape.Lane, last *Sample) {
	m.last, m.any = *last, true
	m.rows().Leave(l)
	m.last.Effort = m.effort
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

// Correct adds to the measures what code leaves out of a step that is not ordinary, see Step, wherever the lane is. The
// efforts of the samples do not matter.
func (m *Meter) Correct(l *tape.Lane, begin, end *Sample, begins bool) {
	h := end.Time - begin.Time
	if begins && m.moving {
		m.addUnderway()
		m.change(l, func() { m.all(begin, end, h) })
		return
	}
	s := spanOf(begin, end, begin.Time-m.start, h)
	bound := s.hull()
	least, most := bound.limits()
	if m.crosses(least, most) {
		if len(m.underway) == mostUnderway {
			m.addUnderway()
		}
		m.underway = append(m.underway, s)
	}
	switch {
	case m.moving && m.wants(ofMove) && m.see(l, &m.unusual) > 0:
		m.change(l, func() {
			m.peak(&s, least, most)
			m.moveWithin(begin, end, h)
		})
	case m.wants(maxError):
		before := m.see(l, &m.r.MaxError)
		m.r.MaxError = before
		if m.peak(&s, least, most); m.r.MaxError != before {
			l.Carry(m.r.MaxError) // where it was seen
		}
	}
}

// see returns the number in a carried row, at which the lane is then.
func (m *Meter) see(l *tape.Lane, of *float64) float64 {
	l.Return(m.lane.begin)
	l.Pass(m.rows().Place(of))
	return l.See(l.Mark())
}

// change changes the numbers in a lane.
func (m *Meter) change(l *tape.Lane, change func()) {
	l.Return(m.lane.begin)
	m.rows().Leave(l)
	change()
	l.Return(m.lane.begin)
	m.rows().Enter(l)
}

// Begin returns a time before which the measures of the error do not begin, infinity if they have begun.
func (m *Meter) Begin() float64 {
	if !m.moving || m.begun != 0 || !m.wants(ofError|ofMove) {
		return math.Inf(1)
	}
	return m.start - float64(1e-9*math.Max(1, math.Abs(m.start)))
}
