package reference

import (
	"fmt"
	"math"
	"slices"

	"kinetree/tree"
)

// Setpoint is the reference of a robot at an instant: the position q (NQ numbers), velocity qd and acceleration qdd (NV
// numbers each).
type Setpoint struct{ Q, Qd, Qdd []float64 }

// NewSetpoint returns a setpoint for a model, of zeros.
func NewSetpoint(m *tree.Model) *Setpoint {
	m.CheckBuilt()
	return &Setpoint{make([]float64, m.NQ()), make([]float64, m.NV()), make([]float64, m.NV())}
}

// Plan is the reference of a robot: it holds a position, but for coordinates that follow a trajectory.
type Plan struct {
	model *tree.Model
	hold  []float64
	moved []moved
	links []PoseMotion
}

// moved is a coordinate that follows a trajectory.
type moved struct {
	q, v int
	t    Trajectory
}

// NewPlan returns a plan that holds a position (NQ numbers), which it copies. It panics if the length is wrong.
func NewPlan(m *tree.Model, hold []float64) *Plan {
	m.CheckBuilt()
	m.CheckLengths(hold)
	return &Plan{model: m, hold: slices.Clone(hold)}
}

// Hold makes the plan hold another position (NQ numbers), which it copies.
func (p *Plan) Hold(q []float64) {
	p.model.CheckLengths(q)
	copy(p.hold, q)
}

// Follow makes a coordinate of joint k of the model's Joints follow a trajectory. The error says why it cannot.
func (p *Plan) Follow(k, coordinate int, t Trajectory) error {
	j := &p.model.Joints()[k]
	switch {
	case j.Leader >= 0:
		return fmt.Errorf("joint %q mimics %q, so it has no reference of its own", j.Name,
			p.model.Joints()[j.Leader].Name)
	case j.NQ != j.NV:
		return fmt.Errorf("the position of joint %q is a pose; expected a joint whose coordinates are angles and "+
			"displacements", j.Name)
	case coordinate < 0 || coordinate >= j.NQ:
		return fmt.Errorf("joint %q has no coordinate %d; it has %d, counted from 0", j.Name, coordinate, j.NQ)
	}
	p.moved = slices.DeleteFunc(p.moved, func(m moved) bool { return m.q == j.Q+coordinate })
	p.moved = append(p.moved, moved{j.Q + coordinate, j.V + coordinate, t})
	return nil
}

// FollowLink notes that a link follows a motion: the plan breaks where the motion does.
func (p *Plan) FollowLink(m PoseMotion) { p.links = append(p.links, m) }

// At sets dst to the reference at time t (s). It does not allocate. It panics if dst is of another model.
func (p *Plan) At(dst *Setpoint, t float64) {
	p.model.CheckLengths(dst.Q, dst.Qd, dst.Qdd)
	copy(dst.Q, p.hold)
	clear(dst.Qd)
	clear(dst.Qdd)
	for i := range p.moved {
		m := &p.moved[i]
		x := m.t.At(t)
		dst.Q[m.q], dst.Qd[m.v], dst.Qdd[m.v] = x.Position, x.Velocity, x.Acceleration
	}
}

// Break returns the first time after t at which the reference or one of its derivatives jumps, infinity if there is
// none. It does not allocate.
func (p *Plan) Break(t float64) float64 {
	end := math.Inf(1)
	for i := range p.moved {
		end = math.Min(end, p.moved[i].t.Break(t))
	}
	for _, m := range p.links {
		end = math.Min(end, m.Break(t))
	}
	return end
}

// Rests returns a time up to which the reference stays what it is at time t, without a velocity: t if it moves then or
// that is not known. It does not allocate.
func (p *Plan) Rests(t float64) float64 {
	end := math.Inf(1)
	if len(p.links) > 0 {
		return t
	}
	for i := range p.moved {
		r, ok := p.moved[i].t.(*Piecewise)
		if !ok || !r.rests(t) {
			return t
		}
		end = math.Min(end, r.Break(t))
	}
	return end
}

// rests reports whether the piece at time t is constant.
func (p *Piecewise) rests(t float64) bool {
	c := &p.pieces[p.next(t)].c
	return [5]float64(c[1:]) == [5]float64{}
}
