package sim

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// LineSpring is a force element: a spring with a damper from a point of one link to a point of another one, along the
// line between them. Its tension is Stiffness (l − Rest) + Damping l̇ with its length l. Where both points are the same
// there is no line, and no force. Where they pass each other the force turns round, which is an event.
type LineSpring struct {
	Links     [2]int        // indices in Model.Links, -1 for the world
	At        [2]mgl64.Vec3 // in the axes of each link (m)
	Stiffness float64       // N/m
	Damping   float64       // N s/m
	Rest      float64       // length without force of the spring (m)
}

// line is where a spring is.
type line struct {
	direction    mgl64.Vec3    // from its first point to the second
	arms         [2]mgl64.Vec3 // from the origins of the links to its points
	velocity     mgl64.Vec3    // of its second point, from the first (m/s)
	length, rate float64       // m, m/s
}

// line returns where the spring is, seen along a direction: where that of the spring is opposite, the length is
// negative. It returns false where both points are the same and the direction along is zero.
func (s *LineSpring) line(kin *tree.Kinematics, along mgl64.Vec3) (l line, ok bool) {
	var x, v [2]mgl64.Vec3
	for i, link := range s.Links {
		if x[i] = s.At[i]; link >= 0 {
			pose, u := kin.Pose(link), kin.Velocity(link, tree.Aligned)
			l.arms[i] = vec.MulVec(pose.R, s.At[i])
			x[i] = pose.P.Add(l.arms[i])
			v[i] = u.Lin.Add(vec.Cross(u.Ang, l.arms[i]))
		}
	}
	d := x[1].Sub(x[0])
	l.velocity = v[1].Sub(v[0])
	if l.length = vec.Len(d); l.length > 0 {
		l.direction = vec.Scaled(d, 1/l.length)
	} else {
		l.direction = along
	}
	if vec.Dot(d, along) < 0 {
		l.direction, l.length = vec.Scaled(l.direction, -1), -l.length
	}
	if l.direction == (mgl64.Vec3{}) {
		return l, false
	}
	l.rate = vec.Dot(l.direction, l.velocity)
	return l, true
}

// pull adds the wrenches of a tension (N) on the links.
func (s *LineSpring) pull(wrenches []spatial.Force, kin *tree.Kinematics, l *line, tension float64) {
	for i, link := range s.Links {
		if link >= 0 {
			f := vec.Scaled(l.direction, float64(tension*float64(1-2*i)))
			kin.AddWrench(&wrenches[link], link, &spatial.Force{Ang: vec.Cross(l.arms[i], f), Lin: f})
		}
	}
}

// AddWrenches implements ForceElement.
func (s *LineSpring) AddWrenches(wrenches []spatial.Force, _ float64, _, _ []float64, kin *tree.Kinematics) error {
	s.add(wrenches, kin, mgl64.Vec3{})
	return nil
}

// add adds what the spring does, seen along a direction.
func (s *LineSpring) add(wrenches []spatial.Force, kin *tree.Kinematics, along mgl64.Vec3) {
	if l, ok := s.line(kin, along); ok {
		s.pull(wrenches, kin, &l, float64(s.Stiffness*(l.length-s.Rest))+float64(s.Damping*l.rate))
	}
}

// names returns the names of the links.
func (s *LineSpring) names(m *tree.Model) (names [2]string) {
	for i, link := range s.Links {
		if names[i] = "world"; link >= 0 {
			names[i] = m.Links()[link].Name
		}
	}
	return names
}
