package prepare

import (
	"math"
	"slices"

	"kinetree/control/analysis"
	"kinetree/control/metrics"
	"kinetree/internal/require"
)

// Judged is what requirements of a run are about: what was measured, and the analysis of the loop.
type Judged struct {
	Measures MeasuresByJoint
	Events   MeasuresByEvent    // bounded by the duration
	Loop     *analysis.Analysis // nil if there is none
	Duration float64            // s: as long as that takes a move that has not ended
}

// Requirement is a bound of a figure of a run, such as phase_margin > 40deg or elbow/settling < 0.4.
type Requirement = require.Bound[*Judged]

// ParseRequirement reads a requirement of a run.
func ParseRequirement(text string) (Requirement, error) { return require.Parse(text, judgedFigures) }

// Figures returns the figures of a run that can be required, for what requires more.
func Figures() []require.Measurand[*Judged] { return judgedFigures }

// Measured reports whether a figure is of what was measured, not of the control loop.
func Measured(figure string) bool {
	return MeasureNumber(figure) >= 0 || slices.Contains(metrics.EventNames(), figure)
}

// MeasureNumber returns the place in metrics.Names of the measure that a figure is, −1 for one of the control loop.
// settling stands for settling_time.
func MeasureNumber(figure string) int {
	if figure == "settling" {
		figure = "settling_time"
	}
	return metrics.Number(figure)
}

// eventFigure returns a figure of an event.
func eventFigure(j *Judged, event, name string) (float64, string) {
	x, ok := j.Events.Value(event, name)
	if !ok {
		return x, event + " is not measured, or has no such figure"
	}
	return math.Abs(x), event
}

// judgedFigures are the figures of a run that can be required.
var judgedFigures = func() []require.Measurand[*Judged] {
	list := require.Lift(analysis.Figures(), func(j *Judged) *analysis.Analysis {
		if j.Loop == nil {
			return &analysis.Analysis{}
		}
		return j.Loop
	})
	for _, name := range append(metrics.Names(), "settling") {
		number := MeasureNumber(name)
		units := []require.Unit(nil)
		if name == "settling" || name == "settling_time" || name == "rise_time" || name == "peak_time" {
			units = append([]require.Unit{{Factor: 1}}, require.Times...)
		}
		value := func(j *Judged, m *metrics.Measures, of string) (float64, string) {
			x := m.At(number)
			if math.IsNaN(x) && m.Moves && len(units) > 0 {
				x = j.Duration
			}
			return x, of
		}
		list = append(list, require.Measurand[*Judged]{Name: name, Units: units,
			Value: func(j *Judged) (float64, string) {
				all := j.Measures.Together()
				return value(j, &all, "")
			},
			Part: func(j *Judged, joint string) (float64, string) {
				for i := range j.Measures {
					if j.Measures[i].Joint == joint {
						return value(j, &j.Measures[i].Measures, joint)
					}
				}
				return eventFigure(j, joint, metrics.Names()[number])
			}})
	}
	for _, name := range metrics.EventNames() {
		if metrics.Number(name) >= 0 {
			continue // those of an event are a part of it
		}
		units := slices.Concat([]require.Unit{{Factor: 1}}, require.Lengths, require.Angles)
		if metrics.EventTime(name) {
			units = slices.Concat(units[:1], require.Times)
		}
		list = append(list, require.Measurand[*Judged]{Name: name, Units: units,
			Value: func(j *Judged) (float64, string) {
				x, of := j.Events.Worst(name)
				if of == "" {
					of = "no event that is measured has it, see metrics.events"
				}
				return math.Abs(x), of
			},
			Part: func(j *Judged, event string) (float64, string) { return eventFigure(j, event, name) }})
	}
	return list
}()
