package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// bad are characters that no terminal may get: the beginnings of sequences that it obeys in 7 and 8 bits, what turns
// text around, ends lines or cannot be seen, and one beyond the first plane. XML allows all but the first.
const bad = "\u009b31m\u202e\u2028\u200b\u0085\U000e0041"

// strangers writes a robot, a scenario, a study and a script whose names all have such characters.
func strangers(t *testing.T) {
	t.Chdir(t.TempDir())
	quoted := strconv.QuoteToASCII // for YAML and Starlark
	link := func(name string) string {
		return `<link name="` + name + bad + `"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0"` +
			` ixz="0" iyz="0"/></inertial></link>`
	}
	robot := `<robot name="r` + bad + `">` + link("a") + link("b") + `<joint name="j` + bad + `" type="revolute">` +
		`<parent link="a` + bad + `"/><child link="b` + bad + `"/><origin xyz="0 1 0"/><axis xyz="0 1 0"/>` +
		`<limit lower="-9" upper="9" effort="90" velocity="9"/><safety` + "\u0301" + ` x="` + bad + `"/></joint>` +
		`</robot>`
	joint := quoted("j" + bad)
	gain := quoted("controller.gains.j" + bad + ".p")
	scenario := "kinetree: 1\nmodel: " + quoted("r\u202e.urdf") + "\nduration: 0.05\ncontroller: {type: pd, period: " +
		"0.002, gains: {" + joint + ": {p: 20, d: 9}}}\nreference: {" + joint + ": {type: step, at: 0.01, to: 0.1}}\n" +
		"tune: {free: {" + gain + ": [10, 40]}, cost: itae, runs: 9}\nlog: {file: " + quoted("l\u202e.csv") + "}\n"
	for name, text := range map[string]string{
		"r\u202e.urdf": robot,
		"s\u202e.yaml": scenario,
		"t\u202e.yaml": "kinetree: 1\nmodel: " + quoted("r\u202e.urdf") + "\ninitial: {position: {" +
			quoted("\x1b[31mk"+bad) + ": 1}}\n" + quoted("\x1b]0;"+bad) + ": 1\n",
		"study\u202e.yaml": "kinetree: 1\nscenario: " + quoted("s\u202e.yaml") + "\nsweep:\n  - {path: " +
			gain + ", grid: [1, 2, -1]}\ntrajectories: all\n",
		"m\u202e.star": "def runs():\n    return [scenario(" + quoted("s\u202e.yaml") + "), scenario(" +
			quoted("s\u202e.yaml") + ", {" + gain + ": -1})]\n\n" +
			"def metrics(trajectory):\n    print(" + quoted("\x1b[31m"+bad) + ")\n    return {" +
			quoted("\x1b[31mm"+bad) + ": 1.0}\n",
		"broken\u202e.star": "def runs():\n    fail(" + quoted("\x1b[2J"+bad) + ")\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNothingReachesTheTerminal runs the commands on files of a stranger. Whatever they print is printable, and is JSON
// where that was asked for.
func TestNothingReachesTheTerminal(t *testing.T) {
	strangers(t)
	const (
		robot, scenario = "r\u202e.urdf", "s\u202e.yaml"
		joint           = "j" + bad
	)
	runs := map[string]int{}
	for _, args := range [][]string{
		{"check", robot}, {"check", "--json", robot}, {"info", robot}, {"info", "--json", robot}, {"check", "."},
		{"run", robot, "--duration", "0.01"}, {"run", robot, "--json", "--duration", "0.01", "--force"},
		{"run", scenario}, {"run", scenario, "--json"}, {"run", "t\u202e.yaml"}, {"run", robot + "x"},
		{"run", robot, "--position", joint + "x=1"}, {"run", robot, "--" + bad}, {"run", robot, "--set", bad + "=1"},
		{"analyze", scenario}, {"analyze", scenario, "--json"}, {"analyze", robot},
		{"advise", scenario}, {"advise", scenario, "--json"}, {"equilibrium", robot}, {"equilibrium", robot, "--json"},
		{"ik", robot, "--link", bad, "--pose", "1,0,0"},
		{"tune", scenario, "--out", "u\u202e.yaml"},
		{"batch", "study\u202e.yaml", "--dry-run"}, {"batch", "study\u202e.yaml", "--out", "b\u202e"},
		{"batch", "study\u202e.yaml", "--out", "b\u202e"}, {"batch", "broken\u202e.star", "--out", "c"},
		{"batch", "m\u202e.star", "--out", "m\u202e"}, {"summarize", "m\u202e"},
		{"summarize", "b\u202e"}, {"summarize", "b\u202e", "--json"}, {"verify", "b\u202e"},
		{"identify", robot, "l\u202e.csv"},
		{"excite", robot, "--duration", "1", "--evaluations", "20", "--scenario", "x\u202e.yaml"},
		{"plot", "l\u202e.csv", "--out", "p\u202e.svg"}, {"report", scenario, "--out", "q\u202e.html"},
		{"inertia", bad, robot, "1"},
		{"show", bad}, {"models", bad}, {bad}, {"export", scenario, "--out", "e\u202e.txt"}, {"formats", bad},
		{"init", robot}, {"check", robot, "--repair", "f\u202e.urdf"},
	} {
		var out, stderr bytes.Buffer
		code := run(args, strings.NewReader(""), &out, &stderr)
		runs[args[0]]++
		shown := out.String() + stderr.String()
		for i, r := range shown {
			_, n := utf8.DecodeRuneInString(shown[i:])
			if r != '\n' && r != '\t' && (!strconv.IsPrint(r) || r == utf8.RuneError && n == 1) {
				t.Errorf("%q: %q is printed: %q", args, r, shown[max(0, i-40):min(len(shown), i+20)])
				break
			}
		}
		if strings.Contains(strings.Join(args, " "), "--json") && (!json.Valid(out.Bytes()) || code != done) {
			t.Errorf("%q: status %d, no JSON: %s%s", args, code, out.String(), stderr.String())
		}
	}
	if len(runs) < 15 {
		t.Errorf("ran %v", runs)
	}
}
