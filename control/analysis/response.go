package analysis

import (
	"math"
	"math/cmplx"
	"slices"

	"kinetree/internal/libm"

	"kinetree/spatial/mat"
)

// Responses is a system, ready for its values at many frequencies: in a basis in which A is zero below the first
// subdiagonal, so that each of them takes O(n²) operations for each input (Laub, "Efficient multivariable frequency
// response computations", IEEE Trans. Automatic Control 26(2), 1981).
type Responses struct {
	period             float64
	n, inputs, outputs int
	h                  []float64 // Qᵀ A Q, row by row
	b, c, d            []float64 // Qᵀ B, C Q and D, row by row
	poles              []complex128
	high               float64 // up to this frequency (rad/s) and from a share of it on happens all that does
	share              float64
	u, row             []complex128 // workspace, as all below: the rows after elimination, and the next one
	x                  []complex128 // column by column
	y                  []complex128 // the last value, row by row
}

// FrequencyResponse is a system with one input and one output, ready for its values at many frequencies.
type FrequencyResponse struct {
	Responses
	lifted *lifted // of a system with a period of samples, which the responses are those of at its first sample
}

// Response returns the frequency response of a system with one input and one output and samples of the given period, 0
// for none. It panics if the system has others.
func (d *Discrete) Response(period float64) (*FrequencyResponse, error) {
	if d.Inputs != 1 || d.Outputs != 1 || d.States == 0 {
		panic("linear: a response needs a system with a state, one input and one output")
	}
	r, err := d.Responses(period)
	if err != nil {
		return nil, err
	}
	return &FrequencyResponse{Responses: *r}, nil
}

// Responses returns the frequency responses of a system with samples of the given period, 0 for none. It panics if the
// system has no state, input or output.
func (d *Discrete) Responses(period float64) (*Responses, error) {
	if d.Inputs*d.Outputs*d.States == 0 {
		panic("linear: responses need a system with a state, an input and an output")
	}
	n := d.States
	poles, err := eigenvalues(d.a())
	if err != nil {
		return nil, err
	}
	r := &Responses{period: period, n: n, inputs: d.Inputs, outputs: d.Outputs, poles: poles, high: math.Pi / period,
		share: lowest, x: make([]complex128, n*d.Inputs), y: make([]complex128, d.Inputs*d.Outputs),
		u: make([]complex128, n*n), row: make([]complex128, n)}
	if period == 0 {
		if r.high, r.share, err = d.extent(poles); err != nil {
			return nil, err
		}
	}
	h, q := mat.Hessenberg(d.a())
	var b, c mat.Dense
	b.Mul(q.T(), d.M.Slice(0, n, n, n+d.Inputs))
	c.Mul(d.M.Slice(n, n+d.Outputs, 0, n), q)
	for i := range n {
		r.h, r.b = append(r.h, h.RawRowView(i)...), append(r.b, b.RawRowView(i)...)
	}
	for i := range d.Outputs {
		r.c, r.d = append(r.c, c.RawRowView(i)...), append(r.d, d.M.RawRowView(n + i)[n:]...)
	}
	return r, nil
}

// extent returns the frequencies between which a system without samples does all that it does, and its loop when it is
// closed: from far below the slowest to far above the fastest pole of both, and above where the gain may be 1.
func (d *Discrete) extent(poles []complex128) (high, share float64, err error) {
	const far = 1000
	n := d.States
	var loop mat.Dense
	loop.CloneFrom(d.a())
	product := 0.0
	for k := range min(d.Inputs, d.Outputs) {
		gain := 0.0
		for i := range n {
			for j := range n {
				loop.Set(i, j, loop.At(i, j)-float64(d.M.At(i, n+k)*d.M.At(n+k, j)))
			}
			gain += float64(d.M.At(n+k, i) * d.M.At(i, n+k))
		}
		product = max(product, math.Abs(gain))
	}
	closed, err := eigenvalues(&loop)
	all := append(append([]complex128{complex(product, 0)}, closed...), poles...)
	little := rounding(all)
	low := math.Inf(1)
	for _, x := range all {
		if size := libm.CAbs(x); size > little {
			low, high = min(low, size), max(high, size)
		}
	}
	if high == 0 {
		low, high = 1, 1
	}
	return float64(far * high), low / high / (far * far), err
}

// nothing reports whether the response is zero at all frequencies.
func (r *FrequencyResponse) nothing() bool {
	return !slices.ContainsFunc(r.Frequencies(30), func(w float64) bool { return r.At(w) != 0 })
}

// At returns the value at an angular frequency (rad/s), C (z − A)⁻¹ B + D with z = exp(i w period), without samples
// C (s − A)⁻¹ B + D with s = i w. At a pole it is infinite.
func (r *FrequencyResponse) At(w float64) complex128 {
	if r.lifted != nil {
		return r.lifted.at(w)
	}
	return r.Diagonal(w, 0)
}

// Diagonal returns the value from input i to output i at an angular frequency (rad/s).
func (r *Responses) Diagonal(w float64, i int) complex128 {
	r.solve(w, i, i+1, true)
	return r.y[i*r.inputs+i]
}

// solve sets the values from some inputs at an angular frequency, to all outputs or from each to its own.
func (r *Responses) solve(w float64, first, end int, diagonal bool) {
	n, z := r.n, complex(0, w)
	if r.period > 0 {
		z = libm.CExp(complex(0, float64(w*r.period)))
	}
	r.restart(r.row, 0, z)
	for k := first; k < end; k++ {
		x := r.x[k*n : (k+1)*n]
		for i := range x {
			x[i] = complex(r.b[i*r.inputs+k], 0)
		}
	}
	for i := range n - 1 { // elimination of the subdiagonal, with the larger of two rows first
		pivot, row, below := r.u[i*n+i:(i+1)*n], r.row[i:], -r.h[(i+1)*n+i]
		swap := math.Abs(below) > size1(row[0])
		var f complex128
		if swap {
			r.restart(r.u[i*n:(i+1)*n], i+1, z)
			pivot[0] = complex(below, 0)
			f = complex(real(row[0])/below, imag(row[0])/below)
			for j := 1; j < len(row); j++ {
				row[j] -= libm.CMul(f, pivot[j])
			}
		} else {
			copy(pivot, row)
			r.restart(r.row, i+1, z)
			if below != 0 {
				f = libm.CQuo(complex(below, 0), pivot[0])
				for j := 1; j < len(row); j++ {
					row[j] -= libm.CMul(f, pivot[j])
				}
			}
		}
		for k := first; k < end; k++ {
			x := r.x[k*n : (k+1)*n]
			if swap {
				x[i], x[i+1] = x[i+1], x[i]
			}
			x[i+1] -= libm.CMul(f, x[i])
		}
	}
	r.u[n*n-1] = r.row[n-1]
	regular := true
	for i := n - 1; i >= 0; i-- {
		row := r.u[i*n+i : (i+1)*n]
		if row[0] == 0 {
			regular = false
			break
		}
		inverse := libm.CQuo(1, row[0])
		for k := first; k < end; k++ {
			x := r.x[k*n+i : (k+1)*n]
			x[0] = libm.CMul(x[0]-product(row[1:], x[1:]), inverse)
		}
	}
	for k := first; k < end; k++ {
		for i := range r.outputs {
			if diagonal && i != k {
				continue
			}
			y := complex(r.d[i*r.inputs+k], 0)
			for j, v := range r.x[k*n : (k+1)*n] {
				c := r.c[i*n+j]
				y += complex(float64(c*real(v)), float64(c*imag(v)))
			}
			if !regular {
				y = cmplx.Inf()
			}
			r.y[i*r.inputs+k] = y
		}
	}
}

// restart sets a row from the subdiagonal on to that of z − H.
func (r *Responses) restart(row []complex128, i int, z complex128) {
	h := r.h[i*r.n : (i+1)*r.n]
	for j := max(0, i-1); j < len(h); j++ {
		row[j] = complex(-h[j], 0)
	}
	row[i] += z
}

// size1 returns the sum of the sizes of both parts.
func size1(x complex128) float64 { return math.Abs(real(x)) + math.Abs(imag(x)) }

// product returns the sum of products.
func product(a, b []complex128) complex128 {
	re, im := 0.0, 0.0
	for j, v := range a {
		x := b[j]
		re += float64(real(v)*real(x)) - float64(imag(v)*imag(x))
		im += float64(real(v)*imag(x)) + float64(imag(v)*real(x))
	}
	return complex(re, im)
}

// FrequencyPoint is a value of a frequency response.
type FrequencyPoint struct {
	Frequency float64 // rad/s
	Value     complex128
	Gain      float64 // |Value|
	Phase     float64 // rad, without jumps from point to point
}

// Bode returns the response at frequencies, rising, with phases that go on from −π to π at the first of them.
func (r *FrequencyResponse) Bode(frequencies []float64) []FrequencyPoint {
	points := make([]FrequencyPoint, len(frequencies))
	for i, w := range frequencies {
		v := r.At(w)
		p := FrequencyPoint{w, v, libm.CAbs(v), libm.CPhase(v)}
		if i > 0 {
			p.Phase -= float64(2 * math.Pi * math.Round((p.Phase-points[i-1].Phase)/(2*math.Pi)))
		}
		points[i] = p
	}
	return points
}

// lowest is the lowest frequency of the response of a system with samples, as a part of half their rate.
const lowest = 1e-6

// Frequencies returns angular frequencies (rad/s) at which the response shows all that happens: n in equal ratios from
// a millionth of half the sampling rate up to that, π/period, or without samples about all poles, and more about each
// pole near the unit circle or the imaginary axis.
func (r *Responses) Frequencies(n int) []float64 { return r.frequencies(n, 20) }

// frequencies returns those of Frequencies, with so many on either side of each pole.
func (r *Responses) frequencies(n, around int) []float64 {
	list := make([]float64, 0, n+2*around*len(r.poles))
	for i := range n {
		list = append(list, float64(r.high*libm.Pow(r.share, 1-float64(i)/float64(n-1))))
	}
	for _, z := range r.poles {
		width, w := math.Max(math.Abs(real(z)), float64(1e-9*r.high)), math.Abs(imag(z))
		if r.period > 0 {
			width = math.Max(math.Abs(1-libm.CAbs(z)), 1e-9) / r.period
			w = math.Abs(libm.CPhase(z)) / r.period
		}
		if width > w/10 && width > r.high/10 {
			continue
		}
		for k := range around {
			off := float64(width * libm.Pow(1.6, float64(20*k)/float64(around)-4))
			list = append(list, w-off, w+off)
		}
	}
	list = slices.DeleteFunc(list, func(w float64) bool { return w < r.high*r.share || w > r.high })
	slices.Sort(list)
	return slices.Compact(list)
}
