package prepare

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control/metrics"
	"kinetree/control/reference"
	"kinetree/integrate"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/internal/vec"
	"kinetree/scenario"
	"kinetree/spatial"
	"kinetree/tree"
)

// EventMeasures are the figures of an event of a joint or of a point of a link, such as elbow/move0.
type EventMeasures struct {
	Name    string
	Figures []metrics.EventFigure
}

// MeasuresByEvent are those of all events, joint by joint, then point by point.
type MeasuresByEvent []EventMeasures

// MarshalJSON writes an object with the figures of each event; null where there is no number.
func (list MeasuresByEvent) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendName(b, list[i].Name), '{')
		for k, f := range list[i].Figures {
			if k > 0 {
				b = append(b, ',')
			}
			number, err := json.Marshal(f.Value)
			if err != nil {
				number = []byte("null")
			}
			b = append(appendName(b, f.Name), number...)
		}
		b = append(b, '}')
	}
	return append(b, '}'), nil
}

func appendName(b []byte, name string) []byte {
	text, _ := json.Marshal(name) // a text always can be
	return append(append(b, text...), ':')
}

// Value returns a figure of an event, and whether the event has it.
func (list MeasuresByEvent) Value(event, figure string) (float64, bool) {
	for i := range list {
		if list[i].Name == event {
			for _, f := range list[i].Figures {
				if f.Name == figure {
					return f.Value, true
				}
			}
		}
	}
	return math.NaN(), false
}

// Bounded returns the figures with the duration of the run (s) in place of times that have not come.
func (list MeasuresByEvent) Bounded(duration float64) MeasuresByEvent {
	for i := range list {
		for k := range list[i].Figures {
			if f := &list[i].Figures[k]; math.IsNaN(f.Value) && metrics.EventTime(f.Name) {
				f.Value = duration
			}
		}
	}
	return list
}

// Worst returns the figure of the largest magnitude of all events that have it, and which one that is; NaN if none has
// it, or if it is none of one.
func (list MeasuresByEvent) Worst(figure string) (worst float64, of string) {
	worst = math.NaN()
	for i := range list {
		x, ok := list.Value(list[i].Name, figure)
		switch {
		case !ok:
		case math.IsNaN(x):
			return x, list[i].Name
		case !(math.Abs(x) <= math.Abs(worst)):
			worst, of = x, list[i].Name
		}
	}
	return worst, of
}

// eventful measures the events of a run. It is a sim.Observer.
type eventful struct {
	model    *tree.Model
	plan     *reference.Plan
	follows  int                  // the link that the law moves, -1 for none
	motion   reference.PoseMotion // its motion
	posed    reference.PosePoint
	from, to *reference.Setpoint
	joints   []eventsOfJoint
	points   []eventsOfPoint
	asks     []*tree.Kinematics // where the robot is, and where the reference has it
}

// namedEvent is an event with its name.
type namedEvent struct {
	name string
	*metrics.Event
}

// eventsOfJoint are the events of a coordinate.
type eventsOfJoint struct {
	q, v   int
	events []namedEvent
}

// eventsOfPoint are the events of a point of a link.
type eventsOfPoint struct {
	link   int
	point  mgl64.Vec3
	events []namedEvent
	ends   []mgl64.Vec3  // where the reference has the point at the end of each event's move
	last   []metrics.Gap // at the end of the last step: the error, then the distances to the ends
	now    []metrics.Gap
}

// occasion is when an event begins, and of a move when it ends.
type occasion struct {
	name       string
	begin, end float64
	move       *reference.Move
}

// newEvents returns what measures the events of a run; nil if the scenario asks for none.
func (r *Run) newEvents(m *tree.Model) (*eventful, error) {
	s := r.Scenario
	if !s.Metrics.Events && len(s.Metrics.Links) == 0 {
		return nil, nil
	}
	e := &eventful{model: m, plan: r.Loop.Plan, follows: -1, from: reference.NewSetpoint(m),
		to: reference.NewSetpoint(m)}
	var pushes []occasion
	for k := range s.Disturbances {
		pushes = append(pushes, occasion{"disturbance" + strconv.Itoa(k), s.Disturbances[k].At, math.Inf(1), nil})
	}
	var all []reference.Move
	if e.motion = r.Loop.motion; e.motion != nil {
		e.follows, _ = m.Link(s.Controller.Link)
		begin, end := e.motion.Span()
		all = append(all, reference.Move{Begin: begin, End: end})
	}
	for i := range r.meter.parts {
		p := &r.meter.parts[i]
		all = append(all, r.moves[p.q]...)
		if !s.Metrics.Events || !jointwise(r) {
			continue
		}
		var list []occasion
		for k := range r.moves[p.q] {
			move := &r.moves[p.q][k]
			list = append(list, occasion{"move" + strconv.Itoa(k), move.Begin, move.End, move})
		}
		list = append(list, pushes...)
		own := eventsOfJoint{q: p.q, v: p.v}
		for _, c := range eventConfigs(list) {
			c.Band, c.Tolerance = s.Metrics.SettlingBand, p.tolerance
			own.events = append(own.events, namedEvent{p.name + "/" + c.name, metrics.NewEvent(c.EventConfig)})
		}
		e.joints = append(e.joints, own)
	}
	return e, e.addPoints(s, append(motionsOf(all), pushes...))
}

// addPoints adds the points of links.
func (e *eventful) addPoints(s *scenario.Scenario, list []occasion) error {
	if len(s.Metrics.Links) == 0 {
		return nil
	}
	e.asks = []*tree.Kinematics{tree.NewKinematics(e.model), tree.NewKinematics(e.model)}
	for _, name := range slices.Sorted(maps.Keys(s.Metrics.Links)) {
		given := s.Metrics.Links[name]
		link, ok := e.model.Link(name)
		if !ok {
			return wrong(strict.Join("metrics.links", name), "%v",
				suggest.Missing(e.model.Name(), "link", name, linkNames(e.model)))
		}
		if e.motion != nil && link != e.follows {
			return wrong(strict.Join("metrics.links", name), "reference_link says where another link is to be; "+
				"expected %s", s.Controller.Link)
		}
		own := eventsOfPoint{link: link, point: given.Point}
		for _, c := range eventConfigs(list) {
			c.Point, c.Tolerance = true, scenario.Or(given.Tolerance, defaultTolerance)
			own.events = append(own.events, namedEvent{name + "/" + c.name, metrics.NewEvent(c.EventConfig)})
			at := c.End
			if math.IsInf(at, 1) {
				at = c.Begin
			}
			e.plan.At(e.to, at)
			e.refer(e.to, at)
			x, _ := e.wanted(&own)
			own.ends = append(own.ends, x)
		}
		own.now = make([]metrics.Gap, 1+len(own.ends))
		own.last = make([]metrics.Gap, 1+len(own.ends))
		e.points = append(e.points, own)
	}
	return nil
}

// defaultTolerance is that of a point (m).
const defaultTolerance = 1e-3

// namedConfig is an event that is to be measured.
type namedConfig struct {
	name string
	metrics.EventConfig
}

// eventConfigs returns events, each of which lasts until the next one begins.
func eventConfigs(list []occasion) (out []namedConfig) {
	for _, o := range list {
		until := math.Inf(1)
		for _, next := range list {
			if next.begin > o.begin {
				until = min(until, next.begin)
			}
		}
		out = append(out, namedConfig{o.name, metrics.EventConfig{Begin: o.begin, End: o.end, Until: until,
			Move: o.move}})
	}
	return out
}

// motionsOf returns the motions of a robot: moves of its joints that overlap, or begin together, are one.
func motionsOf(moves []reference.Move) (list []occasion) {
	moves = slices.Clone(moves)
	slices.SortStableFunc(moves, func(a, b reference.Move) int {
		switch {
		case a.Begin < b.Begin:
			return -1
		case a.Begin > b.Begin:
			return 1
		}
		return 0
	})
	for _, m := range moves {
		if n := len(list); n > 0 && (m.Begin < list[n-1].end || m.Begin == list[n-1].begin) {
			list[n-1].end = max(list[n-1].end, m.End)
			continue
		}
		list = append(list, occasion{"move" + strconv.Itoa(len(list)), m.Begin, m.End, nil})
	}
	return list
}

// at returns where the point is and how fast it moves, in the world.
func (p *eventsOfPoint) at(k *tree.Kinematics) (x, v mgl64.Vec3) {
	return p.on(k.Pose(p.link), k.Velocity(p.link, tree.Aligned))
}

// on returns where the point is and how fast it moves with its link.
func (p *eventsOfPoint) on(pose spatial.Transform, motion spatial.Motion) (x, v mgl64.Vec3) {
	arm := vec.MulVec(pose.R, p.point)
	return pose.P.Add(arm), motion.Lin.Add(vec.Cross(motion.Ang, arm))
}

// refer finds where links are to be at a time.
func (e *eventful) refer(r *reference.Setpoint, t float64) {
	if e.motion != nil {
		e.motion.At(&e.posed, t)
		return
	}
	e.asks[1].UpdateVelocity(r.Q, r.Qd)
}

// wanted returns where a point is to be and how fast it is to move.
func (e *eventful) wanted(p *eventsOfPoint) (x, v mgl64.Vec3) {
	if e.motion != nil {
		return p.on(e.posed.Pose, e.posed.Velocity)
	}
	return p.at(e.asks[1])
}

// distance returns how far a point that moves is from another one.
func distance(x, v, y, w mgl64.Vec3) metrics.Gap {
	off := x.Sub(y)
	d := metrics.Gap{Length: vec.Len(off)}
	if d.Length > 0 {
		d.Rate = vec.Dot(off, v.Sub(w)) / d.Length
	}
	return d
}

// look sets the distances of the points to those at a state and a reference.
func (e *eventful) look(q, qd []float64, r *reference.Setpoint, t float64) {
	e.asks[0].UpdateVelocity(q, qd)
	e.refer(r, t)
	for i := range e.points {
		p := &e.points[i]
		x, v := p.at(e.asks[0])
		y, w := e.wanted(p)
		p.now[0] = distance(x, v, y, w)
		for k, end := range p.ends {
			p.now[1+k] = distance(x, v, end, mgl64.Vec3{})
		}
	}
}

// Observe implements sim.Observer.
func (e *eventful) Observe(from, to *integrate.State, _, _, _ []float64) {
	if !(to.T > from.T) {
		return
	}
	e.plan.At(e.from, from.T)
	e.plan.At(e.to, math.Nextafter(to.T, from.T)) // before a jump
	for i := range e.joints {
		p := &e.joints[i]
		begin := metrics.Sample{Time: from.T, Position: from.Q[p.q], Velocity: from.Qd[p.v],
			Reference: e.from.Q[p.q], ReferenceVelocity: e.from.Qd[p.v]}
		end := metrics.Sample{Time: to.T, Position: to.Q[p.q], Velocity: to.Qd[p.v],
			Reference: e.to.Q[p.q], ReferenceVelocity: e.to.Qd[p.v]}
		for k := range p.events {
			p.events[k].Add(&begin, &end)
		}
	}
	if len(e.points) == 0 {
		return
	}
	e.look(from.Q, from.Qd, e.from, from.T)
	for i := range e.points {
		e.points[i].last, e.points[i].now = e.points[i].now, e.points[i].last
	}
	e.look(to.Q, to.Qd, e.to, math.Nextafter(to.T, from.T))
	for i := range e.points {
		p := &e.points[i]
		for k := range p.events {
			p.events[k].AddPoint(from.T, to.T, [2]metrics.Gap{p.last[0], p.now[0]},
				[2]metrics.Gap{p.last[1+k], p.now[1+k]})
		}
	}
}

// Events returns the figures of the run's events so far; nil if the scenario asks for none.
func (r *Run) Events() (list MeasuresByEvent) {
	if r.events == nil {
		return nil
	}
	add := func(events []namedEvent) {
		for _, e := range events {
			list = append(list, EventMeasures{e.name, e.Figures()})
		}
	}
	for i := range r.events.joints {
		add(r.events.joints[i].events)
	}
	for i := range r.events.points {
		add(r.events.points[i].events)
	}
	return list
}
