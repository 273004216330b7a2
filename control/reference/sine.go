package reference

import (
	"errors"
	"fmt"
	"math"

	"kinetree/internal/libm"
)

// Sine is an oscillation of constant frequency:
//
//	r = Offset + Amplitude sin(2π Frequency (t − Begin) + Phase)
//
// Before Begin it rests where it begins.
type Sine struct {
	Begin     float64 // s
	Offset    float64 // the position in the middle (rad or m)
	Amplitude float64 // rad or m
	Frequency float64 // Hz
	Phase     float64 // rad
}

// Check returns an error if a number is not usable.
func (s *Sine) Check() error {
	if s.Frequency < 0 {
		return fmt.Errorf("the frequency is %v Hz; expected one that is not negative", s.Frequency)
	}
	return finite("a number of the sine", s.Begin, s.Offset, s.Amplitude, s.Frequency, s.Phase)
}

// At implements Trajectory.
func (s *Sine) At(t float64) Point {
	w := float64(2 * math.Pi * s.Frequency)
	if t < s.Begin {
		return Point{Position: s.Offset + float64(s.Amplitude*libm.Sin(s.Phase))}
	}
	return oscillation(s.Offset, s.Amplitude, float64(w*(t-s.Begin))+s.Phase, w, 0)
}

// Break implements Trajectory.
func (s *Sine) Break(t float64) float64 { return next(t, s.Begin) }

// Chirp is an oscillation whose frequency changes from one value to another one between two times, and stays there:
//
//	r = Offset + Amplitude sin(φ),   dφ/dt = 2π f(t),   φ(Begin) = 0
//
// The frequency rises linearly in time, or exponentially, by the same factor in equal times. Before Begin it rests at
// Offset.
type Chirp struct {
	Begin, End    float64 // s
	Offset        float64 // the position in the middle (rad or m)
	Amplitude     float64 // rad or m
	FromFrequency float64 // Hz
	ToFrequency   float64 // Hz
	Exponential   bool
}

// Check returns an error if a number is not usable.
func (c *Chirp) Check() error {
	if err := interval(c.Begin, c.End, c.Offset, c.Amplitude, c.FromFrequency, c.ToFrequency); err != nil {
		return err
	}
	switch {
	case c.FromFrequency < 0 || c.ToFrequency < 0:
		return fmt.Errorf("the frequencies are %v Hz and %v Hz; expected none that is negative", c.FromFrequency,
			c.ToFrequency)
	case c.Exponential && (c.FromFrequency == 0 || c.ToFrequency == 0):
		return errors.New("a frequency is 0, from or to which no exponential leads; expected positive ones, or a " +
			"linear chirp")
	}
	return nil
}

// At implements Trajectory.
func (c *Chirp) At(t float64) Point {
	if t < c.Begin {
		return Point{Position: c.Offset}
	}
	T, s := c.End-c.Begin, math.Min(t, c.End)-c.Begin
	from, to := float64(2*math.Pi*c.FromFrequency), float64(2*math.Pi*c.ToFrequency)
	var phase, w, rate float64 // the angle φ and its derivatives
	if growth := libm.Log(to / from); c.Exponential && growth != 0 {
		w = float64(from * libm.Exp(growth*s/T))
		phase, rate = float64(from*T/growth*libm.Expm1(growth*s/T)), float64(growth/T*w)
	} else {
		rate = (to - from) / T
		w = from + float64(rate*s)
		phase = float64(s * (from + rate*s/2))
	}
	if t >= c.End {
		phase, w, rate = phase+float64(to*(t-c.End)), to, 0
	}
	return oscillation(c.Offset, c.Amplitude, phase, w, rate)
}

// Break implements Trajectory.
func (c *Chirp) Break(t float64) float64 { return next(t, c.Begin, c.End) }

// oscillation returns offset + amplitude sin φ and its derivatives, with those of φ.
func oscillation(offset, amplitude, phase, w, rate float64) Point {
	sin, cos := libm.Sincos(phase)
	return Point{offset + float64(amplitude*sin), float64(amplitude * w * cos),
		float64(amplitude * (float64(rate*cos) - float64(w*w*sin)))}
}

// next returns the first of some rising times that is after t.
func next(t float64, times ...float64) float64 {
	for _, x := range times {
		if x > t {
			return x
		}
	}
	return math.Inf(1)
}
