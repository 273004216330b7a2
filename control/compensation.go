package control

import (
	"kinetree/compile/tape"
	"kinetree/internal/libm"
	"kinetree/rnea"
	"kinetree/tree"
)

// Drag is the friction sign(v) (Coulomb + (Level − Coulomb) exp(−(v/Velocity)²)) + Viscous v at a velocity v.
type Drag struct {
	Coulomb, Viscous float64 // N m, N m s/rad, or N for N m and m for rad
	Level, Velocity  float64 // of Stribeck (N m, rad/s); the velocity is 0 for none
}

// dry returns the friction at a velocity without the viscous part, with what Stribeck adds if there is such a part.
func (d *Drag) dry(v float64, stribeck bool) float64 {
	level := d.Coulomb
	if stribeck {
		x := v / d.Velocity
		level += float64((d.Level - d.Coulomb) * libm.Exp(-float64(x*x)))
	}
	switch {
	case v < 0:
		level = -level
	case v == 0:
		level = 0
	}
	return level
}

// Shares are those of the efforts that a [Compensation] gives, 1 for all of them.
type Shares struct{ Acceleration, Velocity, Gravity, Damping, Friction, Springs float64 }

// CompensationConfig describes a Compensation.
type CompensationConfig struct {
	Shares
	Drags   []Drag        // of each rate; Viscous is its damping
	Passive *tree.Passive // its springs; nil for none
	// Springs are those at the measured position, dampers those at the measured velocity, instead of the reference's.
	AtPosition, AtVelocity bool
}

// Compensation is the law
//
//	τ = a M(r) r̈ + v C(r, ṙ) ṙ + g g(r) + d D ṙ + f friction(ṙ) + s springs(r)
//
// with shares of what the reference takes.
type Compensation struct {
	c                                 CompensationConfig
	believed                          *tree.Model
	inverse                           *rnea.Solver
	moves, weighs, rubs               bool   // shares of inertia, gravity and friction matter
	bumps                             []bool // there is a friction of Stribeck
	zero, gravity, bias, inertia, aid []float64
}

// NewCompensation returns the law with the model that it believes in. It panics if a length is wrong.
func NewCompensation(believed *tree.Model, c CompensationConfig) *Compensation {
	n := believed.NV()
	if len(c.Drags) != n {
		panic("control: a compensation needs the friction of each rate")
	}
	list := func() []float64 { return make([]float64, n) }
	if c.Passive == nil {
		c.Passive = &tree.Passive{}
	}
	l := &Compensation{c: c, believed: believed, inverse: rnea.New(believed),
		moves:  c.Acceleration != 0 || c.Velocity != 0,
		weighs: c.Acceleration != 0 || c.Velocity != 0 || c.Gravity != 0, rubs: c.Friction != 0,
		bumps: make([]bool, n), zero: list(), gravity: list(), bias: list(), inertia: list(), aid: list()}
	for i, d := range c.Drags {
		l.bumps[i] = d.Velocity > 0
	}
	return l
}

// Effort implements Law. It does not allocate.
func (l *Compensation) Effort(tau []float64, in *Input) error {
	r, q, qd := in.Reference, in.Reference.Q, in.Reference.Qd
	if l.c.AtPosition {
		q = in.Q
	}
	if l.c.AtVelocity {
		qd = in.Qd
	}
	clear(tau)
	if l.weighs {
		l.inverse.Gravity(l.gravity, r.Q)
		for i, g := range l.gravity {
			tau[i] += float64(l.c.Gravity * g)
		}
	}
	if l.moves {
		l.inverse.InverseDynamics(l.bias, r.Q, r.Qd, l.zero, nil)
		l.inverse.InverseDynamics(l.inertia, r.Q, r.Qd, r.Qdd, nil)
		for i, x := range l.bias {
			tau[i] += float64(l.c.Velocity*(x-l.gravity[i])) + float64(l.c.Acceleration*(l.inertia[i]-x))
		}
	}
	clear(l.aid)
	l.c.Passive.AddSpringEffort(l.aid, q)
	for i := range tau {
		d := &l.c.Drags[i]
		tau[i] += float64(l.c.Damping*float64(d.Viscous*qd[i])) - float64(l.c.Springs*l.aid[i])
		if l.rubs {
			tau[i] += float64(l.c.Friction * d.dry(r.Qd[i], l.bumps[i]))
		}
	}
	return nil
}

// Rows implements tape.Rowed.
func (l *Compensation) Rows(r *tape.RowList) {
	s := &l.c.Shares
	r.FixedIf(true, &s.Acceleration, &s.Velocity, &s.Gravity, &s.Damping, &s.Friction, &s.Springs)
	for i := range l.c.Drags {
		d := &l.c.Drags[i]
		r.FixedIf(true, &d.Viscous, &d.Coulomb)
		r.FixedIf(l.bumps[i], &d.Level, &d.Velocity)
	}
	springs, _ := l.c.Passive.Springs()
	for i := range springs {
		r.FixedNumber(&springs[i].Stiffness)
		r.FixedNumber(&springs[i].Offset)
	}
	r.Scratch(l.gravity, l.bias, l.inertia, l.aid, l.c.Passive.Damping, l.c.Passive.Stiffness)
}

// Believed implements Recordable.
func (l *Compensation) Believed() *tree.Model { return l.believed }
