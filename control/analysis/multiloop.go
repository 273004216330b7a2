package analysis

import (
	"math"

	"kinetree/internal/goldensection"
	"kinetree/internal/libm"
)

// MultiloopDisk returns, of a system that is the sensitivity S of all actuators, the disk margin of all loops at once,
// and the frequency of it (rad/s): factors of each loop have nothing to do with those of the others. The margin is 1/μ
// of S + (skew − 1)/2, with the bound of μ by the least norm of D (S + (skew − 1)/2) D⁻¹ over positive diagonal D. So
// it is a margin for sure, and the largest one up to three loops.
//
// Source: J. Doyle, "Analysis of feedback systems with structured uncertainties", IEE Proceedings D 129(6), 1982.
func (d *Discrete) MultiloopDisk(period, skew float64) (margin, frequency float64, err error) {
	r, err := d.Responses(period)
	if err != nil {
		return math.NaN(), math.NaN(), err
	}
	margin, frequency = r.multiloopDisk(skew)
	return margin, frequency, nil
}

// multiloopDisk is Discrete.MultiloopDisk.
func (r *Responses) multiloopDisk(skew float64) (margin, frequency float64) {
	const (
		few, many = 3, 60 // steps of the scale
		near      = 1.1   // of the largest bound after few of them, which many make less
	)
	n := r.outputs
	m, scale := newBalanced(n), make([]float64, n)
	at := func(w float64, steps int) float64 {
		r.solve(w, 0, n, false)
		copy(m.matrix, r.y)
		for i := range n {
			m.matrix[i*n+i] += complex((skew-1)/2, 0)
		}
		return m.norm(scale, steps)
	}
	list := r.frequencies(100, 4)
	bounds, most := make([]float64, len(list)), 0.0
	for k, w := range list {
		bounds[k] = at(w, few)
		most = max(most, bounds[k])
	}
	highest, largest := 0, 0.0
	for k, w := range list {
		if bounds[k] < most/near {
			continue
		}
		if x := at(w, many); x > largest {
			highest, largest = k, x
		}
	}
	low, high := list[max(highest-1, 0)], list[min(highest+1, len(list)-1)]
	frequency = goldensection.Least(func(w float64) float64 { return -at(w, many) }, low, high, 25)
	if x := at(frequency, many); x > largest {
		return 1 / x, frequency
	}
	return 1 / largest, list[highest]
}

// balanced is a complex matrix whose norm is made least by a scale of its rows and columns.
type balanced struct {
	n             int
	matrix        []complex128
	rows, columns []complex128 // of the scaled matrix
	power, square []complex128
	right, left   []complex128
}

func newBalanced(n int) *balanced {
	square := func() []complex128 { return make([]complex128, n*n) }
	return &balanced{n, square(), square(), square(), square(), square(), make([]complex128, n), make([]complex128, n)}
}

// norm returns the least norm that it finds of the matrix with row i times exp(scale[i]) and column i divided by that,
// in so many steps from where rows and columns are equal, and sets the scale. The norm is convex in scale, with the
// derivative |left|² − |right|² of its singular vectors.
func (b *balanced) norm(scale []float64, steps int) float64 {
	const (
		enough  = 1e-10
		largest = 40.0 // of a scale, so that a row of zeros has one
	)
	b.equalise(scale)
	least := b.value(scale)
	best, trial, slope := 0.5, make([]float64, b.n), make([]float64, b.n)
	for range steps {
		change := 0.0
		for i := range slope {
			l, r := libm.CAbs(b.left[i]), libm.CAbs(b.right[i])
			slope[i] = float64(r*r) - float64(l*l)
			change = max(change, math.Abs(slope[i]))
		}
		if change < enough {
			break
		}
		found := false
		for step := 2 * best; step > 1e-6; step /= 2 {
			for i := range trial {
				trial[i] = min(max(scale[i]+float64(step*slope[i]), -largest), largest)
			}
			if x := b.value(trial); x < least {
				best, least, found = step, x, true
				copy(scale, trial)
				break
			}
		}
		if !found {
			b.value(scale)
			break
		}
	}
	return least
}

// equalise sets the scale so that each row has about the length of the column of the same number, but for the diagonal.
//
// Source: E. Osborne, "On pre-conditioning of matrices", Journal of the ACM 7(4), 1960.
func (b *balanced) equalise(scale []float64) {
	const rounds, least = 8, 1e-12
	clear(scale)
	n, all := b.n, 0.0
	for _, v := range b.matrix {
		all = max(all, size1(v))
	}
	for range rounds {
		for i := range n {
			row, column := float64(least*all), float64(least*all)
			for j := range n {
				if j != i {
					f := libm.Exp(scale[i] - scale[j])
					row += float64(size1(b.matrix[i*n+j]) * f)
					column += size1(b.matrix[j*n+i]) / f
				}
			}
			if row > 0 {
				scale[i] += libm.Log(column/row) / 2
			}
		}
	}
}

// value returns the norm of the scaled matrix, and sets its singular vectors: a column of a high power of its conjugate
// transpose times itself, which is squared again and again.
func (b *balanced) value(scale []float64) float64 {
	const squarings = 30
	n := b.n
	for i := range n {
		for j := range n {
			f, v := libm.Exp(scale[i]-scale[j]), b.matrix[i*n+j]
			v = complex(float64(f*real(v)), float64(f*imag(v)))
			b.rows[i*n+j], b.columns[j*n+i] = v, v
		}
	}
	for i := range n {
		for j := range n { // conjugate of the other half, as the squares of the matrix
			b.power[i*n+j] = inner(b.columns[i*n:(i+1)*n], b.columns[j*n:(j+1)*n])
		}
	}
	for range squarings {
		trace := 0.0
		for i := range n {
			trace += real(b.power[i*n+i])
		}
		if trace == 0 {
			clear(b.left)
			clear(b.right)
			return 0
		}
		for i, v := range b.power {
			b.power[i] = complex(real(v)/trace, imag(v)/trace)
		}
		rest := 1.0 // 1 − the sum of squares of the shares that singular values have: 0 if one is left
		for i := range n {
			for j := range n {
				b.square[i*n+j] = inner(b.power[j*n:(j+1)*n], b.power[i*n:(i+1)*n])
			}
			rest -= real(b.square[i*n+i])
		}
		b.power, b.square = b.square, b.power
		if rest < 1e-15 {
			break
		}
	}
	largest := 0
	for i := range n {
		if real(b.power[i*n+i]) > real(b.power[largest*n+largest]) {
			largest = i
		}
	}
	for i := range n {
		v := b.power[largest*n+i]
		b.right[i] = complex(real(v), -imag(v))
	}
	unit(b.right)
	for i := range n {
		b.left[i] = product(b.rows[i*n:(i+1)*n], b.right)
	}
	return unit(b.left)
}

// inner returns the sum of products, of which the first factors are conjugate.
func inner(a, b []complex128) complex128 {
	re, im := 0.0, 0.0
	for j, v := range a {
		x := b[j]
		re += float64(real(v)*real(x)) + float64(imag(v)*imag(x))
		im += float64(real(v)*imag(x)) - float64(imag(v)*real(x))
	}
	return complex(re, im)
}

// unit makes a vector one of length 1, and returns the length that it had.
func unit(x []complex128) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(real(v)*real(v)) + float64(imag(v)*imag(v))
	}
	length := math.Sqrt(sum)
	if length > 0 {
		for i, v := range x {
			x[i] = complex(real(v)/length, imag(v)/length)
		}
	}
	return length
}
