package prepare

import (
	"encoding/json"
	"math"
	"slices"

	"kinetree/control/metrics"
	"kinetree/control/reference"
	"kinetree/integrate"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/tree"
)

// meter measures how joints follow their reference. It is a sim.Observer.
type meter struct {
	loop     *Loop
	from, to *reference.Setpoint
	parts    []measured
	shape    string // see Shape; empty until it is asked for
	begins   bool   // measures of an error do, in the step that was given last
}

// measured is a coordinate that is measured.
type measured struct {
	name         string
	q, v, effort int             // indices of its position, its rate and its effort
	drive        int             // index of the rate of what drives it
	limit        float64         // of the effort
	move         *reference.Move // of the reference if it makes one; nil for others
	tolerance    float64         // of the settling time; 0 for none
	joint        *metrics.Meter
	inLane
}

// newMeter returns the meter of a prepared run. Of a robot that is bound by constraints it measures those of the joints
// that something is asked of, unless the scenario names joints: those with a reference, and if there is none, those
// with an actuator. The others go where the constraints have them, not where they began. It takes the measures that are
// asked for.
func (r *Run) newMeter(m *tree.Model, bound bool, asked Asked) (*meter, error) {
	t := &meter{loop: r.Loop, from: reference.NewSetpoint(m), to: reference.NewSetpoint(m),
		parts: make([]measured, 0, m.NV())}
	wanted := r.Scenario.Metrics.Joints
	for _, name := range wanted {
		if _, _, err := scenario.FindCoordinate(m, "metrics.joints", name); err != nil {
			return nil, err
		}
	}
	if err := r.Scenario.Metrics.CheckJoints(m); err != nil {
		return nil, err
	}
	layout := m.EffortLayout()
	for k, j := range m.Joints() {
		if j.Drives >= 0 && !slices.Contains(wanted, j.Name) || bound && len(wanted) == 0 && !r.asked(&j) {
			continue
		}
		if j.Leader >= 0 || j.NQ != j.NV {
			if slices.Contains(wanted, j.Name) {
				return nil, wrong("metrics.joints",
					"joint %q follows another one or has a pose for a position; expected a joint with coordinates of "+
						"its own, %s", j.Name, suggest.List(measurableNames(m)))
			}
			continue
		}
		for i, name := range tree.CoordinateNames(j.Name, j.NQ) {
			if len(wanted) > 0 && !slices.Contains(wanted, name) {
				continue
			}
			p := measured{name: name, q: j.Q + i, v: j.V + i, drive: j.V + i, effort: layout.Index(k) + i,
				limit: math.Inf(1)}
			if j.Rotor >= 0 { // what the motor does
				p.effort, p.drive = layout.Index(j.Rotor), m.Joints()[j.Rotor].V
			}
			if j.NV == 1 && !r.Scenario.Ideal {
				p.limit = j.Effort
			}
			if moves := r.moves[p.q]; len(moves) == 1 {
				move := moves[0]
				p.move = &move
			}
			p.tolerance = r.Scenario.Metrics.Tolerance.Of(&j, 0)
			t.parts = append(t.parts, p)
		}
	}
	for i := range t.parts {
		p := &t.parts[i]
		without := metrics.All &^ asked.of(i, t.parts)
		if !jointwise(r) {
			without |= metrics.OfReference
		}
		p.joint = metrics.New(metrics.Config{Move: p.move, Band: r.Scenario.Metrics.SettlingBand,
			Tolerance: p.tolerance, Without: without})
	}
	return t, nil
}

// jointwise reports whether the joints are to be where their references are. Under a motion or a force of a link they
// go where that has them.
func jointwise(r *Run) bool {
	return r.Loop.motion == nil && r.Scenario.Controller.Type != scenario.ForceControl
}

// Asked are the measures that are asked for, of the joints that a run measures in their order: nothing is done for
// others, which are NaN. nil asks for all measures of all joints, and any other list asks a run that measures other
// joints for all that it asks of some joint.
type Asked []AskedOfJoint

// AskedOfJoint are the measures that are asked for of a joint.
type AskedOfJoint struct {
	Joint    string
	Measures metrics.Set
}

// of returns what is asked for of a part of those that are measured.
func (a Asked) of(i int, parts []measured) metrics.Set {
	if a == nil {
		return metrics.All
	}
	if slices.EqualFunc(a, parts, func(x AskedOfJoint, p measured) bool { return x.Joint == p.name }) {
		return a[i].Measures
	}
	var some metrics.Set
	for _, x := range a {
		some |= x.Measures
	}
	return some
}

// asked reports whether something is asked of a joint of a robot that is bound by constraints.
func (r *Run) asked(j *tree.Joint) bool {
	s := r.Scenario
	for _, name := range append(tree.CoordinateNames(j.Name, j.NQ), j.Name) {
		if _, own := s.Reference[name]; own {
			return true
		}
	}
	given := s.Joints[j.Name].Actuated
	return len(s.Reference) == 0 && (given == nil || *given)
}

func measurableNames(m *tree.Model) []string {
	var names []string
	for _, j := range m.Joints() {
		if j.Leader < 0 && j.NQ == j.NV {
			names = append(names, tree.CoordinateNames(j.Name, j.NQ)...)
		}
	}
	return names
}

// Observe implements sim.Observer.
func (t *meter) Observe(from, to *integrate.State, effortFrom, effortTo, work []float64) {
	t.loop.Plan.At(t.from, from.T)
	t.loop.Plan.At(t.to, math.Nextafter(to.T, from.T)) // before a jump
	for i := range t.parts {
		p := &t.parts[i]
		begin := metrics.Sample{Time: from.T, Position: from.Q[p.q], Velocity: from.Qd[p.v], Reference: t.from.Q[p.q],
			ReferenceVelocity: t.from.Qd[p.v],
			Effort:            effortFrom[p.effort], Saturated: t.saturated(p, effortFrom)}
		end := metrics.Sample{Time: to.T, Position: to.Q[p.q], Velocity: to.Qd[p.v], Reference: t.to.Q[p.q],
			ReferenceVelocity: t.to.Qd[p.v], Effort: effortTo[p.effort]}
		p.joint.Add(&begin, &end, work[p.drive])
	}
}

// saturated reports whether a limit bounds an effort.
func (t *meter) saturated(p *measured, effort []float64) bool {
	if t.loop.sampled != nil && t.loop.sampled.Saturated()[p.v] {
		return true
	}
	return math.Abs(effort[p.effort]) >= p.limit
}

// JointMetrics are the measures of a joint.
type JointMetrics struct {
	Joint string
	metrics.Measures
}

// Measures are those of the joints in the order of the model.
type MeasuresByJoint []JointMetrics

// MarshalJSON writes an object with the measures of each joint.
func (ms MeasuresByJoint) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := range ms {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := json.Marshal(ms[i].Joint)
		if err != nil {
			return nil, err
		}
		text, err := ms[i].Measures.MarshalJSON()
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), text...)
	}
	return append(b, '}'), nil
}

// AskedToMove returns for each of the measured joints whether its reference goes from rest to rest, so that it has the
// measures of a move.
func (r *Run) AskedToMove() []bool {
	if r.meter == nil {
		return nil
	}
	list := make([]bool, len(r.meter.parts))
	for i := range list {
		list[i] = r.meter.parts[i].move != nil
	}
	return list
}

// Together returns the measures over all joints, see metrics.Combine.
func (ms MeasuresByJoint) Together() metrics.Measures {
	var all metrics.Measures
	ms.Combine(&all)
	return all
}

// Combine sets measures to those over all joints. It does not allocate.
func (ms MeasuresByJoint) Combine(all *metrics.Measures) {
	metrics.Combine(all, len(ms), func(i int) *metrics.Measures { return &ms[i].Measures })
}

// Union returns the list with those of another one whose joints it does not have.
func (ms MeasuresByJoint) Union(more MeasuresByJoint) MeasuresByJoint {
	for _, x := range more {
		if !slices.ContainsFunc(ms, func(m JointMetrics) bool { return m.Joint == x.Joint }) {
			ms = append(ms, x)
		}
	}
	return ms
}

// Measures returns the measures of the run so far, or nil if nothing is asked of the joints.
func (r *Run) Measures() MeasuresByJoint { return r.AppendMeasures(nil) }

// AppendMeasures appends the measures of the run so far to a list.
func (r *Run) AppendMeasures(list MeasuresByJoint) MeasuresByJoint {
	if r.meter == nil {
		return list
	}
	list = slices.Grow(list, len(r.meter.parts))
	for i := range r.meter.parts {
		p := &r.meter.parts[i]
		list = append(list, JointMetrics{p.name, p.joint.Measures()})
	}
	return list
}
