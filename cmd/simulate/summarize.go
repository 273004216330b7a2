package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/cmd/internal/terminal"
	"kinetree/sim/record"
)

func newMerge() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:   "merge DIR... --out DIR",
		Short: "Make one batch of its shards",
		Long: "Make of the shards of a study, one directory each, the batch that one process would have left, byte " +
			"for byte. All that is missing, doubled, incomplete, changed or of another study is\n" +
			"named, and nothing is written then.",
		Example: "  simulate merge part0 part1 part2 part3 --out whole",
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
		Long: "Sum up the runs of a batch: how they ended; of each metric the mean, the standard deviation, " +
			"percentiles and the worst runs, those with the largest values; and the\ncommand that repeats such a run " +
			"alone.",
		Example: "  simulate summarize gains",
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
			if asJSON {
				return summaryJSON(cmd.OutOrStdout(), s, command)
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			summaryText(out, s, command)
			return out.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().IntVar(&worst, "worst", worst, "how many runs to name of each kind")
	return cmd
}

// repeats returns the command that repeats a run of a batch alone. The study is looked for here, then beside the batch.
func repeats(dir string) (func(run int) string, error) {
	s, err := batch.ReadStudy(dir)
	if err != nil {
		return nil, err
	}
	var in study.Inputs
	if err := json.Unmarshal(s.Inputs, &in); err != nil || in.Study == "" {
		return nil, fmt.Errorf("%s: the inputs name no study; expected the batch of `simulate batch` (%v)", dir, err)
	}
	name := in.Study
	if _, err := os.Stat(name); err != nil {
		if beside := filepath.Join(filepath.Dir(filepath.Clean(dir)), name); beside != name {
			if _, err := os.Stat(beside); err == nil {
				name = beside
			}
		}
	}
	return func(run int) string {
		return fmt.Sprintf("simulate batch %s --run %d --out run%d.csv", quoted(name), run, run)
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

// short writes a number with five digits.
func short(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 5, 64)
}

func summaryText(out *bufio.Writer, s *batch.Summary, command func(run int) string) {
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
	var again []int
	for _, m := range s.Metrics {
		row := []string{m.Name, strconv.Itoa(m.Runs), short(m.Mean), short(m.Deviation)}
		for _, x := range m.Percentiles {
			row = append(row, short(x))
		}
		var runs []string
		for _, w := range m.Worst {
			runs = append(runs, strconv.Itoa(w.Run))
		}
		if !strings.Contains(m.Name, "/") { // the runs of joints are often the same ones; the JSON has them all
			for _, w := range m.Worst {
				again = append(again, w.Run)
			}
		}
		t.Add(append(row, strings.Join(runs, " "))...)
	}
	if len(s.Metrics) > 0 {
		t.Write(out)
	}
	for _, f := range s.Failed {
		fmt.Fprintf(out, "run %d %s: %s\n", f.Run, f.Status, terminal.PlainLines(f.Reason))
		again = append(again, f.Run)
	}
	slices.Sort(again)
	if again = slices.Compact(again); len(again) > 0 {
		fmt.Fprintln(out, "repeat one alone:")
	}
	for _, run := range again {
		fmt.Fprintln(out, "  "+terminal.PlainLines(command(run)))
	}
}

// summaryJSON writes the summary for programs. A number that is not there is null.
func summaryJSON(out io.Writer, s *batch.Summary, command func(run int) string) error {
	type run struct {
		Run     int            `json:"run"`
		Value   *record.Number `json:"value,omitempty"`
		Status  batch.Status   `json:"status,omitempty"`
		Reason  string         `json:"reason,omitempty"`
		Command string         `json:"command"`
	}
	type metric struct {
		Name        string                   `json:"name"`
		Runs        int                      `json:"runs"`
		Mean        record.Number            `json:"mean"`
		Deviation   record.Number            `json:"deviation"`
		Percentiles map[string]record.Number `json:"percentiles"`
		Worst       []run                    `json:"worst"`
	}
	statuses := map[batch.Status]int{}
	for _, c := range s.Statuses {
		statuses[c.Status] = c.Runs
	}
	metrics, failed := []metric{}, []run{}
	for _, m := range s.Metrics {
		x := metric{m.Name, m.Runs, record.Number(m.Mean), record.Number(m.Deviation), map[string]record.Number{},
			[]run{}}
		for i, p := range batch.Percents {
			x.Percentiles[short(p)] = record.Number(m.Percentiles[i])
		}
		for _, w := range m.Worst {
			value := record.Number(w.Value)
			x.Worst = append(x.Worst, run{Run: w.Run, Value: &value, Command: command(w.Run)})
		}
		metrics = append(metrics, x)
	}
	for _, f := range s.Failed {
		failed = append(failed, run{Run: f.Run, Status: f.Status, Reason: f.Reason, Command: command(f.Run)})
	}
	return terminal.WriteJSON(out, struct {
		Runs     int                  `json:"runs"`
		Statuses map[batch.Status]int `json:"statuses"`
		Metrics  []metric             `json:"metrics"`
		Failed   []run                `json:"failed"`
	}{s.Runs, statuses, metrics, failed}, "  ")
}
