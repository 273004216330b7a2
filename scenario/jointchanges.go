package scenario

import "kinetree/internal/strict"

// JointChanges adds to what the description of a joint says, or replaces it. What is nil is as described, or 0 where
// descriptions cannot say it.
type JointChanges struct {
	Damping      *float64 `json:"damping,omitempty" doc:"viscous (N m s/rad or N s/m)"`
	Friction     *float64 `json:"friction,omitempty"`
	TurnFriction *float64 `json:"turn_friction,omitempty" doc:"of the turn of a planar joint (N m)"`
	Stiffness    *float64 `json:"stiffness,omitempty" doc:"of a spring (N m/rad or N/m)"`
	Rest         *float64 `json:"rest,omitempty" doc:"position without an effort of the spring (rad or m)"`
	Armature     *float64 `json:"armature,omitempty" doc:"of the rotor, times the gear ratio squared (kg m^2 or kg)"`
	EffortLimit  *float64 `json:"effort_limit,omitempty" doc:"of the actuator (N m or N)"`
	Lower        *float64 `json:"lower,omitempty" doc:"stop (rad or m)"`
	Upper        *float64 `json:"upper,omitempty" doc:"stop (rad or m)"`
	Restitution  *float64 `json:"restitution,omitempty" default:"0" doc:"a stop returns it times the approach velocity"`

	Backlash *float64      `json:"backlash,omitempty" doc:"width of the gap of an elastic drive (rad or m)"`
	Actuated *bool         `json:"actuated,omitempty" default:"true" doc:"false: laws and efforts do not drive it"`
	Stribeck *StribeckSpec `json:"stribeck,omitempty" doc:"friction that is higher at low velocities"`
	Motor    *MotorSpec    `json:"motor,omitempty" doc:"that makes the efforts"`
	Gear     *GearSpec     `json:"gear,omitempty" doc:"between the rotor and the joint"`
	Encoder  *EncoderSpec  `json:"encoder,omitempty" doc:"what positions are rounded to, instead of sensors"`
	Elastic  *ElasticSpec  `json:"elastic,omitempty" doc:"lets the rotor move on its own"`

	Kind       string       `json:"kind,omitempty" enum:"spherical|universal|cylindrical|planar"`
	SecondAxis *[3]float64  `json:"second_axis,omitempty"`
	Limits     *[]StopRange `json:"limits,omitempty"`
}

// Docs implements strict.Documented.
func (*JointChanges) Docs() map[string]string {
	return map[string]string{
		"friction": "Coulomb level (N m or N), of a planar joint that of its sliding, in whatever direction, and of " +
			"a spherical one that of its turning, about whatever axis; of a planar joint [force, moment] is " +
			"friction and turn_friction, which are the same if only one is given",
		"kind": "makes it a joint of several degrees of freedom, about the axis of its description, whose " +
			"limits then do not count. Positions are a quaternion x, y, z, w of a spherical joint, the two angles of " +
			"a universal one, the angle and the displacement of a cylindrical one, x, y and the angle of a planar one",
		"limits": "end stops of a universal, cylindrical or planar joint: [lower, upper] for each coordinate (rad " +
			"or m), null for none",
		"second_axis": "of a universal joint, in the frame of the joint; across the first if it is not given",
	}
}

// DecodeNode implements strict.Decoder: friction may be a list of that of the sliding and that of the turn.
func (j *JointChanges) DecodeNode(n *strict.Node) strict.Faults {
	whole := *n
	whole.Pairs = nil
	for _, p := range n.Pairs {
		if p.Key != "friction" || p.Value.Kind != strict.List {
			whole.Pairs = append(whole.Pairs, p)
			continue
		}
		if len(p.Value.Items) != 2 {
			return strict.Faults{p.Value.Fault("a list of %d; expected a number, or [force, moment] of a planar joint",
				len(p.Value.Items))}
		}
		for i, key := range []string{"friction", "turn_friction"} {
			whole.Pairs = append(whole.Pairs, strict.Pair{Key: key, Pos: p.Pos, Value: p.Value.Items[i]})
		}
	}
	return whole.Decode((*wholeJoint)(j))
}

// wholeJoint are JointChanges whose keys have one value each.
type wholeJoint JointChanges

// Docs implements strict.Documented.
func (*wholeJoint) Docs() map[string]string { return (*JointChanges)(nil).Docs() }

// Schema implements strict.Described.
func (*JointChanges) Schema() *strict.Schema {
	s := strict.SchemaOf(wholeJoint{})
	for i := range s.Properties {
		if p := &s.Properties[i]; p.Key == "friction" {
			pair := strict.TypeSchema("array")
			pair.Items, pair.MinItems, pair.MaxItems = strict.TypeSchema("number"), 2, 2
			p.Schema = &strict.Schema{Description: p.Schema.Description,
				AnyOf: []*strict.Schema{strict.TypeSchema("number"), pair}}
		}
	}
	return s
}

// Field returns the place of a value by the name that files give it.
func (j *JointChanges) Field(name string) (**float64, bool) {
	for i, known := range JointFields {
		if name == known {
			return [...]**float64{&j.Damping, &j.Friction, &j.Stiffness, &j.Rest, &j.Armature, &j.EffortLimit,
				&j.Lower, &j.Upper, &j.Restitution, &j.Backlash, &j.TurnFriction}[i], true
		}
	}
	return nil, false
}

// JointFields are the names of the values of a Joint.
var JointFields = []string{"damping", "friction", "stiffness", "rest", "armature", "effort_limit", "lower", "upper",
	"restitution", "backlash", "turn_friction"}
