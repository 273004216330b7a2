package control

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/rnea"
	"kinetree/spatial"
	"kinetree/tree"
)

// ForceConfig describes a [ForceLaw].
type ForceConfig struct {
	Link      int        // index in Model.Links
	Direction mgl64.Vec3 // of the world, of any length but 0
	Target    float64    // force with which the link is to press that way (N)
	I         float64    // 1/s
	// Impedance is the law of the link besides; nil for efforts of weight and velocity alone.
	Impedance *TaskImpedance
	// Feel is what the link presses with (N) at a position and a velocity; nil for what Input.Wrenches tell.
	Feel func(q, qd []float64) float64
}

// ForceLaw is the law
//
//	τ = Jᵀ n z + τ_impedance,   z⁺ = z + T i (f* − f)
//
// by which a link presses with the force f* along the direction n of the world: an integral of what lacks of the force
// f that sensors measure, beside an impedance of the link, which may leave the direction free. While actuators give
// less than they are asked for along n, the integral does not grow that way. Source: Chiaverini and Sciavicco, "The
// parallel approach to force/position control of robotic manipulators", IEEE Trans. Robotics and Automation 9(4), 1993.
type ForceLaw struct {
	c        ForceConfig
	believed *tree.Model
	kin      *tree.Kinematics
	inverse  *rnea.Solver
	felt     [][2]int // links that are fixed to the link: in the robot, and in the model
	jacobian []float64
	along    []float64 // Jᵀ n
	z        float64
}

// NewForceLaw returns the law of a robot with the model that it believes in. The error names a link of the robot that
// the model does not have. It panics if the direction is 0.
func NewForceLaw(m, believed *tree.Model, c ForceConfig) (*ForceLaw, error) {
	if c.Direction == (mgl64.Vec3{}) {
		panic("control: the direction of a force is 0; expected one that is not")
	}
	c.Direction = spatial.Unit(c.Direction)
	l := &ForceLaw{c: c, believed: believed, kin: tree.NewKinematics(believed), inverse: rnea.New(believed),
		jacobian: make([]float64, 6*believed.NV()), along: make([]float64, believed.NV())}
	body := believed.Links()[c.Link].Body
	for i, x := range m.Links() {
		k, ok := believed.Link(x.Name)
		switch {
		case !ok:
			return nil, fmt.Errorf("the model of the control law, %s, has no link %q; expected the links of the robot "+
				"%s", believed.Name(), x.Name, m.Name())
		case believed.Links()[k].Body == body:
			l.felt = append(l.felt, [2]int{i, k})
		}
	}
	return l, nil
}

// Pressed returns the force with which the link presses along the direction (N): what the wrenches of an input on it
// and on all that is fixed to it push back with.
func (l *ForceLaw) Pressed(in *Input) (f float64) {
	if l.c.Feel != nil {
		return l.c.Feel(in.Q, in.Qd)
	}
	if in.Wrenches == nil {
		return 0
	}
	l.kin.Update(in.Q)
	for _, x := range l.felt {
		pose := l.kin.Pose(x[1])
		f -= vec.Dot(vec.MulVec(pose.R, in.Wrenches[x[0]].Lin), l.c.Direction)
	}
	return f
}

// Effort implements Law. It does not allocate unless the impedance does.
func (l *ForceLaw) Effort(tau []float64, in *Input) error {
	if l.c.Impedance != nil {
		if err := l.c.Impedance.Effort(tau, in); err != nil {
			return err
		}
	} else {
		l.inverse.Bias(tau, in.Q, in.Qd, nil)
	}
	l.kin.Update(in.Q)
	l.kin.Jacobian(l.jacobian, l.c.Link, tree.Aligned)
	n, lost := len(tau), 0.0
	for i := range tau {
		l.along[i] = 0
		for r, x := range l.c.Direction {
			l.along[i] += float64(l.jacobian[(3+r)*n+i] * x)
		}
		tau[i] += float64(l.along[i] * l.z)
		lost += float64(l.along[i] * in.lost(i))
	}
	if lacks := l.c.Target - l.Pressed(in); !(lacks*lost < 0) {
		l.z += float64(float64(in.Period*l.c.I) * lacks)
	}
	return nil
}

// AppendState implements Stateful: the force z.
func (l *ForceLaw) AppendState(state []float64) []float64 { return append(state, l.z) }

// SetState implements Stateful.
func (l *ForceLaw) SetState(state []float64) { l.z = state[0] }
