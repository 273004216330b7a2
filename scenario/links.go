package scenario

import (
	"maps"
	"slices"
)

// LinkChanges adds to what the description of a link says.
type LinkChanges struct {
	Payload *Payload `json:"payload,omitempty" doc:"point mass that is fixed to the link"`
}

// Payload is a point mass that is fixed to a link.
type Payload struct {
	Mass     float64    `json:"mass" default:"0" doc:"kg"`
	Position [3]float64 `json:"position" default:"[0, 0, 0]" doc:"in the frame of the link (m)"`
}

// PayloadMass returns the mass of all payloads of links (kg).
func (s *Scenario) PayloadMass() (sum float64) {
	for _, name := range slices.Sorted(maps.Keys(s.Links)) {
		if p := s.Links[name].Payload; p != nil {
			sum += p.Mass
		}
	}
	return sum
}
