package urdf

import "slices"

// cutLoops moves the joints to Cut whose child is the child of a joint before them: links that a loop connects twice
// hang on the first of their joints. Joints between links that do not exist stay, for what is wrong with them.
func (r *Robot) cutLoops() {
	known, carried := map[string]bool{}, map[string]bool{}
	for i := range r.Links {
		known[r.Links[i].Name] = true
	}
	r.Joints = slices.DeleteFunc(r.Joints, func(j Joint) bool {
		if !known[j.Child] || !known[j.Parent] || j.Parent == j.Child {
			return false
		}
		if !carried[j.Child] {
			carried[j.Child] = true
			return false
		}
		r.Cut = append(r.Cut, j)
		return true
	})
}

// cuts warns of joints that close loops.
func (c *checker) cuts() {
	for i := range c.robot.Cut {
		j := &c.robot.Cut[i]
		first := ""
		for k := range c.robot.Joints {
			if x := &c.robot.Joints[k]; x.Child == j.Child {
				first = quote(x.Name) + " (" + where(x.Pos) + ")"
			}
		}
		c.note(Warning, "cut-joint", j.ChildPos, jointPath(j.Name)+"/child@link",
			"link %s is the child of joint %s already, so this joint closes a loop: it is cut, and a constraint takes "+
				"its place, without limits, damping and friction", quote(j.Child), first)
	}
}
