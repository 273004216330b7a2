package loop

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

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
	return -math.Expm1(-2 * math.Pi * s.VelocityFilter * period)
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

// channel is the generator of a noise.
type channel struct {
	*rand.Rand
	source     *rand.PCG
	seed, name uint64
}

// channels returns a generator for each channel.
func channels(seed uint64, rates []string, quantity string) []channel {
	list := make([]channel, len(rates))
	for i, name := range rates {
		h := fnv.New64a()
		h.Write([]byte(name + quantity))
		source := rand.NewPCG(seed, h.Sum64())
		list[i] = channel{rand.New(source), source, seed, h.Sum64()}
	}
	return list
}

// reset makes the next sample the first one.
func (r *sensor) reset() {
	r.started = false
	for _, list := range [][]channel{r.position, r.velocity} {
		for _, c := range list {
			c.source.Seed(c.seed, c.name)
		}
	}
}

// measure sets position and velocity to what the sensors tell at the true q and qd.
func (r *sensor) measure(position, velocity, q, qd []float64) {
	copy(position, q)
	if r.position != nil {
		for i, g := range r.position {
			r.noise[i] = r.s.PositionNoise * g.NormFloat64()
		}
		r.model.Integrate(position, q, r.noise, 1)
	}
	if step := r.s.PositionResolution; step > 0 {
		for _, i := range r.flat {
			position[i] = math.Round(position[i]/step) * step
		}
	}
	r.rates(position, qd)
	pass := r.pass
	if !r.started {
		pass = 1
	}
	for i, x := range r.raw {
		velocity[i] += pass * (x - velocity[i])
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
		for i, g := range r.velocity {
			r.raw[i] += r.s.VelocityNoise * g.NormFloat64()
		}
	}
}
