package webreport

import (
	"fmt"
	"math"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/control/analysis"
)

// stability has what the linear analysis says besides its verdict, if there is one, and the gains of a regulator.
func (e *executed) stability(a *analysis.Analysis) (html.Section, error) {
	section := html.Section{Title: "Stability"}
	if a != nil && a.Stable != nil {
		if err := e.linearLoop(&section, a); err != nil {
			return section, err
		}
	}
	if g := e.outcome.Regulator; g != nil {
		titles, rows := terminal.GainTable(g)
		section.Blocks = append(section.Blocks, html.Table{Caption: terminal.GainCaption + ".", Columns: titles,
			Rows: rows})
	}
	return section, nil
}

// linearLoop adds the step responses, margins, poles and frequency responses of a loop.
func (e *executed) linearLoop(section *html.Section, a *analysis.Analysis) error {
	steps, err := e.steps(a)
	if err != nil {
		return err
	}
	section.Blocks = append(section.Blocks, steps)
	titles, rows := terminal.MarginTable(a)
	section.Blocks = append(section.Blocks, html.Table{Caption: "Margins of each loop, broken at its actuator, all " +
		"others closed.", Columns: titles, Rows: rows})
	titles, rows = terminal.PoleTable(a)
	all := html.Table{Caption: "Poles, the slowest first.", Columns: titles, Rows: rows}
	if a.Period == 0 {
		section.Blocks = append(section.Blocks, all)
		return bodes(section, a)
	}
	closed := plot.PoleSet{Name: "closed loop"}
	for _, p := range a.Closed {
		closed.Poles = append(closed.Poles, p.Z)
	}
	poles, err := plot.Poles("Poles", fmt.Sprintf("period T = %v s, delay %v s", a.Period, a.Delay), a.Period,
		[]plot.PoleSet{closed}, plot.Size{})
	if err != nil {
		return err
	}
	section.Blocks = append(section.Blocks,
		figure("Poles of the closed loop, from sample to sample: all of them in the z plane, and by natural "+
			"frequency and damping ratio, where those near z = 1 are apart. Dashed: half the sampling rate.", poles),
		all)
	return bodes(section, a)
}

// bodes adds the frequency responses of a loop: of the nearest one to instability all that loop shapers look at.
func bodes(section *html.Section, a *analysis.Analysis) error {
	for k := range a.Loops {
		draw := plot.LoopBode
		if a.Nearest != nil && a.Loops[k].Name == *a.Nearest {
			draw = plot.Loop
		}
		drawing, err := draw(a, k, false, plot.Size{})
		if err != nil {
			return err
		}
		section.Blocks = append(section.Blocks, figure("", drawing))
	}
	return nil
}

// responseOf returns the frequency response of a loop under a name.
func responseOf(name string, l *analysis.RateLoop) plot.Response {
	r := plot.Response{Name: name, GainMargin: l.Gain, PhaseCrossover: l.GainFrequency,
		PhaseMargin: l.Phase, GainCrossover: l.PhaseFrequency}
	for _, p := range l.Bode {
		r.Frequency, r.Magnitude, r.Phase = append(r.Frequency, p.Frequency), append(r.Magnitude, p.Gain),
			append(r.Phase, p.Phase)
	}
	return r
}

// steps draws the response of each joint to a step of its reference.
func (e *executed) steps(a *analysis.Analysis) (html.Block, error) {
	if !a.IsStable() {
		return html.Paragraph("There are no step responses, for they grow without end."), nil
	}
	if len(a.Loops) == 0 {
		return html.Paragraph("No effort of the law comes back to its actuator, so there is no loop."), nil
	}
	const least, most = 20, 20000 // samples
	duration := int(min(e.run.Scenario.Duration/a.Interval(), most))
	samples := max(least, a.Settled(0.01, duration))
	columns, held, responses := []string{"time"}, []string{}, [][]float64{}
	for _, l := range a.Loops {
		response, err := a.StepResponse(l.Rate, samples)
		if err != nil {
			return nil, err
		}
		reference := l.Name + "/reference/position"
		columns, held = append(columns, l.Name+"/position", reference), append(held, reference)
		responses = append(responses, response)
	}
	curves := plot.NewRun("response")
	curves.Joints, curves.Held = map[string]plot.Coordinate{}, held
	for _, l := range a.Loops {
		curves.Joints[l.Name] = plot.Coordinate{Position: "of the step",
			Limits: [2]float64{math.Inf(-1), math.Inf(1)}}
	}
	if err := curves.Begin(columns); err != nil {
		return nil, err
	}
	if err := curves.Record(make([]float64, len(columns))); err != nil { // before the step
		return nil, err
	}
	for k := range samples {
		row := []float64{float64(float64(k) * a.Interval())}
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
	return figure("Each joint after a step of its own reference, all others held: of the linearised loop, without "+
		"limits, at the samples.", drawing), nil
}
