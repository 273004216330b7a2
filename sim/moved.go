package sim

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// PrescribedMotion is a motion of one coordinate that is prescribed.
type PrescribedMotion interface {
	// At returns the position (rad or m) with its two derivatives at time t (s), where it jumps those after the jump.
	At(t float64) (x, v, a float64)
	// Break returns the first time after t at which the position or a derivative jumps, infinity if there is none.
	Break(t float64) float64
}

// PrescribedJoint is a joint with a prescribed motion of one coordinate. The effort of the joint drives this motion,
// and its work is part of Ledger.ConstraintWork.
type PrescribedJoint struct {
	Joint      int // index in Model.Joints, of a joint whose positions are no pose
	Coordinate int // of the joint; 0 of one that has one
	Motion     PrescribedMotion
}

// prescribes reports whether a joint moves as given.
func (c *Config) prescribes(joint int) bool {
	return slices.ContainsFunc(c.Imposed.Joints, func(p PrescribedJoint) bool { return p.Joint == joint })
}

// BaseCourse is the motion of a fixed base in the world: x, y and z of the root link (m) and its roll, pitch and yaw
// (rad), each nil for 0. The work of what moves the base is part of Ledger.ConstraintWork.
type BaseCourse [6]PrescribedMotion

// given reports whether anything moves.
func (c *BaseCourse) given() bool { return *c != BaseCourse{} }

// timed is motion that is prescribed: a function of time that is smooth up to the end of a segment.
type timed struct {
	motions []PrescribedMotion
	end     float64 // of the segment
}

// at returns a motion at a time of the segment. At its end it is that before the end.
func (x *timed) at(m PrescribedMotion, t float64) (p, v, a float64) {
	return m.At(math.Min(t, math.Nextafter(x.end, math.Inf(-1))))
}

// begin begins the segment at a time.
func (x *timed) begin(t float64) {
	x.end = math.Inf(1)
	for _, m := range x.motions {
		x.end = math.Min(x.end, m.Break(t))
	}
}

// prescribe returns the constraints of the configuration, and behind them those of the joints with a prescribed motion.
func (w *plant) prescribe() (list []constraint.Constraint) {
	c := &w.config
	list = append(list, c.Imposed.Constraints...)
	for _, p := range c.Imposed.Joints {
		name := fmt.Sprint(p.Joint)
		if p.Joint >= 0 && p.Joint < len(c.Model.Joints()) {
			name = c.Model.Joints()[p.Joint].Name
		}
		w.timed.motions = append(w.timed.motions, p.Motion)
		list = append(list, &constraint.Prescribed{Name: name, Joint: p.Joint, Coordinate: p.Coordinate,
			Motion: func(t float64) (x, v, a float64) { return w.timed.at(p.Motion, t) }})
	}
	return list
}

// addDrives adds to an effort vector the efforts that drive the joints with a prescribed motion, in the state in which
// the accelerations were evaluated last.
func (w *plant) addDrives(efforts []float64) {
	first := len(w.config.Imposed.Constraints)
	for i, p := range w.config.Imposed.Joints {
		effort := w.bound.constraints.Multipliers(first + i)[0]
		if b := w.bound.ballast; b != nil {
			v := w.Model().Joints()[p.Joint].V + p.Coordinate
			effort -= float64(b[v] * w.reactions.qdd[v])
		}
		efforts[w.drive.layout.Index(p.Joint)+p.Coordinate] += effort
	}
}

// ballast returns for each rate the inertia (kg m² or kg) that a joint which moves as prescribed is given where its
// link has none, nil if there is no such joint. What is prescribed does not ask for inertia, but the articulated-body
// algorithm and its square root, which know nothing of it, do. The motion does not depend on it; it is taken off the
// effort that drives the joint, and off its power.
func ballast(c *Config) (list []float64) {
	for _, p := range c.Imposed.Joints {
		j := &c.Model.Joints()[p.Joint]
		if b := &c.Model.Bodies()[j.Body]; j.Armature == 0 && b.Inertia == (spatial.Inertia{}) {
			if list == nil {
				list = make([]float64, c.Model.NV())
			}
			list[j.V+p.Coordinate] = 1
		}
	}
	return list
}

// withBallast returns the sum of d, which may be nil, and of the ballast, for Augment.
func (w *plant) withBallast(d []float64) []float64 {
	if w.bound == nil || w.bound.ballast == nil {
		return d
	}
	copy(w.bound.ballasted, w.bound.ballast)
	if d != nil {
		floats.Add(w.bound.ballasted, d)
	}
	return w.bound.ballasted
}

// addBallast adds to momenta, or their rates, those that the ballast has at rates, or accelerations.
func (w *plant) addBallast(p, qd []float64) {
	if w.bound == nil {
		return
	}
	for i, b := range w.bound.ballast {
		p[i] += float64(b * qd[i])
	}
}

// movedBase is a base that moves.
type movedBase struct {
	course BaseCourse
	motion tree.BaseMotion
	at     float64 // the time that the algorithms have it for
}

// newMovedBase returns the base that a configuration moves, nil if it is at rest.
func (w *plant) newMovedBase() *movedBase {
	c := &w.config
	if !c.Imposed.Base.given() {
		return nil
	}
	for _, m := range c.Imposed.Base {
		if m != nil {
			w.timed.motions = append(w.timed.motions, m)
		}
	}
	return &movedBase{course: c.Imposed.Base, at: math.NaN()}
}

// moveBase sets the motion of the base at a time in all algorithms.
func (w *plant) moveBase(t float64) {
	b := w.base
	if b == nil || b.at == t {
		return
	}
	b.at = t
	b.course.set(&b.motion, func(m PrescribedMotion) (x, v, a float64) { return w.timed.at(m, t) })
	w.tellBase(&b.motion)
}

// tellBase sets the motion of the base in all algorithms.
func (w *plant) tellBase(m *tree.BaseMotion) {
	w.forward.MoveBase(m)
	if w.chosen != nil {
		w.chosen.MoveBase(m)
	}
	w.energy.MoveBase(m)
	if w.wrenches != nil {
		w.wrenches.Kin.MoveBase(m)
	}
	if w.bound != nil {
		w.bound.constraints.MoveBase(m)
	}
	if w.reactions != nil {
		w.reactions.inverse.MoveBase(m)
	}
}

// restBase sets the base at rest in all algorithms, up to the next moveBase.
func (w *plant) restBase() {
	if w.base != nil {
		w.base.at = math.NaN()
		w.tellBase(tree.Rest())
	}
}

// Base sets m to the motion at time t. The angular velocity of the frame follows from the derivatives of the angles:
//
//	ω = [φ̇ − ψ̇ sin θ, θ̇ cos φ + ψ̇ cos θ sin φ, −θ̇ sin φ + ψ̇ cos θ cos φ]
//
// for roll φ, pitch θ and yaw ψ. Source: Diebel, "Representing attitude", 2006, section 5.6.
func (c *BaseCourse) Base(m *tree.BaseMotion, t float64) {
	c.set(m, func(x PrescribedMotion) (p, v, a float64) { return x.At(t) })
}

func (c *BaseCourse) set(m *tree.BaseMotion, at func(PrescribedMotion) (x, v, a float64)) {
	var x, v, a [6]float64
	for i, motion := range c {
		if motion != nil {
			x[i], v[i], a[i] = at(motion)
		}
	}
	R := spatial.FromRPY(x[3], x[4], x[5])
	sr, cr := libm.Sincos(x[3])
	sp, cp := libm.Sincos(x[4])
	w := mgl64.Vec3{v[3] - float64(v[5]*sp), float64(v[4]*cr) + float64(v[5]*cp*sr),
		float64(v[5]*cp*cr) - float64(v[4]*sr)}
	e := mgl64.Vec3{
		a[3] - float64(a[5]*sp) - float64(v[5]*v[4]*cp),
		float64(a[4]*cr) - float64(v[4]*v[3]*sr) + float64(a[5]*cp*sr) +
			float64(v[5]*(float64(v[3]*cp*cr)-float64(v[4]*sp*sr))),
		float64(a[5]*cp*cr) - float64(a[4]*sr) - float64(v[4]*v[3]*cr) -
			float64(v[5]*(float64(v[4]*sp*cr)+float64(v[3]*cp*sr))),
	}
	turn := R.Transpose()
	u := vec.MulVec(turn, mgl64.Vec3(v[:3]))
	m.Pose = spatial.Transform{R: R, P: mgl64.Vec3(x[:3])}
	m.Velocity = spatial.Motion{Ang: w, Lin: u}
	m.Acceleration = spatial.Motion{Ang: e, Lin: vec.MulVec(turn, mgl64.Vec3(a[:3])).Sub(vec.Cross(w, u))}
}

// jump takes the state to the prescribed motion after a jump of the prescription. The energy of the jump is work of the
// constraints; the energy that end stops take is loss at the stops. Friction has no impulse, so rates that stick may
// begin to slip.
func (w *plant) jump() error {
	before, potential := w.energies(w.state.Q, w.state.Qd)
	if w.modes != nil {
		w.augment(w.modes.locked)
	} else {
		w.augment(nil)
	}
	w.stale = true
	w.timed.begin(w.state.T)
	if w.base != nil {
		if err := w.kick(); err != nil {
			return err
		}
	}
	if w.bound != nil {
		w.moveBase(w.state.T)
		if err := w.bound.constraints.Project(w.state.T, w.state.Q, w.state.Qd); err != nil {
			return err
		}
	}
	after, p := w.energies(w.state.Q, w.state.Qd)
	w.books.ConstraintWork += after + p - before - potential
	if w.modes != nil && w.modes.impacts != nil {
		return w.detector.collide()
	}
	return nil
}

// kick changes the velocities as a jump of the base's velocity does, which gives no impulse to any joint: by the
// accelerations of the robot at rest without weight whose base has that jump as its acceleration. They are the
// difference of two, since weight is part of the model.
func (w *plant) kick() error {
	from := w.base.motion.Velocity
	w.base.at = math.NaN()
	w.moveBase(w.state.T)
	jump := w.base.motion.Velocity
	jump.AddScaled(-1, &from)
	if jump == (spatial.Motion{}) {
		return nil
	}
	n := w.NV()
	rest, with, without := make([]float64, n), make([]float64, n), make([]float64, n)
	for _, x := range []struct {
		acceleration spatial.Motion
		to           []float64
	}{{jump, with}, {spatial.Motion{}, without}} {
		w.tellBase(&tree.BaseMotion{Pose: w.base.motion.Pose, Acceleration: x.acceleration})
		if err := w.forward.ForwardDynamics(x.to, w.state.Q, rest, rest, nil); err != nil {
			return err
		}
		if w.bound != nil {
			w.bound.constraints.Correct(x.to, w.state.T, w.state.Q, rest)
		}
	}
	w.base.at = math.NaN()
	floats.Sub(with, without)
	floats.Add(w.state.Qd, with)
	return nil
}
