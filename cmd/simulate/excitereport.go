package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"kinetree/cmd/internal/terminal"
	"kinetree/identify"
	"kinetree/scenario"
	"kinetree/sim/record"
)

// exciteReport is what the user learns of an excitation.
type exciteReport struct {
	excite *excite
	run    *scenario.Run
	found  *identify.Designed
	table  *excitation
	file   string
	moved  []string // joints whose start was moved
}

// text writes it for people.
func (r *exciteReport) text(w io.Writer) {
	out := bufio.NewWriter(w)
	d, base := &r.excite.design, r.excite.design.Base
	fmt.Fprintf(out, "%s: %v s, %d harmonics up to %.4g Hz, at rest at the start and the end\n",
		terminal.Plain(r.run.World.Model().Name()), d.Period, d.Harmonics, float64(d.Harmonics)/d.Period)
	fmt.Fprintf(out, "  condition  %.4g for %d base parameters of %d; random motions have %.4g, which is %.1f times "+
		"as much\n",
		r.found.Condition, len(base.Groups), len(base.Equation.Names()), r.found.Random,
		r.found.Random/r.found.Condition)
	name := r.file
	if name == "-" {
		name = "the output"
	}
	fmt.Fprintf(out, "  file       %s, %d rows of %d columns\n\n", name, len(r.table.times), 1+len(r.table.names))
	t := terminal.NewTable("joint", "start@.", "position@ .. ", "limits@ .. ", "velocity@.", "limit@.", "effort@.",
		"limit@.")
	for _, e := range r.table.extents {
		t.Add(terminal.Plain(e.joint.Name), fmt.Sprintf("%.3f", r.found.Start[e.joint.Q]),
			between(e.lower, e.upper), between(e.joint.Lower, e.joint.Upper),
			fmt.Sprintf("%.3f", e.velocity), limitText(e.joint.Velocity), fmt.Sprintf("%.2f", e.effort),
			limitText(e.joint.Effort))
	}
	t.Write(out)
	switch {
	case r.excite.track != "":
		fmt.Fprintf(out, "\nto simulate it: simulate run %s\n", terminal.Plain(r.excite.track))
	case r.file != "-":
		fmt.Fprintf(out, "\nto simulate it: simulate run %s --efforts %s --efforts-interp linear --integrator rk4 "+
			"--duration %v%s\n", r.run.Source.Name, r.file, d.Period, r.startFlags())
	}
	out.Flush()
}

// startFlags returns the flags of a run that begins where the motion does.
func (r *exciteReport) startFlags() string {
	var b strings.Builder
	for _, e := range r.table.extents {
		_, given := r.excite.scenario.Initial.Position[e.joint.Name]
		for _, name := range r.moved {
			given = given || name == e.joint.Name
		}
		if given {
			fmt.Fprintf(&b, " --position %s=%v", e.joint.Name, r.found.Start[e.joint.Q])
		}
	}
	return b.String()
}

// between writes a range, of which infinite ends are left out.
func between(lower, upper float64) string {
	if math.IsInf(lower, 0) && math.IsInf(upper, 0) {
		return ""
	}
	return limitText(lower) + " .. " + limitText(upper)
}

// limitText writes a number, and nothing for an infinite one.
func limitText(x float64) string {
	if math.IsInf(x, 0) {
		return ""
	}
	return fmt.Sprintf("%.3f", x)
}

// json writes it for programs.
func (r *exciteReport) json(out io.Writer) error {
	type joint struct {
		Name          string        `json:"name"`
		Start         float64       `json:"start"`
		Position      [2]float64    `json:"position"` // least and largest
		Lower         record.Number `json:"lower"`
		Upper         record.Number `json:"upper"`
		Velocity      float64       `json:"velocity"` // largest magnitude
		VelocityLimit record.Number `json:"velocity_limit"`
		Effort        float64       `json:"effort"` // largest magnitude
		EffortLimit   record.Number `json:"effort_limit"`
	}
	var joints []joint
	for _, e := range r.table.extents {
		joints = append(joints, joint{e.joint.Name, r.found.Start[e.joint.Q], [2]float64{e.lower, e.upper},
			record.Number(e.joint.Lower), record.Number(e.joint.Upper),
			e.velocity, record.Number(e.joint.Velocity), e.effort, record.Number(e.joint.Effort)})
	}
	d := &r.excite.design
	return terminal.WriteJSON(out, struct {
		Model      string        `json:"model"`
		File       string        `json:"file"`
		Duration   float64       `json:"duration"`
		Step       float64       `json:"dt"`
		Harmonics  int           `json:"harmonics"`
		Seed       uint64        `json:"seed"`
		Parameters int           `json:"base_parameters"`
		Condition  record.Number `json:"condition"`
		Random     record.Number `json:"random_condition"`
		Joints     []joint       `json:"joints"`
		Out        string        `json:"out"`
		Rows       int           `json:"rows"`
	}{r.run.World.Model().Name(), r.run.Source.Name, d.Period, r.excite.scenario.Step, d.Harmonics, d.Seed,
		len(d.Base.Groups),
		record.Number(r.found.Condition), record.Number(r.found.Random), joints, r.file, len(r.table.times)}, "  ")
}
