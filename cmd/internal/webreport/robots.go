package webreport

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario/sweep"
	"kinetree/scenario/tune"
	"kinetree/sim"
)

// robots tells what the drawn robots cost before and after the search, in what they differ, and how they move.
func (t *Search) robots(ctx context.Context, before, after *executed) ([]html.Block, error) {
	from, err := t.Tuning.Costs(ctx, t.Result.Start.X)
	if err != nil {
		return nil, err
	}
	to, err := t.Tuning.Costs(ctx, t.Result.Best.X)
	if err != nil {
		return nil, err
	}
	costs := html.Table{Caption: "Costs of the drawn robots.", Columns: []string{"of the robots", "before", "after"}}
	for _, r := range []struct{ name, title string }{{"mean", "mean"}, {"p90", "90 % cost no more than"},
		{"max", "worst"}} {
		costs.Rows = append(costs.Rows, []string{r.title, terminal.Figure(tune.Reduce(r.name, from)),
			terminal.Figure(tune.Reduce(r.name, to))})
	}
	draws := t.Tuning.Draws()
	each := html.Table{Caption: "Each robot: its cost before and after, and what was drawn.",
		Columns: append([]string{"robot", "before", "after"}, draws.Paths...), Keys: 1}
	for i, values := range draws.Values {
		row := []string{strconv.Itoa(i), terminal.Figure(from[i]), terminal.Figure(to[i])}
		for _, v := range values {
			row = append(row, drawn(v))
		}
		each.Rows = append(each.Rows, row)
	}
	worst := slices.Index(to, slices.Max(to))
	motion, err := t.envelope(ctx, before, after, worst)
	return append([]html.Block{costs, each}, motion...), err
}

// drawn writes a value.
func drawn(v sweep.Value) string {
	if v.Node == nil {
		return terminal.Figure(v.Number)
	}
	return string(v.Append(nil))
}

// envelope draws the motion of the robot as it is described, before and after the search, the bands that hold the
// drawn robots, and the one that costs most in the end.
func (t *Search) envelope(ctx context.Context, before, after *executed, worst int) ([]html.Block, error) {
	var blocks []html.Block
	var runs, costliest []*plot.Run
	for _, side := range []struct {
		*executed
		x []float64
	}{{before, t.Result.Start.X}, {after, t.Result.Best.X}} {
		curves := *side.curves
		for i := range t.Tuning.Samples {
			s, err := t.Tuning.Robot(i, side.x)
			if err != nil {
				return nil, err
			}
			robot, err := execute(ctx, s, fmt.Sprintf("%s, robot %d, the worst", curves.Name, i), side.env)
			if err != nil {
				return nil, err
			}
			if status := robot.outcome.Status; status != sim.Done && status != sim.Stopped {
				blocks = append(blocks, html.Warning(fmt.Sprintf("The run of robot %d %s is not complete, and not in "+
					"the picture: %s", i, curves.Name, robot.outcome.Ended)))
				continue
			}
			curves.Around = append(curves.Around, robot.curves)
			if side.executed == after && i == worst {
				costliest = append(costliest, robot.curves)
			}
		}
		runs = append(runs, &curves)
	}
	runs = append(runs, costliest...)
	var moving []string
	for _, joint := range after.run.Measures() {
		if joint.Moves {
			moving = append(moving, joint.Joint)
		}
	}
	drawing, err := plot.Trajectories(runs, plot.Options{Title: "Drawn robots", Joints: moving,
		What: []string{"position", "error", "effort"}})
	if err != nil {
		return nil, err
	}
	return append(blocks, figure("Lines: the robot as it is described, and the drawn robot that costs most after the "+
		"search. Bands: from the least to the largest over all drawn robots.", drawing)), nil
}
