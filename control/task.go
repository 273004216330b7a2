package control

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control/reference"
	"kinetree/dynamics/taskspace"
	"kinetree/internal/vec"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// The laws of this file move a link in the world. A task is some of the six directions along and about the axes of the
// world, at the origin of the link, in the order of taskspace.Axes; others are free. In these directions
//
//	e = [p* − p; log(R* Rᵀ)],   ė = ẋ* − ẋ,   J q̇ = ẋ,   Λ = (J M⁻¹ Jᵀ)⁻¹
//
// and what the task leaves of the joints, the null space, is drawn to a posture by efforts τ₀, of which the task feels
// nothing: τ = Jᵀ F + Nᵀ τ₀ + h with Nᵀ = 1 − Jᵀ Λ J M⁻¹ and the efforts h of weight and velocity.
//
// Sources: Khatib, "A unified approach for motion and force control of robot manipulators: the operational space
// formulation", IEEE J. Robotics and Automation 3(1), 1987; Albu-Schäffer, Ott and Hirzinger, "A unified
// passivity-based control framework for position, torque and impedance control of flexible joint robots", Int. J.
// Robotics Research 26(1), 2007.

// TaskConfig says what a link is to follow, and what the joints do besides.
type TaskConfig struct {
	Link int // index in Model.Links
	// Motion is what the link follows; nil for where the references of the joints have it.
	Motion reference.PoseMotion
	// Posture draws the null space; nil for no efforts in it.
	Posture *Posture
	// Damping is the share by which Λ is damped, see taskspace.New; 0 makes a singular pose an error.
	Damping float64
}

// Posture is where joints are drawn to: τ₀ = P (q₀ − q) − D q̇, of the law OperationalSpace M times that.
type Posture struct {
	Q    []float64 // q₀ (NQ numbers); NaN for the reference of the joint
	P, D []float64 // of each rate
}

// task is what laws know of a link.
type task struct {
	tracking
	c         TaskConfig
	axes      []int
	kin, from *tree.Kinematics // of the robot, and of its reference
	inverse   *rnea.Solver
	mobility  *taskspace.Mobility
	point     reference.PosePoint
	error     [6]float64 // e, ė and what the reference and the velocity accelerate, ẍ* − J̇ q̇
	rate      [6]float64
	bend      [6]float64
	force     []float64 // a number for each axis, as the next
	drawn     []float64
	own       []float64 // τ₀, a number for each rate
	q0        []float64
}

func newTask(believed *tree.Model, c TaskConfig, axes []int) *task {
	t := &task{tracking: newTracking(believed), c: c, axes: axes, kin: tree.NewKinematics(believed),
		from: tree.NewKinematics(believed), inverse: rnea.New(believed),
		mobility: taskspace.New(believed, c.Link, axes, c.Damping), force: make([]float64, len(axes)),
		drawn: make([]float64, len(axes)), own: make([]float64, believed.NV()), q0: make([]float64, believed.NQ())}
	if p := c.Posture; p != nil {
		believed.CheckLengths(p.Q, p.P, p.D)
	}
	return t
}

// look computes all that the laws need of a sample.
func (t *task) look(in *Input) error {
	r := in.Reference
	t.kin.UpdateVelocity(in.Q, in.Qd)
	pose, velocity := t.kin.Pose(t.c.Link), t.kin.Velocity(t.c.Link, tree.Aligned)
	bias := t.kin.BiasAcceleration(t.c.Link, tree.Aligned)
	if to := &t.point; t.c.Motion != nil {
		t.c.Motion.At(to, in.Time)
	} else {
		t.from.UpdateAcceleration(r.Q, r.Qd, r.Qdd)
		to.Pose, to.Velocity = t.from.Pose(t.c.Link), t.from.Velocity(t.c.Link, tree.Aligned)
		to.Acceleration = t.from.Acceleration(t.c.Link, tree.Aligned)
	}
	turn := vec.MulMat(t.point.Pose.R, pose.R.Transpose())
	left := spatial.Log(spatial.Quaternion(&turn), mgl64.Vec3{})
	for i := range 3 {
		t.error[i], t.error[3+i] = t.point.Pose.P[i]-pose.P[i], left.Ang[i]
		t.rate[i], t.rate[3+i] = t.point.Velocity.Lin[i]-velocity.Lin[i], t.point.Velocity.Ang[i]-velocity.Ang[i]
		t.bend[i] = t.point.Acceleration.Lin[i] - bias.Lin[i]
		t.bend[3+i] = t.point.Acceleration.Ang[i] - bias.Ang[i]
	}
	if err := t.mobility.Update(t.kin, in.Q); err != nil {
		return fmt.Errorf("%w, at t = %.6g s; expected gains of 0 for a direction, another way, or "+
			"controller.singular_damping", err, in.Time)
	}
	return nil
}

// pull sets own to what draws the null space.
func (t *task) pull(in *Input) {
	p := t.c.Posture
	if p == nil {
		clear(t.own)
		return
	}
	for i, x := range p.Q {
		if t.q0[i] = x; math.IsNaN(x) {
			t.q0[i] = in.Reference.Q[i]
		}
	}
	t.model.Difference(t.e, in.Q, t.q0)
	for i := range t.own {
		t.own[i] = float64(p.P[i]*t.e[i]) - float64(p.D[i]*in.Qd[i])
	}
}

// OperationalSpace is the law
//
//	τ = Jᵀ Λ (ẍ* + D ė + P e − J̇ q̇) + Nᵀ M (P₀ (q₀ − q) − D₀ q̇) + h(q, q̇)
//
// With the exact model the error of each direction obeys ë + D ė + P e = 0, by itself.
type OperationalSpace struct {
	*task
	p, d [6]float64
}

// NewOperationalSpace returns the law with the model that it believes in and the gains P (1/s²) and D (1/s) of each
// direction; a direction with neither is free. It panics if all are free, or if the model has a floating base.
func NewOperationalSpace(believed *tree.Model, c TaskConfig, p, d [6]float64) *OperationalSpace {
	var axes []int
	for i := range p {
		if p[i] != 0 || d[i] != 0 {
			axes = append(axes, i)
		}
	}
	checkTask(believed, axes)
	return &OperationalSpace{newTask(believed, c, axes), p, d}
}

// checkTask panics if there is no task, or if nothing holds the base.
func checkTask(believed *tree.Model, axes []int) {
	believed.CheckBuilt()
	if len(axes) == 0 || believed.Floating() {
		panic(fmt.Sprintf("control: a task of %d directions of the model %s, floating %v; expected one direction or "+
			"more, and a fixed base", len(axes), believed.Name(), believed.Floating()))
	}
}

// Effort implements Law. It does not allocate. The error is that of a singular pose.
func (l *OperationalSpace) Effort(tau []float64, in *Input) error {
	if err := l.look(in); err != nil {
		return err
	}
	l.pull(in)
	l.inverse.InverseDynamics(tau, in.Q, in.Qd, l.own, nil) // M a₀ + h
	l.mobility.Move(l.drawn, l.own)                         // J a₀
	for k, i := range l.axes {
		l.force[k] = l.bend[i] + float64(l.d[i]*l.rate[i]) + float64(l.p[i]*l.error[i]) - l.drawn[k]
	}
	l.mobility.Bear(l.force)
	l.mobility.AddEffort(tau, l.force)
	return nil
}

// TaskImpedance is the law
//
//	τ = Jᵀ (K e + D ė + Λ (ẍ* − J̇ q̇)) + Nᵀ (P₀ (q₀ − q) − D₀ q̇) + h(q, q̇)
//
// which leaves the robot its inertia: with the exact model Λ ë + D ė + K e = −f of a force f on the link. The damping
// is given, or that with which each mode of Λ and K has a damping ratio ζ: D = G 2ζω Gᵀ with Λ = G Gᵀ and K = G ω² Gᵀ.
type TaskImpedance struct {
	*task
	k, d  []float64 // of the axes, row by row
	ratio float64
	modes []float64 // (S L)ᵀ K (S L), see taskspace.Mobility
}

// NewTaskImpedance returns the law with the model that it believes in, a stiffness and a damping, 6 x 6 row by row
// (N/m, N m/rad, N s/m, N m s/rad). A damping of nil stands for the damping ratio. A direction without stiffness and
// damping is free. It panics if all are, if a length is wrong, or if the model has a floating base.
func NewTaskImpedance(believed *tree.Model, c TaskConfig, stiffness, damping []float64, ratio float64) *TaskImpedance {
	if len(stiffness) != 36 || damping != nil && len(damping) != 36 {
		panic(fmt.Sprintf("control: a stiffness of %d numbers and a damping of %d; expected 36 each", len(stiffness),
			len(damping)))
	}
	if damping == nil {
		damping = make([]float64, 36)
	}
	var axes []int
	something := func(x float64) bool { return x != 0 }
	for i := range 6 {
		if slices.ContainsFunc(stiffness[6*i:][:6], something) || slices.ContainsFunc(damping[6*i:][:6], something) {
			axes = append(axes, i)
		}
	}
	checkTask(believed, axes)
	l := &TaskImpedance{task: newTask(believed, c, axes), ratio: ratio}
	for _, r := range axes {
		for _, c := range axes {
			l.k, l.d = append(l.k, stiffness[6*r+c]), append(l.d, damping[6*r+c])
		}
	}
	l.modes = make([]float64, len(l.k))
	return l
}

// Effort implements Law. It does not allocate unless there is a damping ratio. The error is that of a singular pose.
func (l *TaskImpedance) Effort(tau []float64, in *Input) error {
	if err := l.look(in); err != nil {
		return err
	}
	l.pull(in)
	l.inverse.Bias(tau, in.Q, in.Qd, nil)
	for i, x := range l.own {
		tau[i] += x
	}
	l.mobility.Response(l.drawn, l.own)
	for k, i := range l.axes {
		l.force[k] = l.bend[i] - l.drawn[k]
	}
	l.mobility.Bear(l.force)
	n := len(l.axes)
	for r := range n {
		for c, axis := range l.axes {
			l.force[r] += float64(l.k[r*n+c]*l.error[axis]) + float64(l.d[r*n+c]*l.rate[axis])
		}
	}
	if l.ratio > 0 {
		l.damp()
		for k, x := range l.drawn {
			l.force[k] += x
		}
	}
	l.mobility.AddEffort(tau, l.force)
	return nil
}

// damp sets drawn to the force of the damping ratio, G U 2ζω Uᵀ Gᵀ ė with G⁻¹ K G⁻ᵀ = U ω² Uᵀ.
func (l *TaskImpedance) damp() {
	n := len(l.axes)
	l.mobility.Stiffness(l.modes, l.k)
	s := mat.NewSymDense(n, nil)
	for r := range n {
		for c := range r + 1 {
			s.SetSym(r, c, (l.modes[r*n+c]+l.modes[c*n+r])/2)
		}
	}
	var e mat.EigenSym
	e.Factorize(s)
	for k, axis := range l.axes {
		l.drawn[k] = l.rate[axis]
	}
	l.mobility.Whiten(l.drawn)
	velocity := slices.Clone(l.drawn)
	clear(l.drawn)
	for m, square := range e.Values() {
		mode, along := e.Vector(m), 0.0
		for k, x := range mode {
			along += float64(x * velocity[k])
		}
		along = float64(along * float64(2*l.ratio*math.Sqrt(max(square, 0))))
		for k, x := range mode {
			l.drawn[k] += float64(along * x)
		}
	}
	l.mobility.Force(l.drawn)
}
