package analysis_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/spatial/mat"

	"kinetree/control/analysis"
)

// diagonal returns a diagonal matrix.
func diagonal(x ...float64) *mat.Dense {
	m := mat.NewDense(len(x), len(x), nil)
	for i, v := range x {
		m.Set(i, i, v)
	}
	return m
}

func eye(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}

// random returns a matrix of normal numbers.
func random(rng *rand.Rand, r, c int) *mat.Dense {
	m := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			m.Set(i, j, rng.NormFloat64())
		}
	}
	return m
}

// largest returns the largest magnitude of an element.
func largest(m mat.Matrix) float64 {
	size := 0.0
	for _, x := range mat.DenseCopyOf(m).Data() {
		size = max(size, math.Abs(x))
	}
	return size
}

// approx tells whether two matrices are the same within a tolerance.
func approx(a, b mat.Matrix, tolerance float64) bool {
	var d mat.Dense
	d.Sub(a, b)
	return largest(&d) <= tolerance
}

// shown returns the rows of a matrix.
func shown(m mat.Matrix) (rows [][]float64) {
	d := mat.DenseCopyOf(m)
	n, _ := d.Dims()
	for i := range n {
		rows = append(rows, d.RawRowView(i))
	}
	return rows
}

// residual returns Aᵀ P + P A − Kᵀ R K + Q.
func residual(a, q, r, k, p *mat.Dense) *mat.Dense {
	var pa, rk, sum mat.Dense
	pa.Mul(p, a)
	rk.Mul(r, k)
	sum.Mul(k.T(), &rk)
	sum.Sub(q, &sum)
	sum.Add(&sum, &pa)
	sum.Add(&sum, pa.T())
	return &sum
}

// discreteResidual returns Aᵀ P (A − B K) + Q − P.
func discreteResidual(a, b, q, k, p *mat.Dense) *mat.Dense {
	var closed, pc, sum mat.Dense
	closed.Mul(b, k)
	closed.Sub(a, &closed)
	pc.Mul(p, &closed)
	sum.Mul(a.T(), &pc)
	sum.Add(&sum, q)
	sum.Sub(&sum, p)
	return &sum
}

// TestDoubleIntegrator: with Q = 1 and R = 1, K = (1, √3) and P = [√3 1; 1 √3]. With Q = diag(q, 0) and R = r, K =
// (√(q/r), √(2 √(q/r))).
func TestDoubleIntegrator(t *testing.T) {
	a, b := mat.NewDense(2, 2, []float64{0, 1, 0, 0}), mat.NewDense(2, 1, []float64{0, 1})
	k, p, err := analysis.LQR(a, b, eye(2), eye(1))
	if err != nil {
		t.Fatal(err)
	}
	s := math.Sqrt(3)
	if !approx(k, mat.NewDense(1, 2, []float64{1, s}), 1e-14) ||
		!approx(p, mat.NewDense(2, 2, []float64{s, 1, 1, s}), 1e-14) {
		t.Errorf("K = %v, P = %v", shown(k), shown(p))
	}
	for _, w := range [][2]float64{{1e6, 1}, {1, 1e6}, {1e8, 1e-4}} {
		k, _, err := analysis.LQR(a, b, diagonal(w[0], 0), diagonal(w[1]))
		if err != nil {
			t.Fatal(err)
		}
		p := math.Sqrt(w[0] / w[1])
		if d := math.Sqrt(2 * p); math.Abs(k.At(0, 0)-p) > 1e-10*p || math.Abs(k.At(0, 1)-d) > 1e-10*d {
			t.Errorf("weights %v: K = %v, want %v and %v", w, shown(k), p, d)
		}
	}
}

// TestArmResidual puts the solution for ur5 and other arms into the Riccati equation.
func TestArmResidual(t *testing.T) {
	for _, name := range []string{"ur5", "panda_arm", "rr_arm", "cart_pole"} {
		plant := arm(t, name).Plant
		n2, n := plant.B.Dims()
		k, p, err := analysis.LQR(plant.A, plant.B, eye(n2), eye(n))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// 1e-10 for ur5; in general relative to the terms of the equation, of which P A is the largest.
		tolerance := 1e-10
		if name != "ur5" {
			tolerance = 1e-14 * math.Max(1, largest(p)*largest(plant.A))
		}
		if r := largest(residual(plant.A, eye(n2), eye(n), k, p)); r > tolerance {
			t.Errorf("%s: residual %v", name, r)
		}
	}
}

// controllable returns a random system whose first input drives a chain of integrators with feedback, seen in other
// axes: far from one that no input can make stable, unlike one of random numbers.
func controllable(rng *rand.Rand, n, inputs int) (a, b *mat.Dense) {
	chain, drive := mat.NewDense(n, n, nil), random(rng, n, inputs)
	for i := range n {
		chain.Set(n-1, i, rng.NormFloat64())
		if i+1 < n {
			chain.Set(i, i+1, 1)
		}
		drive.Set(i, 0, 0)
	}
	drive.Set(n-1, 0, 1)
	var qr mat.QR
	var turn, x mat.Dense
	qr.Factorize(random(rng, n, n))
	qr.QTo(&turn)
	a, b = &mat.Dense{}, &mat.Dense{}
	x.Mul(&turn, chain)
	a.Mul(&x, turn.T())
	b.Mul(&turn, drive)
	return a, b
}

// TestRandomRegulators puts solutions for random systems into the equations.
func TestRandomRegulators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(1, 6).Draw(t, "states")
		inputs := rapid.IntRange(1, 3).Draw(t, "inputs")
		a, b := controllable(rng, n, inputs)
		half := random(rng, n, n)
		var q mat.Dense
		q.Mul(half, half.T())
		root := random(rng, inputs, inputs)
		var r mat.Dense
		r.Mul(root, root.T())
		r.Add(&r, eye(inputs))
		k, p, err := analysis.LQR(a, b, &q, &r)
		if err != nil {
			t.Fatal(err)
		}
		// Rounding in the largest terms, P A and Kᵀ R K.
		scale := largest(p) * (largest(a) + largest(b)*largest(k))
		if x := largest(residual(a, &q, &r, k, p)); x > 1e-11*(1+scale) {
			t.Errorf("residual %v, terms of %v", x, scale)
		}
		if !approx(p, p.T(), 1e-12*largest(p)) {
			t.Error("P is not symmetric")
		}
		k, p, err = analysis.DiscreteLQR(a, b, &q, &r)
		if err != nil {
			t.Fatal(err)
		}
		scale = largest(a) * largest(p) * (largest(a) + largest(b)*largest(k))
		if x := largest(discreteResidual(a, b, &q, k, p)); x > 1e-11*(1+scale) {
			t.Errorf("discrete residual %v, terms of %v", x, scale)
		}
		// K = (R + Bᵀ P B)⁻¹ Bᵀ P A.
		var pa, pb, s, want mat.Dense
		pa.Mul(p, a)
		pb.Mul(p, b)
		s.Mul(b.T(), &pb)
		s.Add(&s, &r)
		want.Mul(b.T(), &pa)
		var got mat.Dense
		got.Mul(&s, k)
		if !approx(&got, &want, 1e-9*(1+largest(&want))) {
			t.Errorf("K = %v", shown(k))
		}
	})
}

// TestScalarDiscrete: x⁺ = x + u with Q = R = 1 has p² = p + 1, the golden ratio, and K = p/(1 + p) = 1/p.
func TestScalarDiscrete(t *testing.T) {
	k, p, err := analysis.DiscreteLQR(eye(1), eye(1), eye(1), eye(1))
	golden := (1 + math.Sqrt(5)) / 2
	if err != nil || math.Abs(p.At(0, 0)-golden) > 1e-15*4 || math.Abs(k.At(0, 0)-1/golden) > 1e-15*4 {
		t.Errorf("p = %v, k = %v, %v", p, k, err)
	}
}

func TestBadRegulators(t *testing.T) {
	a, b := eye(2), mat.NewDense(2, 1, []float64{1, 0}) // the second state grows and nothing drives it
	asymmetric := mat.NewDense(2, 2, []float64{1, 1, 0, 1})
	integrator := mat.NewDense(2, 2, []float64{0, 1, 0, 0})
	for _, c := range []struct {
		want       string
		a, b, q, r *mat.Dense
	}{
		{"no feedback makes the system stable", a, b, eye(2), eye(1)},
		{"its unstable motion has no weight", integrator, mat.NewDense(2, 1, []float64{0, 1}), diagonal(0, 1), eye(1)},
		{"weights Q are not symmetric", a, b, asymmetric, eye(1)},
		{"weights Q are not symmetric or not finite", a, b, diagonal(1, math.NaN()), eye(1)},
		{"Q of the state are not positive semidefinite", a, b, diagonal(1, -1), eye(1)},
		{"R of the efforts are not positive definite", a, b, eye(2), diagonal(0)},
	} {
		if _, _, err := analysis.LQR(c.a, c.b, c.q, c.r); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
		twice := mat.NewDense(2, 2, nil)
		twice.Add(eye(2), c.a)
		if _, _, err := analysis.DiscreteLQR(twice, c.b, c.q, c.r); err == nil || !strings.Contains(err.Error(),
			c.want) {
			t.Errorf("discrete: got %v, want %q", err, c.want)
		}
	}
	defer func() {
		if s, ok := recover().(string); !ok || !strings.Contains(s, "R is 2 x 2; expected 1 x 1") {
			t.Errorf("recovered %q", s)
		}
	}()
	analysis.LQR(a, b, eye(2), eye(2))
}
