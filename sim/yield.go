package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// Friction of a compliant contact. While it sticks, a bristle between the surfaces is bent by the way s that they have
// slid on each other, and pulls with
//
//	T = −k xⁿ⁻¹ s − (a k xⁿ⁻¹ + d) ṡ
//
// by the stiffness and the dampers of the contact across, up to μ F. Then it slides, and where it comes to rest the
// bristle is bent so that T is what friction was. So what rests does not creep. A ball that rolls slides no way: s is
// that of its centre, less the arc by which it has turned. Source: Haessig, Friedland, "On the modeling and simulation
// of friction", Journal of Dynamic Systems, Measurement, and Control 113, 1991, for the bristle.
type bristle struct {
	way    mgl64.Vec3 // s where the step began, in the axes of the solid
	anchor mgl64.Vec3 // the ball's centre there
	ball   mgl64.Mat3 // and its axes
}

// press returns the force of a compliant contact, which is negative where its dampers would pull (N).
func (t *touch) press(at *whereabouts) float64 { return t.Compliance.Force(-at.gap, -at.rate) }

// pressed reports whether a compliant contact pushes.
func (t *touch) pressed() bool { return !t.rigid() && t.mode != apart }

// slid returns s, in the axes of the solid.
func (t *touch) slid(at *whereabouts) mgl64.Vec3 {
	b := &t.bristle
	n := vec.MulVec(at.solid.Transpose(), at.normal)
	way := b.way.Add(at.anchor.Sub(b.anchor))
	if r := t.Ball.Radius; r > 0 {
		between := vec.MulMat(at.ball, b.ball.Transpose())
		turn := spatial.Log(spatial.Quaternion(&between), mgl64.Vec3{})
		way = way.Sub(vec.Scaled(vec.Cross(turn.Ang, n), r))
	}
	return way.Sub(vec.Scaled(n, vec.Dot(n, way)))
}

// across returns the stiffness and the damping across (N/m, N s/m).
func (t *touch) across(at *whereabouts) (stiffness, damping float64) {
	c, x := t.Compliance, max(0, -at.gap)
	stiffness = c.Stiffness
	if c.Exponent > 1 && x > 0 {
		stiffness = c.Force(x, 0) / x
	}
	return stiffness, float64(c.Dissipation*stiffness) + c.Damping
}

// holds returns what the bristle of a contact that sticks pulls with, on the ball.
func (t *touch) holds(at *whereabouts) mgl64.Vec3 {
	k, d := t.across(at)
	return vec.Scaled(vec.MulVec(at.solid, t.slid(at)), -k).Sub(vec.Scaled(at.slip, d))
}

// push returns what a compliant contact does to the ball.
func (t *touch) push(at *whereabouts) mgl64.Vec3 {
	press := t.press(at)
	f := vec.Scaled(at.normal, press)
	switch {
	case t.Friction == 0:
	case t.mode == sticks:
		f = f.Add(t.holds(at))
	default:
		f = f.Add(vec.Scaled(t.own.Against(at.normal, at.slip), press))
	}
	return f
}

// begin begins a step of the bristle.
func (t *touch) begin() {
	if t.mode == sticks {
		t.bristle.way = t.slid(&t.whereabouts)
	}
	t.bristle.anchor, t.bristle.ball = t.anchor, t.ball
}

// yield finds the mode of a compliant contact.
func (t *touch) yield() {
	before := t.mode
	speed, press := vec.Len(t.slip), t.press(&t.whereabouts)
	switch {
	case t.gap > 0 || press < 0:
		t.mode = apart
	case before == apart && speed > float64(t.Friction*max(0, -t.rate)):
		t.slide()
	case before == apart:
		t.mode, t.bristle = sticks, bristle{anchor: t.anchor, ball: t.ball}
	case before == sticks:
		limit := float64(t.Friction * press)
		if pull := t.holds(&t.whereabouts); vec.Len(pull) > limit*(1-1e-9) {
			t.slide()
			if speed == 0 {
				t.own.Toward = vec.Scaled(pull, -1/max(vec.Len(pull), math.SmallestNonzeroFloat64))
			}
		}
	case t.along() <= float64(1e-9*t.own.Begun) || speed <= restful: // it comes to rest
		k, d := t.across(&t.whereabouts)
		pull := vec.Scaled(t.own.Toward, float64(t.Friction*press*(1-1e-6))).Sub(vec.Scaled(t.slip, d))
		t.bristle = bristle{anchor: t.anchor, ball: t.ball,
			way: vec.MulVec(t.solid.Transpose(), vec.Scaled(pull, 1/k))}
		t.mode = sticks
	}
}

// slide lets a compliant contact slide.
func (t *touch) slide() {
	t.mode = slides
	if t.own.Begun = vec.Len(t.slip); t.own.Begun > restful {
		t.own.Toward = vec.Scaled(t.slip, 1/t.own.Begun)
	}
}

// compliantForces are what compliant contacts do.
type compliantForces struct{ *contacts }

// AddWrenches implements ForceElement.
func (x compliantForces) AddWrenches(wrenches []spatial.Force, _ float64, _, _ []float64, kin *tree.Kinematics) error {
	for i := range x.all {
		t := &x.all[i]
		if !t.pressed() {
			continue
		}
		var at whereabouts
		at.look(t.ContactPair, kin)
		f := t.push(&at)
		for side, link := range t.Links {
			if link < 0 {
				continue
			}
			on := vec.Scaled(f, float64(2*side-1))
			arm := at.point.Sub(kin.Pose(link).P)
			kin.AddWrench(&wrenches[link], link, &spatial.Force{Ang: vec.Cross(arm, on), Lin: on})
		}
	}
	return nil
}
