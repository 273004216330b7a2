package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"kinetree/aba"
)

const (
	step    = 0.01 // s
	steps   = 200
	nx      = 4    // position and angle, and their velocities
	weight  = 1e-3 // of the squared force in a step (1/N²)
	regular = 1e-6
)

var (
	start = []float64{0, math.Pi, 0, 0}       // the pole hangs down
	final = []float64{1000, 1000, 100, 100}   // weights of the squared state at the end; upright in the middle is 0
	along = []float64{1e-3, 1e-3, 1e-5, 1e-5} // of the squared state in a step
)

// Problem is the cart with its pole, in steps of semi-implicit Euler: v' = v + h a(q, v, u), q' = q + h v'.
type Problem struct{ solver *aba.DerivativeSolver }

// Next returns the state after x under the force u and its derivatives by both.
func (p *Problem) Next(x []float64, u float64) (next []float64, A, B *mat.Dense, err error) {
	var qdd [2]float64
	var dq, dv, du [4]float64
	if err := p.solver.ForwardDynamics(qdd[:], dq[:], dv[:], du[:], x[:2], x[2:], []float64{u, 0}, nil); err != nil {
		return nil, nil, nil, err
	}
	next, A, B = make([]float64, nx), mat.NewDense(nx, nx, nil), mat.NewDense(nx, 1, nil)
	for i := range 2 {
		next[2+i] = x[2+i] + step*qdd[i]
		next[i] = x[i] + step*next[2+i]
		for k := range 2 {
			one := 0.0
			if i == k {
				one = 1
			}
			A.Set(2+i, k, step*dq[2*i+k])
			A.Set(2+i, 2+k, one+step*dv[2*i+k])
			A.Set(i, k, one+step*A.At(2+i, k))
			A.Set(i, 2+k, step*A.At(2+i, 2+k))
		}
		B.Set(2+i, 0, step*du[2*i])
		B.Set(i, 0, step*B.At(2+i, 0))
	}
	return next, A, B, nil
}

// Motion is a motion of the robot with the law that leads along it: the force u[k] + K[k] (x − x[k]) in step k.
type Motion struct {
	x    [][]float64
	u    []float64
	A, B []*mat.Dense
	K    []*mat.Dense // 1 x 4
	cost float64
}

// follow simulates the law of a motion with its forces changed by a part of du.
func (p *Problem) follow(m *Motion, du []float64, part float64) (*Motion, error) {
	n := &Motion{x: [][]float64{start}}
	for k := range steps {
		x := n.x[k]
		u := m.u[k] + part*du[k]
		for i := range nx {
			u += m.K[k].At(0, i) * (x[i] - m.x[k][i])
			n.cost += along[i] * x[i] * x[i] / 2
		}
		next, A, B, err := p.Next(x, u)
		if err != nil {
			return nil, err
		}
		n.cost += weight * u * u / 2
		n.x, n.u, n.A, n.B = append(n.x, next), append(n.u, u), append(n.A, A), append(n.B, B)
	}
	for i, x := range n.x[steps] {
		n.cost += final[i] * x * x / 2
	}
	return n, nil
}

// improve returns the changes of the forces and the gains that are best for the linear motion around m: Riccati's
// recursion, back in time, of the cost to go xᵀ P x/2 + pᵀ x.
func (m *Motion) improve() (du []float64, K []*mat.Dense) {
	du, K = make([]float64, steps), make([]*mat.Dense, steps)
	P, p := diagonal(final), product(diagonal(final), vector(m.x[steps]))
	for k := steps - 1; k >= 0; k-- {
		A, B := m.A[k], m.B[k]
		Qx := sum(product(diagonal(along), vector(m.x[k])), product(A.T(), p))
		Qu := weight*m.u[k] + product(B.T(), p).At(0, 0)
		Quu := weight + regular + product(B.T(), P, B).At(0, 0)
		Qux := product(B.T(), P, A)
		du[k] = -Qu / Quu
		K[k] = scaled(-1/Quu, Qux)
		p = sum(Qx, scaled(du[k], Qux.T()))
		P = sum(diagonal(along), product(A.T(), P, A), product(Qux.T(), K[k]))
	}
	return du, K
}

// Plan returns a motion whose cost no change of the forces lowers.
func (p *Problem) Plan() (m *Motion, iterations int, err error) {
	m = &Motion{u: make([]float64, steps)}
	for range steps {
		m.x, m.K = append(m.x, start), append(m.K, mat.NewDense(1, nx, nil))
	}
	push := make([]float64, steps) // to begin with, something that moves
	for k := range push {
		push[k] = 5 * math.Sin(4*step*float64(k))
	}
	if m, err = p.follow(m, push, 1); err != nil {
		return nil, 0, err
	}
	for iterations = 1; iterations <= 1000; iterations++ {
		du, K := m.improve()
		var better *Motion
		for part := 1.0; part > 1e-6; part /= 2 {
			n, err := p.follow(&Motion{x: m.x, u: m.u, K: K}, du, part)
			if err == nil && n.cost < m.cost {
				better = n
				break
			}
		}
		if m.K = K; better == nil {
			return m, iterations, nil
		}
		gain := m.cost - better.cost
		better.K, m = K, better
		if gain < 1e-9*m.cost {
			_, m.K = m.improve()
			return m, iterations, nil
		}
	}
	return nil, 0, fmt.Errorf("the cost is %v and still falls", m.cost)
}
