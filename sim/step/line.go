package step

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// LineSpring is a force element: a spring with a damper between points of two links, along the line through both
// points. The tension at the length l is Stiffness (l − Rest) + Damping l̇. If both points coincide there is no line
// and no force. When the points pass each other, the force turns round, which is an event.
type LineSpring struct {
	Links     [2]int        // indices in Model.Links, -1 for the world
	At        [2]mgl64.Vec3 // in the axes of each link (m)
	Stiffness float64       // N/m
	Damping   float64       // N s/m
	Rest      float64       // length without force of the spring (m)
}

// SpringLine is where a line spring is.
type SpringLine struct {
	Direction    mgl64.Vec3    // from its first point to the second
	arms         [2]mgl64.Vec3 // from the origins of the links to its points
	Velocity     mgl64.Vec3    // of its second point, from the first (m/s)
	Length, Rate float64       // m, m/s
}

// Line returns the spring's line, seen along a direction: if the spring points the other way, the length is negative.
// Line returns false if both points coincide and the direction along is zero.
func (s *LineSpring) Line(kin *tree.Kinematics, along mgl64.Vec3) (l SpringLine, ok bool) {
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
	l.Velocity = v[1].Sub(v[0])
	if !l.aim(d, along) {
		return l, false
	}
	if vec.Dot(d, along) < 0 {
		l.Direction, l.Length = vec.Scaled(l.Direction, -1), -l.Length
	}
	l.Rate = vec.Dot(l.Direction, l.Velocity)
	return l, true
}

// aim sets the length and the direction of the line between two points with the difference d. If both points coincide,
// the direction is along; aim returns false if along is zero. In an ordinary step the points are apart.
//
//twin:ordinary
func (l *SpringLine) aim(d, along mgl64.Vec3) bool {
	if l.Length = vec.Len(d); l.Length > 0 {
		l.Direction = vec.Scaled(d, 1/l.Length)
		return true
	}
	l.Direction = along
	return along != mgl64.Vec3{}
}

// Pull adds the wrenches of a tension (N) on the links.
func (s *LineSpring) Pull(wrenches []spatial.Force, kin *tree.Kinematics, l *SpringLine, tension float64) {
	for i, link := range s.Links {
		if link >= 0 {
			f := vec.Scaled(l.Direction, float64(tension*float64(1-2*i)))
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
	if l, ok := s.Line(kin, along); ok {
		s.Pull(wrenches, kin, &l, float64(s.Stiffness*(l.Length-s.Rest))+float64(s.Damping*l.Rate))
	}
}

// Passage is a line spring whose points may pass each other, where its force turns round. Within a step it goes on
// along the direction that it had at the beginning, with a negative length, so that the law is smooth up to the instant
// of the passage; which is an event, with which the direction turns. A line that turns by more than 90 degrees in a
// step, past a point that it nearly hits, has the same event, and no other force.
type Passage struct {
	*LineSpring
	along  mgl64.Vec3 // at the start of the step; that of the velocity if both points were the same
	Before float64    // the length then (m)
}

// AddWrenches implements ForceElement.
func (p *Passage) AddWrenches(wrenches []spatial.Force, _ float64, _, _ []float64, kin *tree.Kinematics) error {
	p.add(wrenches, kin, p.along)
	return nil
}

// Turn gives the spring the direction that it has where a step begins.
func (p *Passage) Turn(kin *tree.Kinematics) {
	l, ok := p.Line(kin, mgl64.Vec3{})
	p.along, p.Before = l.Direction, l.Length
	if !ok {
		p.start(l.Velocity)
	}
}

// start gives a spring whose points are the same the direction in which they part.
//
//twin:never
func (p *Passage) start(velocity mgl64.Vec3) {
	if speed := vec.Len(velocity); speed > 0 {
		p.along = vec.Scaled(velocity, 1/speed)
	}
}

// Ahead returns how far the second point is from the first one in the direction of the start of the step (m).
func (p *Passage) Ahead(kin *tree.Kinematics) float64 {
	l, ok := p.Line(kin, p.along)
	if !ok {
		return 0
	}
	return float64(l.Length * vec.Dot(l.Direction, p.along))
}

// LineDampers are line springs, some of them with dampers, that a method takes implicitly.
type LineDampers struct {
	Springs []*LineSpring
	Kin     *tree.Kinematics
}

// Rate returns the rate of the length of a spring at a velocity; 0 where there is no line.
func (x *LineDampers) Rate(i int, q, qd []float64) float64 {
	x.Kin.UpdateVelocity(q, qd)
	if l, ok := x.Springs[i].Line(x.Kin, mgl64.Vec3{}); ok {
		return l.Rate
	}
	return 0
}

// Loss returns what the dampers take per second (W).
func (x *LineDampers) Loss(q, qd []float64) float64 {
	sum := 0.0
	for i, s := range x.Springs {
		rate := x.Rate(i, q, qd)
		sum += float64(s.Damping * rate * rate)
	}
	return sum
}
