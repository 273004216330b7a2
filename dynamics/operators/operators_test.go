package operators_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/operators"
	"kinetree/models/oracle/randrobot"
	own "kinetree/spatial/mat"
	"kinetree/tree"
)

// full returns a matrix for the library that checks it.
func full(m *own.Dense) *mat.Dense {
	rows, columns := m.Dims()
	d := mat.NewDense(rows, columns, nil)
	for i := range rows {
		d.SetRow(i, m.RawRowView(i))
	}
	return d
}

func mul(factors ...mat.Matrix) *mat.Dense { var d mat.Dense; d.Product(factors...); return &d }

// unit returns 1 + sign a.
func unit(sign float64, a mat.Matrix) *mat.Dense {
	d := mat.DenseCopyOf(a)
	d.Scale(sign, d)
	for i := range d.RawMatrix().Rows {
		d.Set(i, i, 1+d.At(i, i))
	}
	return d
}

// near checks that two matrices agree to a share of the largest number. The condition of the mass matrix, 1e6 for the
// worst of the robots drawn, times rounding is 1e-10.
func near(t *rapid.T, what string, got, want mat.Matrix) {
	t.Helper()
	var d mat.Dense
	d.Sub(got, want)
	if far, scale := mat.Norm(&d, 2), mat.Norm(want, 2); !(far <= 1e-9*math.Max(1, scale)) {
		t.Fatalf("%s is off by %v of %v", what, far, scale)
	}
}

// TestFactors checks the identities of the operators on random robots with joints of all kinds against composite
// bodies, articulated bodies, and the Jacobians of the links.
func TestFactors(t *testing.T) {
	checked := 0
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 6)
		m := c.Build(t, tree.IgnoreMimic())
		q, _, _, _, _ := c.State(m)
		o, err := operators.Of(m, q)
		if singular := new(tree.SingularError); errors.As(err, &singular) {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
		n := m.NV()
		if n == 0 {
			t.Skip("nothing moves")
		}
		H, Phi, M, D, K, Psi := full(o.H), full(o.Phi), full(o.M), full(o.D), full(o.K), full(o.Psi)
		x := make([]float64, n*n)
		crba.New(m).MassMatrix(x, q)
		mass := mat.NewDense(n, n, x)
		direct := mul(H, Phi, M, Phi.T(), H.T())
		for i, a := range m.Armature() {
			direct.Set(i, i, direct.At(i, i)+a)
		}
		near(t, "H Φ M Φᵀ Hᵀ", direct, mass)
		outward, inward := unit(1, mul(H, Phi, K)), unit(-1, mul(H, Psi, K))
		near(t, "(1 + H Φ K) D (1 + H Φ K)ᵀ", mul(outward, D, outward.T()), mass)
		near(t, "(1 + H Φ K)(1 − H Ψ K)", mul(outward, inward), unit(0, mass))
		y := make([]float64, n*n)
		if err := aba.New(m).InverseMassMatrix(y, q); err != nil {
			t.Skip(err)
		}
		var inverse mat.Dense
		if err := inverse.Inverse(D); err != nil {
			t.Skip(err)
		}
		near(t, "(1 − H Ψ K)ᵀ D⁻¹ (1 − H Ψ K)", mul(inward.T(), &inverse, inward), mat.NewDense(n, n, y))
		kin := tree.NewKinematics(m)
		kin.Update(q)
		rates := mul(Phi.T(), H.T())
		for _, j := range m.Joints() {
			jacobian := make([]float64, 6*n)
			kin.Jacobian(jacobian, j.Link, tree.Aligned)
			linearFirst := mat.NewDense(6, n, append(append([]float64{}, jacobian[3*n:]...), jacobian[:3*n]...))
			near(t, "the Jacobian of "+o.Links[j.Body-1], rates.Slice(6*j.Body-6, 6*j.Body, 0, n), linearFirst)
			checked++
		}
	})
	if checked < 20 {
		t.Errorf("%d Jacobians were compared", checked)
	}
}

// TestRefused checks that joints that follow others are told.
func TestRefused(t *testing.T) {
	for seed := range uint64(200) {
		c := randrobot.NewAny(t, seed, 8)
		m := c.Build(t)
		q, _, _, _, _ := c.State(m)
		for _, j := range m.Joints() {
			if j.Leader >= 0 {
				if _, err := operators.Of(m, q); err == nil || !strings.Contains(err.Error(), "follows another one") {
					t.Errorf("seed %d: %v", seed, err)
				}
				return
			}
		}
	}
	t.Error("no robot has a joint that follows another one")
}
