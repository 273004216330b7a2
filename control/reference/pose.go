package reference

import (
	"errors"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/libm"
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// PosePoint is where a link is at an instant, and how it moves, in the world's axes at its origin: the acceleration is
// the derivative of the velocity's components.
type PosePoint struct {
	Pose                   spatial.Transform
	Velocity, Acceleration spatial.Motion
}

// PoseMotion is a motion of a link, for all times. It never changes.
type PoseMotion interface {
	// At sets dst to where the link is at time t (s), where the motion jumps after the jump. It does not allocate.
	At(dst *PosePoint, t float64)
	// Break returns the first time after t at which the motion or one of its derivatives jumps, infinity if there is
	// none.
	Break(t float64) float64
}

// Stroke goes from one pose to another one along a line or an arc, and turns about one axis, both in proportion to a
// progress from 0 to 1.
type Stroke struct {
	progress Trajectory
	from     spatial.Transform
	turn     mgl64.Vec3 // all of it, in the world's axes (rad)
	way      mgl64.Vec3 // of a line
	angle    float64    // of an arc, 0 for a line
	out, on  mgl64.Vec3 // from the centre of an arc to its start, and as long at right angles to that
}

// Line returns the motion along a line.
func Line(from, to *spatial.Transform, progress Trajectory) *Stroke {
	return &Stroke{progress: progress, from: *from, way: to.P.Sub(from.P), turn: turnOf(from.R, to.R)}
}

// turnOf returns the turn from one rotation to another one, a vector along its axis as long as its angle, in the axes
// that both are given in.
func turnOf(from, to mgl64.Mat3) mgl64.Vec3 {
	turn := vec.MulMat(to, from.Transpose())
	m := spatial.Log(spatial.Quaternion(&turn), mgl64.Vec3{})
	return m.Ang
}

// turned returns a rotation after a share of a turn.
func turned(from mgl64.Mat3, turn mgl64.Vec3, share float64) mgl64.Mat3 {
	rotation, _ := spatial.Exp(&spatial.Motion{Ang: vec.Scaled(turn, share)})
	return vec.MulMat(spatial.FromQuaternion(rotation), from)
}

// Arc returns the motion along the circle that goes through a point on the way. The error says that the three points
// lie on a line.
func Arc(from, to *spatial.Transform, via mgl64.Vec3, progress Trajectory) (*Stroke, error) {
	s := Line(from, to, progress)
	a, b := via.Sub(from.P), s.way
	n := vec.Cross(a, b)
	square := vec.Dot(n, n)
	if !(square > 1e-16*vec.Dot(a, a)*vec.Dot(b, b)) {
		return nil, errors.New("the start, the point on the way and the end lie on a line; expected three points of " +
			"a circle")
	}
	// the centre, from the start: (|a|² b − |b|² a) × n / (2 |n|²)
	centre := vec.Scaled(vec.Cross(vec.Scaled(b, vec.Dot(a, a)).Sub(vec.Scaled(a, vec.Dot(b, b))), n), 1/(2*square))
	s.out = vec.Scaled(centre, -1)
	s.on = vec.Cross(spatial.Unit(n), s.out) // the way turns about n
	end := b.Sub(centre)
	if s.angle = libm.Atan2(vec.Dot(end, s.on), vec.Dot(end, s.out)); s.angle <= 0 {
		s.angle += 2 * math.Pi
	}
	return s, nil
}

// At implements PoseMotion.
func (s *Stroke) At(dst *PosePoint, t float64) {
	x := s.progress.At(t)
	dst.Pose.R = turned(s.from.R, s.turn, x.Position)
	dst.Velocity.Ang, dst.Acceleration.Ang = vec.Scaled(s.turn, x.Velocity), vec.Scaled(s.turn, x.Acceleration)
	if s.angle == 0 {
		dst.Pose.P = s.from.P.Add(vec.Scaled(s.way, x.Position))
		dst.Velocity.Lin, dst.Acceleration.Lin = vec.Scaled(s.way, x.Velocity), vec.Scaled(s.way, x.Acceleration)
		return
	}
	sin, cos := libm.Sincos(float64(s.angle * x.Position))
	w, a := float64(s.angle*x.Velocity), float64(s.angle*x.Acceleration)
	along := func(out, on float64) mgl64.Vec3 { return vec.Scaled(s.out, out).Add(vec.Scaled(s.on, on)) }
	dst.Pose.P = s.from.P.Add(along(cos-1, sin))
	dst.Velocity.Lin = along(-float64(w*sin), float64(w*cos))
	dst.Acceleration.Lin = along(-float64(a*sin)-float64(w*w*cos), float64(a*cos)-float64(w*w*sin))
}

// Break implements PoseMotion.
func (s *Stroke) Break(t float64) float64 { return s.progress.Break(t) }
