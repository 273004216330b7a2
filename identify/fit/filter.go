package fit

import (
	"fmt"
	"math"

	"kinetree/internal/libm"
)

// lowPass is a Butterworth filter of order 4 that runs forwards and then backwards, so that it has no phase. The
// response of one run is 1/√(1 + (w/w₀)⁸) with w = tan(π f/rate), as the bilinear transform has it, and that of both
// 1/(1 + (w/w₀)⁸); the cutoff is where this is 1/√2. A nil filter does nothing. Source: Oppenheim and Schafer,
// "Discrete-Time Signal Processing", 2010, section 7.3.
type lowPass struct{ sections []section }

// section is a filter of order 2, y_k = b₀ x_k + b₁ x_k−1 + b₂ x_k−2 − a₁ y_k−1 − a₂ y_k−2.
type section struct{ b0, b1, b2, a1, a2 float64 }

// filterOrder is the order of one run.
const filterOrder = 4

// newLowPass returns the filter with a cutoff for a sampling rate, both in Hz.
func newLowPass(cutoff, rate float64) (*lowPass, error) {
	if !(cutoff > 0) || !(cutoff < rate/2) {
		return nil, fmt.Errorf("the cutoff is %v Hz; expected one above 0 and, for %.6g samples a second, below %.6g "+
			"Hz", cutoff, rate, rate/2)
	}
	// s = c (z − 1)/(z + 1), with the poles at |s| = 1
	c := libm.Pow(math.Sqrt2-1, 1./(2*filterOrder)) / libm.Tan(math.Pi*cutoff/rate)
	f := &lowPass{}
	for k := range filterOrder / 2 {
		pole := libm.CExp(complex(0, math.Pi/2+math.Pi*(float64(2*float64(k))+1)/(2*filterOrder)))
		d1 := -2 * real(pole) // s² + d1 s + 1
		a0 := float64(c*c) + float64(d1*c) + 1
		f.sections = append(f.sections, section{b0: 1 / a0, b1: 2 / a0, b2: 1 / a0, a1: 2 * (1 - float64(c*c)) / a0,
			a2: (float64(c*c) - float64(d1*c) + 1) / a0})
	}
	return f, nil
}

// apply filters columns of rows in place.
func (f *lowPass) apply(rows [][]float64, columns []int) {
	if f == nil {
		return
	}
	x := make([]float64, len(rows))
	for _, c := range columns {
		for i, r := range rows {
			x[i] = r[c]
		}
		f.run(x)
		for i, r := range rows {
			r[c] = x[i]
		}
	}
}

// run filters a signal in place, forwards and backwards. Beyond its ends it goes on turned by half a turn about the
// ends, as far as it is long, and the filter begins at rest at the first value; so straight lines stay as they are.
func (f *lowPass) run(x []float64) {
	n := len(x)
	long := make([]float64, 0, 3*n-2)
	for i := n - 1; i > 0; i-- {
		long = append(long, float64(2*x[0])-x[i])
	}
	long = append(long, x...)
	for i := n - 2; i >= 0; i-- {
		long = append(long, float64(2*x[n-1])-x[i])
	}
	for range 2 {
		for _, s := range f.sections {
			s.run(long)
		}
		for i, k := 0, len(long)-1; i < k; i, k = i+1, k-1 {
			long[i], long[k] = long[k], long[i]
		}
	}
	copy(x, long[n-1:])
}

// run filters a signal in place, as if it had been at its first value before. The gain of a section at frequency 0 is
// 1.
func (s *section) run(x []float64) {
	x1, x2, y1, y2 := x[0], x[0], x[0], x[0]
	for i, in := range x {
		out := float64(s.b0*in) + float64(s.b1*x1) + float64(s.b2*x2) - float64(s.a1*y1) - float64(s.a2*y2)
		x1, x2, y1, y2 = in, x1, out, y1
		x[i] = out
	}
}

// reach is how many rows at either end have no derivative.
const reach = 2

// differences returns the derivatives of rows at even steps by central differences of fourth order, each of width
// numbers; rows at the ends take those of their neighbours. The function sets dst to the difference to − from.
//
//	f' = (8 Δ₁ − Δ₂)/(12 h),   Δ_m = f(m h) − f(−m h)
func differences(rows [][]float64, width int, rate float64, subtract func(dst, from, to []float64)) [][]float64 {
	n := len(rows)
	out := make([][]float64, n)
	near, far := make([]float64, width), make([]float64, width)
	for i := reach; i < n-reach; i++ {
		out[i] = make([]float64, width)
		subtract(near, rows[i-1], rows[i+1])
		subtract(far, rows[i-2], rows[i+2])
		for k := range out[i] {
			out[i][k] = (float64(8*near[k]) - far[k]) * rate / 12
		}
	}
	for i := range reach {
		out[i], out[n-1-i] = out[reach], out[n-1-reach]
	}
	return out
}

// difference sets dst to to − from.
func difference(dst, from, to []float64) {
	for i := range dst {
		dst[i] = to[i] - from[i]
	}
}
