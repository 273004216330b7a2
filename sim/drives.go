package sim

import (
	"slices"

	"kinetree/aba"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// Drives are what turns the efforts that controllers give into those that act on a robot, for what looks at it without
// a simulation.
type Drives struct {
	model         *tree.Model
	transmissions []transmission
}

// NewDrives returns the drives of a robot whose joints have the extras given.
func NewDrives(m *tree.Model, joints []JointExtras) *Drives {
	return &Drives{m, newTransmissions(&Config{Model: m, Joints: joints})}
}

// Static changes the efforts that controllers give, an effort vector, into those that act while the robot is at rest,
// and sets what current has, NV numbers, to the velocities of the circuits of motors then.
func (d *Drives) Static(tau, current []float64) {
	rest := make([]float64, d.model.NV())
	for i := range d.transmissions {
		t := d.transmissions[i]
		circuit := t.circuit
		t.circuit = -1
		t.drive(tau, rest)
		if circuit >= 0 {
			tau[circuit], current[circuit] = 0, t.current
		}
	}
}

// VoltagesLimited reports whether there are motors whose voltage bounds the efforts that controllers ask for.
func (d *Drives) VoltagesLimited() bool {
	return slices.ContainsFunc(d.transmissions, func(t transmission) bool { return t.bounded() })
}

// Attainable sets real, NV numbers, to what the voltages of motors leave of the efforts of rates that are asked for
// while the robot moves at the rates qd. It does not allocate.
func (d *Drives) Attainable(real, asked, qd []float64) {
	copy(real, asked)
	for i := range d.transmissions {
		if t := &d.transmissions[i]; t.bounded() {
			v := d.model.Joints()[t.joint].V
			real[v] = t.motor.attainable(asked[v], float64(t.ratio*qd[t.v]))
		}
	}
}

// bounded reports whether a voltage bounds the effort that a controller asks for.
func (t *transmission) bounded() bool {
	return !t.unactuated && t.motor != nil && t.motor.MaxVoltage > 0 && !t.motor.ByVoltage
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
		j := &d.model.Joints()[t.joint]
		if j.Leader >= 0 || t.unactuated {
			for k := range j.NV {
				if j.Leader < 0 {
					e.Set(j.V+k, j.V+k, 0)
				}
			}
			continue
		}
		asked := []int{j.V}
		e.Set(j.V, j.V, 0)
		if t.rotor >= 0 {
			asked = append(asked, t.v)
			e.Set(t.v, t.v, 0)
		}
		to, gain := t.v, 1.0
		if m := t.motor; m != nil && t.circuit >= 0 {
			to, gain = t.circuit, m.Resistance/t.k
			f.Set(t.v, to, t.k)
			e.Set(to, to, 0)
			if m.ByVoltage {
				gain = 1
				f.Set(to, t.v, -t.k)
			}
		} else if m != nil && m.ByVoltage {
			gain = t.k / m.Resistance
			f.Set(t.v, t.v, float64(-t.k*gain))
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
