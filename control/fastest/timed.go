package fastest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// TimedPath is a motion along a path.
type TimedPath struct {
	Peaks  []Peak  // of each rate: the largest shares of its limits
	Change float64 // of the duration from the last grid to the one before (s); 0 for a single grid
	Share  float64 // of the limits that was used, lower than 1 where the grid left more than they are
	Gap    float64 // with limits of the jerk: by how much it may be longer than the local minimum on the grid (s)
	Cells  int     // of the grid, for each part from rest to rest

	// Phases tell which limit bounds the motion when. One that is shorter than a thousandth of the motion belongs to
	// the one before.
	Phases []Phase

	task     *PathTask
	equation *equation
	parts    []*profile
	times    [][]float64 // of the nodes of each part, from its start
	starts   []float64   // of the parts, and the end (s)
}

// Peak has the largest magnitudes of a rate, and the largest shares of its limits, 0 where there is none.
type Peak struct {
	Joint                                string
	Effort, Velocity, Acceleration, Jerk float64
	Uses                                 [kinds]float64
}

// LimitKind is what a limit is about.
type LimitKind int

// The kinds of limits.
const (
	OfEffort LimitKind = iota
	OfTorqueSpeed
	OfVelocity
	OfAcceleration
	OfDeceleration
	OfJerk
	kinds
)

// String returns the name of the kind.
func (k LimitKind) String() string {
	return [...]string{"effort", "torque-speed", "velocity", "acceleration", "deceleration", "jerk"}[k]
}

// Phase is a time in which one limit is the nearest.
type Phase struct {
	From, To float64 // (s)
	Joint    string
	Limit    LimitKind
	Sign     int     // −1 where effort, velocity, acceleration or jerk are negative
	Use      float64 // the mean share of it over the time
}

// join puts parts behind each other.
func (t *TimedPath) join(parts []*profile) {
	t.parts, t.starts = parts, []float64{0}
	for _, p := range parts {
		times := p.times()
		t.times = append(t.times, times)
		t.starts = append(t.starts, t.starts[len(t.starts)-1]+times[len(times)-1])
	}
}

// Duration returns the time of the motion (s).
func (t *TimedPath) Duration() float64 { return t.starts[len(t.starts)-1] }

// Use returns the largest share of a limit that the motion takes.
func (t *TimedPath) Use() float64 {
	most := 0.0
	for i := range t.Peaks {
		most = math.Max(most, slices.Max(t.Peaks[i].Uses[:]))
	}
	return most
}

// At sets q, qd, qdd and the effort of the drives tau, NV numbers each, to the motion at a time, and returns s. Where
// the acceleration jumps it is that before the jump. Before the start and behind the end the robot rests.
func (t *TimedPath) At(q, qd, qdd, tau []float64, time float64) (s float64) {
	time = math.Max(0, math.Min(t.Duration(), time))
	part := min(max(0, sort.SearchFloat64s(t.starts, time)-1), len(t.parts)-1)
	p := t.parts[part]
	i, since := p.at(t.times[part], time-t.starts[part])
	m := p.move(i)
	return t.set(q, qd, qdd, tau, p, i, &m, since)
}

// set sets the motion at a time within a cell.
func (t *TimedPath) set(q, qd, qdd, tau []float64, p *profile, i int, m *move, since float64) (s float64) {
	e, c := t.equation, &p.cells[i]
	z, y, u := m.at(since)
	s = math.Max(c.from, math.Min(c.from+z, c.to))
	y = math.Max(0, y)
	e.route.At(q, e.d1, e.d2, s, since > m.time/2)
	for k := range e.d1 {
		qd[k] = float64(e.d1[k] * y)
		qdd[k] = float64(e.d1[k]*u) + float64(e.d2[k]*y*y)
	}
	e.solver.InverseDynamics(tau, q, qd, qdd, nil)
	clear(e.springs)
	e.passive.AddEffort(e.springs, q, qd)
	for k := range tau {
		tau[k] += float64(e.friction[k]*c.signs[k]) - e.springs[k]
	}
	return s
}

// probes are when cells are looked at, as shares of their times. The one in the middle counts for phases.
var probes = [...]float64{0, 0.125, 0.375, 0.5, 0.625, 0.875, 1}

// prove finds peaks and phases, by inverse dynamics within the cells.
func (t *TimedPath) prove() {
	model, l := t.task.Route.model, t.task.Limits
	n := model.NV()
	t.Peaks = make([]Peak, n)
	q, qd, qdd, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	raise := func(x *float64, y float64) { *x = math.Max(*x, math.Abs(y)) }
	for part, p := range t.parts {
		for i := range p.cells {
			c, m := &p.cells[i], p.move(i)
			now := Phase{From: t.starts[part] + t.times[part][i], To: t.starts[part] + t.times[part][i+1], Use: -1}
			for _, share := range probes {
				since := float64(share * m.time)
				t.set(q, qd, qdd, tau, p, i, &m, since)
				for k := range t.Peaks {
					peak := &t.Peaks[k]
					jerk := t.jerk(c, &m, since, k)
					raise(&peak.Effort, tau[k])
					raise(&peak.Velocity, qd[k])
					raise(&peak.Acceleration, qdd[k])
					raise(&peak.Jerk, jerk)
					for kind, use := range l.uses(k, c.signs[k], tau[k], qd[k], qdd[k], jerk) {
						raise(&peak.Uses[kind], use)
						if share == 0.5 && use > now.Use {
							now.Joint, now.Limit, now.Use = model.RateName(k), LimitKind(kind), use
							now.Sign = sign([kinds]float64{tau[k], tau[k] + float64(l.Droop[k]*qd[k]), qd[k], qdd[k],
								qdd[k], jerk}[kind])
						}
					}
				}
			}
			t.phase(now)
		}
	}
	for k := range t.Peaks {
		t.Peaks[k].Joint = model.RateName(k)
	}
}

// sign returns that of a number, 1 for 0.
func sign(x float64) int {
	if x < 0 {
		return -1
	}
	return 1
}

// same reports whether the same limit bounds two phases.
func (p *Phase) same(q *Phase) bool {
	return p.Joint == q.Joint && p.Limit == q.Limit && p.Sign == q.Sign
}

// phase adds one to the phases.
func (t *TimedPath) phase(p Phase) {
	n := len(t.Phases)
	if n > 1 && !t.Phases[n-1].same(&p) && t.Phases[n-1].To-t.Phases[n-1].From < t.Duration()/1000 {
		t.Phases[n-2].To = t.Phases[n-1].To
		n--
		t.Phases = t.Phases[:n]
	}
	if n > 0 && t.Phases[n-1].same(&p) {
		last := &t.Phases[n-1]
		last.Use += float64((p.Use - last.Use) * (p.To - p.From) / (p.To - last.From))
		last.To = p.To
		return
	}
	t.Phases = append(t.Phases, p)
}

// jerk returns that of a rate at the place that set has set last, a time within a cell.
func (t *TimedPath) jerk(c *cell, m *move, since float64, k int) float64 {
	_, y, u := m.at(since)
	e := t.equation
	return float64(e.d1[k]*m.jerk()) + float64(3*e.d2[k]*y*u) + float64(c.d[0].d3[k]*y*y*y)
}

// within checks that the path keeps to the limits of the positions.
func (r *Route) within() error {
	m := r.model
	n := m.NQ()
	q, d1, d2 := make([]float64, n), make([]float64, n), make([]float64, n)
	lowest, highest := make([]float64, n), make([]float64, n)
	for i := range lowest {
		lowest[i], highest[i] = math.Inf(1), math.Inf(-1)
	}
	look := func(s float64) {
		r.At(q, d1, d2, s, false)
		for i, x := range q {
			lowest[i], highest[i] = math.Min(lowest[i], x), math.Max(highest[i], x)
		}
	}
	look(0)
	for i := 1; i < len(r.knots); i++ {
		look(r.knots[i])
		for _, s := range r.turns(r.knots[i-1], r.knots[i]) {
			look(s)
		}
	}
	ranges, _ := m.Ranges()
	var faults []error
	for k, j := range m.Joints() {
		if j.Leader >= 0 {
			continue
		}
		const rounding = 1e-9
		low, high := lowest[j.Q], highest[j.Q]
		if x := ranges[k]; low < x.Lower-rounding || high > x.Upper+rounding {
			faults = append(faults, fmt.Errorf("joint %q goes from %.6g to %.6g on the path; expected positions "+
				"within its limits, %.6g to %.6g", j.Name, low, high, x.Lower, x.Upper))
		}
	}
	return errors.Join(faults...)
}
