package tree_test

import (
	"slices"
	"testing"

	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestSameStructure checks for random robots which changes keep the structure of a model, and where its Numbers differ
// then.
func TestSameStructure(t *testing.T) {
	moved, others := 0, 0
	for seed := range uint64(80) {
		r, opts := randrobot.Any(seed, 2+int(seed%6))
		build := func(change func(r *urdf.Robot)) *tree.Model {
			c := *r
			c.Links, c.Joints = slices.Clone(r.Links), slices.Clone(r.Joints)
			change(&c)
			m, err := tree.Build(&c, opts...)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		m := build(func(*urdf.Robot) {})
		if !m.SameStructure(build(func(*urdf.Robot) {})) {
			t.Fatalf("robot %d is not like itself", seed)
		}
		at := func(other *tree.Model) (list []int) {
			a, b := m.Numbers(nil), other.Numbers(nil)
			if len(a) != len(b) {
				t.Fatalf("robot %d: %d numbers, and %d", seed, len(a), len(b))
			}
			for i := range a {
				if a[i] != b[i] {
					list = append(list, i)
				}
			}
			return list
		}
		last := len(r.Links) - 1
		heavy := build(func(c *urdf.Robot) {
			in := *c.Links[last].Inertial
			in.Mass *= 2
			c.Links[last].Inertial = &in
		})
		list := at(heavy)
		if !m.SameStructure(heavy) || len(list) == 0 || list[len(list)-1] >= m.Inertial() {
			t.Errorf("robot %d, twice the mass: same structure %v, numbers %v of %d differ", seed,
				m.SameStructure(heavy), list,
				m.Inertial())
		}
		if n := testing.AllocsPerRun(10, func() { m.SameStructure(heavy) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
		k := slices.IndexFunc(r.Joints, func(j urdf.Joint) bool {
			return j.Type == urdf.Revolute || j.Type == urdf.Prismatic
		})
		if k < 0 {
			continue
		}
		far := build(func(c *urdf.Robot) { c.Joints[k].Origin.XYZ[1] += 0.1 })
		if m.SameStructure(far) { // otherwise a joint with poses for positions stands at another place, too
			moved++
			if list := at(far); len(list) == 0 || list[0] < m.Inertial() {
				t.Errorf("robot %d, a joint at another place: numbers %v differ, the first %d are inertias", seed, list,
					m.Inertial())
			}
		}
		sliding := build(func(c *urdf.Robot) {
			if c.Joints[k].Type = urdf.Prismatic; r.Joints[k].Type == urdf.Prismatic {
				c.Joints[k].Type = urdf.Revolute
			}
		})
		kinds := func(m *tree.Model) (list []tree.BodyKind) {
			for _, b := range m.Bodies() {
				list = append(list, b.Kind)
			}
			return list
		}
		if slices.Equal(kinds(m), kinds(sliding)) {
			continue // an option makes the joint one of another kind
		}
		if others++; m.SameStructure(sliding) {
			t.Errorf("robot %d is like one with a joint of another type", seed)
		}
	}
	if moved < 20 || others < 20 {
		t.Errorf("%d robots had a joint at another place, %d had a joint of another type; expected more",
			moved, others)
	}
}
