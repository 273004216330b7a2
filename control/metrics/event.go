package metrics

import (
	"math"
	"strings"

	"kinetree/control/reference"
)

// Event is a time in which a joint, or a point of a robot, is measured on its own: from a move or a disturbance to the
// next one. Its figures, of which times count from its beginning, are
//
//	rise_time, settling_time, overshoot, undershoot   of a move, as in the package
//	settling_after          how long after the end of the reference's move it settles, 0 if before
//	peak_error              the largest |e|, at the peak_error_time
//	recovery_time           of a disturbance: the last time at which |e| is more than the tolerance
//	end_error               e at the end
//
// The settling time and the recovery time are NaN if the event ends outside of the band, and all are if the run does
// not come to the event. Of a point e is the distance from where the reference has it, and it has settled where it is
// within the tolerance of where the reference will be at the end of the move.
type Event struct {
	c     EventConfig
	joint *Meter // takes the measures of a move of a joint; nil for others
	error excursion
	left  excursion // of a point: the distance to the end of the move
	last  float64   // error at the end
	any   bool
}

// EventConfig describes an event.
type EventConfig struct {
	// Begin, End and Until are when it begins, when the reference ends its move, and when the next event begins (s).
	// Infinite numbers stand for never.
	Begin, End, Until float64
	Move              *reference.Move // of a joint; nil for other events
	Point             bool            // of a point, see AddPoint, that is moved unless End is infinite
	// Band and Tolerance are those of the settling time, see Config; the tolerance of a disturbance is that of its
	// recovery, 0 for none.
	Band, Tolerance float64
}

// EventFigure is a number of an event.
type EventFigure struct {
	Name  string
	Value float64 // NaN if there is none
}

// EventNames returns the names of all figures of events.
func EventNames() []string {
	return []string{"rise_time", "settling_time", "settling_after", "overshoot", "undershoot", "peak_error",
		"peak_error_time", "recovery_time", "end_error"}
}

// EventTime reports whether a figure of an event is a time (s).
func EventTime(name string) bool {
	return strings.HasSuffix(name, "_time") || name == "settling_after"
}

// NewEvent returns an event before its beginning.
func NewEvent(c EventConfig) *Event {
	e := &Event{c: c, error: newExcursion(c.Tolerance), left: newExcursion(c.Tolerance)}
	if c.Move != nil {
		e.joint = New(Config{Move: c.Move, Band: c.Band, Tolerance: c.Tolerance,
			Without: All &^ (riseTime | settlingTime | overshoot | undershoot)})
	}
	return e
}

// excursion is how far a quantity is from 0 in the course of time, and when.
type excursion struct {
	band          float64
	peak, at      float64 // the largest magnitude, and when (s)
	outside, ends float64 // the last time outside of the band (s); 1 if the last step ends in it
}

func newExcursion(band float64) excursion {
	return excursion{band: band, peak: math.NaN(), at: math.NaN()}
}

// take takes a step of length h from a time on (s).
func (x *excursion) take(c *cubic, from, h float64) {
	border, n := c.parts()
	for _, s := range border[:n] {
		if y := math.Abs(c.at(s)); !(y <= x.peak) {
			x.peak, x.at = y, from+float64(s*h)
		}
	}
	x.ends = one(math.Abs(c.at(1)) <= x.band)
	if s, ok := c.last(x.band); ok {
		x.outside = from + float64(s*h)
	}
}

// settled returns the last time outside of the band, 0 if there was none, and NaN if it is outside.
func (x *excursion) settled() float64 {
	if x.ends == 0 {
		return math.NaN()
	}
	return x.outside
}

// Add takes a step of a joint, of which the efforts and what limits them do not matter.
func (e *Event) Add(begin, end *Sample) {
	from, to, ok := e.cut(begin.Time, end.Time)
	if !ok {
		return
	}
	h := end.Time - begin.Time
	y := hermite(h, begin.Position, begin.Velocity, end.Position, end.Velocity)
	at := func(t float64, of *Sample) Sample { // the reference jumps at events alone
		if t == of.Time {
			return *of
		}
		s := (t - begin.Time) / h
		return Sample{Time: t, Position: y.at(s), Velocity: y.slope(s) / h,
			Reference:         of.Reference + float64(of.ReferenceVelocity*(t-of.Time)),
			ReferenceVelocity: of.ReferenceVelocity}
	}
	a, b := at(from, begin), at(to, end)
	if from > begin.Time {
		a = at(from, end)
	} else if to < end.Time {
		b = at(to, begin)
	}
	if e.joint != nil {
		e.joint.Add(&a, &b, 0)
	}
	s := spanOf(&a, &b, 0, to-from)
	c := s.cubic()
	e.error.take(&c, from-e.c.Begin, to-from)
	e.last, e.any = s.y, true
}

// Gap is how far something is from something else (rad or m), and how fast that grows.
type Gap struct{ Length, Rate float64 }

// AddPoint takes a step of a point from one time to another one (s): at both ends the distance from the reference, and
// that from the end of the move.
func (e *Event) AddPoint(from, to float64, error, left [2]Gap) {
	a, b, ok := e.cut(from, to)
	if !ok {
		return
	}
	h := to - from
	for _, x := range []struct {
		of *excursion
		d  [2]Gap
	}{{&e.error, error}, {&e.left, left}} {
		c := hermite(h, x.d[0].Length, x.d[0].Rate, x.d[1].Length, x.d[1].Rate)
		if a > from || b < to {
			p, q := (a-from)/h, (b-from)/h
			c = hermite(b-a, c.at(p), c.slope(p)/h, c.at(q), c.slope(q)/h)
		}
		x.of.take(&c, a-e.c.Begin, b-a)
		if x.of == &e.error {
			e.last = c.at(1)
		}
	}
	e.any = true
}

// cut returns the part of a step that is in the event; false if none is.
func (e *Event) cut(from, to float64) (a, b float64, ok bool) {
	// what is a rounding beyond belongs to the step
	little := float64(1e-12 * math.Max(1, math.Abs(to)))
	a, b = from, to
	if e.c.Begin > from+little {
		a = e.c.Begin
	}
	if e.c.Until < to-little {
		b = e.c.Until
	}
	return a, b, b-a > little
}

// Figures returns the figures of what went by, those that there are of such an event.
func (e *Event) Figures() (list []EventFigure) {
	nan := math.NaN()
	add := func(name string, x float64) {
		if !e.any {
			x = nan
		}
		list = append(list, EventFigure{name, x})
	}
	switch {
	case e.joint != nil:
		m := e.joint.Measures()
		settled := m.SettlingTime
		add("rise_time", m.RiseTime)
		add("settling_time", settled)
		add("settling_after", max(0, e.c.Begin+settled-e.c.End))
		add("overshoot", m.Overshoot)
		add("undershoot", m.Undershoot)
	case e.c.Point && !math.IsInf(e.c.End, 0):
		settled := e.left.settled()
		add("settling_time", settled)
		add("settling_after", max(0, e.c.Begin+settled-e.c.End))
	}
	add("peak_error", e.error.peak)
	add("peak_error_time", e.error.at)
	if e.joint == nil && e.c.Tolerance > 0 && (!e.c.Point || math.IsInf(e.c.End, 0)) {
		add("recovery_time", e.error.settled())
	}
	add("end_error", e.last)
	return list
}
