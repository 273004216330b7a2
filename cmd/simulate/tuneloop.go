package main

import (
	"fmt"
	"math"
	"strings"

	"kinetree/cmd/internal/terminal"
	"kinetree/control/analysis"
	"kinetree/scenario/tune"
)

// loopLines has what a search did to the control loop, lines of a name and a text: whether the loop is stable, and the
// worst margins of the joints, at the best candidate and before, over all cases and then of each.
func loopLines(r *tune.Report, cases []string) [][2]string {
	lines := [][2]string{{"stability", standing(&r.Best) + ", " + standing(&r.Start) + " before"}}
	if r.Unstable > 0 {
		lines[0][1] += fmt.Sprintf("; %s of less cost unstable, behind all others", terminal.Counted(r.Unstable, "run"))
	}
	if text := required(r); text != "" {
		lines = append(lines, [2]string{"required", text})
	}
	for _, x := range []struct {
		name, unit string
		figure     func(*tune.Standing) float64
	}{
		{"spectral radius", "", func(l *tune.Standing) float64 { return l.SpectralRadius }},
		{"of a drawn robot", "", func(l *tune.Standing) float64 {
			if r.Samples <= max(1, len(cases)) || l.Drawn == 0 {
				return math.NaN()
			}
			return l.Drawn
		}},
		{"gain margin", " dB", func(l *tune.Standing) float64 { return analysis.Decibels(l.GainMargin) }},
		{"phase margin", "°", func(l *tune.Standing) float64 { return analysis.Degrees(l.PhaseMargin) }},
		{"delay margin", " s", func(l *tune.Standing) float64 { return l.DelayMargin }},
		{"disk margin", "", func(l *tune.Standing) float64 { return l.DiskMargin }},
		{sensitivity, " dB", func(l *tune.Standing) float64 { return analysis.Decibels(l.SensitivityPeak) }},
	} {
		after, before := x.figure(&r.Best), x.figure(&r.Start)
		if math.IsNaN(after) || math.IsInf(after, 0) {
			continue
		}
		text := terminal.Figure(after) + x.unit
		if !math.IsNaN(before) {
			text += fmt.Sprintf(", %s%s before", terminal.Figure(before), x.unit)
		}
		if x.name == sensitivity && after > analysis.LargestSensitivity {
			text += fmt.Sprintf("; near instability, expected at most %v dB", analysis.LargestSensitivity)
		}
		lines = append(lines, [2]string{x.name, text})
	}
	for _, name := range cases {
		lines = append(lines, [2]string{"case " + terminal.Plain(name), inCase(r.Best.Cases[name]) + "; " +
			inCase(r.Start.Cases[name]) + " before"})
	}
	return lines
}

// inCase has the worst margins of a case in a few words.
func inCase(b analysis.Brief) string {
	switch {
	case b.Stable == nil:
		return "not judged"
	case !*b.Stable:
		return "UNSTABLE"
	}
	return fmt.Sprintf("%s dB and %s°, sensitivity %s dB", terminal.Figure(analysis.Decibels(b.GainMargin)),
		terminal.Figure(analysis.Degrees(b.PhaseMargin)), terminal.Figure(analysis.Decibels(b.SensitivityPeak)))
}

const sensitivity = "sensitivity"

// required says what is required of candidates and what the best one does not keep of it.
func required(r *tune.Report) string {
	if len(r.Required) == 0 {
		return ""
	}
	text := strings.Join(r.Required, ", ")
	if r.Unkept > 0 {
		text += fmt.Sprintf("; %s of less cost did not meet this", terminal.Counted(r.Unkept, "run"))
	}
	for _, lacks := range r.Best.Unkept {
		text += "; " + lacks
	}
	return text
}

// standing says whether a loop is stable.
func standing(l *tune.Standing) string {
	switch {
	case l.Stable == nil:
		return "not judged (" + l.Reason + ")"
	case !*l.Stable:
		return "UNSTABLE"
	}
	return "stable"
}
