package tree

import "kinetree/urdf"

// Numbering returns the lists by which the algorithms know the tree: bodies by the links that they are named after, the
// bodies from which and to which each joint leads, and the parent and the children of each body. Source: Featherstone
// 2008, section 4.1.
func (m *Model) Numbering() *urdf.Numbering {
	n := &urdf.Numbering{Bodies: make([]string, len(m.bodies)), MovingJoints: m.JointNames()}
	for i := range m.bodies {
		parent := m.bodies[i].Parent
		if i == 0 {
			parent = -1
		}
		n.Parent = append(n.Parent, parent)
		n.Children = append(n.Children, append([]int{}, m.children[i]...))
	}
	for l := len(m.links) - 1; l >= 0; l-- {
		n.Bodies[m.links[l].Body] = m.links[l].Name
	}
	for k, j := range m.joints {
		n.Predecessor, n.Successor = append(n.Predecessor, m.Predecessor(k)), append(n.Successor, m.Successor(k))
		n.Bodies[j.Body] = m.links[j.Link].Name
	}
	n.Bodies[m.links[m.root].Body] = m.links[m.root].Name
	return n
}
