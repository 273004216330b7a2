package reach_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/tree/reach"
)

// near is how far poses and angles may be: solutions are within 1e-9 of the pose, and the angles of a pose that is not
// singular as near but for the condition of the Jacobian, below 1e3 in these tests.
const near = 1e-6

func linkOf(t *testing.T, m *tree.Model, name string) int {
	t.Helper()
	k, ok := m.Link(name)
	if !ok {
		t.Fatalf("there is no link %s", name)
	}
	return k
}

// poseOf returns where a link is.
func poseOf(m *tree.Model, link int, q []float64) spatial.Transform {
	kin := tree.NewKinematics(m)
	kin.Update(q)
	return kin.Pose(link)
}

// turned returns an angle within half a turn.
func turned(x float64) float64 { return x - 2*math.Pi*math.Round(x/(2*math.Pi)) }

// checkBranches checks solutions by forward kinematics, written out as differences of matrices, and by the limits.
func checkBranches(t *testing.T, m *tree.Model, link int, target *spatial.Transform, list []reach.Reached) {
	t.Helper()
	for _, b := range list {
		pose := poseOf(m, link, b.Q)
		for i := range pose.R {
			if math.Abs(pose.R[i]-target.R[i]) > near {
				t.Fatalf("at %v the rotation is %v, want %v", b.Q, pose.R, target.R)
			}
		}
		if pose.P.Sub(target.P).Len() > near {
			t.Fatalf("at %v the position is %v, want %v", b.Q, pose.P, target.P)
		}
		for _, x := range m.Bounds() {
			if b.Q[x.Q] < x.Lower || b.Q[x.Q] > x.Upper {
				t.Errorf("%v is beyond the limits %v to %v", b.Q[x.Q], x.Lower, x.Upper)
			}
		}
	}
}

// TestTwoBranches compares the solutions of a planar arm for points with the law of cosines: two, one where the arm is
// stretched, none beyond.
func TestTwoBranches(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	link := linkOf(t, m, "tool")
	s := reach.New(m, link)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		r, phi := 0.1+1.8*rng.Float64(), 2*math.Pi*rng.Float64()
		x, z := r*math.Cos(phi), r*math.Sin(phi)
		found := s.Search(&reach.Aim{Position: mgl64.Vec3{x, 0, z}}, reach.Options{All: true, Starts: 100})
		if len(found.Branches) != 2 {
			t.Fatalf("%d solutions at the distance %v, want 2", len(found.Branches), r)
		}
		bend := math.Acos((r*r - 2) / 2)
		for _, b := range found.Branches {
			elbow := math.Copysign(bend, b.Q[1])
			shoulder := phi - math.Atan2(math.Sin(elbow), 1+math.Cos(elbow))
			if math.Abs(turned(b.Q[0]-shoulder)) > near || math.Abs(b.Q[1]-elbow) > near {
				t.Errorf("found %v, want %v, %v", b.Q, shoulder, elbow)
			}
			if b.Idle != 0 {
				t.Errorf("%d idle directions, want none", b.Idle)
			}
		}
		if found.Branches[0].Q[1]*found.Branches[1].Q[1] >= 0 {
			t.Error("both solutions bend the elbow the same way")
		}
	}
	stretched := s.Search(&reach.Aim{Position: mgl64.Vec3{0, 0, 2}}, reach.Options{All: true, Starts: 100})
	if n := len(stretched.Branches); n != 1 || stretched.Branches[0].Idle != 1 ||
		math.Abs(stretched.Branches[0].Q[0]-math.Pi/2) > 1e-5 { // the root of what is reached, 1e-14, and a little
		t.Errorf("%d solutions for the stretched arm: %+v", n, stretched.Branches)
	}
	beyond := s.Search(&reach.Aim{Position: mgl64.Vec3{1.8, 0, 2.4}}, reach.Options{All: true, Starts: 50})
	if len(beyond.Branches) != 0 || math.Abs(beyond.Nearest.Miss.Distance-1) > 1e-9 {
		t.Errorf("3 m away: %d solutions, the nearest %v m away; want none, and 1 m", len(beyond.Branches),
			beyond.Nearest.Miss.Distance)
	}
}

// dh is the pose along a row of a table of Denavit and Hartenberg: turn θ, shift d, length a, twist α.
func dh(theta, d, a, alpha float64) mgl64.Mat4 {
	return mgl64.HomogRotate3DZ(theta).Mul4(mgl64.Translate3D(0, 0, d)).Mul4(mgl64.Translate3D(a, 0, 0)).
		Mul4(mgl64.HomogRotate3DX(alpha))
}

// TestEightBranches compares the solutions of a UR5 with its closed form: two for the shoulder, two for the wrist and
// two for the elbow, those of which are real. Source: Hawkins, "Analytic inverse kinematics for the universal robots
// UR-5/UR-10 arms", 2013.
func TestEightBranches(t *testing.T) {
	const d1, a2, a3, d4, d5, d6 = 0.089159, -0.425, -0.39225, 0.10915, 0.09465, 0.0823
	m := golden.Embedded(t, "ur5")
	base, tool := linkOf(t, m, "base"), linkOf(t, m, "tool0")
	forward := func(q []float64) mgl64.Mat4 {
		return dh(q[0], d1, 0, math.Pi/2).Mul4(dh(q[1], 0, a2, 0)).Mul4(dh(q[2], 0, a3, 0)).
			Mul4(dh(q[3], d4, 0, math.Pi/2)).Mul4(dh(q[4], d5, 0, -math.Pi/2)).Mul4(dh(q[5], d6, 0, 0))
	}
	s := reach.New(m, tool)
	rng := rand.New(rand.NewPCG(7, 8))
	eight := 0
	q := make([]float64, m.NQ())
	for range expectRounds(40) {
		m.Random(q, rng)
		at, target := poseOf(m, base, q), poseOf(m, tool, q)
		T := forward(q)
		if inBase := at.Inverse(); inBase.Compose(&target).P.Sub(T.Col(3).Vec3()).Len() > near {
			t.Fatal("the table is of another robot")
		}
		if math.Abs(math.Sin(q[4])) < 0.05 || math.Abs(math.Sin(q[2])) < 0.05 { // next to singular
			continue
		}
		var want [][3]float64 // shoulder pan, elbow, wrist 2
		p := T.Col(3)
		center := p.Sub(T.Col(2).Mul(d6))
		for _, left := range []float64{1, -1} {
			pan := math.Atan2(center[1], center[0]) + left*math.Acos(d4/math.Hypot(center[0], center[1])) + math.Pi/2
			sin, cos := math.Sincos(pan)
			for _, up := range []float64{1, -1} {
				wrist := up * math.Acos((p[0]*sin-p[1]*cos-d4)/d6)
				inverse := T.Inv()
				last := math.Atan2((-inverse.At(1, 0)*sin+inverse.At(1, 1)*cos)/math.Sin(wrist),
					(inverse.At(0, 0)*sin-inverse.At(0, 1)*cos)/math.Sin(wrist))
				rest := dh(pan, d1, 0, math.Pi/2).Inv().Mul4(T).Mul4(dh(wrist, d5, 0, -math.Pi/2).
					Mul4(dh(last, d6, 0, 0)).Inv())
				from := rest.Mul4x1(mgl64.Vec4{0, -d4, 0, 1}).Vec3()
				if c := (from.LenSqr() - a2*a2 - a3*a3) / (2 * a2 * a3); math.Abs(c) <= 1 {
					want = append(want, [3]float64{pan, math.Acos(c), wrist}, [3]float64{pan, -math.Acos(c), wrist})
				}
			}
		}
		found := s.Search(&reach.Aim{Position: target.P, Rotation: &target.R}, reach.Options{All: true, Seed: 3})
		checkBranches(t, m, tool, &target, found.Branches)
		if len(found.Branches) != len(want) {
			t.Errorf("%d solutions for the pose at %v, the closed form has %d", len(found.Branches), q, len(want))
		}
		for _, w := range want {
			if !slices.ContainsFunc(found.Branches, func(b reach.Reached) bool {
				return math.Abs(turned(b.Q[0]-w[0])) < near && math.Abs(turned(b.Q[2]-w[1])) < near &&
					math.Abs(turned(b.Q[4]-w[2])) < near
			}) {
				t.Errorf("the solution with pan, elbow and wrist 2 at %v is missing", w)
			}
		}
		if len(want) == 8 {
			eight++
		}
	}
	if eight < 5 {
		t.Errorf("%d poses with eight solutions were compared; expected 5", eight)
	}
}

// expectRounds returns how often something is drawn, less often with -short.
func expectRounds(n int) int {
	if testing.Short() {
		return n / 2
	}
	return n
}

// TestGolden asks for the poses of another engine: from the position of the figures the search stays there, and from
// others it leads to the pose.
func TestGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		if m.Floating() || len(f.States) == 0 {
			t.Skip("it has no states on a fixed base")
		}
		if _, ok := f.States[0].Poses[f.LeafLink]; !ok {
			t.Skip("it has no poses of a link")
		}
		link := linkOf(t, m, f.LeafLink)
		s := reach.New(m, link)
		for _, state := range expect.Some(t, 2, f.States[:min(5, len(f.States))]...) {
			q, figures := golden.Vector(t, m, state.Q), state.Poses[f.LeafLink]
			target := spatial.Transform{}
			for r := range 3 {
				for c := range 3 {
					target.R.Set(r, c, figures[4*r+c])
				}
				target.P[r] = figures[4*r+3]
			}
			within := true
			for _, b := range m.Bounds() {
				within = within && b.Lower <= q[b.Q] && q[b.Q] <= b.Upper
			}
			aim := &reach.Aim{Position: target.P, Rotation: &target.R}
			if within {
				here := s.Search(aim, reach.Options{Start: q})
				if here.Starts != 1 || len(here.Branches) != 1 {
					t.Errorf("from the position of the figures %d starts led to %d solutions", here.Starts,
						len(here.Branches))
				}
				checkBranches(t, m, link, &target, here.Branches)
				there := s.Search(aim, reach.Options{})
				if len(there.Branches) != 1 {
					t.Errorf("no way to the pose from %d starts; the nearest is %+v", there.Starts, there.Nearest.Miss)
				}
				checkBranches(t, m, link, &target, there.Branches)
			}
		}
	})
}

// TestRandomRobots asks for poses of random robots at hidden positions, with joints of several coordinates, followers,
// limits and floating bases, which stay.
func TestRandomRobots(t *testing.T) {
	reached, all := 0, 0
	for seed := range uint64(expectRounds(60)) {
		robot, opts := randrobot.Any(seed, 6)
		m, err := tree.Build(robot, opts...)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 9))
		start, hidden := make([]float64, m.NQ()), make([]float64, m.NQ())
		m.Random(start, rng)
		m.Random(hidden, rng)
		if m.Floating() {
			copy(hidden[:7], start[:7])
		}
		for _, b := range m.Bounds() {
			hidden[b.Q] = max(b.Lower, min(b.Upper, hidden[b.Q]))
		}
		link := len(m.Links()) - 1
		target := poseOf(m, link, hidden)
		found := reach.New(m, link).Search(&reach.Aim{Position: target.P, Rotation: &target.R},
			reach.Options{Start: start, Seed: seed})
		all++
		if len(found.Branches) > 0 {
			reached++
			checkBranches(t, m, link, &target, found.Branches)
			if m.Floating() { // its quaternion gets the length 1 again
				expect.Within(t, "the base", found.Branches[0].Q[:7], start[:7], 1e-14)
			}
		}
	}
	// Joints whose motions do not close, such as a custom one of two turns, may hide a position from all starts.
	if reached < all*19/20 || all < 30 {
		t.Errorf("%d of %d poses were reached", reached, all)
	}
}

// TestRedundant checks that an arm of seven joints has an idle direction in each solution, that examples of these end
// the search, and that the same seed finds the same.
func TestRedundant(t *testing.T) {
	m := golden.Embedded(t, "panda_arm")
	q := &reach.Question{Link: "panda_link8", Pose: []float64{0.5, 0.1, 0.4, 1, 0, 0, 0},
		Options: reach.Options{All: true, Seed: 4}}
	r, err := reach.Answer(m, nil, q)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Solutions) != 20 || len(r.Notes) != 1 {
		t.Errorf("%d solutions with the notes %q", len(r.Solutions), r.Notes)
	}
	for _, x := range r.Solutions {
		if x.Idle != 1 || x.Error > 1e-9 {
			t.Errorf("%d idle directions, want 1; error %v", x.Idle, x.Error)
		}
	}
	again, err := reach.Answer(m, nil, q)
	if err != nil || !reflect.DeepEqual(r, again) {
		t.Errorf("the same seed has found something else (%v)", err)
	}
}

// TestUnreached checks what is said of poses out of reach, and of those of which the point alone is within.
func TestUnreached(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	for _, c := range []struct {
		pose []float64
		want string
	}{
		{[]float64{3, 0, 0}, "of 40 starts the nearest ends 1 m from it"},
		{[]float64{0, 1, 0, 0, 0, 0, 1}, "with any rotation 1 m are left"},
		{[]float64{1, 0, 1, 0, 0, 1, 0}, "its position can be reached, with another rotation"},
	} {
		r, err := reach.Answer(m, nil, &reach.Question{Link: "tool", Pose: c.pose, Options: reach.Options{Starts: 40}})
		if err == nil || !strings.Contains(err.Error(), c.want) || r == nil || r.Nearest == nil ||
			len(r.Solutions) != 0 {
			t.Errorf("%v: the error is %v with the report %+v, want %q", c.pose, err, r, c.want)
		}
		if text, err := json.Marshal(r); err != nil || !strings.HasPrefix(string(text), `{"solutions":[],`) {
			t.Errorf("the report is %s (%v)", text, err)
		}
	}
}

// TestBadQuestions checks that all that is wrong with a question is said.
func TestBadQuestions(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	for want, q := range map[string]*reach.Question{
		`no link "tol" (did you mean "tool"?)`: {Link: "tol", Pose: []float64{1, 0, 0}},
		"pose: 4 numbers; expected 3":          {Link: "tol", Pose: []float64{1, 0, 0, 0}},
		"the quaternion has the length 2":      {Link: "tool", Pose: []float64{1, 0, 0, 0, 0, 0, 2}},
		"expected finite numbers":              {Link: "tool", Pose: []float64{1, 0, math.NaN()}},
		"starts: -1": {Link: "tool", Pose: []float64{1, 0, 0},
			Options: reach.Options{Starts: -1}},
	} {
		if _, err := reach.Answer(m, nil, q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error of %+v is %v, want %q", q, err, want)
		}
	}
}

// TestImproveDoesNotAllocate checks it.
func TestImproveDoesNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	s := reach.New(m, linkOf(t, m, "tool0"))
	target := poseOf(m, linkOf(t, m, "tool0"), []float64{1, -1, 1, -1, 1, -1})
	aim, q := &reach.Aim{Position: target.P, Rotation: &target.R}, make([]float64, 6)
	if n := testing.AllocsPerRun(10, func() {
		clear(q)
		s.Improve(q, aim)
	}); n != 0 {
		t.Errorf("it allocates %v times", n)
	}
}
