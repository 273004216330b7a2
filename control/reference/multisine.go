package reference

import (
	"fmt"
	"math"

	"kinetree/internal/libm"
)

// MultiSine is a sum of sines of the same amplitude at multiples of 1/Period between two frequencies, with phases that
// keep it low: its largest distance from Offset is Amplitude. It fades in over the first period and has all lines alike
// from then on. Before Begin it rests at Offset. Source of the phases: Schroeder, "Synthesis of low-peak-factor signals
// and binary sequences with low autocorrelation", IEEE Trans. Information Theory 16, 1970.
type MultiSine struct {
	Begin     float64 // s
	Offset    float64 // rad or m
	Amplitude float64 // rad or m
	Period    float64 // s
	Lowest    float64 // Hz
	Highest   float64 // Hz

	first, lines int // multiples
	size         float64
}

// mostLines is how many sines a sum may have.
const mostLines = 10_000

// Check returns an error if a number is not usable, and finds the sines otherwise.
func (s *MultiSine) Check() error {
	if err := finite("a number of the multisine", s.Begin, s.Offset, s.Amplitude, s.Period, s.Lowest,
		s.Highest); err != nil {
		return err
	}
	if !(s.Period > 0) || !(s.Lowest > 0) || !(s.Highest >= s.Lowest) {
		return fmt.Errorf("the period is %v s and the frequencies are %v Hz to %v Hz; expected positive ones, the "+
			"higher one last", s.Period, s.Lowest, s.Highest)
	}
	const rounding = 1e-9
	s.first = int(math.Ceil(float64(s.Lowest*s.Period) - rounding))
	s.lines = int(math.Min(1e9, math.Floor(float64(s.Highest*s.Period)+rounding))) - s.first + 1
	if s.lines < 1 || s.lines > mostLines {
		return fmt.Errorf("from %v Hz to %v Hz there are %d multiples of the inverse of the period of %v s; "+
			"expected 1 to %d",
			s.Lowest, s.Highest, s.lines, s.Period, mostLines)
	}
	s.size = 1
	peak := 0.0
	const each = 16 // times in the shortest wave
	for i, n := 0, each*(s.first+s.lines); i < n; i++ {
		x, _, _ := s.sum(s.Period * float64(i) / float64(n))
		peak = math.Max(peak, math.Abs(x))
	}
	s.size = s.Amplitude / peak
	return nil
}

// sum returns the sum at a time since the beginning, and its derivatives.
func (s *MultiSine) sum(t float64) (x, v, a float64) {
	for k := range s.lines {
		w := float64(2*math.Pi*float64(s.first+k)) / s.Period
		// − π k (k − 1)/n, with whole turns left out
		turns := float64(k*(k-1)%(2*s.lines)) / float64(2*s.lines)
		sin, cos := libm.Sincos(float64(w*t) - float64(2*math.Pi*turns))
		x += sin
		v += float64(w * cos)
		a -= float64(w * w * sin)
	}
	return float64(s.size * x), float64(s.size * v), float64(s.size * a)
}

// At implements Trajectory. O(n) for n sines.
func (s *MultiSine) At(t float64) Point {
	if t <= s.Begin {
		return Point{Position: s.Offset}
	}
	t -= s.Begin
	x, v, a := s.sum(t)
	if z := t / s.Period; z < 1 {
		p := 1 / s.Period
		e := float64(z * z * z * (10 + float64(z*(float64(6*z)-15))))
		de := float64(30 * z * z * (1 - z) * (1 - z) * p)
		dde := float64(60 * z * (1 - z) * (1 - float64(2*z)) * p * p)
		x, v, a = float64(e*x), float64(e*v)+float64(de*x), float64(e*a)+float64(2*de*v)+float64(dde*x)
	}
	return Point{s.Offset + x, v, a}
}

// Break implements Trajectory.
func (s *MultiSine) Break(t float64) float64 { return next(t, s.Begin, s.Begin+s.Period) }
