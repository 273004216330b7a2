package tree_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestMimicChain checks a chain of mimicry, in every order of its joints in the tree: with b = m1 a + o1 and c = m2 b
// + o2 it is c = m1 m2 a + m2 o1 + o2.
func TestMimicChain(t *testing.T) {
	const m1, o1, m2, o2 = -2.0, 0.25, 3.0, -0.5
	for _, order := range [][3]string{{"a", "b", "c"}, {"a", "c", "b"}, {"b", "a", "c"}, {"b", "c", "a"},
		{"c", "a", "b"}, {"c", "b", "a"}} {
		for _, branched := range []bool{false, true} {
			r := &urdf.Robot{Name: "chain", Links: []urdf.Link{{Name: "base"}}}
			parent := "base"
			for _, name := range order {
				r.Links = append(r.Links, urdf.Link{Name: "link_" + name})
				j := urdf.Joint{Name: name, Type: urdf.Prismatic, Parent: parent, Child: "link_" + name,
					Axis: [3]float64{1, 0, 0}}
				switch name {
				case "b":
					j.Mimic = &urdf.Mimic{Joint: "a", Multiplier: m1, Offset: o1}
				case "c":
					j.Mimic = &urdf.Mimic{Joint: "b", Multiplier: m2, Offset: o2}
				}
				r.Joints = append(r.Joints, j)
				if !branched {
					parent = "link_" + name
				}
			}
			m := expect.Model(t, r)
			if m.NQ() != 1 || m.NV() != 1 || !m.Coupled() {
				t.Fatalf("order %v: nq %d, nv %d", order, m.NQ(), m.NV())
			}
			if m.RateName(0) != "a" {
				t.Errorf("order %v: the rate is called %q", order, m.RateName(0))
			}
			const a = 0.7
			want := map[string]float64{"a": a, "b": m1*a + o1, "c": m1*m2*a + m2*o1 + o2}
			ratio := map[string]float64{"a": 1, "b": m1, "c": m1 * m2}
			offset := map[string]float64{"a": 0, "b": o1, "c": m2*o1 + o2}
			kin := tree.NewKinematics(m)
			kin.Update([]float64{a})
			leader, _ := m.Joint("a")
			along := 0.0
			for _, name := range order {
				k, _ := m.Joint(name)
				j := m.Joints()[k]
				if j.Ratio != ratio[name] || j.Offset != offset[name] || name != "a" && j.Leader != leader ||
					name == "a" && j.Leader != -1 {
					t.Errorf("order %v: joint %s is %+v", order, name, j)
				}
				if branched {
					along = 0
				}
				along += want[name]
				l, _ := m.Link("link_" + name)
				if got := kin.Pose(l).P[0]; math.Abs(got-along) > 1e-15*4 { // a few roundings
					t.Errorf("order %v: link_%s is at %v, want %v", order, name, got, along)
				}
			}
		}
	}
}

// TestMimicPoses compares the poses with those of the same robot without mimicry, at the positions that the
// description gives its followers.
func TestMimicPoses(t *testing.T) {
	coupled := 0
	rapid.Check(t, func(t *rapid.T) {
		c := randrobot.DrawAny(t, 30)
		if c.Model.Coupled() {
			coupled++
		}
		free := c.Independent(t)
		got, want := tree.NewKinematics(c.Model), tree.NewKinematics(free.Model)
		got.Update(c.Q)
		want.Update(free.Position(c.Q))
		for l, link := range c.Model.Links() {
			if d := apart(got.Pose(l), want.Pose(l)); !(d <= poseTolerance) {
				t.Fatalf("link %s is at %v, want %v: off by %.3g", link.Name, got.Pose(l), want.Pose(l), d)
			}
		}
	})
	if coupled == 0 {
		t.Error("no robot had joints that mimic others")
	}
}

// TestAnyRobots checks that the random robots have what the tests of all packages rely on: every kind, and every
// place of a leader in the tree.
func TestAnyRobots(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(200) {
		c := randrobot.NewAny(t, seed, 12)
		m := c.Model
		count := func(what string, yes bool) {
			if yes {
				seen[what]++
			}
		}
		count("floating base", m.Floating())
		count("fixed base", !m.Floating())
		for k, j := range m.Joints() {
			count("spherical", j.NQ == 4)
			count("planar", j.Leader < 0 && j.NQ == 3)
			count("universal or cylindrical", j.NQ == 2)
			for n := 1; n <= 6; n++ {
				count("pose of "+string(rune('0'+n)), j.NQ == 7 && j.NV == n)
			}
			if j.Leader < 0 {
				continue
			}
			leader := m.Joints()[j.Leader].Body
			above := func(a, b int) bool { // whether body a carries body b
				for b > a {
					b = m.Parent(b)
				}
				return a == b
			}
			count("leader before", j.Leader < k)
			count("leader behind", j.Leader > k)
			count("leader above", above(leader, j.Body))
			count("leader below", above(j.Body, leader))
			count("leader beside", !above(leader, j.Body) && !above(j.Body, leader))
			count("negative ratio", j.Ratio < 0)
			count("no ratio", j.Ratio == 0)
			count("offset", j.Offset != 0)
			i := jointOf(c.Robot, j.Name)
			count("chain", c.Robot.Joints[jointOf(c.Robot, c.Robot.Joints[i].Mimic.Joint)].Mimic != nil)
		}
	}
	for _, what := range []string{"floating base", "fixed base", "spherical", "planar", "universal or cylindrical",
		"pose of 1", "pose of 2", "pose of 3",
		"pose of 4", "pose of 5", "pose of 6", "leader before", "leader behind", "leader above", "leader below",
		"leader beside", "negative ratio", "no ratio",
		"offset", "chain"} {
		if seen[what] < 10 {
			t.Errorf("%s: %d times in 200 robots", what, seen[what])
		}
	}
}

// TestHumanoid checks the size of the robot of the benchmarks.
func TestHumanoid(t *testing.T) {
	r, opts := randrobot.Humanoid()
	m := expect.Model(t, r, opts...)
	if !m.Floating() || len(m.Joints()) != 30 || m.NQ() != 37 || m.NV() != 36 || len(m.Links()) != 31 {
		t.Errorf("floating %v, %d joints, nq %d, nv %d, %d links", m.Floating(), len(m.Joints()), m.NQ(), m.NV(),
			len(m.Links()))
	}
}

// jointOf returns the index of the joint of a name.
func jointOf(r *urdf.Robot, name string) int {
	for i := range r.Joints {
		if r.Joints[i].Name == name {
			return i
		}
	}
	return -1
}
