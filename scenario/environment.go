package scenario

import "fmt"

// ObstacleSpec is a solid of the environment, which does not move.
type ObstacleSpec struct {
	Name   string       `json:"name,omitempty" doc:"in the log and in messages; type and number, such as plane0, else"`
	Type   string       `json:"type" enum:"plane|box|sphere|capsule|cylinder|hull" doc:"a plane has all below it"`
	Normal *[3]float64  `json:"normal,omitempty" doc:"plane: out of what is solid, in the world's axes"`
	Point  *[3]float64  `json:"point,omitempty" doc:"plane: one of it (m); [0, 0, 0] if it is not given"`
	Size   *[3]float64  `json:"size,omitempty" doc:"box: lengths of its edges (m)"`
	Radius *float64     `json:"radius,omitempty" doc:"sphere, capsule, cylinder (m)"`
	Length *float64     `json:"length,omitempty" doc:"capsule, cylinder: along z (m); of a capsule without its ends"`
	Points [][3]float64 `json:"points,omitempty" doc:"hull: whose convex hull it is (m)"`
	Origin *Placement   `json:"origin,omitempty" doc:"where it is; not for planes"`

	Friction    *float64 `json:"friction,omitempty" doc:"Coulomb's coefficient; 0 if it is not given"`
	Restitution *float64 `json:"restitution,omitempty" doc:"of a rigid contact, 0 to 1; 0 if it is not given"`
	Stiffness   *float64 `json:"stiffness,omitempty" doc:"makes the contact compliant: k of F = k x^n (1 + a v) + d v"`
	Exponent    *float64 `json:"exponent,omitempty" doc:"n of a compliant contact, 1 to 10; 1 if it is not given"`
	Dissipation *float64 `json:"dissipation,omitempty" doc:"a of a compliant contact (s/m); 0 if it is not given"`
	Damping     *float64 `json:"damping,omitempty" doc:"d of a compliant contact (N s/m); 0 if it is not given"`
}

// Placement is where a solid is in the world.
type Placement struct {
	XYZ [3]float64 `json:"xyz,omitzero" doc:"of its centre (m)"`
	RPY [3]float64 `json:"rpy,omitzero" doc:"roll, pitch and yaw (rad)"`
}

// ContactNumbers say what a contact does, see ObstacleSpec; nil is what is not given.
type ContactNumbers struct {
	Friction, Restitution, Stiffness, Exponent, Dissipation, Damping *float64
}

// Label returns the name of the i-th obstacle.
func (o *ObstacleSpec) Label(i int) string {
	if o.Name != "" {
		return o.Name
	}
	return fmt.Sprintf("%s%d", o.Type, i)
}

// ContactSpec says what touches what.
type ContactSpec struct {
	Links  []string                `json:"links,omitempty" doc:"whose shapes take part; all that have one by itself"`
	Points map[string][][3]float64 `json:"points,omitempty" keys:"link" doc:"more points, in the link's axes (m)"`
	Pairs  []SurfaceSpec           `json:"pairs,omitempty" doc:"links that touch each other, and what differs"`
	Self   bool                    `json:"self,omitempty" doc:"links of the robot touch each other, neighbours not"`
	// Distances asks for columns.
	Distances [][2]string `json:"distances,omitempty" doc:"pairs of links, bodies, obstacles: distance/A/B in the log"`
	// Separate moves a start out of what it penetrates.
	Separate bool `json:"separate,omitempty" doc:"moves apart what overlaps at the start"`
}

// SurfaceSpec is what a contact between two links, bodies or obstacles does.
type SurfaceSpec struct {
	Between [2]string `json:"between" doc:"two links, bodies or obstacles"`

	Friction    *float64 `json:"friction,omitempty" doc:"Coulomb's coefficient; 0 if it is not given"`
	Restitution *float64 `json:"restitution,omitempty" doc:"of a rigid contact, 0 to 1; 0 if it is not given"`
	Stiffness   *float64 `json:"stiffness,omitempty" doc:"makes the contact compliant: k of F = k x^n (1 + a v) + d v"`
	Exponent    *float64 `json:"exponent,omitempty" doc:"n of a compliant contact, 1 to 10; 1 if it is not given"`
	Dissipation *float64 `json:"dissipation,omitempty" doc:"a of a compliant contact (s/m); 0 if it is not given"`
	Damping     *float64 `json:"damping,omitempty" doc:"d of a compliant contact (N s/m); 0 if it is not given"`
}

// Surface returns what a contact with the obstacle does.
func (o *ObstacleSpec) Surface() ContactNumbers {
	return ContactNumbers{o.Friction, o.Restitution, o.Stiffness, o.Exponent, o.Dissipation, o.Damping}
}

// Surface returns what the contact does.
func (p *SurfaceSpec) Surface() ContactNumbers {
	return ContactNumbers{p.Friction, p.Restitution, p.Stiffness, p.Exponent, p.Dissipation, p.Damping}
}
