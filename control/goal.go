package control

import (
	"math"

	"kinetree/compile/tape"
	"kinetree/tree"
)

// GoalTolerances are what a trajectory is judged by, as the joint_trajectory_controller judges. Lists have a number for
// each rate, 0 for no tolerance.
type GoalTolerances struct {
	Path, Goal []float64 // of the position (rad, m), on the way and at the end
	Stopped    float64   // of the velocity at the end (rad/s, m/s); 0 for none
	End        float64   // when the trajectory ends (s)
	Time       float64   // how long after it the end may be reached (s); 0 for any time
}

// GoalState is what became of a goal.
type GoalState int

// The states of a goal. After the last two the robot holds the position at which that was found.
const (
	GoalUnderWay          GoalState = 0
	GoalReached           GoalState = reached
	PathToleranceViolated GoalState = offPath
	GoalToleranceViolated GoalState = offGoal
)

// The states as the numbers that samples compute with.
const reached, offPath, offGoal = 1.0, 2.0, 3.0

// GoalOutcome is what became of a goal, and when (s) and by which rate.
type GoalOutcome struct {
	State GoalState
	At    float64
	Rate  int
}

// goal judges the way to the end of a trajectory, a sample at a time.
type goal struct {
	GoalTolerances
	deadline float64
	model    *tree.Model

	// What samples change: how many there were, the GoalState, when and by which rate it came about, whether commands
	// stay what they are in this sample, the position that is held, and its error.
	samples, state, when, by, frozen float64
	hold, e                          []float64
}

// instant is half of the nanosecond in which messages count time (s).
const instant = 0.5e-9

func newGoal(m *tree.Model, c *GoalTolerances) *goal {
	checkGains(m, c.Path, c.Goal)
	g := &goal{GoalTolerances: *c, model: m, deadline: math.Inf(1), hold: m.Neutral(), e: make([]float64, m.NV())}
	if g.End -= instant; g.Time > 0 {
		g.deadline = c.End + c.Time + instant
	}
	return g
}

// judge looks at the errors of a sample.
func (g *goal) judge(l *ControllerChain, in *Input) {
	t := float64(g.samples * in.Period)
	g.frozen = 0
	if g.state < 0.5 {
		path, outside := -1.0, -1.0 // the rates that are
		for i := range l.e {
			e := math.Abs(l.e[i])
			if g.Path[i] > 0 && e > g.Path[i] {
				path = float64(i)
			}
			if g.Goal[i] > 0 && e > g.Goal[i] || l.Used[i] && g.Stopped > 0 && math.Abs(l.ed[i]) > g.Stopped {
				outside = float64(i)
			}
		}
		if (t < g.End || g.samples < 0.5) && path >= 0 {
			g.become(offPath, t, path, in)
		} else if t >= g.End {
			if outside < 0 {
				g.state, g.when = reached, t
			} else if t > g.deadline {
				g.become(offGoal, t, outside, in)
			}
		}
	}
	g.samples += 1
	g.model.Difference(g.e, in.Q, g.hold)
}

// become ends the way to the goal.
func (g *goal) become(state, t, by float64, in *Input) {
	g.state, g.when, g.by, g.frozen = state, t, by, 1
	for i := range g.hold {
		g.hold[i] = in.Q[i]
	}
}

// reference returns the errors of rate i and the velocity that is asked for, once the way to the goal has ended those
// of the position that is held.
func (g *goal) reference(i int, e, ed, v, qd float64) (_, _, _ float64) {
	if g.state > 1.5 {
		e, ed, v = g.e[i], -qd, 0
	}
	return e, ed, v
}

// rows adds the numbers to a list.
func (g *goal) rows(r *tape.RowList) {
	r.Fixed(g.Path, g.Goal)
	r.FixedNumber(&g.Stopped)
	r.FixedNumber(&g.End)
	r.FixedNumber(&g.Time)
	r.FixedNumber(&g.deadline)
	r.CarriedNumber(&g.samples)
	r.CarriedNumber(&g.state)
	r.CarriedNumber(&g.when)
	r.CarriedNumber(&g.by)
	r.ScratchNumber(&g.frozen)
	r.Carried(g.hold)
	r.Scratch(g.e)
}

func (g *goal) appendState(state []float64) []float64 {
	return append(append(state, g.samples, g.state, g.when, g.by), g.hold...)
}

func (g *goal) setState(state []float64) {
	g.samples, g.state, g.when, g.by = state[0], state[1], state[2], state[3]
	copy(g.hold, state[4:])
}

// told returns what became of the goal.
func (g *goal) told() GoalOutcome { return GoalOutcome{GoalState(g.state), g.when, int(g.by)} }
