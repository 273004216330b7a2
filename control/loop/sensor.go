package loop

import (
	"fmt"
	"math"

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
	Difference         bool
	VelocityFilter     float64 // frequency of the low-pass (Hz); 0 for none
}

func (s *Sensors) check() error {
	for _, x := range []struct {
		name  string
		value float64
	}{{"position noise", s.PositionNoise}, {"velocity noise", s.VelocityNoise},
		{"position resolution", s.PositionResolution}, {"frequency of the velocity filter", s.VelocityFilter}} {
		if !(x.value >= 0) || math.IsInf(x.value, 0) {
			return fmt.Errorf("the %s is %v; expected 0 or more", x.name, x.value)
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
	s                *Sensors
	model            *tree.Model
	period, pass     float64
	seed, next       uint64   // of the noise: its seed, and the number of the next sample
	streams          []uint64 // of each rate, the word that stands for its noise; nil for none
	flat             []int    // coordinates that the resolution holds for
	noise, rateNoise []float64
	raw              []float64
	last             []float64 // measured position
	started          bool
}

func newSensor(m *tree.Model, s *Sensors, period float64) *sensor {
	r := &sensor{s: s, model: m, period: period, noise: make([]float64, m.NV()), rateNoise: make([]float64, m.NV()),
		raw: make([]float64, m.NV()), last: make([]float64, m.NQ())}
	for _, j := range m.Joints() {
		if j.Leader < 0 && j.NQ == j.NV {
			for i := range j.NQ {
				r.flat = append(r.flat, j.Q+i)
			}
		}
	}
	return r
}

// become tells the sensor that its numbers may be other ones, and the seed of its noise.
func (r *sensor) become(seed uint64) {
	r.seed, r.pass = seed, r.s.Pass(r.period)
	switch noisy := r.s.PositionNoise > 0 || r.s.VelocityNoise > 0; {
	case !noisy:
		r.streams = nil
	case r.streams == nil:
		for _, name := range r.model.RateNames() {
			r.streams = append(r.streams, philox.Name(name+"/position"))
		}
	}
}

// draw sets the noise of positions and of velocities to that of the next sample. Number i of a stream is counted, so
// that it does not depend on what else was drawn, and is a pair of independent normal numbers: the first one is for the
// position of a rate, the second one for its velocity.
func (r *sensor) draw() {
	for i, stream := range r.streams {
		bits := philox.Block(r.seed, [2]uint64{r.next, stream})
		x, y := philox.Normals(bits[0], bits[1])
		r.noise[i], r.rateNoise[i] = float64(r.s.PositionNoise*x), float64(r.s.VelocityNoise*y)
	}
	r.next++
}

// reset makes the next sample the first one.
func (r *sensor) reset() { r.started, r.next = false, 0 }

// measure sets position and velocity to what the sensors tell at the true q and qd.
func (r *sensor) measure(position, velocity, q, qd []float64) {
	r.draw()
	copy(position, q)
	if r.s.PositionNoise > 0 {
		r.model.Integrate(position, q, r.noise, 1)
	}
	if step := r.s.PositionResolution; step > 0 {
		for _, i := range r.flat {
			position[i] = float64(math.Round(position[i]/step) * step)
		}
	}
	r.rates(position, qd)
	if r.started && r.s.VelocityFilter > 0 {
		for i, x := range r.raw {
			velocity[i] += float64(r.pass * (x - velocity[i]))
		}
	} else {
		copy(velocity, r.raw)
	}
	copy(r.last, position)
	r.started = true
}

// rates sets raw to the velocity before the filter.
func (r *sensor) rates(position, qd []float64) {
	switch {
	case r.s.Difference && r.started:
		r.model.Difference(r.raw, r.last, position)
		for i := range r.raw {
			r.raw[i] /= r.period
		}
	case r.s.Difference:
		clear(r.raw)
	default:
		copy(r.raw, qd)
		if r.s.VelocityNoise > 0 {
			for i, x := range r.rateNoise {
				r.raw[i] += x
			}
		}
	}
}
