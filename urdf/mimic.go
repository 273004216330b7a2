package urdf

import "kinetree/internal/suggest"

// mimicry finds joints that follow what they cannot follow.
func (c *checker) mimicry() {
	for i := range c.robot.Joints {
		j := &c.robot.Joints[i]
		if j.Mimic == nil || j.Mimic.Joint == "" {
			continue
		}
		path := jointPath(j.Name) + "/mimic"
		k, known := c.joints[j.Mimic.Joint]
		switch {
		case j.Type == Fixed:
			c.note(Warning, "mimic", j.Mimic.Pos, path, "a fixed joint does not move; the element is ignored")
		case j.Type == Floating || j.Type == Planar:
			c.note(Error, "mimic", j.Mimic.Pos, path,
				"a %s joint cannot follow another one; expected a joint with one coordinate", j.Type)
		case !known:
			d := c.note(Error, "mimic", j.Mimic.Pos, path+"@joint",
				"there is no joint %s; expected the name of a joint", quote(j.Mimic.Joint))
			d.Hint = c.hint(j.Mimic.Joint, c.joints)
			spell(d, "mimic", "joint", j.Mimic.Joint, c.joints)
		case k == i:
			c.note(Error, "mimic", j.Mimic.Pos, path+"@joint", "the joint follows itself; expected another joint")
		case c.robot.Joints[k].Type != "" && !c.robot.Joints[k].Type.hasOneCoordinate():
			c.note(Error, "mimic", j.Mimic.Pos, path+"@joint", "joint %s is %s; expected a joint with one coordinate",
				quote(j.Mimic.Joint), c.robot.Joints[k].Type)
		}
	}
	c.mimicCycles()
}

// mimicCycles follows each joint to the one at the end of its chain and reports the chains that have none.
func (c *checker) mimicCycles() {
	const fresh, onPath, done = 0, 1, 2
	state := make([]int, len(c.robot.Joints))
	for i := range c.robot.Joints {
		var path []int
		for k := i; ; {
			if state[k] == onPath {
				c.mimicCycle(path, k)
			}
			if state[k] != fresh {
				break
			}
			state[k] = onPath
			path = append(path, k)
			j := &c.robot.Joints[k]
			if j.Mimic == nil || j.Type == Fixed {
				break
			}
			next, known := c.joints[j.Mimic.Joint]
			if !known || next == k { // reported
				break
			}
			k = next
		}
		for _, k := range path {
			state[k] = done
		}
	}
}

// mimicCycle reports the cycle at the end of the path, which begins with joint first.
func (c *checker) mimicCycle(path []int, first int) {
	var names []string
	for _, k := range path {
		if k == first || len(names) > 0 {
			names = append(names, quote(c.robot.Joints[k].Name))
		}
	}
	j := c.robot.Joints[first]
	c.note(Error, "mimic", j.Mimic.Pos, jointPath(j.Name)+"/mimic@joint",
		"the joints %s follow each other in a circle; let one of them be free", suggest.List(names))
}
