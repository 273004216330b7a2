package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/page"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/cmd/internal/webreport"
	"kinetree/scenario"
	"kinetree/scenario/tune"
)

// tuner holds the options of the command tune.
type tuner struct {
	settings           flags.Settings
	workers            int
	out, history, page string
	into               into
	asJSON             bool
	stdout, stderr     io.Writer
	scenario, tuned    *scenario.Scenario
	tuning             *tune.Tuning
	result             *tune.Result
	wall               time.Duration
}

func newTune() *cobra.Command {
	t := &tuner{}
	cmd := &cobra.Command{
		Use:   "tune [flags] SCENARIO.yaml",
		Short: "Search for the gains of a scenario that make its cost least",
		Args:  usage(oneScenario),
		RunE: func(cmd *cobra.Command, args []string) error {
			t.stdout, t.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if err := t.check(cmd, args[0]); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			return t.run(cmd, args[0])
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVar(&t.workers, "workers", runtime.NumCPU(), "runs at a time; nelder-mead makes one for each chain")
	f.Lookup("workers").DefValue = "one for each processor"
	f.StringVarP(&t.out, "out", "o", "",
		"tuned scenario, a `file` .yaml (default SCENARIO's name with -tuned.yaml in the current folder)")
	f.StringVar(&t.history, "history", "",
		"CSV `file` for all runs: run, chain, cost and the numbers that were tried (default SCENARIO-history.csv "+
			"beside the tuned scenario)")
	f.StringVar(&t.page, "report", "",
		"HTML `file` for a report: the search, the runs before and after, the stability (default "+
			"SCENARIO-tuning.html there)")
	t.into.add(f)
	f.BoolVar(&t.asJSON, "json", false, "print the result as JSON")
	t.settings.Drift(f)
	t.settings.Controllers(f)
	t.settings.Sets(f)
	addForce(cmd)
	return cmd
}

// check completes what was asked for and refuses what makes no sense.
func (t *tuner) check(cmd *cobra.Command, name string) error {
	if t.workers < 1 {
		return fmt.Errorf("--workers: %d; expected at least 1", t.workers)
	}
	if err := t.into.check(cmd); err != nil {
		return err
	}
	if t.out == "" {
		t.out = stemOf(name) + "-tuned.yaml"
	}
	if t.out != "-" { // the others stand beside it
		stem := strings.TrimSuffix(strings.TrimSuffix(t.out, filepath.Ext(t.out)), "-tuned")
		if !cmd.Flags().Changed("history") {
			t.history = stem + "-history.csv"
		}
		if !cmd.Flags().Changed("report") {
			t.page = stem + "-tuning.html"
		}
	}
	return nil
}

// run searches and writes what was found, if the search was interrupted the best so far.
func (t *tuner) run(cmd *cobra.Command, name string) error {
	var err error
	input := cmd.InOrStdin()
	if t.scenario, err = openScenario(name, &t.settings, input); err != nil {
		return err
	}
	if err := checkOutputs(cmd, t.scenario.Inputs(), output.Target{Flag: "--out", Name: t.out,
		Endings: []string{".yaml", ".yml"}, Mark: signature, Costly: true},
		output.Target{Flag: "--history", Name: t.history, Endings: []string{".csv"}, Mark: "run,chain,cost,",
			Costly: true},
		output.Target{Flag: "--report", Name: t.page, Endings: []string{".html", ".htm"}, Mark: page.Mark,
			Costly: true}); err != nil {
		return err
	}
	if t.tuning, err = tune.New(t.scenario, input); err != nil {
		return err
	}
	t.into.from(&t.scenario.Controller)
	if err := t.into.try(t.tuning.Paths); err != nil {
		return err
	}
	for _, n := range t.tuning.Notes {
		fmt.Fprintln(t.stderr, "note: "+terminal.Plain(n))
	}
	ctx, stop := untilSignal(cmd.Context())
	defer stop()
	progress := terminal.NewProgress(t.stderr, true)
	begin := time.Now()
	t.result, err = t.tuning.Minimize(ctx, t.workers, func(runs int, least float64) {
		progress.Show(func(elapsed time.Duration) string {
			all := t.tuning.Runs()
			return fmt.Sprintf("%d of %d runs  least cost %.6g  %v left", runs, all, least,
				terminal.Remaining(elapsed, float64(runs)/float64(all)))
		})
	})
	t.wall = time.Since(begin)
	progress.Clear()
	interrupted := errors.Is(err, context.Canceled)
	if interrupted {
		err = fmt.Errorf("interrupted after %d of %d runs", len(t.result.Trials), t.tuning.Runs())
	} else if err != nil {
		return err
	}
	if len(t.result.Trials) == 0 || math.IsInf(t.result.Best.Cost, 0) {
		return err
	}
	return errors.Join(t.write(), t.tell(), err)
}

// write writes the files. What cannot be written is forgotten.
func (t *tuner) write() error {
	var err error
	if t.tuned, err = t.tuning.Scenario(t.result.Best.X); err != nil {
		return err
	}
	var errs []error
	for _, f := range []struct {
		what string
		name *string
		text func() ([]byte, error)
	}{
		{"tuned scenario", &t.out, func() ([]byte, error) {
			text, err := t.tuned.YAML(filepath.Dir(t.out))
			return append([]byte("# "+signature+"\n"), text...), err
		}},
		{"history", &t.history, t.historyCSV},
		{"report", &t.page, t.report},
	} {
		if *f.name == "" {
			continue
		}
		text, err := f.text()
		if err == nil {
			err = writeFile(*f.name, text, t.stdout)
		}
		if err != nil {
			*f.name = ""
			errs = append(errs, fmt.Errorf("the %s cannot be written: %w", f.what, err))
		}
	}
	return errors.Join(append(errs, t.into.write(t.tuning.Paths, t.result.Best.X))...)
}

// report returns the report on the search.
func (t *tuner) report() ([]byte, error) {
	p := terminal.NewProgress(t.stderr, false)
	defer p.Clear()
	return webreport.Tuning(context.Background(), &webreport.Search{Before: t.scenario, After: t.tuned,
		Tuning: t.tuning,
		Result: t.result, Runs: t.runs(), Better: t.better()},
		webreport.Env{Cache: t.tuning.Cache, Version: version.String(),
			Progress: func(duration float64) func(float64) { return runProgress(p, duration) }})
}

// historyCSV returns the history of the search.
func (t *tuner) historyCSV() ([]byte, error) {
	var b bytes.Buffer
	err := t.tuning.WriteHistory(&b, t.result)
	return b.Bytes(), err
}

// better describes how much the cost fell.
func (t *tuner) better() string {
	from, to := t.result.Start.Cost, t.result.Best.Cost
	switch {
	case math.IsNaN(from):
		return terminal.Figure(to) + "; interrupted before the values of the scenario were judged"
	case math.IsInf(from, 0):
		return terminal.Figure(to) + "; the scenario has no finite cost"
	case t.result.Start.Unstable() && !t.result.Best.Unstable():
		return fmt.Sprintf("%s, %s before, of an unstable loop", terminal.Figure(to), terminal.Figure(from))
	case from > 0 && to > 0:
		return fmt.Sprintf("%s, %s before, %.3g times less", terminal.Figure(to), terminal.Figure(from), from/to)
	}
	return fmt.Sprintf("%s, %s before", terminal.Figure(to), terminal.Figure(from))
}

// tell prints the result.
func (t *tuner) tell() error {
	stdout := t.stdout
	if slices.Contains([]string{t.out, t.history, t.page}, "-") { // a file is the output
		stdout = t.stderr
	}
	r := t.tuning.Report(t.result)
	r.Wall, r.Out, r.History, r.Page, r.Into = t.wall.Seconds(), t.out, t.history, t.page, t.into.file
	if t.result.Best.Unstable() {
		fmt.Fprintf(t.stderr, "warning: the control loop of the tuned scenario is unstable, as those of all %d "+
			"candidates; expected other bounds, a shorter period or a shorter delay\n", len(t.result.Trials))
	}
	if !t.result.Best.Unstable() && len(r.Best.Unkept) > 0 {
		fmt.Fprintf(t.stderr, "warning: no candidate keeps the margins that are required if tune.require is not "+
			"given; expected more free gains, other bounds, or a key tune.require that says what will do\n")
	}
	if t.asJSON {
		return terminal.WriteJSON(stdout, r, "  ")
	}
	fmt.Fprintf(stdout, "%s: %s in %v\n", terminal.Plain(r.Scenario), t.runs(), t.wall.Round(10*time.Millisecond))
	tab := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "  cost\t%s\n", t.better())
	for _, line := range loopLines(r, t.scenario.Cases.Names()) {
		fmt.Fprintf(tab, "  %s\t%s\n", line[0], line[1])
	}
	for _, x := range r.Free {
		bound := ""
		if x.Bound != "" {
			bound = "; at its " + x.Bound + " bound"
		}
		fmt.Fprintf(tab, "  %s\t%s, %s before%s\n", terminal.Plain(x.Path), terminal.Figure(x.After),
			terminal.Figure(x.Before), bound)
	}
	for _, f := range []struct{ what, name string }{{"scenario", r.Out}, {"history", r.History}, {"report", r.Page},
		{"into", r.Into}} {
		if f.name != "" {
			fmt.Fprintf(tab, "  %s\t%s\n", f.what, terminal.Plain(f.name))
		}
	}
	return tab.Flush()
}

// runs describes how many candidates were judged, and by how many robots.
func (t *tuner) runs() string {
	text := terminal.Counted(len(t.result.Trials), "run")
	cases := t.tuning.Cases()
	switch drawn := t.tuning.Samples / cases; {
	case drawn > 1 && cases > 1:
		text += fmt.Sprintf(" of %d robots each in %d cases", drawn, cases)
	case cases > 1:
		text += fmt.Sprintf(" in %d cases each", cases)
	case drawn > 1:
		text += fmt.Sprintf(" of %d robots each", drawn)
	}
	return text
}
