package fastest

import (
	"math"
)

// minimize goes on from the start with a falling barrier.
func (p *soft) minimize() {
	n := len(p.cells)
	count := 0
	for i := range p.cells {
		p.bounds(i, p.x, p.u, func(bound) { count++ })
	}
	total := p.total()
	mu := total / float64(count)
	x, u := make([]float64, n+1), make([]float64, n+1)
	weight := 0.0
	defer func() { p.gap = float64(mu * float64(count)) }()
	for range rounds {
		slope, off := p.newton(mu)
		for _, y := range p.forces {
			weight = math.Max(weight, 1.5*math.Abs(y))
		}
		old := p.merit(p.x, p.u, mu, weight)
		size := 1.0
		for ; size > 1e-10; size *= 0.6 {
			for i := 1; i < n; i++ {
				x[i] = p.x[i] + float64(size*p.force[3*i-2])
				u[i] = p.u[i] + float64(size*p.force[3*i-1])
			}
			if got := p.merit(x, u, mu, weight); got < old+float64(1e-4*size*math.Min(0,
				slope-float64(weight*off)))+float64(1e-13*math.Abs(old)) {
				copy(p.x, x)
				copy(p.u, u)
				break
			}
		}
		done := float64(mu*float64(count)) <= gap*total
		if -slope < 0.5*mu*math.Sqrt(float64(count)) || size <= 1e-10 || size > 0.5 {
			if done && (-slope < 1e-2*mu*float64(count) || size <= 1e-10) {
				return
			}
			if !done {
				mu /= 4
			}
		}
		total = p.total()
	}
}

// newton finds the step, with the multipliers, and returns the slope of the barrier along it and what is missing of the
// equations.
func (p *soft) newton(mu float64) (slope, off float64) {
	n := len(p.cells)
	b := p.band
	b.clear()
	clear(p.force)
	gradient := make([]float64, len(p.force))
	for i := range p.cells {
		at := [4]int{3*i - 2, 3*i - 1, 3*i + 1, 3*i + 2}
		inner := [4]bool{i > 0, i > 0, i < n-1, i < n-1}
		_, dt := p.span(i, p.x[i], p.u[i], p.x[i+1], p.u[i+1])
		for r := range dt {
			if inner[r] {
				gradient[at[r]] += dt[r]
			}
		}
		d00, d01, d11 := p.curvature(i)
		if i > 0 {
			b.add(at[0], at[0], d00)
		}
		if i < n-1 {
			b.add(at[2], at[2], d11)
		}
		if i > 0 && i < n-1 {
			b.add(at[0], at[2], d01)
			b.add(at[2], at[0], d01)
		}
		p.bounds(i, p.x, p.u, func(w bound) {
			d := [4]float64{w.x0, w.u0, w.x1, w.u1}
			k := mu / -w.c
			for r := range d {
				if d[r] == 0 || !inner[r] {
					continue
				}
				gradient[at[r]] += float64(k * d[r])
				for c := range d {
					if d[c] != 0 && inner[c] {
						b.add(at[r], at[c], float64(k/-w.c*d[r]*d[c]))
					}
				}
			}
		})
		state := [4]float64{p.x[i], p.u[i], p.x[i+1], p.u[i+1]}
		value := p.missing(i, state[0], state[1], state[2], state[3])
		p.force[3*i] = -value
		off += math.Abs(value)
		for r := range state {
			if !inner[r] {
				continue
			}
			// The equation is smooth, and its derivatives need not be exact.
			h := float64(1e-6 * math.Max(math.Abs(state[r]), float64(1e-3*math.Abs(value))+1e-12))
			if r%2 == 1 {
				h = float64(1e-6 * (math.Abs(state[r]) + (state[0]+state[2])/(p.cells[i].to-p.cells[i].from)))
			}
			up, down := state, state
			up[r] += h
			down[r] -= h
			d := (p.missing(i, up[0], up[1], up[2], up[3]) - p.missing(i, down[0], down[1], down[2], down[3])) /
				float64(2*h)
			b.add(3*i, at[r], d)
			b.add(at[r], 3*i, d)
		}
	}
	for i := 1; i < n; i++ {
		p.force[3*i-2], p.force[3*i-1] = -gradient[3*i-2], -gradient[3*i-1]
	}
	b.solve(p.force)
	for i := range p.cells {
		p.forces[i] = p.force[3*i]
	}
	for i := 1; i < n; i++ {
		slope += float64(gradient[3*i-2]*p.force[3*i-2]) + float64(gradient[3*i-1]*p.force[3*i-1])
	}
	return slope, off
}

// banded is a square matrix with entries near its diagonal.
type banded struct {
	n, half int
	rows    [][]float64 // entry j of row i at j − i + half, with room for what elimination adds
}

func newBanded(n, half int) *banded {
	b := &banded{n: n, half: half, rows: make([][]float64, n)}
	for i := range b.rows {
		b.rows[i] = make([]float64, 3*half+1)
	}
	return b
}

func (b *banded) clear() {
	for _, r := range b.rows {
		clear(r)
	}
}

// add adds to an entry.
func (b *banded) add(i, j int, x float64) { b.rows[i][j-i+b.half] += x }

// solve solves for the right side, which becomes the solution, by elimination with the largest pivots. The matrix is
// lost. Golub and Van Loan, "Matrix Computations", 2013, section 4.3.
func (b *banded) solve(x []float64) {
	// A row begins at its column first[i], so that rows can change places.
	h := b.half
	for i, r := range b.rows { // entry j at j − max(0, i − half)
		if skip := h - i; skip > 0 {
			copy(r, r[skip:])
			clear(r[len(r)-skip:])
		}
	}
	for i := range b.n {
		last := min(b.n-1, i+h)
		best := i
		for k := i + 1; k <= last; k++ { // all begin at column i or are shifted below
			if math.Abs(b.rows[k][0]) > math.Abs(b.rows[best][0]) && b.starts(k) <= i {
				best = k
			}
		}
		b.rows[i], b.rows[best] = b.rows[best], b.rows[i]
		x[i], x[best] = x[best], x[i]
		pivot := b.rows[i]
		for k := i + 1; k <= last; k++ {
			if b.starts(k) > i {
				continue
			}
			r := b.rows[k]
			f := r[0] / pivot[0]
			for j := 1; j < len(r); j++ {
				r[j-1] = r[j] - float64(f*pivot[j])
			}
			r[len(r)-1] = 0
			x[k] -= float64(f * x[i])
		}
	}
	for i := b.n - 1; i >= 0; i-- {
		sum := x[i]
		for j := 1; j < len(b.rows[i]) && i+j < b.n; j++ {
			sum -= float64(b.rows[i][j] * x[i+j])
		}
		x[i] = sum / b.rows[i][0]
	}
}

// starts returns the first column of a row as it was given.
func (b *banded) starts(i int) int { return max(0, i-b.half) }
