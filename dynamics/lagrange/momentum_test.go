package lagrange_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/dynamics/lagrange"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/stencil"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

var parts = []lagrange.LinkSet{lagrange.All, lagrange.Moving}

// sums returns the mass of the links of a part, their centre of mass and their momentum about the world's origin,
// link by link.
func (c *testCase) sums(part lagrange.LinkSet) (mass float64, com mgl64.Vec3, h spatial.Force) {
	for l, inertia := range c.inertias {
		if part == lagrange.Moving && c.Model.Links()[l].Body == 0 {
			continue
		}
		pose, v := c.kin.Pose(l), c.kin.Velocity(l, tree.Local)
		mass += inertia.M
		com = com.Add(pose.Point(inertia.COM()).Mul(inertia.M))
		var own spatial.Force
		inertia.Apply(&own, &v)
		pose.InverseForce(&own, &own)
		h.Add(&own)
	}
	return mass, com.Mul(1 / mass), h
}

// about returns a momentum about the world's origin about another point.
func about(point mgl64.Vec3, h spatial.Force) spatial.Force {
	return spatial.Force{Ang: h.Ang.Sub(point.Cross(h.Lin)), Lin: h.Lin}
}

// TestSums checks masses, centres of mass and momenta against sums over the links.
func TestSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		s := c.solver()
		for _, part := range parts {
			mass, com, h := c.sums(part)
			v := s.CenterOfMassVelocity(c.Q, c.V, part)
			center := s.CenterOfMass(c.Q, part)
			expect.Near(t, "mass", []float64{s.Mass(part)}, []float64{mass}, exact, 1)
			expect.Near(t, "centre of mass", center[:], com[:], exact, 1)
			expect.Near(t, "momentum of the centre of mass", []float64{mass * v[0], mass * v[1], mass * v[2]}, h.Lin[:],
				exact, 1)
			expect.Near(t, "centroidal momentum", six(s.CentroidalMomentum(c.Q, c.V, part)), six(about(com, h)), exact,
				1+floats.Norm(six(h), math.Inf(1)))
			if part == lagrange.All {
				expect.Near(t, "momentum", six(s.Momentum(c.Q, c.V)), six(h), exact, 1)
			}
		}
	})
}

// TestMomentumMatrices checks A v = momentum, and that the Jacobian of the centre of mass is the linear half of A
// divided by the mass. What a moved base adds is the momentum at v = 0.
func TestMomentumMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		s := c.solver()
		n := c.Model.NV()
		A, centroidal, J, still := nan(6*n), nan(6*n), nan(3*n), make([]float64, n)
		check := func(what string, A []float64, momentum func(v []float64) []float64) {
			got := times(len(A)/n, A, c.V)
			base := momentum(still)
			floats.Add(got, base)
			expect.Near(t, what, got, momentum(c.V), exact, 1+floats.Norm(A, math.Inf(1))+floats.Norm(base,
				math.Inf(1)))
		}
		s.MomentumMatrix(A, c.Q)
		check("momentum", A, func(v []float64) []float64 { return six(s.Momentum(c.Q, v)) })
		for _, part := range parts {
			s.CentroidalMomentumMatrix(centroidal, c.Q, part)
			check(fmt.Sprint("centroidal momentum of part ", part), centroidal,
				func(v []float64) []float64 { return six(s.CentroidalMomentum(c.Q, v, part)) })
			expect.Near(t, "linear rows", centroidal[3*n:], A[3*n:], exact, 1)
			s.CenterOfMassJacobian(J, c.Q, part)
			check(fmt.Sprint("velocity of the centre of mass of part ", part), J, func(v []float64) []float64 {
				u := s.CenterOfMassVelocity(c.Q, v, part)
				return u[:]
			})
			floats.Scale(s.Mass(part), J)
			expect.Near(t, "m J", J, A[3*n:], exact, 1)
		}
	})
}

// nan returns n numbers that a destination is to overwrite.
func nan(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}

// TestRates compares the velocity and the acceleration of the centre of mass and the rates of momenta with differences.
func TestRates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		s, moving := c.solver(), lagrange.New(c.Model)
		rate := func(n int, value func(q, v []float64) []float64) []float64 {
			return c.Rates(n, func(dst []float64, base *tree.BaseMotion, q, v []float64) {
				moving.MoveBase(base)
				copy(dst, value(q, v))
			})
		}
		h := six(s.Momentum(c.Q, c.V))
		scale := 1 + floats.Norm(h, math.Inf(1))
		expect.Near(t, "momentum", six(s.MomentumRate(c.Q, c.V, c.A)),
			rate(6, func(q, v []float64) []float64 { return six(moving.Momentum(q, v)) }), stencil.Relative, scale)
		for _, part := range parts {
			expect.Near(t, "centroidal momentum", six(s.CentroidalMomentumRate(c.Q, c.V, c.A, part)),
				rate(6, func(q, v []float64) []float64 { return six(moving.CentroidalMomentum(q, v, part)) }),
				stencil.Relative, scale)
			v, a := s.CenterOfMassVelocity(c.Q, c.V, part), s.CenterOfMassAcceleration(c.Q, c.V, c.A, part)
			expect.Near(t, "velocity of the centre of mass", v[:], rate(3, func(q, _ []float64) []float64 {
				p := moving.CenterOfMass(q, part)
				return p[:]
			}), stencil.Relative, 10)
			expect.Near(t, "acceleration of the centre of mass", a[:], rate(3, func(q, v []float64) []float64 {
				u := moving.CenterOfMassVelocity(q, v, part)
				return u[:]
			}), stencil.Relative, 10)
		}
	})
}

// TestExternalForces checks the theorem of momentum on robots with a floating base: its rate is the wrench of
// gravity, of the efforts of the base and of the wrenches on links, about the world's origin. What joints exert is
// between links.
func TestExternalForces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		m := c.Model
		if !m.Floating() {
			t.Skip("the base does not float")
		}
		c.Base = tree.Rest()
		s := c.solver()
		c.kin.MoveBase(c.Base)
		c.kin.UpdateVelocity(c.Q, c.V)
		tau := make([]float64, m.NV())
		rnea.New(m).InverseDynamics(tau, c.Q, c.V, c.A, c.fext)

		var sum spatial.Force
		add := func(pose spatial.Transform, f spatial.Force) {
			pose.InverseForce(&f, &f)
			sum.Add(&f)
		}
		add(spatial.Transform{R: mgl64.Ident3(), P: s.CenterOfMass(c.Q, lagrange.All)},
			spatial.Force{Lin: m.Gravity().Mul(s.Mass(lagrange.All))})
		root := spatial.Transform{R: spatial.FromQuaternion(mgl64.Quat{W: c.Q[6], V: mgl64.Vec3(c.Q[3:6])}),
			P: mgl64.Vec3(c.Q[:3])}
		add(root, spatial.Force{Lin: mgl64.Vec3(tau[:3]), Ang: mgl64.Vec3(tau[3:6])})
		for l, f := range c.fext {
			add(c.kin.Pose(l), f)
		}
		expect.Near(t, "rate of the momentum", six(s.MomentumRate(c.Q, c.V, c.A)), six(sum), exact,
			1+floats.Norm(tau, math.Inf(1)))
	})
}

// TestLockedInertia moves the base of a robot whose joints stand still: the centroidal momentum is that of one rigid
// body.
func TestLockedInertia(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t)
		c.V = make([]float64, c.Model.NV())
		s := c.solver()
		for _, part := range parts {
			inertia := s.LockedInertia(c.Q, part)
			expect.Near(t, "mass", []float64{inertia.M}, []float64{s.Mass(part)}, exact, 1)
			// links of some 5 kg within 10 m
			expect.Near(t, "first moment", inertia.MC[:], []float64{0, 0, 0}, exact, 100)
			pose := spatial.Transform{R: c.Base.Pose.R.Transpose()}
			center := c.Base.Pose.Inverse()
			// the frame of the world's axes at the centre of mass, in the root link
			pose.P = center.Point(s.CenterOfMass(c.Q, part))
			var v spatial.Motion
			pose.ApplyMotion(&v, &c.Base.Velocity)
			var h spatial.Force
			inertia.Apply(&h, &v)
			expect.Near(t, "centroidal momentum", six(s.CentroidalMomentum(c.Q, c.V, part)), six(h), exact,
				1+floats.Norm(inertia.I[:], math.Inf(1)))
		}
	})
}

// TestMomentumGolden compares masses, centres of mass and the centroidal momentum with the reference figures, which
// are of the moving bodies.
func TestMomentumGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		s := lagrange.New(m)
		golden.CompareValues(t, f.Robot+" masses", []float64{s.Mass(lagrange.All), s.Mass(lagrange.Moving)},
			[]float64{f.MassAll, f.MassMoving})
		for _, state := range f.States {
			q, v := state.Position(t, m), state.Velocity(t, m)
			all, moving := s.CenterOfMass(q, lagrange.All), s.CenterOfMass(q, lagrange.Moving)
			golden.CompareValues(t, f.Robot+" com_all", all[:], state.COM[:])
			golden.CompareValues(t, f.Robot+" com", moving[:], state.COMMoving[:])
			h := s.CentroidalMomentum(q, v, lagrange.Moving)
			golden.CompareValues(t, f.Robot+" centroidal_momentum", slices.Concat(h.Lin[:], h.Ang[:]), state.Momentum)
			A := make([]float64, 6*m.NV())
			s.CentroidalMomentumMatrix(A, q, lagrange.Moving)
			product := times(6, A, v)
			golden.CompareValues(t, f.Robot+" A v", slices.Concat(product[3:], product[:3]), state.Momentum)
		}
	})
}

// TestWithoutMass checks that a part without mass has zeros for results, and that a base without mass does not matter.
func TestWithoutMass(t *testing.T) {
	m := golden.Embedded(t, "pendulum")
	if m.Bodies()[0].Inertia.M != 0 {
		t.Fatal("the base has mass")
	}
	s, q := lagrange.New(m), []float64{1}
	if all, moving := s.CenterOfMass(q, lagrange.All), s.CenterOfMass(q, lagrange.Moving); all != moving ||
		all.Len() < 0.5 {
		t.Errorf("centres of mass %v, %v", all, moving)
	}
	r := &urdf.Robot{Name: "light", Links: []urdf.Link{{Name: "a"}, {Name: "b"}}, Joints: []urdf.Joint{
		{Name: "j", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1},
			Origin: urdf.Pose{XYZ: [3]float64{1, 2, 3}}}}}
	s = lagrange.New(expect.Model(t, r))
	J := nan(3)
	s.CenterOfMassJacobian(J, q, lagrange.All)
	var zero mgl64.Vec3
	c, v, a := s.CenterOfMass(q, lagrange.All), s.CenterOfMassVelocity(q, q, lagrange.All),
		s.CenterOfMassAcceleration(q, q, q, lagrange.All)
	if c != zero || v != zero || a != zero || mgl64.Vec3(J) != zero {
		t.Errorf("got %v, %v, %v, %v", c, v, a, J)
	}
}
