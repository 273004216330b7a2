package terminal

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"kinetree/identify/excite"
	"kinetree/internal/suggest"
)

// Excitation writes what the search for a motion came to as text.
func Excitation(w io.Writer, r *excite.DesignReport) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: %v s, %d harmonics up to %.4g Hz, at rest at the start and the end\n",
		Plain(r.Model), r.Duration, r.Harmonics, float64(r.Harmonics)/r.Duration)
	fmt.Fprintf(out, "  condition  %.4g for %d base parameters of %d; random motions have %.4g",
		r.Condition, r.Parameters, r.Of, r.Random)
	if more := r.Random / r.Condition; more > 1 { // it need not be, where standard errors are sought
		fmt.Fprintf(out, ", which is %.1f times as much", more)
	}
	fmt.Fprintln(out)
	fmt.Fprintf(out, "  precision  standard errors are %.2f times smaller than those of random motions\n", r.Gain)
	if r.Space != nil && !math.IsInf(r.Space.Floor, -1) {
		fmt.Fprintf(out, "  floor      all links that move stay above %v m\n", r.Space.Floor)
	}
	if r.Space != nil && !math.IsNaN(r.Space.Clearance) {
		fmt.Fprintf(out, "  clearance  %v m between links that no joint connects", r.Space.Clearance)
		if near := r.Space.Touching; len(near) > 0 {
			fmt.Fprintf(out, ", but for %s, which are nearer at the start", Plain(suggest.List(near)))
		}
		fmt.Fprintln(out)
	}
	name := r.Out
	if name == "-" {
		name = "the output"
	}
	fmt.Fprintf(out, "  file       %s, %d rows of %d columns\n\n", name, r.Rows, r.Columns)
	t := NewTable("joint", "start@.", "position@ .. ", "limits@ .. ", "velocity@.", "limit@.", "effort@.", "limit@.")
	for _, e := range r.Joints {
		t.Add(Plain(e.Name), fmt.Sprintf("%.3f", e.Start),
			between(e.Position[0], e.Position[1]), between(e.Lower, e.Upper),
			fmt.Sprintf("%.3f", e.Velocity), limitText(e.VelocityLimit), fmt.Sprintf("%.2f", e.Effort),
			limitText(e.EffortLimit))
	}
	t.Write(out)
	return out.Flush()
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
