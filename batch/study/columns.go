package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinetree/control/analysis"
	"kinetree/control/metrics"
	"kinetree/internal/suggest"
	"kinetree/scenario/prepare"
	"kinetree/scenario/script"
	"kinetree/sim"
	"kinetree/tree"
)

// usual are the metrics of a study that names none, of joints that are asked to do something.
var usual = []string{"rise_time", "settling_time", "overshoot", "steady_state_error", "itae", "rms_error", "max_error",
	"effort_square", "effort_peak", "energy"}

// ofRun are the metrics of any run as a whole: the time at its end (s), the energy that the integration added (J), the
// number of impacts on stops, and the magnitude of that energy as a share of the energy that moved.
var ofRun = []string{"end_time", "energy_drift", "impacts", "drift_share"}

// usualOfRun are those of a study that names none.
var usualOfRun = ofRun[:3]

// ofEnd are the metrics of where a run leaves a coordinate: its position and its rate, of any joint that has them.
var ofEnd = []string{"end_position", "end_velocity"}

// ofLoops are the numbers of the control loop around the start of a run: those of each joint's loop, of which the worst
// is that of all, and those of all loops together. They are in rad, s, rad/s and factors, and empty where there is no
// such number, as of an unstable loop.
var ofLoops, ofAllLoops = analysis.Numbers()

// ofEvents returns the figures of events that no measure of a joint is called like.
func ofEvents() []string {
	return slices.DeleteFunc(metrics.EventNames(), func(name string) bool { return metrics.Number(name) >= 0 })
}

// column is a column of metrics.
type column struct {
	metric string
	of     string // the joint of a number of its loop, or the event of a figure; empty for the worst of all
	number int    // of the metric, in metrics.Names, in ofRun or in ofEnd
	joint  int    // index in the measures, or in the places of the robot; −1 for all joints together
	kind   int
}

// The kinds of columns.
const (
	measure = iota
	wholeRun
	runEnd
	ofLoop
	ofEvent
)

// unknown says what is wrong with the name of a metric: it is one of package metrics, over all joints or behind
// JOINT/, or one of the run.
func unknown(name string) string {
	metric := name[strings.LastIndexByte(name, '/')+1:]
	known := metrics.Names()
	if slices.Contains(slices.Concat(known, ofEnd, ofLoops, metrics.EventNames()), metric) ||
		slices.Contains(slices.Concat(ofRun, ofAllLoops), name) {
		return ""
	}
	known = slices.Concat(known, ofRun, ofEnd, ofLoops, ofAllLoops, ofEvents())
	return fmt.Sprintf("there is no metric %q%s; expected one of %s, or JOINT/METRIC", metric,
		suggest.Hint(metric, known), suggest.List(known))
}

// setColumns sets the columns for runs like the given one. Joints whose references make no moves, in whichever run,
// have no columns of them, and neither have all joints together unless the study asks for that.
func (s *Study) setColumns(run *prepare.Run) {
	var joints []string
	for _, m := range run.Measures() {
		joints = append(joints, m.Joint)
	}
	asked := s.asked
	if asked == nil {
		if len(joints) > 0 {
			asked = slices.Clone(usual)
		}
		asked = append(asked, usualOfRun...)
		if len(joints) == 0 {
			asked = append(asked, ofEnd...)
		}
	}
	moves, ends, events := run.AskedToMove(), appendPlaces(nil, run.World.Model()), run.Events()
	if len(s.bases) > 1 || slices.ContainsFunc(s.Axes, func(path string) bool {
		return path == "reference" || strings.HasPrefix(path, "reference.")
	}) {
		for k := range moves { // in other runs
			moves[k] = true
		}
	}
	add := func(name string, c column) {
		switch c.kind {
		case ofLoop:
			s.judged.Want(c.metric)
		case ofEvent:
			s.events = true
		default:
			c.number = slices.Index([][]string{metrics.Names(), ofRun, ofEnd}[c.kind], c.metric)
		}
		if !slices.Contains(s.Metrics, name) {
			s.Metrics, s.columns = append(s.Metrics, name), append(s.columns, c)
		}
	}
	for _, name := range asked {
		joint, metric := "", name
		if i := strings.LastIndexByte(name, '/'); i >= 0 {
			joint, metric = name[:i], name[i+1:]
		}
		number := metrics.Number(metric)
		_, event := events.Value(joint, metric)
		switch {
		case slices.Contains(ofEvents(), metric) || event:
			at := slices.IndexFunc(events, func(e prepare.EventMeasures) bool { return e.Name == joint })
			add(name, column{metric: metric, of: joint, joint: at, kind: ofEvent})
		case slices.Contains(ofLoops, metric) || slices.Contains(ofAllLoops, name):
			add(name, column{metric: metric, of: joint, joint: slices.Index(joints, joint), kind: ofLoop})
		case slices.Contains(ofEnd, metric) && joint != "":
			at := slices.IndexFunc(ends, func(e place) bool { return e.name() == joint })
			add(name, column{metric: metric, joint: at, kind: runEnd})
		case slices.Contains(ofEnd, metric):
			for k, e := range ends {
				if e.joint.Drives < 0 {
					add(e.name()+"/"+metric, column{metric: metric, joint: k, kind: runEnd})
				}
			}
		case joint != "":
			add(name, column{metric: metric, joint: slices.Index(joints, joint)})
		case slices.Contains(ofRun, name):
			add(name, column{metric: metric, kind: wholeRun})
		default:
			ofMove := metrics.OfMove(number)
			if s.asked != nil || !ofMove || slices.Contains(moves, true) {
				add(name, column{metric: metric, joint: -1})
			}
			for k, joint := range joints {
				if len(joints) > 1 && (!ofMove || moves[k]) {
					add(joint+"/"+name, column{metric: metric, joint: k})
				}
			}
		}
	}
	s.ask(joints)
}

// place is where a coordinate that is a number stands in the state.
type place struct {
	joint *tree.Joint
	i     int // of its coordinates
}

// appendPlaces appends those of a robot.
func appendPlaces(list []place, m *tree.Model) []place {
	for k := range m.Joints() {
		if j := &m.Joints()[k]; j.NQ == j.NV {
			for i := range j.NQ {
				list = append(list, place{j, i})
			}
		}
	}
	return list
}

func (p place) name() string { return tree.CoordinateNames(p.joint.Name, p.joint.NQ)[p.i] }

// ask notes which measures the columns have, of the joints that are measured.
func (s *Study) ask(joints []string) {
	if len(joints) == 0 { // other runs may measure some
		return
	}
	s.measured = make(prepare.Asked, len(joints))
	for k, joint := range joints {
		s.measured[k].Joint = joint
		for _, c := range s.columns {
			if c.kind == measure && (c.joint < 0 || c.joint == k) {
				s.measured[k].Measures |= metrics.SetOf(c.number)
			}
		}
	}
}

// checkJoints returns the metrics of joints that are not measured.
func (s *Study) checkJoints(run *prepare.Run) error {
	for i, name := range s.Metrics {
		c := s.columns[i]
		if c.kind == ofLoop && (run.Loop == nil || run.Loop.Law == nil) {
			return fmt.Errorf("metrics: %s: there is no control loop; expected a scenario with a controller", name)
		}
		if c.kind == ofEvent && (c.of != "" && c.joint < 0 || len(run.Events()) == 0) {
			var events []string
			for _, e := range run.Events() {
				events = append(events, e.Name)
			}
			return fmt.Errorf("metrics: %s: no event %q is measured%s; expected one of those that metrics.events and "+
				"metrics.links of the scenario ask for, %s", name, c.of, suggest.Hint(c.of, events),
				suggest.List(events))
		}
		if c.joint < 0 && c.kind != wholeRun && strings.Contains(name, "/") {
			var joints []string
			if c.kind == runEnd {
				for _, e := range appendPlaces(nil, run.World.Model()) {
					joints = append(joints, e.name())
				}
			}
			for _, m := range run.Measures() {
				if c.kind != runEnd {
					joints = append(joints, m.Joint)
				}
			}
			joint := name[:strings.LastIndexByte(name, '/')]
			return fmt.Errorf("metrics: %s: the joint %q is not measured%s; expected one of %s", name, joint,
				suggest.Hint(joint, joints), suggest.List(joints))
		}
	}
	return nil
}

// values has the metrics of a run in the order of the columns. The others are scratch.
type values struct {
	list     []float64
	joints   prepare.MeasuresByJoint
	together metrics.Measures
	places   []place // none until they are asked for
}

// take takes the metrics of a run.
func (v *values) take(s *Study, run *prepare.Run, summary *sim.Summary) {
	v.joints, v.places = run.AppendMeasures(v.joints[:0]), v.places[:0]
	measures := v.joints
	combined := false
	var loop *analysis.Analysis
	var events prepare.MeasuresByEvent
	if s.events {
		events = run.Events()
	}
	dst := v.list[:0]
	for i := range s.columns {
		c := &s.columns[i]
		switch {
		case c.kind == wholeRun:
			l := &summary.Ledger
			dst = append(dst, [...]float64{summary.End.Time, l.Drift, float64(summary.Impacts),
				l.DriftShare()}[c.number])
		case c.kind == ofLoop:
			if loop == nil {
				if loop = run.Judge(s.judged); loop == nil {
					loop = &analysis.Analysis{}
				}
			}
			dst = append(dst, loop.Number(c.of, c.metric))
		case c.kind == ofEvent && c.of != "":
			x, _ := events.Value(c.of, c.metric)
			dst = append(dst, x)
		case c.kind == ofEvent:
			x, _ := events.Worst(c.metric)
			dst = append(dst, x)
		case c.kind == runEnd:
			if len(v.places) == 0 {
				v.places = appendPlaces(v.places, summary.End.Model)
			}
			x := math.NaN() // of another robot
			if c.joint < len(v.places) {
				p := v.places[c.joint]
				x = [...]float64{summary.End.Position[p.joint.Q+p.i], summary.End.Velocity[p.joint.V+p.i]}[c.number]
			}
			dst = append(dst, x)
		case c.joint >= 0 && c.joint < len(measures):
			dst = append(dst, measures[c.joint].At(c.number))
		default:
			if !combined {
				measures.Combine(&v.together)
				combined = true
			}
			dst = append(dst, v.together.At(c.number))
		}
	}
	v.list = dst
}

// findExtra runs the first run that can be run to learn which numbers the function metrics of the script returns.
func (s *Study) findExtra() error {
	const tried = 20
	var first error
	for i := range min(s.Len(), tried) {
		list, err := s.numbers(i)
		if err == nil {
			for _, m := range list {
				if slices.Contains(s.Metrics, m.Name) || slices.Contains(s.Axes, m.Name) {
					return fmt.Errorf("%s: metrics returned %s, which is the name of another column; expected a name "+
						"of its own", s.Name, m.Name)
				}
				s.extra = append(s.extra, m.Name)
			}
			s.Metrics = append(s.Metrics, s.extra...)
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// numbers runs a run and returns the numbers of the script.
func (s *Study) numbers(i int) ([]script.Metric, error) {
	c, err := s.Scenario(i)
	if err != nil {
		return nil, err
	}
	return prepare.ScriptMetrics(context.Background(), c, s.env(), s.measuring)
}
