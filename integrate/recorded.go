package integrate

import (
	"kinetree/compile/graph"
	"kinetree/compile/traced/floats"
)

// RecordedStep records a step of length h, where positions are a vector space, from a position, a velocity and their
// acceleration to those of the end. Damped is the law of motion of DampedAcceleration, nil for a system without
// damping.
type RecordedStep func(h graph.Num, q, qd, qdd []graph.Num, acceleration, damped MotionLaw) RecordedEnd

// RecordedEnd is the end of a recorded step.
type RecordedEnd struct {
	Q, Qd, Qdd []graph.Num
	// Rate and RateQd are the derivatives of Q and Qd there: in the length of the step where that is Foreseen, else in
	// time.
	Rate, RateQd []graph.Num
}

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

// Moment is when within a step the acceleration is wanted.
type Moment int

// The moments of a step: T, T + h/2 and T + h.
const (
	AtBegin Moment = iota
	InMiddle
	AtEnd
)

// MotionLaw records the acceleration at a moment, a position and a velocity.
type MotionLaw func(m Moment, q, qd []graph.Num) []graph.Num

func recordSemiImplicit(h graph.Num, q, qd, qdd []graph.Num, acceleration, damped MotionLaw) RecordedEnd {
	if damped != nil {
		qdd = damped(AtBegin, q, qd)
	}
	toQd := floats.AddScaledTo(qd, h, qdd)
	q = floats.AddScaledTo(q, h, toQd)
	end := arriveRecorded(q, toQd, acceleration)
	if damped == nil {
		end.Rate, end.RateQd = make([]graph.Num, len(q)), qdd
		for i, v := range toQd {
			end.Rate[i] = graph.Known(2).Mul(v).Sub(qd[i])
		}
	}
	return end
}

// arriveRecorded returns the end of a step of which no more is known than its state.
func arriveRecorded(q, qd []graph.Num, acceleration MotionLaw) RecordedEnd {
	qdd := acceleration(AtEnd, q, qd)
	return RecordedEnd{q, qd, qdd, qd, qdd}
}

func recordEuler(h graph.Num, q, qd, qdd []graph.Num, acceleration, _ MotionLaw) RecordedEnd {
	end := arriveRecorded(floats.AddScaledTo(q, h, qd), floats.AddScaledTo(qd, h, qdd), acceleration)
	end.Rate, end.RateQd = qd, qdd
	return end
}

func recordMidpoint(h graph.Num, q, qd, qdd []graph.Num, acceleration, _ MotionLaw) RecordedEnd {
	half := h.Div(graph.Known(2))
	v := floats.AddScaledTo(qd, half, qdd)
	a := acceleration(InMiddle, floats.AddScaledTo(q, half, qd), v)
	q, qd = floats.AddScaledTo(q, h, v), floats.AddScaledTo(qd, h, a)
	return arriveRecorded(q, qd, acceleration)
}

func recordRK4(h graph.Num, q, qd, qdd []graph.Num, acceleration, _ MotionLaw) RecordedEnd {
	v, a := qd, qdd // of the last stage
	sumV, sumA := qd, qdd
	half, sixth := h.Div(graph.Known(2)), h.Div(graph.Known(6))
	for k, to := range [...]graph.Num{half, half, h} {
		at := floats.AddScaledTo(q, to, v)
		v = floats.AddScaledTo(qd, to, a)
		a = acceleration([...]Moment{InMiddle, InMiddle, AtEnd}[k], at, v)
		weight := graph.Known([...]float64{2, 2, 1}[k])
		sumV, sumA = floats.AddScaledTo(sumV, weight, v), floats.AddScaledTo(sumA, weight, a)
	}
	q, qd = floats.AddScaledTo(q, sixth, sumV), floats.AddScaledTo(qd, sixth, sumA)
	return arriveRecorded(q, qd, acceleration)
}
