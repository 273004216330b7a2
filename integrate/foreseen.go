package integrate

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
