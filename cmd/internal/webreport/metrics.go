package webreport

import (
	html "kinetree/cmd/internal/page"
	"kinetree/cmd/internal/terminal"
	"kinetree/control/metrics"
)

// tablesOfMetrics are the tables and their columns.
var tablesOfMetrics = []struct {
	caption string
	moves   bool // of joints that move only
	columns []column
}{
	{"Moves; times count from the beginning of the move.", true, []column{{"rise_time", "rise s", 1},
		{"settling_time", "settling s", 1}, {"overshoot", "overshoot %", 1}, {"undershoot", "undershoot %", 1},
		{"peak_time", "peak at s", 1}}},
	{"Errors in rad or m.", false, []column{{"steady_state_error", "error at the end", 1},
		{"max_error", "largest error", 1}, {"rms_error", "RMS error", 1}, {"iae", "IAE", 1}, {"itae", "ITAE", 1}}},
	{"Efforts in N m or N.", false, []column{{"effort_peak", "peak", 1}, {"effort_square", "∫ effort²", 1},
		{"saturation_share", "limited % of the time", 100}, {"energy", "energy J", 1}}},
}

// column is that of a measure, which is multiplied by a factor.
type column struct {
	name, title string
	factor      float64
}

// metricsOf returns the metrics of runs, which have names if there are several.
func metricsOf(runs ...*executed) html.Section {
	section := html.Section{Title: "Metrics"}
	several := len(runs) > 1
	for _, of := range tablesOfMetrics {
		table := html.Table{Caption: of.caption, Columns: []string{"joint"}, Keys: 1}
		if several {
			table.Columns, table.Keys = append(table.Columns, "run"), 2
		}
		for _, c := range of.columns {
			table.Columns = append(table.Columns, c.title)
		}
		add := func(name string, e *executed, r *metrics.Measures) {
			row := []string{name}
			if several {
				row = append(row, e.curves.Name)
			}
			for _, c := range of.columns {
				x, _ := r.Value(c.name)
				row = append(row, terminal.Figure(float64(c.factor*x)))
			}
			table.Rows = append(table.Rows, row)
		}
		shown := 0
		for i, joint := range runs[0].run.Measures() {
			if of.moves && !joint.Moves {
				continue
			}
			shown++
			for _, e := range runs {
				add(joint.Joint, e, &e.run.Measures()[i].Measures)
			}
		}
		if shown > 1 {
			for _, e := range runs {
				all := e.run.Measures().Together()
				add("all joints", e, &all)
			}
		}
		if shown > 0 {
			section.Blocks = append(section.Blocks, table)
		}
	}
	section.Blocks = append(section.Blocks, eventTables(runs)...)
	section.Blocks = append(section.Blocks, html.Paragraph("All joints: sums of integrals and energies, the root of "+
		"the sum of squares of RMS errors, else the largest."))
	return section
}

// eventTables returns a table of the events of each run that measures some.
func eventTables(runs []*executed) (list []html.Block) {
	for _, e := range runs {
		events := e.run.Events()
		if len(events) == 0 {
			continue
		}
		table := html.Table{Caption: "Moves and disturbances, in s, and rad or m; those of links in m.",
			Columns: []string{"event"}, Keys: 1}
		if len(runs) > 1 {
			table.Caption += " " + e.curves.Name
		}
		for _, c := range terminal.EventColumns {
			table.Columns = append(table.Columns, c.Title)
		}
		for i := range events {
			row := []string{events[i].Name}
			for _, c := range terminal.EventColumns {
				cell := ""
				if x, ok := events.Value(events[i].Name, c.Name); ok {
					cell = terminal.Figure(x)
				}
				row = append(row, cell)
			}
			table.Rows = append(table.Rows, row)
		}
		list = append(list, table)
	}
	return list
}
