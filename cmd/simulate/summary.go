package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/tree"
)

// report is what the user learns of a run.
type report struct {
	run     *scenario.Run
	summary *sim.Summary
	wall    time.Duration
}

// speed returns simulated seconds per second.
func (r *report) speed() float64 { return r.summary.End.Time / r.wall.Seconds() }

// text writes the summary for people.
func (r *report) text(out io.Writer) {
	s, w := r.summary, r.run.World
	joints := terminal.Counted(len(w.Model().Joints()), "joint")
	if n := followers(w.Model()); n > 0 {
		joints += fmt.Sprintf(" (%d by mimicry)", n)
	}
	if w.Model().Floating() {
		joints += ", floating base"
	}
	fmt.Fprintf(out, "%s: %s, integrator %s, dt %v s\n", w.Model().Name(), joints, r.run.Method.Name,
		r.run.Scenario.Step)
	tab := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(tab, "  %s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	line("ended", "%s", ended(s))
	line("simulated", "%v s in %d steps, in %v (%.0f x real time)", s.End.Time, s.Steps,
		r.wall.Round(10*time.Microsecond), r.speed())
	if s.Status != sim.Diverged {
		r.energy(line)
	}
	r.excesses(line)
	line("log", "%s", r.log())
	tab.Flush()
	r.measures(out)
}

// excesses writes when joints were beyond their limits for the first time.
func (r *report) excesses(line func(name, format string, args ...any)) {
	const most = 4
	all := r.summary.Excesses
	for _, e := range all[:min(most, len(all))] {
		verb := "was limited to"
		if e.What == "velocity" {
			verb = "was above"
		}
		line("limit", "the %s of joint %s %s %v from t = %.6g s on, at first", e.What, e.Joint, verb, e.Limit, e.Time)
	}
	if more := len(all) - most; more > 0 {
		line("limit", "%d more; --json and the meta file have all", more)
	}
}

// shown are the measures that the summary shows; --json has all.
var shown = []struct{ name, title string }{
	{"rise_time", "rise, s"}, {"settling_time", "settling, s"}, {"overshoot", "overshoot, %"},
	{"steady_state_error", "final error"}, {"rms_error", "RMS error"},
	{"effort_peak", "peak effort"}, {"saturation_share", "saturated"},
}

// measures writes how the joints followed their references.
func (r *report) measures(out io.Writer) {
	list := r.run.Measures()
	if len(list) == 0 {
		return
	}
	titles := []string{"joint"}
	for _, m := range shown {
		titles = append(titles, m.title+"@.")
	}
	t := terminal.NewTable(titles...)
	for i := range list {
		row := []string{terminal.Plain(list[i].Joint)}
		for _, m := range shown {
			cell := ""
			if x, _ := list[i].Value(m.name); !math.IsNaN(x) {
				cell = strconv.FormatFloat(x, 'g', 4, 64)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	w := bufio.NewWriter(out)
	fmt.Fprintln(w)
	t.Write(w)
	w.Flush()
}

// followers returns how many joints follow another one.
func followers(m *tree.Model) int {
	n := 0
	for _, j := range m.Joints() {
		if j.Leader >= 0 {
			n++
		}
	}
	return n
}

// energy writes the account of the energy.
func (r *report) energy(line func(name, format string, args ...any)) {
	s := r.summary
	line("energy", "%s at the start, %s at the end (kinetic %s, potential %s)",
		joule(s.Start.Total()), joule(s.End.Total()), joule(s.End.Kinetic), joule(s.End.Potential))
	work := joule(s.Ledger.EffortWork) + " by efforts"
	if s.Ledger.WrenchWork != 0 {
		work += ", " + joule(s.Ledger.WrenchWork) + " by wrenches"
	}
	if s.Ledger.Change != 0 {
		work += ", " + joule(s.Ledger.Change) + " by changes of the robot"
	}
	work += ", " + joule(s.Ledger.DampingLoss) + " lost to damping"
	if s.Ledger.FrictionLoss != 0 {
		work += ", " + joule(s.Ledger.FrictionLoss) + " to friction"
	}
	if s.Impacts > 0 {
		work += fmt.Sprintf(", %s to stops in %s", joule(s.Ledger.StopLoss), terminal.Counted(s.Impacts, "impact"))
	}
	line("work", "%s", work)
	drift := joule(s.Ledger.Drift) + " from the integration"
	if share := math.Abs(s.Ledger.Drift) / r.scale(); share > 0.01 {
		drift += fmt.Sprintf(" (%.0f %% of the energy that moved; a smaller --dt or --integrator rk4 lowers it)",
			100*share)
	}
	line("drift", "%s", drift)
}

// scale returns the energy that moved in the run, and no less than what rounding makes of the energy that is there.
func (r *report) scale() float64 {
	const rounding = 1e-9 // of a sum of some thousand steps
	s := r.summary
	return max(s.Start.Kinetic, s.End.Kinetic, math.Abs(s.End.Potential-s.Start.Potential),
		rounding*math.Abs(s.End.Total()))
}

// ended says how the run ended; the reason of a failure is printed as an error anyway.
func ended(s *sim.Summary) string {
	if s.Status == sim.Done || s.Status == sim.Stopped {
		return s.Reason
	}
	return strings.ToUpper(string(s.Status))
}

// log says what was written where.
func (r *report) log() string {
	name := r.run.Scenario.Log.File
	if name == "-" {
		name = "the output"
	}
	text := fmt.Sprintf("%s, %d rows of %d columns", name, r.run.Log.Rows(), len(r.run.World.Columns()))
	if meta := r.run.Log.MetaName(); meta != "" {
		text += "; " + meta
	}
	return text
}

// joule writes an energy with four digits.
func joule(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-3 || a >= 1e6) {
		return fmt.Sprintf("%.3e J", x)
	}
	return fmt.Sprintf("%.4g J", x)
}

// json writes the summary for programs.
func (r *report) json(out io.Writer) error {
	s, m := r.summary, r.run.World.Model()
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Model      string                   `json:"model"`
		File       string                   `json:"file"`
		Base       string                   `json:"base"`
		Joints     []string                 `json:"joints"`
		Integrator string                   `json:"integrator"`
		Step       float64                  `json:"dt"`
		Steps      int                      `json:"steps"`
		Simulated  float64                  `json:"simulated_time"`
		Wall       float64                  `json:"wall_time"`
		Speed      record.Number            `json:"real_time_factor"`
		Start      *sim.Snapshot            `json:"start"`
		End        *sim.Snapshot            `json:"end"`
		Work       sim.Ledger               `json:"work"`
		Impacts    int                      `json:"impacts"`
		Exceeded   []sim.Excess             `json:"exceeded,omitempty"`
		Status     sim.Status               `json:"status"`
		Ended      string                   `json:"ended"`
		Log        string                   `json:"log"`
		Rows       int                      `json:"rows"`
		Metrics    scenario.MeasuresByJoint `json:"metrics,omitempty"`
	}{
		m.Name(), r.run.Source.Name, r.run.Scenario.Base, m.JointNames(), r.run.Method.Name, r.run.Scenario.Step,
		s.Steps, s.End.Time, r.wall.Seconds(),
		record.Number(r.speed()), &s.Start, &s.End, s.Ledger,
		s.Impacts, s.Excesses,
		s.Status, s.Reason, r.run.Scenario.Log.File, r.run.Log.Rows(), r.run.Measures(),
	})
}
