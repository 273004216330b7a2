package scenario

import "kinetree/internal/strict"

// Schema returns the JSON Schema of scenario files, for editors.
func Schema() ([]byte, error) {
	return strict.Schema(Scenario{}, "urn:kinetree:scenario:1", "Kinetree scenario", "kinetree", "model")
}
