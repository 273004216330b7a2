package prepare_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

const bent = "initial: {position: {shoulder_lift_joint: -1.2, elbow_joint: 1.5, wrist_1_joint: -0.7, " +
	"wrist_2_joint: 1, wrist_3_joint: 0.3}}"

// readTask returns a prepared run of a scenario.
func readTask(t *testing.T, text string, settings ...any) *prepare.Run {
	t.Helper()
	s, err := scenario.Read([]byte("{kinetree: 1, "+text+"}"), "s.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(settings); i += 2 {
		if err := s.Set(settings[i].(string), settings[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	run, err := prepare.New(s, prepare.Env{Unlogged: true})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestTaskPoles compares the poles of laws that act at every instant with those of the directions of the link: of the
// operational space six times the roots of s² + 40 s + 300; of an impedance with a damping ratio twelve of that ratio,
// and of a given damping those of Λ s² + D s + K, whose squares add up to no more than differences are off by, 1e-7.
func TestTaskPoles(t *testing.T) {
	law := "model: ur5, duration: 0.1, " + bent + ", controller: {continuous: true, link: tool0, "
	a, err := readTask(t, law+"type: operational_space, p: [300, 300, 300, 300, 300, 300], "+
		"d: [40, 40, 40, 40, 40, 40]}").Analyze()
	if err != nil {
		t.Fatal(err)
	}
	count := map[float64]int{}
	for _, p := range a.Closed {
		for _, want := range []float64{-10, -30} {
			if math.Abs(real(p.S)-want) < 1e-4 && math.Abs(imag(p.S)) < 1e-4 {
				count[want]++
			}
		}
	}
	if count[-10] != 6 || count[-30] != 6 {
		t.Errorf("%d poles at -10 and %d at -30 1/s, want 6 each: %v", count[-10], count[-30], a.Closed)
	}
	a, err = readTask(t, law+"type: task_impedance, stiffness: [900, 500, 700, 20, 30, 10], "+
		"damping_ratio: 0.6}").Analyze()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range a.Closed {
		if ratio := -real(p.S) / math.Hypot(real(p.S), imag(p.S)); math.Abs(ratio-0.6) > 1e-6 {
			t.Errorf("the pole %v has the damping ratio %v, want 0.6", p.S, ratio)
		}
	}
	if len(a.Closed) != 12 {
		t.Errorf("%d poles, want 12", len(a.Closed))
	}
}

// TestTaskLoop compares the linear analysis of sampled loops of laws of a link with the loops themselves: after twenty
// samples from a small departure of a joint the robot is where the matrix of the loop says. The motions are of 1e-5, of
// which the second order is as much.
func TestTaskLoop(t *testing.T) {
	const samples = 20
	for name, law := range map[string]string{
		"operational space": "type: operational_space, p: [300, 300, 300, 300, 300, 300], d: [40, 40, 40, 40, 40, 40]",
		"impedance": "type: task_impedance, stiffness: [900, 500, 0, 20, 0, 10], damping_ratio: 0.6, " +
			"null_space: {p: 20, d: 5, position: {elbow_joint: 1.5}}",
	} {
		text := "model: ur5, ideal: true, " + bent + ", controller: {period: 0.002, link: tool0, " + law + "}"
		at := readTask(t, text+", duration: 0.1")
		a, err := at.Analyze()
		if err != nil {
			t.Fatal(err)
		}
		m := at.World.Model()
		n, q := m.NV(), at.World.State().Q
		loop := mat.NewDense(len(a.ClosedA), len(a.ClosedA), nil)
		for r, row := range a.ClosedA {
			for c, x := range row {
				loop.Set(r, c, x)
			}
		}
		for j := range n {
			const departure = 1e-5
			var moved []any
			for k, joint := range m.Joints() {
				moved = append(moved, "reference."+joint.Name, map[string]any{"type": "hold", "to": q[k]})
			}
			moved = append(moved, "initial.position."+m.Joints()[j].Name, q[j]+departure)
			run := readTask(t, text+fmt.Sprintf(", duration: %v", samples*0.002), moved...)
			if _, err := run.Simulate(context.Background()); err != nil {
				t.Fatal(err)
			}
			x := mat.NewVecDense(len(a.ClosedA), nil)
			x.SetVec(j, departure)
			for range samples {
				next := mat.NewVecDense(len(a.ClosedA), nil)
				next.MulVec(loop, x)
				x = next
			}
			got, want := make([]float64, n), make([]float64, n)
			m.Difference(got, q, run.World.State().Q)
			copy(want, x.Data()[:n])
			expect.Near(t, name+": "+m.Joints()[j].Name, got, want, 1e-4, departure)
		}
	}
}

// pose returns where a link of a run is.
func pose(t *testing.T, run *prepare.Run, link string) (x [3]float64) {
	t.Helper()
	m := run.World.Model()
	k, ok := m.Link(link)
	if !ok {
		t.Fatalf("no link %s", link)
	}
	kin := tree.NewKinematics(m)
	kin.Update(run.World.State().Q)
	return kin.Pose(k).P
}

// TestReadyTasks checks that the ready scenarios bring their links where they are asked to, and that one that is pushed
// by 20 N against springs of 600 N/m has given way by 1/30 m, the time constants of a tenth of a second apart.
func TestReadyTasks(t *testing.T) {
	for _, c := range []struct {
		name, link string
		until      float64
		want       [3]float64
		near       float64
	}{
		{"ur5_operational_space", "tool0", 2.5, [3]float64{0.39, 0.51, 0.35}, 1e-6},
		{"panda_arm_impedance", "panda_link8", 2, [3]float64{0.55, 0.2, 0.4}, 1e-4},
		{"panda_arm_impedance", "panda_link8", 2.5, [3]float64{0.55, 0.2 + 1./30, 0.4}, 2e-3},
	} {
		s, err := scenario.Open(c.name, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Duration = c.until
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := run.Simulate(context.Background()); err != nil {
			t.Fatal(err)
		}
		got := pose(t, run, c.link)
		expect.Within(t, c.name, got[:], c.want[:], c.near)
		for _, x := range run.Measures() {
			if !math.IsNaN(x.SteadyStateError) || !(x.PeakEffort > 0) {
				t.Errorf("%s: joint %s is said to be off by %v, with a peak effort of %v", c.name, x.Joint,
					x.SteadyStateError, x.PeakEffort)
			}
		}
	}
}

// TestTaskFaults checks what is said of laws of a link that cannot be.
func TestTaskFaults(t *testing.T) {
	const p6 = "p: [1, 1, 1, 1, 1, 1]"
	for _, c := range []struct{ text, want string }{
		{"controller: {type: operational_space, " + p6 + "}", "controller.link: there is none"},
		{"controller: {type: operational_space, link: tol, " + p6 + "}", `no link "tol" (did you mean "tool"?)`},
		{"controller: {type: operational_space, link: base, " + p6 + "}", `"base" does not move`},
		{"controller: {type: operational_space, link: tool, p: [1, 2]}", "[1 2]; expected six numbers"},
		{"controller: {type: operational_space, link: tool}", "all gains p and d are 0"},
		{"controller: {type: operational_space, link: tool, " + p6 + ", stiffness: [1, 1, 1, 1, 1, 1]}",
			"controller.stiffness: the law operational_space does not use it"},
		{"controller: {type: pd, link: tool}", "controller.link: the law pd does not use it"},
		{"controller: {type: task_impedance, link: tool}", "stiffness and damping are 0"},
		{"controller: {type: task_impedance, link: tool, stiffness: [[1, 0], [0, 1]]}", "a row has not six numbers"},
		{"controller: {type: task_impedance, link: tool, stiffness: [-1, 0, 0, 0, 0, 0]}", "is negative"},
		{"controller: {type: task_impedance, link: tool, stiffness: [[1, 2, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0], " +
			"[0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 1]]}", "not symmetric"},
		{"controller: {type: task_impedance, link: tool, stiffness: [1, 0, 1, 0, 0, 0], damping: [1, 0, 1, 0, 0, 0], " +
			"damping_ratio: 1}", "there is a damping, too"},
		{"controller: {type: task_impedance, link: tool, stiffness: [1, 0, 1, 0, 0, 0], " +
			"null_space: {position: {elbow: 1}}}", "controller.null_space.position.elbow"},
		{"controller: {type: task_impedance, link: tool, stiffness: [1, 0, 1, 0, 0, 0], singular_damping: -1}",
			"singular_damping: -1; expected 0 or more"},
		{"base: floating, controller: {type: operational_space, link: tool, " + p6 + "}",
			"nothing holds a floating base"},
		{"reference_link: {tool: {type: line, from_time: 0, to_time: 1, to: [1, 0, 0]}}",
			`no law moves the link "tool"`},
		{"controller: {type: operational_space, link: tool, " + p6 + "}, reference_link: {tool: {type: line, " +
			"to: [1, 0]}}",
			"a motion of a link of the type line has no from_time"},
		{"controller: {type: operational_space, link: tool, " + p6 + "}, reference_link: {tool: {type: line, " +
			"from_time: 0, to_time: 1, to: [1, 0]}}", "expected x, y, z, and maybe the quaternion"},
		{"controller: {type: operational_space, link: tool, " + p6 + "}, reference_link: {tool: {type: arc, " +
			"from_time: 0, to_time: 1, to: [1, 0, 0], via: [1.5, 0, 0]}}", "lie on a line"},
		{"controller: {type: operational_space, link: tool, " + p6 + "}, reference_link: {tool: {type: circle}}",
			`"circle"; expected one of`},
	} {
		s, err := scenario.Read([]byte("{kinetree: 1, model: rr_arm, duration: 0.1, "+c.text+"}"), "s.yaml", ".")
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %q", c.text, err, c.want)
		}
	}
}

// TestSingularStart checks that a run from a singular pose ends with its reason at once, and goes on with a damping.
func TestSingularStart(t *testing.T) {
	const law = "model: rr_arm, duration: 0.1, initial: {position: {joint2: 0.5}}, controller: {" +
		"type: operational_space, link: tool, p: [100, 0, 100, 0, 0, 0], d: [20, 0, 20, 0, 0, 0]}"
	s, err := scenario.Read([]byte("{kinetree: 1, "+strings.Replace(law, "0.5", "0", 1)+"}"), "s.yaml", ".")
	if err == nil {
		_, err = prepare.New(s, prepare.Env{Unlogged: true})
	}
	if err == nil || !strings.Contains(err.Error(), "the pose is singular") {
		t.Errorf("the error is %v", err)
	}
	for _, run := range []*prepare.Run{readTask(t, law),
		readTask(t, law, "initial.position.joint2", 0.0, "controller.singular_damping", 0.01)} {
		if _, err := run.Simulate(context.Background()); err != nil {
			t.Error(err)
		}
	}
}
