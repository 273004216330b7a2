package study

import (
	_ "embed"
	"slices"
	"strings"

	"kinetree/batch"
	"kinetree/control/metrics"
	"kinetree/internal/strict"
)

// blank is a study that says nothing: what its keys are if they are not given.
func blank() file { return file{Trajectories: batch.Trajectories{Which: "failed"}, Seed: 1} }

func schema() *strict.Schema {
	return strict.NewSchema(blank(), "urn:kinetree:study:1", "Kinetree study")
}

// Schema returns the JSON Schema of studies in YAML, for editors.
func Schema() ([]byte, error) { return schema().JSON("  ") }

//go:embed format.md
var format string

// Format returns a page about studies in Markdown, with all keys.
func Format() string { return format + "\n" + schema().Page() }

// Constrain implements strict.Constrained.
func (*file) Constrain(s *strict.Schema) {
	s.Property("kinetree").Const = 1
	m := s.Property("metrics")
	m.Description = "METRIC, over all joints and of each, or JOINT/METRIC, where METRIC is one of " +
		strings.Join(metrics.Names(), ", ") + ", or " + strings.Join(ofEnd, ", ") + " of each joint; or " +
		strings.Join(ofRun, ", ") + " of a run; or of the loop around the start, of the worst joint or of one, " +
		strings.Join(ofLoops, ", ") + ", or " + strings.Join(ofAllLoops, ", ") +
		" (rad, s, rad/s and factors); or EVENT/FIGURE of what metrics.events and metrics.links of the " +
		"scenario ask for, such as elbow/move0/settling_after, where FIGURE is one of " +
		strings.Join(metrics.EventNames(), ", ") +
		", and of those that no METRIC is the worst without EVENT. If it is not given, the usual ones"
	ofParts := slices.Concat(metrics.Names(), ofEnd, ofLoops, ofEvents())
	ofWhole := slices.Concat(ofRun, ofAllLoops)
	m.Items.Pattern = "^((.*/)?(" + strings.Join(ofParts, "|") + ")|" + strings.Join(ofWhole, "|") + ")$"
}
