package webreport

import (
	"context"
	"fmt"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/sim"
)

// belief compares the run, whose law computes with a model of its own, with the same one whose law knows the robot.
func (e *executed) belief(ctx context.Context) (html.Section, error) {
	section := html.Section{Title: "Model of the law"}
	knowing := e.scenario.Clone()
	knowing.Controller.Model = ""
	env := e.env
	env.Input = nil
	exact, err := execute(ctx, knowing, "law with the exact model", env)
	if err != nil {
		return section, err
	}
	named := e.curves.Name
	e.curves.Name = "law with its own model"
	defer func() { e.curves.Name = named }()
	drawing, err := plot.Trajectories([]*plot.Run{e.curves, exact.curves},
		plot.Options{Title: "Errors", What: []string{"error"}})
	if err != nil {
		return section, err
	}
	section.Blocks = append(section.Blocks,
		html.Paragraph(fmt.Sprintf("The law computes with the model %s. With the model of the robot itself the same "+
			"run has the errors beside it.", e.run.Scenario.Controller.Model)))
	if exact.outcome.Status != sim.Done {
		section.Blocks = append(section.Blocks,
			html.Warning("The run with the exact model is not complete: "+exact.outcome.Ended))
	}
	table := html.Table{Caption: "Errors in rad or m.", Columns: []string{"joint", "RMS error", "with the exact model",
		"difference", "largest error", "with the exact model", "difference"}}
	for i, joint := range e.run.Measures() {
		row, other := []string{joint.Joint}, exact.run.Measures()[i]
		for _, name := range []string{"rms_error", "max_error"} {
			own, _ := joint.Value(name)
			ideal, _ := other.Value(name)
			row = append(row, terminal.Figure(own), terminal.Figure(ideal), terminal.Figure(own-ideal))
		}
		table.Rows = append(table.Rows, row)
	}
	section.Blocks = append(section.Blocks, table, figure("Reference minus position.", drawing))
	return section, nil
}
