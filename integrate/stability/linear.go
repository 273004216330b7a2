package stability

import (
	"errors"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// linear is the linearized robot as an integrate.Stiff.
type linear struct {
	*Spectrum
	h  float64 // that lu is for
	lu mat.LU  // of 1 + M⁻¹ (h B + h² K)
}

func (l *linear) NQ() int { return l.robot.Model.NV() }
func (l *linear) NV() int { return l.robot.Model.NV() }

func (l *linear) Retract(dst, q, qd []float64, h float64) { floats.AddScaledTo(dst, q, h, qd) }

// Acceleration sets qdd to ∂a/∂q q + ∂a/∂v v.
func (l *linear) Acceleration(qdd []float64, _ float64, q, qd []float64) error {
	for i := range qdd {
		row := i * len(qdd)
		qdd[i] = floats.Dot(l.robot.ByPosition[row:row+len(q)], q) + floats.Dot(l.robot.ByVelocity[row:row+len(qd)], qd)
	}
	return nil
}

// StiffAcceleration solves (1 + M⁻¹ (h B + h² K)) a = a(q, v) − h M⁻¹ K v.
func (l *linear) StiffAcceleration(qdd []float64, t float64, q, qd []float64, h float64) error {
	n := len(qdd)
	if l.h != h {
		m := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				m.Set(i, j, l.robot.ByEffort[i*n+j]*(h*l.robot.Damping[j]+h*h*l.robot.Stiffness[j]))
			}
			m.Set(i, i, 1+m.At(i, i))
		}
		l.lu.Factorize(m)
		l.h = h
	}
	if err := l.Acceleration(qdd, t, q, qd); err != nil {
		return err
	}
	for i := range n {
		for j := range n {
			qdd[i] -= h * l.robot.ByEffort[i*n+j] * l.robot.Stiffness[j] * qd[j]
		}
	}
	x := mat.NewVecDense(n, qdd)
	var bad mat.Condition // a warning: the solution is set all the same
	if err := l.lu.SolveVecTo(x, false, x); err != nil && !errors.As(err, &bad) {
		return err
	}
	return nil
}
