package constraint_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/aba"
	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/urdf"
)

// BenchmarkCorrect times what a four-bar linkage on an arm of nine joints adds to forward dynamics.
func BenchmarkCorrect(b *testing.B) {
	r := &urdf.Robot{Name: "arm", Links: []urdf.Link{{Name: "base"}}}
	rod := func(name, parent string, x float64, axis int) {
		l := urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1, Origin: urdf.Pose{XYZ: [3]float64{0.15, 0, 0}},
			Inertia: urdf.Tensor{IXX: 0.001, IYY: 0.0075, IZZ: 0.0075}}}
		j := urdf.Joint{Name: name, Type: urdf.Continuous, Parent: parent, Child: name,
			Origin: urdf.Pose{XYZ: [3]float64{x, 0, 0}}}
		j.Axis[axis] = 1
		r.Links, r.Joints = append(r.Links, l), append(r.Joints, j)
	}
	parent, q := "base", []float64(nil)
	for i := range 9 {
		name := string(rune('a' + i))
		rod(name, parent, 0.3, 1+i%2)
		parent, q = name, append(q, 0.3)
	}
	rod("crank", parent, 0.3, 2)
	rod("coupler", "crank", 0.3, 2)
	rod("rocker", parent, 1.2, 2)
	q = append(q, 1, -0.5, 1.5)
	m := expect.Model(b, r)
	coupler, _ := m.Link("coupler")
	rocker, _ := m.Link("rocker")
	forward := aba.New(m)
	s, err := constraint.New(m, []constraint.Constraint{&constraint.Ball{Name: "loop", Links: [2]constraint.Anchor{
		{Link: coupler, At: mgl64.Vec3{0.8}}, {Link: rocker, At: mgl64.Vec3{0.6}}}}}, forward)
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Assemble(0, q); err != nil {
		b.Fatal(err)
	}
	qd, qdd := make([]float64, len(q)), make([]float64, len(q))
	if err := s.Choose(0, q); err != nil {
		b.Fatal(err)
	}
	b.Run("ForwardDynamics", func(b *testing.B) {
		for range b.N {
			if err := forward.ForwardDynamics(qdd, q, qd, qd, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	free := append([]float64(nil), qdd...)
	b.Run("Correct", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			copy(qdd, free)
			s.Correct(qdd, 0, q, qd)
		}
	})
	b.Run("Project", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			q[0] += 1e-9
			q[10] += 1e-9
			if err := s.Project(0, q, qd); err != nil {
				b.Fatal(err)
			}
		}
	})
}
