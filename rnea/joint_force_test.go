package rnea_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"kinetree/aba"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// TestJointForces checks the law of motion of each body by itself, in the world: the rate of its momentum is its
// weight, the wrenches on its links and what the joints at both its sides exert on it.
func TestJointForces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 20)
		m := c.Model
		fext := make([]spatial.Force, len(m.Links()))
		for l := range fext {
			w := randrobot.Vector(uint64(l), 6)
			fext[l] = spatial.Force{Ang: mgl64.Vec3(w[:3]), Lin: mgl64.Vec3(w[3:])}
		}
		s, kin, tau := rnea.New(m), tree.NewKinematics(m), make([]float64, m.NV())
		s.InverseDynamics(tau, c.Q, c.V, c.A, fext)
		kin.UpdateAcceleration(c.Q, c.V, c.A)

		lacks := make([]spatial.Force, len(m.Bodies())) // of each body, about the world's origin
		add := func(body, link int, f spatial.Force, sign float64) {
			pose := kin.Pose(link)
			pose.InverseForce(&f, &f)
			lacks[body].AddScaled(sign, &f)
		}
		scale := 1 + floats.Norm(tau, math.Inf(1))
		for l := range m.Links() {
			add(m.Links()[l].Body, l, fext[l], 1)
		}
		for k := range m.Joints() {
			f := s.JointForce(k)
			add(m.Successor(k), m.Joints()[k].Link, f, 1)
			add(m.Predecessor(k), m.Joints()[k].Link, f, -1)
			scale = math.Max(scale, math.Max(f.Lin.Len(), f.Ang.Len()))
		}
		for i := 1; i < len(lacks); i++ {
			b := &m.Bodies()[i]
			if b.Joint < 0 || m.Joints()[b.Joint].Body != i {
				continue // a floating base, which no joint holds, or an inner body of a joint
			}
			var rate spatial.Force
			b.Inertia.NetForce(&rate, kin.BodyAcceleration(i), kin.BodyVelocity(i))
			weight := spatial.Force{Lin: kin.BodyPose(i).R.Transpose().Mul3x1(m.Gravity()).Mul(b.Inertia.M)}
			weight.Ang = b.Inertia.COM().Cross(weight.Lin)
			rate.AddScaled(-1, &weight)
			kin.BodyPose(i).InverseForce(&rate, &rate)
			lacks[i].AddScaled(-1, &rate)
			// moments about the world's origin of forces at some ten joints' distance
			expect.Within(t, m.JointName(i), append(lacks[i].Ang[:], lacks[i].Lin[:]...), make([]float64, 6),
				100*relative*scale)
		}
	})
}

// TestReactions checks what the joints of the arm of two links exert under given efforts: figures from its equations
// of motion by hand, which are known to a relative 1e-12.
func TestReactions(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	q, qd, qdd, tau := []float64{0.3, -0.5}, []float64{0.7, 0.4}, make([]float64, 2), []float64{100, -20}
	if err := aba.New(m).ForwardDynamics(qdd, q, qd, tau, nil); err != nil {
		t.Fatal(err)
	}
	s := rnea.New(m)
	s.InverseDynamics(tau, q, qd, qdd, nil)
	for k, want := range []spatial.Force{
		{Lin: mgl64.Vec3{170.908190197231, 0, 337.212384222990}, Ang: mgl64.Vec3{0, -100, 0}},
		{Lin: mgl64.Vec3{14.610981232472, 0, 52.945002809028}, Ang: mgl64.Vec3{0, 20, 0}},
	} {
		got := s.JointForce(k)
		expect.Within(t, "force", got.Lin[:], want.Lin[:], 1e-9)
		expect.Within(t, "moment", got.Ang[:], want.Ang[:], 1e-9)
	}
}
