package constraint

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/tree"
)

// World is the link of an [Anchor] in the world.
const World = -1

// Anchor is a place on a link.
type Anchor struct {
	Link int        // index in Model.Links, or World
	At   mgl64.Vec3 // in the link's axes (m)
}

// Constraint is one of the constraints of this package: *Ball, *Hinge, *Weld, *Slider, *Planar, *Distance, *Gear,
// *Positions, *KnifeEdge, *Rolling, *Contact, *Rates, *Prescribed or *General.
type Constraint interface {
	// label returns the name.
	label() string
	// values returns what is wrong with its numbers, whatever the model.
	values() []error
	// compile returns its equations for a model, or what is wrong with it there. Its numbers are right.
	compile(m *tree.Model) (*equation, error)
}

// Ball holds two points together, as a ball joint does: 3 rows.
type Ball struct {
	Name  string
	Links [2]Anchor
}

// Hinge holds two points and two axes together: 5 rows. The axes point the same way.
type Hinge struct {
	Name  string
	Links [2]Anchor
	Axis  [2]mgl64.Vec3 // each in the axes of its link
}

// Weld holds two frames together: 6 rows.
type Weld struct {
	Name  string
	Links [2]Anchor
	RPY   [2]mgl64.Vec3 // roll, pitch and yaw of each frame in its link (rad)
}

// Slider holds two axes together and lets the links slide along them without turning: 5 rows. What the second link is
// turned by about the axis at the start remains.
type Slider struct {
	Name  string
	Links [2]Anchor
	Axis  [2]mgl64.Vec3 // each in the axes of its link
}

// Planar lets a link slide in a plane and turn about its normal: 3 rows. The axes are those of the normal.
type Planar struct {
	Name  string
	Links [2]Anchor
	Axis  [2]mgl64.Vec3 // each in the axes of its link
}

// Distance holds two points at a distance, as a rod without mass does: 1 row.
type Distance struct {
	Name   string
	Links  [2]Anchor
	Length float64 // m
}

// Gear couples two joints of one coordinate: q₀ = Ratio q₁ + Offset. 1 row.
type Gear struct {
	Name   string
	Joints [2]int // indices in Model.Joints
	Ratio  float64
	Offset float64 // rad or m
}

// Positions is a row on the positions of joints of one coordinate with constant coefficients: Σ c q = Equals.
type Positions struct {
	Name         string
	Joints       []int // indices in Model.Joints
	Coefficients []float64
	Equals       float64
}

// KnifeEdge lets a point of a link move along a blade only, not across it: 1 row on velocities.
type KnifeEdge struct {
	Name   string
	Link   Anchor
	Across mgl64.Vec3 // in the axes of the link
}

// Rolling lets a disc or a sphere roll on a plane without slip: 1 row on positions, which keeps it on the plane, and 2
// on velocities.
type Rolling struct {
	Name   string
	Link   Anchor     // centre
	Axis   mgl64.Vec3 // of the disc, in the axes of its link; zero for a sphere
	Radius float64    // m
	Plane  Anchor     // a point of the plane, on the link that carries the plane
	Normal mgl64.Vec3 // of the plane, in the axes of that link
}

// Rates is a row on the rates of joints with constant coefficients: Σ c q̇ = Equals.
type Rates struct {
	Name         string
	Joints       []int // indices in Model.Joints, of joints with one coordinate
	Coefficients []float64
	Equals       float64
}

// Prescribed moves a coordinate of a joint as given. Its multiplier is the effort that drives it.
type Prescribed struct {
	Name       string
	Joint      int                               // index in Model.Joints, of a joint whose positions are no pose
	Coordinate int                               // of the joint; 0 of one that has one
	Motion     func(t float64) (x, v, a float64) // position with its derivatives in time, which must belong together
}

// General is any rows A(q) q̇ = b(q, t) that a program gives. Their derivatives in time are taken by differences of
// order 4.
type General struct {
	Name string
	Rows int
	// Set sets A, Rows x NV row by row, and b, Rows numbers; both are zero on entry.
	Set func(A, b []float64, t float64, q []float64)
	// Position sets what is to be zero of the position, with A as its derivative and −b as that in time; nil for rows
	// on velocities alone.
	Position func(dst []float64, t float64, q []float64)
}

func (c *Ball) label() string       { return c.Name }
func (c *Hinge) label() string      { return c.Name }
func (c *Weld) label() string       { return c.Name }
func (c *Slider) label() string     { return c.Name }
func (c *Planar) label() string     { return c.Name }
func (c *Distance) label() string   { return c.Name }
func (c *Positions) label() string  { return c.Name }
func (c *Gear) label() string       { return c.Name }
func (c *KnifeEdge) label() string  { return c.Name }
func (c *Rolling) label() string    { return c.Name }
func (c *Rates) label() string      { return c.Name }
func (c *Prescribed) label() string { return c.Name }
func (c *General) label() string    { return c.Name }

// A InvalidError says what is wrong with a constraint.
type InvalidError struct {
	Index   int    // of the constraint
	Name    string // of the constraint
	Field   string // of the constraint as scenario files name it, such as axis; empty for all of it
	Message string
}

func (f *InvalidError) Error() string {
	if f.Field == "" {
		return fmt.Sprintf("constraint %q: %s", f.Name, f.Message)
	}
	return fmt.Sprintf("constraint %q: %s: %s", f.Name, f.Field, f.Message)
}

func fault(field, format string, args ...any) error {
	return &InvalidError{Field: field, Message: fmt.Sprintf(format, args...)}
}

// anchored returns the two sides at places on links, whose frames are turned by the rotations.
func anchored(m *tree.Model, links [2]Anchor, turn [2]mgl64.Mat3) (p *pair, err error) {
	p = &pair{}
	for i, a := range links {
		if a.Link < World || a.Link >= len(m.Links()) {
			return nil, fault("links", "there is no link %d; expected 0 to %d, or %d for the world", a.Link,
				len(m.Links())-1, World)
		}
		s := side{link: a.Link, frame: spatial.Transform{R: turn[i], P: a.At}}
		if a.Link >= 0 {
			l := &m.Links()[a.Link]
			s.body, s.link0, s.frame = l.Body, l.Placement, l.Placement.Compose(&s.frame)
		}
		p.sides[i] = s
	}
	if links[0].Link == links[1].Link {
		return nil, fault("links", "both are the same; expected two links, or a link and the world")
	}
	if p.sides[0].body == p.sides[1].body {
		return nil, fault("links", "no joint moves one of them against the other; expected links of two bodies")
	}
	p.inWorld = links[0].Link == World || links[1].Link == World
	p.ancestor = ancestor(m, p.sides[0].body, p.sides[1].body)
	for i := range p.sides {
		if s := &p.sides[i]; s.link >= 0 {
			s.branch = newBranch(m, p.ancestor, s.body)
		}
	}
	p.center(m.Neutral())
	return p, nil
}

var upright = [2]mgl64.Mat3{mgl64.Ident3(), mgl64.Ident3()}

func (c *Ball) compile(m *tree.Model) (*equation, error) {
	p, err := anchored(m, c.Links, upright)
	if err != nil {
		return nil, err
	}
	p.set, p.material = (*pair).setPoint, true
	p.sides[0].bare, p.sides[1].bare = true, true
	return newPairEquation(p, 3, 3), nil
}

// onAxes returns the two sides with frames whose z axes are the given ones.
func onAxes(m *tree.Model, links [2]Anchor, axis [2]mgl64.Vec3) (*pair, error) {
	return anchored(m, links, [2]mgl64.Mat3{alongAxis(axis[0]), alongAxis(axis[1])})
}

// alongAxis returns the axes of a frame whose z axis is the given one.
func alongAxis(axis mgl64.Vec3) mgl64.Mat3 { return spatial.AxisFrame(spatial.Unit(axis)) }

func (c *Hinge) compile(m *tree.Model) (*equation, error) {
	p, err := onAxes(m, c.Links, c.Axis)
	if err != nil {
		return nil, err
	}
	p.set, p.material = (*pair).setHinge, true
	return newPairEquation(p, 5, 5), nil
}

func (c *Weld) compile(m *tree.Model) (*equation, error) {
	var turn [2]mgl64.Mat3
	for i, a := range c.RPY {
		turn[i] = spatial.FromRPY(a[0], a[1], a[2])
	}
	p, err := anchored(m, c.Links, turn)
	if err != nil {
		return nil, err
	}
	p.set, p.material = (*pair).setWeld, true
	return newPairEquation(p, 6, 6), nil
}

func (c *Slider) compile(m *tree.Model) (*equation, error) {
	p, err := onAxes(m, c.Links, c.Axis)
	if err != nil {
		return nil, err
	}
	p.set, p.alignAtStart = (*pair).setSlider, true
	return newPairEquation(p, 5, 5), nil
}

func (c *Planar) compile(m *tree.Model) (*equation, error) {
	p, err := onAxes(m, c.Links, c.Axis)
	if err != nil {
		return nil, err
	}
	p.set = (*pair).setPlanar
	return newPairEquation(p, 3, 3), nil
}

func (c *Distance) compile(m *tree.Model) (*equation, error) {
	p, err := anchored(m, c.Links, upright)
	if err != nil {
		return nil, err
	}
	p.set, p.material, p.size = (*pair).setDistance, true, c.Length
	p.sides[0].bare, p.sides[1].bare = true, true
	return newPairEquation(p, 1, 1), nil
}

func (c *KnifeEdge) compile(m *tree.Model) (*equation, error) {
	p, err := anchored(m, [2]Anchor{{Link: World}, c.Link}, [2]mgl64.Mat3{mgl64.Ident3(), alongAxis(c.Across)})
	if err != nil {
		return nil, err
	}
	p.set = (*pair).setKnifeEdge
	return newPairEquation(p, 1, 0), nil
}

func (c *Rolling) compile(m *tree.Model) (*equation, error) {
	turn := [2]mgl64.Mat3{alongAxis(c.Normal), mgl64.Ident3()}
	disc := c.Axis != mgl64.Vec3{}
	if disc {
		turn[1] = alongAxis(c.Axis)
	}
	p, err := anchored(m, [2]Anchor{c.Plane, c.Link}, turn)
	if err != nil {
		return nil, err
	}
	p.set, p.size, p.disc = (*pair).setRolling, c.Radius, disc
	return newPairEquation(p, 3, 1), nil
}
