package prepare_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinetree/integrate"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim"
	"kinetree/sim/record"
	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// TestUnrecorded checks what runs say that keeps their steps from being code. There is a run for each reason, and the
// page about performance has all of them.
func TestUnrecorded(t *testing.T) {
	const law = "controller: {type: pd, period: 0.001, gains: {\"*\": {p: 1, d: 1}}}"
	const adaptive = "controller: {type: adaptive, lambda: 5, k: {\"*\": 10}, adaptation: {joint1: {Iyy: 1}}, "
	said := map[string]bool{}
	check := func(run string, w *sim.World, want string) {
		got := w.Unrecorded()
		if got != want {
			t.Errorf("%s: its steps are no code because %q, want %q", run, got, want)
		}
		if got != "" {
			said[got] = true
		}
	}
	for _, c := range []struct{ run, want string }{
		{"model: rr_arm", ""},
		{"model: rr_arm, " + law, ""},
		{"model: rr_arm, " + strings.Replace(law, "pd", "pi_velocity", 1), ""},
		{"model: rr_arm, controller: {type: cascade, period: 0.001, " + cascades + "}", ""},
		{"model: panda_arm, base: floating", ""},
		{"model: panda_arm, base: floating, " + law, ""},
		{"model: rr_arm, " + strings.Replace(law, "period: 0.001", "continuous: true", 1), ""},
		{"model: rr_arm, " + adaptive + "period: 0.001}", ""},
		{"model: rr_arm, " + adaptive + "continuous: true}", "the controller is not recorded"},
		{"model: rr_arm, initial: {position: {joint2: 1}}, controller: {type: operational_space, period: 0.001, " +
			"link: tool, p: [1, 0, 1, 0, 0, 0]}", "the controller is not recorded"},
		{"model: rr_arm, ideal: true, joints: {joint1: {stiffness: 3}}, controller: {type: lqr, period: 0.001, " +
			"gains: {\"*\": {position_weight: 10, velocity_weight: 1, effort_weight: 1}}}", ""},
		{"model: rr_arm, disturbances: [{link: link2, force: [1, 0, 0], at: 0.1}], controller: {" +
			"type: computed_torque, wrench_compensation: known, period: 0.001, gains: {\"*\": {p: 1, d: 1}}}", ""},
		{"model: rr_arm, integrator: implicit", ""},
		{"model: rr_arm, integrator: implicit-midpoint", "the integrator iterates, or chooses its steps"},
		{"model: rr_arm, integrator: dormand-prince", "the integrator iterates, or chooses its steps"},
		{"model: rr_arm, dynamics: crba", ""},
		{"model: rr_arm, dynamics: constraint-forces", "the dynamics are those of constraint forces"},
		{fmt.Sprintf("model: %q", followers(t, 0.5)), ""},
		{"model: four_bar, initial: {position: {crank_joint: 1}}, constraints: [{name: closure, type: point, " +
			"links: [coupler, rocker], at: [[0.8, 0, 0], [0.6, 0, 0]]}]", "there are constraints"},
		{"model: rr_arm, prescribed: {joint1: {type: sine, amplitude: 0.1, frequency: 1}}", "a motion is prescribed"},
		{"model: rr_arm, efforts: {joint1: 1}", ""},
		{"model: rr_arm, force_elements: [{type: spring, links: [world, link2], at: [[0, 3, 0], [0, 0, 0]], " +
			"stiffness: 5, damping: 1}]", ""},
		{"model: rr_arm, integrator: semi-implicit, force_elements: [{type: spring, links: [world, link2], " +
			"at: [[0, 3, 0], [0, 0, 0]], stiffness: 5, damping: 1}]", "a spring between links is taken implicitly"},
		{"model: rr_arm, joints: {joint1: {stribeck: {level: 1, velocity: 0.1}}}", ""},
		{"model: rr_arm, joints: {joint1: {kind: spherical, friction: 1}}",
			"friction has one direction for several rates"},
		{"model: rr_arm, joints: {joint1: {gear: {efficiency: 0.8}}}", ""},
		{"model: rr_arm, joints: {joint1: {kind: spherical, stiffness: 3}}", "a spring acts on a pose"},
		{"model: rr_arm, stop: [energy/total > 3]", ""},
		{"model: rr_arm, stop: [joint1/acceleration > 3]", ""},
		{"model: rr_arm, log: {signals: [parts]}, " + strings.Replace(law, "pd", "pid", 1),
			"the log has what the law remembers"},
	} {
		s, err := scenario.Read(fmt.Appendf(nil, "{kinetree: 1, duration: 0.1, dt: 0.001, %s}", c.run), "drawn.yaml",
			".")
		if err != nil {
			t.Fatal(err)
		}
		run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: record.NewStream(new(strings.Builder))})
		if err != nil {
			t.Errorf("%s: %v", c.run, err)
			continue
		}
		check(c.run, run.World, c.want)
	}
	m, err := models.Robot("rr_arm")
	if err != nil {
		t.Fatal(err)
	}
	c := sim.Config{Integration: sim.Integration{Method: integrate.RK4Method, Step: 1e-3}}
	if c.Model, err = tree.Build(m); err != nil {
		t.Fatal(err)
	}
	c.Watch.Observer = onlooker{}
	w, err := sim.New(c)
	if err != nil {
		t.Fatal(err)
	}
	check("onlooker", w, "what observes the run is not recorded")
	c.Watch.Observer, c.Forces = nil, []sim.ForceElement{idle{}}
	if w, err = sim.New(c); err != nil {
		t.Fatal(err)
	}
	check("idle", w, "there are force elements other than springs between links")

	known := reasonsIn(t, filepath.Join("..", "..", "sim", "wholesteps.go"))
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "performance.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(page), "What is not in whole steps")
	list, _, _ = strings.Cut(list, "Such runs")
	list = strings.Join(strings.Fields(list), " ")
	for _, reason := range known {
		if !said[reason] {
			t.Errorf("no run of this test says %q", reason)
		}
		if !strings.Contains(list, "*"+reason+"*") {
			t.Errorf("docs/performance.md does not have %q in its list of what is not in whole steps", reason)
		}
	}
	if n := strings.Count(list, "*") / 2; n != len(known) || len(known) != len(said) {
		t.Errorf("docs/performance.md has %d reasons, the runs %d; the code has %d", n, len(said), len(known))
	}
}

// followers writes a robot whose second joint follows the first one.
func followers(t *testing.T, ratio float64) (file string) {
	r, err := models.Robot("rr_arm")
	if err != nil {
		t.Fatal(err)
	}
	r.Joints[1].Mimic = &urdf.Mimic{Joint: r.Joints[0].Name, Multiplier: ratio}
	var text strings.Builder
	if err := r.WriteURDF(&text); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "followers.urdf")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// onlooker is an observer that sees nothing.
type onlooker struct{}

func (onlooker) Observe(_, _ *integrate.State, _, _, _ []float64) {}

// idle is a force element that does nothing.
type idle struct{}

func (idle) AddWrenches([]spatial.Force, float64, []float64, []float64, *tree.Kinematics) error {
	return nil
}

// reasonsIn returns the sentences in the functions of a file that find what keeps steps from being code.
func reasonsIn(t *testing.T, file string) (list []string) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && slices.Contains([]string{"unrecorded", "shapes"}, d.Name.Name) {
			ast.Inspect(d, func(n ast.Node) bool {
				if x, ok := n.(*ast.BasicLit); ok && x.Kind == token.STRING && strings.Contains(x.Value, " ") {
					text, err := strconv.Unquote(x.Value)
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, text)
				}
				return true
			})
		}
	}
	return list
}
