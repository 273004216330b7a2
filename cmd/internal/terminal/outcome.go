package terminal

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"kinetree/control/metrics"
	"kinetree/integrate"
	"kinetree/scenario/prepare"
	"kinetree/sim"
)

// Outcome writes what a run came to as text.
func Outcome(w io.Writer, o *prepare.Outcome) error {
	out := bufio.NewWriter(w)
	joints := Counted(len(o.Joints)-o.Inner, "joint")
	if o.Followers > 0 {
		joints += fmt.Sprintf(" (%d by mimicry)", o.Followers)
	}
	if o.Floating {
		joints += ", floating base"
	}
	fmt.Fprintf(out, "%s: %s, integrator %s, dt %v s\n", o.Model, joints, o.Integrator, o.Step)
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(tab, "  %s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	ended := o.Ended
	if o.Status != sim.Done && o.Status != sim.Stopped { // the reason is printed as an error anyway
		ended = strings.ToUpper(string(o.Status))
	}
	line("ended", "%s", ended)
	line("simulated", "%v s in %d steps, in %v (%.0f x real time)", o.Simulated, o.Steps,
		o.Took.Round(10*time.Microsecond), o.Speed)
	if o.Status != sim.Diverged {
		energyText(line, o)
	}
	if o.Constraints != nil {
		line("constraints", "%s", o.Constraints)
	}
	const most = 4
	for _, e := range o.Excesses[:min(most, len(o.Excesses))] {
		verb := "was limited to"
		if e.What == "velocity" {
			verb = "was above"
		}
		line("limit", "the %s of joint %s %s %v from t = %.6g s on, at first", e.What, e.Joint, verb, e.Limit, e.Time)
	}
	if more := len(o.Excesses) - most; more > 0 {
		line("limit", "%d more; --json and the meta file have all", more)
	}
	for _, p := range o.Pulls[:min(most, len(o.Pulls))] {
		line("pull", "the plane of %s holds it back from t = %.6g s on, at first by %.3g N; it would lift off there",
			Plain(p.Constraint), p.Time, p.Force)
	}
	for i, e := range o.Contacts[:min(most, len(o.Contacts))] {
		text := "%s is %s from t = %.6g s on"
		if i == most-1 && len(o.Contacts) > most {
			text += fmt.Sprintf("; %d more events, which the meta file has", len(o.Contacts)-most)
		}
		mode := e.Mode
		if mode == "rest" {
			mode = "at rest"
		}
		line("contact", text, Plain(e.Contact), mode, e.Time)
	}
	if l := o.Laws; l != nil && max(l.Signorini, l.Cone, l.Dissipation) > 1e-9 {
		line("contact", "the laws are met to %.3g (Signorini), %.3g (Coulomb's cone) and %.3g (maximum dissipation), "+
			"relative to the largest force and acceleration", l.Signorini, l.Cone, l.Dissipation)
	}
	if o.Shared {
		line("contact", "rigid bodies do not tell what each contact bears at the end; what is told is one "+
			"answer of many")
	}
	if t := o.Coarse; t.Speed > 0 {
		line("coarse", "joint %s turned by %.3g rad within a step at t = %.6g s, more than a step should; a smaller "+
			"--dt follows it", Plain(t.Joint), t.Speed*o.Step, t.Time)
	}
	for _, s := range o.Stiff[:min(most, len(o.Stiff))] {
		line("stiff", "%s", stiffText(s, o.Step))
	}
	if more := len(o.Stiff) - most; more > 0 {
		line("stiff", "%d more; --json and the meta file have all", more)
	}
	if o.Goal != nil {
		line("trajectory", "%s", Plain(o.Goal.String()))
	}
	name, meta := o.Log, ""
	if name == "-" {
		name = "the output"
	}
	if o.Meta != "" {
		meta = "; " + o.Meta
	}
	line("log", "%s, %d rows of %d columns%s", name, o.Rows, o.Columns, meta)
	tab.Flush()
	Estimates(out, o.Estimates)
	if len(o.Metrics) > 0 {
		out.WriteByte('\n')
		measuresTable(o.Metrics).Write(out)
	}
	if len(o.Events) > 0 {
		out.WriteByte('\n')
		eventsTable(o.Events).Write(out)
	}
	if o.Regulator != nil {
		writeGains(out, o.Regulator)
	}
	return out.Flush()
}

// shown are the measures that the summary shows; --json has all.
var shown = []struct{ name, title string }{
	{"rise_time", "rise, s"}, {"settling_time", "settling, s"}, {"overshoot", "overshoot, %"},
	{"steady_state_error", "final error"}, {"rms_error", "RMS error"},
	{"effort_peak", "peak effort"}, {"saturation_share", "saturated"},
}

// measuresTable tells how the joints followed their references.
func measuresTable(list prepare.MeasuresByJoint) *Table {
	titles := []string{"joint"}
	for _, m := range shown {
		titles = append(titles, m.title+"@.")
	}
	t := NewTable(titles...)
	for i := range list {
		t.Add(measuresRow(&list[i].Measures, Plain(list[i].Joint))...)
	}
	return t
}

// measuresRow appends measures to a row.
func measuresRow(of *metrics.Measures, row ...string) []string {
	for _, m := range shown {
		cell := "-" // so that all tables have the same columns
		if x, _ := of.Value(m.name); !math.IsNaN(x) {
			cell = strconv.FormatFloat(x, 'g', 4, 64)
		}
		row = append(row, cell)
	}
	return row
}

// Outcomes writes what the runs of several cases came to as a table of their measures, those of all joints together
// before those of each.
func Outcomes(w io.Writer, list ByName[*prepare.Outcome]) error {
	out := bufio.NewWriter(w)
	titles := []string{"case", "joint"}
	for _, m := range shown {
		titles = append(titles, m.title+"@.")
	}
	t := NewTable(titles...)
	ends := NewTable("case", "ended", "simulated, s@.", "drift share@.", "log")
	var joints []string
	for _, x := range list {
		o := x.Value
		ended := o.Ended
		if o.Status != sim.Done && o.Status != sim.Stopped {
			ended = strings.ToUpper(string(o.Status))
		}
		ends.Add(Plain(x.Name), Plain(ended), Figure(o.Simulated), Figure(o.DriftShare), Plain(o.Log))
		if len(o.Metrics) != 1 {
			all := o.Metrics.Together()
			t.Add(measuresRow(&all, Plain(x.Name), "all")...)
		}
		for i := range o.Metrics {
			if joint := o.Metrics[i].Joint; !slices.Contains(joints, joint) {
				joints = append(joints, joint)
			}
		}
	}
	for _, joint := range joints {
		for _, x := range list {
			for i := range x.Value.Metrics {
				if m := &x.Value.Metrics[i]; m.Joint == joint {
					t.Add(measuresRow(&m.Measures, Plain(x.Name), Plain(joint))...)
				}
			}
		}
	}
	ends.Write(out)
	if len(joints) > 0 {
		out.WriteByte('\n')
		t.Write(out)
	}
	return out.Flush()
}

// EventColumns are the figures of events that a summary and a report show, with their titles.
var EventColumns = []struct{ Name, Title string }{
	{"rise_time", "rise, s"}, {"settling_time", "settling, s"}, {"settling_after", "after its end, s"},
	{"overshoot", "overshoot, %"}, {"peak_error", "peak error"}, {"recovery_time", "recovery, s"},
	{"end_error", "error at the end"},
}

// eventsTable tells of moves and disturbances.
func eventsTable(list prepare.MeasuresByEvent) *Table {
	titles := []string{"event"}
	for _, c := range EventColumns {
		titles = append(titles, c.Title+"@.")
	}
	t := NewTable(titles...)
	for i := range list {
		row := []string{Plain(list[i].Name)}
		for _, c := range EventColumns {
			cell := "" // which it does not have
			if x, ok := list.Value(list[i].Name, c.Name); ok && math.IsNaN(x) {
				cell = "-"
			} else if ok {
				cell = strconv.FormatFloat(x, 'g', 4, 64)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	return t
}

// energyText writes the account of the energy.
func energyText(line func(name, format string, args ...any), o *prepare.Outcome) {
	line("energy", "%s at the start, %s at the end (kinetic %s, potential %s)",
		joule(o.Start.Total()), joule(o.End.Total()), joule(o.End.Kinetic), joule(o.End.Potential))
	l := &o.Ledger
	work := joule(l.EffortWork) + " by efforts"
	if l.WrenchWork != 0 {
		work += ", " + joule(l.WrenchWork) + " by wrenches"
	}
	if l.Payload != 0 {
		work += ", " + joule(l.Payload) + " by what the robot takes"
	}
	if o.Constraints != nil || l.ConstraintWork != 0 {
		work += ", " + joule(l.ConstraintWork) + " by constraints"
	}
	work += ", " + joule(l.DampingLoss) + " lost to damping"
	if l.FrictionLoss != 0 {
		work += ", " + joule(l.FrictionLoss) + " to friction"
	}
	if l.MotorLoss != 0 {
		work += ", " + joule(l.MotorLoss) + " to the windings of motors"
	}
	if o.Impacts > 0 {
		work += fmt.Sprintf(", %s to stops in %s", joule(l.StopLoss), Counted(o.Impacts, "impact"))
	} else if l.StopLoss != 0 {
		work += fmt.Sprintf(", %s to impacts of parts that the robot takes", joule(l.StopLoss))
	}
	line("work", "%s", work)
	drift := joule(l.Drift) + " from the integration"
	if share := o.DriftShare; share > 0.01 {
		drift += fmt.Sprintf(" (%.0f %% of the energy that moved; %s lowers it)", 100*share, remedy(o.Integrator))
	}
	line("drift", "%s", drift)
}

// remedy names what makes a method more accurate than it was in a run.
func remedy(method string) string {
	switch m, _ := integrate.ByName(method); {
	case m.Adaptive:
		return "a smaller --rtol"
	case m.Name == integrate.RK4Method.Name:
		return "a smaller --dt"
	}
	return "a smaller --dt or --integrator " + integrate.RK4Method.Name
}

// stiffText says what was done for a damper or spring that is too fast for the step.
func stiffText(s sim.Stiffness, step float64) string {
	does := "decays with %.3g 1/s"
	if s.What == "spring" {
		does = "swings with %.3g rad/s"
	}
	of := "of joint " + Plain(s.Joint)
	if s.Joint == "" {
		of = "between " + Plain(s.Links[0]) + " and " + Plain(s.Links[1])
	}
	return fmt.Sprintf("the %s %s "+does+", too fast for dt %v s: damping and springs are implicit from t = "+
		"%.6g s on, in steps as short as the accuracy asks for", s.What, of, s.Rate, step, s.Time)
}

// joule writes an energy with four digits.
func joule(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-3 || a >= 1e6) {
		return fmt.Sprintf("%.3e J", x)
	}
	return fmt.Sprintf("%.4g J", x)
}
