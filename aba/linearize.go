package aba

import (
	"kinetree/internal/floats"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// Linearization is a robot near a state: small deviations from the state obey
//
//	δq̈ = ByPosition δq + ByVelocity δq̇ + ByEffort δτ
//
// The matrices are nv x nv row by row. Deviations of positions that are poses are those of Model.Integrate.
type Linearization struct {
	Model *tree.Model
	// Of each rate (N m s/rad or N s/m, N m/rad or N/m), which the matrices include, as they do elastic transmissions.
	Damping, Stiffness []float64
	Acceleration       []float64 // at the state
	ByPosition         []float64 // ∂q̈/∂q − M⁻¹ K
	ByVelocity         []float64 // ∂q̈/∂q̇ − M⁻¹ B
	ByEffort           []float64 // M⁻¹
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
	l := &Linearization{Model: m, Damping: passive.Damping, Stiffness: passive.Stiffness,
		Acceleration: make([]float64, n), ByPosition: make([]float64, n*n), ByVelocity: make([]float64, n*n),
		ByEffort: make([]float64, n*n)}
	for _, x := range []*[]float64{&qd, &tau, &l.Damping, &l.Stiffness} {
		if *x == nil {
			*x = make([]float64, n)
		}
	}
	m.CheckLengths(q, qd, tau, l.Damping, l.Stiffness)
	total := make([]float64, n)
	for i := range total {
		total[i] = tau[i] - float64(l.Damping[i]*qd[i])
	}
	if err := NewDerivatives(m).ForwardDynamics(l.Acceleration, l.ByPosition, l.ByVelocity, l.ByEffort, q, qd, total,
		nil); err != nil {
		return nil, err
	}
	if passive.Couples() {
		l.addCouplings(passive)
	}
	for i := range n {
		for j := range n {
			l.ByPosition[i*n+j] -= float64(l.ByEffort[i*n+j] * l.Stiffness[j])
			l.ByVelocity[i*n+j] -= float64(l.ByEffort[i*n+j] * l.Damping[j])
		}
	}
	return l, nil
}

// addCouplings adds what elastic transmissions do. Their dampers are at rest.
func (l *Linearization) addCouplings(passive *tree.Passive) {
	n := l.Model.NV()
	k, d, product := make([]float64, n*n), make([]float64, n*n), mat.Dense{}
	passive.AddCouplings(k, d, n)
	inverse := mat.NewDense(n, n, l.ByEffort)
	for _, x := range [...]struct{ of, to []float64 }{{k, l.ByPosition}, {d, l.ByVelocity}} {
		product.Mul(inverse, mat.NewDense(n, n, x.of))
		floats.Sub(x.to, product.Data())
	}
}
