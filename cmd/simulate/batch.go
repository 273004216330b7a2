package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/internal/strict"
)

// batchFlags are the flags of simulate batch.
type batchFlags struct {
	settings                       flags.Settings
	out, shard, best, trajectories string
	retry                          string
	workers, run                   int
	grace                          time.Duration
	resume, dryRun, maximize, json bool
}

func newBatch() *cobra.Command {
	var f batchFlags
	cmd := &cobra.Command{
		Use:   "batch [flags] STUDY.yaml | STUDY.star",
		Short: "Run all runs of a study on all cores",
		Args:  usage(one("studies", "rr_arm_gains --out gains")),
		RunE:  func(cmd *cobra.Command, args []string) error { return f.execute(cmd, args[0]) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.out, "out", "o", "", "directory of the batch; with --run the log")
	flags.IntVar(&f.workers, "workers", 0, "runs at a time (default one for each core)")
	flags.StringVar(&f.shard, "shard", "",
		"run part I/N of the study only, I from 0 to N-1, or auto: the part that the scheduler says")
	flags.BoolVar(&f.resume, "resume", false, "go on with the batch in the directory, or begin one")
	flags.StringVar(&f.retry, "retry", "", "`failed`: go on, and run again the runs that have failed")
	flags.DurationVar(&f.grace, "grace", 500*time.Millisecond,
		"time for runs in flight to end after an interrupt or a termination; --resume runs the others again")
	flags.BoolVar(&f.dryRun, "dry-run", false, "check the study and say what it would run")
	flags.IntVar(&f.run, "run", -1, "run this run alone, with a log")
	flags.BoolVar(&f.json, "json", false, "with --run: print the summary of the run as JSON")
	flags.StringVar(&f.best, "best", "", "metric whose best value the progress tells")
	flags.BoolVar(&f.maximize, "maximize", false, "the best value is the largest")
	flags.StringVar(&f.trajectories, "trajectories", "",
		"keep those of all, failed or none of the runs, or of some: 17 or 3,17 (default what the study says)")
	addForce(cmd)
	f.settings.Drift(flags)
	f.settings.Sets(flags)
	return cmd
}

// execute opens the study and does what the flags ask for.
func (f *batchFlags) execute(cmd *cobra.Command, name string) error {
	shard, err := f.check(cmd)
	if err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	stderr := cmd.ErrOrStderr()
	s, err := study.Open(name, func(text string) { fmt.Fprintln(stderr, terminal.PlainLines(text)) },
		f.settings.Overrides()...)
	if err != nil {
		return err
	}
	if f.trajectories != "" {
		if err := s.Keep(f.trajectories); err != nil {
			return &usageError{cmd.CommandPath(), fmt.Errorf("--trajectories %s", err)}
		}
	}
	switch {
	case f.run >= s.Len():
		return &usageError{cmd.CommandPath(), fmt.Errorf("run %d; the study has the runs 0 to %d", f.run, s.Len()-1)}
	case f.run >= 0:
		c, err := s.Scenario(f.run)
		if err != nil {
			return err
		}
		c.Log.File = f.out
		return simulate(cmd, c, f.json, true)
	case f.dryRun:
		return describe(cmd.OutOrStdout(), s, shard)
	}
	return f.batch(cmd, s, shard)
}

// check returns the shard, or what is wrong with the flags.
func (f *batchFlags) check(cmd *cobra.Command) (shard batch.Shard, err error) {
	if cmd.Flags().Changed("run") && f.run < 0 {
		return shard, fmt.Errorf("--run %d; expected the index of a run, from 0", f.run)
	}
	if f.out == "" && !f.dryRun {
		return shard, errors.New("--out is missing; expected a directory, or with --run the name of a log")
	}
	if f.json && f.run < 0 {
		return shard, errors.New("--json is the summary of one run; expected --run, too (`simulate summarize DIR " +
			"--json` sums up a batch)")
	}
	if f.retry != "" && f.retry != "failed" {
		return shard, fmt.Errorf("--retry %s; expected failed", f.retry)
	}
	if f.grace < 0 {
		return shard, fmt.Errorf("--grace %v; expected a time such as 30s, not below 0", f.grace)
	}
	if f.workers < 0 {
		return shard, fmt.Errorf("--workers %d; expected at least 1", f.workers)
	}
	switch f.shard {
	case "":
		return shard, nil
	case "auto":
		if shard, err = batch.ScheduledShard(os.LookupEnv); err != nil {
			return shard, fmt.Errorf("--shard auto: %w", err)
		}
		return shard, nil
	}
	i, n, ok := strings.Cut(f.shard, "/")
	index, errI := strconv.Atoi(i)
	of, errN := strconv.Atoi(n)
	if !ok || errI != nil || errN != nil || of < 1 || index < 0 || index >= of {
		return shard, fmt.Errorf("--shard %s; expected I/N with I from 0 to N-1, or auto", f.shard)
	}
	return batch.Shard{Index: index, Of: of}, nil
}

// batch runs the batch.
func (f *batchFlags) batch(cmd *cobra.Command, s *study.Study, shard batch.Shard) error {
	inputs, err := s.Inputs(study.Engine(version.String()))
	if err != nil {
		return err
	}
	p := terminal.NewProgress(cmd.ErrOrStderr(), true)
	ctx, stop := untilSecondSignal(cmd.Context())
	defer stop()
	defer collectLess()()
	begin := time.Now()
	r, err := batch.Execute(ctx, batch.Config{Dir: f.out, Inputs: inputs, Runs: s.Len(), Axes: s.Axes,
		Metrics: s.Metrics, Trajectories: s.Trajectories, Shard: shard,
		Unchanged: s.Unchanged, Workers: f.workers, Resume: f.resume, RetryFailed: f.retry != "", Grace: f.grace,
		Waiting: func(runs []int) {
			p.Clear()
			fmt.Fprintf(cmd.ErrOrStderr(), "waiting up to %v for %s in flight: %s; a second signal ends at once\n",
				f.grace, terminal.Counted(len(runs), "run"), strings.Trim(fmt.Sprint(runs), "[]"))
		}, Best: f.best, Maximize: f.maximize, Progress: func(now batch.Progress) {
			if now.Done < now.Runs {
				p.Show(func(time.Duration) string { return progressText(now) })
			}
		}}, s.NewWorker)
	p.Clear()
	if r == nil {
		return err
	}
	if r.Panic != "" {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: a run ended by a defect of the program; its row says so")
	}
	if err != nil {
		return fmt.Errorf("%d of %d runs have ended: %w", r.Done, r.Runs, err)
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s: %s, %d failed", terminal.Plain(f.out), terminal.Counted(r.Runs, "run"), r.Failed)
	if shard.Of > 0 {
		fmt.Fprintf(out, ", shard %d/%d", shard.Index, shard.Of)
	}
	if r.Resumed > 0 {
		fmt.Fprintf(out, ", %d of an earlier process", r.Resumed)
	}
	fmt.Fprintf(out, ", in %v; `simulate summarize %s` sums them up\n", time.Since(begin).Round(time.Millisecond),
		terminal.PlainArgument(f.out))
	return nil
}

// progressText describes the progress of a batch.
func progressText(now batch.Progress) string {
	line := fmt.Sprintf("%d of %d runs, %d failed", now.Done, now.Runs, now.Failed)
	if now.Rate > 0 {
		line += fmt.Sprintf(", %.3g/s, %v left", now.Rate, now.Remaining.Round(time.Second))
	}
	if b := now.Best; b != nil {
		line += fmt.Sprintf(", best %s %.6g in run %d", b.Metric, b.Value, b.Run)
	}
	return line
}

// collectLess lets the memory of the program grow by spareBytes more than it would before it is collected, unless GOGC
// says otherwise: a batch has little in use, and each run leaves some kilobytes. What scripts may hold, it does not
// multiply. It returns what undoes it.
func collectLess() func() {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	ballast := make([]byte, spareBytes) // which is never written to, so that it takes addresses and no memory
	return func() { runtime.KeepAlive(ballast) }
}

// spareBytes is what a batch leaves at most before it is collected, besides as much as it has in use.
const spareBytes = 24 << 20

// describe says what a study would run.
func describe(out io.Writer, s *study.Study, shard batch.Shard) error {
	fmt.Fprintf(out, "%s: %v\n", s.Name, s)
	if shard.Of > 0 {
		fmt.Fprintf(out, "shard %d/%d: %s\n", shard.Index, shard.Of,
			terminal.Counted((s.Len()-shard.Index+shard.Of-1)/shard.Of, "run"))
	}
	fmt.Fprintf(out, "axes: %s\nmetrics: %s\n", strings.Join(s.Axes, ", "), strings.Join(s.Metrics, ", "))
	const most = 5
	for i := range min(s.Len(), most) {
		c, err := s.Scenario(i)
		var faults strict.Faults
		switch {
		case errors.As(err, &faults):
			fmt.Fprintf(out, "run %d: %v\n", i, err)
		case err != nil:
			return err
		default:
			fmt.Fprintf(out, "run %d: seed %d: %s\n", i, c.Seed, strings.Join(s.Row(i), ", "))
		}
	}
	if s.Len() > most {
		fmt.Fprintf(out, "and %d more\n", s.Len()-most)
	}
	if s.Unrecorded != "" {
		fmt.Fprintf(out, "no code for whole steps: %s\n", s.Unrecorded)
	}
	return nil
}
