package sim

import (
	"fmt"
	"math"

	"kinetree/tree"
)

// JointExtras are properties of a joint that its description in URDF cannot have. They are for joints with one position
// coordinate.
type JointExtras struct {
	Stiffness float64 // of a spring, whose effort is Stiffness (Rest − position) (N m/rad or N/m)
	Rest      float64 // position where the spring has no effort (rad or m)
	// The joint rebounds from its end stops with Restitution times its approach velocity, 0 to 1.
	Restitution float64
	Unactuated  bool           // what controllers give for the joint has no effect
	Motor       *Motor         // that makes the efforts; nil: they come about as controllers give them
	Elastic     *tree.Coupling // to its rotor, see tree.WithRotor; nil for a rigid drive. Its Joint is of no account
	// Efficiency is the efficiency η of the gear. The rotor before the gear, the armature J of the joint, leaves of the
	// effort τ of the drive the effort y = τ − J q̈, which the gear transmits. If the joint moves in the direction of
	// y, the friction of the gear is (1 − η)|y|; if the joint is driven backwards, it is (1/η − 1)|y|. At rest the gear
	// holds as much. 0 stands for 1.
	Efficiency float64
	Stribeck   *Stribeck // nil: friction does not depend on the velocity
	// TurnFriction is the friction of the turn of a planar joint (N m); nil if turning and sliding share their
	// friction.
	TurnFriction *float64
}

// geared reports whether the gear has losses.
func (x *JointExtras) geared() bool { return x.Efficiency != 0 && x.Efficiency != 1 }

// fault describes which of the extras are impossible, or returns "".
func (x *JointExtras) fault() string {
	if !(x.Restitution >= 0 && x.Restitution <= 1) || math.IsNaN(x.Stiffness+x.Rest) {
		return fmt.Sprintf("has the extras %+v; expected a restitution of 0 to 1, and numbers", *x)
	}
	if !(x.Efficiency >= 0 && x.Efficiency <= 1) {
		return fmt.Sprintf("has a gear of the efficiency %v; expected a number above 0, up to 1", x.Efficiency)
	}
	if f := x.TurnFriction; f != nil && (!(*f >= 0) || math.IsInf(*f, 1) || x.Stribeck != nil) {
		return fmt.Sprintf("has a friction of %v of its turn; expected 0 or more, and no Stribeck beside it", *f)
	}
	if s := x.Stribeck; s != nil && (!(s.Level >= 0 && s.Velocity > 0) || math.IsInf(s.Level+s.Velocity, 1)) {
		return fmt.Sprintf("has the friction %+v; expected a level of 0 or more and a positive velocity", *s)
	}
	if e := x.Elastic; e != nil && (!(e.Stiffness > 0 && e.Damping >= 0 && e.Backlash >= 0) ||
		math.IsInf(e.Stiffness+e.Damping+e.Backlash, 1)) {
		return fmt.Sprintf("has the elastic drive %+v; expected a positive stiffness, and a damping and a backlash of "+
			"0 or more", *e)
	}
	if x.Motor != nil {
		return x.Motor.Fault()
	}
	return ""
}

// Passive returns the dampers and springs of a robot. An ideal robot has none but those that connect joints and their
// rotors.
func Passive(m *tree.Model, joints []JointExtras, ideal bool) *tree.Passive {
	var couplings []tree.Coupling
	springs := make([]tree.Spring, len(joints))
	for k, j := range joints {
		springs[k] = tree.Spring{Joint: k, Stiffness: j.Stiffness, Rest: j.Rest}
		if e := j.Elastic; e != nil && m.Joints()[k].Rotor >= 0 {
			couplings = append(couplings, tree.Coupling{Joint: k, Stiffness: e.Stiffness, Damping: e.Damping,
				Backlash: e.Backlash})
		}
	}
	if ideal && len(couplings) == 0 {
		return &tree.Passive{}
	}
	if ideal {
		return m.Describe(func(j *tree.Joint) { j.Damping = 0 }).Passive(nil, couplings...)
	}
	return m.Passive(springs, couplings...)
}

// Passive returns the dampers and springs of the robot. They must not be changed.
func (w *World) Passive() *tree.Passive { return w.mechanism.Passive }
