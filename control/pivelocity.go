package control

import (
	"slices"

	"kinetree/compile/tape"
	"kinetree/tree"
)

// PIVelocity is the law
//
//	v = ṙ + P (r − q)
//	τ = D (v − q̇) + z
//	z⁺ = z + T I (v − q̇),   |z| ≤ Clamp
//
// joint by joint, with samples of period T and the position error r ⊖ q where positions are poses: a proportional law
// of the position gives the reference of the velocity, which a law with an integral follows. The integral does not take
// up an error that would take the effort further beyond a limit of the actuators, see [Conditional].
type PIVelocity struct {
	tracking
	integrals
	p, d []float64
}

// NewPIVelocity returns the law for a model with the gains P (1/s), D (N m s/rad, N s/m) and I (N m/rad, N/m) of each
// rate and the limits Clamp (N m, N), nil for none, which it copies. The error says which limit is wrong. It panics if
// a number of gains is wrong.
func NewPIVelocity(m *tree.Model, g RateGains) (*PIVelocity, error) {
	checkGains(m, g.P, g.D)
	z, err := newIntegrals(m, g.I, g.Clamp, Conditional, 0)
	if err != nil {
		return nil, err
	}
	return &PIVelocity{newTracking(m), z, slices.Clone(g.P), slices.Clone(g.D)}, nil
}

// Parts implements Parted: p, of the position error, i, and d, of the velocity error.
func (l *PIVelocity) Parts() []string { return []string{"p", "i", "d"} }

// AppendParts implements Parted.
func (l *PIVelocity) AppendParts(row []float64, i int) []float64 {
	return append(row, float64(l.d[i]*float64(l.p[i]*l.e[i])), l.last[i], float64(l.d[i]*l.ed[i]))
}

// Effort implements Law. It does not allocate.
func (l *PIVelocity) Effort(tau []float64, in *Input) error {
	l.update(in)
	for i := range tau {
		s := l.ed[i] + float64(l.p[i]*l.e[i]) // v − q̇
		tau[i] = float64(l.d[i]*s) + l.present(i, in.Period, in.lost(i))
		l.take(i, in.Period, s)
	}
	return nil
}

// Rows implements tape.Rowed.
func (l *PIVelocity) Rows(r *tape.RowList) {
	r.Fixed(l.p, l.d)
	l.integrals.rows(r)
	r.Scratch(l.e, l.ed)
}

// Believed implements Recordable.
func (l *PIVelocity) Believed() *tree.Model { return nil }

// AppendState implements Stateful: the integrals.
func (l *PIVelocity) AppendState(state []float64) []float64 {
	for i := range l.d {
		state = l.integrals.appendState(state, i)
	}
	return state
}

// SetState implements Stateful.
func (l *PIVelocity) SetState(state []float64) {
	for i := range l.d {
		state = l.integrals.setState(state, i)
	}
}
