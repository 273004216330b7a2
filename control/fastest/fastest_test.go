package fastest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/control/fastest"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/textbook"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// slider is a mass of 1 kg that slides without gravity.
func slider(t testing.TB, joint string) *tree.Model {
	t.Helper()
	robot, diagnostics := urdf.Parse(strings.NewReader(fmt.Sprintf(`<robot name="slider"><link name="base"/>
<joint name="x" type="prismatic"><parent link="base"/><child link="mass"/><axis xyz="1 0 0"/>%s</joint>
<link name="mass"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
</link></robot>`, joint)), "slider.urdf")
	if robot == nil {
		t.Fatal(diagnostics)
	}
	return expect.Model(t, robot)
}

func passive(m *tree.Model) *tree.Passive {
	return sim.Passive(m, make([]sim.JointExtras, len(m.Joints())), false)
}

func task(t testing.TB, m *tree.Model, l *fastest.PathLimits, shape fastest.RouteShape,
	points ...[]float64) *fastest.PathTask {
	t.Helper()
	route, err := fastest.NewRoute(m, points, shape)
	if err != nil {
		t.Fatal(err)
	}
	return &fastest.PathTask{Route: route, Limits: l, Passive: passive(m)}
}

func solve(t testing.TB, p *fastest.PathTask) *fastest.TimedPath {
	t.Helper()
	found, err := p.Solve()
	if err != nil {
		t.Fatal(err)
	}
	if use := found.Use(); use > 1+2e-6 {
		t.Errorf("the motion takes %v of a limit; expected 1 and the tolerance of 1e-6 at most", use)
	}
	return found
}

// settled is what the time may be off by: the grid is doubled until it changes by 1e-9, or has 16000 cells, which
// leaves some 1e-9 of what is found without limits of the jerk. With them the error falls with the length of the
// cells alone.
const settled, softly = 1e-8, 2e-4

// TestClosedForms times a slider of 1 kg over 1 m. Times and switches are those of bang-bang motions.
func TestClosedForms(t *testing.T) {
	inf := math.Inf(1)
	limits := func(change func(l *fastest.PathLimits)) func(*fastest.PathLimits) { return change }
	for _, c := range []struct {
		name, joint string
		change      func(l *fastest.PathLimits)
		time        float64
		phases      []float64 // their ends
		within      float64
	}{
		{"effort", `<limit lower="-9" upper="9" effort="4" velocity="9"/>`, nil, 1, []float64{0.5, 1}, settled},
		{"viscous", `<limit lower="-9" upper="9" effort="1" velocity="9"/><dynamics damping="1"/>`, nil,
			2.170077003896776, []float64{1.585038501948388, 2.170077003896776}, settled},
		// |τ + v| ≤ 1: the back-EMF of a motor acts like viscous friction.
		{"torque-speed", `<limit lower="-9" upper="9" effort="1000" velocity="9"/>`,
			limits(func(l *fastest.PathLimits) { l.Effort[0], l.Droop[0], l.Stall[0] = inf, 1, 1 }),
			2.170077003896776, []float64{1.585038501948388, 2.170077003896776}, settled},
		// Friction of 1 N takes from 3 N while the slider accelerates, and adds to them while it brakes: v² = 2·2·4/6.
		{"Coulomb", `<limit lower="-9" upper="9" effort="3" velocity="9"/><dynamics friction="1"/>`, nil,
			math.Sqrt(8./3) * 0.75, []float64{math.Sqrt(8./3) / 2, math.Sqrt(8./3) * 0.75}, settled},
		{"velocity", `<limit lower="-9" upper="9" effort="1" velocity="0.5"/>`, nil, 2.5, []float64{0.5, 2, 2.5},
			settled},
		// To 0.5 m/s with 1 m/s² and from there with 0.5 m/s²: 1/8 and 1/4 m.
		{"acceleration", `<limit lower="-9" upper="9" effort="9" velocity="0.5"/>`,
			limits(func(l *fastest.PathLimits) { l.Acceleration[0], l.Deceleration[0] = 1, 0.5 }),
			2.75, []float64{0.5, 1.75, 2.75}, settled},
		{"jerk", `<limit lower="-9" upper="9" effort="900" velocity="900"/>`,
			limits(func(l *fastest.PathLimits) { l.Jerk[0] = 2 }), math.Cbrt(16), nil, softly},
		// v/a + a/j to reach v and to leave it, and 1 m less the way of that at v.
		{"all", `<limit lower="-9" upper="9" effort="900" velocity="0.6"/>`,
			limits(func(l *fastest.PathLimits) { l.Acceleration[0], l.Deceleration[0], l.Jerk[0] = 0.5, 0.5, 2 }),
			1/0.6 + 0.6/0.5 + 0.5/2, nil, softly},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := slider(t, c.joint)
			l := fastest.NewPathLimits(m)
			if c.change != nil {
				c.change(l)
			}
			found := solve(t, task(t, m, l, fastest.Smooth, []float64{0}, []float64{1}))
			expect.Number(t, "duration", found.Duration(), c.time, c.within)
			if c.phases == nil {
				return
			}
			if len(found.Phases) != len(c.phases) {
				t.Fatalf("phases %v; expected %d", found.Phases, len(c.phases))
			}
			for i, p := range found.Phases {
				expect.Number(t, "end of a phase", p.To, c.phases[i], 1e-3*c.within/settled)
			}
		})
	}
}

// TestPendulum lifts a mass of 1 kg on a bar of 1 m from below to the side, with 15 N m at most.
func TestPendulum(t *testing.T) {
	m := expect.Model(t, expect.Robot(t, "pendulum"))
	l := fastest.NewPathLimits(m)
	l.Effort[0] = 15
	found := solve(t, task(t, m, l, fastest.Smooth, []float64{0}, []float64{math.Pi / 2}))
	expect.Number(t, "duration", found.Duration(), 0.604260058108233, settled)
}

// TestCorners rests at the corners of lines and passes points on them: two legs of 1 m with 4 N take 1 s each.
func TestCorners(t *testing.T) {
	m := slider(t, `<limit lower="-9" upper="9" effort="4" velocity="9"/>`)
	p := task(t, m, fastest.NewPathLimits(m), fastest.Straight, []float64{0}, []float64{0}, []float64{0.3},
		[]float64{1},
		[]float64{0})
	found := solve(t, p)
	expect.Number(t, "duration", found.Duration(), 2, settled)
	x := make([]float64, 4)
	found.At(x[:1], x[1:2], x[2:3], x[3:], 1)
	expect.Number(t, "position in the corner", x[0], 1, 1e-9)
	if p.Route.Left != 1 {
		t.Errorf("%d points left out; expected the second one", p.Route.Left)
	}
}

// points returns some within the limits of a robot.
func points(m *tree.Model, rng *rand.Rand, n int) (list [][]float64) {
	ranges, _ := m.Ranges()
	for range n {
		p := make([]float64, m.NQ())
		for k, j := range m.Joints() {
			low, high := math.Max(-2, ranges[k].Lower), math.Min(2, ranges[k].Upper)
			if j.Leader < 0 {
				p[j.Q] = low + (0.2+float64(0.6*rng.Float64()))*(high-low)
			}
		}
		list = append(list, p)
	}
	return list
}

// TestRobots times paths of robots as published, with and without limits of the jerk, and friction. The efforts of the
// motion are those of a second algorithm, its velocities are the differences of its positions, and nothing leaves its
// limits. A motion that is the fastest one is always at a limit.
func TestRobots(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/golden/urdf/*.urdf")
	if len(files) == 0 {
		t.Skip("../shared/golden/urdf is missing; its robots are not timed")
	}
	compared := 0
	for _, name := range expect.Some(t, 5, files...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		robot, _ := urdf.Parse(strings.NewReader(string(text)), name)
		m := expect.Model(t, robot)
		rng := rand.New(rand.NewPCG(7, uint64(m.NV())))
		m = m.Describe(func(j *tree.Joint) { j.Damping, j.Friction = 0.3, 0.2 })
		l := fastest.NewPathLimits(m)
		for k := range l.Effort {
			if x := l.Effort[k]; math.IsInf(x, 1) || x == 0 {
				l.Effort[k] = 100
			}
			if x := l.Velocity[k]; math.IsInf(x, 1) || x == 0 {
				l.Velocity[k] = 3
			}
		}
		path := points(m, rng, 4)
		for jerk := range 2 {
			if jerk == 1 {
				for k := range l.Jerk {
					l.Acceleration[k], l.Deceleration[k], l.Jerk[k] = 12, 9, 60
				}
			}
			route, err := fastest.NewRoute(m, path, fastest.Smooth)
			if err != nil {
				t.Logf("%s: %v", name, err) // its ranges leave one position
				break
			}
			p := &fastest.PathTask{Route: route, Limits: l, Passive: passive(m), Cells: 400}
			found, err := p.Solve()
			if err != nil { // some arms cannot hold themselves everywhere
				if !strings.Contains(err.Error(), "at rest") {
					t.Errorf("%s: %v", name, err)
				}
				t.Logf("%s: %v", name, err)
				break
			}
			if use := found.Use(); use > 1+1e-6 {
				t.Errorf("%s takes %v of a limit; expected 1 at most", name, use)
			}
			mean := 0.0
			for _, phase := range found.Phases {
				mean += phase.Use * (phase.To - phase.From) / found.Duration() / found.Share
			}
			t.Logf("%s: %v s, %v of a limit on average, gap %v s", name, found.Duration(), mean, found.Gap)
			if floor := 0.995 - 0.02*float64(jerk); mean < floor { // 400 cells meet switches in their middle
				t.Errorf("%s: %v of a limit is reached on average; expected %v or more", name, mean, floor)
			}
			follows(t, robot, m, found, rng)
			compared++
		}
	}
	if compared < 6 {
		t.Errorf("%d motions were compared; expected 6 or more", compared)
	}
}

// follows compares a motion with differences and with the textbook's inverse dynamics.
func follows(t *testing.T, robot *urdf.Robot, m *tree.Model, found *fastest.TimedPath, rng *rand.Rand) {
	t.Helper()
	n := m.NV()
	vector := func() []float64 { return make([]float64, n) }
	q, qd, qdd, tau, before, after := vector(), vector(), vector(), vector(), vector(), vector()
	g := m.Gravity()
	book := textbook.New(robot, textbook.Vec3{g[0], g[1], g[2]})
	for range 20 {
		at, h := found.Duration()*rng.Float64(), 1e-6
		found.At(before, qd, qdd, tau, at-h)
		found.At(after, qd, qdd, tau, at+h)
		found.At(q, qd, qdd, tau, at)
		position, velocity, acceleration := map[string]float64{}, map[string]float64{}, map[string]float64{}
		for _, j := range m.Joints() {
			if j.Leader >= 0 {
				return // the textbook knows no such joints
			}
			position[j.Name], velocity[j.Name], acceleration[j.Name] = q[j.Q], qd[j.V], qdd[j.V]
		}
		want := book.InverseDynamics(position, velocity, acceleration, nil)
		for _, j := range m.Joints() {
			// An acceleration of some 1e3 makes a difference of 1e-3 between the speed and its mean.
			expect.Number(t, j.Name+" velocity", (after[j.Q]-before[j.Q])/(2*h), qd[j.V], 2e-3*(1+math.Abs(qd[j.V])))
			drag := float64(0.3 * qd[j.V])
			if qd[j.V] != 0 {
				drag += math.Copysign(0.2, qd[j.V])
			}
			expect.Number(t, j.Name+" effort", tau[j.V], want[j.Name]+drag, 1e-9*(1+math.Abs(tau[j.V])))
		}
	}
}

// TestRefused tells all that is wrong with a task.
func TestRefused(t *testing.T) {
	m := slider(t, `<limit lower="-0.5" upper="0.9" effort="1" velocity="1"/><dynamics friction="2"/>`)
	l := fastest.NewPathLimits(m)
	for want, c := range map[string]*fastest.PathTask{
		`joint "x" goes from 0 to 1 on the path; expected positions within its limits, -0.5 to 0.9`: task(t, m, l,
			fastest.Smooth, []float64{0}, []float64{1}),
		`joint "x" takes an effort of 2 at rest where the path is 0 long, friction included`: task(t,
			m, l, fastest.Smooth, []float64{0}, []float64{0.5}),
	} {
		if _, err := c.Solve(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v; expected %s", err, want)
		}
	}
	l.Effort[0] = math.Inf(1)
	_, err := task(t, m, l, fastest.Smooth, []float64{0}, []float64{0.5}).Solve()
	if want := `expected a limit of the effort or the acceleration of joint "x"`; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("got %v; expected %s", err, want)
	}
	if _, err := fastest.NewRoute(m, [][]float64{{1}, {1}}, fastest.Smooth); err == nil {
		t.Error("a path of one point was taken; expected an error")
	}
}
