package sim

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// LineSpring is a force element: a spring with a damper from a point of one link to a point of another one, along the
// line between them. Its tension is Stiffness (l − Rest) + Damping l̇ with its length l. Where both points are the same
// there is no line, and no force.
type LineSpring struct {
	Links     [2]int        // indices in Model.Links, -1 for the world
	At        [2]mgl64.Vec3 // in the axes of each link (m)
	Stiffness float64       // N/m
	Damping   float64       // N s/m
	Rest      float64       // length without force of the spring (m)
}

// AddWrenches implements ForceElement.
func (s *LineSpring) AddWrenches(wrenches []spatial.Force, _ float64, _, _ []float64, kin *tree.Kinematics) error {
	var x, v, arm [2]mgl64.Vec3
	for i, link := range s.Links {
		if x[i] = s.At[i]; link >= 0 {
			pose, u := kin.Pose(link), kin.Velocity(link, tree.Aligned)
			arm[i] = vec.MulVec(pose.R, s.At[i])
			x[i] = pose.P.Add(arm[i])
			v[i] = u.Lin.Add(vec.Cross(u.Ang, arm[i]))
		}
	}
	d := x[1].Sub(x[0])
	l := vec.Len(d)
	if l == 0 {
		return nil
	}
	n := vec.Scaled(d, 1/l)
	tension := float64(s.Stiffness*(l-s.Rest)) + float64(s.Damping*vec.Dot(n, v[1].Sub(v[0])))
	for i, link := range s.Links {
		if link >= 0 {
			f := vec.Scaled(n, float64(tension*float64(1-2*i)))
			kin.AddWrench(&wrenches[link], link, &spatial.Force{Ang: vec.Cross(arm[i], f), Lin: f})
		}
	}
	return nil
}
