package plot

import (
	"errors"
	"fmt"
	"math"

	"kinetree/identify/fit"
)

// Residuals draws an identification from logs of some names: for each effort, how it was measured and how the estimates
// explain it, and what they leave unexplained of the samples that count.
func Residuals(f *fit.Fit, logs string) (*Drawing, error) {
	measured, explained := NewRun("measured"), NewRun("explained")
	known := map[string]Coordinate{}
	columns, more := []string{"time"}, []string{"time"}
	for _, e := range f.Efforts {
		if e.Tied {
			continue
		}
		columns = append(columns, e.Name+"/effort")
		more = append(more, e.Name+"/effort", e.Name+"/unexplained_effort")
		known[e.Name] = Coordinate{Effort: e.Unit, MaxEffort: math.Inf(1)}
	}
	measured.Joints, explained.Joints = known, known
	if err := measured.Begin(columns); err != nil {
		return nil, err
	}
	if err := explained.Begin(more); err != nil {
		return nil, err
	}
	var err error
	last, shift, part := math.Inf(-1), 0., 0
	f.Explain(f.Values(), func(x *fit.Explained) {
		if x.Part != part && x.T+shift <= last { // another log; the time of the picture rises
			shift = last + 1 - x.T
		}
		part, last = x.Part, x.T+shift
		row, second := []float64{last}, []float64{last}
		for k, computed := range x.Computed {
			if f.Efforts[k].Tied {
				continue
			}
			left := math.NaN() // a gap
			if x.Counts[k] {
				left = x.Measured[k] - computed
			}
			row, second = append(row, x.Measured[k]), append(second, computed, left)
		}
		err = errors.Join(err, measured.Record(row), explained.Record(second))
	})
	if err != nil {
		return nil, err
	}
	return Trajectories([]*Run{measured, explained}, Options{What: []string{"effort", "unexplained_effort"},
		Title:    f.Base.Equation.Model().Name(),
		Subtitle: fmt.Sprintf("efforts of %s, explained by %d base parameters", logs, len(f.Base.Groups))})
}
