package webreport

import (
	"errors"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
)

// motionOf draws runs over each other.
func motionOf(runs ...*executed) (html.Section, error) {
	var curves []*plot.Run
	what := []string{"position", "velocity", "effort"}
	for _, e := range runs {
		curves = append(curves, e.curves)
		if e.run.Loop != nil {
			what = []string{"position", "error", "effort"}
		}
	}
	section := html.Section{Title: "Motion"}
	drawing, err := plot.Trajectories(curves, plot.Options{Title: runs[0].run.World.Model().Name(), What: what})
	var nothing *plot.OptionError
	if errors.As(err, &nothing) { // a robot without joints
		section.Blocks = append(section.Blocks, html.Paragraph("There is nothing to draw: "+nothing.Message))
		return section, nil
	}
	if err != nil {
		return section, err
	}
	section.Blocks = append(section.Blocks, figure("References are dashed; shaded areas are beyond limits.", drawing))
	return section, nil
}
