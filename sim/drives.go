package sim

import (
	"kinetree/aba"
	"kinetree/sim/step"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// Drives turn the efforts of a controller into the efforts that act on a robot, for programs that look at a robot
// without a simulation.
type Drives struct {
	model         *tree.Model
	transmissions []step.JointDrive
}

// NewDrives returns the drives of a robot whose joints have the extras given.
func NewDrives(m *tree.Model, joints []JointExtras) *Drives {
	return &Drives{m, newTransmissions(&Config{Model: m, Joints: joints})}
}

// Static changes an effort vector of a controller into the efforts that act while the robot is at rest. It sets the
// currents (NV numbers, velocities of the circuits of motors) to the currents at rest.
func (d *Drives) Static(tau, current []float64) {
	rest := make([]float64, d.model.NV())
	for i := range d.transmissions {
		t := d.transmissions[i]
		circuit := t.Circuit
		t.Circuit = -1
		t.Act(tau, rest)
		if circuit >= 0 {
			tau[circuit], current[circuit] = 0, t.Current
		}
	}
}

// Voltages returns the limits that the voltages of motors set to efforts, nil if no voltage bounds the effort that a
// controller asks for.
func (d *Drives) Voltages() *step.VoltageLimits {
	rates := make([]int, len(d.transmissions))
	for i := range rates {
		rates[i] = d.model.Joints()[d.transmissions[i].Joint].V
	}
	return step.NewVoltageLimits(d.transmissions, rates)
}

// Linearize makes the efforts of a linearization those that controllers give, with voltages within their limits:
//
//	δτ = E δu + F δq̇
func (d *Drives) Linearize(l *aba.Linearization) {
	if len(d.transmissions) == 0 {
		return
	}
	n := d.model.NV()
	e, f := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		e.Set(i, i, 1)
	}
	for i := range d.transmissions {
		t := &d.transmissions[i]
		j := &d.model.Joints()[t.Joint]
		if j.Leader >= 0 || t.Unactuated {
			for k := range j.NV {
				if j.Leader < 0 {
					e.Set(j.V+k, j.V+k, 0)
				}
			}
			continue
		}
		asked := []int{j.V}
		e.Set(j.V, j.V, 0)
		if t.Rotor >= 0 {
			asked = append(asked, t.V)
			e.Set(t.V, t.V, 0)
		}
		to, gain := t.V, 1.0
		if m := t.Motor; m != nil && t.Circuit >= 0 {
			to, gain = t.Circuit, m.Resistance/t.Constant()
			f.Set(t.V, to, t.Constant())
			e.Set(to, to, 0)
			if m.ByVoltage {
				gain = 1
				f.Set(to, t.V, -t.Constant())
			}
		} else if m != nil && m.ByVoltage {
			gain = t.Constant() / m.Resistance
			f.Set(t.V, t.V, float64(-t.Constant()*gain))
		}
		for _, v := range asked {
			e.Set(to, v, gain)
		}
	}
	var byVelocity, byEffort mat.Dense
	inverse := mat.NewDense(n, n, l.ByEffort)
	byVelocity.Mul(inverse, f)
	byEffort.Mul(inverse, e)
	for i := range l.ByEffort {
		l.ByVelocity[i] += byVelocity.Data()[i]
		l.ByEffort[i] = byEffort.Data()[i]
	}
}
