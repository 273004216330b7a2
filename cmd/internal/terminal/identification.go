package terminal

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"kinetree/identify/fit"
	"kinetree/internal/libm"
)

// Identification writes an identification as text.
func Identification(w io.Writer, r *fit.Report) error {
	out := bufio.NewWriter(w)
	identified := 0
	for _, p := range r.Parameters {
		if p.Identified {
			identified++
		}
	}
	fmt.Fprintf(out, "%s: %d of %d base parameters found, of %d parameters\n", Plain(r.Model), identified,
		len(r.Parameters), r.Of)
	for _, log := range r.Logs {
		fmt.Fprintf(out, "  log        %s, %d rows%s\n", Plain(log.File), log.Rows, log.Treatment())
	}
	fmt.Fprintf(out, "  motion     %d used, of %.6g s; %s\n", r.Motion.Used, r.Motion.Duration, treatment(r))
	fmt.Fprintf(out, "  condition  %.4g, of the stacked regressor of these parameters\n", r.Condition)
	name := r.Out
	if name == "-" {
		name = "the output"
	}
	fmt.Fprintf(out, "  robot      %s, physically consistent: %s\n", Plain(name), consistency(r))
	if r.Scenario != "" {
		fmt.Fprintf(out, "  scenario   %s, with the joints' own parameters\n", Plain(r.Scenario))
	}
	fmt.Fprintf(out, "  plot       %s\n\n", Plain(r.Plot))

	efforts := NewTable("effort", "numbers@.", "RMS@.", "unexplained@.", "share@ %", "R²@.", "lag 1@.",
		"by the robot@.", "unit")
	for _, e := range r.Efforts {
		share := ""
		if e.RMS > 0 {
			share = fmt.Sprintf("%.2g %%", 100*e.Residual/e.RMS)
		}
		efforts.Add(Plain(e.Name), fmt.Sprint(e.Rows), number4(e.RMS), number4(e.Residual), share,
			fmt.Sprintf("%.4f", e.R2), fmt.Sprintf("%.2f", e.Lag1), number4(e.Robot), e.Unit)
	}
	efforts.Write(out)
	out.WriteByte('\n')
	if r.Validation != nil {
		validation(r).Write(out)
		out.WriteByte('\n')
	}
	parameters := NewTable("parameter", "estimate@.", "standard error@.", "model@.", "unit")
	for _, p := range r.Parameters {
		value, deviation := "not shown", ""
		if p.Identified {
			value, deviation = rounded(*p.Value, *p.StdErr), fmt.Sprintf("%.2g", *p.StdErr)
		}
		parameters.Add(Plain(p.Title), value, deviation, number4(p.Model), p.Unit)
	}
	parameters.Write(out)

	title := "\n* combinations:\n"
	for _, p := range r.Parameters {
		if p.Formula != "" {
			fmt.Fprintf(out, "%s  %s\n", title, Plain(p.Formula))
			title = ""
		}
	}
	for _, part := range []struct {
		title string
		names []string
	}{
		{"the log does not show", r.NotIdentifiable.NotShown},
		{"only in combinations", r.NotIdentifiable.InCombinations},
		{"no effort depends on", r.NotIdentifiable.NoEffect},
	} {
		if len(part.names) > 0 {
			fmt.Fprintf(out, "\nnot identifiable, %s:\n", part.title)
			for _, line := range byJoint(part.names) {
				fmt.Fprintf(out, "  %s\n", Plain(line))
			}
		}
	}
	return out.Flush()
}

// validation is a row for each effort of the other motion.
func validation(r *fit.Report) *Table {
	t := NewTable("on another motion", "numbers@.", "RMS@.", "unexplained@.", "share@ %", "R²@.",
		"by the robot@.", "by the model@.", "unit")
	for _, v := range r.Validation {
		t.Add(Plain(v.Name), fmt.Sprint(v.Rows), number4(v.RMS), number4(v.Estimates),
			fmt.Sprintf("%.2g %%", 100*v.Estimates/v.RMS), fmt.Sprintf("%.4f", v.R2), number4(v.Robot),
			number4(v.Model), v.Unit)
	}
	return t
}

// treatment describes how the motion was processed.
func treatment(r *fit.Report) string {
	text := "velocities and accelerations as logged"
	if r.Motion.Differenced {
		text = "what was not logged differentiated"
	}
	if r.Motion.Cutoff > 0 {
		text += fmt.Sprintf(", filtered at %.4g Hz", r.Motion.Cutoff)
	}
	if r.Motion.Delay != 0 {
		text += fmt.Sprintf(", efforts delayed by %.4g s", r.Motion.Delay)
	}
	if r.Motion.Chosen {
		text += ", five times the highest frequency of the motion"
	}
	if n := r.Motion.Short; n > 0 {
		text += fmt.Sprintf("; %d stretches are too short", n)
	}
	return text
}

// consistency describes how far the parameters of the robot are from the estimates.
func consistency(r *fit.Report) string {
	if off := r.Off; off > 0.01 {
		return fmt.Sprintf("of all bodies those nearest to the estimates, up to %.2g standard errors off, and to the "+
			"model", off)
	}
	return "of all bodies with the estimates those nearest to the model"
}

// number4 writes a number with four digits.
func number4(x float64) string { return fmt.Sprintf("%.4g", x) }

// rounded writes a number to the digits that its standard error leaves, and one more.
func rounded(x, deviation float64) string {
	if !(deviation > 0) || x == 0 {
		return number4(x)
	}
	digits := int(math.Floor(libm.Log10(math.Abs(x)))-math.Floor(libm.Log10(deviation))) + 2
	return fmt.Sprintf("%.*g", min(max(digits, 1), 9), x)
}

// byJoint writes names JOINT/PARAMETER on a line for each joint.
func byJoint(names []string) (lines []string) {
	last := ""
	for _, name := range names {
		i := strings.LastIndexByte(name, '/')
		joint, parameter := name[:i], name[i+1:]
		if joint == last {
			lines[len(lines)-1] += " " + parameter
			continue
		}
		lines = append(lines, joint+": "+parameter)
		last = joint
	}
	return lines
}
