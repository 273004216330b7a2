package mat

import (
	"math"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
)

// Eigenvalues returns the eigenvalues of a square matrix, conjugate ones exactly so and side by side, and whether they
// have been found: by the QR algorithm with double shifts on the balanced matrix in Hessenberg's form, without what
// stands alone. G. H. Golub and C. F. Van Loan, "Matrix Computations", algorithms 7.5.1 and 7.5.2; R. S. Martin, G.
// Peters and J. H. Wilkinson, "The QR algorithm for real Hessenberg matrices", Numerische Mathematik 14, 1970.
func Eigenvalues(a Matrix) ([]complex128, bool) {
	m := DenseCopyOf(a)
	for i := range m.rows {
		if !floats.Finite(m.RawRowView(i)...) {
			return nil, false
		}
	}
	alone, m := isolate(m)
	if m == nil {
		return alone, true
	}
	balance(m)
	h, _ := Hessenberg(m)
	f := francis{h: h, norm: Norm(h), values: make([]complex128, h.rows)}
	for f.last = h.rows - 1; f.last >= 0; {
		if !f.split() {
			return nil, false
		}
	}
	return append(f.values, alone...), true
}

// isolate returns the eigenvalues that the zeros of a matrix lay bare, and the matrix of the others, nil if there are
// none: a row or a column of zeros, but for the diagonal and what has been isolated before, has its eigenvalue there.
// An effort that is underway to where nothing acts is such a row. Parlett and Reinsch begin with that.
func isolate(m *Dense) (values []complex128, rest *Dense) {
	keep := make([]int, m.rows)
	for i := range keep {
		keep[i] = i
	}
	alone := func(i int) bool {
		row, column := true, true
		for k := 0; k < len(keep) && (row || column); k++ {
			j := keep[k]
			row, column = row && (i == j || m.At(i, j) == 0), column && (i == j || m.At(j, i) == 0)
		}
		return row || column
	}
	for at := 0; at < len(keep); {
		if i := keep[at]; alone(i) {
			values = append(values, complex(m.At(i, i), 0))
			keep, at = slices.Delete(keep, at, at+1), 0
		} else {
			at++
		}
	}
	if len(keep) == 0 {
		return values, nil
	}
	rest = NewDense(len(keep), len(keep), nil)
	for i, row := range keep {
		for j, column := range keep {
			rest.Set(i, j, m.At(row, column))
		}
	}
	return values, rest
}

// balance scales rows and columns by powers of two, which are exact, until those of each number are as large (B. N.
// Parlett and C. Reinsch, "Balancing a matrix for calculation of eigenvalues and eigenvectors", 1969).
func balance(m *Dense) {
	for again := true; again; {
		again = false
		for i := range m.rows {
			row, column := 0.0, 0.0
			for j := range m.rows {
				if j != i {
					row += math.Abs(m.At(i, j))
					column += math.Abs(m.At(j, i))
				}
			}
			if row == 0 || column == 0 {
				continue
			}
			f, sum := 1.0, row+column
			for c := column; c < row/2 && f < 1<<60; c = float64(c * 4) {
				f = float64(f * 2)
			}
			for c := column; c >= float64(row*2) && f > 1./(1<<60); c /= 4 {
				f /= 2
			}
			if float64(column*f)+row/f < float64(0.95*sum) {
				again = true
				for j := range m.rows {
					m.Set(i, j, m.At(i, j)/f)
					m.Set(j, i, float64(m.At(j, i)*f))
				}
			}
		}
	}
}

// francis is the state of the iteration: what is below and right of last is done.
type francis struct {
	h      *Dense
	norm   float64 // of the matrix
	last   int
	shift  float64 // what was taken off the diagonal
	values []complex128
}

// split iterates until one or two eigenvalues split off at the end. Most do within ten iterations. Those of a block of
// almost equal ones may take a hundred, as its rounding throws them about.
func (f *francis) split() bool {
	const most = 3000
	h, n, exceptional := f.h, f.last, 30
	for iteration := range most {
		first := f.begin(iteration)
		x := h.At(n, n)
		if first == n {
			f.values[n] = complex(x+f.shift, 0)
			f.last--
			return true
		}
		y, w := h.At(n-1, n-1), float64(h.At(n, n-1)*h.At(n-1, n))
		if first == n-1 {
			f.pair(x, y, w)
			f.last -= 2
			return true
		}
		if iteration == exceptional { // shifts that break a cycle; they set a slow block back, so ever less of them
			exceptional *= 2
			f.shift += x
			for i := range n + 1 {
				h.Set(i, i, h.At(i, i)-x)
			}
			s := math.Abs(h.At(n, n-1)) + math.Abs(h.At(n-1, n-2))
			x, y, w = float64(0.75*s), float64(0.75*s), float64(-0.4375*s*s)
		}
		f.sweep(first, x, y, w)
	}
	return false
}

// begin returns the first row of the last block that no zero divides: no element that is rounding beside those next to
// it on the diagonal, or beside the whole matrix where these are rounding, too, and iterations have not helped.
func (f *francis) begin(iteration int) int {
	h := f.h
	for k := f.last; k > 0; k-- {
		size := math.Abs(h.At(k-1, k-1)) + math.Abs(h.At(k, k))
		if size == 0 || iteration > 20 {
			size = f.norm
		}
		if math.Abs(h.At(k, k-1)) <= float64(ulp*size) {
			h.Set(k, k-1, 0)
			return k
		}
	}
	return 0
}

// pair sets the eigenvalues of the last two rows.
func (f *francis) pair(x, y, w float64) {
	n := f.last
	p := (y - x) / 2
	q := float64(p*p) + w
	z := math.Sqrt(math.Abs(q))
	x += f.shift
	if q < 0 {
		f.values[n-1], f.values[n] = complex(x+p, z), complex(x+p, -z)
		return
	}
	z = p + math.Copysign(z, p)
	f.values[n-1], f.values[n] = complex(x+z, 0), complex(x+z, 0)
	if z != 0 {
		f.values[n] = complex(x-w/z, 0)
	}
}

// sweep is a step with two shifts, whose sum is x + y and whose product is x y − w.
func (f *francis) sweep(first int, x, y, w float64) {
	h, n := f.h, f.last
	var v [3]float64
	at := n - 2
	for ; ; at-- { // the first rows may be left out if two elements in a row are small
		z := h.At(at, at)
		r, s := x-z, y-z
		v[0] = (float64(r*s)-w)/h.At(at+1, at) + h.At(at, at+1)
		v[1] = h.At(at+1, at+1) - z - r - s
		v[2] = h.At(at+2, at+1)
		size := math.Abs(v[0]) + math.Abs(v[1]) + math.Abs(v[2])
		for i := range v {
			v[i] /= size
		}
		if at == first || float64(math.Abs(h.At(at, at-1))*(math.Abs(v[1])+math.Abs(v[2]))) <=
			float64(ulp*math.Abs(v[0])*(math.Abs(h.At(at-1, at-1))+math.Abs(z)+math.Abs(h.At(at+1, at+1)))) {
			break
		}
	}
	for i := at + 2; i <= n; i++ {
		h.Set(i, i-2, 0)
		if i > at+2 {
			h.Set(i, i-3, 0)
		}
	}
	sums := make([]float64, n+1)
	for k := at; k < n; k++ {
		size := min(3, n+1-k)
		if k > at {
			for i := range size {
				v[i] = h.At(k+i, k-1)
			}
		}
		u := v
		beta := reflector(u[:size])
		from := max(first, k-1)
		reflect(h.Slice(k, k+size, from, n+1), u[:size], beta, sums)
		if beta != 0 {
			for i := first; i <= min(n, k+3); i++ { // from the right
				row := h.RawRowView(i)[k : k+size]
				sum := 0.0
				for j, x := range row {
					sum += float64(x * u[j])
				}
				for j := range row {
					row[j] -= float64(float64(beta*sum) * u[j])
				}
			}
		}
		if k > first {
			for i := 1; i < size; i++ {
				h.Set(k+i, k-1, 0)
			}
		}
	}
}

// Eigenvectors returns vectors x and y with A x = λ x and yᴴ A = λ yᴴ, of length 1, by inverse iteration. start tells
// the vectors of equal eigenvalues apart.
func Eigenvectors(a Matrix, lambda complex128, start int) (right, left []complex128) {
	m := dense(a)
	n := m.rows
	size := m.norm1()
	c := make([][]complex128, n)
	for i := range c {
		c[i] = make([]complex128, n)
		for j, x := range m.RawRowView(i) {
			c[i][j] = complex(x, 0)
		}
		c[i][i] -= lambda
	}
	exchange := make([]int, n)
	for k := range n {
		at := k
		for i := k + 1; i < n; i++ {
			if libm.CAbs(c[i][k]) > libm.CAbs(c[at][k]) {
				at = i
			}
		}
		exchange[k] = at
		c[k], c[at] = c[at], c[k]
		if libm.CAbs(c[k][k]) <= float64(ulp*size) { // λ is exact
			c[k][k] = complex(float64(ulp*size)+0x1p-1000, 0)
		}
		for i := k + 1; i < n; i++ {
			c[i][k] = libm.CQuo(c[i][k], c[k][k])
			for j := k + 1; j < n; j++ {
				c[i][j] -= libm.CMul(c[i][k], c[k][j])
			}
		}
	}
	// One round is enough, and a second one may be worse where an eigenvalue depends much on the matrix.
	right, left = make([]complex128, n), make([]complex128, n)
	for i := range n {
		_, golden := math.Modf(float64(float64(i*(start+1)) * math.Phi)) // no simple ratios, which vectors have
		right[i] = complex(1+golden, 0)
		left[i] = right[i]
	}
	for k, at := range exchange { // P A = L U
		right[k], right[at] = right[at], right[k]
	}
	for i := range n {
		for j := range i {
			right[i] -= libm.CMul(c[i][j], right[j])
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			right[i] -= libm.CMul(c[i][j], right[j])
		}
		right[i] = libm.CQuo(right[i], c[i][i])
	}
	for i := range n { // Aᴴ = Uᴴ Lᴴ P
		for j := range i {
			left[i] -= libm.CMul(conjugate(c[j][i]), left[j])
		}
		left[i] = libm.CQuo(left[i], conjugate(c[i][i]))
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			left[i] -= libm.CMul(conjugate(c[j][i]), left[j])
		}
	}
	for k := n - 1; k >= 0; k-- {
		left[k], left[exchange[k]] = left[exchange[k]], left[k]
	}
	unit(right)
	unit(left)
	return right, left
}

func conjugate(x complex128) complex128 { return complex(real(x), -imag(x)) }

// unit scales a vector to length 1.
func unit(x []complex128) {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(real(v)), math.Abs(imag(v)))
	}
	sum := 0.0
	for i, v := range x {
		x[i] = complex(real(v)/largest, imag(v)/largest)
		sum += float64(real(x[i])*real(x[i])) + float64(imag(x[i])*imag(x[i]))
	}
	size := math.Sqrt(sum)
	for i, v := range x {
		x[i] = complex(real(v)/size, imag(v)/size)
	}
}
