package sim_test

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// circlingDisc returns a thin disc of 1 kg and radius 0.5 m with a floating base, or on a floating joint, which rolls
// without slip on the level plane. Its axis is at an angle to the vertical, and its angular velocity is about the
// horizontal tangent, the line of steepest ascent in its plane, and its axis.
func circlingDisc(t *testing.T, jointed bool, angle float64, turn mgl64.Vec3) *sim.World {
	t.Helper()
	const radius = 0.5
	across := radius * radius / 4
	r := &urdf.Robot{Name: "disc", Links: []urdf.Link{{Name: "disc", Inertial: &urdf.Inertial{Mass: 1,
		Inertia: urdf.Tensor{IXX: across, IYY: 2 * across, IZZ: across}}}}}
	options := []tree.Option{tree.WithFloatingBase()}
	if jointed {
		r.Links = append([]urdf.Link{{Name: "ground"}}, r.Links...)
		r.Joints, options = []urdf.Joint{{Name: "free", Type: urdf.Floating, Parent: "ground", Child: "disc"}}, nil
	}
	m := expect.Model(t, r, options...)
	s, c := math.Sincos(angle)
	tangent, ascent, axis := mgl64.Vec3{1, 0, 0}, mgl64.Vec3{0, c, s}, mgl64.Vec3{0, -s, c}
	R := mgl64.Mat3FromCols(tangent, axis, ascent.Mul(-1))
	omega := tangent.Mul(turn[0]).Add(ascent.Mul(turn[1])).Add(axis.Mul(turn[2]))
	moves, turns := R.Transpose().Mul3x1(omega.Cross(ascent.Mul(radius))), R.Transpose().Mul3x1(omega)
	o := spatial.Quaternion(&R)
	disc, _ := m.Link("disc")
	return expect.World(t, sim.Config{Model: m, Start: sim.Start{
		Position: []float64{0, 0, radius * s, o.V[0], o.V[1], o.V[2], o.W},
		Velocity: []float64{moves[0], moves[1], moves[2], turns[0], turns[1], turns[2]}},
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{&constraint.Rolling{Name: "floor",
			Axis: mgl64.Vec3{0, 1, 0}, Radius: radius, Link: constraint.Anchor{Link: disc},
			Plane:  constraint.Anchor{Link: constraint.World},
			Normal: mgl64.Vec3{0, 0, 1}}}}})
}

// TestSteadyRolling compares the poles of a disc that rolls in a circle with those of its reduced equations. With the
// angle θ between its axis and the vertical, the rate of its heading ψ̇ = ω₂/sin θ and the rate ω₃ about its axis,
//
//	(A + m a²) θ̈ = F = A ω₂² cot θ − (C + m a²) ω₂ ω₃ − m g a cos θ
//	A ω̇₂ = (C ω₃ − A ψ̇ cos θ) θ̇,   (C + m a²) ω̇₃ = m a² ω₂ θ̇
//
// so that λ² (A + m a²) = ∂F/∂θ + ∂F/∂ω₂ ω̇₂/θ̇ + ∂F/∂ω₃ ω̇₃/θ̇ in steady motion, F = 0 (Neimark and Fufaev,
// "Dynamics of Nonholonomic Systems", 1972, chapter III). Upright, that is stable from √(g/3r) on. All
// other poles are 0, and ±i ψ̇ of a place in axes that turn.
func TestSteadyRolling(t *testing.T) {
	const a, g, A, C = 0.5, 9.81, 0.5 * 0.5 / 4, 0.5 * 0.5 / 2
	critical := math.Sqrt(g / (3 * a))
	type motion struct{ angle, heading, spin float64 }
	list := []motion{{math.Pi / 2, 0, 0.5 * critical}, {math.Pi / 2, 0, 2 * critical},
		{math.Pi / 2, 0, (1 - 1e-6) * critical}, {math.Pi / 2, 0, (1 + 1e-6) * critical}}
	for _, angle := range []float64{1.2, 0.9, 2.2} { // in circles, of which F = 0 tells the spin
		s, c := math.Sincos(angle)
		for _, heading := range []float64{3, -1.5} {
			list = append(list, motion{angle, heading, (A*heading*heading*s*c - g*a*c) / ((C + a*a) * heading * s)})
		}
	}
	for _, x := range list {
		s, c := math.Sincos(x.angle)
		w2 := x.heading * s
		square := (-A*w2*w2/(s*s) + g*a*s + (2*A*w2*c/s-(C+a*a)*x.spin)*(C*x.spin-A*x.heading*c)/A -
			(C+a*a)*w2*a*a*w2/(C+a*a)) / (A + a*a)
		want := cmplx.Sqrt(complex(square, 0))
		for _, jointed := range []bool{false, true} {
			linear, err := circlingDisc(t, jointed, x.angle, mgl64.Vec3{0, w2, x.spin}).Linearize(nil)
			if err != nil {
				t.Fatal(err)
			}
			poles, err := linear.Poles()
			if err != nil {
				t.Fatal(err)
			}
			if stable := real(poles[0]) <= 0; stable != (square <= 0) || len(poles) != 8 {
				t.Errorf("%+v: poles %v; expected 8, stable: %v", x, poles, square <= 0)
			}
			found := 0
			for _, p := range poles {
				switch {
				case cmplx.Abs(p) < 1e-3, cmplx.Abs(p-want) < 1e-9, cmplx.Abs(p+want) < 1e-9: // differences
					found++
				case math.Abs(real(p)) < 1e-9 && math.Abs(math.Abs(imag(p))-math.Abs(x.heading)) < 1e-9:
					found++
				}
			}
			// Near those that are 0 errors of differences, 1e-12, grow by their root.
			if cmplx.Abs(want) > 0.1 && found != 8 || found < 6 {
				t.Errorf("%+v: the poles are %v; expected %v and %v i, 0 besides", x, poles, want, x.heading)
			}
		}
	}
}
