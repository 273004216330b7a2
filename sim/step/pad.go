package step

import "math"

// Pad is the friction in a joint whose rates are components of one velocity: the sliding of a planar joint, the turning
// of a ball in its socket. The friction has one level μ in all directions and brakes a velocity v by μ v/|v|. The
// friction of each slipping rate is an effort against +1, with the sign of the rate's part of the velocity.
type Pad struct {
	Parts  []*Friction
	Level  float64    // μ at the last evaluation
	Toward [3]float64 // unit vector: of the velocity at the start of the step, or of the motion that begins there
	Begun  float64    // the speed there
}

// Add makes the friction of another rate a part of the pad.
func (p *Pad) Add(f *Friction) {
	f.pad = p
	p.Parts = append(p.Parts, f)
}

// NearRest is the part of a speed below which rounding is of account, and what stands for it at rest (rad/s or m/s).
const NearRest = 1e-9

// Along returns the component of a vector of rates, or of their derivatives, in the direction of the step.
func (p *Pad) Along(x []float64) (sum float64) {
	for i, f := range p.Parts {
		sum += float64(p.Toward[i] * x[f.rate])
	}
	return sum
}

// Length returns the length of a vector of rates, or of their derivatives.
func (p *Pad) Length(x []float64) (sum float64) {
	for _, f := range p.Parts {
		sum += float64(x[f.rate] * x[f.rate])
	}
	return math.Sqrt(sum)
}

// Aim takes the direction of the velocities at the start of a step. It stays what it was at rest, and where no more
// than rounding is left of the speed.
func (p *Pad) Aim(qd []float64) {
	speed := p.Length(qd)
	if speed > 0 && speed <= float64(NearRest*p.Begun) {
		return
	}
	if p.Begun = speed; speed > 0 {
		for i, f := range p.Parts {
			p.Toward[i] = qd[f.rate] / speed
		}
	}
}

// rub finds the friction of the rates of the pad at velocities qd. The velocity has the component d along the direction
// t of the step, and a rest across. The friction acts along t + across/d: along the velocity, or, beyond the instant at
// which the velocity is zero, against it, so that friction is smooth at that instant. If d is below a billionth of the
// speed at the start, the rest across does not count, because rounding has no direction.
func (p *Pad) rub(qd []float64, drives []JointDrive) {
	d, e := p.Along(qd), NearRest
	if p.Begun > 0 {
		e = float64(NearRest * p.Begun)
	}
	by := d / (float64(d*d) + float64(e*e))
	sum := 0.0
	var u [3]float64
	for i, f := range p.Parts {
		u[i] = p.Toward[i] + float64((qd[f.rate]-float64(d*p.Toward[i]))*by)
		sum += float64(u[i] * u[i])
	}
	p.Level, _ = p.Parts[0].Drag.at(p.Length(qd), 0, drives)
	level := p.Level
	if sum > 0 { // not so before it has slipped
		level /= math.Sqrt(sum)
	}
	for i, f := range p.Parts {
		f.Forwards = float64(level * u[i])
		f.Backwards = f.Forwards
	}
}

// power returns what the pad loses per second at velocities (W).
func (p *Pad) power(v []float64) (sum float64) {
	for _, f := range p.Parts {
		sum += float64(f.Slip * f.Forwards * v[f.rate])
	}
	return sum
}
