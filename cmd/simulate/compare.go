package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/page"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/cmd/internal/webreport"
	"kinetree/control/analysis"
	"kinetree/internal/require"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
)

// comparison is the command compare.
type comparison struct {
	settings  flags.Settings
	by        []string
	out       string
	asJSON    bool
	scenarios []*scenario.Scenario
	names     []string
	figures   []compared
	notes     []string
}

// compared is a figure by which scenarios are compared, of a joint or of all.
type compared struct {
	text, joint string
	figure      require.Measurand[*prepare.Judged]
}

// comparedRow is what came of a scenario, or of one of its cases.
type comparedRow struct {
	Rank     int                `json:"rank"` // of the scenario
	Scenario string             `json:"scenario"`
	Case     string             `json:"case,omitempty"`
	File     string             `json:"file"`
	Ended    string             `json:"ended"`
	Figures  map[string]float64 `json:"metrics"` // in SI; what there is not is NaN

	joints   []string
	duration float64
}

func newCompare() *cobra.Command {
	c := &comparison{}
	cmd := &cobra.Command{
		Use:   "compare [flags] SCENARIO.yaml SCENARIO.yaml...",
		Short: "Run scenarios and rank them by metrics, with their curves over each other",
		Args: usage(func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return fmt.Errorf("%s; expected two scenarios or more, for example: %s a.yaml b.yaml",
					terminal.Counted(len(args), "scenario"), cmd.CommandPath())
			}
			for _, name := range args {
				if name == "-" || !scenario.IsFile(name) {
					return fmt.Errorf("%s is no scenario; expected a file whose name ends in .yaml, or the name of an "+
						"embedded scenario", name)
				}
			}
			return nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringSliceVar(&c.by, "by", nil, "metrics to rank by, the first one first, then where that is equal the next; "+
		"overshoot, elbow/settling_time, phase_margin and others (default itae, and a table of the usual ones)")
	f.StringVarP(&c.out, "out", "o", "", "page, a `file` .html, with the curves of all over each other")
	f.BoolVar(&c.asJSON, "json", false, "print the table as JSON")
	c.settings.Drift(f)
	c.settings.Sets(f)
	addForce(cmd)
	return cmd
}

// usualCompared are the figures of a comparison that names none, of which the first one ranks.
var usualCompared = []string{"itae", "settling_time", "overshoot", "rms_error", "max_error", "effort_peak",
	"saturation_share", "phase_margin", "gain_margin", "sensitivity_peak"}

// moreIsBetter are the figures of which more is better. Of others it is less, of their magnitudes.
var moreIsBetter = []string{"gain_margin", "phase_margin", "delay_margin", "disk_margin", "multiloop_disk_margin",
	"bandwidth", "largest_period", "largest_stable_period", "damping_ratio", "stable"}

func (c *comparison) run(cmd *cobra.Command, args []string) error {
	if err := c.choose(); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	if err := c.open(cmd, args); err != nil {
		return err
	}
	env := robot.Env{Cache: robot.NewCache()}
	var parts []webreport.Titled
	var rows []*comparedRow
	for i, s := range c.scenarios {
		cases, err := robot.Cases(s, env)
		if err != nil {
			return err
		}
		for _, x := range cases {
			name := c.names[i]
			if x.Of() != "" {
				name += ", " + x.Of()
			}
			parts = append(parts, webreport.Titled{Name: name, Scenario: x})
			rows = append(rows, &comparedRow{Scenario: c.names[i], Case: x.Of(), File: args[i]})
		}
	}
	ctx, stop := untilSignal(cmd.Context())
	defer stop()
	p := terminal.NewProgress(cmd.ErrOrStderr(), false)
	defer p.Clear()
	all, err := webreport.Run(ctx, parts, webreport.Env{Cache: env.Cache, Version: version.String(),
		Progress: func(duration float64) func(float64) { return runProgress(p, duration) },
		Warn: func(text string) {
			p.Clear()
			fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+terminal.Plain(text))
		}})
	p.Clear()
	if err != nil {
		return err
	}
	for i, r := range rows {
		judged, outcome := all.Judged(i)
		r.joints, r.duration = outcome.Joints, judged.Duration
		r.Ended, r.Figures = outcome.Ended, map[string]float64{}
		for _, f := range c.figures {
			if r.Figures[f.text] = f.of(judged); outcome.Status != sim.Done && outcome.Status != sim.Stopped {
				r.Figures[f.text] = math.NaN() // of a run that is of no use
			}
		}
	}
	if err := c.known(rows); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	c.rank(rows)
	c.noteDifferences(rows)
	for _, n := range c.notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: "+terminal.Plain(n))
	}
	titles, cells := c.table(rows)
	if c.out != "" {
		table := page.Table{Caption: "Ranked by " + c.figures[0].text + "; a scenario by the worst of its cases.",
			Columns: titles, Rows: cells, Keys: 2}
		text, err := all.Page("Comparison of "+terminal.Counted(len(args), "scenario"),
			"the best by "+c.figures[0].text+" is "+rows[0].Scenario, &table, c.scenarios...)
		if err != nil {
			return err
		}
		if err := writeFile(c.out, text, cmd.OutOrStdout()); err != nil {
			return fmt.Errorf("the page cannot be written: %w", err)
		}
	}
	out := cmd.OutOrStdout()
	if c.out == "-" { // the page is the output
		out = cmd.ErrOrStderr()
	}
	if c.asJSON {
		return terminal.WriteJSON(out, map[string]any{"by": c.by, "scenarios": rows}, "  ")
	}
	for i := range titles[ofFigures:] {
		titles[ofFigures+i] += "@."
	}
	t := terminal.NewTable(titles...)
	for _, r := range cells {
		t.Add(r...)
	}
	w := bufio.NewWriter(out)
	t.Write(w)
	return w.Flush()
}

// choose reads the figures.
func (c *comparison) choose() error {
	if len(c.by) == 0 {
		c.by = usualCompared[:1]
	}
	list := slices.Concat(c.by, usualCompared)
	var errs []error
	for i, text := range c.by {
		if slices.Contains(c.by[:i], text) {
			errs = append(errs, fmt.Errorf("--by: %s is given twice; expected each metric once", text))
		}
	}
	known := prepare.Figures()
	for i, text := range list {
		at := strings.LastIndexByte(text, '/')
		f := compared{text: text, joint: text[:max(0, at)]}
		k := slices.IndexFunc(known, func(m require.Measurand[*prepare.Judged]) bool { return m.Name == text[at+1:] })
		switch {
		case slices.Contains(list[:i], text):
			continue
		case k < 0:
			var names []string
			for _, m := range known {
				names = append(names, m.Name)
			}
			errs = append(errs, fmt.Errorf("--by: there is no metric %q%s; expected one of %s", text[at+1:],
				suggest.Hint(text[at+1:], names), strings.Join(names, ", ")))
			continue
		case f.joint != "" && known[k].Part == nil:
			errs = append(errs, fmt.Errorf("--by: %s is of the whole and of no joint; expected the name alone", text))
			continue
		}
		f.figure = known[k]
		c.figures = append(c.figures, f)
	}
	return errors.Join(errs...)
}

// of returns the figure of a run.
func (f *compared) of(j *prepare.Judged) float64 {
	value := f.figure.Value
	if f.joint != "" {
		value = func(j *prepare.Judged) (float64, string) { return f.figure.Part(j, f.joint) }
	}
	x, _ := value(j)
	return x
}

// price returns what is less of a better figure, and infinite where there is none.
func (f *compared) price(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return math.Inf(1)
	case slices.Contains(moreIsBetter, f.figure.Name):
		return -x
	}
	return math.Abs(x)
}

// open opens the scenarios. A scenario is called by the name of its file without folder and ending, and by the whole
// name if another file has the same one.
func (c *comparison) open(cmd *cobra.Command, args []string) error {
	var errs []error
	var inputs []string
	for i, name := range args {
		s, err := load(name, &c.settings, nil)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if slices.Contains(args[:i], name) {
			errs = append(errs, &usageError{cmd.CommandPath(), fmt.Errorf("%s is given twice; expected others", name)})
		}
		inputs = append(inputs, s.Inputs()...)
		c.scenarios, c.names = append(c.scenarios, s), append(c.names, stemOf(name))
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	for i, name := range slices.Clone(c.names) {
		for k := range c.names {
			if k != i && stemOf(args[k]) == name {
				c.names[i] = args[i]
			}
		}
	}
	return checkOutputs(cmd, inputs, output.Target{Flag: "--out", Name: c.out, Endings: []string{".html", ".htm"},
		Mark: page.Mark, Costly: true})
}

// known returns an error for each figure to rank by that no run has, and leaves out others of that kind.
func (c *comparison) known(rows []*comparedRow) error {
	var errs []error
	c.figures = slices.DeleteFunc(c.figures, func(f compared) bool {
		for _, r := range rows {
			if !math.IsNaN(r.Figures[f.text]) {
				return false
			}
		}
		if slices.Contains(c.by, f.text) {
			errs = append(errs, fmt.Errorf("--by %s: none of the scenarios has such a figure; expected a joint that "+
				"is asked to do something, a law whose loop is stable, or another metric", f.text))
		}
		for _, r := range rows {
			delete(r.Figures, f.text)
		}
		return true
	})
	return errors.Join(errs...)
}

// rank sorts the rows: the scenarios by the worst of their cases in the figures to rank by.
func (c *comparison) rank(rows []*comparedRow) {
	worst := map[string][]float64{} // by the scenario
	for _, r := range rows {
		prices := worst[r.Scenario]
		for k, f := range c.figures[:len(c.by)] {
			p := f.price(r.Figures[f.text])
			if k == len(prices) {
				prices = append(prices, p)
			}
			prices[k] = max(prices[k], p)
		}
		worst[r.Scenario] = prices
	}
	slices.SortStableFunc(rows, func(a, b *comparedRow) int {
		return slices.Compare(worst[a.Scenario], worst[b.Scenario])
	})
	for i, r := range rows {
		switch {
		case i == 0:
			r.Rank = 1
		case r.Scenario == rows[i-1].Scenario || slices.Equal(worst[r.Scenario], worst[rows[i-1].Scenario]):
			r.Rank = rows[i-1].Rank
		default:
			r.Rank = 1 + len(slices.Compact(scenariosOf(rows[:i])))
		}
	}
}

// scenariosOf returns the scenarios of rows.
func scenariosOf(rows []*comparedRow) (list []string) {
	for _, r := range rows {
		list = append(list, r.Scenario)
	}
	return list
}

// noteDifferences notes what makes figures of scenarios differ besides their laws: other joints, other durations, and
// runs that are not whole.
func (c *comparison) noteDifferences(rows []*comparedRow) {
	first := rows[0]
	for _, r := range rows[1:] {
		if r.Scenario == first.Scenario {
			continue
		}
		var own []string
		for _, joint := range r.joints {
			if !slices.Contains(first.joints, joint) {
				own = append(own, joint)
			}
		}
		if lacks := len(first.joints) - (len(r.joints) - len(own)); len(own) > 0 || lacks > 0 {
			c.note("%s and %s have different joints: %s has %d that %s lacks, and lacks %d that %s has; "+
				"a figure without a joint is of the joints that the scenario has", first.Scenario, r.Scenario,
				r.Scenario, len(own), first.Scenario, lacks, first.Scenario)
		}
		if r.duration != first.duration {
			c.note("%s takes %v s and %s %v s; integrals grow with the time", first.Scenario, first.duration,
				r.Scenario, r.duration)
		}
	}
}

// note adds a note, once.
func (c *comparison) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(c.notes, text) {
		c.notes = append(c.notes, text)
	}
}

// ofFigures is how many columns stand before the figures.
const ofFigures = 4

// table has a row for each scenario, or for each of its cases.
func (c *comparison) table(rows []*comparedRow) (titles []string, cells [][]string) {
	titles = []string{"rank", "scenario", "case", "ended"}
	for _, f := range c.figures {
		titles = append(titles, f.text+cmp.Or(unitsCompared[f.figure.Name], ""))
	}
	for _, r := range rows {
		line := []string{fmt.Sprint(r.Rank)}
		for _, text := range []string{r.Scenario, r.Case, r.Ended} {
			line = append(line, terminal.Plain(text))
		}
		for _, f := range c.figures {
			x := r.Figures[f.text]
			switch unitsCompared[f.figure.Name] {
			case " °":
				x = analysis.Degrees(x)
			case " dB":
				x = analysis.Decibels(x)
			}
			text := terminal.Figure(x)
			if text == "" {
				text = "-"
			}
			line = append(line, text)
		}
		cells = append(cells, line)
	}
	return titles, cells
}

// unitsCompared are the units of figures in tables, where they are not SI.
var unitsCompared = map[string]string{"phase_margin": " °", "gain_margin": " dB", "lower_gain_margin": " dB",
	"sensitivity_peak": " dB", "complementary_peak": " dB", "overshoot": " %", "undershoot": " %"}
