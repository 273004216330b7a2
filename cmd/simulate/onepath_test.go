package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"kinetree/cmd/internal/live"
	"kinetree/cmd/internal/version"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
)

// onePathScenarios returns scenarios that reach limits of efforts, by name: each law, each anti-windup with and without
// a filter, with ideal sensors and with real ones, and each kind of start that asks the law before the run; and the
// scenarios that come with the program.
func onePathScenarios() map[string]string {
	const robot = `
kinetree: 1
model: rr_arm
duration: 0.3
seed: 7
integrator: rk4
initial: {position: {joint1: 0.5, joint2: 0.3}}
joints: {joint1: {effort_limit: 60}, joint2: {effort_limit: 20}}
reference: {joint1: {type: hold, to: 1.5}}
`
	const drive = `
sensors: {position_resolution: 0.001, velocity: difference, velocity_filter_hz: 40, position_noise: 1.0e-4}
actuators: {lag: 0.002}
`
	const parts = "log: {signals: [parts]}\n"
	gains := `{p: 200, d: 40}`
	laws := map[string]string{
		"pd":             `{type: pd, gains: {"*": ` + gains + `}}`,
		"pd_gravity":     `{type: pd_gravity, delay: 0.0015, gains: {"*": ` + gains + `}}`,
		"computed":       `{type: computed_torque, gains: {"*": ` + gains + `}}`,
		"impedance":      `{type: impedance, gains: {"*": ` + gains + `}}`,
		"gravity":        `{type: gravity_compensation}`,
		"pi_velocity":    `{type: pi_velocity, delay: 0.0015, gains: {"*": {p: 8, i: 300, d: 40, i_clamp: 300}}}`,
		"lqr":            `{type: lqr, delay: 0.0015}`,
		"lqi":            `{type: lqi, gains: {"*": {integral_weight: 1.0e+5}}}`,
		"adaptive":       `{type: adaptive, lambda: 5, k: {"*": 10}, adaptation: {joint2: {Iyy: 1, mcx: 1}}}`,
		"pd_feedforward": `{type: pd, feed_forward: true, gains: {"*": ` + gains + `}}`,
	}
	for _, windup := range []string{"clamp", "conditional", "back-calculation"} {
		for _, filter := range []float64{0, 0.004} {
			for _, derivative := range []string{"error", "measurement"} {
				laws[fmt.Sprintf("pid_%s_%v_%s", windup, filter, derivative)] = fmt.Sprintf(
					`{type: pid, anti_windup: %s, filter_time: %v, derivative: %s, gains: {"*": {p: 200, i: 3000, `+
						`d: 40, i_clamp: 300}}}`, windup, filter, derivative)
			}
		}
	}
	all := map[string]string{}
	for name, law := range laws {
		text := robot + "controller: " + law + "\n"
		if strings.HasPrefix(name, "pd") || strings.HasPrefix(name, "pi") {
			text += parts
		}
		all[name] = text
		all[name+"_drive"] = text + drive
		all[name+"_stop"] = text + "stop: ['time > -1']\n"
	}
	all["script"] = robot + "controller: {type: script}\nscript: law.star\nlog: {every: 3}\n"
	all["equilibrium"] = strings.Replace(robot, "initial: {position: {joint1: 0.5, joint2: 0.3}}",
		"gravity: [0, 0, -1]\ninitial: equilibrium", 1) +
		"controller: " + laws["pid_conditional_0.004_error"] + "\n" + parts
	duration, cases := regexp.MustCompile(`(?m)^duration:.*$`), regexp.MustCompile(`(?m)^cases:.*\n([ #].*\n)*`)
	for _, s := range models.Scenarios() {
		text, _ := models.Scenario(s.Name)
		text = cases.ReplaceAll(text, nil) // each of which is another path
		all[s.Name] = duration.ReplaceAllString(string(text), "duration: 0.2")
	}
	return all
}

const onePathScript = `
initial_state = {"z": 0}

def control(t, position, velocity, reference, state):
    e = reference["joint1"] - position["joint1"]
    return {"joint1": 200 * e - 40 * velocity["joint1"] + 100 * state["z"]}, {"z": state["z"] + 0.001 * e}
`

// TestOnePath checks that a scenario has one log, byte by byte, whichever command runs it: run, a batch of one run with
// trajectories, a run of that batch alone, and the live page. Each but the second judges the law before the run.
func TestOnePath(t *testing.T) {
	for name, text := range expect.SomeOf(t, 8, onePathScenarios()) {
		t.Run(name, func(t *testing.T) {
			dir := inFolder(t, map[string]string{"s.yaml": text, "law.star": onePathScript,
				"study.yaml": "kinetree: 1\nscenario: s.yaml\ntrajectories: all\n" +
					"sweep: [{path: seed, grid: [7]}]\n"})
			t.Chdir(dir)
			for _, args := range [][]string{{"run", "s.yaml", "--out", "run.csv"},
				{"batch", "study.yaml", "--out", "b"},
				{"batch", "study.yaml", "--run", "0", "--out", "alone.csv"}} {
				var out, stderr bytes.Buffer
				if code := run(args, strings.NewReader(""), &out, &stderr); code != done {
					t.Fatalf("%v: exit status %d: %s", args, code, stderr.String())
				}
			}
			want := read(t, filepath.Join("b", "trajectories", "000000.csv"))
			if lines := strings.Count(want, "\n"); lines < 2 {
				t.Fatalf("the trajectory of the batch has %d lines", lines)
			}
			for file, got := range map[string]string{"run.csv": read(t, "run.csv"), "alone.csv": read(t, "alone.csv"),
				"the page": pageLog(t, text)} {
				if got != want {
					t.Errorf("%s differs from the trajectory of the batch, %s", file, firstDifference(got, want))
				}
			}
		})
	}
}

// pageLog returns the log that the live page saves, after it has analysed the loop.
func pageLog(t *testing.T, text string) string {
	t.Helper()
	s, err := scenario.Read([]byte(text), "s.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	stage, err := live.New(s, "s.yaml", "", version.String())
	if err != nil {
		t.Fatal(err)
	}
	type answer struct {
		ID    int
		Error string
		Value json.RawMessage
	}
	answers := make(chan answer, 10000)
	send := func(data []byte) error {
		n := binary.LittleEndian.Uint32(data)
		var a answer
		err := json.Unmarshal(data[4:4+n], &a)
		answers <- a
		return err
	}
	talk := stage.NewTalk(send, func(data []byte) bool { return send(data) == nil })
	defer talk.Close()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var saved struct{ Text string }
	talk.Handle(ctx, []byte(`{"id": 1, "ask": "analyze"}`)) // an error for what has no loop
	talk.Handle(ctx, []byte(`{"id": 2, "ask": "log"}`))
	for {
		select {
		case a := <-answers:
			if a.ID != 2 {
				continue
			}
			if err := json.Unmarshal(a.Value, &saved); err != nil || a.Error != "" {
				t.Fatalf("the page answers with the error %q, %v", a.Error, err)
			}
			return saved.Text
		case <-ctx.Done():
			t.Fatal("the page has not answered for a minute")
		}
	}
}

// read returns what a file says.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// firstDifference returns the number of the first line in which two texts differ, and both lines.
func firstDifference(a, b string) string {
	got, want := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("line %d: %.200s; expected %.200s", i+1, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d lines; expected %d", len(got), len(want))
}
