package sim

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/tree"
)

// Friction that is not the same at all times: that of Stribeck depends on the velocity, that of a gear on the effort
// that it transmits. Within a piece of the motion, in which the rate slips in one direction or is held, both are smooth
// as long as the effort that the gear transmits keeps its sign.

// drag describes such friction of a rate.
type drag struct {
	parts []dragPart // of the joints that move with the rate
	gears []dragGear
	shift float64 // what the losses of the gears add to the inertia of the rate now, see gears.go
}

// dragPart is the friction of a joint.
type dragPart struct {
	joint          int
	ratio, coulomb float64 // ratio is a magnitude
	stribeck       *Stribeck
	level          float64 // at the last evaluation, of the joint
}

// dragGear is the loss of a gear.
type dragGear struct {
	joint               int // of whose column it is
	drive               int // of the transmissions
	ratio               float64
	efficiency          float64
	rotor               int     // the joint whose armature is the rotor before the gear; −1 for none
	inertia             float64 // of that rotor, at the rate
	effort              float64 // of the drive at the last evaluation, at the rate
	gain                float64 // of what it transmits, see gears.go
	forwards, backwards float64 // at the last evaluation, of the rate, where that slips forwards or backwards
}

// newDrags returns the drags of all rates that have any.
func newDrags(c *Config, list []transmission) map[int]*drag {
	drags := map[int]*drag{}
	at := func(v int) *drag {
		if drags[v] == nil {
			drags[v] = &drag{}
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
				if t := &list[i]; t.joint == k {
					d, column := at(t.v), k
					if t.rotor >= 0 {
						column = j.Rotor
					}
					rotor := column
					if c.prescribes(column) {
						rotor = -1 // the drive of what is prescribed is no effort of the gear
					}
					d.gears = append(d.gears, dragGear{joint: column, drive: i, ratio: t.ratio,
						efficiency: x.Efficiency, rotor: rotor})
				}
			}
		}
	}
	for k := range joints {
		j := &joints[k]
		for i := range j.NV {
			if d := drags[j.V+i]; d != nil {
				p := dragPart{joint: k, ratio: math.Abs(j.Ratio), coulomb: j.Friction}
				if c.Joints != nil {
					p.stribeck = c.Joints[k].Stribeck
				}
				d.parts = append(d.parts, p)
			}
		}
	}
	return drags
}

// change takes over the friction and the rotors of another robot.
func (d *drag) change(m *tree.Model) {
	for i := range d.parts {
		d.parts[i].coulomb = m.Joints()[d.parts[i].joint].Friction
	}
	for i := range d.gears {
		if g := &d.gears[i]; g.rotor >= 0 {
			g.inertia = float64(g.ratio * g.ratio * m.Joints()[g.rotor].Armature)
		}
	}
}

// at returns what opposes a rate of velocity v and acceleration a that slips forwards, and one that slips backwards.
func (d *drag) at(v, a float64, list []transmission) (forwards, backwards float64) {
	sum := 0.0
	for i := range d.parts {
		p := &d.parts[i]
		p.level = p.coulomb
		if s := p.stribeck; s != nil {
			x := float64(p.ratio*v) / s.Velocity
			p.level += float64(max(0, s.Level-p.coulomb) * libm.Exp(-float64(x*x)))
		}
		sum += float64(p.ratio * p.level)
	}
	forwards, backwards = sum, sum
	for i := range d.gears {
		g := &d.gears[i]
		g.effort = float64(g.ratio * list[g.drive].output)
		transmitted := g.effort - float64(g.inertia*a)
		g.forwards = float64((1 - g.efficiency) * math.Abs(transmitted))
		g.backwards = float64((1/g.efficiency - 1) * math.Abs(transmitted))
		if transmitted < 0 {
			g.forwards, g.backwards = g.backwards, g.forwards
		}
		forwards += g.forwards
		backwards += g.backwards
	}
	return forwards, backwards
}

// of returns what of it is that of a joint's column, where the rate slips forwards or backwards: an effort on the rate.
func (d *drag) of(joint int, direction float64) float64 {
	sum := 0.0
	for i := range d.parts {
		if p := &d.parts[i]; p.joint == joint {
			sum += float64(p.ratio * p.level)
		}
	}
	for i := range d.gears {
		switch g := &d.gears[i]; {
		case g.joint != joint:
		case direction > 0:
			sum += g.forwards
		default:
			sum += g.backwards
		}
	}
	return sum
}
