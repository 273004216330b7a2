package constraint_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/aba"
	"kinetree/dynamics/constraint"
	"kinetree/models/oracle/expect"
	"kinetree/urdf"
)

// TestRankTakesFirmRows has a skate on a slide and a turning joint, whose blade stands 2e-6 m from the axis of the
// joint and along the slide, and whose joint is held besides: of both rows, each of which says that the joint does not
// turn, the weak one is redundant, whichever comes first.
func TestRankTakesFirmRows(t *testing.T) {
	body := func(name string) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1, Origin: urdf.Pose{XYZ: [3]float64{0.2, 0.1, 0}},
			Inertia: urdf.Tensor{IXX: 0.1, IYY: 0.1, IZZ: 0.1}}}
	}
	m := expect.Model(t, &urdf.Robot{Name: "skate", Links: []urdf.Link{{Name: "base"}, body("slide"), body("skate")},
		Joints: []urdf.Joint{
			{Name: "slide", Type: urdf.Prismatic, Parent: "base", Child: "slide", Axis: [3]float64{1, 0, 0},
				Limit: &urdf.Limit{Lower: -1, Upper: 1, Effort: 1, Velocity: 1}},
			{Name: "turn", Type: urdf.Continuous, Parent: "slide", Child: "skate", Axis: [3]float64{0, 0, 1}}}})
	skate, _ := m.Link("skate")
	blade := &constraint.KnifeEdge{Name: "blade", Link: constraint.Anchor{Link: skate, At: mgl64.Vec3{2e-6, 0, 0}},
		Across: mgl64.Vec3{0, 1, 0}}
	held := &constraint.Positions{Name: "held", Joints: []int{1}, Coefficients: []float64{1}}
	for _, list := range [][]constraint.Constraint{{blade, held}, {held, blade}} {
		q := make([]float64, m.NQ())
		s, err := constraint.New(m, list, aba.New(m))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Assemble(0, q); err != nil {
			t.Fatal(err)
		}
		if err := s.Choose(0, q); err != nil {
			t.Fatal(err)
		}
		if got, want := s.Redundant(), []string{"blade[0]"}; !slices.Equal(got, want) {
			t.Errorf("redundant are %q; expected %q", got, want)
		}
	}
}
