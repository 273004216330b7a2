package tree

import (
	"slices"

	"kinetree/spatial"
)

// Models have the same structure if their equations of motion differ by numbers alone: inertias of bodies and drives,
// and places of joints on their bodies. So robots with drawn masses or lengths have the same structure, and machine
// code that takes these numbers as inputs serves all of them.

// inertial is how many numbers the inertia of a body has.
const inertial = 10

// Numbers appends the numbers in which models of the same structure may differ. First come the inertias: of each body,
// the base included, the mass (kg), mass times centre of mass x, y, z (kg m) and Ixx, Ixy, Ixz, Iyy, Iyz, Izz (kg m²)
// in the order of spatial.Inertia, then the inertia of each drive (kg m² or kg) if there are any. Behind them come the
// placements: of each body but the base the numbers of its X (lengths in m) and its Offset (rad or m).
func (m *Model) Numbers(list []float64) []float64 {
	list = slices.Grow(list, m.Inertial()+inertial*len(m.bodies))
	for i := range m.bodies {
		b := &m.bodies[i].Inertia
		list = append(append(append(list, b.M), b.MC[:]...), b.I[:]...)
	}
	list = append(list, m.armature...)
	for i := 1; i < len(m.bodies); i++ {
		b := &m.bodies[i]
		x := &b.X
		list = append(append(list, x.P[:]...), x.Ca, x.Sa, x.Cz, x.Sz, x.Cg, x.Sg, b.Offset)
	}
	return list
}

// Inertial returns how many of the Numbers are inertias.
func (m *Model) Inertial() int { return inertial*len(m.bodies) + len(m.armature) }

// SameStructure reports whether the equations of motion of the models differ by their Numbers alone. Limits, damping
// and friction of joints may differ. The same drives must have an inertia. No allocation.
func (m *Model) SameStructure(o *Model) bool {
	if m == o {
		return true
	}
	if m.nq != o.nq || m.nv != o.nv || m.floating != o.floating || m.coupled != o.coupled || m.gravity != o.gravity ||
		m.base != o.base || len(m.bodies) != len(o.bodies) || len(m.joints) != len(o.joints) ||
		len(m.armature) != len(o.armature) {
		return false
	}
	for i := range m.bodies {
		if !m.bodies[i].sameStructure(&o.bodies[i]) {
			return false
		}
	}
	for k := range m.joints {
		a, b := &m.joints[k], &o.joints[k]
		if a.Body != b.Body || a.Q != b.Q || a.V != b.V || a.NQ != b.NQ || a.NV != b.NV || a.Leader != b.Leader ||
			a.Drives != b.Drives || a.Rotor != b.Rotor || a.Circuit != b.Circuit || a.Ratio != b.Ratio ||
			a.Offset != b.Offset {
			return false
		}
	}
	for i, x := range m.armature {
		if (x == 0) != (o.armature[i] == 0) {
			return false
		}
	}
	return true
}

// sameStructure reports whether two bodies differ by their Numbers alone.
func (b *Body) sameStructure(o *Body) bool {
	if b.Parent != o.Parent || b.Joint != o.Joint || b.Kind != o.Kind || b.Q != o.Q || b.V != o.V ||
		b.Ratio != o.Ratio || b.X.Twisted != o.X.Twisted || b.unit != o.unit || !slices.Equal(b.S, o.S) {
		return false
	}
	if b.curved() && (b.home != o.home || b.X != o.X) { // which is of more numbers than X
		return false
	}
	none := spatial.Inertia{}
	return (b.Inertia == none) == (o.Inertia == none)
}

// SamePlaces reports whether the links of models of the same structure have the same places on their bodies.
func (m *Model) SamePlaces(o *Model) bool {
	if len(m.links) == len(o.links) && &m.links[0] == &o.links[0] { // there is one, and of an altered model
		return true
	}
	return slices.EqualFunc(m.links, o.links, func(a, b Link) bool {
		return a.Body == b.Body && a.Placement == b.Placement
	})
}
