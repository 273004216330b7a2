package webreport

import (
	"strings"

	"kinetree/scenario/prepare"
)

// held returns the columns of a run whose numbers hold from row to row: the positions that a step asks for, and
// efforts that come as samples.
func held(r *prepare.Run) []string {
	var list []string
	for _, column := range r.World.Columns() {
		joint, isReference := strings.CutSuffix(column, "/reference/position")
		switch {
		case isReference && r.Scenario.Reference[joint].Type == "step":
			list = append(list, column)
		case strings.HasSuffix(column, "/effort") && effortsHeld(r):
			list = append(list, column)
		}
	}
	return list
}

// effortsHeld reports whether all that makes efforts holds them until the next row: a law with samples that are not
// closer than the rows, without a lag or a limited rate of what it asks for, and a table without interpolation.
func effortsHeld(r *prepare.Run) bool {
	s := r.Scenario
	for _, effort := range s.Efforts {
		if effort.File != "" || effort.Script {
			return false
		}
	}
	if s.Table.File != "" && s.Table.Interpolation == "linear" {
		return false
	}
	if l := r.Loop; l != nil && l.Law != nil {
		rows := s.Step * float64(s.Log.Every)
		return l.Period >= rows*(1-1e-9) && l.Actuators.Lag == 0 && l.Actuators.RateLimit == 0
	}
	return s.Table.File != ""
}
