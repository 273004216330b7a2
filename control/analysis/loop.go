package analysis

import (
	"fmt"
	"math"
	"slices"

	"kinetree/internal/libm"
	"kinetree/spatial/mat"

	"kinetree/control"
	"kinetree/control/signal"
	"kinetree/tree"
)

// Setup describes a control loop around a robot at rest.
type Setup struct {
	Model     *tree.Model
	Plant     *Plant    // with what the efforts of a law do by the drives, see sim.Drives
	Position  []float64 // where the robot rests, and the reference
	Place     string    // what the position is: Start or Rest
	Note      string    // what bounds the verdict
	Hold      []float64 // efforts that hold it there; nil for those against gravity
	Law       control.Law
	Delay     float64 // s
	Sensors   signal.Sensors
	Actuators signal.Actuators // of which the lag counts
	Skew      float64          // of disk margins; 0 counts more and less gain alike
	Steady    bool             // the law is known to be one at all samples, see Unsteady
	// Made returns the law as it is with samples of another period; nil for a law that is the same. The error says why
	// there is none.
	Made func(period float64) (control.Law, error)

	found *rhythm
}

// law returns the law at each sample of its period, with inputs as lawOf has them.
func (s *Setup) law(period float64, inputs int) ([]*Discrete, error) {
	law, r := s.Law, s.rhythm(period)
	if s.Made != nil {
		var err error
		if law, err = s.Made(period); err != nil {
			return nil, err
		}
	}
	return lawOf(s.Model, law, s.Position, period, inputs, r)
}

// The places in which a loop is analysed.
const (
	Start = "start"
	Rest  = "rest" // where the law brings the robot to rest, another place than the start
)

// maxDelay is how many periods a delay may have: each adds a state for each rate.
const maxDelay = 50

// Loop returns the loop with samples of a period, or for a period of 0 that of a law which acts at every instant,
// without a delay, sensors and a lag. The law must not be in use meanwhile.
func (s *Setup) Loop(period float64) (*LinearLoop, error) {
	if err := checkTimes(period, s.Delay); err != nil && !(period == 0 && s.Delay == 0) {
		return nil, err
	}
	n := s.Model.NV()
	law, err := s.law(period, 2*n)
	if err != nil {
		return nil, err
	}
	if period == 0 {
		return &LinearLoop{n, 0, s.Plant.continuous(), law[0], law, actuators(s.Model)}, nil
	}
	sensors := Sensors(&s.Sensors, n, period)
	for k := range law {
		law[k] = series(sensors, law[k])
	}
	return &LinearLoop{n, period, s.Plant.Sampled(period, s.Delay, s.Actuators.Lag), law[0], law,
		actuators(s.Model)}, nil
}

// actuators returns for each rate those whose efforts come together at its actuator: the motor of an elastic drive
// takes what a law gives for the joint and what it gives for the rotor. None are those of a floating base and of the
// joints of a drive, whose actuator is that of their joint.
func actuators(m *tree.Model) [][]int {
	list := make([][]int, m.NV())
	for _, j := range m.Joints() {
		if j.Leader >= 0 || j.Drives >= 0 {
			continue
		}
		for v := j.V; v < j.V+j.NV; v++ {
			list[v] = []int{v}
		}
		if j.Rotor >= 0 {
			list[j.V] = append(list[j.V], m.Joints()[j.Rotor].V)
		}
	}
	return list
}

// checkTimes returns what is wrong with the times of a loop.
func checkTimes(period, delay float64) error {
	if !(period > 0) || math.IsInf(period, 0) {
		return fmt.Errorf("the period of the controller is %v s; expected a positive number", period)
	}
	if !(delay >= 0) || delay > maxDelay*period {
		return fmt.Errorf("the delay of the controller is %v s; expected 0 to %d periods, %v s", delay, maxDelay,
			maxDelay*period)
	}
	return nil
}

// LinearLoop is a linear control loop of n rates: a plant from efforts to x, and a controller from x to efforts.
type LinearLoop struct {
	n                 int
	Period            float64 // 0 without samples
	Plant, Controller *Discrete
	controllers       []*Discrete // at each sample of the period of the law; Controller is the first
	actuators         [][]int
}

// Samples returns after how many samples the controller does the same again, 1 for one that does it at each.
func (l *LinearLoop) Samples() int { return len(l.controllers) }

// at returns the loop as it is at a sample, for all of them.
func (l *LinearLoop) at(sample int) *LinearLoop {
	one := *l
	one.controllers = l.controllers[sample : sample+1]
	one.Controller = one.controllers[0]
	return &one
}

// Closed returns the state matrix of the closed loop, of the plant's states and then the controller's, over the period
// of the controller.
func (l *LinearLoop) Closed() *mat.Dense {
	var whole *mat.Dense
	for k := range l.controllers {
		one := l.at(k).system(0, func(u, _ []float64) {}, 0, nil).a()
		whole = after(one, whole)
	}
	return whole
}

// Break returns the loop of a rate, broken at its actuator, with all other loops closed: from the sum of the efforts
// that reach the actuator to the negative of the sum that the controller asks for. So it is the transfer function L
// whose 1 + L must not vanish. The rate must be one with an actuator of its own: none of a floating base or of a drive.
// Of a controller with a period of samples it is the loop at the first one.
func (l *LinearLoop) Break(rate int) *Discrete {
	return l.system(1, func(u, w []float64) {
		for _, v := range l.actuators[rate] {
			u[v] = 0
		}
		u[rate] = w[0]
	}, 1, func(y, u, _ []float64) {
		for _, v := range l.actuators[rate] {
			y[0] -= u[v]
		}
	})
}

// system connects plant and controller; change replaces efforts by inputs, pick takes outputs of what the controller
// asks for.
func (l *LinearLoop) system(inputs int, change func(u, w []float64), outputs int,
	pick func(y, u, w []float64)) *Discrete {
	np := l.Plant.States
	measured, u, nothing := make([]float64, l.Plant.Outputs), make([]float64, l.n), make([]float64, l.n)
	return assemble(np+l.Controller.States, inputs, outputs, func(next, y, x, w []float64) {
		l.Plant.step(next[:np], measured, x[:np], nothing) // of which no effort has an effect on what is measured now
		l.Controller.step(next[np:], u, x[np:], measured)
		if pick != nil {
			pick(y, u, w)
		}
		change(u, w)
		l.Plant.step(next[:np], measured, x[:np], u)
	})
}

// whole returns the period of the controller (s), of all its samples.
func (l *LinearLoop) whole() float64 { return float64(float64(l.Samples()) * l.Period) }

// Poles returns the poles of the closed loop, the slowest ones first. What is rounding beside the largest z is 0. The z
// are factors over the period of the controller.
func (l *LinearLoop) Poles() ([]Pole, error) {
	if l.Period == 0 {
		return polesOf(l.Closed())
	}
	values, err := eigenvalues(l.Closed())
	if err != nil {
		return nil, err
	}
	poles, little := make([]Pole, len(values)), rounding(values)
	for i, z := range values {
		if libm.CAbs(z) <= little {
			z = 0
		}
		poles[i] = pole(libm.CQuo(floored(libm.CLog(z), little), complex(l.whole(), 0)))
		poles[i].Z = z
		if z == 0 {
			poles[i] = Pole{S: complex(math.Inf(-1), 0), Frequency: math.Inf(1), Damping: 1}
		}
	}
	slices.SortStableFunc(poles, slowest)
	return poles, nil
}

// Stable reports whether the closed loop is stable.
func (l *LinearLoop) Stable() (bool, error) {
	if l.Period > 0 {
		r, err := l.SpectralRadius()
		return r < 1, err
	}
	poles, err := l.Poles()
	return err == nil && real(poles[0].S) < 0, err
}

// SpectralRadius returns the largest |Z| of the poles of the closed loop, which is stable if it is less than 1; of a
// controller with a period of n samples its root of order n, the factor from sample to sample.
func (l *LinearLoop) SpectralRadius() (float64, error) {
	values, err := eigenvalues(l.Closed())
	if err != nil {
		return 0, err
	}
	r := 0.0
	for _, z := range values {
		r = math.Max(r, libm.CAbs(z))
	}
	return l.eachSample(r), nil
}

// eachSample returns the factor from sample to sample of one over the period of the controller.
func (l *LinearLoop) eachSample(factor float64) float64 {
	if l.Samples() == 1 {
		return factor
	}
	return libm.Pow(factor, 1/float64(l.Samples()))
}
