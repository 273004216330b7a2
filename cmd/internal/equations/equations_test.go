package equations

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kinetree/compile"
	"kinetree/dynamics/crba"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/rnea"
	"kinetree/tree"
	"kinetree/urdf"
)

// value returns a sum at a position and a velocity.
func (s sum) value(q, qd []float64) float64 {
	at := func(i int) float64 {
		if i < len(q) {
			return q[i]
		}
		return qd[i-len(q)]
	}
	total := 0.0
	for t, x := range s {
		for i := range len(t.powers) {
			for range int(t.powers[i]) - 128 {
				x *= at(i)
			}
		}
		angle := 0.0
		for i := range len(t.angle) {
			angle += float64(int(t.angle[i])-128) * at(i)
		}
		if t.sine {
			x *= math.Sin(angle)
		} else {
			x *= math.Cos(angle)
		}
		total += x
	}
	return total
}

// TestExpand compares the terms of all embedded models with what the algorithms compute, and sees that those with poses
// among their positions are refused. A sum of some thousand terms is as exact as some thousand roundings.
func TestExpand(t *testing.T) {
	expanded := 0
	for _, entry := range models.List() {
		m := golden.Embedded(t, entry.Name)
		mass, bias, gravity, err := compile.EquationOfMotion(m)
		if err != nil {
			t.Fatal(err)
		}
		elements, err := expand(m, mass)
		if m.NQ() != m.NV() {
			if err == nil {
				t.Errorf("%s: positions that are poses have a closed form", entry.Name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", entry.Name, err)
			continue
		}
		expanded++
		rng, n := rand.New(rand.NewPCG(1, 1)), m.NV()
		for range 10 {
			q, qd := make([]float64, n), make([]float64, n)
			m.Random(q, rng)
			for i := range qd {
				qd[i] = rng.NormFloat64()
			}
			want, got := make([]float64, n*n), make([]float64, n*n)
			crba.New(m).MassMatrix(want, q)
			for k := range got {
				got[k] = elements[k].value(q, qd)
			}
			expect.Within(t, entry.Name+": mass matrix", got, want, 1e-9)
		}
		if len(bias.Outputs) != n || len(gravity.Outputs) != n {
			t.Errorf("%s: %d efforts of the bias, %d of gravity", entry.Name, len(bias.Outputs), len(gravity.Outputs))
		}
	}
	if expanded < 9 {
		t.Errorf("%d models have a closed form", expanded)
	}
}

// TestText compares the text of the planar arm with its equations by hand: rods of 1 m and 30 kg, in package
// models.
func TestText(t *testing.T) {
	text, err := Text(golden.Embedded(t, "rr_arm"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"M11 = 95 + 50 cos(q2)\n", "M12 = 22.5 + 25 cos(q2)\n", "M22 = 22.5\n",
		"c1 = -50 qd1 qd2 sin(q2) - 25 qd2^2 sin(q2)\n", "c2 = 25 qd1^2 sin(q2)\n",
		"g1 = 735.75 cos(q1) + 245.25 cos(q1 + q2)\n", "g2 = 245.25 cos(q1 + q2)\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
}

// TestBias compares what Text makes of velocities with inverse dynamics, by the robots' Coriolis efforts.
func TestBias(t *testing.T) {
	for _, name := range []string{"rr_arm", "cart_pole", "branched", "ur5"} {
		m := golden.Embedded(t, name)
		_, g, _, err := compile.EquationOfMotion(m)
		if err != nil {
			t.Fatal(err)
		}
		elements, err := expand(m, g)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rng, n := rand.New(rand.NewPCG(2, 1)), m.NV()
		for range 10 {
			q, qd, want, got := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
			m.Random(q, rng)
			for i := range qd {
				qd[i] = rng.NormFloat64()
			}
			rnea.New(m).Bias(want, q, qd, nil)
			for k := range got {
				got[k] = elements[k].value(q, qd)
			}
			expect.Within(t, name+": bias", got, want, 1e-9)
		}
	}
}

// TestProgram writes a program for a robot that has no closed form, with a ball joint.
func TestProgram(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "ball", Links: []urdf.Link{{Name: "a"}, {Name: "b",
		Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: 1, IYY: 2, IZZ: 2.5}}}},
		Joints: []urdf.Joint{{Name: "j", Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}}}},
		tree.WithJoint("j", tree.SphericalJoint()))
	text, err := Text(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"straight-line", "M[1,1] = 1\n", "h[3] = ", "g[1] = 0\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
