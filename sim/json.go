package sim

import (
	"kinetree/internal/finitejson"
	"kinetree/tree"
)

// MarshalJSON writes the position and the velocity by joint. A floating base has fields of its own: its pose in the
// world, the orientation as a quaternion x, y, z, w, and the velocity of the root link's origin in the root link's
// axes. An energy that is not finite is null.
func (s Snapshot) MarshalJSON() ([]byte, error) {
	type base struct {
		Position        tree.Values `json:"position"`
		Orientation     tree.Values `json:"orientation"`
		LinearVelocity  tree.Values `json:"linear_velocity"`
		AngularVelocity tree.Values `json:"angular_velocity"`
	}
	type energy struct {
		Kinetic   float64 `json:"kinetic"`
		Potential float64 `json:"potential"`
		Total     float64 `json:"total"`
	}
	out := struct {
		Time     float64                `json:"time"`
		Base     *base                  `json:"base,omitempty"` // nil if it is fixed
		Position map[string]tree.Values `json:"position"`
		Velocity map[string]tree.Values `json:"velocity"`
		Energy   energy                 `json:"energy"`
	}{Time: s.Time, Position: map[string]tree.Values{}, Velocity: map[string]tree.Values{},
		Energy: energy{s.Kinetic, s.Potential, s.Total()}}
	if s.Model.Floating() {
		out.Base = &base{s.Position[:3], s.Position[3:7], s.Velocity[:3], s.Velocity[3:6]}
	}
	for i := range s.Model.Joints() {
		j := &s.Model.Joints()[i]
		out.Position[j.Name] = j.AppendPosition(nil, s.Position)
		out.Velocity[j.Name] = j.AppendRate(nil, s.Velocity)
	}
	return finitejson.Marshal(out)
}
