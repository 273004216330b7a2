package sim_test

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// rollingDisc returns a thin disc of radius 0.5 m on a chain of x, y, z, heading, lean and spin, which rolls upright on
// the level plane.
func rollingDisc(t testing.TB, spin float64) *sim.World {
	const radius = 0.5
	r := &urdf.Robot{Name: "disc", Links: []urdf.Link{{Name: "ground"}}}
	parent := "ground"
	for i, name := range []string{"x", "y", "z", "heading", "lean", "disc"} {
		j := urdf.Joint{Name: "to_" + name, Type: urdf.Continuous, Parent: parent, Child: name,
			Axis: [6][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}}[i]}
		if i < 3 {
			j.Type, j.Limit = urdf.Prismatic, &urdf.Limit{Lower: -100, Upper: 100, Effort: 1, Velocity: 1e9}
		}
		l := urdf.Link{Name: name}
		if name == "disc" {
			across := radius * radius / 4
			l.Inertial = &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: across, IYY: 2 * across, IZZ: across}}
		}
		r.Links, r.Joints = append(r.Links, l), append(r.Joints, j)
		parent = name
	}
	m := expect.Model(t, r)
	disc, _ := m.Link("disc")
	rates := make([]bool, m.NV())
	q, qd := m.Neutral(), make([]float64, m.NV())
	for k, j := range m.Joints() {
		switch m.Joints()[k].Name {
		case "to_z":
			q[j.Q] = radius
		case "to_disc":
			qd[j.V] = spin
		case "to_x":
			qd[j.V] = spin * radius
		}
		rates[j.V] = true
	}
	return expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: q, Velocity: qd, KeepVelocity: rates},
		Imposed: sim.Imposed{Constraints: []constraint.Constraint{&constraint.Rolling{Name: "floor",
			Axis: mgl64.Vec3{0, 1, 0}, Radius: radius, Link: constraint.Anchor{Link: disc},
			Plane:  constraint.Anchor{Link: constraint.World},
			Normal: mgl64.Vec3{0, 0, 1}}}}})
}

// TestRollingDiscPoles: a thin disc that rolls upright is stable from the spin √(g/3r) on.
func TestRollingDiscPoles(t *testing.T) {
	critical := math.Sqrt(9.81 / (3 * 0.5))
	for _, x := range []struct {
		part   float64
		stable bool
	}{{1 - 1e-6, false}, {1 + 1e-6, true}, {0.5, false}, {2, true}} {
		r, err := rollingDisc(t, x.part*critical).Linearize(nil)
		if err != nil {
			t.Fatal(err)
		}
		poles, err := r.Poles()
		if err != nil {
			t.Fatal(err)
		}
		if stable := real(poles[0]) <= 0; stable != x.stable {
			t.Errorf("at %v of the critical spin: poles %v; expected stable: %v", x.part, poles, x.stable)
		}
		if len(poles) != 8 {
			t.Errorf("%d poles; expected 5 positions and 3 velocities", len(poles))
		}
	}
}

// TestParallelogramPoles: hanging, a parallelogram swings at √k with the k of its equation, and with a damper at one of
// its hinges the pole has the real part −c/(2 I).
func TestParallelogramPoles(t *testing.T) {
	for _, damping := range []float64{0, 0.3} {
		r := &urdf.Robot{Name: "parallelogram",
			Links: []urdf.Link{{Name: "ground"}, rod("left", 1, 0.5), rod("coupler", 2, 1), rod("right", 1, 0.5)},
			Joints: []urdf.Joint{turning("left", "ground", "left", 0), turning("coupler", "left", "coupler", 0.5),
				turning("right", "ground", "right", 1)}}
		r.Joints[0].Dynamics = &urdf.Dynamics{Damping: damping}
		m := expect.Model(t, r, tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
		w := expect.World(t, sim.Config{Model: m, Start: sim.Start{Position: []float64{-math.Pi / 2, math.Pi / 2,
			-math.Pi / 2}},
			Imposed: sim.Imposed{Constraints: []constraint.Constraint{close2(t, m, "coupler", 1, "right", 0.5)}}})
		linear, err := w.Linearize(nil)
		if err != nil {
			t.Fatal(err)
		}
		poles, err := linear.Poles()
		if err != nil {
			t.Fatal(err)
		}
		const inertia = 2*0.25/3 + 2*0.25
		const stiffness = 9.81 * (0.25 + 0.25 + 2*0.5)
		want := complex(-damping/(2*inertia), math.Sqrt(stiffness/inertia-math.Pow(damping/(2*inertia), 2)))
		if len(poles) != 2 || cmplx.Abs(poles[0]-want) > 1e-8 { // of differences
			t.Errorf("poles %v; expected %v and its conjugate", poles, want)
		}
	}
}
