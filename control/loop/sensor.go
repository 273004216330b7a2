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
// Noise is normal and independent from sample to sample. On joints whose positions are poses it is a turn or a shift
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
	s                  *Sensors
	model              *tree.Model
	period, pass       float64
	position, velocity []channel // noise of each rate; nil for none
	flat               []int     // coordinates that the resolution holds for
	noise, raw         []float64
	last               []float64 // measured position
	started            bool
}

func newSensor(m *tree.Model, s *Sensors, period float64, seed uint64, rates []string) *sensor {
	r := &sensor{s: s, model: m, period: period, pass: s.Pass(period),
		noise: make([]float64, m.NV()), raw: make([]float64, m.NV()), last: make([]float64, m.NQ())}
	if s.PositionNoise > 0 {
		r.position = channels(seed, rates, "/position")
	}
	if s.VelocityNoise > 0 {
		r.velocity = channels(seed, rates, "/velocity")
	}
	for _, j := range m.Joints() {
		if j.Leader < 0 && j.NQ == j.NV {
			for i := range j.NQ {
				r.flat = append(r.flat, j.Q+i)
			}
		}
	}
	return r
}

// channel is a noise of independent normal numbers: number i of it is counted, so that it does not depend on what else
// was drawn.
type channel struct{ seed, name, next uint64 }

// draw returns the next number.
func (c *channel) draw() float64 {
	a, b := c.bits()
	c.next++
	return philox.Normal(a, b)
}

// bits returns the bits of the next number.
func (c *channel) bits() (a, b uint64) {
	bits := philox.Block(c.seed, [2]uint64{c.next, c.name})
	return bits[0], bits[1]
}

// channels returns the noise of each rate.
func channels(seed uint64, rates []string, quantity string) []channel {
	list := make([]channel, len(rates))
	for i, name := range rates {
		list[i] = channel{seed, philox.Name(name + quantity), 0}
	}
	return list
}

// reseed makes the noise that of a seed. A reset has to follow.
func (r *sensor) reseed(seed uint64) {
	for _, list := range [][]channel{r.position, r.velocity} {
		for i := range list {
			list[i].seed = seed
		}
	}
}

// reset makes the next sample the first one.
func (r *sensor) reset() {
	r.started = false
	for _, list := range [][]channel{r.position, r.velocity} {
		for i := range list {
			list[i].next = 0
		}
	}
}

// measure sets position and velocity to what the sensors tell at the true q and qd.
func (r *sensor) measure(position, velocity, q, qd []float64) {
	copy(position, q)
	if r.position != nil {
		for i := range r.position {
			r.noise[i] = float64(r.s.PositionNoise * r.position[i].draw())
		}
		r.model.Integrate(position, q, r.noise, 1)
	}
	if step := r.s.PositionResolution; step > 0 {
		for _, i := range r.flat {
			position[i] = float64(math.Round(position[i]/step) * step)
		}
	}
	r.rates(position, qd)
	pass := r.pass
	if !r.started {
		pass = 1
	}
	for i, x := range r.raw {
		velocity[i] += float64(pass * (x - velocity[i]))
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
		for i := range r.velocity {
			r.raw[i] += float64(r.s.VelocityNoise * r.velocity[i].draw())
		}
	}
}
