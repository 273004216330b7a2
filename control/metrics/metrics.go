// Package metrics measures how well a joint follows its reference and what that costs. The measures are taken while
// the motion goes by, from the state at the beginning and at the end of each step; in between position and error are
// cubics with the right slopes at both ends, and the effort is linear, so that crossings, peaks and integrals are far
// more accurate than the steps are short.
//
// For a joint that is asked to move from rest at one position to rest at another, at a time t_0, let y_0 be its
// position at t_0 and y_1 the position it is asked to reach. Times count from t_0. Then, as MATLAB's stepinfo has it,
//
//	rise_time      from the first time that 10 % of the way y_1 − y_0 are done to the first time that 90 % are
//	settling_time  the last time at which |y − y_1| is more than 2 % of |y_1 − y_0|
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
	// Without are measures that nobody asks for: nothing is done for them, and they are NaN. The others do not depend
	// on it.
	Without Set
}

// DefaultBand is half the width of the band in which a joint has settled, as a part of its way.
const DefaultBand = 0.02

// Meter takes the measures of a joint.
type Meter struct {
	c         Config
	r         Measures
	bad       bool // a sample was not finite
	begun     bool // t_0 is over
	from, way float64
	low, high float64 // of the way done
	rise      [2]float64
	outside   float64 // the last time outside the band
	settled   float64 // 1 if the joint is in the band
	unusual   float64 // positive if Record has left the last step of the move to Amend
	length    float64 // of the error's measures (s), but for that of crossed
	total     float64 // of the effort's (s)
	saturated float64 // s
	last      Sample
	any       bool
	// Integrals of the error over spans in which it may change its sign, the length of these (s), and those spans in
	// lanes that have not been added yet.
	crossed  struct{ iae, ise, itae, itse, length float64 }
	underway []span
	told     Measures      // see Measures
	ends     []*float64    // see carried
	begin    tape.Bookmark // of the rows of the error and of the move, in the lane that it has entered last
}

// wants reports whether some of the given measures are asked for.
func (m *Meter) wants(some Set) bool { return some.has(All &^ m.c.Without) }

// New returns measures of a joint before its first step. It panics if the band is negative.
func New(c Config) *Meter {
	if c.Band == 0 {
		c.Band = DefaultBand
	}
	if !(c.Band > 0) {
		panic(fmt.Sprintf("metrics: the settling band is %v; expected a positive number", c.Band))
	}
	m := &Meter{c: c}
	m.ends = m.carried()
	m.Reset()
	return m
}

// Reset takes the meter back to before its first step.
func (m *Meter) Reset() {
	*m = Meter{c: m.c, ends: m.ends, underway: m.underway[:0], rise: [2]float64{math.NaN(), math.NaN()}}
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
	m.effort(begin, end)
	m.r.Energy += work
	m.last, m.any = *end, true
	m.follow(begin, end)
}

// follow takes the measures of the error and of the move.
func (m *Meter) follow(begin, end *Sample) {
	h := end.Time - begin.Time
	if h <= 0 || !m.wants(ofError|ofMove) {
		return
	}
	start := *begin
	if move := m.c.Move; move != nil && !m.begun {
		// What begins a rounding before t_0 begins at t_0.
		if end.Time <= move.Begin+float64(1e-12*math.Max(1, math.Abs(move.Begin))) {
			return
		}
		if start.Time < move.Begin {
			y := hermite(h, begin.Position, begin.Velocity, end.Position, end.Velocity)
			s := (move.Begin - begin.Time) / h
			start = Sample{Time: move.Begin, Position: y.at(s), Velocity: y.slope(s) / h,
				Reference:         end.Reference - float64(end.ReferenceVelocity*(end.Time-move.Begin)),
				ReferenceVelocity: end.ReferenceVelocity}
			h = end.Time - move.Begin
		}
		m.from, m.way = start.Position, move.To-start.Position
	}
	m.begun = true
	if m.wants(ofError) {
		m.error(&start, end, h)
	}
	if m.c.Move != nil && m.way != 0 && m.wants(ofMove) {
		m.move(&start, end, h)
	}
}

// effort takes the measures of the effort.
func (m *Meter) effort(begin, end *Sample) {
	r := &m.r
	h := math.Max(0, end.Time-begin.Time)
	u, w := begin.Effort, end.Effort
	if m.any {
		r.EffortTotalVariation += math.Abs(u - m.last.Effort)
	}
	r.EffortTotalVariation += math.Abs(w - u)
	r.EffortPeak = math.Max(r.EffortPeak, math.Max(math.Abs(u), math.Abs(w)))
	r.EffortSquare += float64(h / 3 * (float64(u*u) + float64(u*w) + float64(w*w)))
	m.total += h
	if begin.Saturated {
		m.saturated += h
	}
}

// span is a step, or the part of it that counts, with the error and its slope at both ends.
type span struct{ h, middle, x, v, y, w float64 } // length, and the time in the middle (s)

func (m *Meter) span(begin, end *Sample, h float64) span {
	t0 := begin.Time
	if move := m.c.Move; move != nil {
		t0 -= move.Begin
	}
	return span{h: h, middle: t0 + float64(0.5*h),
		x: begin.Reference - begin.Position, v: begin.ReferenceVelocity - begin.Velocity,
		y: end.Reference - end.Position, w: end.ReferenceVelocity - end.Velocity}
}

func (s *span) cubic() cubic { return hermite(s.h, s.x, s.v, s.y, s.w) }
func (s *span) hull() hull   { return bernstein(s.h, s.x, s.v, s.y, s.w) }

// error takes the measures of the error. Integrals over spans in which it may change its sign are summed up apart.
func (m *Meter) error(begin, end *Sample, h float64) {
	s := m.span(begin, end, h)
	bound := s.hull()
	least, most := bound.limits()
	m.r.MaxError = max(m.r.MaxError, math.Abs(s.x), math.Abs(s.y))
	m.peak(&s, least, most)
	if m.crosses(least, most) {
		m.cross(&s)
		return
	}
	if !m.wants(ofParts) {
		return
	}
	mean, tilt, square, squareTilt := bound.moments()
	m.length += h
	m.r.IAE += float64(h * math.Abs(mean))
	m.r.ISE += float64(h * square)
	m.r.ITAE += float64(h * math.Abs(float64(s.middle*mean)+float64(h*tilt)))
	m.r.ITSE += float64(h * (float64(s.middle*square) + float64(h*squareTilt)))
}

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

// move takes the measures of the move.
func (m *Meter) move(begin, end *Sample, h float64) {
	t0 := begin.Time - m.c.Move.Begin
	// The way that is done, which goes to its length.
	direction, length, band := m.direction()
	x, v := float64((begin.Position-m.from)*direction), float64(begin.Velocity*direction)
	y, w := float64((end.Position-m.from)*direction), float64(end.Velocity*direction)
	done := hermite(h, x, v, y, w)
	bound := bernstein(h, x, v, y, w)
	least, most := bound.limits()
	for k, part := range rising {
		if level := float64(part * length); math.IsNaN(m.rise[k]) && m.wants(riseTime) && most > level {
			if s, ok := done.first(level); ok {
				m.rise[k] = t0 + float64(s*h)
			}
		}
	}
	reach := func(x, s float64) {
		m.low = min(m.low, x)
		if x > m.high {
			m.high, m.r.PeakTime = x, t0+float64(s*h)
		}
	}
	if reach(y, 1); least < m.low || most > m.high { // x was reached at the end of the last step
		border, n := done.parts()
		for _, s := range border[1 : n-1] {
			reach(done.at(s), s)
		}
	}
	if !m.wants(settlingTime) {
		return
	}
	outside := math.Abs(y-length) > band
	if m.settled = one(!outside); outside {
		m.outside = t0 + h
	} else if max(most-length, length-least) > band {
		left := done
		left[0] -= length
		if s, ok := left.last(band); ok {
			m.outside = t0 + float64(s*h)
		}
	}
}

// rising are the parts of the way between whose ends the rise time is.
var rising = [...]float64{0.1, 0.9}

// direction returns 1 or −1 for that of the way, its length, and half the width of the band in which the joint has
// settled.
func (m *Meter) direction() (direction, length, band float64) {
	length = math.Abs(m.way)
	return math.Copysign(1, m.way), length, float64(m.c.Band * length)
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
	r.Moves = m.c.Move != nil && m.begun && m.way != 0
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
	r.SaturationShare = m.saturated / m.total
	r.SteadyStateError = nan
	if m.any {
		r.SteadyStateError = m.last.Reference - m.last.Position
	}
	r.RiseTime, r.SettlingTime = m.rise[1]-m.rise[0], nan
	if m.settled != 0 {
		r.SettlingTime = m.outside
	}
	m.floor(r)
	direction, length, _ := m.direction()
	beyond := float64(rounding * max(1, math.Abs(m.from)+length))
	above := func(x float64) float64 {
		if x > beyond {
			return 100 * x / length
		}
		return 0
	}
	r.Overshoot, r.Undershoot = above(m.high-length), above(-m.low)
	r.Peak = m.from + float64(m.high*direction)
	if !r.Moves {
		r.RiseTime, r.SettlingTime, r.Overshoot, r.Undershoot, r.Peak, r.PeakTime = nan, nan, nan, nan, nan, nan
	}
	for s := m.c.Without & All; s != 0; s &= s - 1 {
		*list[bits.TrailingZeros32(uint32(s))].field(r) = nan
	}
	return *r
}
