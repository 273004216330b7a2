package reference_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/control/reference"
	"kinetree/spatial"
)

// pose returns a pose of a position and of roll, pitch and yaw.
func pose(p mgl64.Vec3, roll, pitch, yaw float64) *spatial.Transform {
	return &spatial.Transform{R: spatial.FromRPY(roll, pitch, yaw), P: p}
}

// checkPoseMotion compares the velocity and the acceleration of a motion with differences of order 2 of what they are
// derivatives of, which are off by some h² (ω⁴) with h of 1e-4 s.
func checkPoseMotion(t *testing.T, m reference.PoseMotion, from, to float64) {
	t.Helper()
	const h, near = 1e-4, 1e-5
	for x := from; x < to; x += (to - from) / 7 {
		var before, at, after reference.PosePoint
		m.At(&before, x-h)
		m.At(&at, x)
		m.At(&after, x+h)
		velocity := after.Pose.P.Sub(before.Pose.P).Mul(1 / (2 * h))
		acceleration := after.Velocity.Lin.Sub(before.Velocity.Lin).Mul(1 / (2 * h))
		turn := after.Pose.R.Mul3(before.Pose.R.Transpose())
		rate := mgl64.Vec3{turn.At(2, 1), turn.At(0, 2), turn.At(1, 0)}.
			Sub(mgl64.Vec3{turn.At(1, 2), turn.At(2, 0), turn.At(0, 1)}).Mul(1 / (4 * h))
		spin := after.Velocity.Ang.Sub(before.Velocity.Ang).Mul(1 / (2 * h))
		for _, c := range []struct {
			what      string
			got, want mgl64.Vec3
		}{{"velocity", at.Velocity.Lin, velocity}, {"acceleration", at.Acceleration.Lin, acceleration},
			{"angular velocity", at.Velocity.Ang, rate}, {"angular acceleration", at.Acceleration.Ang, spin}} {
			if c.got.Sub(c.want).Len() > near*(1+c.want.Len()) {
				t.Errorf("t = %v s: the %s is %v, the difference %v", x, c.what, c.got, c.want)
			}
		}
	}
}

// TestStrokes checks where strokes begin and end, that arcs keep their distance from the centre and pass their point,
// and the derivatives.
func TestStrokes(t *testing.T) {
	progress, err := reference.MinJerk(0.5, 1.5, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	number := func() float64 { return 2*rng.Float64() - 1 }
	vector := func() mgl64.Vec3 { return mgl64.Vec3{number(), number(), number()} }
	for range 20 {
		from, to := pose(vector(), number(), number(), number()), pose(vector(), number(), number(), number())
		line := reference.Line(from, to, progress)
		checkPoseMotion(t, line, 0.52, 1.48)
		via := vector()
		arc, err := reference.Arc(from, to, via, progress)
		if err != nil {
			t.Fatal(err)
		}
		checkPoseMotion(t, arc, 0.52, 1.48)
		for _, m := range []reference.PoseMotion{line, arc} {
			var begin, end reference.PosePoint
			m.At(&begin, 0)
			m.At(&end, 2)
			if begin.Pose.P.Sub(from.P).Len() > 1e-12 || end.Pose.P.Sub(to.P).Len() > 1e-9 ||
				!begin.Pose.R.ApproxEqualThreshold(from.R, 1e-12) || !end.Pose.R.ApproxEqualThreshold(to.R, 1e-12) {
				t.Errorf("from %v to %v it goes from %v to %v", from, to, begin.Pose, end.Pose)
			}
			if m.Break(0) != 0.5 || m.Break(0.5) != 1.5 || !math.IsInf(m.Break(1.5), 1) {
				t.Error("the breaks are not those of the progress")
			}
		}
		// The point on the way is met: the least distance from it, by steps of 1e-3 of a circle, is small.
		least, p := math.Inf(1), reference.PosePoint{}
		for x := 0.5; x < 1.5; x += 1e-3 {
			arc.At(&p, x)
			least = min(least, p.Pose.P.Sub(via).Len())
		}
		arc.At(&p, 1)
		if least > 1e-2*(1+p.Velocity.Lin.Len()) {
			t.Errorf("the arc passes the point at a distance of %v", least)
		}
	}
	// Three quarters of the unit circle from x over y: the middle is at 135 degrees.
	arc, err := reference.Arc(pose(mgl64.Vec3{1, 0, 0}, 0, 0, 0), pose(mgl64.Vec3{0, -1, 0}, 0, 0, 0),
		mgl64.Vec3{0, 1, 0}, progress)
	if err != nil {
		t.Fatal(err)
	}
	var p reference.PosePoint
	arc.At(&p, 1)
	if want := (mgl64.Vec3{-math.Sqrt(0.5), math.Sqrt(0.5), 0}); p.Pose.P.Sub(want).Len() > 1e-12 {
		t.Errorf("the middle is at %v, want %v", p.Pose.P, want)
	}
	if _, err := reference.Arc(pose(mgl64.Vec3{}, 0, 0, 0), pose(mgl64.Vec3{2, 0, 0}, 0, 0, 0), mgl64.Vec3{1, 0, 0},
		progress); err == nil || !strings.Contains(err.Error(), "lie on a line") {
		t.Errorf("the error of three points of a line is %v", err)
	}
}

// TestPoses checks motions of links from tables.
func TestPoses(t *testing.T) {
	const text = "time,tool/position/x,tool/position/y,tool/position/z,tool/orientation/x,tool/orientation/y," +
		"tool/orientation/z,tool/orientation/w,elbow/position\n" +
		"0,0,0,0,0,0,0,1,5\n1,1,0,2,0,0,0.7071067811865476,0.7071067811865476,5\n2,1,1,2,0,0,1,0,5\n"
	m, err := reference.ReadPoses(strings.NewReader(text), "t.csv", "tool", mgl64.Ident3(), "")
	if err != nil {
		t.Fatal(err)
	}
	checkPoseMotion(t, m, 0.01, 0.99)
	checkPoseMotion(t, m, 1.01, 1.99)
	var p reference.PosePoint
	m.At(&p, 0.5)
	if want := spatial.FromRPY(0, 0, math.Pi/4); !p.Pose.R.ApproxEqualThreshold(want, 1e-12) {
		t.Errorf("half of the way it is turned by %v", p.Pose.R)
	}
	if math.Abs(p.Velocity.Ang[2]-math.Pi/2) > 1e-12 {
		t.Errorf("it turns at %v", p.Velocity.Ang)
	}
	for _, c := range []struct{ text, want string }{
		{"time,tool/position/x,tool/position/y\n0,1,2\n", `no column "tool/position/z"`},
		{"time,tool/position/x,tool/position/y,tool/position/z,tool/orientation/x\n0,1,2,3,0\n",
			`no column "tool/orientation/y"`},
		{"time,tool/position/x,tool/position/x\n0,1,2\n", "a second column"},
		{strings.Replace(text, "0,0,0,0,0,0,0,1,5", "0,0,0,0,0,0,0,0,5", 1), "the quaternion at 0 s is 0"},
	} {
		if _, err := reference.ReadPoses(strings.NewReader(c.text), "t.csv", "tool", mgl64.Ident3(), ""); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, want %q", err, c.want)
		}
	}
}
