package main

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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
			return batch.Merge(out, args)
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "directory of the whole batch")
	return cmd
}

func newSummarize() *cobra.Command {
	asJSON, worst := false, 3
	cmd := &cobra.Command{
		Use:   "summarize DIR",
		Short: "Sum up the runs of a batch",
		Args: usage(func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d directories; expected one", len(args))
			}
			return nil
		}),
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
			batchText(out, s)
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
		flags += " --set " + quoted(x)
	}
	return func(run int) string {
		return fmt.Sprintf("simulate batch %s%s --run %d --out run%d.csv", quoted(name), flags, run, run)
	}, nil
}

// quoted returns a name as shells take it.
func quoted(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+", r)
	}) {
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return name
}

// batchText writes the summary of a batch as text.
func batchText(out *bufio.Writer, s *batch.Summary) {
	var parts []string
	for _, c := range s.Statuses {
		parts = append(parts, fmt.Sprintf("%d %s", c.Runs, c.Status))
	}
	fmt.Fprintf(out, "%s: %s\n", terminal.Counted(s.Runs, "run"), strings.Join(parts, ", "))
	titles := []string{"metric", "runs", "mean", "deviation"}
	for _, p := range batch.Percents {
		title := fmt.Sprintf("%g %%", p)
		switch p {
		case 0:
			title = "least"
		case 50:
			title = "median"
		case 100:
			title = "largest"
		}
		titles = append(titles, title)
	}
	t := terminal.NewTable(append(titles, "in run")...)
	again := map[int]string{} // commands
	for _, m := range s.Metrics {
		row := []string{m.Name, strconv.Itoa(m.Runs), terminal.Figure(m.Mean), terminal.Figure(m.Deviation)}
		for _, x := range m.Percentiles {
			row = append(row, terminal.Figure(x))
		}
		var runs []string
		for _, w := range m.Worst {
			runs = append(runs, strconv.Itoa(w.Run))
		}
		if !strings.Contains(m.Name, "/") { // the runs of joints are often the same ones; the JSON has them all
			for _, w := range m.Worst {
				again[w.Run] = w.Command
			}
		}
		t.Add(append(row, strings.Join(runs, " "))...)
	}
	if len(s.Metrics) > 0 {
		t.Write(out)
	}
	for _, f := range s.Failed {
		fmt.Fprintf(out, "run %d %s: %s\n", f.Run, f.Status, terminal.PlainLines(f.Reason))
		again[f.Run] = f.Command
	}
	if len(again) > 0 {
		fmt.Fprintln(out, "repeat one alone:")
	}
	for _, run := range slices.Sorted(maps.Keys(again)) {
		fmt.Fprintln(out, "  "+terminal.PlainLines(again[run]))
	}
}
