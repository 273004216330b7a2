package metrics

import (
	"math"

	"kinetree/compile/tape"
)

// tally holds the numbers that each step of a joint adds to, and what they depend on. Its methods compute with numbers
// alone, so that package traced has a twin of them.
//
// A step is ordinary if, by the bounds of the cubics, neither the error nor the position is farther out within the step
// than at its ends or before, the error does not change its sign, and neither the levels of the rise time nor the band
// are crossed, as far as measures are asked for that depend on it. What a step that is not ordinary adds besides is
// found apart, see [Meter.within].
type tally struct {
	takes  Set  // the measures that are asked for
	moving bool // the joint is asked to move

	r       Measures
	length  float64 // of the time with measures of the error (s), but for that of Meter.crossed
	total   float64 // of the time with measures of the effort (s)
	limited float64 // of the time with an effort that a limit bounds (s)
	ran     float64 // of the time in which the joint moved (s)
	fastest float64 // speed until now
	effort  float64 // at the end of the last step
	begun   float64 // 1 if t_0 is over
	start   float64 // t_0, 0 for a joint that is not asked to move (s)
	way     way
	low     float64 // of the way done
	high    float64
	outside float64 // the last time outside the band
	settled float64 // 1 if the joint is in the band
	unusual float64 // positive if the last step of the move was not ordinary
}

// way is the way of a move.
type way struct {
	any                           float64 // 1 if there is one
	from, direction, length, band float64
	levels                        [2]float64 // of the rise time that were not reached yet, infinite for the others
}

// rising are the parts of the way between whose ends the rise time is.
var rising = [...]float64{0.1, 0.9}

// newWay returns the way between two positions.
func newWay(from, to, band float64) way {
	w := way{from: from, direction: math.Copysign(1, to-from), length: math.Abs(to - from)}
	w.any, w.band = one(to != from), float64(band*w.length)
	for k, part := range rising {
		w.levels[k] = float64(part * w.length)
	}
	return w
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// wants reports whether some of the given measures are asked for.
func (m *tally) wants(some Set) bool { return m.takes.has(some) }

// Step takes the measures of a step in which the effort did work (J); limited is 1 if a limit bounded the effort. If
// the measures of the error begin within the step, begins is positive, and the step adds to the measures of the effort
// alone. Step returns a number that is positive if the step is not ordinary.
func (m *tally) Step(begin, end *Sample, limited, work, begins float64) (unusual float64) {
	h := end.Time - begin.Time
	m.efforts(begin, end, h, limited, work)
	return m.ends(begin, end, h, begins)
}

// Below a share of its fastest speed, and below a speed (rad/s, m/s), a joint does not count as moving.
const (
	slow  = 1e-3
	still = 1e-4
)

// efforts takes the measures of the effort, in the time h.
func (m *tally) efforts(begin, end *Sample, h, limited, work float64) {
	r, u, w := &m.r, begin.Effort, end.Effort
	speed := max(math.Abs(begin.Velocity), math.Abs(end.Velocity))
	m.fastest = max(m.fastest, speed)
	runs := 0.0
	if speed > max(still, float64(slow*m.fastest)) {
		runs = h
	}
	m.ran += runs
	r.PeakPower = max(r.PeakPower, math.Abs(u*begin.Velocity), math.Abs(w*end.Velocity))
	r.Energy += work
	r.EffortTotalVariation += math.Abs(u - m.effort)
	r.EffortTotalVariation += math.Abs(w - u)
	r.EffortPeak = max(r.EffortPeak, math.Abs(u), math.Abs(w))
	r.EffortSquare += float64(h / 3 * (float64(u*u) + float64(u*w) + float64(w*w)))
	m.total += h
	m.limited += float64(limited * h)
	m.effort = w
}

// ends takes the measures of the error and of the move in a step of length h.
func (m *tally) ends(begin, end *Sample, h, begins float64) (unusual float64) {
	counts := 1.0
	if m.moving {
		counts = m.begun
		if begins > 0 {
			counts = 0
		}
		if m.wants(ofError | ofMove) {
			unusual = begins
		}
	}
	t0 := begin.Time - m.start
	if m.wants(ofError) {
		unusual = max(unusual, m.error(begin, end, t0, h, counts))
	}
	if m.moving && m.wants(ofMove) {
		unusual = max(unusual, m.move(begin, end, t0, h, float64(counts*m.way.any)))
	}
	return unusual
}

// span is a step, or the part of it that counts, with the error and its slope at both ends.
type span struct{ h, middle, x, v, y, w float64 } // length, and the time in the middle (s)

// spanOf returns the span of a step of length h that begins at the time t0 after the start of the move.
func spanOf(begin, end *Sample, t0, h float64) span {
	return span{h: h, middle: t0 + float64(0.5*h),
		x: begin.Reference - begin.Position, v: begin.ReferenceVelocity - begin.Velocity,
		y: end.Reference - end.Position, w: end.ReferenceVelocity - end.Velocity}
}

// hull returns the hull of the error.
func (s *span) hull() hull { return bernstein(s.h, s.x, s.v, s.y, s.w) }

// error takes the measures of the error in a step of length h, if counts is 1.
func (m *tally) error(begin, end *Sample, t0, h, counts float64) (unusual float64) {
	s := spanOf(begin, end, t0, h)
	bound := s.hull()
	least, most := bound.limits()
	largest, lasts := max(m.r.MaxError, math.Abs(s.x), math.Abs(s.y)), h
	if m.wants(maxError) {
		unusual = max(most, -least) - largest
	}
	if m.wants(ofParts) {
		crosses := min(most, -least) // positive if the error may change its sign
		if crosses > 0 {
			lasts = 0
		}
		unusual = max(unusual, crosses)
	}
	if counts < 1 {
		lasts, largest, unusual = 0, m.r.MaxError, 0
	}
	m.r.MaxError = largest
	if !m.wants(ofParts) {
		return unusual
	}
	mean, tilt, square, squareTilt := bound.moments()
	m.length += lasts
	m.r.IAE += float64(lasts * math.Abs(mean))
	m.r.ISE += float64(lasts * square)
	m.r.ITAE += float64(lasts * math.Abs(float64(s.middle*mean)+float64(h*tilt)))
	m.r.ITSE += float64(lasts * (float64(s.middle*square) + float64(h*squareTilt)))
	return unusual
}

// done returns how much of the way is done at the begin and at the end of a step, and the slopes.
func (w *way) done(begin, end *Sample) (x, v, y, z float64) {
	return float64((begin.Position - w.from) * w.direction), float64(begin.Velocity * w.direction),
		float64((end.Position - w.from) * w.direction), float64(end.Velocity * w.direction)
}

// move takes the measures of the move in a step of length h, if counts is 1.
func (m *tally) move(begin, end *Sample, t0, h, counts float64) (unusual float64) {
	w := &m.way
	x, v, y, z := w.done(begin, end)
	bound := bernstein(h, x, v, y, z)
	least, most := bound.limits()
	low, high, distance := min(m.low, y), max(m.high, y), math.Abs(y-w.length)
	if m.wants(undershoot) {
		unusual = max(unusual, low-least)
	}
	if m.wants(overshoot | peak | peakTime) {
		unusual = max(unusual, most-high)
	}
	if m.wants(riseTime) {
		unusual = max(unusual, most-w.levels[0], most-w.levels[1])
	}
	if m.wants(settlingTime) {
		beyond := max(unusual, max(most-w.length, w.length-least)-w.band)
		if distance <= w.band { // so it has to be in the band all the time
			unusual = beyond
		}
	}
	if counts > 0 {
		if m.high < y {
			m.r.PeakTime = t0 + h
		}
		m.low, m.high, m.settled = low, high, 1
		if distance > w.band {
			m.outside, m.settled = t0+h, 0
		}
	} else {
		unusual = 0
	}
	m.unusual = unusual
	return unusual
}

// Rows implements tape.Rowed.
func (m *tally) Rows(r *tape.RowList) {
	carry := func(of Set, x ...*float64) { r.CarriedIf(m.wants(of), x...) }
	w, move := &m.way, ofMove
	if !m.moving {
		move = 0
	}
	r.FixedIf(m.moving && m.wants(ofError|ofMove), &m.begun, &m.start, &w.any, &w.from, &w.direction, &w.length,
		&w.band, &w.levels[0], &w.levels[1])
	carry(iae, &m.r.IAE)
	carry(ise|rmsError, &m.r.ISE)
	carry(itae, &m.r.ITAE)
	carry(itse, &m.r.ITSE)
	carry(maxError, &m.r.MaxError)
	carry(rmsError, &m.length)
	carry(move&undershoot, &m.low)
	carry(move&(overshoot|peak|peakTime), &m.high)
	carry(move&peakTime, &m.r.PeakTime)
	carry(move&settlingTime, &m.outside, &m.settled)
	carry(move, &m.unusual)
	carry(energy, &m.r.Energy)
	carry(effortTotalVariation, &m.r.EffortTotalVariation, &m.effort)
	carry(effortPeak|peakEffort, &m.r.EffortPeak)
	carry(effortSquare|rmsEffort, &m.r.EffortSquare)
	carry(peakPower, &m.r.PeakPower)
	carry(duty, &m.ran, &m.fastest)
	carry(saturationShare, &m.limited)
	carry(saturationShare|rmsEffort|duty, &m.total)
}
