package study_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinetree/batch"
	"kinetree/batch/study"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/urdf"
)

// open opens a study of one file.
func open(t *testing.T, text string) (*study.Study, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "study.yaml")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return study.Open(name, nil)
}

// link returns a link of an embedded robot.
func link(t *testing.T, robot, name string) *urdf.Inertial {
	t.Helper()
	r, err := models.Robot(robot)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range r.Links {
		if l.Name == name {
			return l.Inertial
		}
	}
	t.Fatalf("no link %s", name)
	return nil
}

// TestScale checks what factors make: of numbers of the model, of gains that only * gives, and of one item of a list.
func TestScale(t *testing.T) {
	s, err := open(t, `kinetree: 1
scenario:
  kinetree: 1
  model: ur5
  controller: {type: pd, gains: {"*": {p: 40, d: 4}}}
sweep:
  - {path: model.links.forearm_link.mass, scale: true, grid: [1.25]}
  - {path: model.links.forearm_link.com.2, scale: true, grid: [0.5]}
  - {path: model.links.upper_arm_link.inertia, scale: true, grid: [2]}
  - {path: model.joints.elbow_joint.origin.xyz.0, grid: [0.3]}
  - {path: model.joints.elbow_joint.damping, grid: [0.7]}
  - {path: controller.gains.elbow_joint.p, scale: true, grid: [3]}
  - {path: gravity.2, scale: true, grid: [0.5]}
`)
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Scenario(0)
	if err != nil {
		t.Fatal(err)
	}
	forearm, arm := link(t, "ur5", "forearm_link"), link(t, "ur5", "upper_arm_link")
	same := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-15*math.Abs(want) { // one product each
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	same("mass", *c.Model.Links["forearm_link"].Mass, 1.25*forearm.Mass)
	same("centre of mass", c.Model.Links["forearm_link"].COM[2], 0.5*forearm.Origin.XYZ[2])
	same("the rest of it", c.Model.Links["forearm_link"].COM[0], forearm.Origin.XYZ[0])
	same("inertia", c.Model.Links["upper_arm_link"].Inertia[5], 2*arm.Inertia.IZZ)
	same("origin", c.Model.Joints["elbow_joint"].Origin.XYZ[0], 0.3)
	same("damping", *c.Model.Joints["elbow_joint"].Damping, 0.7)
	same("gain", *c.Controller.Gains["elbow_joint"].P, 120)
	same("gravity", c.Gravity[2], -4.905)

	// The scenario as JSON, which a meta file holds, is the same scenario.
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := scenario.Read(text, "again.json", ".")
	if err != nil {
		t.Fatal(err)
	}
	if twice, _ := json.Marshal(again); string(twice) != string(text) {
		t.Errorf("the scenario becomes\n%s\nfrom\n%s", twice, text)
	}
	for _, want := range []string{`"file":"ur5"`, `"forearm_link":{"mass":`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s has no %s", text, want)
		}
	}
}

// TestMassScalesMotion checks the physics of a changed model: an arm all of whose masses are twice as large, and with
// them by themselves the inertias, moves under gravity alone as before. Steps are equal, so only roundings differ.
func TestMassScalesMotion(t *testing.T) {
	end := func(changes scenario.ModelSpec) []float64 {
		s := scenario.Default()
		s.Model, s.Duration, s.Ideal = changes, 0.3, true
		s.Model.File = "double_pendulum"
		s.Initial.Position["shoulder"] = []float64{0.9}
		run, err := prepare.New(s, prepare.Env{Unlogged: true})
		if err != nil {
			t.Fatal(err)
		}
		summary, err := run.World.Run(t.Context(), s.Duration)
		if err != nil {
			t.Fatal(err)
		}
		return summary.End.Position
	}
	robot, err := models.Robot("double_pendulum")
	if err != nil {
		t.Fatal(err)
	}
	changes := scenario.ModelSpec{Links: map[string]scenario.LinkChange{}}
	one := scenario.ModelSpec{Links: map[string]scenario.LinkChange{}}
	for _, l := range robot.Links {
		if l.Inertial != nil {
			m := 2 * l.Inertial.Mass
			changes.Links[l.Name] = scenario.LinkChange{Mass: &m}
			one.Links = map[string]scenario.LinkChange{l.Name: {Mass: &m}}
		}
	}
	want, got, other := end(scenario.ModelSpec{}), end(changes), end(one)
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("position %v, want %v", got, want)
		}
	}
	if math.Abs(other[0]-want[0]) < 1e-6 {
		t.Error("the mass of one link changes nothing")
	}
}

// TestImpossible checks that what no body has is refused, with the place of the axis, and once.
func TestImpossible(t *testing.T) {
	for sweep, want := range map[string]string{
		"{path: model.links.forearm_link.inertia, grid: [[1, 0, 0, 1, 0, 3]]}": "no body has these moments of inertia",
		"{path: model.links.forearm_link.mass, grid: [-1]}":                    "-1 kg; expected 0 or more",
		"{path: model.links.forarm_link.mass, grid: [1]}": `no link "forarm_link" (did you ` +
			`mean "forearm_link"?)`,
		"{path: model.links.forearm_link.weight, grid: [1]}":   "there is no such key",
		"{path: model.joints.elbow_joint.damping, grid: [-1]}": "-1; expected 0 or more",
		"{path: duration, scale: true, grid: [fast]}":          "fast",
		"{path: script, scale: true, grid: [2]}":               "no number",
	} {
		_, err := open(t, "kinetree: 1\nscenario: {kinetree: 1, model: ur5}\nsweep:\n  - "+sweep+"\n")
		if err == nil {
			t.Errorf("%s: no error", sweep)
			continue
		}
		if n := strings.Count(err.Error(), want); n != 1 || !strings.Contains(err.Error(), "study.yaml:4:") {
			t.Errorf("%s: %q has %q %d times", sweep, err, want, n)
		}
	}
}

// TestKept checks the forms of trajectories, in the file and as the flag gives them.
func TestKept(t *testing.T) {
	text := "kinetree: 1\nscenario: {kinetree: 1, model: pendulum}\nsweep:\n  - {path: duration, grid: [1, 2, " +
		"3]}\ntrajectories: "
	for given, want := range map[string]string{"all": `"all"`, "failed": `"failed"`, "none": `"none"`, "2": "[2]",
		"[2, 0]": "[0,2]"} {
		s, err := open(t, text+given)
		if err != nil {
			t.Errorf("%s: %v", given, err)
			continue
		}
		if got, err := json.Marshal(s.Trajectories); err != nil || string(got) != want {
			t.Errorf("%s is %s, want %s (%v)", given, got, want, err)
		}
		flag := strings.Trim(given, "[]")
		if err := s.Keep(flag); err != nil {
			t.Errorf("%s: %v", flag, err)
		} else if got, _ := json.Marshal(s.Trajectories); string(got) != want {
			t.Errorf("%s is %s, want %s", flag, got, want)
		}
	}
	s, err := open(t, text+"all")
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]string{"3": "run 3; the study has the runs 0 to 2",
		"fialed": `did you mean "failed"?`, "-1": "expected all, failed, none", "1.5": "expected all",
		"true": "expected all"} {
		if _, err := open(t, text+given); err == nil || !strings.Contains(err.Error(), "study.yaml:5:15") ||
			given != "-1" && given != "1.5" && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
		if err := s.Keep(given); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
	}
	if err := s.Keep("1,,2"); err == nil {
		t.Error("a run without a number is taken")
	}
}

// TestReasons checks that the reason of a run names no file of the study: the table has the same bytes wherever the
// study is run from.
func TestReasons(t *testing.T) {
	var tables []string
	for range 2 {
		dir := t.TempDir() // with a name of its own
		if err := os.WriteFile(filepath.Join(dir, "base.yaml"), []byte("kinetree: 1\nmodel: ur5\nduration: 0.01\n"),
			0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "zero.star"),
			[]byte("def control(t, position, velocity, reference):\n    return {\"elbow_joint\": 1 / 0}\n"),
			0o666); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, "study.yaml")
		text := "kinetree: 1\nscenario: base.yaml\nsweep:\n  - {path: dt, grid: [0.001, -1, x]}\n  - {path: " +
			"gravity.2, scale: true, grid: [1, big]}\n" +
			"  - {path: script, grid: [\"\", zero.star, missing.star]}\n  - {path: controller.type, grid: [none, " +
			"script]}\n"
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := study.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, "out")
		if _, err := batch.Execute(t.Context(), batch.Config{Dir: out, Runs: s.Len(), Axes: s.Axes,
			Metrics: s.Metrics}, s.NewWorker); err != nil {
			t.Fatal(err)
		}
		table, err := os.ReadFile(filepath.Join(out, "runs.csv"))
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, string(table))
	}
	if tables[0] != tables[1] {
		t.Errorf("the table is\n%s\nelsewhere\n%s", tables[0], tables[1])
	}
	for _, want := range []string{",error,dt: -1 s; expected a positive number,",
		`,error,"dt: ""x""; expected a finite number",`, "big is no factor; expected a number", ",error,zero.star:2:",
		",error,open missing.star: no such"} {
		if !strings.Contains(tables[0], want) {
			t.Errorf("the table has no %s:\n%s", want, tables[0])
		}
	}
}

// TestLimits bounds the steps of the runs of a study: those that need more are rows of their own, each time. Wall time
// is no input, so that a batch may go on with more of it, and its rows say that it has ended them.
func TestLimits(t *testing.T) {
	dir := files(t, map[string]string{"s.yaml": "kinetree: 1\nscenario: {model: pendulum, limits: {drift: 1}}\n" +
		"limits: {steps: 150, wall: 1h}\nsweep:\n  - {path: duration, grid: [0.1, 0.2]}\n"})
	open := func(set ...scenario.Override) *study.Study {
		s, err := study.Open(filepath.Join(dir, "s.yaml"), nil, set...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	columns, _ := table(t, open(), "none")
	if got := columns["status"]; !slices.Equal(got, []string{"ok", "timed out"}) || columns["end_time"][1] != "" ||
		!strings.Contains(columns["reason"][1], "more than the 150 steps") {
		t.Error(columns)
	}
	short := scenario.Override{Path: "limits.wall", Value: strict.Encode("1ns")}
	columns, _ = table(t, open(short, scenario.Override{Path: "duration", Value: strict.Encode(1e6)},
		scenario.Override{Path: "limits.steps", Value: strict.Encode(0)}), "none")
	for i, reason := range columns["reason"] {
		if columns["status"][i] != "timed out" || !strings.HasPrefix(reason, "cut by wall time: ") {
			t.Error(columns)
		}
	}
	a, err := open().Inputs("1")
	b, err2 := open(short).Inputs("1")
	if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("%+v\n%+v\n%v %v", a, b, err, err2)
	}
}

// late returns a study whose last run alone, of more than 10,000, reads a file.
func late(t *testing.T) (dir, name string, runs int) {
	const before = 10_500
	text, _ := models.URDF("pendulum")
	dir = files(t, map[string]string{"last.urdf": string(text),
		"s.yaml": "kinetree: 1\nscenario: {model: pendulum, duration: 0.001}\nsweep: [{csv: t.csv}]\n" +
			"metrics: [end_time]\n",
		"t.csv": "model.file\n" + strings.Repeat("pendulum\n", before) + "last.urdf\n"})
	return dir, filepath.Join(dir, "s.yaml"), before + 1
}

// execute runs a shard of a study into a folder.
func execute(t *testing.T, s *study.Study, out string, shard batch.Shard, resume bool) error {
	t.Helper()
	in, err := s.Inputs("1")
	if err == nil {
		_, err = batch.Execute(context.Background(), batch.Config{Dir: out, Inputs: in, Runs: s.Len(), Axes: s.Axes,
			Metrics: s.Metrics, Trajectories: s.Trajectories, Shard: shard, Resume: resume, Unchanged: s.Unchanged},
			s.NewWorker)
	}
	return err
}

// TestFilesOfLaterRuns changes the file that only the last of many runs reads, after the batch has begun: that run ends
// the batch and leaves no row, also where the file cannot be read any more or is no robot. With the file as it was the
// batch goes on to the bytes of one that was not disturbed.
func TestFilesOfLaterRuns(t *testing.T) {
	dir, name, runs := late(t)
	robot := filepath.Join(dir, "last.urdf")
	text, err := os.ReadFile(robot)
	if err != nil {
		t.Fatal(err)
	}
	last := batch.Shard{Index: runs - 1, Of: runs}
	open := func() *study.Study {
		t.Helper()
		s, err := study.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	rows := func(out string) string {
		t.Helper()
		table, err := os.ReadFile(filepath.Join(out, "runs.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return string(table)
	}
	whole := filepath.Join(dir, "whole")
	if err := execute(t, open(), whole, last, false); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		change func() error
		want   string
	}{
		"other bytes": {func() error { return os.WriteFile(robot, append(text[:len(text):len(text)], '\n'), 0o666) },
			"last.urdf has changed: its SHA-256 was"},
		"emptied": {func() error { return os.WriteFile(robot, nil, 0o666) }, "last.urdf has changed"},
		"removed": {func() error { return os.Remove(robot) }, "last.urdf cannot be read any more"},
	} {
		out := filepath.Join(dir, what)
		s := open()
		in, err := s.Inputs("1")
		if err != nil || in.Files["last.urdf"] == "" {
			t.Fatalf("%v: %v", in, err)
		}
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		_, err = batch.Execute(context.Background(), batch.Config{Dir: out, Inputs: in, Runs: s.Len(), Axes: s.Axes,
			Metrics: s.Metrics, Trajectories: s.Trajectories, Shard: last, Unchanged: s.Unchanged}, s.NewWorker)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "resume the batch") {
			t.Errorf("%s: %v; want %q", what, err, c.want)
		}
		var changed *batch.ChangedError
		if err := execute(t, open(), out, last, true); what != "removed" && !errors.As(err, &changed) {
			t.Errorf("%s: resumed with that file: %v; want the difference of the inputs", what, err)
		}
		if err := os.WriteFile(robot, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := execute(t, open(), out, last, true); err != nil || rows(out) != rows(whole) {
			t.Errorf("%s: %v\n%s\nwant\n%s", what, err, rows(out), rows(whole))
		}
	}
}

// TestShardsOfOtherFiles runs two shards where the file that only the last run reads has other bytes: they are not of
// one study.
func TestShardsOfOtherFiles(t *testing.T) {
	dir, name, runs := late(t)
	for i, more := range []string{"", "\n"} {
		robot := filepath.Join(dir, "last.urdf")
		text, err := os.ReadFile(robot)
		if err == nil {
			err = os.WriteFile(robot, append(text, more...), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := study.Open(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, strconv.Itoa(i))
		if err := execute(t, s, out, batch.Shard{Index: i, Of: 2}, false); err != nil {
			t.Fatal(err)
		}
	}
	err := batch.Merge(context.Background(), filepath.Join(dir, "all"),
		[]string{filepath.Join(dir, "0"), filepath.Join(dir, "1")})
	if err == nil || !strings.Contains(err.Error(), "inputs.files.last.urdf: was") || runs < 10_000 {
		t.Errorf("%v; want the file that differs", err)
	}
}

// TestMeshesAreInputs changes the mesh that an inertia is estimated from, and the file that this names: the inputs are
// others, and a batch that has begun ends.
func TestMeshesAreInputs(t *testing.T) {
	dir := files(t, map[string]string{"s.yaml": "kinetree: 1\nscenario: {model: r.urdf, duration: 0.001, inertia: " +
		"{density: 1000}}\nsweep: [{path: inertia.density, grid: [-1, 1000]}]\n", // the first one reads no mesh
		"r.urdf": `<robot name="r"><link name="a"/><link name="b"><collision><geometry><mesh filename="m.obj"/>` +
			`</geometry></collision><collision><geometry><mesh filename="n.gltf"/></geometry></collision></link>` +
			`<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>`,
		"m.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
		"n.gltf": `{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":` +
			`{"POSITION":0}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],` +
			`"bufferViews":[{"buffer":0,` +
			`"byteLength":36}],"buffers":[{"uri":"b.bin","byteLength":36}]}`,
		"b.bin": strings.Repeat("\x00\x00\x80?\x00\x00\x00\x00\x00\x00\x00@", 3)})
	open := func() (*study.Study, *study.Inputs) {
		t.Helper()
		s, err := study.Open(filepath.Join(dir, "s.yaml"), nil)
		if err != nil {
			t.Fatal(err)
		}
		in, err := s.Inputs("1")
		if err != nil {
			t.Fatal(err)
		}
		return s, in
	}
	for i, name := range []string{"m.obj", "b.bin"} {
		s, before := open()
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), append(text, '\n'), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = batch.Execute(context.Background(), batch.Config{Dir: filepath.Join(dir, strconv.Itoa(i)),
			Inputs: before, Runs: s.Len(), Axes: s.Axes, Metrics: s.Metrics, Unchanged: s.Unchanged}, s.NewWorker)
		if err != nil { // what was read at the start is kept for all runs
			t.Errorf("%s: %v", name, err)
		}
		if _, after := open(); before.Files[name] == "" || before.Files[name] == after.Files[name] {
			t.Errorf("the hashes of %s are %q and %q; want different ones", name, before.Files[name], after.Files[name])
		}
	}
}
