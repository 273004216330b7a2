package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/timing"
	"kinetree/scenario/robot"
)

func newBench() *cobra.Command {
	asJSON, duration, reading := false, 4.0, flags.Reading{}
	cmd := &cobra.Command{
		Use:   "bench [flags] MODEL.urdf",
		Short: "Time the algorithms on a robot and this machine",
		Args:  usage(oneModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(duration > 0) || duration > 3600 {
				return &usageError{cmd.CommandPath(),
					fmt.Errorf("--duration %v; expected a number of seconds from 0 to 3600", duration)}
			}
			s, source, m, err := buildOf(cmd, args[0], &reading)
			if err != nil {
				return err
			}
			if len(source.Robot.Cut)+len(source.Robot.Loops) > 0 {
				fmt.Fprintln(cmd.ErrOrStderr(), "note: what is timed is the tree, with its loops open; the summary of "+
					"a run tells what steps with them take")
			}
			if m.NV() == 0 {
				return errors.New("the robot has no moving joint, so there is nothing to time")
			}
			report, err := timing.Run(m, time.Duration(duration*float64(time.Second)))
			if err != nil {
				return robot.HintInertia(s, err)
			}
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), report, "  ")
			}
			return benchTable(cmd.OutOrStdout(), report)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asJSON, "json", false, "print the results as JSON")
	reading.Add(f)
	f.Float64Var(&duration, "duration", duration, "time to measure in all, in s")
	return cmd
}

// benchTable writes the results as text.
func benchTable(out io.Writer, r *timing.Report) error {
	fmt.Fprintf(out, "%s: %d degrees of freedom, one thread\n", terminal.Plain(r.Model), r.NV)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "best ns\tmedian ns\tper s\tallocations\t  ")
	for _, x := range r.Results {
		fmt.Fprintf(w, "%.0f\t%.0f\t%.0f\t%g\t  %s\n", x.Best, x.Median, 1e9/x.Best, x.Allocs, x.Name)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	counted := slices.ContainsFunc(r.Results, func(x timing.Timing) bool { return x.Operations != nil })
	if counted {
		fmt.Fprintln(out, "\nFloating-point operations of an evaluation:")
		fmt.Fprintln(w, "additions\tmultiplications\tdivisions\troots\tsines\t  ")
	}
	for _, x := range r.Results {
		if o := x.Operations; o != nil {
			fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t  %s\n", o.Additions, o.Multiplications, o.Divisions, o.Roots,
				o.Sines, x.Name)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if counted {
		fmt.Fprintln(out)
	}
	for _, x := range r.Results {
		if x.Reductions > 0 {
			fmt.Fprintf(out, "%s: %s\n", x.Name, terminal.Counted(x.Reductions, "reduction"))
		}
	}
	for _, c := range r.Codes {
		fmt.Fprintln(out, codeLine(c))
	}
	if r.Unrecorded != "" {
		fmt.Fprintf(out, "no code for whole steps: %s\n", r.Unrecorded)
	}
	return nil
}

// codeLine describes the machine code for a number of lanes.
func codeLine(c timing.Code) string {
	lanes := terminal.Counted(c.Lanes, "lane")
	if c.Reason != "" {
		return fmt.Sprintf("no code for %s: %s", lanes, terminal.Plain(c.Reason))
	}
	return fmt.Sprintf("code for %s: %s", lanes, c.Name)
}
