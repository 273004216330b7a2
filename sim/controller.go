package sim

// Controller drives the joints of a robot.
type Controller interface {
	// Effort sets the efforts tau (N m, N) of the actuators at time t (s), position q and velocity qd. They are zero
	// on entry and have the order of tree.EffortLayout: an effort for each rate, then an effort for each rate of each
	// follower. The efforts must be a function of t, q and qd, because integration, logging and the ledger call Effort
	// as often as they need it, at times that may go back within a step. The slices must not be kept. A step
	// does not allocate unless Effort does.
	Effort(tau []float64, t float64, q, qd []float64) error
}

// ControllerFunc is a Controller that is a function.
type ControllerFunc func(tau []float64, t float64, q, qd []float64) error

// Effort implements Controller.
func (f ControllerFunc) Effort(tau []float64, t float64, q, qd []float64) error {
	return f(tau, t, q, qd)
}

// Resetter is a Controller that remembers. Reset makes it forget, so that it drives a new motion from time 0 on as if
// it had been made for it; it should not allocate.
type Resetter interface {
	Controller
	Reset()
}

// Segmented is a Controller whose efforts are smooth in time only segment by segment. Integration steps end where
// segments end, so that jumps do not spoil the integrator's order.
type Segmented interface {
	Controller
	// BeginSegment begins the segment that contains the time t (s), at which the robot is at position q with velocity
	// qd, and returns the time of its end, infinity if there is none. Until the next call Effort is asked for times of
	// this segment only, its end included.
	BeginSegment(t float64, q, qd []float64) (end float64, err error)
}

// LinearFeedback is a Controller whose efforts are continuous in the state and contain −kp q − kd q̇ for rates of their
// own, which an implicit integrator may evaluate at the end of a step.
type LinearFeedback interface {
	Controller
	// Gains sets the stiffness kp (N m/rad, N/m) and the damping kd (N m s/rad, N s/m) of each rate; both are zero on
	// entry. A rate whose effort does not depend on the state, or only on samples of it, has none.
	Gains(kp, kd []float64)
}
