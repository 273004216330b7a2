package analysis

import (
	"math"
	"math/cmplx"
	"slices"

	"kinetree/internal/libm"

	"kinetree/spatial/mat"
)

// FrequencyResponse is a system with one input and one output, ready for its values at many frequencies: in a basis
// in which A is zero below the first subdiagonal, so that each of them takes O(n²) operations (Laub, "Efficient
// multivariable frequency response computations", IEEE Trans. Automatic Control 26(2), 1981).
type FrequencyResponse struct {
	period float64
	h      *mat.Dense // Qᵀ A Q
	b, c   []float64  // Qᵀ B, C Q
	d      float64
	poles  []complex128
	high   float64 // up to this frequency (rad/s) and from a share of it on happens all that does
	share  float64
	rows   [][]complex128 // workspace
	x      []complex128
	lifted *lifted // of a system with a period of samples, which has none of the matrices above
}

// Response returns the frequency response of a system with one input and one output and samples of the given period, 0
// for none. It panics if the system has others.
func (d *Discrete) Response(period float64) (*FrequencyResponse, error) {
	if d.Inputs != 1 || d.Outputs != 1 || d.States == 0 {
		panic("linear: a response needs a system with a state, one input and one output")
	}
	n := d.States
	poles, err := eigenvalues(d.a())
	if err != nil {
		return nil, err
	}
	high, share := math.Pi/period, lowest
	if period == 0 {
		if high, share, err = d.extent(poles); err != nil {
			return nil, err
		}
	}
	h, q := mat.Hessenberg(d.a())
	r := &FrequencyResponse{period: period, h: h, b: make([]float64, n), c: make([]float64, n), d: d.M.At(n, n),
		poles: poles, high: high, share: share, x: make([]complex128, n)}
	for i := range n {
		r.b[i] = d.M.At(i, n)
		r.c[i] = d.M.At(n, i)
		r.rows = append(r.rows, make([]complex128, n))
	}
	turn := func(x []float64) []float64 {
		var y mat.VecDense
		y.MulVec(q.T(), mat.NewVecDense(n, x))
		return y.Data()
	}
	r.b, r.c = turn(r.b), turn(r.c)
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
	for i := range n {
		for j := range n {
			loop.Set(i, j, loop.At(i, j)-float64(d.M.At(i, n)*d.M.At(n, j)))
		}
		product += float64(d.M.At(n, i) * d.M.At(i, n))
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
	n, z := len(r.b), complex(0, w)
	if r.period > 0 {
		z = libm.CExp(complex(0, float64(w*r.period)))
	}
	for i := range n {
		row := r.rows[i]
		for j := max(0, i-1); j < n; j++ {
			row[j] = complex(-r.h.At(i, j), 0)
		}
		row[i] += z
		r.x[i] = complex(r.b[i], 0)
	}
	rows := r.rows
	for i := 0; i+1 < n; i++ { // elimination of the subdiagonal, with the larger of two rows first
		if libm.CAbs(rows[i+1][i]) > libm.CAbs(rows[i][i]) {
			rows[i], rows[i+1] = rows[i+1], rows[i]
			r.x[i], r.x[i+1] = r.x[i+1], r.x[i]
		}
		if rows[i][i] == 0 {
			return cmplx.Inf()
		}
		f := libm.CQuo(rows[i+1][i], rows[i][i])
		for j := i + 1; j < n; j++ {
			rows[i+1][j] -= libm.CMul(f, rows[i][j])
		}
		r.x[i+1] -= libm.CMul(f, r.x[i])
	}
	y := complex(r.d, 0)
	for i := n - 1; i >= 0; i-- {
		if rows[i][i] == 0 {
			return cmplx.Inf()
		}
		for j := i + 1; j < n; j++ {
			r.x[i] -= libm.CMul(rows[i][j], r.x[j])
		}
		r.x[i] = libm.CQuo(r.x[i], rows[i][i])
		y += libm.CMul(complex(r.c[i], 0), r.x[i])
	}
	return y
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
func (r *FrequencyResponse) Frequencies(n int) []float64 {
	list := make([]float64, 0, n+40*len(r.poles))
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
		for k := range 20 {
			off := float64(width * libm.Pow(1.6, float64(k)-4))
			list = append(list, w-off, w+off)
		}
	}
	list = slices.DeleteFunc(list, func(w float64) bool { return w < r.high*r.share || w > r.high })
	slices.Sort(list)
	return slices.Compact(list)
}
