package urdf

// Outline is a robot as its tree, with what it comes to as a whole. In JSON it has the links and joints in the order of
// the tree, with tensors in the axes of the links and without what means nothing on a joint of its type.
type Outline struct {
	Robot    *Robot
	Branches []Branch // depth first, siblings in file order of their joints, as a simulation numbers them
	Moving   int      // joints that are not fixed
	Mimics   int      // moving joints that follow others
	NQ, NV   int      // coordinates and velocities, the base fixed and mimicry honoured
	Mass     float64  // of all links (kg)

	Numbering *Numbering // of its bodies; nil for none in JSON
	// Constraints is what a program says in JSON of the constraints besides the tree; nil for nothing.
	Constraints any
	// Estimates is what a program says in JSON of inertias that were estimated; nil for nothing.
	Estimates any
}

// Numbering is how a model numbers bodies: links with all that is fixed to them, the base 0. See tree.Model.Numbering.
type Numbering struct {
	Bodies       []string `json:"bodies"` // the link that each is named after; empty for inner bodies of a joint
	MovingJoints []string `json:"moving_joints"`
	Predecessor  []int    `json:"predecessor"` // by moving joint
	Successor    []int    `json:"successor"`   // by moving joint
	Parent       []int    `json:"parent"`      // by body, -1 for the base
	Children     [][]int  `json:"children"`    // by body
}

// Branch is a link in the tree, with the joint that carries it.
type Branch struct {
	Link     *Link
	Joint    *Joint // nil for the root
	Depth    int    // joints up to the root
	Place    int    // among its siblings, from 1
	Children int
}

// NewOutline walks the tree of a robot without errors, without recursion. O(links + joints).
func NewOutline(r *Robot) *Outline {
	o := &Outline{Robot: r, Branches: make([]Branch, 0, len(r.Links))}
	links := map[string]*Link{}
	for i := range r.Links {
		l := &r.Links[i]
		links[l.Name] = l
		if l.Inertial != nil {
			o.Mass += l.Inertial.Mass
		}
	}
	below := map[string][]*Joint{} // the joints that start from each link
	isChild := map[string]bool{}
	for i := range r.Joints {
		j := &r.Joints[i]
		below[j.Parent] = append(below[j.Parent], j)
		isChild[j.Child] = true
		o.count(j)
	}
	var todo []Branch
	for i := range r.Links {
		if l := &r.Links[i]; !isChild[l.Name] {
			todo = append(todo, Branch{Link: l, Place: 1})
		}
	}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		joints := below[b.Link.Name]
		b.Children = len(joints)
		o.Branches = append(o.Branches, b)
		for i := len(joints) - 1; i >= 0; i-- {
			todo = append(todo, Branch{Link: links[joints[i].Child], Joint: joints[i], Depth: b.Depth + 1,
				Place: i + 1})
		}
	}
	return o
}

// count adds the coordinates and velocities of a joint.
func (o *Outline) count(j *Joint) {
	if j.Type == Fixed { // on which a mimic means nothing
		return
	}
	o.Moving++
	switch {
	case j.Mimic != nil:
		o.Mimics++
	case j.Type == Planar:
		o.NQ, o.NV = o.NQ+3, o.NV+3
	case j.Type == Floating:
		o.NQ, o.NV = o.NQ+7, o.NV+6
	default:
		o.NQ, o.NV = o.NQ+1, o.NV+1
	}
}

// Root returns the name of the root link.
func (o *Outline) Root() string { return o.Branches[0].Link.Name }
