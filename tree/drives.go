package tree

import (
	"fmt"
	"math"
	"slices"

	"kinetree/internal/suggest"
	"kinetree/urdf"
)

// The drive of a joint may move on its own: the rotor of an elastic drive, and the current in the windings of a motor.
// Both are joints of the model, of bodies without mass whose inertia is an armature. So their states are positions and
// velocities like all others, and every algorithm and every integrator knows them.

// RotorName returns the name of the joint by which the rotor of the drive of a joint moves.
func RotorName(joint string) string { return joint + "/motor" }

// circuitName returns the name of the joint whose velocity is the current in the windings of the motor of a joint.
func circuitName(joint string) string { return joint + "/circuit" }

// WithRotor lets the rotor of the drive of the joint of a name move on its own, as an elastic transmission does. It is
// a further joint, RotorName(joint), with the axis of the joint and from the same link. Its position is that of the
// rotor as the joint sees it, divided by the gear ratio; inertia is that of the rotor about its axis times the gear
// ratio squared (kg m² or kg). A Coupling ties the two together. That the rotor also turns with the link that carries
// it is left out. Source: Spong, "Modeling and control of elastic joint robots", Journal of Dynamic Systems,
// Measurement, and Control 109, 1987.
func WithRotor(joint string, inertia float64) Option {
	return func(b *builder) { b.drives = append(b.drives, innerJoint{of: joint, rotor: true, inertia: inertia}) }
}

// WithCircuit adds the windings of the motor of the joint of a name as a further joint, circuitName(joint). Its
// velocity is the current (A), its position the charge (A s), an effort on it a voltage (V). Its inertia is the
// inductance (H), so its kinetic energy is that of the magnetic field, and its damping is the resistance (Ω).
func WithCircuit(joint string, inductance, resistance float64) Option {
	return func(b *builder) {
		b.drives = append(b.drives, innerJoint{of: joint, inertia: inductance, damping: resistance})
	}
}

// innerJoint is a joint of the drive of another one.
type innerJoint struct {
	of               string
	rotor            bool
	inertia, damping float64
}

func (x *innerJoint) name() string {
	if x.rotor {
		return RotorName(x.of)
	}
	return circuitName(x.of)
}

// addDrives adds the joints of drives to the robot, which it clones for that.
func (b *builder) addDrives() {
	if len(b.drives) == 0 {
		return
	}
	b.robot = b.robot.Clone()
	var drivable []string
	for i := range b.robot.Joints {
		if j := &b.robot.Joints[i]; b.drivable(j) {
			drivable = append(drivable, j.Name)
		}
	}
	for i := range b.drives {
		x := &b.drives[i]
		d := urdf.Diagnostic{Code: "joint-drive", File: b.robot.File, Path: fmt.Sprintf("robot/joint[@name=%q]", x.of)}
		_, taken := b.robot.Joint(x.name())
		_, linkTaken := b.robot.Link(x.name())
		switch {
		case !slices.Contains(drivable, x.of):
			d.Message = fmt.Sprintf("a drive with states of its own is given for %q%s; expected a revolute, "+
				"continuous or prismatic joint that follows no other one, such as %s", x.of,
				suggest.Hint(x.of, drivable), suggest.List(drivable))
		case !(x.inertia > 0 && x.damping >= 0) || math.IsInf(x.inertia+x.damping, 1):
			d.Message = fmt.Sprintf("%s has the inertia or inductance %v and the damping or resistance %v; expected "+
				"a positive number, and 0 or more", x.name(), x.inertia, x.damping)
		case taken == nil || linkTaken == nil:
			d.Message = fmt.Sprintf("there is a joint or link %s already; expected one drive, and names of the robot "+
				"that differ from it", x.name())
		default:
			b.addDrive(x)
			continue
		}
		b.diags = append(b.diags, d)
	}
}

// drivable reports whether a drive of a joint may have states of its own.
func (b *builder) drivable(j *urdf.Joint) bool {
	_, given := b.kinds[j.Name]
	one := j.Type == urdf.Revolute || j.Type == urdf.Continuous || j.Type == urdf.Prismatic
	return one && !given && (j.Mimic == nil || b.ignoreMimic)
}

// addDrive adds a joint to the robot.
func (b *builder) addDrive(x *innerJoint) {
	r := b.robot
	inner := urdf.Joint{Name: x.name(), Type: urdf.Prismatic, Child: x.name(), Axis: [3]float64{0, 0, 1},
		Dynamics: &urdf.Dynamics{Damping: x.damping}}
	if of, err := r.Joint(x.of); err == nil && x.rotor {
		inner.Type, inner.Parent, inner.Origin, inner.Axis = of.Type, of.Parent, of.Origin, of.Axis
		if inner.Type == urdf.Revolute {
			inner.Type = urdf.Continuous
		}
	} else {
		inner.Parent = b.rootLink()
	}
	r.Links = append(r.Links, urdf.Link{Name: x.name()})
	r.Joints = append(r.Joints, inner)
	b.armature[x.name()] = x.inertia
}

// rootLink returns the name of the link that no joint leads to.
func (b *builder) rootLink() string {
	for _, l := range b.robot.Links {
		if !slices.ContainsFunc(b.robot.Joints, func(j urdf.Joint) bool { return j.Child == l.Name }) {
			return l.Name
		}
	}
	return ""
}

// linkDrives tells joints and the joints of their drives of each other.
func (b *builder) linkDrives() {
	m := b.model
	for i := range b.drives {
		x := &b.drives[i]
		inner, of := m.jointIndex[x.name()], m.jointIndex[x.of]
		m.joints[inner].Drives = of
		if x.rotor {
			m.joints[of].Rotor = inner
		} else {
			m.joints[of].Circuit = inner
		}
	}
}
