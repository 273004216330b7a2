package urdf

import (
	"fmt"
	"math"
	"slices"

	"kinetree/internal/suggest"
	"kinetree/spatial"
)

// body is what moves as one: links that fixed joints weld together.
type body struct {
	joint  int // the joint that moves it, or -1 for the base
	parent int // body; -1 for the base
	links  []int
	poses  []spatial.Transform // of the links in the first of them
}

// weld finds the bodies of a robot whose links form one tree.
func (c *checker) weld() {
	links, joints := c.robot.Links, c.robot.Joints
	below := make([][]int, len(links)) // the joints that start from each link
	isChild := make([]bool, len(links))
	for i, j := range joints {
		parent := c.links[j.Parent]
		below[parent] = append(below[parent], i)
		isChild[c.links[j.Child]] = true
	}
	root := 0
	for isChild[root] {
		root++
	}
	c.bodyOf = make([]int, len(links))
	pose := make([]spatial.Transform, len(links)) // of each link in its body
	c.bodies = []body{{joint: -1, parent: -1, links: []int{root}}}
	pose[root] = spatial.Identity()
	for todo := []int{root}; len(todo) > 0; {
		link := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, i := range below[link] {
			j := &joints[i]
			child := c.links[j.Child]
			if j.Type == Fixed {
				origin := j.Origin.Transform()
				pose[child] = pose[link].Compose(&origin)
				c.bodyOf[child] = c.bodyOf[link]
				b := &c.bodies[c.bodyOf[link]]
				b.links = append(b.links, child)
			} else {
				pose[child] = spatial.Identity()
				c.bodyOf[child] = len(c.bodies)
				c.bodies = append(c.bodies, body{joint: i, parent: c.bodyOf[link], links: []int{child}})
			}
			todo = append(todo, child)
		}
	}
	for i := range c.bodies {
		b := &c.bodies[i]
		for _, link := range b.links {
			b.poses = append(b.poses, pose[link])
		}
	}
}

// heavy returns the links of a body that have mass or moments of inertia, or may have. They are valid until the next
// call.
func (c *checker) heavy(b *body) []int {
	c.found = c.found[:0]
	for _, i := range b.links {
		if !c.robot.Links[i].Inertial.Zero() || c.faulty.inertials[i] {
			c.found = append(c.found, i)
		}
	}
	return c.found
}

// movesAlone reports whether a link is the only one with inertia on a body that moves.
func (c *checker) movesAlone(link int) bool {
	if c.bodies == nil {
		return false
	}
	b := &c.bodies[c.bodyOf[link]]
	return b.joint >= 0 && len(c.heavy(b)) == 1
}

// bodyInertias judges the inertia of each body that is made of several links, and finds the joints that move no
// inertia.
func (c *checker) bodyInertias() {
	for i := range c.bodies {
		c.bodyInertia(&c.bodies[i])
	}
	c.massless()
}

// bodyInertia judges the inertia of a body.
func (c *checker) bodyInertia(b *body) {
	links := c.heavy(b)
	if len(links) == 0 || slices.ContainsFunc(b.links, func(i int) bool { return c.faulty.inertials[i] }) {
		return
	}
	what, pos, pathOf, name := "the base", c.robot.Links[b.links[0]].Pos, linkPath, c.robot.Links[b.links[0]].Name
	if b.joint >= 0 {
		j := &c.robot.Joints[b.joint]
		what, pos, pathOf, name = "the body that the joint moves", j.Pos, jointPath, j.Name
	}
	if c.plainlySound(b) {
		return
	}
	mass, tensor, ok := c.weldedInertia(b)
	if !ok {
		c.note(Error, "number", pos, pathOf(name), "the inertia of %s is too large; expected masses, moments and "+
			"distances whose products are below 1.8e308", what)
		return
	}
	if len(links) == 1 || mass > 0 && clearlyPossible(tensor) { // one alone linkInertias judges
		return
	}
	p := principalOf(mass, tensor)
	code, message := p.fault()
	if code == "" {
		return
	}
	severity := Warning
	if code == "indefinite" && b.joint >= 0 {
		severity = Error
	}
	var all, odd []string
	for _, i := range links {
		name := quote(c.robot.Links[i].Name)
		all = append(all, name)
		if c.odd[i] {
			odd = append(odd, name)
		}
	}
	c.note(severity, code, pos, pathOf(name), "%s, welded of the links %s, has the %s", what, suggest.List(all),
		message).Hint = fmt.Sprintf("repairing %s mends it", suggest.List(odd))
}

// plainlySound reports whether each link of a body clearly has a possible inertia, so that the body has one, and its
// numbers are far from overflow, which is quickly found.
func (c *checker) plainlySound(b *body) bool {
	const large = 1e60
	for k, i := range b.links {
		in := c.robot.Links[i].Inertial
		if in.Zero() {
			continue
		}
		sym, here, origin := in.Inertia.Sym(), b.poses[k].P, in.Origin.XYZ
		largest := in.Mass
		for _, list := range [...][]float64{sym[:], here[:], origin[:]} {
			for _, x := range list {
				largest = max(largest, math.Abs(x))
			}
		}
		if !(largest < large && in.Mass > 0 && clearlyPossible(sym)) {
			return false
		}
	}
	return true
}

// weldedInertia returns the mass of a body and its tensor of inertia about its centre of mass, and whether they and
// the inertia about the first link's origin are finite.
func (c *checker) weldedInertia(b *body) (mass float64, tensor spatial.Sym3, ok bool) {
	var sum spatial.Inertia
	for k, i := range b.links {
		if in := c.robot.Links[i].Inertial; !in.Zero() {
			atLink := in.Spatial()
			atBody := atLink.InParent(&b.poses[k])
			sum.Add(&atBody)
		}
	}
	ok = !slices.ContainsFunc(sum.I[:], infinite) && !slices.ContainsFunc(sum.MC[:], infinite) && !infinite(sum.M)
	com := sum.COM()
	for k, i := range b.links {
		if in := c.robot.Links[i].Inertial; !in.Zero() {
			x := in.Origin.Transform()
			x = b.poses[k].Compose(&x)
			about := in.Inertia.Sym()
			atCOM := spatial.NewInertia(in.Mass, x.P.Sub(com), about.Rotated(&x.R))
			for n := range tensor {
				tensor[n] += atCOM.I[n]
			}
		}
	}
	return sum.M, tensor, ok && !slices.ContainsFunc(tensor[:], infinite)
}

// massless finds the joints at which the mass matrix is singular because nothing that they move has inertia, neither
// they nor the joints that follow them.
func (c *checker) massless() {
	moves := make([]bool, len(c.bodies)) // whether something from the body on outwards has inertia
	driven := map[int]bool{}             // by free joint: whether it moves something that has
	for i := len(c.bodies) - 1; i > 0; i-- {
		b := &c.bodies[i]
		moves[i] = moves[i] || len(c.heavy(b)) > 0
		if moves[i] {
			moves[b.parent] = true
			driven[c.leader(b.joint)] = true
		}
	}
	for i := range c.robot.Joints {
		if j := &c.robot.Joints[i]; c.bodies != nil && j.Type != Fixed && c.leader(i) == i && !driven[i] {
			c.note(Warning, "massless", j.Pos, jointPath(j.Name),
				"the mass matrix is singular at the joint: nothing that it moves has inertia; expected mass on link "+
					"%s or beyond", quote(j.Child))
		}
	}
}

// leader returns the joint at the end of the chain of joints that joint i follows. There are no circles.
func (c *checker) leader(i int) int {
	for {
		m := c.robot.Joints[i].Mimic
		if m == nil {
			return i
		}
		i = c.joints[m.Joint]
	}
}
