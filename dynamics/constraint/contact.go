package constraint

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/spatial/distance"
	"kinetree/tree"
)

// Contact keeps a ball of one link on the surface of a convex solid of another one. In a position its first row is on
// the distance between them, and the two others are on the velocity of one surface across the other one, which is zero
// while the ball sticks, so that it may roll. A ball of radius 0, a point, that sticks keeps its place on the solid.
//
// A contact that slides has the row on the distance alone, and with a force λ there the friction μ λ against the
// velocity across. The unit vector of that velocity turns smoothly: with its component d along Toward, and what is left
// across of it, it is that of Toward + across/d. So beyond the instant in which the velocity comes to rest friction
// goes on as if the velocity had its old direction.
type Contact struct {
	Name   string
	Links  [2]int            // of the solid and of the ball, indices in Model.Links, or World
	Solid  *distance.Convex  // on the first link
	Place  spatial.Transform // its pose in the axes of the link
	Ball   distance.Round    // in the axes of the second link
	Inside mgl64.Vec3        // of a corner: where its own solid is from there, see Convex.FieldToward
	Grip   Grip
	Anchor mgl64.Vec3 // place of a point that sticks, in the axes of the solid (m)

	Friction float64    // μ
	Toward   mgl64.Vec3 // unit vector in the world's axes, see above
	Begun    float64    // the speed across at the start of the step (m/s), below a billionth of which rounding counts
	Held     bool       // friction is against Toward whatever the velocity
}

// Grip says which rows a contact has.
type Grip uint8

const (
	Slides Grip = iota // the distance alone, with friction
	Sticks             // the distance, and both directions across
)

// Rounding of the speed across, see Contact.Begun; that of a contact which begins to slide, in m/s.
const nearRest = 1e-9

func (c *Contact) label() string { return c.Name }

func (c *Contact) values() []error {
	errs := append(finite("ball", c.Ball.At[:]...), finite("place", c.Place.P[:]...)...)
	if !(c.Ball.Radius >= 0) || math.IsInf(c.Ball.Radius, 0) {
		errs = append(errs, fault("radius", "%v m; expected 0 or a positive number", c.Ball.Radius))
	}
	if !(c.Friction >= 0) || math.IsInf(c.Friction, 0) {
		errs = append(errs, fault("friction", "%v; expected 0 or a positive number", c.Friction))
	}
	return errs
}

func (c *Contact) compile(m *tree.Model) (*equation, error) {
	p, err := anchored(m, [2]Anchor{{c.Links[0], c.Place.P}, {c.Links[1], c.Ball.At}},
		[2]mgl64.Mat3{c.Place.R, mgl64.Ident3()})
	if err != nil {
		return nil, err
	}
	if p.contact = c; !p.inWorld { // its axes are those of the world in any case
		p.inWorld, p.ancestor = true, 0
		for i := range p.sides {
			p.sides[i].branch = newBranch(m, 0, p.sides[i].body)
		}
		p.center(m.Neutral())
	}
	p.set, p.size = (*pair).setContact, c.Ball.Radius
	switch {
	case c.Grip == Slides:
		return newPairEquation(p, 1, 1), nil
	case c.Ball.Radius == 0:
		return newPairEquation(p, 3, 3), nil
	}
	return newPairEquation(p, 3, 1), nil
}

// setContact: with the distance of the ball's centre c from the solid, of normal n, x = c − r n, ẋ = ċ − r ṅ.
func (p *pair) setContact(rows []row) {
	a, b, c := &p.sides[0], &p.sides[1], p.contact
	arm := b.pose.P.Sub(a.pose.P)
	back := a.pose.R.Transpose()
	f := c.Solid.FieldToward(vec.MulVec(back, arm), vec.MulVec(back, vec.MulVec(b.pose.R, c.Inside)))
	n := vec.MulVec(a.pose.R, f.Normal)
	u := b.v.Sub(a.v).Sub(vec.Cross(a.w, arm)) // how the centre moves, seen from the solid
	nd := vec.Cross(a.w, n).Add(vec.MulVec(a.pose.R, vec.MulVec(f.Turn, vec.MulVec(back, u))))
	r := c.Ball.Radius
	x, xd := b.pose.P.Sub(vec.Scaled(n, r)), b.v.Sub(vec.Scaled(nd, r))
	p.x, p.xd = [2]mgl64.Vec3{x, x}, [2]mgl64.Vec3{xd, xd}
	rows[0] = row{F: n, Fd: nd, off: f.Distance - r}
	if c.Grip == Slides {
		return
	}
	from := arm.Sub(vec.MulVec(a.pose.R, c.Anchor))
	frame := spatial.AxisFrame(n)
	for k := range 2 {
		t := frame.Col(k)
		rows[1+k] = row{F: t}
		if r == 0 {
			rows[1+k].off = vec.Dot(t, from)
		}
	}
}

// Against returns the friction on the second link for a normal force of 1 along n, at a velocity v of the second
// surface, seen from the first one; see Contact.
func (c *Contact) Against(n, v mgl64.Vec3) mgl64.Vec3 {
	v = v.Sub(vec.Scaled(n, vec.Dot(n, v)))
	toward := c.Toward.Sub(vec.Scaled(n, vec.Dot(n, c.Toward)))
	d, e, by := vec.Dot(toward, v), nearRest, 0.0
	if c.Begun > 0 {
		e = float64(nearRest * c.Begun)
	}
	if !c.Held {
		by = d / (float64(d*d) + float64(e*e))
	}
	u := toward.Add(vec.Scaled(v.Sub(vec.Scaled(toward, d)), by))
	l := vec.Len(u)
	if l == 0 {
		return u
	}
	return vec.Scaled(u, -c.Friction/l)
}

// rubs reports whether the contact has friction that depends on its first multiplier.
func (e *equation) rubs() bool {
	return e.pair != nil && e.pair.contact != nil && e.pair.contact.Grip == Slides && e.pair.contact.Friction > 0
}
