package models_test

import (
	"bytes"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"kinetree/aba"
	"kinetree/dynamics/lagrange"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/rnea"
	"kinetree/tree"
	"kinetree/urdf"
)

// exact is the accuracy of the engine against closed forms with figures of magnitude 1 to 1000: some ten roundings.
const exact = 1e-11

const g = 9.81

// TestList checks that the list and the files are the same, and the README names all.
func TestList(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := fs.Glob(os.DirFS("."), "*.urdf")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, p := range paths {
		files = append(files, strings.TrimSuffix(p, ".urdf"))
	}
	names := models.Names()
	if slices.Sort(names); !slices.Equal(names, files) {
		t.Errorf("the list has %v, the folder %v", names, files)
	}
	for _, m := range models.List() {
		if !bytes.Contains(readme, []byte("| `"+m.Name+"` |")) {
			t.Errorf("README.md does not name %s", m.Name)
		}
		if m.Summary == "" {
			t.Errorf("%s has no summary", m.Name)
		}
		data, _ := models.URDF(m.Name)
		if _, diags := urdf.Parse(bytes.NewReader(data), m.Name); len(diags) > 0 {
			t.Error(diags)
		}
	}
	if _, ok := models.URDF("models"); ok {
		t.Error("there is a model of a name that is not in the list")
	}
	if _, err := models.Robot("ur6"); err == nil || !strings.Contains(err.Error(), `did you mean "ur5"?`) {
		t.Errorf("unknown model: %v", err)
	}
}

// forward returns the accelerations and inverse the efforts of a model.
func forward(t *testing.T, m *tree.Model, q, qd, tau []float64) []float64 {
	t.Helper()
	qdd := make([]float64, m.NV())
	if err := aba.New(m).ForwardDynamics(qdd, q, qd, tau, nil); err != nil {
		t.Fatal(err)
	}
	return qdd
}

func inverse(m *tree.Model, q, qd, qdd []float64) []float64 {
	tau := make([]float64, m.NV())
	rnea.New(m).InverseDynamics(tau, q, qd, qdd, nil)
	return tau
}

// states calls check with random positions, velocities and accelerations of n joints.
func states(n int, check func(q, qd, qdd []float64)) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		x := make([][]float64, 3)
		for i := range x {
			x[i] = make([]float64, n)
			for j := range x[i] {
				x[i][j] = 3 * rng.NormFloat64()
			}
		}
		check(x[0], x[1], x[2])
	}
}

// agree checks a closed form of inverse dynamics with both algorithms.
func agree(t *testing.T, name string, closed func(q, qd, qdd []float64) []float64) {
	t.Helper()
	m := golden.Embedded(t, name)
	states(m.NV(), func(q, qd, qdd []float64) {
		want := closed(q, qd, qdd)
		expect.Near(t, name+" rnea", inverse(m, q, qd, qdd), want, exact, 1)
		expect.Near(t, name+" aba", forward(t, m, q, qd, want), qdd, exact, 1)
	})
}

func TestPendulum(t *testing.T) {
	const m, l = 1.0, 1.0
	agree(t, "pendulum", func(q, _, qdd []float64) []float64 {
		return []float64{m*l*l*qdd[0] + m*g*l*math.Sin(q[0])}
	})
}

func TestCartesian(t *testing.T) {
	const m1, m2 = 3.0, 2.0
	agree(t, "cartesian", func(_, _, qdd []float64) []float64 {
		return []float64{(m1+m2)*qdd[0] + (m1+m2)*g, m2 * qdd[1]}
	})
}

func TestRRArm(t *testing.T) {
	const a1, l1, l2, m1, m2, J1, J2 = 1.0, 0.5, 0.5, 50.0, 50.0, 10.0, 10.0
	agree(t, "rr_arm", func(q, qd, qdd []float64) []float64 {
		s2, c2 := math.Sincos(q[1])
		c1, c12 := math.Cos(q[0]), math.Cos(q[0]+q[1])
		B11 := J1 + m1*l1*l1 + J2 + m2*(a1*a1+l2*l2+2*a1*l2*c2)
		B12 := J2 + m2*(l2*l2+a1*l2*c2)
		B22 := J2 + m2*l2*l2
		h := -m2 * a1 * l2 * s2
		return []float64{
			B11*qdd[0] + B12*qdd[1] + h*(2*qd[0]*qd[1]+qd[1]*qd[1]) + (m1*l1+m2*a1)*g*c1 + m2*l2*g*c12,
			B12*qdd[0] + B22*qdd[1] - h*qd[0]*qd[0] + m2*l2*g*c12,
		}
	})
}

func TestCartPole(t *testing.T) {
	const M, m, l = 1.0, 0.1, 0.5
	const J = m * l * l / 3
	agree(t, "cart_pole", func(q, qd, qdd []float64) []float64 {
		s, c := math.Sincos(q[1])
		return []float64{
			(M+m)*qdd[0] + m*l*(qdd[1]*c-qd[1]*qd[1]*s),
			(J+m*l*l)*qdd[1] + m*l*qdd[0]*c - m*g*l*s,
		}
	})
}

// TestBarDisc: an effort on the bar meets the bar and the disc as a point mass; the disc's own inertia J shows only
// against an effort on the disc, which acts back on the bar.
func TestBarDisc(t *testing.T) {
	const bar, m, l, J = 3.0, 2.0, 1.0, 0.09
	agree(t, "bar_disc", func(q, _, qdd []float64) []float64 {
		disc := J * (qdd[0] + qdd[1])
		return []float64{(bar*l*l/3+m*l*l)*qdd[0] + disc + (bar*l/2+m*l)*g*math.Sin(q[0]), disc}
	})
}

// TestDoublePendulum: two rods of mass m and length l, by Lagrange's equations.
func TestDoublePendulum(t *testing.T) {
	const m, l = 1.0, 1.0
	agree(t, "double_pendulum", func(q, qd, qdd []float64) []float64 {
		s2, c2 := math.Sincos(q[1])
		s1, s12 := math.Sin(q[0]), math.Sin(q[0]+q[1])
		h := m * l * l / 2 * s2
		return []float64{
			m*l*l*((5.0/3+c2)*qdd[0]+(1.0/3+c2/2)*qdd[1]) - h*(2*qd[0]*qd[1]+qd[1]*qd[1]) + m*g*l*(3*s1+s12)/2,
			m*l*l*((1.0/3+c2/2)*qdd[0]+qdd[1]/3) + h*qd[0]*qd[0] + m*g*l*s12/2,
		}
	})
}

// TestBranched: the arms are mirror images, so mirrored states have mirrored accelerations. In the mirror, the plane
// y = 0, angles about z change their sign, those about y do not, and the grippers' axes are opposite already.
func TestBranched(t *testing.T) {
	m := golden.Embedded(t, "branched")
	mirror := func(x []float64) []float64 {
		out := make([]float64, len(x))
		for k, j := range m.Joints() {
			from, sign := j.Name, 1.0
			switch {
			case j.Name == "waist":
				sign = -1
			case strings.HasPrefix(j.Name, "left"):
				from = "right" + strings.TrimPrefix(j.Name, "left")
			default:
				from = "left" + strings.TrimPrefix(j.Name, "right")
			}
			if strings.HasSuffix(j.Name, "gripper") {
				sign = -1
			}
			i, ok := m.Joint(from)
			if !ok {
				t.Fatalf("no joint %s", from)
			}
			out[k] = sign * x[i]
		}
		return out
	}
	states(m.NV(), func(q, qd, tau []float64) {
		expect.Near(t, "mirrored", forward(t, m, mirror(q), mirror(qd), mirror(tau)),
			mirror(forward(t, m, q, qd, tau)), exact, 1)
	})
}

// TestEnergy checks the potential energy of hanging and standing models, in the middle of their links.
func TestEnergy(t *testing.T) {
	for name, want := range map[string]float64{
		"pendulum":        -g,
		"double_pendulum": -g * (0.5 + 1.5),
		"bar_disc":        -g * (3*0.5 + 2),
		"cart_pole":       g * 0.1 * 0.5,
		"rr_arm":          0,
	} {
		m := golden.Embedded(t, name)
		kinetic, potential := lagrange.New(m).Energy(m.Neutral(), make([]float64, m.NV()))
		expect.Near(t, name, []float64{kinetic, potential}, []float64{0, want}, exact, 1)
	}
}

// TestPandaFlange checks the flange at position 0 against the dimensions of the data sheet: 333 + 316 + 384 - 107 mm
// up, 88 mm forward, pointing down.
func TestPandaFlange(t *testing.T) {
	m := golden.Embedded(t, "panda_arm")
	kin := tree.NewKinematics(m)
	kin.Update(m.Neutral())
	flange, _ := m.Link("panda_link8")
	pose := kin.Pose(flange)
	expect.Near(t, "flange", append(pose.P[:], pose.R[:]...),
		[]float64{0.088, 0, 0.926, 1, 0, 0, 0, -1, 0, 0, 0, -1}, exact, 1)
}

// TestPandaArm compares the arm with the description of the robot with a hand, link by link, where that file is at
// hand.
func TestPandaArm(t *testing.T) {
	file := "../../shared/golden/urdf/panda.urdf"
	if _, err := os.Stat(file); err != nil {
		t.Skipf("not compared, for want of the description of the robot with a hand: %v", err)
	}
	full, diags := urdf.ParseFile(file)
	if full == nil {
		t.Fatal(diags)
	}
	arm, err := models.Robot("panda_arm")
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range arm.Links {
		k := slices.IndexFunc(full.Links, func(o urdf.Link) bool { return o.Name == l.Name })
		if k < 0 {
			t.Fatalf("no link %s", l.Name)
		}
		want := full.Links[k].Inertial
		if l.Inertial == nil { // the flange
			if want.Mass != 0 {
				t.Errorf("link %s has mass %v", l.Name, want.Mass)
			}
			continue
		}
		if got := arm.Links[i].Inertial; got.Mass != want.Mass || got.Origin != want.Origin ||
			got.Inertia != want.Inertia {
			t.Errorf("link %s has %+v, want %+v", l.Name, got, want)
		}
	}
	for _, j := range arm.Joints {
		k := slices.IndexFunc(full.Joints, func(o urdf.Joint) bool { return o.Name == j.Name })
		if k < 0 {
			t.Fatalf("no joint %s", j.Name)
		}
		want := full.Joints[k]
		if j.Type != want.Type || j.Origin != want.Origin || j.Axis != want.Axis || j.Parent != want.Parent ||
			j.Child != want.Child {
			t.Errorf("joint %s is %+v, want %+v", j.Name, j, want)
		}
		if j.Limit != nil && (j.Limit.Lower != want.Limit.Lower || j.Limit.Upper != want.Limit.Upper ||
			j.Limit.Effort != want.Limit.Effort || j.Limit.Velocity != want.Limit.Velocity) {
			t.Errorf("joint %s has limits %+v, want %+v", j.Name, j.Limit, want.Limit)
		}
	}
}
