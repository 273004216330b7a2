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
	period  float64 // of a sample (s)
	a, q    *mat.Dense
	inputs  [][]float64 // what a unit input at each sample leaves of the state at the end, in the basis q
	outputs [][]float64 // what a state at the begin gives at each sample
	direct  [][]float64 // what a unit input gives: by the sample of the output, and that of the input
	matrix  [][]complex128
	work    [][]complex128
	x, y    []complex128
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
		r.lifted = lift(systems, l.Period)
	}
	return r, err
}

// lift lifts systems with one input and one output, of samples one after another.
func lift(systems []*Discrete, period float64) *lifted {
	n, states := len(systems), systems[0].States
	l := &lifted{period: period, x: make([]complex128, n), y: make([]complex128, states)}
	column := func(a *mat.Dense, x []float64) []float64 {
		var y mat.VecDense
		y.MulVec(a, mat.NewVecDense(states, x))
		return y.Data()
	}
	for range n {
		l.matrix, l.direct = append(l.matrix, make([]complex128, n)), append(l.direct, make([]float64, n))
	}
	var whole *mat.Dense
	for k, d := range systems {
		b, c := d.M.Column(states)[:states], d.M.RawRowView(states)[:states]
		for i := range l.inputs {
			for j, x := range l.inputs[i] {
				l.direct[k][i] += float64(c[j] * x)
			}
			l.inputs[i] = column(d.a(), l.inputs[i])
		}
		l.direct[k][k] = d.M.At(states, states)
		l.inputs = append(l.inputs, b)
		if whole == nil {
			l.outputs = append(l.outputs, append([]float64(nil), c...))
		} else {
			l.outputs = append(l.outputs, column(mat.DenseCopyOf(whole.T()), c))
		}
		whole = after(d.a(), whole)
	}
	l.a, l.q = mat.Hessenberg(whole)
	turn := mat.DenseCopyOf(l.q.T())
	for k := range n {
		l.inputs[k], l.outputs[k] = column(turn, l.inputs[k]), column(turn, l.outputs[k])
	}
	for range max(states, n) {
		l.work = append(l.work, make([]complex128, max(states, n)))
	}
	return l
}

// at returns the response at an angular frequency (rad/s).
func (l *lifted) at(w float64) complex128 {
	n := len(l.inputs)
	turn := func(k int) complex128 { return libm.CExp(complex(0, float64(float64(k)*w*l.period))) }
	z := turn(n)
	for k, b := range l.inputs {
		for i := range l.y {
			for j := range l.y {
				l.work[i][j] = complex(-l.a.At(i, j), 0)
			}
			l.work[i][i] += z
			l.y[i] = complex(b[i], 0)
		}
		solve(l.work, l.y, 0)
		for j, c := range l.outputs {
			sum := complex(l.direct[j][k], 0)
			for i, x := range l.y {
				sum += libm.CMul(complex(c[i], 0), x)
			}
			l.matrix[j][k] = libm.CMul(sum, turn(k-j)) // of what does not turn: x_k = 1
		}
	}
	return l.eigenvalue()
}

// eigenvalue returns the eigenvalue of the matrix whose eigenvector is nearest to ones: by inverse iteration, first
// with the mean of what ones become for the eigenvalue, and then with what it has become.
func (l *lifted) eigenvalue() (value complex128) {
	const fixed, most, close = 3, 30, 0x1p-50
	n := len(l.x)
	for i := range l.x {
		l.x[i] = 1
	}
	value = l.quotient()
	for k, shift := 0, value; k < most; k++ {
		for i := range n {
			copy(l.work[i], l.matrix[i])
			l.work[i][i] -= shift
		}
		solve(l.work, l.x, libm.CAbs(shift))
		length := 0.0
		for _, x := range l.x {
			length = libm.Hypot(length, libm.CAbs(x))
		}
		if length == 0 || math.IsInf(length, 0) || math.IsNaN(length) { // as at a pole
			return value
		}
		for i := range l.x {
			l.x[i] = libm.CQuo(l.x[i], complex(length, 0))
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
	for i, x := range l.x {
		left := complex(real(x), -imag(x))
		for j, y := range l.x {
			sum += libm.CMul(left, libm.CMul(l.matrix[i][j], y))
		}
		size += libm.CMul(left, x)
	}
	return libm.CQuo(sum, size)
}

// solve replaces x by the solution y of a y = x, and spoils a. A pivot of zero, beside numbers of a size, is rounding.
func solve(a [][]complex128, x []complex128, size float64) {
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
