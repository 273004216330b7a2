package integrate

import "kinetree/compile/graph"

// RecordedStep records a step of length h, where positions are a vector space, from a position, a velocity and their
// acceleration to those of the end. The laws of motion do not depend on time within the step; damped is that of
// DampedAcceleration, nil for a system without damping.
type RecordedStep func(h float64, q, qd, qdd []graph.Num, acceleration, damped MotionLaw) (at [3][]graph.Num)

// Recorded returns what records a step of a method, and whether there is one. The recorded operations are those of the
// stepper, in their order.
func (m *Method) Recorded() (step RecordedStep, ok bool) {
	switch m.Name {
	case SemiImplicitMethod.Name:
		return recordSemiImplicit, true
	case RK4Method.Name:
		return recordRK4, true
	case MidpointMethod.Name:
		return recordMidpoint, true
	case EulerMethod.Name:
		return recordEuler, true
	}
	return nil, false
}

// MotionLaw records the acceleration at a position and a velocity.
type MotionLaw func(q, qd []graph.Num) []graph.Num

// plus returns y + c s, as floats.AddScaledTo does.
func plus(y []graph.Num, c float64, s []graph.Num) []graph.Num {
	sum := make([]graph.Num, len(y))
	for i := range y {
		sum[i] = y[i].Add(graph.Known(c).Mul(s[i]))
	}
	return sum
}

func recordSemiImplicit(h float64, q, qd, qdd []graph.Num, acceleration, damped MotionLaw) [3][]graph.Num {
	if damped != nil {
		qdd = damped(q, qd)
	}
	qd = plus(qd, h, qdd)
	q = plus(q, h, qd)
	return [3][]graph.Num{q, qd, acceleration(q, qd)}
}

func recordEuler(h float64, q, qd, qdd []graph.Num, acceleration, _ MotionLaw) [3][]graph.Num {
	q, qd = plus(q, h, qd), plus(qd, h, qdd)
	return [3][]graph.Num{q, qd, acceleration(q, qd)}
}

func recordMidpoint(h float64, q, qd, qdd []graph.Num, acceleration, _ MotionLaw) [3][]graph.Num {
	v := plus(qd, h/2, qdd)
	a := acceleration(plus(q, h/2, qd), v)
	q, qd = plus(q, h, v), plus(qd, h, a)
	return [3][]graph.Num{q, qd, acceleration(q, qd)}
}

func recordRK4(h float64, q, qd, qdd []graph.Num, acceleration, _ MotionLaw) [3][]graph.Num {
	v, a := qd, qdd // of the last stage
	sumV, sumA := qd, qdd
	for k, to := range [...]float64{h / 2, h / 2, h} {
		at := plus(q, to, v)
		v = plus(qd, to, a)
		a = acceleration(at, v)
		weight := [...]float64{2, 2, 1}[k]
		sumV, sumA = plus(sumV, weight, v), plus(sumA, weight, a)
	}
	q, qd = plus(q, h/6, sumV), plus(qd, h/6, sumA)
	return [3][]graph.Num{q, qd, acceleration(q, qd)}
}
