package aba

import (
	"slices"

	"kinetree/tree"
)

// Linearization is a robot near a state: small deviations from the state obey
//
//	δq̈ = ByPosition δq + ByVelocity δq̇ + ByEffort δτ
//
// The matrices are nv x nv row by row. Deviations of positions that are poses are those of Model.Integrate.
type Linearization struct {
	Model        *tree.Model
	Passive      *tree.Passive // the dampers and springs that the matrices include
	Acceleration []float64     // at the state
	ByPosition   []float64     // ∂q̈/∂q − M⁻¹ K
	ByVelocity   []float64     // ∂q̈/∂q̇ − M⁻¹ B
	ByEffort     []float64     // M⁻¹
}

// Linearize linearizes a robot with dampers and springs about position q, velocity qd and effort tau. The efforts are
// those of each rate, with the efforts of the springs and without those of the dampers. passive, qd and tau may be nil
// for none. The robot's base is at rest or floats.
//
// The error is a *tree.SingularError if a joint moves no inertia. It panics if a length is wrong. O(nv² d) with the
// depth d of the tree.
func Linearize(m *tree.Model, passive *tree.Passive, q, qd, tau []float64) (*Linearization, error) {
	n := m.NV()
	if passive == nil {
		passive = &tree.Passive{}
	}
	if qd == nil {
		qd = make([]float64, n)
	}
	if tau == nil {
		tau = make([]float64, n)
	}
	m.CheckLengths(q, qd, tau)
	for _, x := range [][]float64{passive.Damping, passive.Stiffness} {
		if x != nil {
			m.CheckLengths(q, x)
		}
	}
	total := slices.Clone(tau)
	for j, d := range passive.Damping {
		total[j] -= d * qd[j]
	}
	l := &Linearization{m, passive, make([]float64, n), make([]float64, n*n), make([]float64, n*n),
		make([]float64, n*n)}
	if err := NewDerivatives(m).ForwardDynamics(l.Acceleration, l.ByPosition, l.ByVelocity, l.ByEffort, q, qd, total,
		nil); err != nil {
		return nil, err
	}
	for i := range n {
		row := l.ByEffort[i*n : i*n+n]
		for j, d := range passive.Damping {
			l.ByVelocity[i*n+j] -= row[j] * d
		}
		for j, k := range passive.Stiffness {
			l.ByPosition[i*n+j] -= row[j] * k
		}
	}
	return l, nil
}
