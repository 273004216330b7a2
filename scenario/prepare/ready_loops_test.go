package prepare_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
)

// tape keeps a log.
type tape struct {
	columns map[string]int
	rows    [][]float64
}

func (x *tape) Begin(columns []string) error {
	x.columns = map[string]int{}
	for i, c := range columns {
		x.columns[c] = i
	}
	return nil
}

func (x *tape) Record(row []float64) error {
	x.rows = append(x.rows, slices.Clone(row))
	return nil
}

func (x *tape) End(*sim.Summary) error { return nil }

// of returns numbers of a row.
func (x *tape) of(t *testing.T, row int, names ...string) (list []float64) {
	t.Helper()
	for _, n := range names {
		i, ok := x.columns[n]
		if !ok {
			t.Fatalf("there is no column %s", n)
		}
		list = append(list, x.rows[row][i])
	}
	return list
}

// several returns the names of the coordinates of a joint.
func several(joint string, n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("%s[%d]/position", joint, i))
	}
	return names
}

// play runs a ready scenario.
func play(t *testing.T, name string, paths ...any) (*prepare.Run, *tape) {
	t.Helper()
	s, err := scenario.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	var over []scenario.Override
	for i := 0; i < len(paths); i += 2 {
		over = append(over, scenario.NewOverride(paths[i].(string), paths[i+1], "test"))
	}
	if err := robot.Override(s, robot.Env{}, over...); err != nil {
		t.Fatal(err)
	}
	x := &tape{}
	run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: x})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return run, x
}

// last returns the number of the last row.
func (x *tape) last() int { return len(x.rows) - 1 }

// off returns how far a constraint between points is from being met, by the kinematics alone, relative to the size of
// the robot; 0 for others.
func off(m *tree.Model, kin *tree.Kinematics, c *scenario.ConstraintSpec, size float64) float64 {
	at := func(i int) mgl64.Vec3 {
		pose := spatial.Identity()
		if c.Links[i] != "world" {
			l, _ := m.Link(c.Links[i])
			pose = kin.Pose(l)
		}
		return pose.P.Add(pose.R.Mul3x1(mgl64.Vec3(c.At[i])))
	}
	switch c.Type {
	case "point":
		return at(0).Sub(at(1)).Len() / size
	case "distance":
		return math.Abs(at(0).Sub(at(1)).Len()-*c.Length) / size
	case "rolling":
		l, _ := m.Link(c.Link)
		pose := kin.Pose(l)
		up := 1.0 // of the lowest point over the centre, for a normal along z
		if c.Axis != nil {
			lean := pose.R.Mul3x1(mgl64.Vec3(c.Axis[0]))[2]
			up = math.Sqrt(1 - lean*lean)
		}
		return math.Abs(pose.P[2]-*c.Radius*up) / size
	}
	return 0
}

// loops are the ready scenarios with constraints, with the size of each robot (m).
var loops = map[string]float64{"four_bar_loop": 1.1, "parallelogram_swing": 1.5, "four_bars_2_turn": 3,
	"four_bars_40_turn": 41, "slider_crank_drive": 0.4, "stewart_platform_legs": 1.5, "delta_robot_arms": 0.7,
	"knife_edge": 1, "rolling_disc": 1, "turntable_ball": 0.35, "strandbeest_leg_walk": 1}

// TestReadyLoopsHold: every ready scenario with constraints meets them at all logged times to 1e-13 of the size of its
// robot, by every integrator.
func TestReadyLoopsHold(t *testing.T) {
	checked, wanted := 0, 0
	for _, entry := range models.Scenarios() {
		s, err := scenario.Open(entry.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Constraints) == 0 {
			continue
		}
		size, ok := loops[entry.Name]
		if !ok {
			t.Errorf("%s has constraints; expected it in this test", entry.Name)
			continue
		}
		methods := expect.Some(t, 3, "rk4", "euler", "semi-implicit", "implicit", "midpoint", "implicit-midpoint",
			"dormand-prince")
		for _, method := range methods {
			duration := s.Duration
			if method != "rk4" || testing.Short() || entry.Name == "four_bars_40_turn" {
				duration = 0.2
			}
			if testing.Short() && entry.Name == "four_bars_40_turn" {
				duration = 0.02 // 21 rows of forty loops
			}
			run, x := play(t, entry.Name, "duration", duration, "integrator", method)
			m := run.World.Model()
			kin, q := tree.NewKinematics(m), make([]float64, m.NQ())
			most, checks := 0.0, 0
			for row := range x.rows {
				for _, j := range m.Joints() {
					names := []string{j.Name + "/position"}
					if j.NQ > 1 {
						names = several(j.Name, j.NQ)
					}
					copy(q[j.Q:], x.of(t, row, names...))
				}
				kin.Update(q)
				for i := range s.Constraints {
					most = max(most, off(m, kin, &s.Constraints[i], size))
					checks++
				}
			}
			if !(most <= 1e-13) || checks < 100 {
				t.Errorf("%s by %s: a constraint is off by %.3g of the size of the robot; expected 1e-13 at most (%d "+
					"checks)", entry.Name, method, most, checks)
			}
			checked++
		}
		wanted += len(methods)
	}
	if checked != wanted || wanted < 3*len(loops) {
		t.Errorf("%d runs were checked of %d", checked, wanted)
	}
}

// TestParallelogramSwing: it swings as a pendulum with the inertia 2 m l²/3 + M l² and the weight moment (m + M) g l.
func TestParallelogramSwing(t *testing.T) {
	_, x := play(t, "parallelogram_swing")
	expect.Within(t, "acceleration at the start", x.of(t, 0, "left_joint/acceleration"), []float64{-12.463070994012},
		1e-11)
	expect.Within(t, "angle after 1 s", x.of(t, x.last(), "left_joint/position"), []float64{-0.072233079429851},
		1e-9) // rk4 at 1 ms: 4e-11
}

// TestFourBarsTurn compares problem A02 of the IFToMM library with its closed form, θ” = k sin θ.
func TestFourBarsTurn(t *testing.T) {
	_, x := play(t, "four_bars_2_turn")
	angle := x.of(t, x.last(), "bar_0_joint/position")[0]
	expect.Within(t, "tip of the first of three bars", []float64{math.Sin(angle), math.Cos(angle)},
		[]float64{0.3284581115408154, 0.9445185381786010}, 1e-8)
	end := 20.0
	if testing.Short() {
		end = 0.5
	}
	_, x = play(t, "four_bars_40_turn", "duration", end, "log.every", 100)
	const n = 40.0
	k := 9.81 * ((n+1)/2 + n) / ((n+1)/3 + n)
	theta, rate := 0.0, 1.0
	steps := int(end * 20000)
	for h, i := end/float64(steps), 0; i < steps; i++ { // the classical method; its error is rounding with these steps
		a1 := k * math.Sin(theta)
		v2, a2 := rate+h/2*a1, k*math.Sin(theta+h/2*rate)
		v3, a3 := rate+h/2*a2, k*math.Sin(theta+h/2*v2)
		v4, a4 := rate+h*a3, k*math.Sin(theta+h*v3)
		theta, rate = theta+h/6*(rate+2*v2+2*v3+v4), rate+h/6*(a1+2*a2+2*a3+a4)
	}
	angle = x.of(t, x.last(), "bar_0_joint/position")[0]
	expect.Within(t, "tip of the first of 41 bars", []float64{math.Sin(angle), math.Cos(angle)},
		[]float64{math.Sin(theta), math.Cos(theta)}, 1e-7)
}

// TestSliderCrankDrive: the slider is at r cos θ + √(l² − r² sin² θ), and the torque at the crank is the derivative of
// the energy with its angle.
func TestSliderCrankDrive(t *testing.T) {
	const r, l, rate = 0.1, 0.3, 20.0
	place := func(angle float64) float64 {
		return r*math.Cos(angle) + math.Sqrt(l*l-r*r*math.Sin(angle)*math.Sin(angle))
	}
	slope := func(f func(float64) float64, x float64) float64 { // of order 4
		const h = 1e-3
		return (8*(f(x+h)-f(x-h)) - (f(x+2*h) - f(x-2*h))) / (12 * h)
	}
	energy := func(angle float64) float64 { // the crank turns downwards
		tilt := func(a float64) float64 { return math.Asin(r * math.Sin(a) / l) }
		x := func(a float64) float64 { return r*math.Cos(a) + l/2*math.Cos(tilt(a)) }
		z := func(a float64) float64 { return -r / 2 * math.Sin(a) } // of the middle of the rod
		speed := func(f func(float64) float64) float64 { return rate * slope(f, angle) }
		kinetic := 0.5 * r * r / 3 * rate * rate
		kinetic += 0.8*(math.Pow(speed(x), 2)+math.Pow(speed(z), 2)) + 0.8*l*l/12*math.Pow(speed(tilt), 2)
		kinetic += math.Pow(speed(place), 2)
		return kinetic/2 + 9.81*(0.5*z(angle)+0.8*z(angle))
	}
	_, x := play(t, "slider_crank_drive")
	for row := 0; row <= x.last(); row += 100 {
		angle := rate * x.of(t, row, "time")[0]
		expect.Within(t, "slider", x.of(t, row, "slider_joint/position"), []float64{place(angle)}, 1e-12)
		expect.Within(t, "torque", x.of(t, row, "crank_joint/effort"), []float64{slope(energy, angle)},
			1e-7) // of differences
	}
}

// rotated returns p + R b for the coordinates of a floating joint.
func rotated(q []float64, b mgl64.Vec3) mgl64.Vec3 {
	R := spatial.FromQuaternion(mgl64.Quat{W: q[6], V: mgl64.Vec3{q[3], q[4], q[5]}})
	return mgl64.Vec3{q[0], q[1], q[2]}.Add(R.Mul3x1(b))
}

// circle returns a point on a circle in the plane z = 0.
func circle(radius, degrees float64) mgl64.Vec3 {
	return mgl64.Vec3{radius * math.Cos(degrees*math.Pi/180), radius * math.Sin(degrees*math.Pi/180)}
}

// TestStewartPlatformLegs: inverse kinematics gives the lengths of the legs, |p + R b − a|, which were prescribed.
func TestStewartPlatformLegs(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short, TestReadyLoopsHold alone moves the Stewart platform")
	}
	_, x := play(t, "stewart_platform_legs")
	moved := 0.0
	for row := 0; row <= x.last(); row += 50 {
		q := x.of(t, row, several("platform_joint", 7)...)
		for k := range 6 {
			a := circle(1, []float64{-10, 10, 110, 130, 230, 250}[k])
			b := circle(0.6, []float64{-50, 50, 70, 170, 190, 290}[k])
			home := math.Sqrt(1 + 0.36 - 1.2*math.Cos(40*math.Pi/180) + 1)
			now := x.of(t, row, "time")[0]
			want := home + 0.06*math.Sin(2*math.Pi*(0.4+0.1*float64(k))*now)
			expect.Within(t, fmt.Sprintf("leg %d", k+1), []float64{rotated(q, b).Sub(a).Len()}, []float64{want}, 1e-12)
		}
		moved = max(moved, math.Abs(q[2]-1))
	}
	if moved < 0.02 {
		t.Errorf("the platform moves by %v m only", moved)
	}
}

// TestDeltaRobotArms: the platform does not turn, and its place gives the angles of the arms, which were prescribed:
// (R + L cos θ − r − x)² + y² + (L sin θ + z)² = l², with x outwards along the arm.
func TestDeltaRobotArms(t *testing.T) {
	_, x := play(t, "delta_robot_arms")
	moved := 0.0
	for row := 0; row <= x.last(); row += 50 {
		q := x.of(t, row, several("platform_joint", 7)...)
		expect.Within(t, "turn of the platform", q[3:6], []float64{0, 0, 0}, 1e-13)
		for k := range 3 {
			out := circle(1, 120*float64(k))
			along, across := q[0]*out[0]+q[1]*out[1], q[1]*out[0]-q[0]*out[1]
			// with E = d cos θ − z' sin θ, where d = R − r − x and z' = −z
			d, z := 0.2-0.05-along, q[2]
			sum := (0.25 - d*d - across*across - z*z - 0.25*0.25) / (2 * 0.25) // d cos θ + z sin θ
			angle := math.Atan2(z, d) + math.Acos(sum/math.Hypot(d, z))
			now := x.of(t, row, "time")[0]
			want := 0.3 + (0.2+0.05*float64(k))*math.Sin(2*math.Pi*(0.7+0.2*float64(k))*now)
			expect.Within(t, fmt.Sprintf("arm %d", k+1), []float64{angle}, []float64{want}, 1e-11)
		}
		moved = max(moved, math.Hypot(q[0], q[1]))
	}
	if moved < 0.02 {
		t.Errorf("the platform moves by %v m only", moved)
	}
}

// TestKnifeEdgeScenario compares the skate on its slope with the closed form.
func TestKnifeEdgeScenario(t *testing.T) {
	_, x := play(t, "knife_edge")
	const w = 2.0
	a := 9.81 / 2 / (2 * w * w)
	expect.Within(t, "skate", x.of(t, x.last(), several("plane", 2)...),
		[]float64{a * math.Pow(math.Sin(w), 2), a * (w - math.Sin(2*w)/2)}, 1e-10)
}

// TestRollingDiscScenario: upright it is stable from √(g/3r) on, found by the poles to 1e-6.
func TestRollingDiscScenario(t *testing.T) {
	critical := math.Sqrt(9.81 / 1.5)
	for _, c := range []struct {
		part   float64
		stable bool
	}{{1 - 1e-6, false}, {1 + 1e-6, true}} {
		s, err := scenario.Open("rolling_disc", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := robot.Override(s, robot.Env{}, scenario.NewOverride("initial.velocity.lean_joint", 0, "test"),
			scenario.NewOverride("initial.velocity.spin", c.part*critical, "test")); err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		linear, err := run.World.Linearize(nil)
		if err != nil {
			t.Fatal(err)
		}
		poles, err := linear.Poles()
		if err != nil {
			t.Fatal(err)
		}
		if stable := real(poles[0]) <= 0; stable != c.stable {
			t.Errorf("at %v of the critical spin the poles are %v; expected stable: %v", c.part, poles, c.stable)
		}
	}
	_, x := play(t, "rolling_disc")
	if lean := x.of(t, x.last(), "lean_joint/position")[0]; math.Abs(lean) > 0.05 {
		t.Errorf("the disc leans by %v rad; expected it to roll on", lean)
	}
}

// TestReadyLoopsLinearize: every ready scenario with constraints can be linearized at its start.
func TestReadyLoopsLinearize(t *testing.T) {
	for name := range loops {
		if testing.Short() && name == "four_bars_40_turn" {
			continue
		}
		s, err := scenario.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		linear, err := run.World.Linearize(nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := linear.Poles(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTurntableBall: the ball goes in circles at 2/7 of the table's rate.
func TestTurntableBall(t *testing.T) {
	_, x := play(t, "turntable_ball")
	angle := 2.0 / 7 * 7 * x.of(t, x.last(), "time")[0]
	expect.Within(t, "ball", x.of(t, x.last(), several("ball_joint", 3)...),
		[]float64{0.3 * math.Cos(angle), 0.3 * math.Sin(angle), 0.05}, 1e-9) // rk4 at 0.5 ms: 1e-11
}

// meet returns where a circle about p meets one about s, on the left of the way from p to s or on its right.
func meet(p mgl64.Vec2, a float64, s mgl64.Vec2, b float64, left bool) mgl64.Vec2 {
	d := s.Sub(p)
	l := d.Len()
	along := (a*a - b*b + l*l) / (2 * l)
	across := math.Sqrt(a*a - along*along)
	if !left {
		across = -across
	}
	return p.Add(d.Mul(along / l)).Add(mgl64.Vec2{-d[1], d[0]}.Mul(across / l))
}

// TestStrandbeestLegWalk compares the way of the foot with that by circles alone, with Jansen's numbers.
func TestStrandbeestLegWalk(t *testing.T) {
	_, x := play(t, "strandbeest_leg_walk")
	lowest, highest := 0.0, -1.0
	for row := 0; row <= x.last(); row += 20 {
		angle := 2 * math.Pi * x.of(t, row, "time")[0]
		crank := mgl64.Vec2{0.38 + 0.15*math.Cos(angle), 0.078 + 0.15*math.Sin(angle)}
		upper := meet(crank, 0.5, mgl64.Vec2{}, 0.415, false)
		lower := meet(crank, 0.619, mgl64.Vec2{}, 0.393, true)
		back := meet(mgl64.Vec2{}, 0.401, upper, 0.558, true)
		knee := meet(back, 0.394, lower, 0.367, false)
		foot := meet(knee, 0.657, lower, 0.49, false)
		// the foot as its link has it: on the triangle of 0.367, 0.657 and 0.49
		pose := x.of(t, row, "foot/position/x", "foot/position/z")
		origin := mgl64.Vec2{pose[0], pose[1]}
		expect.Within(t, "hinge of the foot", pose, lower[:], 1e-11)
		expect.Within(t, "distance to the foot", []float64{foot.Sub(origin).Len()}, []float64{0.49}, 1e-11)
		q := x.of(t, row, "rocker_joint/position", "foot_joint/position")
		toKnee := knee.Sub(lower)
		turn := math.Remainder(q[0]+q[1]-math.Atan2(toKnee[1], toKnee[0]), 2*math.Pi)
		expect.Within(t, "turn of the foot", []float64{turn}, []float64{0}, 1e-11)
		lowest, highest = min(lowest, foot[1]), max(highest, foot[1])
	}
	if highest-lowest < 0.15 || highest-lowest > 0.4 { // Jansen's foot rises by a quarter of a metre at this size
		t.Errorf("the foot rises by %v m", highest-lowest)
	}
}
