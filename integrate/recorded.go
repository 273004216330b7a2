package integrate

import (
	"kinetree/compile/graph"
	"kinetree/compile/traced/floats"
)

// RecordedStep records a step of length h from a position, a velocity and their acceleration to those of the end.
type RecordedStep func(sys RecordedSystem, h graph.Num, q, qd, qdd []graph.Num) RecordedEnd

// RecordedSystem is a System that is recorded.
type RecordedSystem struct {
	Acceleration MotionLaw
	Damped       MotionLaw // DampedAcceleration; nil for a system without damping
	Stiff        MotionLaw // StiffAcceleration of a position that goes on at the velocity; nil if nobody asks for it
	// Retract returns q ⊕ h qd.
	Retract func(q, qd []graph.Num, h graph.Num) []graph.Num
}

// RecordedEnd is the end of a recorded step.
type RecordedEnd struct {
	Q, Qd, Qdd []graph.Num
	// Rate and RateQd are the derivatives of Q, in numbers of velocities, and Qd there: in the length of the step where
	// that is Foreseen, else in time.
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
	case ImplicitMethod.Name:
		return recordImplicit, true
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

func recordSemiImplicit(sys RecordedSystem, h graph.Num, q, qd, qdd []graph.Num) RecordedEnd {
	if sys.Damped != nil {
		qdd = sys.Damped(AtBegin, q, qd)
	}
	toQd := floats.AddScaledTo(qd, h, qdd)
	end := sys.arrive(sys.Retract(q, toQd, h), toQd)
	if sys.Damped == nil {
		end.Rate, end.RateQd = make([]graph.Num, len(qd)), qdd
		for i, v := range toQd {
			end.Rate[i] = graph.Known(2).Mul(v).Sub(qd[i])
		}
	}
	return end
}

func recordImplicit(sys RecordedSystem, h graph.Num, q, qd, _ []graph.Num) RecordedEnd {
	toQd := floats.AddScaledTo(qd, h, sys.Stiff(AtBegin, q, qd))
	return sys.arrive(sys.Retract(q, toQd, h), toQd)
}

// arrive returns the end of a step of which no more is known than its state.
func (sys *RecordedSystem) arrive(q, qd []graph.Num) RecordedEnd {
	qdd := sys.Acceleration(AtEnd, q, qd)
	return RecordedEnd{q, qd, qdd, qd, qdd}
}

func recordEuler(sys RecordedSystem, h graph.Num, q, qd, qdd []graph.Num) RecordedEnd {
	end := sys.arrive(sys.Retract(q, qd, h), floats.AddScaledTo(qd, h, qdd))
	end.Rate, end.RateQd = qd, qdd
	return end
}

func recordMidpoint(sys RecordedSystem, h graph.Num, q, qd, qdd []graph.Num) RecordedEnd {
	half := h.Div(graph.Known(2))
	v := floats.AddScaledTo(qd, half, qdd)
	a := sys.Acceleration(InMiddle, sys.Retract(q, qd, half), v)
	return sys.arrive(sys.Retract(q, v, h), floats.AddScaledTo(qd, h, a))
}

func recordRK4(sys RecordedSystem, h graph.Num, q, qd, qdd []graph.Num) RecordedEnd {
	v, a := qd, qdd // of the last stage
	sumV, sumA := qd, qdd
	half, sixth, poses := h.Div(graph.Known(2)), h.Div(graph.Known(6)), len(q) != len(qd)
	var middle []graph.Num // q ⊕ h/2 v1
	for k, to := range [...]graph.Num{half, half, h} {
		var at []graph.Num
		if poses && k == 2 {
			at = sys.Retract(middle, floats.AddScaledTo(v, graph.Known(-0.5), qd), to)
		} else {
			at = sys.Retract(q, v, to)
		}
		if k == 0 {
			middle = at
		}
		v = floats.AddScaledTo(qd, to, a)
		a = sys.Acceleration([...]Moment{InMiddle, InMiddle, AtEnd}[k], at, v)
		weight := graph.Known([...]float64{2, 2, 1}[k])
		sumV, sumA = floats.AddScaledTo(sumV, weight, v), floats.AddScaledTo(sumA, weight, a)
	}
	toQd := floats.AddScaledTo(qd, sixth, sumA)
	if !poses {
		return sys.arrive(sys.Retract(q, sumV, sixth), toQd)
	}
	for _, share := range [...]float64{2, -2} {
		change := floats.AddScaledTo(qd, graph.Known(-1), v)
		q = sys.Retract(q, floats.AddScaledTo(sumV, graph.Known(share), change), h.Div(graph.Known(12)))
	}
	return sys.arrive(q, toQd)
}
