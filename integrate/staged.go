package integrate

// Staged is a Stepper whose steps can be taken one evaluation at a time, for those who compute the accelerations of
// several systems at once. Step does the same at one go.
type Staged interface {
	Stepper
	// Stage goes on with a step of length h, up to its evaluation k, from 0: the acceleration there is wanted before
	// the next call. Without one the step is complete.
	Stage(sys System, s *State, h float64, k int) (at Evaluation, err error)
}

// Foreseen is a Stepper of whose steps it is known ahead where they end, unless the system damps its rates or has
// constraints. The velocity of a coordinate, where it is the derivative of its position, is linear in the length of the
// step, and its position a polynomial of degree 2 at most.
type Foreseen interface {
	Stepper
	// End returns the position and velocity of a coordinate after a step of length h, as Step computes them.
	End(h, q, qd, qdd float64) (toQ, toQd float64)
	// Rate returns the derivative of the position in the length of a step that changes the velocity from qd to toQd.
	Rate(qd, toQd float64) float64
}

// Evaluation is where an acceleration is wanted: at time T, position Q and velocity Qd, in Qdd, which is nil if none
// is.
type Evaluation struct {
	T          float64
	Q, Qd, Qdd []float64
}

// takeStages takes a step at one go.
func takeStages(m Staged, sys System, s *State, h float64) (float64, error) {
	for k := 0; ; k++ {
		at, err := m.Stage(sys, s, h, k)
		if err != nil {
			return 0, err
		}
		if at.Qdd == nil {
			return h, nil
		}
		if err := sys.Acceleration(at.Qdd, at.T, at.Q, at.Qd); err != nil {
			return 0, err
		}
	}
}
