// Package metrics measures how well a joint follows its reference and what that costs. The measures are taken while
// the motion goes by, from the state at the beginning and at the end of each step; in between position and error are
// cubics with the right slopes at both ends, and the effort is linear, so that crossings, peaks and integrals are far
// more accurate than the steps are short.
//
// For a joint that is asked to move from rest at one position to rest at another, at a time t_0, let y_0 be its
// position at t_0 and y_1 the position it is asked to reach. Times count from t_0. Then, as MATLAB's stepinfo has it,
//
//	rise_time      from the first time that 10 % of the way y_1 − y_0 are done to the first time that 90 % are
//	settling_time  the last time at which |y − y_1| is more than 2 % of |y_1 − y_0|, or than a tolerance
//	overshoot      the largest way beyond y_1, in percent of y_1 − y_0
//	undershoot     the largest way backwards from y_0, in percent of y_1 − y_0
//	peak           the position farthest on the way, at the peak_time
//
// but for y_1, which is not the last position: a motion that comes to rest elsewhere does not settle. All others are
// of the error e = r − y and the effort u:
//
//	steady_state_error      e at the end
//	iae, ise, itae, itse    ∫|e| dt, ∫e² dt, ∫t|e| dt, ∫t e² dt
//	rms_error, max_error    √(ise/T), the largest |e|
//	effort_square           ∫u² dt
//	effort_peak             the largest |u|
//	effort_total_variation  Σ|Δu|
//	saturation_share        the part of the time with an effort that a limit bounds
//	energy                  the work that the actuators do; what they take back counts negative
//	rms_effort, peak_effort √(effort_square/T), effort_peak
//	peak_power              the largest |u v| at the ends of steps
//	duty                    the part of the time in which the joint moves: faster than a thousandth of its fastest so
//	                        far, and than 1e-4 rad/s or m/s
//
// The measures of the error begin at t_0, or with the first step of a joint that is not asked to move so, those of
// the effort with the first step.
package metrics

import (
	"fmt"
	"math"
	"math/bits"

	"kinetree/compile/tape"
	"kinetree/control/reference"
	"kinetree/internal/floats"
)

// Sample is the state of a joint at an instant: at the beginning of a step after all jumps there, at its end before.
type Sample struct {
	Time                         float64 // s
	Position, Velocity           float64
	Reference, ReferenceVelocity float64
	Effort                       float64
	Saturated                    bool // in the step that begins here
}

// finite reports whether all numbers are.
func (s *Sample) finite() bool {
	x := s.Time + s.Position + s.Velocity + s.Reference + s.ReferenceVelocity + s.Effort
	return !math.IsNaN(x) && !math.IsInf(x, 0)
}

// Config describes the measures of one coordinate.
type Config struct {
	// nil for a reference that is not of this kind. The way begins where the joint is then, not at Move.From.
	Move *reference.Move
	Band float64 // of the settling time, as a part of the way; 0 means DefaultBand
	// Tolerance is half the width of the band of the settling time (rad or m), in place of Band; 0 means none.
	Tolerance float64
	// Without are measures that nobody asks for: nothing is done for them, and they are NaN. The others do not depend
	// on it.
	Without Set
}

// DefaultBand is half the width of the band in which a joint has settled, as a part of its way.
const DefaultBand = 0.02

// Meter takes the measures of a joint.
type Meter struct {
	tally
	c    Config
	bad  bool // a sample was not finite
	any  bool // there was a step
	last Sample
	rise [2]float64
	// Integrals of the error over spans in which it may change its sign, the length of these (s), and those spans in
	// lanes that have not been added yet.
	crossed  struct{ iae, ise, itae, itse, length float64 }
	underway []span
	told     Measures // see Measures
	lane     inLane
}

// inLane is what a meter knows of the lane that it has entered last.
type inLane struct {
	rows  *tape.RowList // nil until they are asked for
	begin tape.Bookmark // of the rows
}

// New returns measures of a joint before its first step. It panics if the band is negative.
func New(c Config) *Meter {
	if c.Band == 0 {
		c.Band = DefaultBand
	}
	if !(c.Band > 0) {
		panic(fmt.Sprintf("metrics: the settling band is %v; expected a positive number", c.Band))
	}
	m := &Meter{c: c}
	m.Reset()
	return m
}

// Reset takes the meter back to before its first step.
func (m *Meter) Reset() {
	*m = Meter{c: m.c, lane: m.lane, underway: m.underway[:0], rise: [2]float64{math.NaN(), math.NaN()},
		tally: tally{takes: All &^ m.c.Without, moving: m.c.Move != nil}}
	if m.moving {
		m.start = m.c.Move.Begin
	}
}

// Add takes the measures of a step from start to end, in which the effort did work (J). Steps follow one another; a
// step of no length counts for jumps of the effort only. It does not allocate.
func (m *Meter) Add(begin, end *Sample, work float64) {
	if !begin.finite() || !end.finite() || !floats.Finite(work) {
		m.bad = true
	}
	if m.bad {
		return
	}
	if !m.any {
		m.effort = begin.Effort
	}
	m.last, m.any = *end, true
	if !(end.Time > begin.Time) {
		m.efforts(begin, end, 0, 0, work)
		return
	}
	begins := m.moving && m.begun == 0
	if m.Step(begin, end, one(begin.Saturated), work, one(begins)) > 0 {
		m.within(begin, end, begins)
	}
}

// within takes what is left of a step that is not ordinary, or of one within which the measures of the error may begin.
func (m *Meter) within(begin, end *Sample, begins bool) {
	h := end.Time - begin.Time
	if begins && m.moving {
		m.all(begin, end, h)
		return
	}
	s := spanOf(begin, end, begin.Time-m.start, h)
	bound := s.hull()
	least, most := bound.limits()
	if m.crosses(least, most) {
		m.cross(&s)
	}
	m.peak(&s, least, most)
	m.moveWithin(begin, end, h)
}

// all takes the measures of the error and of the move in a step of length h, from the start of the move on.
func (m *Meter) all(begin, end *Sample, h float64) {
	move, start := m.c.Move, *begin
	// What begins a rounding before t_0 begins at t_0.
	if m.begun == 0 && end.Time <= move.Begin+float64(1e-12*math.Max(1, math.Abs(move.Begin))) {
		return
	}
	if m.begun == 0 && start.Time < move.Begin {
		y := hermite(h, begin.Position, begin.Velocity, end.Position, end.Velocity)
		s := (move.Begin - begin.Time) / h
		start = Sample{Time: move.Begin, Position: y.at(s), Velocity: y.slope(s) / h,
			Reference:         end.Reference - float64(end.ReferenceVelocity*(end.Time-move.Begin)),
			ReferenceVelocity: end.ReferenceVelocity}
		h = end.Time - move.Begin
	}
	if m.begun == 0 {
		m.way, m.begun = newWay(start.Position, move.To, m.c.Band), 1
		if m.c.Tolerance > 0 {
			m.way.band = m.c.Tolerance
		}
	}
	if m.ends(&start, end, h, 0) > 0 {
		m.within(&start, end, false)
	}
}

// cubic returns the error.
func (s *span) cubic() cubic { return hermite(s.h, s.x, s.v, s.y, s.w) }

// peak takes the extremes of the error within a span that lies between two numbers, if they may be the largest.
func (m *Meter) peak(s *span, least, most float64) {
	if !m.wants(maxError) || !(max(most, -least) > m.r.MaxError) {
		return
	}
	e := s.cubic()
	border, n := e.parts()
	for _, at := range border[1 : n-1] {
		m.r.MaxError = max(m.r.MaxError, math.Abs(e.at(at)))
	}
}

// crosses reports whether an error that lies between two numbers may change its sign, and whether that matters.
func (m *Meter) crosses(least, most float64) bool { return m.wants(ofParts) && least < 0 && most > 0 }

// cross adds the integrals over a span in which the error may change its sign.
func (m *Meter) cross(s *span) {
	e, bound := s.cubic(), s.hull()
	var zeros [3]float64
	n := 0
	if bound.once() {
		zeros[0], n = e.root(0, 1, 0, toHalf), 1
	} else {
		border, parts := e.parts()
		for i := 1; i < parts; i++ {
			if a, b := border[i-1], border[i]; e.at(a)*e.at(b) < 0 {
				zeros[n] = e.root(a, b, 0, toHalf)
				n++
			}
		}
	}
	mean, tilt, square, squareTilt := bound.moments()
	var before, tiltBefore, sum, timed float64
	add := func(x, y float64) {
		sum += math.Abs(x - before)
		timed += math.Abs(float64(s.middle*(x-before)) + float64(s.h*(y-tiltBefore)))
		before, tiltBefore = x, y
	}
	for _, at := range zeros[:n] {
		add(e.until(at))
	}
	add(mean, tilt)
	c := &m.crossed
	c.length += s.h
	c.iae += float64(s.h * sum)
	c.ise += float64(s.h * square)
	c.itae += float64(s.h * timed)
	c.itse += float64(s.h * (float64(s.middle*square) + float64(s.h*squareTilt)))
}

// moveWithin takes the measures of the move within a step of length h, at the end of which they were taken.
func (m *Meter) moveWithin(begin, end *Sample, h float64) {
	w := &m.way
	if !m.moving || !m.wants(ofMove) || w.any == 0 {
		return
	}
	t0 := begin.Time - m.start
	x, v, y, z := w.done(begin, end)
	done, bound := hermite(h, x, v, y, z), bernstein(h, x, v, y, z)
	least, most := bound.limits()
	for k, level := range w.levels {
		if m.wants(riseTime) && most > level {
			if s, ok := done.first(level); ok {
				m.rise[k], w.levels[k] = t0+float64(s*h), math.Inf(1)
			}
		}
	}
	if least < m.low || most > m.high { // both ends were reached already
		border, n := done.parts()
		for _, s := range border[1 : n-1] {
			x := done.at(s)
			m.low = min(m.low, x)
			if x > m.high {
				m.high, m.r.PeakTime = x, t0+float64(s*h)
			}
		}
	}
	if m.wants(settlingTime) && m.settled != 0 && max(most-w.length, w.length-least) > w.band {
		left := done
		left[0] -= w.length
		if s, ok := left.last(w.band); ok {
			m.outside = t0 + float64(s*h)
		}
	}
}

// rounding is that of a position of 1 rad or 1 m, and of a larger one as a share of it: what is less of an error is
// none.
const rounding = 0x1p-50

// floor makes measures of the error 0 that are rounding.
func (m *Meter) floor(r *Measures) {
	little := float64(rounding * max(1, math.Abs(m.last.Reference)))
	length := m.length + m.crossed.length
	for _, x := range []struct {
		of    *float64
		error float64 // of the measure if the error is little all the time
	}{{&r.SteadyStateError, little}, {&r.MaxError, little}, {&r.RMSError, little}, {&r.IAE, float64(little * length)},
		{&r.ISE, float64(little * little * length)}, {&r.ITAE, float64(little * length * length)},
		{&r.ITSE, float64(little * little * length * length)}} {
		if math.Abs(*x.of) <= x.error {
			*x.of = 0
		}
	}
}

// Measures returns the measures of what went by. Those that are not wanted are NaN, and all are after a sample that was
// not finite; those of a move are NaN for a joint that was not asked to move, and the rise time and the settling time
// if there was none. It does not allocate.
func (m *Meter) Measures() Measures {
	r, nan := &m.told, math.NaN()
	*r = m.r
	r.Moves = m.moving && m.way.any != 0
	if m.bad {
		bad := Measures{Moves: r.Moves}
		for _, x := range list {
			*x.field(&bad) = nan
		}
		return bad
	}
	c := &m.crossed
	r.IAE, r.ISE, r.ITAE, r.ITSE = r.IAE+c.iae, r.ISE+c.ise, r.ITAE+c.itae, r.ITSE+c.itse
	r.RMSError = math.Sqrt(r.ISE / (m.length + c.length))
	r.SaturationShare, r.Duty = m.limited/m.total, m.ran/m.total
	r.EffortRMS, r.PeakEffort = math.Sqrt(r.EffortSquare/m.total), r.EffortPeak
	r.SteadyStateError = nan
	if m.any {
		r.SteadyStateError = m.last.Reference - m.last.Position
	}
	r.RiseTime, r.SettlingTime = m.rise[1]-m.rise[0], nan
	if m.settled != 0 {
		r.SettlingTime = m.outside
	}
	m.floor(r)
	w := &m.way
	beyond := float64(rounding * max(1, math.Abs(w.from)+w.length))
	above := func(x float64) float64 {
		if x > beyond {
			return 100 * x / w.length
		}
		return 0
	}
	r.Overshoot, r.Undershoot = above(m.high-w.length), above(-m.low)
	r.Peak = w.from + float64(m.high*w.direction)
	if !r.Moves {
		r.RiseTime, r.SettlingTime, r.Overshoot, r.Undershoot, r.Peak, r.PeakTime = nan, nan, nan, nan, nan, nan
	}
	for s := m.c.Without & All; s != 0; s &= s - 1 {
		*list[bits.TrailingZeros32(uint32(s))].field(r) = nan
	}
	return *r
}
