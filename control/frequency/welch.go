package frequency

import (
	"fmt"
	"math"

	"kinetree/internal/fourier"
	"kinetree/internal/libm"
)

// EvenStretch is a piece of a log at even steps: input, output, and a signal that excites the loop from outside, nil
// for
// none, which stand for each other at an index.
type EvenStretch struct{ In, Out, By []float64 }

// ResponseEstimate is a frequency response that was estimated.
type ResponseEstimate struct {
	Step      float64 // of the log (s)
	Window    int     // rows of a segment
	Segments  int
	Frequency []float64 // Hz, above 0
	Value     []complex128
	Coherence []float64    // 0 to 1
	Sign      []complex128 // from the input to the sign of the output, which dry friction has
	SignIn    []complex128 // from the sign of the output to the input
	SignOut   []complex128 // and to the output
	SignShare []float64    // coherence of the output and its sign
}

// fewest is how many rows a segment has at least.
const fewest = 16

// Welch estimates the response from stretches at even steps (s), with segments of a number of rows. 0 rows are those
// that make eight segments of the longest stretch, without overlap. Of a periodic log each segment is a whole number of
// periods: segments then do not overlap, and there is no window, which would mix the lines. The error says that there
// is too little, or an
// input that does not move.
func Welch(stretches []EvenStretch, step float64, window int, periodic bool) (*ResponseEstimate, error) {
	longest := 0
	for _, s := range stretches {
		longest = max(longest, len(s.In))
	}
	if window == 0 {
		window = max(fewest, longest/8)
	}
	if window < fewest || window > longest {
		return nil, fmt.Errorf("segments of %d rows; expected %d at least, and at most those of the longest stretch "+
			"of the log, %d", window, fewest, longest)
	}
	bins := window/2 + 1
	inIn, outOut, byBy := make([]float64, bins), make([]float64, bins), make([]float64, bins)
	signSign := make([]float64, bins)
	signIn, signOut := make([]complex128, bins), make([]complex128, bins)
	byIn, byOut, bySign := make([]complex128, bins), make([]complex128, bins), make([]complex128, bins)
	hann := make([]float64, window)
	apart := window / 2
	if periodic {
		apart = window
	}
	for i := range hann {
		if hann[i] = 1; periodic {
			continue
		}
		hann[i] = (1 - libm.Cos(float64(2*math.Pi*float64(i))/float64(window))) / 2
	}
	e := &ResponseEstimate{Step: step, Window: window}
	x := make([]float64, window)
	spectrum := func(list []float64) []complex128 {
		mean := 0.0
		for i, v := range list {
			x[i] = v
			mean += v
		}
		mean /= float64(window)
		for i := range x {
			x[i] = float64((x[i] - mean) * hann[i])
		}
		return fourier.Real(x)
	}
	for _, s := range stretches {
		by := s.By
		if by == nil {
			by = s.In
		}
		rubs := signs(s.Out)
		for from := 0; from+window <= len(s.In); from += apart {
			in, out := spectrum(s.In[from:from+window]), spectrum(s.Out[from:from+window])
			signs, reference := spectrum(rubs[from:from+window]), in
			if s.By != nil {
				reference = spectrum(by[from : from+window])
			}
			for k := range bins {
				inIn[k] += power(in[k])
				outOut[k] += power(out[k])
				byBy[k] += power(reference[k])
				c := complex(real(reference[k]), -imag(reference[k]))
				byIn[k] += libm.CMul(in[k], c)
				byOut[k] += libm.CMul(out[k], c)
				bySign[k] += libm.CMul(signs[k], c)
				own := complex(real(signs[k]), -imag(signs[k]))
				signSign[k] += power(signs[k])
				signIn[k] += libm.CMul(in[k], own)
				signOut[k] += libm.CMul(out[k], own)
			}
			e.Segments++
		}
	}
	most := 0.0
	for _, p := range byBy {
		most = math.Max(most, p)
	}
	if most == 0 {
		return nil, fmt.Errorf("the input is the same in all rows; expected one that moves")
	}
	for k := 1; k < bins; k++ {
		// A frequency that the input does not have, but for rounding, says nothing.
		if byBy[k] <= 1e-24*most || byIn[k] == 0 {
			continue
		}
		e.Frequency = append(e.Frequency, float64(k)/(float64(window)*step))
		e.Value = append(e.Value, libm.CQuo(byOut[k], byIn[k]))
		e.Sign = append(e.Sign, libm.CQuo(bySign[k], byIn[k]))
		if signSign[k] > 0 && outOut[k] > 0 {
			inverse := complex(1/signSign[k], 0)
			e.SignIn, e.SignOut = append(e.SignIn, libm.CMul(signIn[k], inverse)), append(e.SignOut,
				libm.CMul(signOut[k], inverse))
			e.SignShare = append(e.SignShare, power(signOut[k])/(signSign[k]*outOut[k]))
		} else {
			e.SignIn, e.SignOut, e.SignShare = append(e.SignIn, 0), append(e.SignOut, 0), append(e.SignShare, 0)
		}
		coherence := 0.0
		if outOut[k] > 0 {
			coherence = math.Min(1, power(byOut[k])/(byBy[k]*outOut[k]))
		}
		e.Coherence = append(e.Coherence, coherence)
	}
	return e, nil
}

// power returns |x|².
func power(x complex128) float64 { return float64(real(x)*real(x)) + float64(imag(x)*imag(x)) }

// signs returns the mean of the sign of a velocity over each step, as if the velocity were linear within it.
func signs(v []float64) []float64 {
	list := make([]float64, len(v))
	for i, x := range v {
		next := v[min(i+1, len(v)-1)]
		if sum := math.Abs(x) + math.Abs(next); sum > 0 {
			list[i] = (x + next) / sum
		}
	}
	return list
}

// Sure returns the standard error of the gain at index k, relative to it: √((1 − γ²)/(2 γ² n)) of n segments, which is
// what independent ones would have.
func (e *ResponseEstimate) Sure(k int) float64 {
	c := e.Coherence[k]
	if c <= 0 {
		return math.Inf(1)
	}
	return math.Sqrt((1 - c) / (2 * c * float64(e.Segments)))
}
