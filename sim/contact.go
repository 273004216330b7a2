package sim

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/dynamics/constraint"
	"kinetree/internal/libm"
	"kinetree/internal/vec"
	"kinetree/sim/step"
	"kinetree/spatial"
	"kinetree/tree"
)

// ContactPair is a ball or a point of one link that may touch a convex solid on another link, or in the world. It is
// rigid, with Coulomb's friction and Newton's restitution, unless it has a compliance. The Grip, Anchor, Toward and
// Begun of the constraint are the world's own. Several pairs may have one name: those of the corners of a box, for
// example.
type ContactPair struct {
	constraint.Contact
	Restitution float64          // 0 to 1
	Compliance  *step.Compliance // nil for a rigid contact
	Turned      bool             // the log tells what acts on the link of the solid, not on that of the ball
}

// Distances and velocities that count as zero. Rounding is some orders of magnitude less. A contact that leaves or
// slides exceeds these numbers within a step.
const (
	touching = 1e-10 // a gap that touches (m)
	restful  = 1e-10 // a velocity at rest (m/s)
	// ride is how far a contact without a force may sink (m), while other contacts hold its link.
	ride = 1e-11
	// overlap is the largest penetration of a start that touches (m).
	overlap = 1e-9
)

// contacts are the contacts of a world. Near contacts are those that touch and bear forces: the solver of the
// constraints has their rows.
type contacts struct {
	w         *World
	all       []touch
	kin       *tree.Kinematics
	near      []*touch // the near contacts, in the order of their rows
	undecided bool     // the modes of the near contacts are not chosen yet
	ahead     float64  // the step whose directions are being foreseen (s), see steer; 0 for none
	rows      []*constraint.Contact
	still     bool    // the robot is at rest, and its accelerations are zero
	floats    bool    // the near contacts and held joints leave the robot a free motion
	size      float64 // the largest acceleration that the near contacts prevent (m/s²)
	open      bool    // the forces of the near contacts are not unique
	shared    bool    // the rows of the near contacts depend on each other
	fresh     bool    // the forces of the near contacts belong to the current state
	before    []float64
	mobility  []float64 // between all pairs of near at the last choice of modes (1/kg), see couple
	coupled   int       // how many these are
	later     []float64 // velocity at the end of a step, see steer
	q, tau    []float64 // position and efforts of the last solution at rest; empty if there is none
	grip      float64   // at the start of the step, see World.contactGrip
	losses    []float64
	events    []TouchEvent
}

// touch is a contact with its mode and its place in the current state.
type touch struct {
	*ContactPair
	own   constraint.Contact
	mode  touchMode
	noted touchMode // the mode of the last event that was noted
	whereabouts
	base float64 // the distance at which it touches again

	dead    bool    // the contact does not rebound in the present impact
	leaves  float64 // acceleration of the gap at the last choice of modes (m/s²)
	place   int     // in near at the last choice of modes
	share   [3]float64
	basis   [3]float64 // the forces of its rows at the last choice of modes, see World.contactGrip
	earlier struct{ gap, rate, along float64 }
	bristle bristle
}

// remember notes the position and the efforts of a solution in which nothing moves.
func (x *contacts) remember(q, tau []float64) {
	x.q, x.tau = append(x.q[:0], q...), append(x.tau[:0], tau...)
}

// unchanged reports whether nothing moves, and what acts is what acted at the last solution.
func (x *contacts) unchanged(w *World, q, tau []float64) bool {
	if !x.still || x.undecided || w.wrenches != nil || !slices.Equal(q, x.q) || !slices.Equal(tau, x.tau) {
		return false
	}
	x.fresh = true
	return true
}

// whereabouts are the place and the motion of a contact.
type whereabouts struct {
	gap, rate float64    // distance (m) and its derivative in time
	normal    mgl64.Vec3 // from the solid to the ball
	slip      mgl64.Vec3 // velocity of the ball's surface across that of the solid
	point     mgl64.Vec3 // where it touches
	anchor    mgl64.Vec3 // the ball's centre in the axes of the solid
	solid     mgl64.Mat3 // the axes of the solid, in those of the world
	ball      mgl64.Mat3 // the axes of the ball's link, in those of the solid
}

type touchMode uint8

const (
	apart touchMode = iota
	rides           // touches without a force
	slides
	sticks
)

// newContacts returns those of a configuration, nil for none.
func newContacts(c *Config, w *World) (*contacts, error) {
	if len(c.Imposed.Contacts) == 0 {
		return nil, nil
	}
	x := &contacts{w: w, all: make([]touch, len(c.Imposed.Contacts)), kin: tree.NewKinematics(c.Model),
		before: make([]float64, c.Model.NV())}
	var errs []error
	for i := range x.all {
		k := &c.Imposed.Contacts[i]
		errs = append(errs, k.check(c.Model)...)
		x.all[i] = touch{ContactPair: k, own: k.Contact}
	}
	return x, errors.Join(errs...)
}

// check returns all that is wrong with a contact.
func (c *ContactPair) check(m *tree.Model) (errs []error) {
	fault := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("contact %q: "+format, append([]any{c.Name}, args...)...))
	}
	if c.Solid == nil {
		fault("there is no solid; expected one of package distance")
		return errs
	}
	for _, err := range constraint.Check(m, &c.Contact) {
		errs = append(errs, fmt.Errorf("contact %q: %w", c.Name, err))
	}
	if !(c.Restitution >= 0 && c.Restitution <= 1) {
		fault("the restitution is %v; expected 0 to 1", c.Restitution)
	}
	if c.Compliance != nil {
		for _, err := range c.Compliance.Check() {
			fault("%v", err)
		}
	}
	return errs
}

// soft reports whether some contact has a compliance.
func (x *contacts) soft() bool {
	for i := 0; x != nil && i < len(x.all); i++ {
		if !x.all[i].rigid() {
			return true
		}
	}
	return false
}

// forget forgets another run.
func (x *contacts) forget() {
	for i := range x.all {
		t := &x.all[i]
		*t = touch{ContactPair: t.ContactPair, own: t.Contact}
	}
	x.near, x.still, x.shared, x.fresh, x.events = x.near[:0], false, false, false, nil
}

// rigid reports whether the contact has no compliance.
func (t *touch) rigid() bool { return t.Compliance == nil }

// measure finds where all contacts are, and how they move.
func (x *contacts) measureContacts(q, qd []float64) {
	w := x.w
	if w.base != nil {
		x.kin.MoveBase(&w.base.motion)
	}
	x.kin.UpdateVelocity(q, qd)
	for i := range x.all {
		x.all[i].look(x.all[i].ContactPair, x.kin)
	}
}

// look finds where a contact is, and how it moves.
func (t *whereabouts) look(c *ContactPair, kin *tree.Kinematics) {
	var pose [2]spatial.Transform
	var v [2]spatial.Motion // of the links' origins
	for i, link := range c.Links {
		if pose[i] = spatial.Identity(); link >= 0 {
			pose[i], v[i] = kin.Pose(link), kin.Velocity(link, tree.Aligned)
		}
	}
	solid := pose[0].Compose(&c.Place)
	center := pose[1].P.Add(vec.MulVec(pose[1].R, c.Ball.At))
	back := solid.R.Transpose()
	t.solid, t.ball = solid.R, vec.MulMat(back, pose[1].R)
	t.anchor = vec.MulVec(back, center.Sub(solid.P))
	f := c.Solid.FieldToward(t.anchor, vec.MulVec(t.ball, c.Inside))
	t.normal = vec.MulVec(solid.R, f.Normal)
	t.gap = f.Distance - c.Ball.Radius
	t.point = center.Sub(vec.Scaled(t.normal, c.Ball.Radius))
	u := velocityAt(&v[1], &pose[1], t.point).Sub(velocityAt(&v[0], &pose[0], t.point))
	t.rate = vec.Dot(t.normal, u)
	t.slip = u.Sub(vec.Scaled(t.normal, t.rate))
}

// velocityAt returns the velocity of what a link has at a point.
func velocityAt(v *spatial.Motion, pose *spatial.Transform, at mgl64.Vec3) mgl64.Vec3 {
	return v.Lin.Add(vec.Cross(v.Ang, at.Sub(pose.P)))
}

// along returns the velocity across in the direction of the step.
func (t *touch) along() float64 { return vec.Dot(t.own.Toward, t.slip) }

// aim takes the direction of the velocity across at the start of a step, see step.Pad.
func (t *touch) aim() {
	speed := vec.Len(t.slip)
	if speed > 0 && speed <= float64(step.NearRest*t.own.Begun) {
		return
	}
	if t.own.Begun = speed; speed > restful {
		t.own.Toward = vec.Scaled(t.slip, 1/speed)
	}
}

// touches reports whether a rigid contact touches but for rounding.
func (t *touch) touches() bool { return t.rigid() && t.gap <= touching }

// checkTouch returns an error for each rigid contact that penetrates at the start.
func (x *contacts) checkTouch() error {
	var errs []error
	for i := range x.all {
		if t := &x.all[i]; t.rigid() && t.gap < -overlap {
			errs = append(errs, &PenetrationError{Contact: t.Name, Depth: -t.gap})
		}
	}
	return errors.Join(errs...)
}

// separate moves a start out of what it penetrates, if that is asked for, and returns an error for what penetrates yet.
func (x *contacts) separate() error {
	w := x.w
	s := w.state
	const rounds = 20 // in each of which more may come to touch
	for range rounds {
		var list []*touch
		for i := range x.all {
			if t := &x.all[i]; t.rigid() && t.gap < -touching {
				list = append(list, t)
			}
		}
		if !w.config.Imposed.Separate || len(list) == 0 {
			break
		}
		if err := x.take(list, func(*touch) constraint.Grip { return constraint.Slides }); err != nil {
			return err
		}
		w.plant.holdAlways(nil)
		if err := w.bound.constraints.Assemble(s.T, s.Q); err != nil {
			return fmt.Errorf("the start penetrates, and is not to be moved out: %w", err)
		}
		x.measureContacts(s.Q, s.Qd)
	}
	return x.checkTouch()
}

// PenetrationError reports that the shapes of a rigid contact overlap at the start.
type PenetrationError struct {
	Contact string
	Depth   float64 // m
}

func (e *PenetrationError) Error() string {
	return fmt.Sprintf("%s overlap by %v m at the start; expected them apart, or touching within %v m, "+
		"separate: true to move the start out, or a contact with a stiffness", e.Contact, e.Depth, overlap)
}

// Touches tells what a contact does.
type Touches struct {
	Name     string
	Gap      float64    // m
	Mode     string     // apart, touching, sliding or sticking
	Force    mgl64.Vec3 // on the ball's link, in the world's axes (N)
	Position mgl64.Vec3 // in the world
}

// Contacts returns what the contacts of the configuration do in the current state, in their order. Where rigid bodies
// leave it undetermined what each bears, shared is true and the forces are those of one of the answers. It allocates.
func (x *contacts) Contacts() (list []Touches, shared bool, err error) {
	if x == nil {
		return nil, false, nil
	}
	w := x.w
	x.measureContacts(w.state.Q, w.state.Qd)
	if err := w.Acceleration(w.state.Qdd, w.state.T, w.state.Q, w.state.Qd); err != nil {
		return nil, false, err
	}
	for i := range x.all {
		t := &x.all[i]
		force := mgl64.Vec3{}
		if t.pressed() {
			force = t.push(&t.whereabouts)
		}
		list = append(list, Touches{Name: t.Name, Gap: t.gap,
			Mode: t.mode.String(), Force: force, Position: t.point})
	}
	for k, t := range x.near {
		i := 0
		for ; &x.all[i] != t; i++ {
		}
		n, t1, t2 := t.axes()
		bears := x.bearing(k)
		f := vec.Scaled(n, bears[0]).Add(vec.Scaled(t1, bears[1])).Add(vec.Scaled(t2, bears[2]))
		if t.mode == slides {
			f = f.Add(vec.Scaled(w.bound.constraints.Rubs(k), bears[0]))
		}
		list[i].Force = list[i].Force.Add(f)
	}
	return list, x.open, nil
}

// TouchEvent is the instant from which on a contact does something else.
type TouchEvent struct {
	Time    float64 `json:"time"` // s
	Contact string  `json:"contact"`
	// Mode is apart, touching, sliding or sticking; or rest: then bounces are over that become ever shorter, without
	// end in number, of which those within a microsecond each are not simulated.
	Mode string `json:"mode"`
}

// MostTouches is the largest number of events of contacts that a summary lists.
const MostTouches = 10_000

// noteContacts notes what contacts begin to do.
func (x *contacts) noteContacts() {
	w := x.w
	t := w.state.T
	for i := range x.all {
		k := &x.all[i]
		if k.mode != k.noted {
			x.event(t, k, k.mode.String())
		}
		if k.noted == apart && k.mode != apart {
			x.met(k)
		}
		k.noted = k.mode
	}
}

func (x *contacts) event(t float64, k *touch, mode string) {
	if len(x.events) < MostTouches {
		x.events = append(x.events, TouchEvent{t, k.Name, mode})
	}
}

func (m touchMode) String() string { return [...]string{"apart", "touching", "sliding", "sticking"}[m] }

// axes returns those of the rows of the contact.
func (t *touch) axes() (n, t1, t2 mgl64.Vec3) {
	frame := spatial.AxisFrame(t.normal)
	return t.normal, frame.Col(0), frame.Col(1)
}

// bearing returns what the k-th contact of near bears along its axes: normal and across.
func (x *contacts) bearing(k int) (l [3]float64) {
	w := x.w
	t, rows := x.near[k], w.bound.constraints.Bears(k)
	if t.own.Grip == constraint.Slides {
		l[0] = rows[0]
		return l
	}
	for i := range l {
		l[i] = rows[i]
		if x.shared {
			l[i] += t.share[i] - t.basis[i]
		}
	}
	return l
}

// grasp returns how far what a contact bears is within its cone.
func (t *touch) grasp(l [3]float64) float64 {
	if t.own.Grip == constraint.Slides {
		return l[0]
	}
	return min(l[0], float64(t.Friction*l[0])-libm.Hypot(l[1], l[2]))
}
