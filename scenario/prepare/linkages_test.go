package prepare_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/control/analysis"
	"kinetree/internal/libm"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/stencil"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// part is a link and the joint that carries it.
type part struct {
	joint, kind, parent, link string
	at, rpy, axis             [3]float64
	mass                      float64
	centre, inertia           [3]float64 // principal moments about the centre of mass, along the link's axes
	limits                    [2]float64 // of a joint that is not continuous; ±9 if they are 0
}

// rod returns a thin rod along x.
func rod(joint, parent, link string, at, axis [3]float64, length, mass float64) part {
	i := mass * length * length / 12
	return part{joint: joint, kind: "continuous", parent: parent, link: link, at: at, axis: axis, mass: mass,
		centre: [3]float64{length / 2}, inertia: [3]float64{0, i, i}}
}

// mechanism runs a scenario of a robot that parts make on the link ground, as a user would write both.
func mechanism(t *testing.T, parts []part, text string) (*prepare.Run, *tape) {
	t.Helper()
	var b strings.Builder
	b.WriteString("<robot name=\"mechanism\">\n<link name=\"ground\"/>\n")
	three := func(x [3]float64) string { return fmt.Sprint(x[0], " ", x[1], " ", x[2]) }
	for _, p := range parts {
		fmt.Fprintf(&b, "<link name=%q>", p.link)
		if p.mass > 0 {
			fmt.Fprintf(&b, "<inertial><origin xyz=%q/><mass value=\"%v\"/><inertia ixx=\"%v\" ixy=\"0\" ixz=\"0\" "+
				"iyy=\"%v\" iyz=\"0\" izz=\"%v\"/></inertial>", three(p.centre), p.mass, p.inertia[0], p.inertia[1],
				p.inertia[2])
		}
		if p.axis == ([3]float64{}) {
			p.axis[2] = 1
		}
		fmt.Fprintf(&b, "</link>\n<joint name=%q type=%q><parent link=%q/><child link=%q/><origin xyz=%q rpy=%q/>"+
			"<axis xyz=%q/>", p.joint, p.kind, p.parent, p.link, three(p.at), three(p.rpy), three(p.axis))
		if p.limits == ([2]float64{}) {
			p.limits = [2]float64{-9, 9}
		}
		if p.kind != "continuous" && p.kind != "planar" {
			fmt.Fprintf(&b, `<limit lower="%v" upper="%v" effort="1e4" velocity="1e3"/>`, p.limits[0], p.limits[1])
		}
		b.WriteString("</joint>\n")
	}
	b.WriteString("</robot>\n")
	return asText(t, b.String(), text)
}

// asText runs a scenario of a robot, both as text.
func asText(t *testing.T, robot, text string) (*prepare.Run, *tape) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mechanism.urdf"), []byte(robot), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Read([]byte("kinetree: 1\nmodel: mechanism.urdf\n"+text), "mechanism.yaml", dir)
	if err != nil {
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

// counted checks what constraints come to.
func counted(t *testing.T, run *prepare.Run, rows, rank, mobility int) {
	t.Helper()
	if c := run.World.Constraints().Count(); c.Rows != rows || c.Rank != rank || c.Mobility != mobility {
		t.Errorf("%v; expected %d rows of rank %d, mobility %d", &c, rows, rank, mobility)
	}
}

// slope returns the derivative of a function by differences of order 8.
func slope(f func(float64) float64, x float64) float64 {
	var out [1]float64
	stencil.Derivative(out[:], 4e-3, func(dst []float64, h float64) { dst[0] = f(x + h) })
	return out[0]
}

// mass is a body of a mechanism of one freedom: its mass, its moment of inertia about an axis that keeps its direction,
// and where the mechanism has its centre and how far turned.
type mass struct {
	m, inertia float64
	at         func(angle float64) (centre [3]float64, turned float64)
}

// inertiaOf returns the inertia that a mechanism of one freedom has for its angle.
func inertiaOf(angle float64, bodies ...mass) (sum float64) {
	for _, b := range bodies {
		square := 0.0
		for k := range 3 {
			v := slope(func(x float64) float64 { c, _ := b.at(x); return c[k] }, angle)
			square += v * v
		}
		w := slope(func(x float64) float64 { _, turned := b.at(x); return turned }, angle)
		sum += b.m*square + b.inertia*w*w
	}
	return sum
}

// accelerated returns the acceleration of a mechanism of one freedom by Lagrange's equation in its angle alone, with J
// the inertia that it has for the angle, J θ” = Q − J' θ'²/2 − V', for gravity g and the generalized effort Q.
func accelerated(angle, rate, effort float64, g [3]float64, bodies ...mass) float64 {
	inertia := func(angle float64) float64 { return inertiaOf(angle, bodies...) }
	weight := func(angle float64) (v float64) {
		for _, b := range bodies {
			c, _ := b.at(angle)
			for k := range 3 {
				v -= b.m * g[k] * c[k]
			}
		}
		return v
	}
	return (effort - slope(inertia, angle)*rate*rate/2 - slope(weight, angle)) / inertia(angle)
}

// TestPeaucellier: the inversor of Peaucellier and Lipkin draws a straight line, at (l² − s²)/2r for arms l, a rhombus
// of sides s and a crank r, and moves as its one freedom does.
func TestPeaucellier(t *testing.T) {
	const l, s, r, line = 0.5, 0.3, 0.18, (0.25 - 0.09) / 0.36
	var y [3]float64
	z := [3]float64{0, 0, 1}
	end := func(x float64) [3]float64 { return [3]float64{x} }
	parts := []part{rod("crank_joint", "ground", "crank", end(r), z, r, 0.3), rod("arm1_joint", "ground", "arm1", y, z,
		l, 1), rod("arm2_joint", "ground", "arm2", y, z, l, 1), rod("s1_joint", "arm1", "s1", end(l), z, s, 0.4),
		rod("s2_joint", "arm2", "s2", end(l), z, s, 0.4), rod("t1_joint", "arm1", "t1", end(l), z, s, 0.4),
		rod("t2_joint", "arm2", "t2", end(l), z, s, 0.4)}
	// the points of the linkage for an angle of the crank
	points := func(angle float64) (c, b, d, p [2]float64) {
		c = [2]float64{r + r*math.Cos(angle), r * math.Sin(angle)}
		to := math.Hypot(c[0], c[1])
		along := (l*l - s*s + to*to) / (2 * to)
		across := math.Sqrt(l*l - along*along)
		u := [2]float64{c[0] / to, c[1] / to}
		b = [2]float64{along*u[0] - across*u[1], along*u[1] + across*u[0]}
		d = [2]float64{along*u[0] + across*u[1], along*u[1] - across*u[0]}
		far := (l*l - s*s) / to
		return c, b, d, [2]float64{far * u[0], far * u[1]}
	}
	c, b, d, p := points(0.9)
	way := func(p, q [2]float64) float64 { return math.Atan2(q[1]-p[1], q[0]-p[0]) }
	a1, a2 := way([2]float64{}, b), way([2]float64{}, d)
	run, x := mechanism(t, parts, fmt.Sprintf(`duration: 0.25
gravity: [0, -9.81, 0]
initial:
  position: {crank_joint: 0.9, arm1_joint: %v, arm2_joint: %v, s1_joint: %v, s2_joint: %v,
    t1_joint: %v, t2_joint: %v}
efforts: {crank_joint: 0.5}
constraints:
  - {name: c1, type: point, links: [crank, s1], at: [[0.18, 0, 0], [0.3, 0, 0]]}
  - {name: c2, type: point, links: [crank, s2], at: [[0.18, 0, 0], [0.3, 0, 0]]}
  - {name: tracer, type: point, links: [t1, t2], at: [[0.3, 0, 0], [0.3, 0, 0]]}
log: {every: 10}
`, a1, a2, way(b, c)-a1, way(d, c)-a2, way(b, p)-a1, way(d, p)-a2))
	counted(t, run, 9, 6, 1)
	bar := func(m float64, which func(angle float64) (p, q [2]float64)) mass {
		p, q := which(0)
		length := math.Hypot(q[0]-p[0], q[1]-p[1])
		return mass{m, m * length * length / 12, func(angle float64) ([3]float64, float64) {
			p, q := which(angle)
			return [3]float64{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}, math.Atan2(q[1]-p[1], q[0]-p[0])
		}}
	}
	bodies := []mass{
		bar(0.3, func(a float64) (p, q [2]float64) { c, _, _, _ := points(a); return [2]float64{r}, c }),
		bar(1, func(a float64) (p, q [2]float64) { _, b, _, _ := points(a); return p, b }),
		bar(1, func(a float64) (p, q [2]float64) { _, _, d, _ := points(a); return p, d }),
		bar(0.4, func(a float64) (p, q [2]float64) { c, b, _, _ := points(a); return b, c }),
		bar(0.4, func(a float64) (p, q [2]float64) { c, _, d, _ := points(a); return d, c }),
		bar(0.4, func(a float64) (p, q [2]float64) { _, b, _, end := points(a); return b, end }),
		bar(0.4, func(a float64) (p, q [2]float64) { _, _, d, end := points(a); return d, end })}
	low, high := math.Inf(1), math.Inf(-1)
	for row := range x.rows {
		q := x.of(t, row, "arm1_joint/position", "t1_joint/position", "crank_joint/position", "crank_joint/velocity",
			"crank_joint/acceleration")
		tracer := [2]float64{l*math.Cos(q[0]) + s*math.Cos(q[0]+q[1]), l*math.Sin(q[0]) + s*math.Sin(q[0]+q[1])}
		expect.Number(t, "the line", tracer[0], line, 1e-14)
		low, high = min(low, tracer[1]), max(high, tracer[1])
		expect.Near(t, "acceleration", q[4:], []float64{accelerated(q[2], q[3], 0.5, [3]float64{0, -9.81}, bodies...)},
			1e-7, 10) // of differences of differences
	}
	if high-low < 0.1 {
		t.Errorf("the tracer moves by %v m; expected a motion", high-low)
	}
}

// TestSarrus: two pairs of plates with hinges in two directions carry a platform straight up and down, without turning
// it: one of the five rows of the last hinge is implied.
func TestSarrus(t *testing.T) {
	y := [3]float64{0, 1, 0}
	var parts []part
	for k, turn := range []float64{0, math.Pi / 2} {
		n := fmt.Sprint(k)
		sin, cos := math.Sincos(turn)
		lower := rod("a"+n, "ground", "lower"+n, [3]float64{0.4 * cos, 0.4 * sin, 0}, y, 0.3, 1)
		lower.rpy = [3]float64{0, 0, turn}
		parts = append(parts, lower, rod("b"+n, "lower"+n, "upper"+n, [3]float64{0.3}, y, 0.3, 1))
	}
	parts = append(parts, part{joint: "c0", kind: "continuous", parent: "upper0", link: "platform", at: [3]float64{0.3},
		axis: y, mass: 2, inertia: [3]float64{0.1, 0.1, 0.2}})
	run, x := mechanism(t, parts, `duration: 0.3
initial: {position: {a0: -1, b0: -1.1415926535897931, c0: 2.1415926535897931, a1: -1, b1: -1.1415926535897931}}
constraints:
  - {name: closing, type: hinge, links: [platform, upper1], at: [[-0.4, 0.4, 0], [0.3, 0, 0]],
     axis: [[-1, 0, 0], [0, 1, 0]]}
log: {links: [platform], every: 10}
`)
	counted(t, run, 5, 4, 1)
	const up = 2                       // of the platform, besides twice two rods
	plate := func(part float64) mass { // whose middle is so far up the platform's way
		return mass{1, 0.09 / 12, func(a float64) ([3]float64, float64) {
			return [3]float64{-0.15 * math.Cos(a), 0, -part * 0.6 * math.Sin(a)}, a
		}}
	}
	platform := mass{up, 0, func(a float64) ([3]float64, float64) { return [3]float64{0, 0, -0.6 * math.Sin(a)}, 0 }}
	for row := range x.rows {
		place := x.of(t, row, "platform/position/x", "platform/position/y", "platform/orientation/x",
			"platform/orientation/y", "platform/orientation/z")
		expect.Within(t, "platform", place, []float64{0.4, 0, 0, 0, 0}, 1e-14)
		q := x.of(t, row, "a0/position", "a0/velocity", "a0/acceleration", "platform/position/z")
		expect.Number(t, "height", q[3], -0.6*math.Sin(q[0]), 1e-14)
		expect.Number(t, "acceleration", q[2], accelerated(q[0], q[1], 0, [3]float64{0, 0, -9.81}, plate(0.25),
			plate(0.75), plate(0.25), plate(0.75), platform), 1e-8)
	}
}

// TestScotchYoke: the yoke moves as the cosine of the crank's angle, and the energy is that of the crank's rate.
func TestScotchYoke(t *testing.T) {
	z := [3]float64{0, 0, 1}
	run, x := mechanism(t, []part{rod("crank_joint", "ground", "crank", [3]float64{}, z, 0.1, 0.5),
		{joint: "yoke_joint", kind: "prismatic", parent: "ground", link: "yoke", axis: [3]float64{1}, mass: 2},
		{joint: "block_joint", kind: "prismatic", parent: "yoke", link: "block", axis: [3]float64{0, 1}, mass: 0.2}},
		`duration: 1
dt: 5e-4
gravity: [0, 0, 0]
initial: {position: {crank_joint: 0.3}, velocity: {crank_joint: 10}}
constraints:
  - {type: point, name: pin, links: [crank, block], at: [[0.1, 0, 0], [0, 0, 0]]}
log: {every: 10, reactions: true}
`)
	counted(t, run, 3, 2, 1)
	energy := func(q []float64) float64 {
		sin := math.Sin(q[0])
		return (0.5*0.01/3 + 0.2*0.01 + 2*0.01*sin*sin) * q[1] * q[1]
	}
	first := energy(x.of(t, 0, "crank_joint/position", "crank_joint/velocity"))
	for row := range x.rows {
		q := x.of(t, row, "crank_joint/position", "crank_joint/velocity", "yoke_joint/position", "block_joint/position",
			"yoke_joint/acceleration", "pin/force/x", "block_joint/force/x")
		sin, cos := math.Sincos(q[0])
		expect.Within(t, "yoke and block", q[2:4], []float64{0.1 * cos, 0.1 * sin}, 1e-15)
		expect.Number(t, "energy", energy(q), first, 1e-9)                            // rk4 at 0.5 ms
		expect.Number(t, "what the pin pushes", q[5], 2.2*q[4], 1e-11)                // yoke and block
		expect.Number(t, "what the yoke pushes the block with", q[6], -2*q[4], 1e-11) // of which this is the yoke's
	}
}

// TestRSSR: a spatial four-bar linkage, whose coupler is a rod between two ball joints, has the rocker where its rod
// ends: A cos ψ + B sin ψ = C.
func TestRSSR(t *testing.T) {
	run, x := mechanism(t, []part{rod("crank_joint", "ground", "crank", [3]float64{}, [3]float64{0, 0, 1}, 0.1, 0.5),
		rod("rocker_joint", "ground", "rocker", [3]float64{0.35, 0.2, 0.05}, [3]float64{0, 1, 0}, 0.3, 1)}, `duration: 2
initial: {position: {crank_joint: 0.3, rocker_joint: -1.5}, velocity: {crank_joint: 8}}
constraints:
  - {type: distance, name: coupler, links: [crank, rocker], at: [[0.1, 0, 0], [0.3, 0, 0]], length: 0.4}
log: {every: 10}
`)
	counted(t, run, 1, 1, 1)
	rocker := func(angle float64) float64 {
		sin, cos := math.Sincos(angle)
		d := [3]float64{0.35 - 0.1*cos, 0.2 - 0.1*sin, 0.05} // |d + 0.3 (cos ψ, 0, −sin ψ)| = 0.4
		a, b := 0.6*d[0], -0.6*d[2]
		c := 0.16 - 0.09 - d[0]*d[0] - d[1]*d[1] - d[2]*d[2]
		return math.Atan2(b, a) - math.Acos(c/math.Hypot(a, b))
	}
	bodies := []mass{{0.5, 0.5 * 0.01 / 12, func(a float64) ([3]float64, float64) {
		return [3]float64{0.05 * math.Cos(a), 0.05 * math.Sin(a), 0}, a
	}}, {1, 0.09 / 12, func(a float64) ([3]float64, float64) {
		sin, cos := math.Sincos(rocker(a))
		return [3]float64{0.35 + 0.15*cos, 0.2, 0.05 - 0.15*sin}, rocker(a)
	}}}
	for row := range x.rows {
		q := x.of(t, row, "crank_joint/position", "crank_joint/velocity", "crank_joint/acceleration",
			"rocker_joint/position")
		expect.Number(t, "rocker", q[3], rocker(q[0]), 1e-13)
		expect.Number(t, "acceleration", q[2], accelerated(q[0], q[1], 0, [3]float64{0, 0, -9.81}, bodies...), 1e-7)
	}
	if turned := x.of(t, x.last(), "crank_joint/position")[0]; turned < 7 {
		t.Errorf("the crank turns by %v rad; expected more than a turn", turned)
	}
}

// TestChaplyginSleigh compares a sleigh whose blade is behind its centre of mass with the closed form: with κ =
// a m U/(I + m a²) its speed is U tanh(κ t + c) and its rate W sech(κ t + c), with m U² = (I + m a²) W² twice the
// energy (Neimark and Fufaev, "Dynamics of Nonholonomic Systems", 1972, section III.2).
func TestChaplyginSleigh(t *testing.T) {
	run, x := mechanism(t, []part{{joint: "plane", kind: "planar", parent: "ground", link: "sleigh", mass: 1.7,
		centre: [3]float64{0.25}, inertia: [3]float64{0.05, 0.05, 0.08}}}, `duration: 5
gravity: [0, 0, 0]
initial: {velocity: {plane: [-1, 0, 2]}}
constraints:
  - {type: knife_edge, name: blade, link: sleigh, at: [0, 0, 0], across: [0, 1, 0]}
log: {every: 10}
`)
	counted(t, run, 1, 1, 2)
	const m, a, inertia = 1.7, 0.25, 0.08 + 1.7*0.25*0.25
	speed := math.Sqrt(1 + inertia*4/m)
	rate, kappa, begin := speed*math.Sqrt(m/inertia), a*m*speed/inertia, math.Atanh(-1/speed)
	heading := func(s float64) float64 { return 2 * rate / kappa * math.Atan(math.Tanh(s/2)) }
	for row := range x.rows {
		q := x.of(t, row, "time", "plane[2]/position", "plane[0]/velocity", "plane[1]/velocity", "plane[2]/velocity")
		s := kappa*q[0] + begin
		u := speed * math.Tanh(s)
		sin, cos := math.Sincos(q[1])
		expect.Within(t, "sleigh", q[1:], []float64{heading(s) - heading(begin), u * cos, u * sin, rate / math.Cosh(s)},
			1e-10) // rk4 at 1 ms
	}
}

// TestDifferential: the torques of an engine go to both wheels alike, through a gear and the bevel gears of a
// differential, whose row is on rates alone.
func TestDifferential(t *testing.T) {
	var parts []part
	for name, inertia := range map[string]float64{"engine": 0.01, "case": 0.05, "left": 0.2, "right": 0.3} {
		parts = append(parts, part{joint: name + "_joint", kind: "continuous", parent: "ground", link: name, mass: 1,
			inertia: [3]float64{1, 1, inertia}})
	}
	run, x := mechanism(t, parts, `duration: 0.5
efforts: {engine_joint: 1.5, left_joint: -0.4, right_joint: -1}
constraints:
  - {type: rates, name: bevel, coefficients: {left_joint: 1, right_joint: 1, case_joint: -2}, equals: 0}
  - {type: gear, name: pinion, joints: [engine_joint, case_joint], ratio: -3.7}
log: {every: 50, reactions: true}
`)
	counted(t, run, 2, 2, 2)
	const j = 0.05 + 3.7*3.7*0.01 // of the case with the engine
	const a, b, d = 0.2 + j/4, j / 4, 0.3 + j/4
	const left, right = -0.4 - 3.7*1.5/2, -1 - 3.7*1.5/2
	const det = a*d - b*b
	want := [2]float64{(d*left - b*right) / det, (a*right - b*left) / det}
	for row := range x.rows {
		q := x.of(t, row, "time", "left_joint/acceleration", "right_joint/acceleration", "left_joint/velocity",
			"right_joint/velocity", "case_joint/velocity", "engine_joint/position", "case_joint/position",
			"bevel/multiplier", "pinion/multiplier")
		mean := (want[0] + want[1]) / 2
		expect.Within(t, "wheels", q[1:6], []float64{want[0], want[1], want[0] * q[0], want[1] * q[0], mean * q[0]},
			1e-12)
		expect.Number(t, "engine", q[6], -3.7*q[7], 1e-13)
		expect.Within(t, "multipliers", q[8:], []float64{0.2*want[0] + 0.4, -3.7*0.01*mean - 1.5}, 1e-12)
	}
}

// TestDoubleCardan: two cardan joints in a row, whose angles are the same and opposite, drive a parallel shaft at the
// rate of the first at all times.
func TestDoubleCardan(t *testing.T) {
	small := [3]float64{1e-3, 1e-3, 1e-3}
	turn := func(joint, parent, link string, at, axis [3]float64, m float64, inertia [3]float64) part {
		return part{joint: joint, kind: "continuous", parent: parent, link: link, at: at, axis: axis, mass: m,
			inertia: inertia}
	}
	x, y, z, far := [3]float64{1}, [3]float64{0, 1}, [3]float64{0, 0, 1}, [3]float64{0, 0, 1}
	run, log := mechanism(t, []part{turn("in", "ground", "input", [3]float64{}, z, 1, [3]float64{0.01, 0.01, 0.02}),
		turn("u1", "input", "cross1", [3]float64{}, x, 0.1, small),
		turn("u2", "cross1", "middle", [3]float64{}, y, 1, [3]float64{0.1, 0.1, 0.02}),
		turn("u3", "middle", "cross2", far, y, 0.1, small),
		turn("u4", "cross2", "output", [3]float64{}, x, 1, [3]float64{0.02, 0.02, 0.03})}, `duration: 2
gravity: [0, 0, 0]
initial: {position: {in: 0, u1: 0, u2: 0.5, u3: -0.5, u4: 0}, velocity: {in: 5}}
efforts: {in: 0.3}
constraints:
  - {name: bearing, type: hinge, links: [ground, output], at: [[0.479425538604203, 0, 0.8775825618903728], [0, 0, 0]],
     axis: [[0, 0, 1], [0, 0, 1]]}
log: {links: [output], every: 10}
`)
	counted(t, run, 5, 4, 1)
	for row := range log.rows {
		q := log.of(t, row, "in/velocity", "output/angular_velocity/x", "output/angular_velocity/y",
			"output/angular_velocity/z")
		expect.Within(t, "output", q[1:], []float64{0, 0, q[0]}, 1e-13)
	}
	if drift := run.World.Ledger().LargestDrift; !(math.Abs(drift) < 1e-8) { // rk4 at 1 ms
		t.Errorf("the energy drifts by %v J", drift)
	}
}

// TestPlanarParallelRobot: where the platform of a 3-RRR robot moves as given, inverse kinematics tells its drives; and
// what its drives would have to do is what the platform takes.
func TestPlanarParallelRobot(t *testing.T) {
	const base, near, far, out = 0.6, 0.35, 0.4, 0.1
	x, y, z := [3]float64{1}, [3]float64{0, 1}, [3]float64{0, 0, 1}
	parts := []part{{joint: "px", kind: "prismatic", parent: "ground", link: "sx", axis: x},
		{joint: "py", kind: "prismatic", parent: "sx", link: "sy", axis: y},
		{joint: "turn", kind: "continuous", parent: "sy", link: "platform", axis: z, mass: 1.5,
			inertia: [3]float64{0.01, 0.01, 0.02}}}
	drive := func(k int, px, py, turn float64) (angle, elbow float64) {
		at := math.Pi/2 + float64(k)*2*math.Pi/3
		a := [2]float64{base * math.Cos(at), base * math.Sin(at)}
		d := [2]float64{px + out*math.Cos(at+turn) - a[0], py + out*math.Sin(at+turn) - a[1]}
		l := math.Hypot(d[0], d[1])
		angle = math.Atan2(d[1], d[0]) + math.Acos((near*near+l*l-far*far)/(2*near*l))
		return angle, math.Atan2(d[1]-near*math.Sin(angle), d[0]-near*math.Cos(angle)) - angle
	}
	start, loops := "", ""
	for k := range 3 {
		n, at := fmt.Sprint(k), math.Pi/2+float64(k)*2*math.Pi/3
		sin, cos := math.Sincos(at)
		parts = append(parts, rod("drive"+n, "ground", "near"+n, [3]float64{base * cos, base * sin}, z, near, 0.8),
			rod("elbow"+n, "near"+n, "far"+n, [3]float64{near}, z, far, 0.6))
		angle, elbow := drive(k, 0, 0, 0.4)
		start += fmt.Sprintf(", drive%d: %v, elbow%d: %v", k, angle, k, elbow)
		loops += fmt.Sprintf("  - {type: point, name: tip%d, links: [far%d, platform], "+
			"at: [[%v, 0, 0], [%v, %v, 0]]}\n", k, k, far, out*cos, out*sin)
	}
	run, log := mechanism(t, parts, fmt.Sprintf(`duration: 2
gravity: [0, 0, 0]
initial: {position: {px: 0, py: 0, turn: 0.4%s}}
prescribed:
  px: {type: sine, amplitude: 0.08, frequency: 0.7}
  py: {type: sine, amplitude: 0.06, frequency: 1.1}
  turn: {type: sine, amplitude: 0.2, frequency: 0.5, offset: 0.4}
log: {every: 10}
constraints:
%s`, start, loops))
	counted(t, run, 12, 9, 0)
	for row := range log.rows {
		now := log.of(t, row, "time")[0]
		px, py := 0.08*math.Sin(2*math.Pi*0.7*now), 0.06*math.Sin(2*math.Pi*1.1*now)
		turn := 0.4 + 0.2*math.Sin(math.Pi*now)
		for k := range 3 {
			angle, elbow := drive(k, px, py, turn)
			got := log.of(t, row, fmt.Sprintf("drive%d/position", k), fmt.Sprintf("elbow%d/position", k))
			expect.Within(t, fmt.Sprintf("leg %d", k), []float64{math.Remainder(got[0]-angle, 2*math.Pi),
				math.Remainder(got[1]-elbow, 2*math.Pi)}, []float64{0, 0}, 1e-12)
		}
	}
	if drift := run.World.Ledger().LargestDrift; !(math.Abs(drift) < 1e-9) {
		t.Errorf("the work of the prescribed joints is off by %v J", drift)
	}
}

// TestPlanarPrescribed: of a joint with several coordinates each may be prescribed by its name. A body that is led on a
// circle without turning takes m a, and what turns it takes I α; the third coordinate is free.
func TestPlanarPrescribed(t *testing.T) {
	body := []part{{joint: "plane", kind: "planar", parent: "ground", link: "body", mass: 3,
		inertia: [3]float64{0.1, 0.1, 0.2}}}
	run, x := mechanism(t, body, `duration: 1
gravity: [0, -2, 0]
prescribed:
  "plane[0]": {type: sine, amplitude: 0.5, frequency: 1}
  "plane[2]": {type: sine, amplitude: 0.3, frequency: 2}
efforts: {plane: [0, 9, 0]}
log: {every: 20}
`)
	counted(t, run, 2, 2, 1)
	for row := range x.rows {
		q := x.of(t, row, "time", "plane[0]/position", "plane[1]/position", "plane[2]/position", "plane[0]/effort",
			"plane[1]/effort", "plane[2]/effort")
		w := 2 * math.Pi
		slide, turn := 0.5*math.Sin(w*q[0]), 0.3*math.Sin(2*w*q[0])
		expect.Within(t, "body", q[1:], []float64{slide, q[0] * q[0] / 2, turn, -3 * w * w * slide, 9,
			-0.2 * 4 * w * w * turn}, 1e-11)
	}
}

// TestCoin: a thin disc of radius r that rolls in a circle, its axis at the angle θ to the vertical and turning about
// it at Ω, spins with ω = cos θ (Iₜ Ω² sin θ − m g r)/((Iₐ + m r²) Ω sin θ) about its axis, by Euler's equations about
// its centre and the force where it touches; so the radius of the circle of its centre is ω r/Ω.
func TestCoin(t *testing.T) {
	const r, m, tilt, turn = 0.3, 1.0, 1.2, 2.5
	const across, along = m * r * r / 4, m * r * r / 2
	sin, cos := math.Sincos(tilt)
	spin := cos * (across*turn*turn*sin - m*9.81*r) / ((along + m*r*r) * turn * sin)
	robot := fmt.Sprintf(`<robot name="mechanism"><link name="coin"><inertial><mass value="%v"/><inertia ixx="%v"
ixy="0" ixz="0" iyy="%v" iyz="0" izz="%v"/></inertial></link></robot>`, m, across, across, along)
	run, x := asText(t, robot, fmt.Sprintf(`base: floating
duration: 5
initial:
  base: {position: [0, 0, %v], orientation: [%v, 0, 0, %v], linear_velocity: [%v, 0, 0], angular_velocity: [0, %v, %v]}
constraints:
  - {type: rolling, name: floor, link: coin, axis: [0, 0, 1], radius: %v, plane: {normal: [0, 0, 1]}}
log: {every: 10, reactions: true}
`, r*sin, math.Sin(tilt/2), math.Cos(tilt/2), -spin*r, turn*sin, spin, r))
	counted(t, run, 3, 3, 3)
	circle := spin * r / turn // the first velocity is along -x for a positive one; the centre is on the y axis
	for row := range x.rows {
		q := x.of(t, row, "time", "base/position/x", "base/position/y", "base/position/z", "floor/force/z")
		s, c := math.Sincos(turn * q[0])
		// rk4 at 1 ms
		expect.Within(t, "centre", q[1:4], []float64{-circle * s, -circle * (1 - c), r * sin}, 1e-9)
		expect.Number(t, "what the floor bears", q[4], m*9.81, 1e-8)
	}
}

// TestBallOnSlope: a ball of the moment of inertia 2/5 m r² rolls down a slope with 5/7 g sin α.
func TestBallOnSlope(t *testing.T) {
	run, x := asText(t, `<robot name="mechanism"><link name="ball"><inertial><mass value="2"/><inertia ixx="0.008"
ixy="0" ixz="0" iyy="0.008" iyz="0" izz="0.008"/></inertial></link></robot>`, `base: floating
duration: 1
dt: 2e-4
initial: {base: {position: [0, 0, 0.11547005383792516]}}
constraints:
  - {type: rolling, name: slope, link: ball, radius: 0.1, plane: {normal: [0.5, 0, 0.8660254037844386]}}
log: {every: 50, reactions: true}
`)
	counted(t, run, 3, 3, 3)
	const a = 5. / 7 * 9.81 / 2
	for row := range x.rows {
		q := x.of(t, row, "time", "base/position/x", "base/position/y", "base/position/z", "slope/force/x",
			"slope/force/z")
		way := a / 2 * q[0] * q[0]
		expect.Within(t, "ball", q[1:4], []float64{way * math.Sqrt(3) / 2, 0, 0.2/math.Sqrt(3) - way/2}, 1e-10)
		expect.Within(t, "slope", q[4:], []float64{2 * a * math.Sqrt(3) / 2, 2 * (9.81 - a/2)}, 1e-9)
	}
}

// TestPrescribedWithoutInertia: a joint that moves as prescribed needs no inertia. A crank without mass takes what it
// takes to move the slider, m s” ds/dq; and one that carries nothing takes no effort.
func TestPrescribedWithoutInertia(t *testing.T) {
	parts := []part{{joint: "crank_joint", kind: "continuous", parent: "ground", link: "crank", axis: [3]float64{0, 1}},
		{joint: "slide", kind: "prismatic", parent: "ground", link: "slider", axis: [3]float64{1}, mass: 2},
		{joint: "idle", kind: "prismatic", parent: "ground", link: "nothing", axis: [3]float64{1}}}
	for _, integrator := range expect.Some(t, 1, "rk4", "implicit-midpoint", "dormand-prince", "semi-implicit") {
		run, x := mechanism(t, parts, `duration: 1
initial: {position: {crank_joint: 0.5, slide: 0.385}}
prescribed:
  crank_joint: {type: sine, amplitude: 2, frequency: 1, offset: 0.5}
  idle: {type: sine, amplitude: 1, frequency: 2}
constraints:
  - {type: distance, name: rod, links: [crank, slider], at: [[0.1, 0, 0], [0, 0, 0]], length: 0.3}
log: {every: 20, reactions: true}
integrator: `+integrator+"\n")
		counted(t, run, 3, 3, 0)
		place := func(angle float64) float64 {
			sin, cos := math.Sincos(angle)
			return 0.1*cos + math.Sqrt(0.09-0.01*sin*sin)
		}
		for row := range x.rows {
			q := x.of(t, row, "crank_joint/position", "crank_joint/velocity", "crank_joint/acceleration",
				"slide/position", "crank_joint/effort", "idle/effort", "energy/kinetic", "slide/velocity")
			first := slope(place, q[0])
			second := slope(func(a float64) float64 { return slope(place, a) }, q[0])
			acceleration := second*q[1]*q[1] + first*q[2]
			expect.Number(t, "slider", q[3], place(q[0]), 1e-14)
			expect.Number(t, "effort of the crank", q[4], 2*acceleration*first, 1e-8) // of differences of differences
			expect.Number(t, "effort of what carries nothing", q[5], 0, 1e-11)
			expect.Number(t, "kinetic energy", q[6], q[7]*q[7], 1e-14)
		}
		if drift := run.World.Ledger().LargestDrift; !(math.Abs(drift) < 1e-7) { // by Simpson's rule at 1 ms
			t.Errorf("%s: the work of the crank is off by %v J", integrator, drift)
		}
	}
}

// TestLoopOfParallelogram: the control loop of a parallelogram linkage around its lowest position is that of a pendulum
// with the same inertia and stiffness, in all that analyze tells of it.
func TestLoopOfParallelogram(t *testing.T) {
	const law = "controller: {type: pd, gains: {left_joint: {p: 120, d: 12}}, period: 0.01, delay: 0.004}\n"
	analyzed := func(text, dir string) *analysis.Analysis {
		t.Helper()
		s, err := scenario.Read([]byte("kinetree: 1\n"+text+law), "loop.yaml", dir)
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		a, err := run.Analyze()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	// 2 m l²/3 + M l² = 2/3 kg m² and (m + M) g l, of a weight of 1 kg at 0.5 m with three times the gravity
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pendulum.urdf"), []byte(`<robot name="pendulum"><link name="ground"/>
<link name="bar"><inertial><origin xyz="0 0 -0.5"/><mass value="1"/><inertia ixx="0.4166666666666667" ixy="0" ixz="0"
iyy="0.4166666666666667" iyz="0" izz="0.1"/></inertial></link><joint name="left_joint" type="continuous">
<parent link="ground"/><child link="bar"/><axis xyz="0 1 0"/></joint></robot>`), 0o600); err != nil {
		t.Fatal(err)
	}
	loop := analyzed("model: parallelogram\ninitial: {position: {left_joint: 0, coupler_joint: 0, right_joint: 0}}\n"+
		"constraints: [{name: closure, type: point, links: [coupler, right], at: [[1, 0, 0], [0, 0, -0.5]]}]\n", "")
	pendulum := analyzed("model: pendulum.urdf\ngravity: [0, 0, -29.43]\n", dir)
	a, b := loop.Loops[0], pendulum.Loops[0]
	// the plant of the linkage is one of differences, and margins are where curves cross
	expect.Within(t, "margins", []float64{a.Gain, a.Phase, a.Delay, a.Sensitivity, loop.LargestPeriod,
		loop.SpectralRadius}, []float64{b.Gain, b.Phase, b.Delay, b.Sensitivity, pendulum.LargestPeriod,
		pendulum.SpectralRadius}, 1e-6)
	z := func(poles []analysis.Pole) (list []float64) {
		for _, p := range poles {
			if libm.CAbs(p.Z) > 1e-6 { // other zeros are of the joints that no law drives
				list = append(list, real(p.Z), imag(p.Z))
			}
		}
		return list
	}
	expect.Within(t, "poles", z(loop.Closed), z(pendulum.Closed), 1e-8)
}

// TestTwoStopsAtOnce: both cranks of a parallelogram linkage reach their stops at the same instant. Together they throw
// it back as one would, with the square of the restitution of its energy; and together they bear it where it rests on
// them.
func TestTwoStopsAtOnce(t *testing.T) {
	y, range_ := [3]float64{0, 1}, [2]float64{-0.4, 0.4}
	crank := func(name string, at float64) part {
		return part{joint: name + "_joint", kind: "revolute", parent: "ground", link: name, at: [3]float64{at}, axis: y,
			mass: 1, centre: [3]float64{0, 0, -0.25}, inertia: [3]float64{0.25 / 12, 0.25 / 12, 0}, limits: range_}
	}
	parts := []part{crank("left", 0), {joint: "coupler_joint", kind: "continuous", parent: "left", link: "coupler",
		at: [3]float64{0, 0, -0.5}, axis: y, mass: 2, centre: [3]float64{0.5}, inertia: [3]float64{0, 1. / 6, 1. / 6}},
		crank("right", 1)}
	const loop = `constraints: [{name: closure, type: point, links: [coupler, right], at: [[1, 0, 0], [0, 0, -0.5]]}]
initial: {position: {left_joint: 0, coupler_joint: 0, right_joint: 0}, velocity: {left_joint: 3}}
`
	const inertia, weight = 2*0.25/3 + 2*0.25, 3 * 9.81 * 0.5
	for _, restitution := range []float64{1, 0.5} {
		_, x := mechanism(t, parts, loop+fmt.Sprintf("duration: 0.2\njoints: {left_joint: {restitution: %v}, "+
			"right_joint: {restitution: %v}}\n", restitution, restitution))
		q := x.of(t, x.last(), "left_joint/position", "left_joint/velocity", "right_joint/position",
			"right_joint/velocity")
		top := weight * (1 - math.Cos(0.4))
		left := top + restitution*restitution*(inertia*9/2-top)
		expect.Within(t, "after the bounce", []float64{q[0], q[1], inertia*q[1]*q[1]/2 + weight*(1-math.Cos(q[0]))},
			[]float64{q[2], q[3], left}, 1e-9)
		if q[1] >= 0 {
			t.Errorf("the linkage moves on at %v rad/s; expected it to return", q[1])
		}
	}
	// pulled sideways by more than its weight it comes to rest on both stops
	_, x := mechanism(t, parts, loop+"duration: 2\ngravity: [-20, 0, -9.81]\n")
	sin, cos := math.Sincos(0.4)
	q := x.of(t, x.last(), "left_joint/position", "left_joint/velocity", "right_joint/position",
		"left_joint/limit_effort", "right_joint/limit_effort")
	// turning by +y moves what hangs to -x; the moment of the weight about the hinges is what the stops bear
	expect.Within(t, "at rest", []float64{q[0], q[1], q[2], q[3] + q[4]},
		[]float64{0.4, 0, 0.4, -1.5 * (20*cos - 9.81*sin)}, 1e-10)
	if q[3] > 0 || q[4] > 0 {
		t.Errorf("the stops bear %v and %v N m; expected none that pulls", q[3], q[4])
	}
}

// TestLoopOfFourBar: a four-bar linkage whose crank holds it against gravity has the poles ±√(−V”/J), with the
// potential V and the inertia J that the angle of the crank has. What the other joints could bear of it would change
// them. The operating point is the position that closes the loop, and a law that asks nothing leaves the linkage there.
func TestLoopOfFourBar(t *testing.T) {
	const text = "kinetree: 1\nmodel: four_bar\nduration: 0.3\ngravity: [0, %v, 0]\n" +
		"initial: {position: {crank_joint: 1}}\n" +
		"constraints: [{name: closure, type: point, links: [coupler, rocker], at: [[0.8, 0, 0], [0.6, 0, 0]]}]\n" +
		"controller: {type: pd, gains: {%s: {p: 120, d: 12}}, period: 0.01}\n"
	open := func(gravity float64, gains string) *prepare.Run {
		t.Helper()
		s, err := scenario.Read([]byte(fmt.Sprintf(text, gravity, gains)), "loop.yaml", "")
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	a, err := open(-9.81, "crank_joint").Analyze()
	if err != nil {
		t.Fatal(err)
	}
	tip := func(angle float64) (p, q [2]float64) {
		p = [2]float64{0.3 * math.Cos(angle), 0.3 * math.Sin(angle)}
		q = meet(p, 0.8, [2]float64{0.9}, 0.6, true)
		return p, q
	}
	bar := func(m, l float64, ends func(angle float64) (p, q [2]float64)) mass {
		return mass{m, m * l * l / 12, func(angle float64) ([3]float64, float64) {
			p, q := ends(angle)
			return [3]float64{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2}, math.Atan2(q[1]-p[1], q[0]-p[0])
		}}
	}
	bodies := []mass{bar(1, 0.3, func(a float64) (p, q [2]float64) { q, _ = tip(a); return p, q }),
		bar(2, 0.8, tip), bar(1.5, 0.6, func(a float64) (p, q [2]float64) { _, q = tip(a); return [2]float64{0.9}, q })}
	// at rest under a constant effort: the slope of the acceleration
	lambda := math.Sqrt(slope(func(angle float64) float64 {
		return accelerated(angle, 0, -accelerated(1, 0, 0, [3]float64{0, -9.81}, bodies...)*
			inertiaOf(1, bodies...), [3]float64{0, -9.81}, bodies...)
	}, 1))
	if len(a.Open) != 2 {
		t.Fatalf("%d poles; expected two", len(a.Open))
	}
	expect.Within(t, "poles", []float64{real(a.Open[0].S), real(a.Open[1].S)}, []float64{lambda, -lambda}, 1e-7)
	p, q := tip(1)
	expect.Within(t, "operating point", []float64{a.Operating.Position["crank_joint"][0] +
		a.Operating.Position["coupler_joint"][0], a.Operating.Effort["coupler_joint"][0]},
		[]float64{math.Atan2(q[1]-p[1], q[0]-p[0]), 0}, 1e-12)

	run := open(0, `"*"`)
	begin := append([]float64(nil), run.World.State().Q...)
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect.Within(t, "what a law that asks nothing leaves", run.World.State().Q, begin, 1e-12)
}

// TestMeasuredOfLoop: of a linkage only those joints are measured that something is asked of.
func TestMeasuredOfLoop(t *testing.T) {
	const text = "kinetree: 1\nmodel: four_bar\nduration: 0.1\ninitial: {position: {crank_joint: 1}}\n" +
		"constraints: [{name: closure, type: point, links: [coupler, rocker], at: [[0.8, 0, 0], [0.6, 0, 0]]}]\n" +
		"controller: {type: pd, gains: {crank_joint: {p: 120, d: 12}}, period: 0.01}\n"
	for more, want := range map[string]string{
		"": "[crank_joint coupler_joint rocker_joint]",
		"joints: {coupler_joint: {actuated: false}, rocker_joint: {actuated: false}}\n": "[crank_joint]",
		"reference: {crank_joint: {type: step, at: 0, to: 1.1}}\n":                      "[crank_joint]",
		"metrics: {joints: [rocker_joint]}\n":                                           "[rocker_joint]",
	} {
		s, err := scenario.Read([]byte(text+more), "loop.yaml", "")
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Simulate(t.Context()); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, m := range run.Measures() {
			names = append(names, m.Joint)
		}
		if got := fmt.Sprint(names); got != want {
			t.Errorf("%q: %s are measured; expected %s", more, got, want)
		}
	}
}
