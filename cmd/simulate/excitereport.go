package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"kinetree/cmd/internal/terminal"
	"kinetree/identify"
	"kinetree/internal/suggest"
	"kinetree/scenario"
)

// exciteReport is what the user learns of an excitation.
type exciteReport struct {
	excite *excite
	run    *scenario.Run
	found  *identify.Designed
	table  *identify.Excitation
	file   string
	moved  []string // joints whose start was moved
}

// text writes the report as text.
func (r *exciteReport) text(w io.Writer) {
	out := bufio.NewWriter(w)
	d, base := &r.excite.design, r.excite.design.Base
	fmt.Fprintf(out, "%s: %v s, %d harmonics up to %.4g Hz, at rest at the start and the end\n",
		terminal.Plain(r.run.World.Model().Name()), d.Period, d.Harmonics, float64(d.Harmonics)/d.Period)
	fmt.Fprintf(out, "  condition  %.4g for %d base parameters of %d; random motions have %.4g, which is %.1f times "+
		"as much\n",
		r.found.Condition, len(base.Groups), len(base.Equation.Names()), r.found.Random,
		r.found.Random/r.found.Condition)
	fmt.Fprintf(out, "  precision  standard errors are %.2f times smaller than those of random motions\n", r.found.Gain)
	if d.Space != nil && !math.IsInf(d.Space.Floor, -1) {
		fmt.Fprintf(out, "  floor      all links that move stay above %v m\n", d.Space.Floor)
	}
	if d.Space != nil && !math.IsNaN(d.Space.Clearance) {
		fmt.Fprintf(out, "  clearance  %v m between links that no joint connects", d.Space.Clearance)
		if near := d.Space.Touching; len(near) > 0 {
			fmt.Fprintf(out, ", but for %s, which are nearer at the start", terminal.Plain(suggest.List(near)))
		}
		fmt.Fprintln(out)
	}
	name := r.file
	if name == "-" {
		name = "the output"
	}
	fmt.Fprintf(out, "  file       %s, %d rows of %d columns\n\n", name, len(r.table.Times), 1+len(r.table.Columns))
	t := terminal.NewTable("joint", "start@.", "position@ .. ", "limits@ .. ", "velocity@.", "limit@.", "effort@.",
		"limit@.")
	for _, e := range r.table.Extents {
		t.Add(terminal.Plain(e.Name), fmt.Sprintf("%.3f", e.Start),
			between(e.Position[0], e.Position[1]), between(e.Lower, e.Upper),
			fmt.Sprintf("%.3f", e.Velocity), limitText(e.VelocityLimit), fmt.Sprintf("%.2f", e.Effort),
			limitText(e.EffortLimit))
	}
	t.Write(out)
	switch {
	case r.excite.track != "":
		fmt.Fprintf(out, "\nto simulate it: simulate run %s\n", terminal.Plain(r.excite.track))
	case r.file != "-":
		fmt.Fprintf(out, "\nto simulate it: simulate run %s --efforts %s --efforts-interp linear "+
			"--duration %v%s\n", r.run.Source.Name, r.file, d.Period, r.startFlags())
	}
	out.Flush()
}

// startFlags returns the flags of a run that begins where the motion does.
func (r *exciteReport) startFlags() string {
	var b strings.Builder
	for _, e := range r.table.Extents {
		_, given := r.excite.scenario.Initial.Position[e.Name]
		for _, name := range r.moved {
			given = given || name == e.Name
		}
		if given {
			fmt.Fprintf(&b, " --position %s=%v", e.Name, e.Start)
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
	d := &r.excite.design
	return terminal.WriteJSON(out, struct {
		Model      string            `json:"model"`
		File       string            `json:"file"`
		Duration   float64           `json:"duration"`
		Step       float64           `json:"dt"`
		Harmonics  int               `json:"harmonics"`
		Seed       uint64            `json:"seed"`
		Parameters int               `json:"base_parameters"`
		Condition  float64           `json:"condition"`
		Random     float64           `json:"random_condition"`
		Gain       float64           `json:"precision_gain"` // see identify.Designed
		Space      *identify.Space   `json:"space,omitempty"`
		Joints     []identify.Extent `json:"joints"`
		Out        string            `json:"out"`
		Rows       int               `json:"rows"`
	}{r.run.World.Model().Name(), r.run.Source.Name, d.Period, r.excite.scenario.Step, d.Harmonics, d.Seed,
		len(d.Base.Groups),
		r.found.Condition, r.found.Random, r.found.Gain, d.Space, r.table.Extents, r.file, len(r.table.Times)}, "  ")
}
