package main

import (
	"errors"
	"fmt"
	"math"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/scenario"
)

// stability has the linear analysis.
func (e *executed) stability() (html.Section, error) {
	section := html.Section{Title: "Stability"}
	a, err := newAnalysis(e.run)
	var field *scenario.FieldError
	if errors.As(err, &field) {
		section.Blocks = append(section.Blocks, html.Paragraph("There is no linear analysis: "+field.Message+"."))
		return section, nil
	}
	if err != nil {
		return section, err
	}
	verdict := "At rest at the start position the loop is " + a.verdict() +
		". The nearest loop to instability is that of " + a.nearest() + ". Largest stable period: " +
		a.largestPeriod() + "."
	if a.Stable() {
		section.Blocks = append(section.Blocks, html.Paragraph(verdict))
	} else {
		section.Blocks = append(section.Blocks, html.Warning(verdict))
	}
	section.Blocks = append(section.Blocks,
		html.Table{Caption: "Margins of each loop, broken at its actuator, all others closed: gains as factors, " +
			"phases in rad, frequencies in rad/s, delays in s.",
			Columns: []string{"joint", "gain margin", "at", "lower gain", "phase margin", "at", "delay margin",
				"sensitivity", "at"}, Rows: a.marginRows()})
	steps, err := e.steps(a)
	if err != nil {
		return section, err
	}
	section.Blocks = append(section.Blocks, steps)
	closed := plot.PoleSet{Name: "closed loop"}
	for _, p := range a.Closed {
		closed.Poles = append(closed.Poles, p.Z)
	}
	poles, err := plot.Poles("Poles", fmt.Sprintf("period %v s, delay %v s", a.Loop.Period, a.setup.Delay),
		[]plot.PoleSet{closed}, plot.Size{})
	if err != nil {
		return section, err
	}
	section.Blocks = append(section.Blocks, html.Figure{Caption: "Poles of the closed loop, from sample to sample.",
		Picture: poles},
		html.Table{Caption: "Poles, the slowest first; frequencies in rad/s.", Columns: []string{"z", "|z|", "s (1/s)",
			"frequency", "damping ratio"}, Rows: a.poleRows()})
	for _, l := range a.Rates {
		r := plot.Response{Name: a.rates[l.Rate], GainMargin: l.Margins.Gain, PhaseCrossover: l.Margins.GainFrequency,
			PhaseMargin: l.Margins.Phase, GainCrossover: l.Margins.PhaseFrequency}
		for _, p := range l.Bode {
			r.Frequency, r.Magnitude, r.Phase = append(r.Frequency, p.Frequency), append(r.Magnitude, p.Gain),
				append(r.Phase, p.Phase)
		}
		bode, err := plot.Bode("Loop of "+r.Name, "", []plot.Response{r}, plot.Size{})
		if err != nil {
			return section, err
		}
		section.Blocks = append(section.Blocks, html.Figure{Picture: bode})
	}
	return section, nil
}

// steps draws the response of each joint to a step of its reference.
func (e *executed) steps(a *loopAnalysis) (html.Block, error) {
	if !a.Stable() {
		return html.Paragraph("There are no step responses, for they grow without end."), nil
	}
	const least, most = 20, 20000 // samples
	duration := int(min(e.run.Scenario.Duration/a.Loop.Period, most))
	samples := max(least, a.Settled(0.01, duration))
	columns, responses := []string{"time"}, [][]float64{}
	for _, l := range a.Rates {
		response, err := a.setup.StepResponse(a.Loop.Period, l.Rate, samples)
		if err != nil {
			return nil, err
		}
		columns = append(columns, a.rates[l.Rate]+"/position", a.rates[l.Rate]+"/reference/position")
		responses = append(responses, response)
	}
	curves := plot.NewRun("response")
	curves.Joints = map[string]plot.Joint{}
	for _, l := range a.Rates {
		curves.Joints[a.rates[l.Rate]] = plot.Joint{Position: "of the step",
			Limits: [2]float64{math.Inf(-1), math.Inf(1)}}
	}
	if err := curves.Begin(columns); err != nil {
		return nil, err
	}
	for k := range samples {
		row := []float64{float64(k) * a.Loop.Period}
		for _, r := range responses {
			row = append(row, r[k], 1)
		}
		if err := curves.Record(row); err != nil {
			return nil, err
		}
	}
	drawing, err := plot.Trajectories([]*plot.Run{curves},
		plot.Options{Title: "Step responses", What: []string{"position"}})
	if err != nil {
		return nil, err
	}
	return html.Figure{Caption: "Each joint after a step of its own reference, all others held: of the linearised " +
		"loop, without limits, at the samples.", Picture: drawing}, nil
}
