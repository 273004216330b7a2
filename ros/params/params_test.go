package params_test

import (
	"slices"
	"strings"
	"testing"

	"kinetree/ros/params"
)

const file = `/**:
  ros__parameters: {use_sim_time: true, rate: 10.0, gains: {p: 1.0}}
/left:
  "*":
    ros__parameters: {rate: 20.0}
  arm:
    ros__parameters:
      gains: {p: 3.0, "$(var prefix)j.x": 4.0}
      joints: ["$(var prefix)j", k]
/*/hand: {ros__parameters: {rate: 30.0, open: yes, force: 5}}
arm: {ros__parameters: {gains.p: 5.0}}
tool: {ros__parameters: }
`

// TestOf reads parameters of nodes in namespaces and under wildcards, nested or with dots.
func TestOf(t *testing.T) {
	f, err := params.Read([]byte(file), "p.yaml", map[string]string{"prefix": "l_"})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Nodes(); !slices.Equal(got, []string{"/left/arm", "/arm"}) {
		t.Errorf("got %q", got)
	}
	for node, want := range map[string][2]float64{"/left/arm": {20, 3}, "/arm": {10, 5}, "/right/hand": {30, 1},
		"/left/hand": {30, 1}, "/a/b/hand": {10, 1}, "/left/deep/arm": {10, 1}} {
		n := f.Of(node)
		if got := [2]float64{n.Number("rate", 0), n.Number("gains.p", 0)}; got != want {
			t.Errorf("%s: %v; expected %v", node, got, want)
		}
	}
	arm := f.Of("/left/arm")
	if got := arm.Words("joints"); !slices.Equal(got, []string{"l_j", "k"}) || arm.Number("gains.l_j.x", 0) != 4 {
		t.Errorf("got %q, %v", got, arm.Names())
	}
	if got := arm.Unused(); !slices.Equal(got, []string{"rate", "gains.p"}) {
		t.Errorf("nobody has asked for %q; expected rate and gains.p", got)
	}
	hand := f.Of("/left/hand")
	hand.Truth("open", false)
	hand.Number("force", 0)
	if err := hand.Faults.Err(); err == nil || !strings.Contains(err.Error(), "p.yaml:10:47: error: ") {
		t.Errorf("got %v; yes is no truth value", err)
	}
	if len(hand.Notes) != 1 || !strings.Contains(hand.Notes[0], "p.yaml:10:59: force is 5, an integer") {
		t.Errorf("got %q", hand.Notes)
	}
	f, err = params.Read([]byte(file), "p.yaml", nil)
	if err != nil || len(f.Notes) != 1 || !strings.Contains(f.Notes[0], "the launch argument prefix is taken to be "+
		"empty") {
		t.Errorf("got %v, %q", err, f.Notes)
	}
}

// TestRepeated reads a file that has the key of its nodes twice: the entries are joined, and of a parameter that is
// there twice the later one counts, which a note tells.
func TestRepeated(t *testing.T) {
	const file = "/**:\n  a: {ros__parameters: {p: 1.0, q: 2.0}}\n  a: {ros__parameters: {p: 3.0}}\n" +
		"/**:\n  b:\n    ros__parameters:\n      g: {p: 4.0}\n      g: {i: 5.0}\n      g.p: 6.0\n"
	f, err := params.Read([]byte(file), "p.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	a, b := f.Of("/a"), f.Of("/b")
	got := []float64{a.Number("p", 0), a.Number("q", 0), b.Number("g.p", 0), b.Number("g.i", 0)}
	if !slices.Equal(got, []float64{3, 2, 6, 5}) {
		t.Errorf("got %v; expected 3 2 6 5", got)
	}
	want := []string{"p.yaml:9:7: g.p is there already, in line 7; ROS takes the later one"}
	if !slices.Equal(f.Notes, want) {
		t.Errorf("got %q; expected %q", f.Notes, want)
	}
}

// TestFaults tells what is no parameter file.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"": "there is no mapping of nodes", "[1]": "there is no mapping of nodes", "a: {b: {}}": "no node has " +
			"parameters",
		"a: 3":                      "a: expected a node with ros__parameters",
		"ros__parameters: {p: 1.0}": "the parameters are of no node",
		"a: {ros__parameters: 3}":   "expected a mapping of parameters",
	} {
		if _, err := params.Read([]byte(text), "p.yaml", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v; expected %s", text, err, want)
		}
	}
	f, err := params.Read([]byte("a: {ros__parameters: {p: x, w: 3, l: 3, m: [a, a, 3], k: up}}"), "p.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	n := f.Of("/a")
	n.Number("p", 0)
	n.Word("w", "")
	n.Words("l")
	n.Words("m")
	n.Word("k", "", "left", "right")
	n.Miss("z", "a number")
	if len(n.Faults) != 7 {
		t.Errorf("got %v; expected 7 faults", n.Faults)
	}
}
