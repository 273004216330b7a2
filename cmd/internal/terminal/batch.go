package terminal

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kinetree/batch"
)

// Batch writes the summary of a batch as text.
func Batch(out *bufio.Writer, s *batch.Summary) {
	var parts []string
	for _, c := range s.Statuses {
		parts = append(parts, fmt.Sprintf("%d %s", c.Runs, c.Status))
	}
	fmt.Fprintf(out, "%s: %s\n", Counted(s.Runs, "run"), strings.Join(parts, ", "))
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
	t := NewTable(append(titles, "in run")...)
	again := map[int]string{} // commands
	for _, m := range s.Metrics {
		row := []string{m.Name, strconv.Itoa(m.Runs), Figure(m.Mean), Figure(m.Deviation)}
		for _, x := range m.Percentiles {
			row = append(row, Figure(x))
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
		fmt.Fprintf(out, "run %d %s: %s\n", f.Run, f.Status, PlainLines(f.Reason))
		again[f.Run] = f.Command
	}
	if len(again) > 0 {
		fmt.Fprintln(out, "repeat one alone:")
	}
	for _, run := range slices.Sorted(maps.Keys(again)) {
		fmt.Fprintln(out, "  "+PlainLines(again[run]))
	}
}
