package scenario

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/sim"
	"kinetree/tree"
)

// ForwardSpec has the shares of the efforts that the reference takes which a law adds; true stands for all of the
// inverse dynamics.
type ForwardSpec struct {
	Acceleration float64 `json:"acceleration,omitempty" default:"0" doc:"of the efforts M r''"`
	Velocity     float64 `json:"velocity,omitempty" default:"0" doc:"of the efforts C r'"`
	Gravity      float64 `json:"gravity,omitempty" default:"0" doc:"of the efforts g(r)"`
	Damping      float64 `json:"damping,omitempty" default:"0" doc:"of the joint at r'"`
	Friction     float64 `json:"friction,omitempty" default:"0" doc:"of the joint at r', with Stribeck's rise"`
}

// wholeForward is a ForwardSpec as a mapping.
type wholeForward ForwardSpec

var inverseDynamics = ForwardSpec{Acceleration: 1, Velocity: 1, Gravity: 1}

// DecodeNode implements strict.Decoder: true, false or the whole.
func (f *ForwardSpec) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind != strict.Bool {
		return n.Decode((*wholeForward)(f))
	}
	*f = ForwardSpec{}
	if n.Bool {
		*f = inverseDynamics
	}
	return nil
}

// EncodeNode implements strict.Encoder.
func (f ForwardSpec) EncodeNode() *strict.Node {
	if f == inverseDynamics {
		return strict.Encode(true)
	}
	return strict.Encode(wholeForward(f))
}

// Schema implements strict.Described.
func (*ForwardSpec) Schema() *strict.Schema {
	return &strict.Schema{AnyOf: []*strict.Schema{strict.TypeSchema("boolean"), strict.SchemaOf(wholeForward{})}}
}

// given reports whether there is a feed-forward.
func (f *ForwardSpec) given() bool { return *f != ForwardSpec{} }

// ByJoint is a number for all joints, or one by joint; that of "*" is for all others.
type ByJoint map[string]float64

// DecodeNode implements strict.Decoder: a number or a mapping.
func (b *ByJoint) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.Map {
		return n.Decode((*map[string]float64)(b))
	}
	var x float64
	faults := n.Decode(&x)
	*b = ByJoint{Every: x}
	return faults
}

// EncodeNode implements strict.Encoder.
func (b ByJoint) EncodeNode() *strict.Node {
	if x, all := b[Every]; all && len(b) == 1 {
		return strict.Encode(x)
	}
	return strict.Encode(map[string]float64(b))
}

// Schema implements strict.Described.
func (*ByJoint) Schema() *strict.Schema {
	mapping := strict.SchemaOf(map[string]float64{})
	mapping.Named = "joint"
	return &strict.Schema{AnyOf: []*strict.Schema{strict.TypeSchema("number"), mapping}}
}

// checkForward returns the faults of what laws add to their feedback.
func (c *Controller) checkForward(fail func(field, format string, args ...any)) {
	f := &c.FeedForward
	if !floats.Finite(f.Acceleration, f.Velocity, f.Gravity, f.Damping, f.Friction) {
		fail("feed_forward", "%+v; expected finite shares", *f)
	}
	if c.Gravity && f.Gravity != 0 {
		fail("gravity", "the feed-forward has gravity, too; expected one of the two")
	}
	known := []string{"damping", "friction", "springs"}
	for i, name := range c.Include {
		if !slices.Contains(known, name) {
			fail(fmt.Sprintf("include.%d", i), "%q%s; expected damping, friction or springs", name,
				suggest.Hint(name, known))
		}
	}
	if len(c.Include) > 0 && !f.given() && c.Type != "computed_torque" && c.Type != "impedance" {
		fail("include", "the law %s without a feed-forward does not use it; expected computed_torque or impedance, or "+
			"a feed_forward", c.LawName())
	}
	if w := c.Weights; w != nil && !floats.Finite(Or(w.P, 1), Or(w.D, 1)) {
		fail("setpoint_weights", "p %v and d %v; expected finite numbers", Or(w.P, 1), Or(w.D, 1))
	}
	if c.Weights != nil && c.Derivative == "measurement" && Or(c.Weights.D, 1) != 0 {
		fail("derivative", "on the measurement the reference has the weight 0, and setpoint_weights.d is %v; expected "+
			"one of the two", Or(c.Weights.D, 1))
	}
	for _, name := range slices.Sorted(maps.Keys(c.OutputLimit)) {
		if x := c.OutputLimit[name]; !(x > 0) || math.IsInf(x, 1) {
			fail(strict.Join("output_limit", name), "%v; expected a positive number", x)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.DeadBand)) {
		if x := c.DeadBand[name]; !(x >= 0) || math.IsInf(x, 1) {
			fail(strict.Join("dead_band", name), "%v; expected 0 or more", x)
		}
	}
}

// rates returns the number of each rate, nil if there are none.
func (b ByJoint) rates(m *tree.Model, otherwise float64) []float64 {
	if b == nil {
		return nil
	}
	list := make([]float64, m.NV())
	for k := range m.Joints() {
		j := &m.Joints()[k]
		for i := range j.NV {
			list[j.V+i] = b.Of(j, otherwise)
		}
	}
	return list
}

// Of returns the number of a joint: its own or that of all, of which those that follow others, or drive them, have
// none.
func (b ByJoint) Of(j *tree.Joint, otherwise float64) float64 {
	x, named := b[j.Name]
	if !named {
		x, named = b[Every]
		named = named && j.Drives < 0
	}
	if named && j.Leader < 0 {
		return x
	}
	return otherwise
}

// forward returns the law that adds what the reference takes, and what the controller includes of joints; nil for
// none.
func (c *Controller) forward(m, believed *tree.Model, extras []sim.JointExtras) control.Law {
	f := c.FeedForward
	with := func(name string) float64 {
		if slices.Contains(c.Include, name) {
			return 1
		}
		return 0
	}
	x := control.CompensationConfig{Shares: control.Shares{Acceleration: f.Acceleration, Velocity: f.Velocity,
		Gravity: f.Gravity, Damping: max(f.Damping, with("damping")), Friction: max(f.Friction, with("friction")),
		Springs: with("springs")}, Drags: make([]control.Drag, m.NV()),
		AtPosition: !f.given(), AtVelocity: c.Type == "computed_torque"}
	switch {
	case x.Shares == control.Shares{}:
		return nil
	case f == inverseDynamics && len(c.Include) == 0:
		return control.NewFeedForward(believed, nil)
	}
	springs := make([]tree.Spring, len(extras))
	for k := range extras {
		springs[k] = tree.Spring{Joint: k, Stiffness: extras[k].Stiffness, Rest: extras[k].Rest}
		for i := range believed.Joints()[k].NV {
			j := &believed.Joints()[k]
			if j.Leader < 0 && j.Drives < 0 {
				x.Drags[j.V+i] = DragOf(j, &extras[k])
			}
		}
	}
	x.Passive = believed.Passive(springs)
	return control.NewCompensation(believed, x)
}

// DragOf returns the friction and damping of a joint.
func DragOf(j *tree.Joint, x *sim.JointExtras) control.Drag {
	d := control.Drag{Coulomb: j.Friction, Viscous: j.Damping}
	if s := x.Stribeck; s != nil {
		d.Level, d.Velocity = s.Level, s.Velocity
	}
	return d
}
