package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"kinetree/cmd/internal/terminal"
	"kinetree/identify"
	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/sim/record"
)

// identifyReport is what the user learns of an identification.
type identifyReport struct {
	source     *models.Source
	motion     *identify.Motion
	fit        *identify.Fit
	consistent *identify.Consistent
	out, plot  string // files
}

// text writes it for people.
func (r *identifyReport) text(w io.Writer) error {
	out := bufio.NewWriter(w)
	base := r.fit.Base
	identified := 0
	for _, e := range r.fit.Estimates {
		if e.Identified {
			identified++
		}
	}
	fmt.Fprintf(out, "%s: %d of %d base parameters found, of %d parameters\n",
		terminal.Plain(base.Equation.Model().Name()),
		identified, len(base.Groups), len(base.Equation.Names()))
	for _, log := range r.motion.Logs {
		fmt.Fprintf(out, "  log        %s, %d rows%s\n", terminal.Plain(log.File), log.Rows, log.Treatment())
	}
	_, duration := r.motion.Used()
	fmt.Fprintf(out, "  motion     %d used, of %.6g s; %s\n", r.fit.Times, duration, r.treatment())
	fmt.Fprintf(out, "  condition  %.4g, of the stacked regressor of these parameters\n", r.fit.Condition)
	name := r.out
	if name == "-" {
		name = "the output"
	}
	fmt.Fprintf(out, "  robot      %s, physically consistent: %s\n", terminal.Plain(name), r.consistency())
	fmt.Fprintf(out, "  plot       %s\n\n", terminal.Plain(r.plot))

	r.efforts().Write(out)
	out.WriteByte('\n')
	r.parameters().Write(out)
	r.combinations(out)
	r.unknown(out)
	return out.Flush()
}

// inputs are the names of the files that are read.
func (r *identifyReport) inputs() []string {
	names := []string{r.source.Name}
	for _, log := range r.motion.Logs {
		names = append(names, log.File)
	}
	return names
}

// logNames are the names of the logs for a title.
func (r *identifyReport) logNames() string {
	var names []string
	for _, log := range r.motion.Logs {
		names = append(names, filepath.Base(log.File))
	}
	return suggest.List(names)
}

// treatment says what was done to the motion.
func (r *identifyReport) treatment() string {
	text := "velocities and accelerations as logged"
	if r.motion.Differenced {
		text = "what was not logged differentiated"
	}
	if r.motion.Cutoff > 0 {
		text += fmt.Sprintf(", filtered at %.4g Hz", r.motion.Cutoff)
	}
	if r.motion.Chosen {
		text += ", five times the highest frequency of the motion"
	}
	if n := r.motion.Short; n > 0 {
		text += fmt.Sprintf("; %d stretches are too short", n)
	}
	return text
}

// consistency says how the parameters of the robot relate to the estimates.
func (r *identifyReport) consistency() string {
	if off := r.consistent.Off; off > 0.01 {
		return fmt.Sprintf("of all bodies those nearest to the estimates, up to %.2g standard errors off, and to the "+
			"model", off)
	}
	return "of all bodies with the estimates those nearest to the model"
}

// efforts is a row for each effort.
func (r *identifyReport) efforts() *terminal.Table {
	t := terminal.NewTable("effort", "numbers@.", "RMS@.", "unexplained@.", "share@ %", "by the robot@.", "unit")
	left := r.fit.Residuals(r.fit.Base.Values(r.consistent.Parameters()))
	for row, e := range r.fit.Efforts {
		share := ""
		if e.RMS > 0 {
			share = fmt.Sprintf("%.2g %%", 100*e.Residual/e.RMS)
		}
		t.Add(terminal.Plain(e.Name), fmt.Sprint(e.Rows), number4(e.RMS), number4(e.Residual), share,
			number4(left[row]), e.Unit)
	}
	return t
}

// number4 writes a number with four digits.
func number4(x float64) string { return fmt.Sprintf("%.4g", x) }

// parameters is a row for each base parameter.
func (r *identifyReport) parameters() *terminal.Table {
	t := terminal.NewTable("parameter", "estimate@.", "standard error@.", "model@.", "unit")
	base := r.fit.Base
	model := base.Values(base.Equation.Parameters())
	for k := range base.Groups {
		e := r.fit.Estimates[k]
		value, deviation := "not shown", ""
		if e.Identified {
			value, deviation = rounded(e.Value, e.StdErr), fmt.Sprintf("%.2g", e.StdErr)
		}
		t.Add(terminal.Plain(base.Name(&base.Groups[k])), value, deviation, number4(model[k]),
			base.Unit(&base.Groups[k]))
	}
	return t
}

// rounded writes a number to the digits that its standard error leaves, and one more.
func rounded(x, deviation float64) string {
	if !(deviation > 0) || x == 0 {
		return number4(x)
	}
	digits := int(math.Floor(math.Log10(math.Abs(x)))-math.Floor(math.Log10(deviation))) + 2
	return fmt.Sprintf("%.*g", min(max(digits, 1), 9), x)
}

// combinations lists the base parameters that take up others.
func (r *identifyReport) combinations(out *bufio.Writer) {
	base := r.fit.Base
	title := "\n* combinations:\n"
	for k := range base.Groups {
		if g := &base.Groups[k]; len(g.Others) > 0 {
			fmt.Fprintf(out, "%s  %s\n", title, terminal.Plain(base.Formula(g)))
			title = ""
		}
	}
}

// unknown names the parameters that have no number.
func (r *identifyReport) unknown(out *bufio.Writer) {
	l := r.lists()
	for _, part := range []struct {
		title string
		names []string
	}{
		{"the log does not show", l.NotShown},
		{"only in combinations", l.InCombinations},
		{"no effort depends on", l.NoEffect},
	} {
		if len(part.names) > 0 {
			fmt.Fprintf(out, "\nnot identifiable, %s:\n", part.title)
			for _, line := range byJoint(part.names) {
				fmt.Fprintf(out, "  %s\n", terminal.Plain(line))
			}
		}
	}
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

// unidentified are the names of parameters that have no number.
type unidentified struct {
	NoEffect       []string `json:"no_effect"`
	InCombinations []string `json:"only_in_combinations"`
	NotShown       []string `json:"not_shown_by_log"`
}

func (r *identifyReport) lists() (l unidentified) {
	base := r.fit.Base
	names := base.Equation.Names()
	for _, p := range base.Idle {
		l.NoEffect = append(l.NoEffect, names[p])
	}
	for _, p := range base.Hidden {
		l.InCombinations = append(l.InCombinations, names[p])
	}
	for k, e := range r.fit.Estimates {
		if !e.Identified {
			l.NotShown = append(l.NotShown, names[base.Groups[k].Lead])
		}
	}
	return l
}

// The JSON report.
type (
	identifyJSON struct {
		Model        string          `json:"model"`
		File         string          `json:"file"`
		Logs         []logJSON       `json:"logs"`
		Motion       motionJSON      `json:"motion"`
		Condition    record.Number   `json:"condition"`
		Parameters   []parameterJSON `json:"parameters"`
		Unidentified unidentified    `json:"not_identifiable"`
		Efforts      []effortJSON    `json:"efforts"`
		Off          record.Number   `json:"robot_misses_standard_errors"`
		Out          string          `json:"out"`
		Plot         string          `json:"plot"`
	}
	logJSON struct {
		File     string        `json:"file"`
		Rows     int           `json:"rows"`
		Empty    int           `json:"rows_with_empty_fields"`
		Repeated int           `json:"rows_with_repeated_times"`
		Parts    []eveningJSON `json:"stretches"` // of rising times, where even steps are needed
	}
	eveningJSON struct {
		Step      float64 `json:"dt"`
		Resampled bool    `json:"resampled"`
		Jitter    float64 `json:"jitter"`
		Bridged   int     `json:"bridged_rows"`
		Cuts      int     `json:"cuts"`
	}
	motionJSON struct {
		Used           int     `json:"used"`
		Duration       float64 `json:"duration"`
		Differentiated bool    `json:"differentiated"`
		Cutoff         float64 `json:"cutoff"`
		Chosen         bool    `json:"cutoff_chosen"`
	}
	parameterJSON struct {
		Name        string             `json:"name"`
		Combination map[string]float64 `json:"combination"` // coefficients of all parameters in it
		Identified  bool               `json:"identified"`
		Value       *float64           `json:"value,omitempty"` // of identified ones, as the next
		StdErr      *float64           `json:"standard_error,omitempty"`
		Model       float64            `json:"model"`
		Unit        string             `json:"unit"`
	}
	effortJSON struct {
		Name     string  `json:"name"`
		Unit     string  `json:"unit"`
		Rows     int     `json:"rows"`
		RMS      float64 `json:"rms"`
		Residual float64 `json:"residual"`
		Noise    float64 `json:"noise"`
		Robot    float64 `json:"residual_of_robot"`
	}
)

// json writes it for programs.
func (r *identifyReport) json(out io.Writer) error {
	base := r.fit.Base
	names, model := base.Equation.Names(), base.Values(base.Equation.Parameters())
	j := identifyJSON{
		Model: base.Equation.Model().Name(), File: r.source.Name, Condition: record.Number(r.fit.Condition),
		Unidentified: r.lists(),
		Off:          record.Number(r.consistent.Off), Out: r.out, Plot: r.plot,
	}
	for _, log := range r.motion.Logs {
		l := logJSON{log.File, log.Rows, log.Empty, log.Repeated, []eveningJSON{}}
		for _, e := range log.Evenings {
			l.Parts = append(l.Parts, eveningJSON{e.Step, !e.Clock, e.Jitter, e.Bridged, e.Cuts})
		}
		j.Logs = append(j.Logs, l)
	}
	_, duration := r.motion.Used()
	j.Motion = motionJSON{r.fit.Times, duration, r.motion.Differenced, r.motion.Cutoff, r.motion.Chosen}
	for k, g := range base.Groups {
		p := parameterJSON{Name: names[g.Lead], Combination: map[string]float64{names[g.Lead]: 1}, Model: model[k],
			Unit: base.Unit(&g)}
		for _, other := range g.Others {
			p.Combination[names[other.Parameter]] = other.Coefficient
		}
		if e := &r.fit.Estimates[k]; e.Identified {
			p.Identified, p.Value, p.StdErr = true, &e.Value, &e.StdErr
		}
		j.Parameters = append(j.Parameters, p)
	}
	left := r.fit.Residuals(base.Values(r.consistent.Parameters()))
	for row, e := range r.fit.Efforts {
		j.Efforts = append(j.Efforts, effortJSON{e.Name, e.Unit, e.Rows, e.RMS, e.Residual, e.Noise, left[row]})
	}
	return terminal.WriteJSON(out, j, "  ")
}
