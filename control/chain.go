package control

import (
	"errors"
	"fmt"
	"math"

	"kinetree/compile/tape"
	"kinetree/control/reference"
	"kinetree/tree"
)

// Interface is what a command of a controller means, or what its reference and its error are of.
type Interface string

// The interfaces.
const (
	PositionInterface Interface = "position"
	VelocityInterface Interface = "velocity"
	EffortInterface   Interface = "effort"
)

// ChainStage is a controller of a chain: it makes a command of a reference and of what is measured.
type ChainStage struct {
	PID         *ToolboxPID // one for each rate; nil for a stage that hands its reference on
	Of          Interface   // what the error of the PID is of
	FeedForward []float64   // what the reference adds to the command, for each rate; nil for nothing
	OfItself    bool        // the feed-forward is of the reference itself; else of its derivative
	Wraps       []bool      // the position error of the rate is the shortest way round
	Gives       Interface

	fed []float64 // what the feed-forward gave last
}

// ChainConfig describes a chain of controllers as those of ros2_control are. Lists have a number for each rate.
type ChainConfig struct {
	Stages      []ChainStage // from the reference to the hardware
	Used        []bool       // the rates that are controlled, each of a joint with one
	Least, Most []float64
	// Drive is what follows the commands of the last stage where these are positions or velocities: it makes of the
	// accelerations that do so the efforts that they take.
	Drive *FeedForward
	Goal  *GoalTolerances // nil for none
}

// ControllerChain is a chain of controllers. The last stage gives efforts, or else positions or velocities to an ideal
// drive: one that knows the robot and asks for the accelerations which bring each rate to the velocity v in one period
// T, or each position to r in two,
//
//	a = (v − q̇) / T        a = (r − q) / T² + 3 (ṙ − q̇) / (2 T)
type ControllerChain struct {
	tracking
	ChainConfig
	at    []int     // of the position of each rate
	first []float64 // command of the first stage
	a     []float64
	goal  *goal
}

// NewChain returns the chain for a model. The error says what of the configuration is wrong.
func NewChain(m *tree.Model, c ChainConfig) (*ControllerChain, error) {
	checkGains(m, c.Least, c.Most)
	n := m.NV()
	last := c.Stages[len(c.Stages)-1].Gives
	if last != EffortInterface && c.Drive == nil {
		return nil, fmt.Errorf("the last controller gives a %s, and there is no drive; expected one", last)
	}
	l := &ControllerChain{tracking: newTracking(m), ChainConfig: c, at: make([]int, n), first: make([]float64, n),
		a: make([]float64, n)}
	for _, j := range m.Joints() {
		for i := range j.NV {
			switch {
			case !c.Used[j.V+i]:
			case j.NQ != 1 || j.NV != 1 || j.Leader >= 0:
				return nil, fmt.Errorf("the controller has the joint %q; expected a joint with one coordinate of "+
					"its own",
					j.Name)
			default:
				l.at[j.V] = j.Q
			}
		}
	}
	for k := range l.Stages {
		if s := &l.Stages[k]; s.FeedForward != nil {
			s.fed = make([]float64, n)
		}
	}
	if c.Goal != nil {
		l.goal = newGoal(m, c.Goal)
	}
	return l, nil
}

// Effort implements Law. It does not allocate.
func (l *ControllerChain) Effort(tau []float64, in *Input) error {
	l.update(in)
	if l.goal != nil {
		l.goal.judge(l, in)
	}
	for i := range tau {
		tau[i] = 0
		if l.Used[i] {
			tau[i] = l.follow(i, in)
		}
	}
	if l.Drive != nil {
		copy(l.a, tau)
		l.Drive.toSetpoint(tau, &reference.Setpoint{Q: in.Q, Qd: in.Qd, Qdd: l.a})
		for i := range tau {
			if !l.Used[i] {
				tau[i] = 0
			}
		}
	}
	return nil
}

// follow returns the effort of rate i, or the acceleration that an ideal drive makes.
func (l *ControllerChain) follow(i int, in *Input) float64 {
	q, qd := in.Q[l.at[i]], in.Qd[i]
	e, ed, v := l.e[i], l.ed[i], in.Reference.Qd[i] // errors, and the velocity that is asked for
	if l.goal != nil {
		e, ed, v = l.goal.reference(i, e, ed, v, qd)
	}
	u := 0.0
	for k := range l.Stages {
		s := &l.Stages[k]
		if s.PID == nil {
			u = handOn(s.Gives, e+q, v)
		} else if k == 0 && l.goal != nil {
			u = l.first[i]
			if l.goal.frozen < 0.5 {
				u = s.command(i, in.Period, e, ed, q, v)
			}
			l.first[i] = u
		} else {
			u = s.command(i, in.Period, e, ed, q, v)
		}
		if k == len(l.Stages)-1 {
			u = within(l.Least[i], l.Most[i], u)
		}
		switch {
		case s.Gives == PositionInterface && s.PID == nil:
			e = u - q
		case s.Gives == PositionInterface:
			e, ed, v = u-q, -qd, 0
		case s.Gives == VelocityInterface:
			ed, v = u-qd, u
		}
	}
	switch T := in.Period; {
	case l.Drive == nil:
		return u
	case l.Stages[len(l.Stages)-1].Gives == VelocityInterface:
		return ed / T
	default:
		return e/(T*T) + float64(1.5*ed)/T
	}
}

// handOn returns the command of a stage without a PID.
func handOn(what Interface, r, v float64) float64 {
	switch what {
	case PositionInterface:
		return r
	case VelocityInterface:
		return v
	}
	return 0
}

// command returns the command of rate i for the errors of its position and its velocity, at the position q, where the
// velocity v is asked for.
func (s *ChainStage) command(i int, period, e, ed, q, v float64) float64 {
	forward := v
	if s.OfItself && s.Of == PositionInterface {
		forward = q + e
	}
	if s.Of == VelocityInterface {
		e, ed = ed, 0
	}
	if s.Wraps != nil && s.Wraps[i] {
		e -= float64(2 * math.Pi * math.Round(e/(2*math.Pi)))
	}
	u := s.PID.Command(i, period, e, ed)
	if s.FeedForward != nil {
		s.fed[i] = float64(s.FeedForward[i] * forward)
		u = s.fed[i] + u
	}
	return u
}

// Rows implements tape.Rowed.
func (l *ControllerChain) Rows(r *tape.RowList) {
	r.Fixed(l.Least, l.Most)
	r.Scratch(l.e, l.ed, l.a)
	for k := range l.Stages {
		s := &l.Stages[k]
		r.Fixed(s.FeedForward)
		r.Scratch(s.fed)
		if s.PID != nil {
			s.PID.rows(r)
		}
	}
	if l.Drive != nil {
		l.Drive.Rows(r)
	}
	if l.goal == nil {
		r.Scratch(l.first)
		return
	}
	r.Carried(l.first)
	l.goal.rows(r)
}

// Believed implements Recordable.
func (l *ControllerChain) Believed() *tree.Model {
	if l.Drive != nil {
		return l.Drive.Believed()
	}
	return nil
}

// AppendState implements Stateful: the integrals, the errors of differences, and how far the goal is.
func (l *ControllerChain) AppendState(state []float64) []float64 {
	for k := range l.Stages {
		if pid := l.Stages[k].PID; pid != nil {
			for i := range l.Used {
				if l.Used[i] {
					state = pid.appendState(state, i)
				}
			}
		}
	}
	if l.goal != nil {
		state = l.goal.appendState(append(state, l.first...))
	}
	return state
}

// SetState implements Stateful.
func (l *ControllerChain) SetState(state []float64) {
	for k := range l.Stages {
		if pid := l.Stages[k].PID; pid != nil {
			for i := range l.Used {
				if l.Used[i] {
					state = pid.setState(state, i)
				}
			}
		}
	}
	if l.goal != nil {
		n := copy(l.first, state)
		l.goal.setState(state[n:])
	}
}

// Parts implements Parted: those of the PIDs that give the efforts, before their limits, and the feed-forward.
func (l *ControllerChain) Parts() []string {
	if s := &l.Stages[len(l.Stages)-1]; s.PID == nil || l.Drive != nil {
		return nil
	}
	return []string{"p", "i", "d", "feed_forward"}
}

// AppendParts implements Parted.
func (l *ControllerChain) AppendParts(row []float64, i int) []float64 {
	s := &l.Stages[len(l.Stages)-1]
	if s.PID == nil || l.Drive != nil {
		return row
	}
	fed := 0.0
	if s.fed != nil {
		fed = s.fed[i]
	}
	return append(row, s.PID.parts[0][i], s.PID.parts[1][i], s.PID.parts[2][i], fed)
}

// Outcome returns what became of the goal, and false if the chain has none.
func (l *ControllerChain) Outcome() (GoalOutcome, bool) {
	if l.goal == nil {
		return GoalOutcome{}, false
	}
	return l.goal.told(), true
}

// CheckPeriod returns an error if an ideal drive, which acts within one period, is to act after a delay.
func (l *ControllerChain) CheckPeriod(delay float64) error {
	if l.Drive != nil && delay > 0 {
		return errors.New("an ideal drive acts at once; expected no delay, or a drive with gains")
	}
	return nil
}
