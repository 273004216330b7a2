package prepare_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/randrobot"
	"kinetree/scenario"
	"kinetree/scenario/draft"
	"kinetree/scenario/prepare"
	"kinetree/urdf"
)

// starter returns the starter of a robot, which stands beside it, and its text.
func starter(t *testing.T, name, folder string) (*scenario.Scenario, string) {
	t.Helper()
	source, err := models.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "start.yaml")
	text, notes, err := draft.Starter(file, source, nil)
	if err != nil || len(notes) > 0 {
		t.Fatalf("%s: %v, %q", name, err, notes)
	}
	s, err := scenario.Read([]byte(text), file, folder)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	return s, text
}

// openModels returns the names of the models but those whose loops scenarios close: starters would leave them open.
func openModels() []string {
	names := models.Names()
	for _, entry := range models.Scenarios() {
		if s, err := scenario.Open(entry.Name, nil); err == nil && len(s.Constraints) > 0 {
			names = slices.DeleteFunc(names, func(n string) bool { return n == s.Model.File })
		}
	}
	return names
}

// TestStarterHolds checks that starters of models and of random robots are stable loops that bring joints back which
// begin 1 mrad or 1 mm off.
func TestStarterHolds(t *testing.T) {
	folder, names, drawn := t.TempDir(), openModels(), uint64(6)
	if testing.Short() {
		drawn = 2
	}
	for seed := range drawn {
		robot := randrobot.New(seed, 1+2*int(seed))
		for i := range robot.Joints {
			if kind := robot.Joints[i].Type; kind == urdf.Revolute || kind == urdf.Prismatic {
				robot.Joints[i].Limit = &urdf.Limit{Lower: -3, Upper: 3, Effort: 1e4, Velocity: 10}
			}
		}
		names = append(names, written(t, robot, filepath.Join(folder, string(rune('a'+seed))+".urdf")))
	}
	for _, name := range expect.Some(t, 4, names...) {
		s, _ := starter(t, name, folder)
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a, err := run.Analyze(); err != nil || !a.IsStable() {
			t.Errorf("%s: %v, stable: %v", name, err, a.IsStable())
		}
		m, start := run.World.Model(), run.World.State().Q
		off := s.Clone()
		off.Reference = map[string]scenario.Reference{}
		for _, j := range m.Joints() {
			if x := start[j.Q] + 1e-3; j.NV == 1 && j.Leader < 0 && j.Friction == 0 && x < j.Upper {
				to := start[j.Q]
				off.Initial.Position[j.Name] = scenario.Numbers{x}
				off.Reference[j.Name] = scenario.Reference{Type: "hold", To: &to}
			}
		}
		run, err = prepare.New(off, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		end, err := run.World.Run(context.Background(), 5)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range m.Joints() {
			if x := end.End.Position[j.Q] - start[j.Q]; j.NV == 1 && j.Friction == 0 && math.Abs(x) > 1e-4 {
				t.Errorf("%s: joint %s ends %.3g off", name, j.Name, x)
			}
		}
	}
}

// written writes a robot to a file and returns its name.
func written(t *testing.T, robot *urdf.Robot, name string) string {
	t.Helper()
	var b bytes.Buffer
	if err := robot.WriteURDF(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestStarterExamples checks that all lines that are commented out can be used, and without the free base all at once.
func TestStarterExamples(t *testing.T) {
	for _, name := range openModels() {
		_, text := starter(t, name, ".")
		text = regexp.MustCompile(`(?m)^#(base|stop|  - ".*velocity).*\n`).ReplaceAllString(text, "")
		used := regexp.MustCompile(`(?m)^( *)#([^ ]| {2,})`).ReplaceAllString(text, "$1$2")
		s, err := scenario.Read([]byte(used), "a.yaml", ".")
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, used)
		}
		if s.Tune == nil || s.Actuators.Lag == 0 || len(s.Disturbances) != 1 || len(s.Links) != 1 ||
			len(s.Reference) != 1 {
			t.Errorf("%s: the examples are not all used:\n%s", name, used)
		}
		if _, err := prepare.New(s, prepare.Env{Unlogged: true}); err != nil {
			t.Errorf("%s: %v\n%s", name, err, used)
		}
	}
}

// gainsOf returns the gains of a joint in the text of a starter, and the inertias in their comment.
func gainsOf(t *testing.T, text, joint string) (p, d, least, largest float64) {
	t.Helper()
	m := regexp.MustCompile(`(?m)^    ` + joint + `: \{p: (\S+), d: (\S+)\} +# inertia (\S+)(?: to (\S+))? kg`).
		FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("there are no gains of %s in\n%s", joint, text)
	}
	if m[4] == "" {
		m[4] = m[3]
	}
	var x [4]float64
	for i := range x {
		var err error
		if x[i], err = strconv.ParseFloat(m[i+1], 64); err != nil {
			t.Fatal(err)
		}
	}
	return x[0], x[1], x[2], x[3]
}

// fileOf writes the URDF of a robot and returns its name.
func fileOf(t *testing.T, name, links string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name+".urdf")
	text := `<robot name="` + name + `"><link name="base"/>` + links + `</robot>`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// link returns a link with a mass at a place and a tensor, and the revolute joint that carries it.
func link(name, parent, origin, axis, dynamics string, mass float64, at string, ixx, iyy, izz float64) string {
	return fmt.Sprintf(`<link name="%[1]s"><inertial><origin xyz="%[2]s"/><mass value="%[3]v"/><inertia ixx="%[4]v" `+
		`iyy="%[5]v" izz="%[6]v" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="j%[1]s" type="revolute">`+
		`<parent link="%[7]s"/><child link="%[1]s"/><origin xyz="%[8]s"/><axis xyz="%[9]s"/>`+
		`<limit lower="-3" upper="3" effort="60" velocity="9"/><dynamics %[10]s/></joint>`, name, at, mass, ixx, iyy,
		izz, parent, origin, axis, dynamics)
}

// TestStarterGains compares gains with what they shall be in closed form: the damping of a joint is taken off that of a
// critically damped one, and friction holds a joint at most 0.01 rad off.
func TestStarterGains(t *testing.T) {
	const J, damping, friction = 0.4, 5.0, 0.7
	for name, dynamics := range map[string]string{"damped": `damping="5"`, "rubbing": `friction="0.7"`} {
		inertia := J
		if name == "rubbing" {
			inertia = 2e-3
		}
		_, text := starter(t, fileOf(t, name, link("disc", "base", "0 0 0", "0 0 1", dynamics, 1, "0 0 0", inertia,
			inertia, inertia)), t.TempDir())
		p, d, _, _ := gainsOf(t, text, "jdisc")
		want := 2 * math.Sqrt(p*inertia)
		if name == "damped" {
			want -= damping
		}
		if math.Abs(d-want) > 0.01*want { // three digits are written
			t.Errorf("%s: p = %v and d = %v; expected %v", name, p, d, want)
		}
		if name == "rubbing" && !(p > 0.99*friction/0.01) {
			t.Errorf("friction of %v is held %v off by p = %v", friction, friction/p, p)
		}
	}
}

// TestStarterInertias compares the inertias of a double pendulum of point masses over its poses with the closed form:
// the largest is that of the stretched arm with the elbow held, the least the one in which the elbow is free:
// M₁₁ − M₁₂²/M₂₂.
func TestStarterInertias(t *testing.T) {
	const m1, m2, l = 2.0, 1.0, 0.5
	little := 1e-9
	_, text := starter(t, fileOf(t, "double", link("upper", "base", "0 0 0", "0 1 0", "", m1, "0 0 0.5", little, little,
		little)+link("lower", "upper", "0 0 0.5", "0 1 0", "", m2, "0 0 0.5", little, little, little)), t.TempDir())
	_, _, least, largest := gainsOf(t, text, "jupper")
	// M₂₂ = m2 l², M₁₂ = m2 l² (1 + cos q), M₁₁ = m1 l² + 2 m2 l² (1 + cos q)
	low, high := math.Inf(1), math.Inf(-1)
	for q := -3.0; q <= 3; q += 1e-3 {
		c := 1 + math.Cos(q)
		M11 := m1*l*l + 2*m2*l*l*c
		high = max(high, M11)
		low = min(low, M11-m2*l*l*c*c)
	}
	// of 64 poses one is as near to the extremes, where the inertias change by the square of the way
	if math.Abs(least-low) > 0.02*low || math.Abs(largest-high) > 0.02*high {
		t.Errorf("inertias %v to %v; expected %v to %v", least, largest, low, high)
	}
}

// TestStarterOfGimbals holds a thin rod between two ball joints, each of three joints with links of nearly no mass: the
// rod spins about itself with next to no inertia, while each joint alone turns what hangs on it.
func TestStarterOfGimbals(t *testing.T) {
	gimbal := func(name, parent, origin string) string {
		const m, i = 1e-6, 1e-9
		return link(name+"x", parent, origin, "1 0 0", "", m, "0 0 0", i, i, i) +
			link(name+"y", name+"x", "0 0 0", "0 1 0", "", m, "0 0 0", i, i, i)
	}
	file := fileOf(t, "gimbals", link("crank", "base", "0 0 0", "0 1 0", "", 0.006, "0.02 0 0", 1e-6, 1e-6, 1e-6)+
		gimbal("a", "crank", "0.05 0 0")+link("rod", "ay", "0 0 0", "0 0 1", "", 0.012, "0 0 0.03", 4e-6, 4e-6, 2.5e-8)+
		gimbal("b", "rod", "0 0 0.06")+link("head", "by", "0 0 0", "0 0 1", "", 0.25, "0.02 0 0.03", 2e-4, 2e-4, 2e-4))
	s, _ := starter(t, file, t.TempDir()) // fails if it does not hold
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := run.Analyze(); err != nil || !a.IsStable() {
		t.Errorf("%v, stable: %v", err, a.IsStable())
	}
}

// TestStarterOfUpright checks that gains of an arm that stands upright on a vertical axis, where that joint meets
// little inertia, serve where the arm is stretched out, too.
func TestStarterOfUpright(t *testing.T) {
	file := fileOf(t, "upright", link("pan", "base", "0 0 0.2", "0 0 1", "", 1, "0 0 0.05", 0.002, 0.002, 0.002)+
		link("upper", "pan", "0 0 0.1", "0 1 0", "", 1, "0 0 0.2", 0.01, 0.01, 1e-3)+
		link("lower", "upper", "0 0 0.4", "0 1 0", "", 0.6, "0 0 0.2", 0.006, 0.006, 5e-4))
	s, _ := starter(t, file, t.TempDir())
	s.Initial.Position["jupper"] = scenario.Numbers{1.5}
	at, to := 0.1, 0.4
	s.Reference = map[string]scenario.Reference{"jpan": {Type: "step", At: &at, To: &to}}
	s.Metrics.Joints = []string{"jpan"}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Simulate(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := run.Measures()[0]
	if !(m.Overshoot < 5) || !(m.SettlingTime < 2) {
		t.Errorf("the pan overshoots by %v %% and settles in %v s", m.Overshoot, m.SettlingTime)
	}
}

// TestUnheld checks that a robot which its limits do not let hold is an error beside the text.
func TestUnheld(t *testing.T) {
	source, err := models.Open(fileOf(t, "weak", link("bar", "base", "0 0 0", "0 1 0", "", 40, "1 0 0", 1, 1, 1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := draft.Starter("weak.yaml", source, nil)
	var unheld *draft.UnheldError
	// Another integrator does not help a joint that strays, so none is tried.
	if !errors.As(err, &unheld) || !strings.Contains(text, "\nintegrator: rk4\n") {
		t.Errorf("%v beside\n%s", err, text)
	}
}
