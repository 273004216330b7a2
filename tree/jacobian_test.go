package tree_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/stencil"
	"kinetree/tree"
)

// times returns the product of a matrix of rows rows, given row by row, with a vector.
func times(rows int, m, v []float64) []float64 {
	out := make([]float64, rows)
	mat.NewVecDense(rows, out).MulVec(mat.NewDense(rows, len(v), m), mat.NewVecDense(len(v), v))
	return out
}

// TestJacobian checks J v = velocity in each frame, and each column against the velocity of a unit of its rate. What
// a moved base adds to a velocity is the velocity at v = 0. TestVelocity compares the velocities with poses.
func TestJacobian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		n := c.Model.NV()
		kin, other := c.now(), tree.NewKinematics(c.Model)
		other.MoveBase(c.Base)
		J, still, unit := make([]float64, 6*n), make([]float64, n), make([]float64, n)
		for _, axes := range allAxes {
			for i := range J {
				J[i] = math.NaN() // to be overwritten
			}
			kin.Jacobian(J, c.link, axes)
			other.UpdateVelocity(c.Q, still)
			base := six(other.Velocity(c.link, axes))
			got := times(6, J, c.V)
			floats.Add(got, base)
			expect.Near(t, fmt.Sprint("J v in axes ", axes), got, six(kin.Velocity(c.link, axes)), exact,
				1+floats.Norm(J, math.Inf(1)))
			for k := range n {
				unit[k] = 1
				other.UpdateVelocity(c.Q, unit)
				unit[k] = 0
				want := six(other.Velocity(c.link, axes))
				floats.Sub(want, base)
				column := make([]float64, 6)
				for r := range 6 {
					column[r] = J[r*n+k]
				}
				expect.Near(t, fmt.Sprintf("column %d in axes %d", k, axes), column, want, exact,
					1+floats.Norm(base, math.Inf(1)))
			}
		}
	})
}

// TestJacobianColumns compares the columns of the Jacobian in world-aligned axes with the differences of poses along
// one rate at a time.
func TestJacobianColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		*c.Base = tree.BaseMotion{Pose: c.Base.Pose}
		n := c.Model.NV()
		kin := c.now()
		J := make([]float64, 6*n)
		kin.Jacobian(J, c.link, tree.Aligned)
		back := kin.Pose(c.link).R.Transpose()
		for k := range n {
			c.V, c.A = make([]float64, n), make([]float64, n)
			c.V[k] = 1
			rate := c.rates(12, func(dst []float64, kin *tree.Kinematics) {
				pose := kin.Pose(c.link)
				turn := pose.R.Mul3(back)
				copy(dst, turn[:])
				copy(dst[9:], pose.P[:])
			})
			// Column by column, Ṙ Rᵀ has ωz at 1, −ωy at 2 and ωx at 5.
			want := []float64{rate[5], -rate[2], rate[1], rate[9], rate[10], rate[11]}
			column := make([]float64, 6)
			for r := range 6 {
				column[r] = J[r*n+k]
			}
			expect.Near(t, fmt.Sprint("column ", k), column, want, stencil.Relative, 1+floats.Norm(J, math.Inf(1)))
		}
	})
}

// TestJacobianRate compares with the differences of the Jacobian, and checks that accelerations are J a + J̇ v with
// the cheap product J̇ v.
func TestJacobianRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCourse(t)
		n := c.Model.NV()
		kin := c.now()
		J, rate := make([]float64, 6*n), make([]float64, 6*n)
		for _, axes := range allAxes {
			kin.Jacobian(J, c.link, axes)
			kin.JacobianRate(rate, c.link, axes)
			want := c.rates(6*n, func(dst []float64, kin *tree.Kinematics) { kin.Jacobian(dst, c.link, axes) })
			scale := 1 + floats.Norm(J, math.Inf(1))
			expect.Near(t, fmt.Sprint("J̇ in axes ", axes), rate, want, stencil.Relative, scale)

			scale += floats.Norm(rate, math.Inf(1)) + floats.Norm(six(kin.Velocity(c.link, axes)), 2)
			bias := six(kin.BiasAcceleration(c.link, axes))
			if *c.Base == *tree.Rest() {
				expect.Near(t, fmt.Sprint("J̇ v in axes ", axes), times(6, rate, c.V), bias, exact, scale)
			}
			floats.Add(bias, times(6, J, c.A))
			expect.Near(t, fmt.Sprint("J a + J̇ v in axes ", axes), bias, six(kin.Acceleration(c.link, axes)), exact,
				scale)
		}
	})
}

// TestJacobianGolden compares the Jacobian of a leaf link with the reference figures.
func TestJacobianGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		kin := tree.NewKinematics(m)
		link, _ := m.Link(f.LeafLink)
		n := m.NV()
		J := make([]float64, 6*n)
		for _, state := range f.States {
			kin.Update(state.Position(t, m))
			kin.Jacobian(J, link, tree.Aligned)
			linearRowsFirst := append(append([]float64(nil), J[3*n:]...), J[:3*n]...)
			f.CompareMatrix(t, f.Robot+" leaf_jacobian", m, linearRowsFirst, state.LeafJacobian)
		}
	})
}

// TestPlanarArm compares with the closed form of the planar arm with links of 1 m, which moves in the x-z plane.
func TestPlanarArm(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	tool, _ := m.Link("tool")
	kin := tree.NewKinematics(m)
	q, v := []float64{0.3, 0.8}, []float64{0.5, -1.2}
	kin.UpdateVelocity(q, v)
	s1, c1 := math.Sincos(q[0])
	s12, c12 := math.Sincos(q[0] + q[1])
	w := v[0] + v[1]
	// Positions count upwards from the x axis, so the arm turns about −y.
	J, rate := make([]float64, 12), make([]float64, 12)
	kin.Jacobian(J, tool, tree.Aligned)
	expect.Near(t, "J", J, []float64{0, 0, -1, -1, 0, 0, -s1 - s12, -s12, 0, 0, c1 + c12, c12}, exact, 1)
	kin.JacobianRate(rate, tool, tree.Aligned)
	expect.Near(t, "J̇", rate, []float64{0, 0, 0, 0, 0, 0, -c1*v[0] - c12*w, -c12 * w, 0, 0, -s1*v[0] - s12*w,
		-s12 * w},
		exact, 1)
}

func TestJacobianWrongLength(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	x := make([]float64, 6)
	kin := tree.NewKinematics(m)
	for want, call := range map[string]func(){
		"6 nv = 36": func() { kin.Jacobian(make([]float64, 35), 0, tree.World) },
		"has 37":    func() { kin.JacobianRate(make([]float64, 37), 0, tree.World) },
		"nv = 6":    func() { kin.UpdateVelocity(x, x[:5]) },
		"velocity":  func() { kin.UpdateAcceleration(x, x, x[:5]) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.HasPrefix(s, "tree: ") || !strings.Contains(s, want) {
					t.Errorf("recovered %q, want %q", s, want)
				}
			}()
			call()
		}()
	}
}
