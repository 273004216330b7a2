package webreport_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"kinetree/cmd/internal/webreport"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/tune"
)

// robust is a search whose candidates are judged by five robots.
const robust = `kinetree: 1
model: rr_arm
duration: 0.4
dt: 0.005
initial: {position: {joint1: -1.5}}
controller: {type: pd_gravity, model: rr_arm, gains: {"*": {p: 2000, d: 200}}}
reference: {joint1: {type: step, at: 0.1, to: -1.4}}
tune:
  free: {controller.gains.joint1.p: [500, 20000, log], controller.gains.joint1.d: [50, 2000, log]}
  cost: itae
  runs: 12
  robust: {samples: 5, reduce: max}
sweep:
  - {path: model.links.link2.mass, scale: true, normal: [1, 0.1]}
  - {path: joints.joint1.friction, uniform: [0, 3]}
`

// TestRobots compares the costs of the drawn robots on the page with those of runs of their own, and what was drawn
// with the robots; and checks that the page has the bands of both sides and the worst robot.
func TestRobots(t *testing.T) {
	s, err := scenario.Read([]byte(robust), "robust.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	tuning, err := tune.New(s, strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	result, err := tuning.Minimize(t.Context(), 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	after, err := tuning.Scenario(result.Best.X)
	if err != nil {
		t.Fatal(err)
	}
	text, err := webreport.Tuning(t.Context(), &webreport.Search{Before: s, After: after, Tuning: tuning,
		Result: result, Runs: "12 runs", Better: "less"}, env())
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	near := func(cell string, want float64) bool { // five digits
		got, err := strconv.ParseFloat(cell, 64)
		return err == nil && math.Abs(got-want) <= 1e-4*math.Abs(want)
	}
	table := column(t, page, "joints.joint1.friction")
	if len(table) != 5 {
		t.Fatalf("%d robots, want 5", len(table))
	}
	worst, at := math.Inf(-1), 0
	for i, row := range table {
		for title, x := range map[string][]float64{"before": result.Start.X, "after": result.Best.X} {
			robot, err := tuning.Robot(i, x)
			if err != nil {
				t.Fatal(err)
			}
			if friction := robot.Joints["joint1"].Friction; friction == nil ||
				!near(row["joints.joint1.friction"], *friction) {
				t.Errorf("robot %d has the friction %v, the table %s", i, friction, row["joints.joint1.friction"])
			}
			run, err := prepare.New(robot, prepare.Env{Unlogged: true})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := run.Simulate(t.Context()); err != nil {
				t.Fatal(err)
			}
			all := run.Measures().Together()
			if !near(row[title], all.ITAE) {
				t.Errorf("robot %d costs %s %s, its run %v", i, row[title], title, all.ITAE)
			}
			if title == "after" && all.ITAE > worst {
				worst, at = all.ITAE, i
			}
		}
	}
	if rows := column(t, page, "of the robots"); !near(rows[2]["after"], worst) || rows[2]["of the robots"] != "worst" {
		t.Errorf("the worst cost is %v, want %v", rows[2], worst)
	}
	for _, want := range []string{">before, 5 runs</text>", ">after, 5 runs</text>",
		">after, robot " + strconv.Itoa(at) + ", the worst</text>", `<th scope="row">bounds</th>`,
		`<tr class="good"><th scope="row">cost</th><td>less</td>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if results, search := strings.Index(page, "<h2>Results"), strings.Index(page, "<h2>Tuning"); results > search {
		t.Error("the results do not stand first")
	}
}
