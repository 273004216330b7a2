package stability_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/models/oracle/expect"
	"kinetree/tree"
	"kinetree/urdf"
)

// hanging returns a chain of links that hang from each other by axes that alternate.
func hanging(t testing.TB, n int, damping float64) *tree.Model {
	r := &urdf.Robot{Name: "chain", Links: []urdf.Link{{Name: "l0"}}}
	for i := range n {
		child := fmt.Sprintf("l%d", i+1)
		r.Links = append(r.Links, urdf.Link{Name: child, Inertial: &urdf.Inertial{Mass: 0.1,
			Origin: urdf.Pose{XYZ: [3]float64{0, 0, -0.05}}, Inertia: urdf.Tensor{IXX: 1e-4, IYY: 1e-4, IZZ: 2e-5}}})
		j := urdf.Joint{Name: fmt.Sprintf("j%d", i+1), Type: urdf.Continuous, Parent: fmt.Sprintf("l%d", i),
			Child: child, Axis: [3]float64{float64(1 - i%2), float64(i % 2), 0},
			Dynamics: &urdf.Dynamics{Damping: damping}}
		if i > 0 {
			j.Origin.XYZ = [3]float64{0, 0, -0.1}
		}
		r.Joints = append(r.Joints, j)
	}
	return expect.Model(t, r)
}

// TestFast compares the fastest modes, and the largest steps that they set, with those of all modes, for chains that
// hang, with dampers and a spring and without, nearly at rest and in motion. In motion the chain has modes that grow by
// themselves, and what steps of methods that mix the modes do to these is not told from some of the modes.
func TestFast(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	long := 48
	if testing.Short() {
		long = 12
	}
	for _, n := range []int{1, 2, 7, long} {
		for i, damping := range []float64{0, 1e-4, 0.02, 3, 0, 0.02} {
			moves, size := i > 3, 0.01
			if moves {
				size = 0.3
			}
			m := hanging(t, n, damping)
			passive := m.Passive([]tree.Spring{{Joint: n / 2, Stiffness: 2}})
			q, qd := make([]float64, n), make([]float64, n)
			for i := range q {
				q[i], qd[i] = size*rng.NormFloat64(), size*rng.NormFloat64()/float64(n)
			}
			whole := linearize(t, m, start{Position: q, Velocity: qd, Damping: passive.Damping,
				Stiffness: passive.Stiffness})
			fast, err := stability.Fast(m, passive, q, qd, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, got := whole.Fastest(), fast.Fastest()
			// the residual of a mode that counts is 1e-2 of λ², and the error of λ of its order at most
			if d := cmplx.Abs(complex(real(want.Lambda)-real(got.Lambda),
				math.Abs(imag(want.Lambda))-math.Abs(imag(got.Lambda)))); d > 1e-2*cmplx.Abs(want.Lambda) ||
				got.Joint != want.Joint {
				t.Errorf("%d joints, damping %v: the fastest mode is %v of %s, want %v of %s", n, damping, got.Lambda,
					got.Joint, want.Lambda, want.Joint)
			}
			if math.Abs(got.Inertia-want.Inertia) > 1e-9*want.Inertia ||
				math.Abs(got.Stiffness-want.Stiffness) > 1e-6*math.Abs(want.Stiffness) || got.Damping != want.Damping {
				t.Errorf("%d joints, damping %v: %+v, want %+v", n, damping, got, want)
			}
			if fast.Whole() || !whole.Whole() {
				t.Error("what is whole?")
			}
			for _, method := range []integrate.Method{integrate.RK4Method, integrate.SemiImplicitMethod,
				integrate.ImplicitMethod, integrate.DormandPrinceMethod} {
				if moves && method.Stability == nil {
					continue
				}
				want, got := steps(t, whole, method), steps(t, fast, method)
				if math.IsInf(want.Largest, 1) != math.IsInf(got.Largest, 1) ||
					math.Abs(got.Largest-want.Largest) > 0.01*want.Largest {
					t.Errorf("%d joints, damping %v: the largest step of %s is %v, want %v", n, damping, method.Name,
						got.Largest, want.Largest)
				}
			}
		}
	}
}
