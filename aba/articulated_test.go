package aba

import (
	"math"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/spatial"
)

// TestBarDiscArticulated checks the articulated inertia of a bar that carries a disc on a joint parallel to its own:
// the disc loads the bar as a point mass m at the distance l, and with its inertia about the axes across its own, but
// not about its own axis.
func TestBarDiscArticulated(t *testing.T) {
	const bar, m, l, J, across = 3.0, 2.0, 1.0, 0.09, 0.045
	model := golden.Embedded(t, "bar_disc")
	for _, q := range []float64{0, 0.4, 2} { // of the disc, which makes no difference
		s := New(model)
		x := make([]float64, 2)
		if err := s.ForwardDynamics(x, []float64{0.3, q}, x, []float64{1, 2}, nil); err != nil {
			t.Fatal(err)
		}
		// In the frame of the bar link, with axis y and the bar along -z.
		link, _ := model.Link("bar")
		body := s.bodies[1].IA
		apply := func(m spatial.Motion) spatial.Force {
			place := model.Links()[link].Placement
			var f spatial.Force
			place.InverseMotion(&m, &m)
			body.Apply(&f, &m)
			place.ApplyForce(&f, &f)
			return f
		}
		for _, c := range []struct {
			axis int
			want float64
		}{{0, bar*l*l/3 + m*l*l + across}, {1, bar*l*l/3 + m*l*l}, {2, across}} {
			var turn spatial.Motion
			turn.Ang[c.axis] = 1
			if got := apply(turn).Ang[c.axis]; math.Abs(got-c.want) > 1e-13 {
				t.Errorf("about axis %d the bar has inertia %v, want %v", c.axis, got, c.want)
			}
		}
		if got := s.JointInertia(1); math.Abs(got-J) > 1e-13 {
			t.Errorf("the joint of the disc moves %v, want %v", got, J)
		}
		for axis := range 3 {
			var slide spatial.Motion
			slide.Lin[axis] = 1
			if got := apply(slide).Lin[axis]; math.Abs(got-(bar+m)) > 1e-13 {
				t.Errorf("along axis %d the bar has mass %v, want %v", axis, got, bar+m)
			}
		}
	}
}
