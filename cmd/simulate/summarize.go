package main

import (
	"bufio"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/cmd/internal/terminal"
)

func newMerge() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "merge DIR... --out DIR",
		Short: "Make one batch of its shards",
		Args: usage(func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no directories; expected those of all shards")
			}
			return nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return &usageError{cmd.CommandPath(), fmt.Errorf("--out is missing; expected a directory")}
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return batch.Merge(ctx, out, args)
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "directory of the whole batch")
	return cmd
}

func newVerify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify DIR",
		Short: "Compare the files of a batch with what it has written",
		Args:  usage(one("directories", "")),
		RunE: func(cmd *cobra.Command, args []string) error {
			v, err := batch.Verify(args[0])
			if err != nil {
				return err
			}
			text := fmt.Sprintf("%s: %s, %d failed", args[0], terminal.Counted(v.Runs, "run"), v.Failed)
			if v.Cut > 0 {
				text += fmt.Sprintf(" (%d cut by wall time)", v.Cut)
			}
			if v.Trajectories > 0 {
				text += fmt.Sprintf(", trajectories of %d", v.Trajectories)
			}
			fmt.Fprintln(cmd.OutOrStdout(), terminal.Plain(text)+"; all is as it was written")
			return nil
		},
	}
}

func newSummarize() *cobra.Command {
	asJSON, worst := false, 3
	cmd := &cobra.Command{
		Use:   "summarize DIR",
		Short: "Sum up the runs of a batch",
		Args:  usage(one("directories", "")),
		RunE: func(cmd *cobra.Command, args []string) error {
			if worst < 0 {
				return &usageError{cmd.CommandPath(), fmt.Errorf("--worst %d; expected 0 or more", worst)}
			}
			s, err := batch.Summarize(args[0], worst)
			if err != nil {
				return err
			}
			command, err := repeats(args[0])
			if err != nil {
				return err
			}
			s.Repeat(command)
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), s, "  ")
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			terminal.Batch(out, s)
			return out.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().IntVar(&worst, "worst", worst, "how many runs to name of each kind")
	return cmd
}

// repeats returns the command that repeats a run of a batch alone.
func repeats(dir string) (func(run int) string, error) {
	name, set, err := study.Of(dir)
	if err != nil {
		return nil, err
	}
	flags := ""
	for _, x := range set {
		flags += " --set " + terminal.Argument(x)
	}
	return func(run int) string {
		return fmt.Sprintf("simulate batch %s%s --run %d --out run%d.csv", terminal.Argument(name), flags, run, run)
	}, nil
}
