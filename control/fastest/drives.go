package fastest

import (
	"errors"
	"fmt"
	"math"

	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// Describe takes over the limits of acceleration, deceleration and jerk that a robot's description has, from version
// 1.2 on.
func (l *PathLimits) Describe(m *tree.Model, robot *urdf.Robot) {
	for i := range robot.Joints {
		of := robot.Joints[i].Limit
		k, ok := m.Joint(robot.Joints[i].Name)
		if of == nil || !ok || m.Joints()[k].NV != 1 || m.Joints()[k].Ratio == 0 {
			continue
		}
		j := &m.Joints()[k]
		ratio := math.Abs(j.Ratio)
		l.Acceleration[j.V] = math.Min(l.Acceleration[j.V], of.Acceleration/ratio)
		l.Deceleration[j.V] = math.Min(l.Deceleration[j.V], of.Deceleration/ratio)
		l.Jerk[j.V] = math.Min(l.Jerk[j.V], of.Jerk/ratio)
	}
}

// Drive takes over what the voltages of motors bound, given the extras of each joint. The error names all joints with a
// drive that the equation of motion along a path does not know.
func (l *PathLimits) Drive(m *tree.Model, extras []sim.JointExtras) error {
	var faults []error
	if m.Floating() {
		faults = append(faults, errors.New("the base floats; expected a fixed one"))
	}
	for k := range m.Joints() {
		j, x := &m.Joints()[k], &extras[k]
		fault := func(what string) {
			faults = append(faults, fmt.Errorf("joint %q has %s, which a path cannot be timed with; expected none",
				j.Name,
				what))
		}
		if j.Drives >= 0 { // of which the joint is told
			continue
		}
		switch {
		case j.NQ != 1 || j.NV != 1:
			fault(fmt.Sprintf("%d coordinates", j.NQ))
			continue
		case x.Unactuated && j.Leader < 0:
			fault("no drive (actuated: false)")
		case x.Elastic != nil:
			fault("an elastic transmission")
		case x.Efficiency != 0 && x.Efficiency != 1:
			fault("a gear with an efficiency below 1")
		case x.Stribeck != nil:
			fault("friction of Stribeck's kind")
		case j.Circuit >= 0:
			fault("a motor with an inductance")
		}
		if mo := x.Motor; mo != nil && mo.MaxVoltage > 0 {
			c := mo.TorqueConstant
			if mo.Ratio != 0 {
				c *= mo.Ratio
			}
			l.Droop[j.V], l.Stall[j.V] = float64(c*c)/mo.Resistance, math.Abs(c)*mo.MaxVoltage/mo.Resistance
		}
	}
	return errors.Join(faults...)
}
