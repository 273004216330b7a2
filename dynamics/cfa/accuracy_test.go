package cfa

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/aba"
	"kinetree/models/oracle/randrobot"
	"kinetree/urdf"
)

// condition returns the condition of A, scaled to ones on its diagonal, of the state of the last ForwardDynamics: the
// ratio of its largest and smallest eigenvalue by so many steps of the power method each. It is a lower bound, which
// some 50 steps bring near.
func (c *Chain) condition(steps int) float64 {
	n := len(c.rows)
	diag, right, x, y := make([]sym5, n), make([]mat5, n), make([]vec5, n), make([]vec5, n)
	for i := range n {
		c.setRow(i + 1)
		diag[i], right[i] = c.rows[i].diag, c.rows[i].right
	}
	scaled := func(v []vec5) {
		for i := range v {
			for k := range v[i] {
				v[i][k] *= math.Sqrt(c.rows[i].scale[k])
			}
		}
	}
	unscaled := func(v []vec5) {
		for i := range v {
			for k := range v[i] {
				v[i][k] /= math.Sqrt(c.rows[i].scale[k])
			}
		}
	}
	norm := func(v []vec5) float64 {
		sum := 0.0
		for i := range v {
			sum += v[i].dot(&v[i])
		}
		return math.Sqrt(sum)
	}
	start := func() {
		for i, v := range randrobot.Vector(4, 5*n) {
			x[i/5][i%5] = v
		}
	}
	growth := func(apply func()) float64 {
		start()
		for range steps {
			l := norm(x)
			for i := range x {
				for k := range x[i] {
					x[i][k] /= l
				}
			}
			apply()
		}
		return norm(x)
	}
	largest := growth(func() {
		unscaled(x)
		for i := range n {
			y[i] = vec5{}
			at := 0
			for k := range 5 {
				for l := range k + 1 {
					y[i][k] += diag[i][at] * x[i][l]
					if l < k {
						y[i][l] += diag[i][at] * x[i][k]
					}
					at++
				}
			}
		}
		for i := range n - 1 {
			for l := range 5 {
				y[i+1][l] += right[i][l].dot(&x[i])
				for k := range 5 {
					y[i][k] += right[i][l][k] * x[i+1][l]
				}
			}
		}
		copy(x, y)
		unscaled(x)
	})
	for i := range n {
		c.factor(i + 1)
	}
	smallest := growth(func() {
		scaled(x)
		for i := range n {
			r := &c.rows[i]
			r.x = x[i]
			if i > 0 {
				r.x.subTransposed(&c.rows[i-1].right, &c.rows[i-1].x)
			}
			r.diag.half(&r.x)
		}
		for i := n - 1; i >= 0; i-- {
			c.backward(i + 1)
			x[i] = c.rows[i].x
		}
		scaled(x)
	})
	return largest * smallest
}

// once sets qdd to the accelerations after one solution for the constraint forces, without the second one that
// refines them.
func (c *Chain) once(qdd, q, qd, tau []float64) {
	n := len(c.rows)
	c.loosen(q, qd, tau)
	for i := 1; i <= n; i++ {
		c.factor(i)
		c.forward(i)
	}
	for i := n; i > 0; i-- {
		c.backward(i)
		c.bear(i)
	}
	for i := 1; i <= n; i++ {
		c.rates(i, qdd)
	}
}

// chains are robots of n links, from well-conditioned ones to others.
var chains = []struct {
	name   string
	angle  float64 // the largest of a joint (rad)
	change func(r *urdf.Robot)
}{
	{"bent", 1, func(*urdf.Robot) {}},
	{"nearly straight", 1e-3, func(*urdf.Robot) {}},
	{"straight", 0, func(*urdf.Robot) {}},
	{"nearly straight, parallel axes", 1e-3, parallelAxes},
	{"bent, 1 kg and 1 mg in turn", 1, uneven(1e-6)},
	{"bent, 1 kg and 10 µg in turn", 1, uneven(1e-8)},
}

func parallelAxes(r *urdf.Robot) {
	for i := range r.Joints {
		r.Joints[i].Axis = [3]float64{0, 1, 0}
	}
}

// uneven makes every second link lighter.
func uneven(ratio float64) func(r *urdf.Robot) {
	return func(r *urdf.Robot) {
		for i := 1; i < len(r.Links); i += 2 {
			l := r.Links[i].Inertial
			l.Mass *= ratio
			l.Inertia.IXX, l.Inertia.IYY, l.Inertia.IZZ = ratio*l.Inertia.IXX, ratio*l.Inertia.IYY, ratio*l.Inertia.IZZ
		}
	}
}

// TestAccuracy compares all ways with the articulated-body algorithm in numbers of twice the length. With -v it
// prints the table of docs/constraint-forces.md.
func TestAccuracy(t *testing.T) {
	lengths := []int{10, 1000, 10_000}
	if testing.Short() {
		lengths = lengths[:2]
	}
	for _, kind := range chains {
		for _, n := range lengths {
			r := randrobot.Chain(n)
			kind.change(r)
			m := modelOf(t, r)
			p, err := NewParallelChain(m, 2)
			if err != nil {
				t.Fatal(err)
			}
			a := aba.New(m)
			q, tau := randrobot.Vector(1, n), randrobot.Vector(3, n)
			floats.Scale(kind.angle, q)
			kappa := 0.0
			for _, moving := range []bool{false, true} {
				state, qd := "at rest", make([]float64, n)
				if moving {
					state, qd = "moving", randrobot.Vector(2, n)
				}
				exact := exactDynamics(m, q, qd, tau)
				qdd, largest := make([]float64, n), floats.Norm(exact, math.Inf(1))
				off := func(err error) float64 {
					if err != nil {
						t.Fatal(err)
					}
					return floats.Distance(qdd, exact, math.Inf(1)) / largest
				}
				articulated := off(a.ForwardDynamics(qdd, q, qd, tau, nil))
				p.once(qdd, q, qd, tau)
				once := off(nil)
				serial := off(p.Chain.ForwardDynamics(qdd, q, qd, tau, nil))
				parallel := off(p.ForwardDynamics(qdd, q, qd, tau, nil))
				what := fmt.Sprintf("%s, %s, %d joints", kind.name, state, n)
				if kappa == 0 {
					kappa = p.condition(50)
				}
				t.Logf("| %s | %s | %d | %.0e | %.0e | %.0e | %.0e | %.0e |", kind.name, state, n, kappa, articulated,
					once, serial, parallel)

				// Two solutions leave (κ ε)², times what the chain's length amplifies, and the rounding of the
				// velocities, which all ways share: up to a hundred times that of the articulated-body algorithm's if
				// that is lucky.
				limit := math.Min(1e-9, 1e-14+10*articulated+1e3*math.Pow(kappa*0x1p-53, 2))
				if !(serial <= limit && parallel <= limit) {
					t.Errorf("%s: errors of %.2g and %.2g, limit %.2g", what, serial, parallel, limit)
				}
				if !moving && !(once >= serial) && once > 1e-14 {
					t.Errorf("%s: the second solution makes an error of %.2g one of %.2g", what, once, serial)
				}
				if kappa < 1e9 && !(serial <= 1e-9 && parallel <= 1e-9 && articulated <= 1e-9) {
					t.Errorf("%s: a well-conditioned chain with errors of %.2g, %.2g and %.2g", what, serial, parallel,
						articulated)
				}
			}
		}
	}
}
