package sim

import (
	"cmp"
	"math"
	"slices"
)

// Turn is the speed of a joint whose angle matters to the motion: the joint turns the robot into another shape, or
// against gravity. The speed of a balanced rotor does not matter, because no integrator has to follow its angle.
type Turn struct {
	Joint string  `json:"joint"` // "base" for a floating base; empty if nothing turns
	Speed float64 `json:"speed"` // rad/s
	Time  float64 `json:"time"`  // s
}

// coarse is the turn within a step (rad) from which on it is told that no method follows it well.
const coarse = 0.5

// radian is by how much a joint turns in a test whether that matters (rad).
const radian = 1.0

// turning is an angular rate and the largest speed that it had in a run.
type turning struct {
	v           int
	speed, time float64
}

func newTurning(c *Config) (list []turning) {
	for v, turns := range c.Model.Angular() {
		if turns {
			list = append(list, turning{v: v})
		}
	}
	return list
}

// watchTurns notes the speeds of the current state.
func (w *reporter) watchTurns() {
	list, qd := w.limits.turning, w.state.Qd
	for i := range list {
		if t := &list[i]; math.Abs(qd[t.v]) > t.speed {
			t.speed, t.time = math.Abs(qd[t.v]), w.state.T
		}
	}
}

// coarseTurn returns the fastest turn of the run if it was too fast for the steps, and otherwise zero.
func (w *reporter) coarseTurn() Turn {
	i := &w.config.Integration
	tooFast := func(speed float64) bool { return !i.Method.Adaptive && speed*i.Step > coarse }
	if !slices.ContainsFunc(w.limits.turning, func(t turning) bool { return tooFast(t.speed) }) {
		return Turn{}
	}
	if t := w.FastestTurn(); tooFast(t.Speed) {
		return t
	}
	return Turn{}
}

// FastestTurn returns the fastest turn of the last run, at the ends of steps.
func (w *World) FastestTurn() Turn {
	w.limits.bySpeed = append(w.limits.bySpeed[:0], w.limits.turning...)
	list := w.limits.bySpeed
	slices.SortStableFunc(list, func(a, b turning) int { return cmp.Compare(b.speed, a.speed) })
	for _, t := range list {
		if t.speed > 0 && w.reporter.matters(t.v) {
			return Turn{w.Model().RateName(t.v), t.speed, t.time}
		}
	}
	return Turn{}
}

// Begins returns the turn whose first radian from the current state on, at its speed and acceleration there, takes the
// least time (s), which is infinite if nothing begins to turn. The speed is the mean in that time.
func (w *World) Begins() (t Turn, within float64) {
	within = math.Inf(1)
	for _, x := range w.limits.turning {
		v, a := math.Abs(w.state.Qd[x.v]), math.Abs(w.state.Qdd[x.v])
		takes := 2 * radian / (v + math.Sqrt(float64(v*v)+float64(2*a*radian)))
		if takes < within && w.reporter.matters(x.v) {
			t, within = Turn{w.Model().RateName(x.v), radian / takes, w.state.T}, takes
		}
	}
	return t, within
}

// matters reports whether the angle of a rate has an effect: whether the energies, all rates being alike, change by
// more than rounding when it turns.
func (w *reporter) matters(v int) bool {
	m := w.Model()
	for _, j := range m.Joints() {
		if j.V == v && j.NV > 1 {
			return true // whose rates turn with it
		}
	}
	if m.Floating() && v < 6 {
		return true
	}
	rates, one, q := w.books.Mean, w.books.Turn, w.books.Q // scratch
	for i := range rates {
		rates[i], one[i] = 1, 0
	}
	one[v] = 1
	m.Integrate(q, w.state.Q, one, radian) // its followers turn, too
	kinetic, potential := w.plant.energies(w.state.Q, rates)
	k, p := w.plant.energies(q, rates)
	return math.Abs(k-kinetic) > 1e-9*kinetic || math.Abs(p-potential) > max(1e-9*math.Abs(potential), w.rounding(0))
}
