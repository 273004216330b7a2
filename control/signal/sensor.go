package signal

import (
	"fmt"
	"math"

	"kinetree/compile/tape"
	"kinetree/internal/libm"
	"kinetree/internal/philox"
	"kinetree/tree"
)

// Sensors describes what is measured of each joint. The zero value measures exactly.
//
// The position is q plus noise, rounded to a multiple of the resolution. The velocity is q̇ plus noise or, with
// Difference, the difference of the last two measured positions divided by the period, 0 in the first sample. A
// low-pass of order 1 follows:
//
//	y⁺ = y + (1 − exp(−2π VelocityFilter T)) (velocity − y)
//
// Noise is normal, and independent from sample to sample, from joint to joint, and of positions from that of
// velocities. On joints whose positions are poses it is a turn or a shift
// along each rate, and there is no resolution.
type Sensors struct {
	PositionNoise      float64 // standard deviation (rad, m)
	VelocityNoise      float64 // standard deviation (rad/s, m/s); not with Difference
	PositionResolution float64 // step of the encoder (rad, m); 0 for none
	// Resolutions are those of each rate, NaN for PositionResolution, nil for that of all.
	Resolutions    []float64
	Difference     bool
	VelocityFilter float64 // frequency of the low-pass (Hz); 0 for none
}

// Check returns what is wrong with the numbers.
func (s *Sensors) Check() error {
	for _, x := range []struct {
		name  string
		value float64
	}{{"position noise", s.PositionNoise}, {"velocity noise", s.VelocityNoise},
		{"position resolution", s.PositionResolution}, {"frequency of the velocity filter", s.VelocityFilter}} {
		if !(x.value >= 0) || math.IsInf(x.value, 0) {
			return fmt.Errorf("the %s is %v; expected 0 or more", x.name, x.value)
		}
	}
	for _, x := range s.Resolutions {
		if x < 0 || math.IsInf(x, 0) {
			return fmt.Errorf("the position resolution of a rate is %v; expected 0 or more", x)
		}
	}
	if s.Difference && s.VelocityNoise != 0 {
		return fmt.Errorf("the velocity noise is %v and the velocity comes from differences of positions; expected "+
			"no velocity noise", s.VelocityNoise)
	}
	return nil
}

// Pass returns the coefficient 1 − exp(−2π VelocityFilter T) of the low-pass for samples of period T, 1 without a
// filter.
func (s *Sensors) Pass(period float64) float64 {
	if s.VelocityFilter == 0 {
		return 1
	}
	return -libm.Expm1(float64(-2 * math.Pi * s.VelocityFilter * period))
}

// sensor measures one robot.
type sensor struct {
	model  *tree.Model
	period float64

	shifted, jittered, differs, filtered bool // there is noise of positions, of velocities, ...

	noise, rateNoise float64      // standard deviations
	steps            []float64    // of the encoders of the coordinates in coarse
	pass             float64      // see Sensors.Pass
	seed             [2]float64   // of the noise, see philox.Numbered
	streams          [][2]float64 // of each rate, what stands for its noise; nil for none
	next             float64      // number of the next sample
	rate             []int        // of the coordinates in flat
	flat, coarse     []int        // coordinates that a resolution may hold for, and those that it holds for

	shift, jitter []float64 // noise of the sample
	seen, raw     []float64 // measured position, and velocity before the filter
}

func newSensor(m *tree.Model, period float64) sensor {
	n := m.NV()
	s := sensor{model: m, period: period, shift: make([]float64, n), jitter: make([]float64, n),
		raw: make([]float64, n), seen: make([]float64, m.NQ())}
	for _, j := range m.Joints() {
		if j.Leader < 0 && j.NQ == j.NV {
			for i := range j.NQ {
				s.flat, s.rate = append(s.flat, j.Q+i), append(s.rate, j.V+i)
			}
		}
	}
	return s
}

// reuse gives the sensor its numbers, and the noise a seed.
func (s *sensor) reuse(c *Sensors, seed uint64) {
	s.shifted, s.jittered = c.PositionNoise > 0, c.VelocityNoise > 0
	s.coarse, s.steps = s.coarse[:0], s.steps[:0]
	for k, i := range s.flat {
		step := c.PositionResolution
		if c.Resolutions != nil && !math.IsNaN(c.Resolutions[s.rate[k]]) {
			step = c.Resolutions[s.rate[k]]
		}
		if step > 0 {
			s.coarse, s.steps = append(s.coarse, i), append(s.steps, step)
		}
	}
	s.differs, s.filtered = c.Difference, c.VelocityFilter > 0
	s.noise, s.rateNoise, s.pass = c.PositionNoise, c.VelocityNoise, c.Pass(s.period)
	s.seed = philox.Halves(seed)
	switch noisy := s.shifted || s.jittered; {
	case !noisy:
		s.streams = nil
	case s.streams == nil:
		for _, name := range s.model.RateNames() {
			s.streams = append(s.streams, philox.Halves(philox.Name(name+"/position")))
		}
	}
}

// draw sets the noise of positions and of velocities to that of the next sample. Number i of a stream is counted, so
// that it does not depend on what else was drawn, and is a pair of independent normal numbers: the first one is for the
// position of a rate, the second one for its velocity.
func (s *sensor) draw() {
	for i, stream := range s.streams {
		x, y := philox.Numbered(s.seed, s.next, stream)
		if s.shifted {
			s.shift[i] = float64(s.noise * x)
		}
		if s.jittered {
			s.jitter[i] = float64(s.rateNoise * y)
		}
	}
	s.next += 1
}

// measure makes position and velocity, which were measured last, what the sensors tell at the true q and qd. Before the
// first sample nothing was measured.
func (s *sensor) measure(position, velocity, q, qd []float64, first bool) {
	s.draw()
	copy(s.seen, q)
	if s.shifted {
		s.model.Integrate(s.seen, q, s.shift, 1)
	}
	for k, i := range s.coarse {
		s.seen[i] = float64(math.Round(s.seen[i]/s.steps[k]) * s.steps[k])
	}
	s.rates(position, qd, first)
	copy(position, s.seen)
	if !s.filtered || first {
		copy(velocity, s.raw)
		return
	}
	for i, x := range s.raw {
		velocity[i] += float64(s.pass * (x - velocity[i]))
	}
}

// rates sets raw to the velocity before the filter, given the position that was measured before.
func (s *sensor) rates(before, qd []float64, first bool) {
	switch {
	case s.differs && first:
		clear(s.raw)
	case s.differs:
		s.model.Difference(s.raw, before, s.seen)
		for i := range s.raw {
			s.raw[i] /= s.period
		}
	default:
		copy(s.raw, qd)
		if s.jittered {
			for i, x := range s.jitter {
				s.raw[i] += x
			}
		}
	}
}

// rows adds the numbers to a list.
func (s *sensor) rows(r *tape.RowList) {
	r.Fixed(s.steps)
	r.FixedIf(s.filtered, &s.pass)
	r.FixedIf(s.shifted, &s.noise)
	r.FixedIf(s.jittered, &s.rateNoise)
	r.FixedIf(s.streams != nil, &s.seed[0], &s.seed[1])
	for i := range s.streams {
		r.Fixed(s.streams[i][:])
	}
	r.CarriedIf(s.streams != nil, &s.next)
	r.Scratch(s.shift, s.jitter, s.seen, s.raw)
}
