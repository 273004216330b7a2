package scenario

// BodySpec is a free body: a solid with a mass, or what a description of one root says. What it is at the start is in
// the terms of Base.
type BodySpec struct {
	Name   string      `json:"name" doc:"of the body, of its link and of its columns in the log"`
	Type   string      `json:"type,omitempty" enum:"box|sphere|capsule|cylinder" doc:"its form, if it has no model"`
	Model  string      `json:"model,omitempty" doc:"description of it, with one root"`
	Size   *[3]float64 `json:"size,omitempty" doc:"box: lengths of its edges (m)"`
	Radius *float64    `json:"radius,omitempty" doc:"sphere, capsule, cylinder (m)"`
	Length *float64    `json:"length,omitempty" doc:"capsule, cylinder: along z (m); of a capsule without its ends"`
	Mass   *float64    `json:"mass,omitempty" doc:"kg, spread evenly; not of a model"`

	Position        *[3]float64 `json:"position,omitempty" doc:"in the world (m)"`
	Orientation     *[4]float64 `json:"orientation,omitempty" doc:"quaternion x, y, z, w"`
	LinearVelocity  *[3]float64 `json:"linear_velocity,omitempty" doc:"in the body's axes (m/s)"`
	AngularVelocity *[3]float64 `json:"angular_velocity,omitempty" doc:"in the body's axes (rad/s)"`

	Friction    *float64 `json:"friction,omitempty" doc:"Coulomb's coefficient; 0 if it is not given"`
	Restitution *float64 `json:"restitution,omitempty" doc:"of rigid contacts, 0 to 1; 0 if it is not given"`
}

// Start returns the state of the body at the start.
func (b *BodySpec) Start() *Base {
	return &Base{b.Position, b.Orientation, b.LinearVelocity, b.AngularVelocity}
}

// Made returns the body without what its description does not depend on.
func (b *BodySpec) Made() BodySpec {
	return BodySpec{Name: b.Name, Type: b.Type, Model: b.Model, Size: b.Size, Radius: b.Radius, Length: b.Length,
		Mass: b.Mass}
}

// Surface returns what the body is made of.
func (b *BodySpec) Surface() ContactNumbers {
	return ContactNumbers{Friction: b.Friction, Restitution: b.Restitution}
}
