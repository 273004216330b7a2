package control

import (
	"fmt"
	"math"
	"strconv"

	"kinetree/compile/tape"
	"kinetree/internal/libm"
)

// Filter describes a linear filter of a signal, of order 1 or 2. Of time it is
//
//	(n_0 + n_1 s + n_2 s²)/(d_0 + d_1 s + d_2 s²)
//
// of samples (b_0 + b_1/z + b_2/z²)/(1 + a_1/z + a_2/z²). The zero value passes nothing.
type Filter struct {
	Kind     string // what a scenario calls it, such as low_pass
	num, den [3]float64
	exact    float64 // the frequency (rad/s) at which samples have the response of time; 0 of a filter of samples
}

// LowPass returns the filter w/(s + w) of order 1, or w²/(s² + 2 damping w s + w²) of order 2, w = 2π frequency (Hz).
func LowPass(frequency float64, order int, damping float64) Filter {
	return passing("low_pass", frequency, order, damping, 0)
}

// HighPass returns the filter s/(s + w) of order 1, or s²/(s² + 2 damping w s + w²) of order 2, w = 2π frequency (Hz).
func HighPass(frequency float64, order int, damping float64) Filter {
	return passing("high_pass", frequency, order, damping, order)
}

// passing returns the filter which has the given power of s alone above the denominator.
func passing(kind string, frequency float64, order int, damping float64, power int) Filter {
	w := float64(2 * math.Pi * frequency)
	f := Filter{Kind: kind, den: [3]float64{w, 1}, exact: w}
	if order == 2 {
		f.den = [3]float64{float64(w * w), float64(2 * damping * w), 1}
	}
	f.num[power] = f.den[power]
	return f
}

// Notch returns the filter (s² + g B s + w²)/(s² + B s + w²), w = 2π frequency (Hz). The gain is g = 10^(−depth/20) at
// the frequency and 1/√2, −3 dB, at two frequencies that are width (Hz) apart: B = 2π width/√(1 − 2 g²). The depth (dB)
// is above [NotchEdge], and may be infinite.
func Notch(frequency, width, depth float64) Filter {
	w, g := float64(2*math.Pi*frequency), libm.Pow(10, -depth/20)
	b := 2 * math.Pi * width / math.Sqrt(1-float64(2*g*g))
	square := float64(w * w)
	return Filter{"notch", [3]float64{square, float64(g * b), 1}, [3]float64{square, b, 1}, w}
}

// NotchEdge is the depth (dB) at which a notch has its width, 20 log √2.
var NotchEdge = float64(10 * libm.Log10(2))

// Lead returns the filter (1 + s/2π zero)/(1 + s/2π pole) of two frequencies (Hz), which leads in phase where the zero
// is the lower one, and else lags. With samples it is exact at √(zero pole), where the phase is farthest from 0.
func Lead(zero, pole float64) Filter {
	z, p := float64(2*math.Pi*zero), float64(2*math.Pi*pole)
	return Filter{"lead", [3]float64{1, 1 / z}, [3]float64{1, 1 / p}, math.Sqrt(z * p)}
}

// Biquad returns the filter of samples with the coefficients b and a; a[0] is 1.
func Biquad(b, a [3]float64) Filter { return Filter{Kind: "biquad", num: b, den: a} }

// Check returns an error if a frequency is not below half the rate of samples of a period (s), or if a filter of
// samples grows by itself.
func (f *Filter) Check(period float64) error {
	if f.exact == 0 {
		if a := &f.den; !(math.Abs(a[2]) <= 1 && math.Abs(a[1]) <= 1+a[2]) {
			return fmt.Errorf("with a = %v what the filter remembers grows from sample to sample; expected |a2| <= 1 "+
				"and |a1| <= 1 + a2", *a)
		}
		return nil
	}
	if half := 1 / (2 * period); !(f.exact < float64(2*math.Pi*half)) {
		return fmt.Errorf("the frequency %.6g Hz; expected less than half the rate of the samples, %.6g Hz",
			f.exact/(2*math.Pi), half)
	}
	return nil
}

// coefficients are those of a filter of samples.
type coefficients struct{ b0, b1, b2, a1, a2 float64 }

// sampled returns the filter with samples of a period (s): that of time by the bilinear rule,
//
//	s = w/tan(w T/2) (z − 1)/(z + 1)
//
// so that at the frequency w of the filter the response is the same.
func (f *Filter) sampled(period float64) coefficients {
	if f.exact == 0 {
		return coefficients{f.num[0], f.num[1], f.num[2], f.den[1], f.den[2]}
	}
	c := f.exact / libm.Tan(float64(f.exact*period/2))
	if f.num[2] == 0 && f.den[2] == 0 { // of order 1
		a0 := f.den[0] + float64(c*f.den[1])
		return coefficients{b0: (f.num[0] + float64(c*f.num[1])) / a0, b1: (f.num[0] - float64(c*f.num[1])) / a0,
			a1: (f.den[0] - float64(c*f.den[1])) / a0}
	}
	square := float64(c * c)
	of := func(x *[3]float64) (first, second, third float64) {
		even, odd := x[0]+float64(square*x[2]), float64(c*x[1])
		return even + odd, float64(2 * (x[0] - float64(square*x[2]))), even - odd
	}
	b0, b1, b2 := of(&f.num)
	a0, a1, a2 := of(&f.den)
	return coefficients{b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0}
}

// Response returns the response of the filter with samples of a period (s) at an angular frequency (rad/s).
func (f *Filter) Response(period, frequency float64) complex128 {
	c := f.sampled(period)
	back := libm.CExp(complex(0, float64(-frequency*period)))
	of := func(x0, x1, x2 float64) complex128 {
		return complex(x0, 0) + libm.CMul(back, complex(x1, 0)+libm.CMul(back, complex(x2, 0)))
	}
	return libm.CQuo(of(c.b0, c.b1, c.b2), of(1, c.a1, c.a2))
}

// filter is a filter at work, in the transposed direct form: y = b_0 x + s, s⁺ = b_1 x − a_1 y + r, r⁺ = b_2 x − a_2 y.
type filter struct {
	coefficients
	name   string  // the kind, with a number if there are several in a chain
	second bool    // r is not 0 at all times
	s, r   float64 // what it remembers; zeros of one at rest at 0
	y      float64 // its last output
}

// pass returns what the filter makes of a sample.
func (f *filter) pass(x float64) float64 {
	f.y = float64(f.b0*x) + f.s
	f.s = float64(f.b1*x) - float64(f.a1*f.y)
	if f.second {
		f.s += f.r
		f.r = float64(f.b2*x) - float64(f.a2*f.y)
	}
	return f.y
}

// settle makes the filter what it is after a long time with an input x, and returns its output. A filter with a pole at
// z = 1 has no such state and remembers nothing.
func (f *filter) settle(x float64) float64 {
	f.s, f.r, f.y = 0, 0, 0
	if sum := 1 + f.a1 + f.a2; sum != 0 {
		f.y = float64((f.b0 + f.b1 + f.b2) / sum * x)
		f.s, f.r = f.y-float64(f.b0*x), float64(f.b2*x)-float64(f.a2*f.y)
	}
	return f.y
}

// chain is one filter after another.
type chain []filter

// newChain returns filters at rest, for samples of a period (s). The error names the filter that cannot be.
func newChain(list []Filter, period float64) (chain, error) {
	c := make(chain, len(list))
	for i := range list {
		if err := list[i].Check(period); err != nil {
			return nil, fmt.Errorf("filter %d: %w", i, err)
		}
		x := list[i].sampled(period)
		c[i] = filter{coefficients: x, name: list[i].Kind, second: x.b2 != 0 || x.a2 != 0}
		same := 1
		for k := range i {
			if list[k].Kind == list[i].Kind {
				same++
			}
		}
		if same > 1 {
			c[i].name += "_" + strconv.Itoa(same)
		}
	}
	return c, nil
}

// pass returns what the filters make of a sample.
func (c chain) pass(x float64) float64 {
	for i := range c {
		x = c[i].pass(x)
	}
	return x
}

// settle makes the filters what they are after a long time with an input.
func (c chain) settle(x float64) {
	for i := range c {
		x = c[i].settle(x)
	}
}

// rows adds the numbers to a list.
func (c chain) rows(r *tape.RowList) {
	for i := range c {
		f := &c[i]
		r.FixedIf(true, &f.b0, &f.b1, &f.a1)
		r.FixedIf(f.second, &f.b2, &f.a2)
		r.CarriedNumber(&f.s)
		r.CarriedIf(f.second, &f.r)
		r.ScratchNumber(&f.y)
	}
}

// appendState appends what the filters remember.
func (c chain) appendState(state []float64) []float64 {
	for i := range c {
		if state = append(state, c[i].s); c[i].second {
			state = append(state, c[i].r)
		}
	}
	return state
}

// setState sets it to the first numbers of a list, and returns the others.
func (c chain) setState(state []float64) []float64 {
	for i := range c {
		if c[i].s, state = state[0], state[1:]; c[i].second {
			c[i].r, state = state[0], state[1:]
		}
	}
	return state
}
