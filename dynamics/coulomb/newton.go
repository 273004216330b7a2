package coulomb

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/spatial/mat"
)

// regular is what is added to the diagonal of G, relative to its largest number, so that there is one solution: less
// and less of it, down to the last, each beginning at the solution before. It is as if contacts yielded, all alike. So
// where rigid bodies leave the answer open, what is alike bears as much.
var regular = [...]float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}

// newton looks for the root of
//
//	F_n = λ_n − max(0, λ_n − ρ w_n),   F_t = λ_t − what of λ_t − ρ w_t is within μ max(0, λ_n − ρ w_n)
//
// by Newton's method, whose steps are halved where F would grow. The best of what it finds is left.
func (p *Encounter) newton(x *Solution, size float64) {
	n := len(p.Free)
	g := append([]float64(nil), p.Matrix...)
	most := 0.0
	for i := range n {
		most = max(most, g[i*n+i])
	}
	if most == 0 || size == 0 {
		return
	}
	q := projection{Encounter: &Encounter{Contacts: p.Contacts, Matrix: g, Free: p.Free}, rho: make([]float64, n),
		F: make([]float64, n), J: make([]float64, n*n)}
	for i := range n {
		q.rho[i] = 1 / max(g[i*n+i], float64(1e-6*most))
	}
	for at := 0; at < n; at += 3 { // one number for both directions across, so that the disc stays one
		q.rho[at+1] = min(q.rho[at+1], q.rho[at+2])
		q.rho[at+2] = q.rho[at+1]
	}
	lambda := append([]float64(nil), x.Lambda...)
	for _, part := range regular {
		for i := range n {
			g[i*n+i] = p.Matrix[i*n+i] + float64(part*most)
		}
		q.descend(lambda)
	}
	copy(x.Lambda, lambda)
}

// descend takes Newton's steps from multipliers.
func (q *projection) descend(lambda []float64) {
	n := len(lambda)
	exchange, next := make([]int, n), make([]float64, n)
	best := append([]float64(nil), lambda...)
	norm := q.evaluate(lambda)
	least := norm
	for range 40 {
		step := append([]float64(nil), q.F...)
		if !mat.Eliminate(q.J, exchange) {
			break
		}
		mat.Substitute(q.J, exchange, step)
		for part := 1.0; ; part /= 2 { // where F has an edge no part of the step may help
			for i := range next {
				next[i] = lambda[i] - float64(part*step[i])
			}
			if now := q.evaluate(next); now < norm || part < 0.1 {
				norm = now
				break
			}
		}
		copy(lambda, next)
		if norm < least {
			rounded := norm > 0.5*least && norm < 1e-13
			least = norm
			copy(best, lambda)
			if rounded {
				break
			}
		}
		if norm == 0 {
			break
		}
	}
	copy(lambda, best)
}

// projection is F with its derivative J.
type projection struct {
	*Encounter
	rho, F, J []float64
}

// evaluate sets F and J at multipliers, and returns the length of F.
func (q *projection) evaluate(lambda []float64) float64 {
	n := len(lambda)
	w := make([]float64, n)
	for i := range n {
		w[i] = q.rate(lambda, i)
	}
	clear(q.J)
	for i := range q.Contacts {
		c, normal := &q.Contacts[i], 3*i
		q.pressing(normal, lambda, w)
		if !c.Slides {
			q.rubbing(c, normal, lambda, w)
			continue
		}
		for k := range 2 { // λ_t + μ λ_n toward
			row := normal + 1 + k
			q.F[row] = lambda[row] + float64(c.Friction*c.Toward[k]*lambda[normal])
			q.J[row*n+row] = 1
			q.J[row*n+normal] = float64(c.Friction * c.Toward[k])
		}
	}
	sum := 0.0
	for _, f := range q.F {
		sum += float64(f * f)
	}
	return math.Sqrt(sum)
}

// pressing sets F and J of a normal row.
func (q *projection) pressing(i int, lambda, w []float64) {
	n := len(lambda)
	if lambda[i]-float64(q.rho[i]*w[i]) <= 0 {
		q.F[i], q.J[i*n+i] = lambda[i], 1
		return
	}
	q.F[i] = float64(q.rho[i] * w[i])
	for k := range n {
		q.J[i*n+k] = float64(q.rho[i] * q.Matrix[i*n+k])
	}
}

// rubbing sets F and J of the rows across of a contact that has the choice.
func (q *projection) rubbing(c *Touching, normal int, lambda, w []float64) {
	first := normal + 1
	n, rho := len(lambda), q.rho[first]
	pressed := lambda[normal] - float64(q.rho[normal]*w[normal])
	radius := float64(c.Friction * max(0, pressed))
	t := [2]float64{lambda[first] - float64(rho*w[first]), lambda[first+1] - float64(rho*w[first+1])}
	length := libm.Hypot(t[0], t[1])
	if length <= radius {
		for a := range 2 {
			q.F[first+a] = float64(rho * w[first+a])
			for k := range n {
				q.J[(first+a)*n+k] = float64(rho * q.Matrix[(first+a)*n+k])
			}
		}
		return
	}
	u := [2]float64{t[0] / length, t[1] / length}
	for a := range 2 {
		q.F[first+a] = lambda[first+a] - float64(radius*u[a])
		row := q.J[(first+a)*n : (first+a)*n+n]
		row[first+a]++
		for b := range 2 { // how the direction turns with t = λ_t − ρ w_t
			turn := -float64(u[a] * u[b])
			if a == b {
				turn++
			}
			turn = float64(turn * radius / length)
			row[first+b] -= turn
			for k := range n {
				row[k] += float64(turn * rho * q.Matrix[(first+b)*n+k])
			}
		}
		if pressed > 0 {
			row[normal] -= float64(c.Friction * u[a])
			for k := range n {
				row[k] += float64(c.Friction * u[a] * q.rho[normal] * q.Matrix[normal*n+k])
			}
		}
	}
}
