package sim

import (
	"math"
	"slices"

	"kinetree/sim/step"
	"kinetree/tree"
)

// modes are the present modes of the rates with friction μ or end stops:
//
//	slipping forwards     friction effort −μ
//	slipping backwards    friction effort  μ
//	sticking              held by friction; |friction effort| ≤ μ
//	resting               held by an end stop, whose effort points away from the stop, and by friction, if any
//	locked                held, because both limits are equal
//
// Between two changes of a mode the law of motion is smooth: friction is constant, and held rates do not accelerate. So
// integrators keep their order. The reaction that holds a rate is found together with the accelerations
// (aba.Solver.Reaction).
//
// The friction of followers acts on the rate of their leader, Σ |ratio| μ, and so do the end stops of followers.
type modes struct {
	rates   []rate
	index   []int           // in rates, of each rate of the model; −1 for those without
	hold    []float64       // for aba.Solver.Augment: infinite where a rate is held, else 0
	locked  []float64       // the same for locked rates only
	turns   map[int]float64 // the frictions of turns of planar joints that have their own, by the rate
	rubbing []bool          // the joints that have friction at any time of the run
	bounded []bool          // the joints that have end stops of their own, see tree.Model.Ranges
	rubs    bool            // some joint has friction at some time
	drags   bool            // that of some rate depends on its velocity or on efforts
	weight  float64         // of the robot (N): efforts are known to the rounding of this on an arm of 1 m
	fresh   bool            // the reactions belong to the current state
	impacts *impact         // nil without end stops
	geared  geared          // the rates of gears with losses behind rotors
}

// rate is a rate with friction or end stops.
type rate struct {
	v, q          int  // q is −1 for a rate without end stops
	rough         bool // it has friction now
	step.Friction      // of which Slip is told by modes.tell
	rubs          bool // it has friction at some time of the run
	lower, upper  endStop
	locked        bool
	rigid         bool // constraints lock it, see plant.release
	pad           *pad // that it is a part of; nil for one with a friction of its own
	part          int  // of the pad

	changes int     // quick events in the current step, see frozen.go
	changed float64 // the time of the last event in the step
	frozen  bool    // it stays at rest, once it is, to the end of the step

	slip     float64 // +1 or −1 while it slips, else 0
	side     float64 // −1 while it rests on its lower end stop, +1 on the upper one, else 0
	reaction float64 // what holds it (N m or N)
	before   float64 // its grip at the start of the step, see guard.go

	tolerance float64                               // of the reaction: rounding
	begun     struct{ reaction, tolerance float64 } // at the start of an event in a lane
	computed  struct {
		held bool
		slip float64
	} // its mode when code computed its reaction last
	candidate bool    // see settle
	carried   bool    // it rests because others are held, see settleCoupled
	at        float64 // the side of the stop that a candidate is at
}

// endStop is the mechanical stop at one end of the range of a rate.
type endStop struct {
	position    float64 // infinite if there is none
	restitution float64
	joint       int // the joint whose limit it is
	coordinate  int // the coordinate of that joint
}

// rounding is the share of an effort or acceleration below which a difference is not taken for one.
const rounding = 1e-12

func newModes(c *Config, list []step.JointDrive) *modes {
	m := c.Model
	drags := newDrags(c, list)
	rates := make([]rate, m.NV())
	none := endStop{position: math.Inf(1)}
	for i := range rates {
		rates[i] = rate{v: i, q: -1, lower: endStop{position: math.Inf(-1)}, upper: none,
			Friction: step.NewFriction(i, drags[i])}
		rates[i].rubs = drags[i] != nil
	}
	restitution := func(k int) float64 {
		if c.Joints == nil {
			return 0
		}
		return c.Joints[k].Restitution
	}
	s := &modes{index: make([]int, m.NV()), hold: make([]float64, m.NV()), locked: make([]float64, m.NV()),
		turns: c.turnFriction(), rubbing: c.rubs(), bounded: make([]bool, len(m.Joints()))}
	s.rubs, s.drags = slices.Contains(s.rubbing, true), len(drags) > 0
	for k, j := range m.Joints() {
		for i := range j.NV {
			rates[j.V+i].rubs = rates[j.V+i].rubs || s.rubbing[k]
		}
	}
	for _, b := range m.Bounds() {
		x := &rates[b.V]
		x.q = b.Q
		x.lower, x.upper = endStop{b.Lower, restitution(b.LowerOf), b.LowerOf, b.Coordinate},
			endStop{b.Upper, restitution(b.UpperOf), b.UpperOf, b.Coordinate}
		x.locked = b.Lower == b.Upper
		if !math.IsInf(b.Lower, -1) {
			s.bounded[b.LowerOf] = true
		}
		if !math.IsInf(b.Upper, 1) {
			s.bounded[b.UpperOf] = true
		}
	}
	for _, d := range drags {
		for i := range d.Gears {
			s.rubbing[d.Gears[i].Joint], s.rubs = true, true
		}
	}
	newPads(m, rates)
	s.rates = make([]rate, 0, len(rates))
	for i, r := range rates {
		if r.locked {
			s.locked[r.v] = math.Inf(1)
		}
		if s.index[i] = -1; r.rubs || r.q >= 0 {
			s.index[i] = len(s.rates)
			s.rates = append(s.rates, r)
		}
	}
	for i := range s.rates {
		if r := &s.rates[i]; r.pad != nil {
			r.pad.rates = append(r.pad.rates, r)
			r.pad.Add(&r.Friction)
		}
	}
	if c.Ideal || len(s.rates) == 0 {
		return nil
	}
	s.rub(m)
	s.geared = newGeared(s.rates, m.NV())
	s.impacts = newImpact(m, len(s.rates))
	return s
}

// rub sets what the frictions of a robot's joints are together.
func (s *modes) rub(m *tree.Model) {
	for i := range s.rates {
		r := &s.rates[i]
		r.Forwards, r.rough = 0, r.Drag != nil && !r.rigid
		if r.Drag != nil {
			r.Drag.Change(m)
		}
	}
	for _, j := range m.Joints() {
		for i := range j.NV {
			if r := s.of(j.V + i); r != nil && !r.rigid {
				level, own := s.turns[r.v]
				if !own {
					level = j.Friction
				}
				r.Forwards += float64(math.Abs(j.Ratio) * level)
				r.rough = r.rough || r.Forwards > 0
			}
		}
	}
	for i := range s.rates {
		s.rates[i].Backwards = s.rates[i].Forwards
	}
}

// held reports whether the rate is held.
func (r *rate) held() bool { return r.locked || r.side != 0 || r.rough && r.slip == 0 }

// excess returns the distance of the reaction of a held rate beyond the largest reaction that friction and end stops
// can bear, and the direction in which the rate then goes. Friction bears as much as it opposes slipping in that
// direction; an end stop bears any reaction that points away from the stop.
func (r *rate) excess() (x, direction float64) {
	if r.locked || r.frozen {
		return math.Inf(-1), 0
	}
	if r.pad != nil && !r.pad.moves() {
		return r.pad.excess(), 1
	}
	pulls, pushes := math.Inf(-1), math.Inf(-1)
	if r.side <= 0 { // what keeps it from going forwards
		pulls = -r.reaction - r.Forwards - r.tolerance
	}
	if r.side >= 0 {
		pushes = r.reaction - r.Backwards - r.tolerance
	}
	if pulls >= pushes {
		return pulls, 1
	}
	return pushes, -1
}

// efforts splits the effort on a rate into the efforts of friction and of the end stop. If both hold the rate, the stop
// bears as much as it can.
func (r *rate) efforts() (friction, stop float64) {
	switch {
	case r.locked:
		return 0, r.reaction
	case r.side != 0:
		if r.reaction*r.side <= 0 { // it points away from the stop
			return 0, r.reaction
		}
		return r.reaction, 0
	case r.slip != 0:
		return float64(-r.slip * r.Level(r.slip)), 0
	case r.rough:
		return r.reaction, 0
	}
	return 0, 0
}

// atStop returns the side of the stop that the rate is at and does not move away from, or 0.
func (r *rate) atStop(q, qd []float64) float64 {
	switch {
	case r.q < 0 || r.locked:
		return 0
	case q[r.q] <= r.lower.position && qd[r.v] <= 0:
		return -1
	case q[r.q] >= r.upper.position && qd[r.v] >= 0:
		return 1
	}
	return 0
}

// endStop returns the end stop of a side.
func (r *rate) endStop(side float64) *endStop {
	if side < 0 {
		return &r.lower
	}
	return &r.upper
}

// of returns the rate of a number, or nil if it has neither friction nor end stops.
func (s *modes) of(v int) *rate {
	if i := s.index[v]; i >= 0 {
		return &s.rates[i]
	}
	return nil
}

// stopped returns the rate of a number if an end stop of its is one of joint k, or nil.
func (s *modes) stopped(k, v int) *rate {
	if r := s.of(v); s.bounded[k] && r != nil && r.q >= 0 {
		return r
	}
	return nil
}

// holdRates tells hold which rates are held.
func (s *modes) holdRates() {
	for i := range s.rates {
		r := &s.rates[i]
		s.hold[r.v] = 0
		if r.held() {
			s.hold[r.v] = math.Inf(1)
		}
	}
}

// note takes the reactions over from forward dynamics with the efforts tau, whose accelerations are qdd.
func (w *detector) note(qdd, tau []float64) {
	for i := range w.modes.rates {
		r := &w.modes.rates[i]
		if r.carried {
			qdd[r.v] = 0
		}
		if !r.held() {
			continue
		}
		r.reaction = w.plant.reaction(r.v)
		level := max(r.Forwards, r.Backwards)
		if r.pad != nil {
			level = r.pad.Level
		}
		r.tolerance = float64(rounding * (w.modes.weight + level + math.Abs(tau[r.v])))
		qdd[r.v] = 0 // not −0
	}
	w.modes.fresh = &qdd[0] == &w.state.Qdd[0]
}

// lookBack notes the grips that guards look back to at the start of a step.
func (m *modes) lookBack() {
	for i := range m.rates {
		if r := &m.rates[i]; r.held() {
			r.before = r.grip()
		}
	}
}

// remember keeps the reactions of the start of a step.
func (m *modes) remember() {
	for i := range m.rates {
		r := &m.rates[i]
		r.begun.reaction, r.begun.tolerance = r.reaction, r.tolerance
	}
}

// recall takes back those that remember has kept.
func (m *modes) recall() {
	for i := range m.rates {
		r := &m.rates[i]
		r.reaction, r.tolerance = r.begun.reaction, r.begun.tolerance
	}
}
