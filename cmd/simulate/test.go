package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/internal/atomicfile"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/draft"
	"kinetree/scenario/expect"
	"kinetree/scenario/robot"
)

func newTest() *cobra.Command {
	t := &scenarioTests{settings: &flags.Settings{}}
	cmd := &cobra.Command{
		Use:   "test [flags] SCENARIO.yaml|DIR|MODEL.urdf...",
		Short: "Run scenarios, in all their cases, and check what they expect of their runs",
		Args:  usage(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return t.run(ctx, cmd, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&t.junit, "junit", "", "`file` .xml for the results in the form of JUnit, which CI systems show")
	f.BoolVar(&t.battery, "battery", false, "test the controller of each scenario, or gains that are found for a "+
		"robot, by a battery: hold, steps, sines, chirps, steps to the limits, a payload")
	f.BoolVar(&t.update, "update", false, "write log_sha256 anew in scenarios that expect it, and nothing else")
	f.IntVar(&t.workers, "workers", runtime.NumCPU(), "scenarios at a time")
	f.BoolVar(&t.asJSON, "json", false, "print the results as JSON")
	t.settings.Sets(f)
	addForce(cmd)
	return cmd
}

// scenarioTests is the command test.
type scenarioTests struct {
	settings       *flags.Settings
	junit          string
	update, asJSON bool
	battery        bool
	workers        int
}

// tested is a scenario with its result, or the error that has kept it from a result.
type tested struct {
	name   string
	trial  *scenario.Scenario // of a battery; nil for the scenario of the name
	result *expect.Tested
	err    error
}

// errNone is the error of a test of nothing: the user has meant something else.
var errNone = errors.New("no scenario has the key expect; expected one such as expect: [overshoot < 5, " +
	"phase_margin > 40deg]")

func (t *scenarioTests) run(ctx context.Context, cmd *cobra.Command, args []string) error {
	if t.workers < 1 {
		return &usageError{cmd.CommandPath(), fmt.Errorf("--workers: %d; expected 1 or more", t.workers)}
	}
	if err := checkOutputs(cmd, args, output.Target{Flag: "--junit", Name: t.junit, Endings: []string{".xml"},
		Mark: "<testsuites"}); err != nil {
		return err
	}
	if t.battery && t.update {
		return &usageError{cmd.CommandPath(), errors.New("--update and --battery exclude each other")}
	}
	find := t.find
	if t.battery {
		find = t.trials
	}
	list, err := find(args)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return &usageError{cmd.CommandPath(), errNone}
	}
	var wait sync.WaitGroup
	next := make(chan *tested)
	for range min(t.workers, len(list)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for x := range next {
				t.try(ctx, x)
			}
		}()
	}
	for i := range list {
		next <- &list[i]
	}
	close(next)
	wait.Wait()
	if ctx.Err() != nil {
		return errors.New("interrupted before all scenarios were tested")
	}
	if t.update {
		return t.write(cmd.OutOrStdout(), list)
	}
	return t.report(cmd, list)
}

// find returns the scenarios of files and folders, in the order of their names. A file that a user names has to have
// expectations; of a folder those count that have some.
func (t *scenarioTests) find(args []string) (list []tested, err error) {
	var errs []error
	add := func(name string, named bool) {
		s, err := load(name, t.settings, nil)
		switch {
		case err != nil && (named || expects(name)):
			errs = append(errs, err)
		case err == nil && (len(s.Expect) > 0 || s.Cases.Sets("expect") != ""):
			list = append(list, tested{name: name})
		case err == nil && named:
			errs = append(errs, fmt.Errorf("%s: %w", name, errNone))
		}
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil || !info.IsDir() {
			if !scenario.IsFile(arg) {
				errs = append(errs, fmt.Errorf("%s is no scenario; expected a file whose name ends in .yaml, or a "+
					"folder with such files", arg))
				continue
			}
			add(arg, true)
			continue
		}
		err = filepath.WalkDir(arg, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, ".yml")) {
				add(path, false)
			}
			return err
		})
		if err != nil {
			errs = append(errs, err)
		}
	}
	return list, errors.Join(errs...)
}

// trials returns the trials of batteries, of scenarios and of robots with gains that are found for them.
func (t *scenarioTests) trials(args []string) (list []tested, err error) {
	var errs []error
	for _, arg := range args {
		s, err := t.drafted(arg)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		cases, err := robot.Cases(s, robot.Env{})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, s := range cases {
			name := arg + ": "
			if s.Of() != "" {
				name += "case " + s.Of() + ", "
			}
			_, m, err := robot.Build(s, nil)
			var trials []expect.Exercise
			if err == nil {
				trials, err = expect.Battery(s, m)
			}
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", arg, of(s, err)))
			}
			for _, x := range trials {
				list = append(list, tested{name: name + x.Name, trial: x.Scenario})
			}
		}
	}
	return list, errors.Join(errs...)
}

// drafted returns the scenario of a name, or one with gains that are found for the robot of the name.
func (t *scenarioTests) drafted(name string) (*scenario.Scenario, error) {
	if scenario.IsFile(name) {
		return load(name, t.settings, nil)
	}
	source, err := models.Open(name, nil)
	if err != nil {
		return nil, err
	}
	text, _, err := draft.Starter("battery.yaml", source, nil)
	if err != nil {
		return nil, err
	}
	s, err := robot.Checked(scenario.Read([]byte(text), "battery.yaml", "."))
	if err != nil {
		return nil, err
	}
	return s, t.settings.Apply(s)
}

// expects reports whether a file in a folder looks as if it were a scenario with expectations: its faults count then.
func expects(name string) bool {
	text, err := os.ReadFile(name)
	return err == nil && bytes.Contains(text, []byte("kinetree:")) && bytes.Contains(text, []byte("\nexpect:"))
}

// try does the run of a scenario.
func (t *scenarioTests) try(ctx context.Context, x *tested) {
	if ctx.Err() != nil {
		return
	}
	s, err := x.trial, error(nil)
	if s == nil {
		s, err = load(x.name, t.settings, nil)
	}
	if err == nil {
		x.result, err = expect.Run(ctx, s, x.name, version.String(), nil)
	}
	x.err = err
}

// write writes the hashes of the logs into the files of the scenarios.
func (t *scenarioTests) write(out io.Writer, list []tested) error {
	var errs []error
	for _, x := range list {
		if x.err != nil || x.result.Hash == "" {
			errs = append(errs, fmt.Errorf("%s: there is no log whose hash could be written: %w", x.name,
				errors.Join(x.err, problems(x.result))))
			continue
		}
		text, err := os.ReadFile(x.name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		updated := x.result.Update(text)
		switch {
		case x.result.HashLine == 0:
			fmt.Fprintf(out, "%s expects no log_sha256\n", x.name)
		case bytes.Equal(updated, text):
			fmt.Fprintf(out, "%s is as it was\n", x.name)
		default:
			if err := atomicfile.Write(x.name, updated); err != nil {
				errs = append(errs, err)
				continue
			}
			fmt.Fprintf(out, "%s has the hash of its log\n", x.name)
		}
	}
	return errors.Join(errs...)
}

// problems returns the failures of a result as an error.
func problems(r *expect.Tested) error {
	if r == nil {
		return nil
	}
	var errs []error
	for _, f := range r.Failures {
		errs = append(errs, errors.New(f.Message))
	}
	return errors.Join(errs...)
}

// report prints the results. The error says how many scenarios have failed.
func (t *scenarioTests) report(cmd *cobra.Command, list []tested) error {
	out, failed := cmd.OutOrStdout(), 0
	for i := range list {
		x := &list[i]
		if x.err != nil {
			x.result = &expect.Tested{Name: x.name, Failures: []expect.Failure{{Message: x.err.Error()}}}
		}
		if !x.result.Passed {
			failed++
		}
	}
	if t.junit != "" {
		if err := atomicfile.Write(t.junit, junit(list)); err != nil {
			return err
		}
	}
	if t.asJSON {
		results := make([]*expect.Tested, len(list))
		for i := range list {
			results[i] = list[i].result
		}
		if err := terminal.WriteJSON(out, results, "  "); err != nil {
			return err
		}
	} else {
		for _, x := range list {
			verdict := "ok  "
			if !x.result.Passed {
				verdict = "FAIL"
			}
			fmt.Fprintf(out, "%s  %s\n", verdict, x.name)
			for _, f := range x.result.Failures {
				fmt.Fprintf(out, "      %s\n", strings.ReplaceAll(f.Message, "\n", "\n      "))
			}
		}
	}
	if os.Getenv("GITHUB_ACTIONS") == "true" {
		annotate(cmd.ErrOrStderr(), list)
	}
	if failed > 0 {
		return fmt.Errorf("%d of %s failed", failed, terminal.Counted(len(list), "scenario"))
	}
	return nil
}

// annotate prints failures as workflow commands, which stand beside the lines of the files then.
func annotate(out io.Writer, list []tested) {
	escape := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	for _, x := range list {
		for _, f := range x.result.Failures {
			fmt.Fprintf(out, "::error file=%s,line=%d::%s\n", filepath.ToSlash(x.name), max(1, f.Line),
				escape.Replace(f.Message))
		}
	}
}
