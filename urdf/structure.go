package urdf

import (
	"slices"

	"kinetree/internal/suggest"
)

// tree finds what keeps the links from forming one tree: several parents, several roots, cycles.
func (c *checker) tree() {
	links, joints := c.robot.Links, c.robot.Joints
	parent := make([]int, len(links)) // the joint to the parent, or -1
	children := make([][]int, len(links))
	for i := range parent {
		parent[i] = -1
	}
	for i, j := range joints {
		child := c.links[j.Child]
		switch {
		case j.Parent == j.Child:
			c.note(Error, "cycle", j.ChildPos, jointPath(j.Name),
				"parent and child are both link %s; expected two links", quote(j.Child))
		case parent[child] >= 0:
			c.note(Error, "several-parents", j.ChildPos, jointPath(j.Name)+"/child@link",
				"link %s is the child of joint %s (%s) already; expected one parent",
				quote(j.Child), quote(joints[parent[child]].Name), where(joints[parent[child]].Pos))
			continue
		}
		parent[child] = i
		children[c.links[j.Parent]] = append(children[c.links[j.Parent]], child)
	}
	var roots []string
	reached := make([]bool, len(links))
	var todo []int
	for i := range links {
		if parent[i] < 0 && c.links[links[i].Name] == i { // a second link of a name was reported
			roots = append(roots, quote(links[i].Name))
			todo = append(todo, i)
		}
	}
	if len(roots) > 1 {
		c.note(Error, "several-roots", links[todo[1]].Pos, linkPath(links[todo[1]].Name),
			"the links without a parent are %s; expected one root, join the others to the tree", suggest.List(roots))
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !reached[i] {
			reached[i] = true
			todo = append(todo, children[i]...)
		}
	}
	for i := range links {
		if !reached[i] && parent[i] >= 0 {
			c.cycle(i, parent, reached)
		}
	}
}

// cycle walks from link i, which no root reaches, towards the ancestors, marks them as reached, and reports the
// cycle that it runs into, unless an earlier walk did.
func (c *checker) cycle(i int, parent []int, reached []bool) {
	var walk []int
	for !reached[i] {
		reached[i] = true
		walk = append(walk, i)
		i = c.links[c.robot.Joints[parent[i]].Parent]
	}
	begin := slices.Index(walk, i)
	if begin < 0 || begin == len(walk)-1 {
		return // an earlier walk reported it, or tree did: a joint from a link to itself
	}
	var names []string
	for _, k := range walk[begin:] {
		names = append(names, quote(c.robot.Joints[parent[k]].Name))
	}
	j := c.robot.Joints[parent[i]]
	c.note(Error, "cycle", j.Pos, jointPath(j.Name), "the joints %s form a cycle; expected a tree", suggest.List(names))
}
