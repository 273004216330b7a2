package tune

import (
	"context"
	"slices"

	"kinetree/control/analysis"
	"kinetree/control/metrics"
	"kinetree/internal/strict"
	"kinetree/scenario/prepare"
)

// mild is what is required of a loop that can be judged if the scenario says nothing.
var mild = []string{"phase_margin>30deg", "sensitivity_peak<8dB"}

// wanted are the figures of loops that a search asks for.
type wanted struct{ required, cost analysis.Wanted }

// readRequirements reads what is required of candidates.
func (t *Tuning) readRequirements() (faults strict.Faults) {
	texts, at := t.scenario.Tune.Require, t.scenario.Text(".").At("tune", "require")
	if t.byDefault = at == nil; t.byDefault {
		texts = mild
	}
	for i, text := range texts {
		q, err := prepare.ParseRequirement(text)
		if err != nil {
			faults = append(faults, at.Items[i].Fault("%v", err))
			continue
		}
		t.required = append(t.required, q)
		if !prepare.Measured(q.Figure()) {
			t.wanted.required.Want(q.Figure())
		} else {
			t.measuring = true
		}
	}
	return faults
}

// loopNumbers returns the names of numbers of the control loop that a cost may have.
func loopNumbers() []string {
	ofLoops, ofAll := analysis.Numbers()
	return slices.Concat(ofLoops, ofAll)
}

// wantLoop notes which numbers of the loop the cost has.
func (t *Tuning) wantLoop() {
	used := t.cost.Used()
	names := used.Numbers
	for _, group := range used.Groups {
		names = append(names, group...)
	}
	for _, name := range loopNumbers() {
		if used.All || slices.Contains(names, name) {
			t.wanted.cost.Want(name)
		}
	}
}

// Unkept returns what values of the free numbers do not keep of what is required: an error for each requirement of the
// first robot that does not keep it.
func (t *Tuning) Unkept(x []float64) (errs []error) {
	for i := range t.robots {
		s, err := t.Robot(i, x)
		if err != nil {
			return []error{err}
		}
		run, err := prepare.New(s, t.env(nil))
		if err != nil {
			return []error{err}
		}
		judged := &prepare.Judged{Duration: run.Scenario.Duration}
		if run.Loop != nil && run.Loop.Law != nil {
			if judged.Loop, err = run.Analyze(); err != nil {
				return []error{err}
			}
		}
		if t.byDefault && (judged.Loop == nil || judged.Loop.Stable == nil) {
			continue
		}
		if t.measuring {
			if _, err := new(prepare.Solo).Run(context.Background(), run); err != nil {
				return []error{err}
			}
			judged.Measures, judged.Events = run.Measures(), run.Events().Bounded(judged.Duration)
		}
		for k := range t.required {
			if q := &t.required[k]; q.Lack(judged) > 0 {
				errs = append(errs, q.Check(judged))
			}
		}
		if len(errs) > 0 {
			break
		}
	}
	return errs
}

// Required returns what is required, and whether the scenario says nothing of it.
func (t *Tuning) Required() (texts []string, byDefault bool) {
	for _, q := range t.required {
		texts = append(texts, q.String())
	}
	return texts, t.byDefault
}

// requiredOf returns the measures of a joint that are required.
func (t *Tuning) requiredOf(joint string) (s metrics.Set) {
	for i := range t.required {
		q := &t.required[i]
		if number := prepare.MeasureNumber(q.Figure()); number >= 0 && (q.Part() == "" || q.Part() == joint) {
			s |= metrics.SetOf(number)
		}
	}
	return s
}
