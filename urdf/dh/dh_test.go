package dh_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/tree"
	"kinetree/urdf"
	"kinetree/urdf/dh"
)

// hom returns a turn about an axis and a shift along it as a matrix of 4 x 4.
func hom(turn mgl64.Mat3, x, y, z float64) mgl64.Mat4 {
	return mgl64.Translate3D(x, y, z).Mul4(turn.Mat4())
}

// TestDH compares the frames of robots with products of the matrices of both conventions, and so those that are written
// and read again.
func TestDH(t *testing.T) {
	type row struct {
		theta, d, a, alpha float64
		slides             bool
	}
	rows := []row{{0.1, 0.4, 0.05, -math.Pi / 2, false}, {-0.7, 0.1, 0.5, 0.3, false}, {0.2, 0.3, -0.2, 1.1, true},
		{math.Pi / 2, -0.1, 0, math.Pi, false}}
	const table = `# a robot
name,type,theta,d,a,alpha,lower,upper,mass,cx,ixx,iyy,izz
waist,revolute,0.1,0.4,0.05,-90deg,-2,2,3,0.1,0.1,0.1,0.1
,,-0.7,0.1,0.5,0.3,,,,,,,
lift,prismatic,0.2,0.3,-0.2,1.1,0,1,1,,0.1,0.1,0.1
,revolute,90deg,-0.1,,180deg,-90deg,90deg,1,,0.1,0.1,0.1
`
	q := []float64{0.3, -0.4, 0.25, 1.2}
	for _, convention := range dh.Conventions() {
		r, err := dh.Read(strings.NewReader(table), "t.csv", "r", convention)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := r.WriteURDF(&text); err != nil {
			t.Fatal(err)
		}
		again, diags := urdf.Parse(&text, "r.urdf")
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		m, err := tree.Build(again)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(m.JointNames(), " "); got != "waist joint2 lift joint4" {
			t.Errorf("joints %s", got)
		}
		kin := tree.NewKinematics(m)
		kin.Update(q)
		pose := mgl64.Ident4()
		for i, x := range rows {
			theta, d := x.theta+q[i], x.d
			if x.slides {
				theta, d = x.theta, x.d+q[i]
			}
			about, across := hom(mgl64.Rotate3DZ(theta), 0, 0, d), hom(mgl64.Rotate3DX(x.alpha), x.a, 0, 0)
			if convention == "modified" {
				about, across = across, about
			}
			pose = pose.Mul4(about).Mul4(across)
			l, ok := m.Link("frame" + string(rune('1'+i)))
			got := kin.Pose(l)
			if !ok || got.P.Sub(pose.Col(3).Vec3()).Len() > 1e-14 {
				t.Errorf("%s: frame %d is at %v, want %v", convention, i+1, got.P, pose.Col(3))
			}
			for k, v := range pose.Mat3() {
				if math.Abs(got.R[k]-v) > 1e-14 {
					t.Errorf("%s: frame %d has the axes %v, want %v", convention, i+1, got.R, pose.Mat3())
					break
				}
			}
		}
		if j := m.Joints(); j[0].Upper != 2 || !math.IsInf(j[1].Upper, 1) || j[2].Upper != 1 ||
			math.Abs(j[3].Upper-math.Pi/2) > 1e-15 {
			t.Errorf("limits %v", j)
		}
	}
}

// TestDHFaults names lines and columns.
func TestDHFaults(t *testing.T) {
	for table, want := range map[string]string{
		"":                                  "no header",
		"theta,d,a\n0,0,0\n":                "t.csv:1: there is no column alpha",
		"theta,d,a,alpha,Mass\n0,0,0,0,1\n": "t.csv:1: there is no column \"Mass\" (did you mean \"mass\"?)",
		"theta,d,a,alpha\n0,0,x,0\n0,0,0,nan\n": "t.csv:2: a: \"x\" is no number; expected a finite one\n" +
			"t.csv:3: alpha: ",
		"theta,d,a,alpha\n0,0,3deg,0\n":          "t.csv:2: a: \"3deg\" is no angle",
		"theta,d,a,alpha,type\n0,0,0,0,screw\n":  "t.csv:2: type \"screw\"; expected revolute or prismatic",
		"theta,d,a,alpha,lower\n0,0,0,0,1\n":     "t.csv:2: the limits of joint1 have one end",
		"theta,d,a,alpha,name\n0,,,,x\n0,,,,x\n": "t.csv:3: there is a joint \"x\" already",
		"theta,d,a,alpha\n":                      "no rows",
		"theta,d,a,alpha\n0,0,0\n":               "wrong number of fields",
		"theta,d,a,alpha,mass\n0,0,0,0,-1\n":     "t.csv:2: mass -1",
		"theta,d,a,alpha,theta\n0,0,0,0,0\n":     "the column \"theta\" is there twice",
	} {
		_, err := dh.Read(strings.NewReader(table), "t.csv", "r", "standard")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", table, err, want)
		}
	}
	if _, err := dh.Read(strings.NewReader(""), "t.csv", "r", "craig"); err == nil {
		t.Error("there is no error of a convention that is none")
	}
}
