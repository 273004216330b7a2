package step

import (
	"math"

	"kinetree/compile/tape"
	"kinetree/internal/libm"
	"kinetree/tree"
)

// Stribeck is friction that is higher at low velocities. At rest it bears up to Level, and it opposes a velocity v with
//
//	μ(v) = μ + (Level − μ) exp(−(v/Velocity)²)
//
// where μ is the friction of the joint's description. Source: Armstrong-Hélouvry, Dupont, Canudas de Wit, "A survey of
// models, analysis tools and compensation methods for the control of machines with friction", Automatica 30, 1994.
type Stribeck struct {
	Level    float64 // N m or N, no less than μ
	Velocity float64 // rad/s or m/s, positive
}

// Friction is the friction of a rate.
type Friction struct {
	Slip      float64   // +1 or −1 while the rate slips, else 0
	Forwards  float64   // μ where it slips forwards (N m or N), at the last evaluation
	Backwards float64   // μ where it slips backwards
	Drag      *RateDrag // what μ depends on; nil where it is constant
	rate      int
	pad       *Pad // that it is a part of; nil for one with a level of its own
}

// NewFriction returns a friction of 0 of a rate.
func NewFriction(rate int, drag *RateDrag) Friction { return Friction{rate: rate, Drag: drag} }

// Rate returns the rate.
func (f *Friction) Rate() int { return f.rate }

// leads reports whether the rate is the first of its pad.
func (f *Friction) leads() bool { return f.pad != nil && f.pad.Parts[0] == f }

// Level returns μ of a rate that slips in a direction.
func (f *Friction) Level(direction float64) float64 {
	if f.Drag == nil {
		return f.Forwards
	}
	if direction > 0 {
		return f.Forwards
	}
	return f.Backwards
}

// RateDrag describes friction that changes with the motion: Stribeck friction depends on the velocity, and the friction
// of a gear depends on the effort that the gear transmits. While the rate slips in one direction or is held, Stribeck
// friction is smooth, and the friction of a gear is smooth as long as the transmitted effort keeps its sign.
type RateDrag struct {
	Parts []DragPart // of the joints that move with the rate
	Gears []DragGear
	Shift float64 // what the losses of the gears add to the inertia of the rate now, see Friction.Engage
}

// DragPart is the friction of a joint.
type DragPart struct {
	Joint          int
	Ratio, Coulomb float64 // Ratio is a magnitude
	Stribeck       *Stribeck
	level          float64 // at the last evaluation, of the joint
}

// DragGear is the loss of a gear.
type DragGear struct {
	Joint               int // of whose column it is
	Drive               int // of the drives
	Ratio               float64
	Efficiency          float64
	Rotor               int     // the joint whose armature is the rotor before the gear; −1 for none
	Inertia             float64 // of that rotor, at the rate
	heavy               bool    // it has some
	Effort              float64 // of the drive at the last evaluation, at the rate
	Gain                float64 // of what it transmits, see Friction.Engage
	forwards, backwards float64 // at the last evaluation, of the rate, where that slips forwards or backwards
}

// Change takes over the friction and the rotors of another robot.
func (d *RateDrag) Change(m *tree.Model) {
	for i := range d.Parts {
		d.Parts[i].Coulomb = m.Joints()[d.Parts[i].Joint].Friction
	}
	for i := range d.Gears {
		if g := &d.Gears[i]; g.Rotor >= 0 {
			g.Inertia = float64(g.Ratio * g.Ratio * m.Joints()[g.Rotor].Armature)
			g.heavy = g.Inertia > 0
		}
	}
}

// at returns what opposes a rate of velocity v and acceleration a that slips forwards, and one that slips backwards.
func (d *RateDrag) at(v, a float64, drives []JointDrive) (forwards, backwards float64) {
	sum := 0.0
	for i := range d.Parts {
		p := &d.Parts[i]
		p.level = p.Coulomb
		if s := p.Stribeck; s != nil {
			x := float64(p.Ratio*v) / s.Velocity
			p.level += float64(max(0, s.Level-p.Coulomb) * libm.Exp(-float64(x*x)))
		}
		sum += float64(p.Ratio * p.level)
	}
	forwards, backwards = sum, sum
	for i := range d.Gears {
		g := &d.Gears[i]
		g.Effort = float64(g.Ratio * drives[g.Drive].Output)
		transmitted := g.Effort - float64(g.Inertia*a)
		g.forwards = float64((1 - g.Efficiency) * math.Abs(transmitted))
		g.backwards = float64((1/g.Efficiency - 1) * math.Abs(transmitted))
		if transmitted < 0 {
			g.forwards, g.backwards = g.backwards, g.forwards
		}
		forwards += g.forwards
		backwards += g.backwards
	}
	return forwards, backwards
}

// Of returns the part of the friction that belongs to a column of a joint, an effort on the rate, for a rate that slips
// forwards or backwards.
func (d *RateDrag) Of(joint int, direction float64) float64 {
	sum := 0.0
	for i := range d.Parts {
		if p := &d.Parts[i]; p.Joint == joint {
			sum += float64(p.Ratio * p.level)
		}
	}
	for i := range d.Gears {
		switch g := &d.Gears[i]; {
		case g.Joint != joint:
		case direction > 0:
			sum += g.forwards
		default:
			sum += g.backwards
		}
	}
	return sum
}

// A gear with losses transmits what the rotor before the gear leaves of the effort of its drive, y = τ − J q̈, and the
// joint gets e y: e is the efficiency η where the joint moves in the direction of y, and 1/η where it is driven
// backwards. So a rate that slips has
//
//	(M + (e − 1) J) q̈ = e τ + ...
//
// in place of M q̈ = τ + ..., where M has J on its diagonal. What the joint gets rises with y, so there is exactly one
// choice of e for each gear that agrees with the sign of its y.

// Loss returns e − 1 of a gear whose rate slips in a direction and which transmits y.
func (g *DragGear) Loss(direction, y float64) float64 {
	if float64(direction*y) >= 0 {
		return g.Efficiency - 1
	}
	return 1/g.Efficiency - 1
}

// Engage begins an evaluation with the losses that the gears would have if the rate did not accelerate, as the friction
// has them.
func (f *Friction) Engage() {
	sum := 0.0
	for i := range f.Drag.Gears {
		g := &f.Drag.Gears[i]
		if g.Gain = 0; f.Slip != 0 {
			g.Gain = g.Loss(f.Slip, g.Effort)
		}
		sum += float64(g.Gain * g.Inertia)
	}
	f.Drag.Shift = sum
}

// Geared reports whether the rate has a gear with losses behind a rotor that has inertia.
func (f *Friction) Geared() bool {
	if f.Drag == nil {
		return false
	}
	for i := range f.Drag.Gears {
		if f.Drag.Gears[i].heavy {
			return true
		}
	}
	return false
}

// rows lists the numbers of the friction.
func (f *Friction) rows(r *tape.RowList) {
	r.FixedNumber(&f.Slip)
	d := f.Drag
	r.FixedIf(d == nil, &f.Forwards)
	r.ScratchNumber(&f.Backwards)
	if d == nil {
		return
	}
	r.ScratchNumber(&d.Shift)
	for i := range d.Parts {
		p := &d.Parts[i]
		r.FixedNumber(&p.Coulomb)
		r.ScratchNumber(&p.level)
		if p.Stribeck != nil {
			r.FixedNumber(&p.Stribeck.Level)
			r.FixedNumber(&p.Stribeck.Velocity)
		}
	}
	for i := range d.Gears {
		g := &d.Gears[i]
		r.FixedNumber(&g.Efficiency)
		r.FixedIf(g.heavy, &g.Inertia)
		for _, x := range [...]*float64{&g.Effort, &g.Gain, &g.forwards, &g.backwards} {
			r.ScratchNumber(x)
		}
	}
}
