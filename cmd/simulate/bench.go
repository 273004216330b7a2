package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/timing"
	"kinetree/models"
	"kinetree/tree"
)

func newBench() *cobra.Command {
	asJSON, duration := false, 4.0
	cmd := &cobra.Command{
		Use:   "bench [flags] MODEL.urdf",
		Short: "Time the algorithms on a robot and this machine",
		Long: "Time the algorithms on a robot and this machine, on one thread.\n\n" +
			"MODEL.urdf is a file, the name of an embedded model where no such file exists (`simulate models` lists " +
			"them), or - for the input.\n" +
			"The states are random and change from call to call. aba is forward dynamics, rnea inverse dynamics, " +
			"crba the mass matrix, kinematics\n" +
			"the poses of all bodies, step/INTEGRATOR one whole step of a simulation without a log, and .../batch " +
			"one of many states in a row.\n" +
			"Of many rounds the best tells what the code takes, and the median what one meets.",
		Example: "  simulate bench ur5\n" +
			"  simulate bench arm.urdf --json --duration 20",
		Args: usage(oneModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(duration > 0) || duration > 3600 {
				return &usageError{cmd.CommandPath(),
					fmt.Errorf("--duration %v; expected a number of seconds from 0 to 3600", duration)}
			}
			source, err := models.Open(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			if len(source.Diagnostics) > 0 {
				fmt.Fprintln(cmd.ErrOrStderr(), terminal.PlainLines(source.Diagnostics.Error()))
			}
			m, err := tree.Build(source.Robot)
			if err != nil {
				return err
			}
			if m.NV() == 0 {
				return errors.New("the robot has no moving joint, so there is nothing to time")
			}
			results, err := timing.Run(m, time.Duration(duration*float64(time.Second)))
			if err != nil {
				return err
			}
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), benchmarks(m, results), "  ")
			}
			return benchTable(cmd.OutOrStdout(), m, results)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asJSON, "json", false, "print the results as JSON")
	f.Float64Var(&duration, "duration", duration, "time to measure in all, in s")
	return cmd
}

// benchmarks returns the results as JSON has them.
func benchmarks(m *tree.Model, results []timing.Result) any {
	type result struct {
		Name   string  `json:"name"`
		Best   float64 `json:"ns_per_eval"`
		Median float64 `json:"median_ns_per_eval"`
		Rate   float64 `json:"evals_per_s"`
		Allocs float64 `json:"allocs_per_eval"`
	}
	out := struct {
		Model   string   `json:"model"`
		NV      int      `json:"nv"`
		Threads int      `json:"threads"`
		Results []result `json:"results"`
	}{m.Name(), m.NV(), 1, nil}
	for _, r := range results {
		out.Results = append(out.Results, result{r.Name, r.Best, r.Median, math.Round(1e9 / r.Best), r.Allocs})
	}
	return out
}

// benchTable writes the results for people.
func benchTable(out io.Writer, m *tree.Model, results []timing.Result) error {
	fmt.Fprintf(out, "%s: %d degrees of freedom, one thread\n", terminal.Plain(m.Name()), m.NV())
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "best ns\tmedian ns\tper s\tallocations\t  ")
	for _, r := range results {
		fmt.Fprintf(w, "%.0f\t%.0f\t%.0f\t%g\t  %s\n", r.Best, r.Median, 1e9/r.Best, r.Allocs, r.Name)
	}
	return w.Flush()
}
