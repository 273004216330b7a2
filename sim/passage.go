package sim

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// passage is a line spring whose points may pass each other, where its force turns round. Within a step it goes on
// along the direction that it had at the beginning, with a negative length, so that the law is smooth up to the instant
// of the passage; which is an event, with which the direction turns. A line that turns by more than 90 degrees in a
// step, past a point that it nearly hits, has the same event, and no other force.
type passage struct {
	*LineSpring
	along  mgl64.Vec3 // at the start of the step; that of the velocity if both points were the same
	before float64    // the length then (m)
}

// passages returns force elements with line springs as passages, and these.
func passages(elements []ForceElement) (all []ForceElement, lines []*passage) {
	for _, e := range elements {
		if s, ok := e.(*LineSpring); ok {
			p := &passage{LineSpring: s}
			lines, e = append(lines, p), p
		}
		all = append(all, e)
	}
	return all, lines
}

// AddWrenches implements ForceElement.
func (p *passage) AddWrenches(wrenches []spatial.Force, _ float64, _, _ []float64, kin *tree.Kinematics) error {
	p.add(wrenches, kin, p.along)
	return nil
}

// turnLines gives line springs the direction that they have in the current state.
func (w *World) turnLines() {
	if len(w.lines) == 0 {
		return
	}
	w.placeLines()
	for _, p := range w.lines {
		l, ok := p.line(w.wrenches.kin, mgl64.Vec3{})
		p.along, p.before = l.direction, l.length
		if speed := vec.Len(l.velocity); !ok && speed > 0 {
			p.along = vec.Scaled(l.velocity, 1/speed)
		}
	}
}

// placeLines takes the kinematics of force elements to the current state.
func (w *World) placeLines() {
	w.moveBase(w.state.T)
	w.wrenches.kin.UpdateVelocity(w.state.Q, w.state.Qd)
}

// ahead returns how far the second point is from the first one in the direction of the start of the step (m); the
// kinematics are those of placeLines.
func (p *passage) ahead(kin *tree.Kinematics) float64 {
	l, ok := p.line(kin, p.along)
	if !ok {
		return 0
	}
	return float64(l.length * vec.Dot(l.direction, p.along))
}
