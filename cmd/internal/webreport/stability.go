package webreport

import (
	"errors"
	"fmt"
	"math"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/control/analysis"
	"kinetree/scenario"
)

// stability has the linear analysis.
func (e *executed) stability() (html.Section, error) {
	section := html.Section{Title: "Stability"}
	if g := e.run.Loop; g != nil && g.Regulator != nil {
		titles, rows := terminal.GainTable(g.Regulator)
		section.Blocks = append(section.Blocks, html.Table{Caption: terminal.GainCaption + ".", Columns: titles,
			Rows: rows})
	}
	a, err := e.run.Analyze()
	var field *scenario.FieldError
	if errors.As(err, &field) {
		section.Blocks = append(section.Blocks, html.Paragraph("There is no linear analysis: "+field.Message+"."))
		return section, nil
	}
	if err != nil {
		return section, err
	}
	verdict := "At rest at the start position the loop is " + terminal.Verdict(a) +
		". The nearest loop to instability is that of " + terminal.Nearest(a) + ". Largest stable period: " +
		terminal.LargestPeriod(a) + "."
	if a.Stable == nil {
		section.Blocks = append(section.Blocks,
			html.Warning("Whether the loop is stable cannot be judged: "+a.Reason+"."))
		return section, nil
	}
	if a.IsStable() {
		section.Blocks = append(section.Blocks, html.Paragraph(verdict))
	} else {
		section.Blocks = append(section.Blocks, html.Warning(verdict))
	}
	section.Blocks = append(section.Blocks,
		html.Table{Caption: "Margins of each loop, broken at its actuator, all others closed: gains as factors, " +
			"phases in rad, frequencies in rad/s, delays in s.",
			Columns: []string{"joint", "gain margin", "at", "lower gain", "phase margin", "at", "delay margin",
				"sensitivity", "at"}, Rows: terminal.MarginRows(a)})
	steps, err := e.steps(a)
	if err != nil {
		return section, err
	}
	section.Blocks = append(section.Blocks, steps)
	closed := plot.PoleSet{Name: "closed loop"}
	for _, p := range a.Closed {
		closed.Poles = append(closed.Poles, p.Z)
	}
	poles, err := plot.Poles("Poles", fmt.Sprintf("period %v s, delay %v s", a.Period, a.Delay),
		[]plot.PoleSet{closed}, plot.Size{})
	if err != nil {
		return section, err
	}
	section.Blocks = append(section.Blocks, html.Figure{Caption: "Poles of the closed loop, from sample to sample.",
		Picture: poles},
		html.Table{Caption: "Poles, the slowest first; frequencies in rad/s.", Columns: []string{"z", "|z|", "s (1/s)",
			"frequency", "damping ratio"}, Rows: terminal.PoleRows(a)})
	for _, l := range a.Loops {
		r := plot.Response{Name: l.Name, GainMargin: l.Gain, PhaseCrossover: l.GainFrequency,
			PhaseMargin: l.Phase, GainCrossover: l.PhaseFrequency}
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
func (e *executed) steps(a *analysis.Analysis) (html.Block, error) {
	if !a.IsStable() {
		return html.Paragraph("There are no step responses, for they grow without end."), nil
	}
	const least, most = 20, 20000 // samples
	duration := int(min(e.run.Scenario.Duration/a.Period, most))
	samples := max(least, a.Settled(0.01, duration))
	columns, responses := []string{"time"}, [][]float64{}
	for _, l := range a.Loops {
		response, err := a.StepResponse(l.Rate, samples)
		if err != nil {
			return nil, err
		}
		columns = append(columns, l.Name+"/position", l.Name+"/reference/position")
		responses = append(responses, response)
	}
	curves := plot.NewRun("response")
	curves.Joints = map[string]plot.Joint{}
	for _, l := range a.Loops {
		curves.Joints[l.Name] = plot.Joint{Position: "of the step",
			Limits: [2]float64{math.Inf(-1), math.Inf(1)}}
	}
	if err := curves.Begin(columns); err != nil {
		return nil, err
	}
	for k := range samples {
		row := []float64{float64(k) * a.Period}
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
