package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim/record"
)

func newRun() *cobra.Command {
	var st *flags.Settings
	asJSON, outside := false, false
	cmd := &cobra.Command{
		Use:   "run [flags] MODEL.urdf | SCENARIO.yaml",
		Short: "Simulate a robot under given efforts and log its motion",
		Args:  usage(one("models or scenarios", "ur5")),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], st, cmd.InOrStdin())
			if err != nil {
				return err
			}
			return runs(cmd, s, asJSON, outside)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	st = flags.NewRun(f)
	f.BoolVar(&outside, "allow-outside", false,
		"write the log that the scenario names even outside of the scenario's folder")
	addForce(cmd)
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return cmd
}

// load returns the scenario of an argument, a scenario file or a model, with the flags.
func load(name string, st *flags.Settings, input io.Reader) (*scenario.Scenario, error) {
	s := scenario.Default()
	if s.Model.File = name; scenario.IsFile(name) {
		var err error
		if s, err = robot.Checked(scenario.Open(name, input)); err != nil {
			return nil, err
		}
		if s.Log.File == "" {
			s.Log.File = models.Stem(s.Name()) + ".csv"
		}
	}
	given := s.Log.File
	if err := st.Apply(s); err != nil {
		return nil, err
	}
	nameLog(s, &scenario.Scenario{Log: scenario.Log{File: given}}) // unless a flag names it
	return s, nil
}

func oneModel(cmd *cobra.Command, args []string) error {
	if err := one("models", "ur5")(cmd, args); err != nil {
		return err
	}
	if scenario.IsFile(args[0]) {
		return fmt.Errorf("%s is a scenario; expected a URDF file or an embedded model", args[0])
	}
	return nil
}

// simulate runs a scenario and reports on it. The log may be outside of the scenario's folder if the user says so.
func simulate(cmd *cobra.Command, s *scenario.Scenario, asJSON, outside bool) error {
	out, stderr := cmd.OutOrStdout(), cmd.ErrOrStderr()
	if s.Log.File == "-" { // the log is the output
		if asJSON {
			return &usageError{cmd.CommandPath(),
				errors.New("--json and --out - both want stdout; expected one of them")}
		}
		out = stderr
	}
	progress := terminal.NewProgress(stderr, false)
	run, err := prepared(cmd, s, nil, outside, progress)
	if err != nil {
		return err
	}
	if err := replace(cmd, run.Log); err != nil {
		return err
	}
	tell(stderr, run, nil)
	ctx, stop := untilSignal(cmd.Context())
	defer stop()
	defer endOverdue(ctx)()
	outcome, err := run.Simulate(ctx)
	progress.Clear()
	switch {
	case outcome == nil:
		return err
	case asJSON:
		return errors.Join(terminal.WriteJSON(out, outcome, "  "), err)
	}
	return errors.Join(terminal.Outcome(out, outcome), err)
}

// prepared prepares a run that the program logs.
func prepared(cmd *cobra.Command, s *scenario.Scenario, cache *robot.Cache, outside bool,
	progress *terminal.Progress) (*prepare.Run, error) {
	return prepare.New(s, prepare.Env{
		Input:    cmd.InOrStdin(),
		Output:   terminal.Data(cmd.OutOrStdout()),
		Version:  version.String(),
		Cache:    cache,
		Outside:  outside,
		Progress: runProgress(progress, s.Duration),
		Print:    func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), terminal.PlainLines(text)) },
	})
}

// tell writes what a user should know of a run before it begins, but for what was told before, which it returns
// together with that.
func tell(stderr io.Writer, run *prepare.Run, before []string) []string {
	if before == nil {
		showDiagnostics(stderr, run.Source.Diagnostics)
	}
	line := func(kind, text string) {
		if text = kind + text; text != kind && !slices.Contains(before, text) {
			fmt.Fprintln(stderr, text)
			before = append(before, text)
		}
	}
	for _, w := range run.Warnings {
		line("warning: ", terminal.Plain(w))
	}
	for _, n := range append(slices.Clip(run.Notes), terminal.StepNote(run)) {
		line("note: ", n)
	}
	for _, w := range []string{terminal.StepWarning(run), terminal.LoopWarning(run)} {
		line("warning: ", w)
	}
	return append(before, "")
}

// replace says what the log of a run will replace, and returns an error if that is none of its robot or scenario.
func replace(cmd *cobra.Command, log record.Writer) error {
	differs, err := log.Replaces()
	if err != nil && !forced(cmd) {
		return &usageError{cmd.CommandPath(), fmt.Errorf("--out: %w; choose another name, or --force to replace it",
			err)}
	}
	if len(differs) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s is replaced, the log of a run with another %s\n",
			terminal.Plain(log.Name()), suggest.List(differs))
	}
	return nil
}

// runProgress returns what shows how far a run of a duration is.
func runProgress(p *terminal.Progress, duration float64) func(t float64) {
	return func(t float64) {
		if t <= 0 {
			return
		}
		p.Show(func(elapsed time.Duration) string {
			return fmt.Sprintf("%3.0f %%  t = %.1f s  %.0f x real time  %v left", 100*t/duration, t,
				t/elapsed.Seconds(), terminal.Remaining(elapsed, t/duration))
		})
	}
}

// warn writes what was found in the description of the robot, and what may be a slip in the scenario.
func warn(stderr io.Writer, run *prepare.Run) {
	showDiagnostics(stderr, run.Source.Diagnostics)
	for _, w := range run.Warnings {
		fmt.Fprintln(stderr, "warning: "+terminal.Plain(w))
	}
}

// untilSignal returns a context that an interrupt or a termination ends, so that the run ends cleanly. A second
// interrupt ends the process; more terminations do not, for programs that time others out send several.
func untilSignal(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stopTerm := signal.NotifyContext(parent, syscall.SIGTERM)
	ctx, stopInterrupt := signal.NotifyContext(ctx, os.Interrupt)
	context.AfterFunc(ctx, stopInterrupt)
	return ctx, func() { stopInterrupt(); stopTerm() }
}

// patience is how long an interrupted run may take to write its end.
const patience = 3 * time.Second

// endOverdue ends the process when a run that was interrupted does not end, for nobody reads the pipe that its log goes
// to. The caller calls what it returns when the run has ended.
func endOverdue(ctx context.Context) func() {
	ended := make(chan struct{})
	context.AfterFunc(ctx, func() {
		select {
		case <-ended:
		case <-time.After(patience):
			time.AfterFunc(patience/10, func() { os.Exit(jobFailed) }) // where nobody reads this, either
			fmt.Fprintln(os.Stderr, "interrupted; nobody reads what the run writes, so that the log lacks its end")
			os.Exit(jobFailed)
		}
	})
	return func() { close(ended) }
}

// untilSecondSignal is untilSignal of work that goes on for a while after the first interrupt or termination. A second
// one of either ends the process at once.
func untilSecondSignal(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, syscall.SIGTERM, os.Interrupt)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
