package tree_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestReuse alters links and joints of random robots and compares the models with those that Build makes, to the last
// bit.
func TestReuse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		robot, opts := randrobot.Any(seed, rapid.IntRange(1, 6).Draw(t, "joints"))
		rng := rand.New(rand.NewPCG(seed, 2))
		m := expect.Model(t, robot, opts...)
		before := described(m)
		var spare *tree.Model
		for range 3 {
			altered := robot.Clone()
			var links, joints []int
			for i := range altered.Links {
				if l := &altered.Links[i]; rng.IntN(2) == 0 && l.AddPayload(rng.Float64(), [3]float64{1, 2, 3}) == nil {
					links = append(links, i)
				}
			}
			for i := range altered.Joints {
				if j := &altered.Joints[i]; rng.IntN(2) == 0 && j.Type != urdf.Fixed &&
					j.SetDamping(rng.Float64()) == nil && j.SetFriction(rng.Float64()) == nil {
					joints = append(joints, i)
				}
			}
			got, want := m.Reuse(altered, links, joints, spare), expect.Model(t, altered, opts...)
			if described(got) != described(want) {
				t.Fatalf("the robot with other links %v and joints %v is\n%v\nwant\n%v", links, joints, described(got),
					described(want))
			}
			if got.SameJoints(m) != (len(joints) == 0) {
				t.Fatalf("%d joints differ, and the joints are the same: %v", len(joints), got.SameJoints(m))
			}
			if described(m) != before {
				t.Fatal("the model that was altered has changed")
			}
			if robot = altered; rng.IntN(2) == 0 { // the next one follows from this one
				m, before, spare = got, described(got), nil
				continue
			}
			spare = got
			m = expect.Model(t, robot, opts...)
			before = described(m)
		}
	})
}

// described returns all that a model says of its bodies, links and joints.
func described(m *tree.Model) string {
	return fmt.Sprintf("%x %+v %x %v", m.Numbers(nil), m.Joints(), m.Links(), m.Armature())
}
