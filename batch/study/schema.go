package study

import (
	"kinetree/batch"
	"kinetree/internal/strict"
)

// blank is a study that says nothing: what its keys are if they are not given.
func blank() file { return file{Trajectories: batch.Trajectories{Which: "failed"}, Seed: 1} }

// Schema returns the JSON Schema of studies in YAML, for editors.
func Schema() ([]byte, error) {
	return strict.Schema(blank(), "urn:kinetree:study:1", "Kinetree study", "kinetree", "scenario")
}
