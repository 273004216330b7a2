package scenario

import (
	"fmt"

	"kinetree/internal/strict"
)

// ConstraintSpec is a constraint besides those of the tree. Which keys it has depends on its type; see constraint for
// what each does. The link world is the world.
type ConstraintSpec struct {
	Name         string             `json:"name,omitempty"`
	Type         string             `json:"type" enum:"point|hinge|weld|slider|distance|gear|knife_edge|rolling|rates"`
	Links        []string           `json:"links,omitempty" doc:"both links, of which one may be world"`
	At           Vectors            `json:"at,omitempty" doc:"a point of each link, in its axes (m)"`
	Axis         Vectors            `json:"axis,omitempty" doc:"an axis of each link, in its axes; rolling: of a disc"`
	RPY          Vectors            `json:"rpy,omitempty" doc:"weld: roll, pitch and yaw of a frame in each link (rad)"`
	Length       *float64           `json:"length,omitempty" doc:"distance: of the rod (m)"`
	Joints       []string           `json:"joints,omitempty" doc:"gear: first = ratio second + offset"`
	Ratio        *float64           `json:"ratio,omitempty" doc:"gear"`
	Offset       *float64           `json:"offset,omitempty" doc:"gear: 0 if it is not given (rad or m)"`
	Link         string             `json:"link,omitempty" doc:"knife_edge, rolling: the link that moves"`
	Across       *[3]float64        `json:"across,omitempty" doc:"knife_edge: across the blade, in the link's axes"`
	Center       *[3]float64        `json:"center,omitempty" doc:"rolling: of the wheel, in the link's axes (m)"`
	Radius       *float64           `json:"radius,omitempty" doc:"rolling (m)"`
	Plane        *PlaneSpec         `json:"plane,omitempty" doc:"rolling: what the wheel rolls on"`
	Coefficients map[string]float64 `json:"coefficients,omitempty" keys:"joint" doc:"rates: of the rate of each joint"`
	Equals       *float64           `json:"equals,omitempty" doc:"rates: their sum; 0 if it is not given"`
}

// Docs implements strict.Documented.
func (*ConstraintSpec) Docs() map[string]string {
	return map[string]string{
		"name": "in the log and in messages; type and number, such as point0, if it is not given",
		"type": "what is held: point, hinge, weld, slider and distance between links; gear and rates of joints",
	}
}

// PlaneSpec is a plane, of the world unless a link carries it.
type PlaneSpec struct {
	Link   string     `json:"link,omitempty" doc:"that carries the plane; the world if it is not given"`
	Normal [3]float64 `json:"normal" doc:"out of the plane, in the axes of the link"`
	Point  [3]float64 `json:"point,omitzero" doc:"of the plane, in the axes of the link (m)"`
}

// Vectors are one or two vectors.
type Vectors [][3]float64

// DecodeNode implements strict.Decoder: a vector or a list of them.
func (v *Vectors) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.List && len(n.Items) > 0 && n.Items[0].Kind == strict.List {
		return n.Decode((*[][3]float64)(v))
	}
	*v = make(Vectors, 1)
	return n.Decode(&(*v)[0])
}

// EncodeNode implements strict.Encoder.
func (v Vectors) EncodeNode() *strict.Node {
	if len(v) == 1 {
		return strict.Encode(v[0])
	}
	return strict.Encode([][3]float64(v))
}

// Schema implements strict.Described.
func (*Vectors) Schema() *strict.Schema {
	vector := strict.SchemaOf([3]float64{})
	return &strict.Schema{AnyOf: []*strict.Schema{vector,
		{Type: strict.Types{"array"}, Items: vector, MinItems: 2, MaxItems: 2}}}
}

// Label returns the name of the i-th constraint.
func (c *ConstraintSpec) Label(i int) string {
	if c.Name != "" {
		return c.Name
	}
	return fmt.Sprintf("%s%d", c.Type, i)
}
