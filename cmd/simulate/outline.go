package main

import (
	"fmt"
	"strings"

	"kinetree/urdf"
)

// outline is a robot as its tree: what check and info have in common.
type outline struct {
	robot    *urdf.Robot
	branches []branch // depth first, siblings in file order of their joints, as a simulation numbers them
	moving   int      // joints that are not fixed
	mimics   int      // moving joints that follow others
	nq, nv   int      // coordinates and velocities, the base fixed and mimicry honoured
	mass     float64  // of all links (kg)
}

// branch is a link in the tree, with the joint that carries it.
type branch struct {
	link     *urdf.Link
	joint    *urdf.Joint // nil for the root
	depth    int         // joints up to the root
	place    int         // among its siblings, from 1
	children int
}

// newOutline walks the tree of a robot without errors, without recursion. O(links + joints).
func newOutline(r *urdf.Robot) *outline {
	o := &outline{robot: r, branches: make([]branch, 0, len(r.Links))}
	links := map[string]*urdf.Link{}
	for i := range r.Links {
		l := &r.Links[i]
		links[l.Name] = l
		if l.Inertial != nil {
			o.mass += l.Inertial.Mass
		}
	}
	below := map[string][]*urdf.Joint{} // the joints that start from each link
	isChild := map[string]bool{}
	for i := range r.Joints {
		j := &r.Joints[i]
		below[j.Parent] = append(below[j.Parent], j)
		isChild[j.Child] = true
		o.count(j)
	}
	var todo []branch
	for i := range r.Links {
		if l := &r.Links[i]; !isChild[l.Name] {
			todo = append(todo, branch{link: l, place: 1})
		}
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		joints := below[b.link.Name]
		b.children = len(joints)
		o.branches = append(o.branches, b)
		for i := len(joints) - 1; i >= 0; i-- {
			todo = append(todo, branch{link: links[joints[i].Child], joint: joints[i], depth: b.depth + 1,
				place: i + 1})
		}
	}
	return o
}

// count adds the coordinates and velocities of a joint.
func (o *outline) count(j *urdf.Joint) {
	if j.Type == urdf.Fixed { // on which a mimic means nothing
		return
	}
	o.moving++
	switch {
	case j.Mimic != nil:
		o.mimics++
	case j.Type == urdf.Planar:
		o.nq, o.nv = o.nq+3, o.nv+3
	case j.Type == urdf.Floating:
		o.nq, o.nv = o.nq+7, o.nv+6
	default:
		o.nq, o.nv = o.nq+1, o.nv+1
	}
}

// root returns the name of the root link.
func (o *outline) root() string { return o.branches[0].link.Name }

// deepest is how deep the lines of a tree are indented. Real robots are less deep; the output for a chain of any
// length stays in proportion to it.
const deepest = 40

// indent returns the beginning of a line of the tree: a step for each level, and the level as a number where it is
// too deep for that.
func (b *branch) indent(step string) string {
	if b.depth <= deepest {
		return strings.Repeat(step, b.depth)
	}
	return fmt.Sprintf("%slevel %d: ", strings.Repeat(step, deepest), b.depth)
}
