package sim

import (
	"math"

	"kinetree/sim/step"
)

// newDrags returns the drags of all rates that have any.
func newDrags(c *Config, list []step.JointDrive) map[int]*step.RateDrag {
	drags := map[int]*step.RateDrag{}
	at := func(v int) *step.RateDrag {
		if drags[v] == nil {
			drags[v] = &step.RateDrag{}
		}
		return drags[v]
	}
	joints := c.Model.Joints()
	rubs := c.rubs()
	for k, list := range padsOf(c.Model) {
		for _, v := range list {
			if rubs[k] {
				at(v)
			}
		}
	}
	for k := range c.Joints {
		x, j := &c.Joints[k], &joints[k]
		if x.Stribeck != nil {
			for i := range j.NV {
				at(j.V + i)
			}
		}
		if x.geared() && j.NV == 1 {
			for i := range list {
				if t := &list[i]; t.Joint == k {
					d, column := at(t.V), k
					if t.Rotor >= 0 {
						column = j.Rotor
					}
					rotor := column
					if c.prescribes(column) {
						rotor = -1 // the drive of what is prescribed is no effort of the gear
					}
					d.Gears = append(d.Gears, step.DragGear{Joint: column, Drive: i, Ratio: t.Ratio,
						Efficiency: x.Efficiency, Rotor: rotor})
				}
			}
		}
	}
	for k := range joints {
		j := &joints[k]
		for i := range j.NV {
			if d := drags[j.V+i]; d != nil {
				p := step.DragPart{Joint: k, Ratio: math.Abs(j.Ratio), Coulomb: j.Friction}
				if c.Joints != nil {
					p.Stribeck = c.Joints[k].Stribeck
				}
				d.Parts = append(d.Parts, p)
			}
		}
	}
	return drags
}

// rub finds the frictions of the present modes, see step.Mechanism.Rub.
func (w *plant) rub(qd, qdd []float64) {
	w.modes.tell()
	w.mechanism.Rub(qd, qdd)
}

// tell tells the frictions of the rates which of them slip.
func (s *modes) tell() {
	for i := range s.rates {
		s.rates[i].Slip = s.rates[i].slip
	}
}

// frictions returns the frictions of the rates that have friction now, or whose friction changes.
func (s *modes) frictions() (list []*step.Friction) {
	if s == nil {
		return nil
	}
	for i := range s.rates {
		if r := &s.rates[i]; r.rough || r.Drag != nil {
			list = append(list, &r.Friction)
		}
	}
	return list
}
