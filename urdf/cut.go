package urdf

// cutLoops moves the joints to Cut whose child is the child of another joint already: links that a loop connects twice
// hang on the first of their joints. A link without mass on which nothing hangs, such as the frame of a closure, hangs
// on the first that is fixed, if there is one, for nothing else could tell how it moves. Joints between links that do
// not exist stay, for what is wrong with them.
func (r *Robot) cutLoops() {
	empty := map[string]bool{} // of the links that exist
	for i := range r.Links {
		l := &r.Links[i]
		empty[l.Name] = l.Inertial == nil || l.Inertial.Mass == 0
	}
	for i := range r.Joints {
		if _, known := empty[r.Joints[i].Parent]; known {
			empty[r.Joints[i].Parent] = false
		}
	}
	well := func(j *Joint) bool {
		_, child := empty[j.Child]
		_, parent := empty[j.Parent]
		return child && parent && j.Parent != j.Child
	}
	carrier := map[string]int{}
	for i := range r.Joints {
		j := &r.Joints[i]
		if !well(j) {
			continue
		}
		first, there := carrier[j.Child]
		if !there || empty[j.Child] && j.Type == Fixed && r.Joints[first].Type != Fixed {
			carrier[j.Child] = i
		}
	}
	kept := r.Joints[:0]
	for i, j := range r.Joints {
		if well(&j) && carrier[j.Child] != i {
			r.Cut = append(r.Cut, j)
		} else {
			kept = append(kept, j)
		}
	}
	r.Joints = kept
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
		without := "limits, damping and friction"
		if j.Mimic != nil {
			without = "limits, damping, friction and <mimic>"
		}
		c.note(Warning, "cut-joint", j.ChildPos, jointPath(j.Name)+"/child@link",
			"link %s is the child of joint %s already, so this joint closes a loop: it is cut, and a constraint takes "+
				"its place, without %s", quote(j.Child), first, without)
	}
}
