package step

import (
	"kinetree/compile/tape"
	"kinetree/dynamics/lagrange"
	"kinetree/tree"
)

// Mechanism is what acts in a robot within a segment, in the present modes of its rates, besides gravity, constraints
// and what holds rates.
type Mechanism struct {
	Model     *tree.Model
	Passive   *tree.Passive // dampers and springs of the joints
	Links     *LinkForces   // nil for none
	Lines     []*Passage    // of the elements of Links
	Dampers   *LineDampers  // that the method may take implicitly; nil for none
	Drives    []JointDrive  // of the joints whose efforts are not those that controllers give
	Frictions []*Friction   // of the rates that have any now
	Circuits  []bool        // rates that are currents of motors; nil for none
	Energies  *lagrange.Solver
}

// Drive turns an effort vector of a controller into the effort vector of the actuators.
func (x *Mechanism) Drive(effort, qd []float64) {
	for i := range x.Drives {
		x.Drives[i].Act(effort, qd)
	}
}

// Begin finds the directions of line springs at the start of a step.
func (x *Mechanism) Begin(q, qd []float64) {
	if len(x.Lines) > 0 {
		x.Links.Kin.UpdateVelocity(q, qd)
	}
	for _, p := range x.Lines {
		p.Turn(x.Links.Kin)
	}
}

// Rates returns the efforts on the rates: the efforts of the actuators, an effort vector that Rates changes, and the
// efforts of dampers, springs and friction. Rates does not allocate.
func (x *Mechanism) Rates(effort, q, qd []float64) (tau []float64) {
	tau = x.Model.EffortLayout().Generalized(effort)
	x.Passive.AddEffort(tau, q, qd)
	x.Rub(qd, nil)
	for _, f := range x.Frictions {
		tau[f.rate] -= float64(f.Slip * f.Level(f.Slip))
	}
	return tau
}

// Rub finds the frictions that depend on velocities, on accelerations (nil for 0), and on the efforts of the drives in
// the last evaluation.
func (x *Mechanism) Rub(qd, qdd []float64) {
	for _, f := range x.Frictions {
		switch {
		case f.leads():
			f.pad.rub(qd, x.Drives)
		case f.Drag != nil && f.pad == nil:
			a := 0.0
			if qdd != nil {
				a = qdd[f.rate]
			}
			f.Forwards, f.Backwards = f.Drag.at(qd[f.rate], a, x.Drives)
		}
	}
}

// Damp sets what the damping at the end of a step of length h adds to the inertia of each rate.
func (x *Mechanism) Damp(added []float64, h float64) {
	clear(added)
	for i, d := range x.Passive.Damping {
		added[i] = float64(h * d)
	}
}

// Stiffen sets the additions of damping and springs at the end of a step of length h to the inertia of each rate, and
// takes the efforts of damping and springs at distances dq and dv from tau, see integrate.Stiff. kp and kd are the
// stiffnesses and dampings of the controller; Stiffen adds those of the joints.
func (x *Mechanism) Stiffen(added, tau, kp, kd, dq, dv []float64, h float64) {
	for i, d := range x.Passive.Damping {
		kd[i] += d
	}
	for i, k := range x.Passive.Stiffness {
		kp[i] += k
	}
	for i := range added {
		added[i] = float64(h*kd[i]) + float64(h*h*kp[i])
		tau[i] -= float64(kp[i]*dq[i]) + float64(kd[i]*dv[i])
	}
}

// Energy returns the kinetic and the potential energy (J). The potential energy includes springs.
func (x *Mechanism) Energy(q, qd []float64) (kinetic, potential float64) {
	kinetic, potential = x.Energies.Energy(q, qd)
	return kinetic, potential + x.Passive.Energy(q)
}

// heats reports whether there is such a motor as heat is about.
func (x *Mechanism) heats() bool {
	for i := range x.Drives {
		if d := &x.Drives[i]; d.Motor != nil && d.Circuit < 0 {
			return true
		}
	}
	return false
}

// geared reports whether a rate has a gear with losses behind a rotor that has inertia.
func (x *Mechanism) geared() bool {
	for _, f := range x.Frictions {
		if f.Geared() {
			return true
		}
	}
	return false
}

// heat returns the power that the windings of motors without an inductance take (W), at the last evaluation.
func (x *Mechanism) heat() float64 {
	sum := 0.0
	for i := range x.Drives {
		sum += x.Drives[i].heat()
	}
	return sum
}

// frictionPower returns what the rates that slip lose per second (W).
func (x *Mechanism) frictionPower(v []float64) float64 {
	sum := 0.0
	for _, f := range x.Frictions {
		switch { // the cubic may dip where the steps are rough
		case f.leads():
			sum += max(0, f.pad.power(v))
		case f.pad == nil:
			sum += float64(f.Level(f.Slip) * max(0, float64(f.Slip*v[f.rate])))
		}
	}
	return sum
}

// Rows implements tape.Rowed.
func (x *Mechanism) Rows(r *tape.RowList) {
	for _, list := range [...][]float64{x.Passive.Damping, x.Passive.Stiffness} {
		for i := range list {
			if list[i] != 0 {
				r.FixedNumber(&list[i])
			}
		}
	}
	springs, _ := x.Passive.Springs()
	for i := range springs {
		r.FixedNumber(&springs[i].Stiffness)
		r.FixedNumber(&springs[i].Offset)
	}
	for i := 0; x.Passive.Coupling(i) != nil; i++ {
		c := x.Passive.Coupling(i)
		r.FixedNumber(&c.Stiffness)
		r.FixedNumber(&c.Damping)
		r.FixedIf(c.Backlash > 0, &c.Backlash)
	}
	for i := range x.Drives {
		x.Drives[i].rows(r)
	}
	for _, f := range x.Frictions {
		f.rows(r)
	}
	if x.Links != nil {
		x.Links.rows(r)
	}
}
