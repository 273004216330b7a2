package stability

import (
	"kinetree/internal/floats"

	"kinetree/spatial/mat"
)

// linear is the linearized robot as an integrate.Damped and an integrate.Stiff.
type linear struct {
	*Spectrum
	h, k float64 // that lu is for
	lu   mat.LU  // of 1 + M⁻¹ (h B + k K)
}

func (l *linear) NQ() int { return l.n }
func (l *linear) NV() int { return l.rates() }

// Retract moves the coordinates with their rates.
func (l *linear) Retract(dst, q, qd []float64, h float64) {
	if l.moved == nil {
		floats.AddScaledTo(dst, q, h, qd)
		return
	}
	rate := make([]float64, len(q)) // for dst may be q
	for i := range rate {
		rate[i] = floats.Dot(l.transport[i*len(q):][:len(q)], q) + floats.Dot(l.moved[i*len(qd):][:len(qd)], qd)
	}
	floats.AddScaledTo(dst, q, h, rate)
}

// Acceleration sets qdd to ∂a/∂q q + ∂a/∂v v.
func (l *linear) Acceleration(qdd []float64, _ float64, q, qd []float64) error {
	for i := range qdd {
		qdd[i] = floats.Dot(l.byPosition[i*len(q):][:len(q)], q) + floats.Dot(l.byVelocity[i*len(qd):][:len(qd)], qd)
	}
	return nil
}

// Damps implements integrate.Damped.
func (l *linear) Damps() bool { return floats.Norm(l.damping, 1) > 0 }

// DampedAcceleration solves (1 + h M⁻¹ B) a = a(q, v).
func (l *linear) DampedAcceleration(qdd []float64, t float64, q, qd []float64, h float64) error {
	if err := l.Acceleration(qdd, t, q, qd); err != nil {
		return err
	}
	return l.solve(qdd, h, 0)
}

// StiffAcceleration solves (1 + M⁻¹ (h B + h² K)) a = a(q, v) − M⁻¹ (B dv + K dq).
func (l *linear) StiffAcceleration(qdd []float64, t float64, q, qd, dq, dv []float64, h float64) error {
	if err := l.Acceleration(qdd, t, q, qd); err != nil {
		return err
	}
	n := len(qdd)
	for i := range n {
		for j := range n {
			qdd[i] -= float64(l.byDamping[i*n+j]*dv[j]) + float64(l.stiffened(i, j)*dq[j])
		}
	}
	return l.solve(qdd, h, float64(h*h))
}

// stiffened returns what springs do in row i for a displacement with rate j: M⁻¹ K times what the rate moves.
func (l *linear) stiffened(i, j int) float64 {
	if l.moved == nil {
		return l.byStiffness[i*l.n+j]
	}
	s, sum := l.rates(), 0.0
	for k := range l.n {
		sum += float64(l.byStiffness[i*l.n+k] * l.moved[k*s+j])
	}
	return sum
}

// solve sets x to the solution y of (1 + M⁻¹ (h B + k K)) y = x.
func (l *linear) solve(x []float64, h, k float64) error {
	n := len(x)
	if l.h != h || l.k != k {
		m := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				m.Set(i, j, float64(h*l.byDamping[i*n+j])+float64(k*l.stiffened(i, j)))
			}
			m.Set(i, i, 1+m.At(i, i))
		}
		l.lu.Factorize(m)
		l.h, l.k = h, k
	}
	l.lu.SolveVec(mat.NewVecDense(n, x))
	return nil
}
