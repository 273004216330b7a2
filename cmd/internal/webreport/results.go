package webreport

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/terminal"
	"kinetree/control/analysis"
	"kinetree/control/metrics"
	"kinetree/scenario"
	"kinetree/sim"
)

// results answers what one asks first: whether the run is complete, whether the loop is stable, whether the joints
// arrived, whether limits acted, and how exact the run was. The linear analysis may be impossible, for a reason.
func (e *executed) results(a *analysis.Analysis, impossible *scenario.FieldError) html.Section {
	section := html.Section{Title: "Results"}
	spoiled := e.spoiled()
	if spoiled != "" {
		section.Blocks = append(section.Blocks, html.Warning("The run is "+spoiled))
	}
	for _, w := range e.run.Warnings {
		section.Blocks = append(section.Blocks, html.Warning(w))
	}
	checks := append(slices.Clip(e.asked), html.Check{Verdict: verdict(spoiled == ""), Name: "run",
		Text: fmt.Sprintf("%s, %s s simulated", e.outcome.Ended, terminal.Figure(e.outcome.Simulated))},
		stable(a, impossible))
	checks = append(checks, e.arrived()...)
	checks = append(checks, e.chatter.check()...)
	checks = append(checks, e.limited())
	if c := e.outcome.Constraints; c != nil {
		checks = append(checks, html.Check{Verdict: html.Good, Name: "constraints",
			Text: "met at all times: " + c.String()})
	}
	if e.outcome.Status != sim.Diverged {
		share := e.outcome.DriftShare
		checks = append(checks, html.Check{Verdict: verdict(share <= 0.01), Name: "drift",
			Text: fmt.Sprintf("%s J from the integration, %s %% of the energy that moved",
				terminal.Figure(e.outcome.Ledger.Drift), number(float64(100*share)))})
	}
	section.Blocks = append(section.Blocks, checks)
	return section
}

// spoiled says why the run is not what was asked for, or "".
func (e *executed) spoiled() string {
	switch e.outcome.Status {
	case sim.Done, sim.Stopped:
		return ""
	case sim.Drifted:
		return "of no use: " + e.outcome.Ended
	}
	return "not complete: " + e.outcome.Ended
}

// verdict returns that of an answer which is yes where all is well.
func verdict(yes bool) html.Verdict {
	if yes {
		return html.Good
	}
	return html.Bad
}

// number writes a number that need not be exact.
func number(x float64) string { return fmt.Sprintf("%.3g", x) }

// stable is the check whether the loop is stable, and not near instability.
func stable(a *analysis.Analysis, impossible *scenario.FieldError) html.Check {
	check := html.Check{Verdict: html.Open, Name: "stability"}
	switch {
	case a == nil:
		check.Text = "There is no linear analysis: " + impossible.Message + "."
	case a.Stable == nil:
		check.Text = terminal.Verdict(a)
	default:
		l := a.NearestLoop()
		if check.Verdict = verdict(a.IsStable()); a.IsStable() && l != nil &&
			analysis.Decibels(l.Sensitivity) > analysis.LargestSensitivity {
			check.Verdict = html.Doubtful
		}
		check.Text = "At rest " + terminal.Where(a, "at the start position") + " the loop is " + terminal.Verdict(a) +
			". The nearest loop to instability is that of " + terminal.Nearest(a) + "."
		if a.Period > 0 {
			check.Text += " Largest stable period: " + terminal.LargestPeriod(a) + "."
		}
	}
	return check
}

// arrived says whether joints that were asked to move did so and stayed there, and which is farthest from its
// reference at the end.
func (e *executed) arrived() html.Checks {
	var checks html.Checks
	var late []string
	moves, last, slowest := 0, 0., ""
	farthest, where := math.Inf(-1), ""
	for _, joint := range e.run.Measures() {
		if x := math.Abs(joint.SteadyStateError); x > farthest {
			farthest, where = x, joint.Joint
		}
		if !joint.Moves {
			continue
		}
		moves++
		switch t := joint.SettlingTime; {
		case math.IsNaN(t):
			late = append(late, joint.Joint)
		case t >= last:
			last, slowest = t, joint.Joint
		}
	}
	band := number(float64(100*cmp.Or(e.run.Scenario.Metrics.SettlingBand, metrics.DefaultBand))) + " % of the way"
	if len(e.run.Scenario.Metrics.Tolerance) > 0 {
		band = "the tolerance"
	}
	switch {
	case len(late) > 0:
		checks = append(checks, html.Check{Verdict: html.Bad, Name: "settling",
			Text: fmt.Sprintf("%s did not settle within %s", strings.Join(late, ", "), band)})
	case moves > 0:
		settled := html.Good
		if len(e.chatter.joints()) > 0 {
			settled = html.Open
		}
		checks = append(checks, html.Check{Verdict: settled, Name: "settling",
			Text: fmt.Sprintf("all that move settled within %s, the last one, %s, %s s after its start",
				band, slowest, terminal.Figure(last))})
	}
	if where != "" {
		checks = append(checks, html.Check{Verdict: html.Open, Name: "error at the end",
			Text: fmt.Sprintf("at most %s, of %s", e.angle(where, farthest), where)})
	}
	return checks
}

// angle writes a position of a coordinate with its unit.
func (e *executed) angle(coordinate string, x float64) string {
	return strings.TrimSpace(terminal.Figure(x) + " " + e.curves.Joints[coordinate].Position)
}

// limited lists the joints whose limits acted, with the share of time.
func (e *executed) limited() html.Check {
	var where []string
	for _, joint := range e.run.Measures() {
		if joint.SaturationShare > 0 {
			where = append(where, fmt.Sprintf("the effort of %s was limited for %s %% of the time", joint.Joint,
				number(float64(100*joint.SaturationShare))))
		}
	}
	measured := len(where) > 0
	for _, x := range e.outcome.Excesses {
		switch {
		case x.What == "velocity":
			where = append(where, fmt.Sprintf("the velocity of %s was above its limit, at first at %s s", x.Joint,
				terminal.Figure(x.Time)))
		case !measured:
			where = append(where, fmt.Sprintf("the %s of %s was limited, at first at %s s", x.What, x.Joint,
				terminal.Figure(x.Time)))
		}
	}
	if len(where) == 0 {
		return html.Check{Verdict: html.Good, Name: "limits", Text: "no effort and no velocity reached its limit"}
	}
	return html.Check{Verdict: html.Open, Name: "limits", Text: strings.Join(where, "; ")}
}
