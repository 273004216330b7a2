package lagrange_test

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"kinetree/dynamics/lagrange"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/models/oracle/stencil"
	"kinetree/spatial"
	"kinetree/tree"
)

// exact is the accuracy asked of what two ways of adding up the same few hundred products give, relative to the
// largest and at least 1.
const exact = 1e-12

// times returns the product of a matrix of rows rows, given row by row, with a vector.
func times(rows int, m, v []float64) []float64 {
	out := make([]float64, rows)
	mat.NewVecDense(rows, out).MulVec(mat.NewDense(rows, len(v), m), mat.NewVecDense(len(v), v))
	return out
}

func six(f spatial.Force) []float64 { return slices.Concat(f.Ang[:], f.Lin[:]) }

// testCase is a robot with joints of all kinds in a random state, its base fixed, floating or moved.
type testCase struct {
	*stencil.Course
	kin      *tree.Kinematics  // at t = 0
	inertias []spatial.Inertia // of the links as the description has them, in their frames
	fext     []spatial.Force
}

func drawCase(t *rapid.T) *testCase {
	a := randrobot.DrawAny(t, 8)
	c := &testCase{&stencil.Course{Model: a.Model, Q: a.Q, V: a.V, A: a.A, Base: tree.Rest()},
		tree.NewKinematics(a.Model),
		make([]spatial.Inertia, len(a.Model.Links())), a.Fext}
	for _, l := range a.Robot.Links {
		i, _ := a.Model.Link(l.Name)
		c.inertias[i] = l.Inertial.Spatial()
	}
	if rapid.Bool().Draw(t, "moved") {
		c.Base = a.BaseMotion()
	}
	c.kin.MoveBase(c.Base)
	c.kin.UpdateAcceleration(c.Q, c.V, c.A)
	return c
}

// solver returns a solver with the motion of the base at t = 0.
func (c *testCase) solver() *lagrange.Solver {
	s := lagrange.New(c.Model)
	s.MoveBase(c.Base)
	return s
}

func TestWrongLengths(t *testing.T) {
	m := golden.Embedded(t, "branched")
	s := lagrange.New(m)
	q, nn := m.Neutral(), make([]float64, 49)
	for want, call := range map[string]func(){
		"nv = 7":                     func() { s.Energy(q, make([]float64, 8)) },
		"Coriolis matrix has 48":     func() { s.CoriolisMatrix(nn[:48], q, q) },
		"velocity":                   func() { s.CoriolisMatrix(nn, q, q[:6]) },
		"effort":                     func() { s.CoriolisProduct(q[:6], q, q, q) },
		"nq = 7":                     func() { s.Christoffel(make([]float64, 343), q[:6]) },
		"it has 343":                 func() { s.Christoffel(nn, q) },
		"the momentum matrix has":    func() { s.MomentumMatrix(nn, q) },
		"centroidal momentum matrix": func() { s.CentroidalMomentumMatrix(nn, q, lagrange.All) },
		"centre of mass":             func() { s.CenterOfMassJacobian(nn, q, lagrange.All) },
	} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.Contains(s, want) {
					t.Errorf("recovered %q, want %q", s, want)
				}
			}()
			call()
		}()
	}
}
