package analysis

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/spatial/mat"
)

// lifted is the response of a system with one input and one output that does the same again after n samples. Lifted
// over them, with n inputs and n outputs, it does the same at each step: its transfer function is a matrix L(Z), Z =
// z^n. The closed loop of a factor k of the system has a pole at Z where k λ = −1 for an eigenvalue λ of L(Z): so its
// margins are those of the eigenvalues. For a system that does the same at each sample these are its response at the n
// frequencies that differ by 2π/nT, each with the eigenvector that turns at the frequency, x_k = exp(iwkT). So the
// response of all systems at a frequency is the eigenvalue whose eigenvector that is, or is nearest to it.
//
// Source: Bittanti and Colaneri, "Periodic Systems", 2009, chapter 6.
type lifted struct {
	*Responses           // of the system over its period, from the inputs to the outputs of all its samples
	sample       float64 // from one to the next (s)
	matrix, work [][]complex128
	vector       []complex128
}

// after returns the product of a matrix and one before it, nil for none.
func after(a, before *mat.Dense) *mat.Dense {
	if before == nil {
		return a
	}
	var product mat.Dense
	product.Mul(a, before)
	return &product
}

// Response returns the frequency response of the loop of a rate, broken at its actuator, see Break: of a controller
// with a period of samples that of lifted.
func (l *LinearLoop) Response(rate int) (*FrequencyResponse, error) {
	first := l.at(0).Break(rate)
	r, err := first.Response(l.Period)
	if n := l.Samples(); err == nil && n > 1 {
		systems := []*Discrete{first}
		for k := 1; k < n; k++ {
			systems = append(systems, l.at(k).Break(rate))
		}
		r.lifted, err = lift(systems, l.Period)
	}
	return r, err
}

// lift lifts systems with one input and one output, of samples of a period (s) one after another.
func lift(systems []*Discrete, period float64) (*lifted, error) {
	n, states := len(systems), systems[0].States
	x, next, y, u := make([]float64, states), make([]float64, states), make([]float64, 1), make([]float64, 1)
	whole := assemble(states, n, n, func(end, out, begin, in []float64) {
		copy(x, begin)
		for k, d := range systems {
			u[0] = in[k]
			d.step(next, y, x, u)
			out[k] = y[0]
			x, next = next, x
		}
		copy(end, x)
	})
	r, err := whole.Responses(float64(float64(n) * period))
	if err != nil {
		return nil, err
	}
	l := &lifted{Responses: r, sample: period, vector: make([]complex128, n)}
	for range n {
		l.matrix, l.work = append(l.matrix, make([]complex128, n)), append(l.work, make([]complex128, n))
	}
	return l, nil
}

// at returns the response at an angular frequency (rad/s).
func (l *lifted) at(w float64) complex128 {
	n := len(l.vector)
	l.solve(w, 0, n, false)
	for j := range n {
		for k := range n { // of what does not turn: x_k = 1
			turn := libm.CExp(complex(0, float64(float64(k-j)*w*l.sample)))
			l.matrix[j][k] = libm.CMul(l.y[j*n+k], turn)
		}
	}
	return l.eigenvalue()
}

// eigenvalue returns the eigenvalue of the matrix whose eigenvector is nearest to ones: by inverse iteration, first
// with the mean of what ones become for the eigenvalue, and then with what it has become.
func (l *lifted) eigenvalue() (value complex128) {
	const fixed, most, close = 3, 30, 0x1p-50
	for i := range l.vector {
		l.vector[i] = 1
	}
	value = l.quotient()
	for k, shift := 0, value; k < most; k++ {
		for i := range l.matrix {
			copy(l.work[i], l.matrix[i])
			l.work[i][i] -= shift
		}
		eliminate(l.work, l.vector, libm.CAbs(shift))
		length := 0.0
		for _, x := range l.vector {
			length = libm.Hypot(length, libm.CAbs(x))
		}
		if length == 0 || math.IsInf(length, 0) || math.IsNaN(length) { // as at a pole
			return value
		}
		for i := range l.vector {
			l.vector[i] = libm.CQuo(l.vector[i], complex(length, 0))
		}
		before := value
		if value = l.quotient(); libm.CAbs(value-before) <= float64(close*libm.CAbs(value)) {
			break
		}
		if k >= fixed {
			shift = value
		}
	}
	return value
}

// quotient returns xᴴ L x/xᴴ x.
func (l *lifted) quotient() complex128 {
	var sum, size complex128
	for i, x := range l.vector {
		left := complex(real(x), -imag(x))
		for j, y := range l.vector {
			sum += libm.CMul(left, libm.CMul(l.matrix[i][j], y))
		}
		size += libm.CMul(left, x)
	}
	return libm.CQuo(sum, size)
}

// eliminate replaces x by the solution y of a y = x, and spoils a. A pivot of zero, beside numbers of a size, is
// rounding.
func eliminate(a [][]complex128, x []complex128, size float64) {
	n := len(x)
	for i := range n {
		largest := i
		for k := i + 1; k < n; k++ {
			if libm.CAbs(a[k][i]) > libm.CAbs(a[largest][i]) {
				largest = k
			}
		}
		a[i], a[largest], x[i], x[largest] = a[largest], a[i], x[largest], x[i]
		if a[i][i] == 0 {
			a[i][i] = complex(float64(0x1p-52*size), 0)
		}
		for k := i + 1; k < n; k++ {
			if a[k][i] == 0 {
				continue
			}
			f := libm.CQuo(a[k][i], a[i][i])
			for j := i + 1; j < n; j++ {
				a[k][j] -= libm.CMul(f, a[i][j])
			}
			x[k] -= libm.CMul(f, x[i])
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			x[i] -= libm.CMul(a[i][j], x[j])
		}
		x[i] = libm.CQuo(x[i], a[i][i])
	}
}
