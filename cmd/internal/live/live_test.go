package live_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinetree/cmd/internal/live"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
)

// page collects the frames of a talk.
type page struct {
	frames chan frame
	talk   *live.Talk
}

type frame struct {
	ID      int             `json:"id"`
	Kind    string          `json:"kind"`
	Error   string          `json:"error"`
	Value   json.RawMessage `json:"value"`
	numbers []float64
}

func open(t *testing.T, text string) *page {
	t.Helper()
	s, err := scenario.Read([]byte(text), "test.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	stage, err := live.New(s, "test.yaml", "", "test")
	if err != nil {
		t.Fatal(err)
	}
	return newPage(t, stage)
}

func newPage(t *testing.T, stage *live.Stage) *page {
	p := &page{frames: make(chan frame, 10000)}
	send := func(data []byte) error {
		n := binary.LittleEndian.Uint32(data)
		var f frame
		if err := json.Unmarshal(data[4:4+n], &f); err != nil {
			return err
		}
		for rest := data[4+n:]; len(rest) > 0; rest = rest[8:] {
			f.numbers = append(f.numbers, math.Float64frombits(binary.LittleEndian.Uint64(rest)))
		}
		p.frames <- f
		return nil
	}
	p.talk = stage.NewTalk(send, func(data []byte) bool { return send(data) == nil })
	t.Cleanup(p.talk.Close)
	return p
}

// ask sends a message and returns the first frame that answers it.
func (p *page) ask(t *testing.T, message string) frame {
	t.Helper()
	var m struct{ ID int }
	if err := json.Unmarshal([]byte(message), &m); err != nil {
		t.Fatal(err)
	}
	p.talk.Handle(t.Context(), []byte(message))
	return p.next(t, m.ID)
}

// next returns the next frame that answers a message.
func (p *page) next(t *testing.T, id int) frame {
	t.Helper()
	late := time.After(5 * time.Minute)
	for {
		select {
		case f := <-p.frames:
			if f.ID == id {
				return f
			}
		case <-late:
			t.Fatal("no frame has come for five minutes")
		}
	}
}

const step = `
kinetree: 1
model: rr_arm
duration: 0.5
controller: {type: pd_gravity, gains: {"*": {p: 900, d: 300}}}
reference: {joint1: {type: step, at: 0.1, to: 0.2}}
`

// TestText runs what the page saves: the log is that of the page, byte by byte.
func TestText(t *testing.T) {
	p := open(t, step)
	set := `"set": [{"path": "controller.gains.*.p", "value": 1234.5},
		{"path": "joints.joint2.friction", "value": 0.25}]`
	var log, text struct{ Text string }
	for id, x := range map[int]any{1: &log, 2: &text} {
		f := p.ask(t, fmt.Sprintf(`{"id": %d, "ask": "%s", %s}`, id, []string{1: "log", 2: "text"}[id], set))
		if f.Error != "" {
			t.Fatal(f.Error)
		}
		if err := json.Unmarshal(f.Value, x); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scenario.Read([]byte(text.Text), "saved.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	s.Log.File = "-"
	var b strings.Builder
	r, err := prepare.New(s, prepare.Env{Output: &b})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Simulate(context.Background()); err != nil {
		t.Fatal(err)
	}
	if b.String() != log.Text || !strings.Contains(text.Text, "1234.5") {
		t.Errorf("the saved scenario gives another log:\n%s", text.Text)
	}
}

// TestKnobs looks for the knobs that people expect, and for a path that is none.
func TestKnobs(t *testing.T) {
	p := open(t, step)
	var d struct {
		Knobs []live.Knob
		Paths []string
		Fault string
	}
	if err := json.Unmarshal(p.ask(t, `{"id": 1, "ask": "describe"}`).Value, &d); err != nil || d.Fault != "" {
		t.Fatal(err, d.Fault)
	}
	values := map[string]float64{}
	for _, k := range d.Knobs {
		values[k.Path] = k.Value
		if !(k.Lower <= k.Value && k.Value <= k.Upper) || !(k.Lower < k.Upper) {
			t.Errorf("%s is %v; its slider goes from %v to %v", k.Path, k.Value, k.Lower, k.Upper)
		}
	}
	for path, want := range map[string]float64{"controller.gains.*.p": 900, "reference.joint1.to": 0.2,
		"controller.period": 0.001, "controller.delay": 0, "sensors.position_noise": 0, "joints.joint1.friction": 0,
		"links.tool.payload.mass": 0} {
		if got, ok := values[path]; !ok || got != want {
			t.Errorf("knob %s: %v (%v); expected %v", path, got, ok, want)
		}
	}
	if f := p.ask(t, `{"id": 2, "ask": "knob", "path": "gravity.2"}`); f.Error != "" {
		t.Error(f.Error)
	}
	for id, path := range map[int]string{3: "controller.gain", 4: "model.file"} {
		m, _ := json.Marshal(map[string]any{"id": id, "ask": "knob", "path": path})
		if f := p.ask(t, string(m)); f.Error == "" {
			t.Errorf("%s is a knob; expected an error", path)
		}
	}
}

// TestFaults looks for the words that the command line has for a value that is none, and for a run that diverges.
func TestFaults(t *testing.T) {
	p := open(t, step)
	bad := `"set": [{"path": "controller.gains.*.p", "value": "much"}]`
	s, err := scenario.Read([]byte(step), "test.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	want := robot.Override(s, robot.Env{}, scenario.NewOverride("controller.gains.*.p", "much", ""))
	if f := p.ask(t, `{"id": 1, "ask": "simulate", `+bad+`}`); want == nil || f.Error != want.Error() {
		t.Errorf("the page says %q, the command line %v", f.Error, want)
	}
	wild := `"set": [{"path": "controller.gains.*.p", "value": 1e12}, {"path": "ideal", "value": true}]`
	f := p.ask(t, `{"id": 2, "ask": "simulate", `+wild+`}`)
	var r struct{ Failed string }
	if err := json.Unmarshal(f.Value, &r); err != nil || r.Failed == "" || len(f.numbers) == 0 {
		t.Errorf("a run that diverges: %v, failed %q, %d numbers; expected what went wrong and the rows until then",
			err, r.Failed, len(f.numbers))
	}
	for id, m := range map[int]string{3: `{"id": 3, "ask": "dance"}`, 4: `{"id": 4, "ask": "simulate", "index": 0}`,
		5: `{"id": 5, "ask": "tune"}`, 6: `{"id": 6, "ask": "logged"}`} {
		if f := p.ask(t, m); f.Error == "" {
			t.Errorf("message %d: no error", id)
		}
	}
}

// TestTune watches a search.
func TestTune(t *testing.T) {
	p := open(t, step+"tune: {free: {'controller.gains.*.p': [100, 5000, log]}, cost: itae, runs: 30}\n")
	f := p.ask(t, `{"id": 7, "ask": "tune"}`)
	for frames := 1; ; frames++ {
		var c struct {
			Runs, Of int
			Least    float64
			Done     bool
			Report   *struct{ Free []struct{ After float64 } }
		}
		if err := json.Unmarshal(f.Value, &c); err != nil || f.Error != "" {
			t.Fatal(f.Error, err)
		}
		if c.Done {
			if frames < 10 || c.Report == nil || len(c.Report.Free) != 1 || !(c.Report.Free[0].After > 900) {
				t.Errorf("after %d frames: %+v; expected a stiffer arm than with 900 N m/rad", frames, c)
			}
			return
		}
		f = p.next(t, 7)
	}
}

// TestMotion lets a robot move, halts and steps it, and pulls at it.
func TestMotion(t *testing.T) {
	p := open(t, step)
	f := p.ask(t, `{"id": 1, "ask": "move", "speed": 0, "from": {"position": {"joint1": 0.5, "joint2": -0.25}}}`)
	if f.Error != "" || len(f.numbers) != 2 || f.numbers[0] != 0.5 || f.numbers[1] != -0.25 {
		t.Fatalf("the motion begins at %v (%s); expected where it was asked to", f.numbers, f.Error)
	}
	var m struct{ Time float64 }
	p.talk.Handle(t.Context(), []byte(`{"id": 2, "ask": "pace", "speed": 0, "steps": 3}`))
	for m.Time == 0 {
		f = p.next(t, 1)
		if err := json.Unmarshal(f.Value, &m); err != nil {
			t.Fatal(err)
		}
	}
	if m.Time != 0.003 {
		t.Errorf("three steps lead to %v s; expected 0.003", m.Time)
	}
	p.talk.Handle(t.Context(), []byte(`{"id": 3, "ask": "push", "link": "link2", "target": [0, 0, 3]}`))
	p.talk.Handle(t.Context(), []byte(`{"id": 4, "ask": "pace", "speed": 1}`))
	for before := f.numbers[0]; math.Abs(f.numbers[0]-before) < 0.01; {
		f = p.next(t, 1)
	}
	if f := p.ask(t, `{"id": 5, "ask": "push", "link": "nowhere"}`); f.Error == "" {
		t.Error("a link that does not exist is pulled")
	}
	p.talk.Handle(t.Context(), []byte(`{"id": 6, "ask": "halt"}`))
}

// TestTurn turns a reference in a motion: the joint goes there from where it is, at the time that has come, and a value
// that is refused leaves the motion as it is.
func TestTurn(t *testing.T) {
	p := open(t, step)
	f := p.ask(t, `{"id": 1, "ask": "move", "speed": 20}`)
	at := func() float64 {
		var m struct{ Time float64 }
		if err := json.Unmarshal(f.Value, &m); err != nil || f.Error != "" {
			t.Fatal(f.Error, err)
		}
		return m.Time
	}
	for at() < 20 {
		f = p.next(t, 1)
	}
	if math.Abs(f.numbers[0]-0.2) > 1e-3 {
		t.Fatalf("joint1 is at %v; expected its reference, 0.2", f.numbers[0])
	}
	if bad := p.ask(t, `{"id": 2, "ask": "turn", "set": [{"path": "dt", "value": -1}]}`); bad.Error == "" {
		t.Error("a negative step is no error")
	}
	turned := at()
	p.talk.Handle(t.Context(),
		[]byte(`{"id": 3, "ask": "turn", "set": [{"path": "reference.joint1.to", "value": -0.4}]}`))
	for math.Abs(f.numbers[0]+0.4) > 1e-3 {
		f = p.next(t, 1)
		if at() < turned {
			t.Fatalf("the time goes back from %v s to %v s", turned, at())
		}
		if f.numbers[0] > 0.201 {
			t.Fatalf("joint1 goes to %v; expected it on its way from 0.2 to -0.4", f.numbers[0])
		}
	}
	p.talk.Handle(t.Context(), []byte(`{"id": 6, "ask": "halt"}`))
}

// TestFault describes a scenario that does not run: with the reason, and with lists that are empty where nothing is.
func TestFault(t *testing.T) {
	p := open(t, "{kinetree: 1, model: pendulum, environment: [{type: plane, normal: [0, 0, 1]}]}")
	f := p.ask(t, `{"id": 1, "ask": "describe"}`)
	var d map[string]any
	if err := json.Unmarshal(f.Value, &d); err != nil || f.Error != "" {
		t.Fatal(f.Error, err)
	}
	if words, _ := d["fault"].(string); !strings.Contains(words, "contact") {
		t.Errorf("the fault is %v; expected that nothing of a pendulum can touch a plane", d["fault"])
	}
	for _, key := range []string{"knobs", "paths", "links", "joints", "places", "closures", "environment", "notes"} {
		if _, ok := d[key].([]any); !ok {
			t.Errorf("%s is %v; expected a list", key, d[key])
		}
	}
}

// TestUnits compares the units of knobs with the joints that they are of.
func TestUnits(t *testing.T) {
	p := open(t, `{kinetree: 1, model: cart_pole, controller: {type: pd, gains: {'*': {p: 9, d: 1}, slider: {p: 3}}},
reference: {slider: {type: step, at: 0, to: 0.2}}}`)
	var d struct {
		Knobs []live.Knob
		Fault string
	}
	if f := p.ask(t, `{"id": 1, "ask": "describe"}`); json.Unmarshal(f.Value, &d) != nil || d.Fault != "" {
		t.Fatal(f.Error, d.Fault)
	}
	units, logs := map[string]string{}, map[string]bool{}
	for _, k := range d.Knobs {
		units[k.Path], logs[k.Path] = k.Unit, k.Log
	}
	for path, want := range map[string]string{"controller.gains.*.p": "", "controller.gains.slider.p": "N/m",
		"reference.slider.to": "m", "controller.delay": "s", "sensors.position_noise": ""} {
		if got, ok := units[path]; !ok || got != want {
			t.Errorf("%s: unit %q (%v); expected %q", path, got, ok, want)
		}
	}
	if !logs["controller.gains.slider.p"] || logs["reference.slider.to"] {
		t.Error("gains turn on a logarithmic scale, and positions do not")
	}
}

// TestEndsSoon asks for what would go on for a long time, in a script and in steps, and closes the page: all ends
// within a second, whatever is under way.
func TestEndsSoon(t *testing.T) {
	const heavy = "for i in range(300000): n += i\n"
	for name, text := range map[string]string{
		"the file": "n = 0\nfor k in range(100):\n    " + heavy +
			"def control(t, position, velocity, reference): return {}\n",
		"calls": "def control(t, position, velocity, reference):\n    n = 0\n    " + heavy +
			"    return {}\n",
	} {
		file := filepath.Join(t.TempDir(), "law.star")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, ask := range []string{`"simulate"`, `"log"`, `"analyze"`, `"move","speed":1000`,
			`"move","speed":0,"steps":1000000000`} {
			p := open(t, "{kinetree: 1, model: pendulum, duration: 1e6, controller: {type: script}, script: "+file+"}")
			p.talk.Handle(t.Context(), []byte(`{"id":1,"ask":`+ask+`}`))
			time.Sleep(100 * time.Millisecond)
			begin := time.Now()
			p.talk.Close()
			if took := time.Since(begin); took > time.Second {
				t.Errorf("%s, %s: ended after %v; want a second at most", name, ask, took)
			}
		}
	}
}

// TestLargest asks for a run whose log nobody could hold, as rows and as text. Both end when the log has as many
// numbers as a page gets, and say so.
func TestLargest(t *testing.T) {
	table := &live.Table{}
	if err := table.Record(make([]float64, live.LargestLog)); err != nil {
		t.Fatal(err)
	}
	if err := table.Record(make([]float64, 1)); err == nil || !strings.Contains(err.Error(), "log.every") {
		t.Errorf("more than %d numbers: %v", live.LargestLog, err)
	}
	if testing.Short() {
		t.Skip("no run was as long: that takes seconds")
	}
	p := open(t, "{kinetree: 1, model: rr_arm, duration: 1e9}")
	f := p.ask(t, `{"id": 1, "ask": "simulate"}`)
	var r struct{ Failed string }
	json.Unmarshal(f.Value, &r)
	if !strings.Contains(r.Failed, "log.every") || len(f.numbers) < live.LargestLog/2 {
		t.Errorf("the rows: %q, %q, %d numbers; expected the end of the log", f.Error, r.Failed, len(f.numbers))
	}
	if f := p.ask(t, `{"id": 2, "ask": "log"}`); !strings.Contains(f.Error, "log.every") {
		t.Errorf("the text: %.200s, %d bytes; expected the end of the log", f.Error, len(f.Value))
	}
}

// TestManySettings sends messages that would hold a socket for seconds: more settings than there are knobs, and a value
// that is nested deeply. Both are refused at once.
func TestManySettings(t *testing.T) {
	p := open(t, step)
	for id, set := range map[int]string{
		1: strings.Repeat(`{"path": "params.a", "value": 1}, `, 15000) + `{"path": "duration", "value": 1}`,
		2: `{"path": "params", "value": ` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`,
	} {
		begin := time.Now()
		f := p.ask(t, fmt.Sprintf(`{"id": %d, "ask": "text", "set": [%s]}`, id, set))
		if took := time.Since(begin); f.Error == "" || len(f.Error) > 500 || took > time.Second {
			t.Errorf("message %d: %v, %.500s", id, took, f.Error)
		}
	}
	most := strings.Repeat(`{"path": "controller.gains.*.p", "value": 7}, `, 999) + `{"path": "duration", "value": 1}`
	if f := p.ask(t, `{"id": 3, "ask": "text", "set": [`+most+`]}`); f.Error != "" {
		t.Error(f.Error)
	}
}

// TestGuarded asks a stage that others may reach for files: none is read, whatever way it is named. What the scenario
// names itself may be set again.
func TestGuarded(t *testing.T) {
	dir := t.TempDir()
	secret, table := filepath.Join(dir, "secret"), filepath.Join(dir, "efforts.csv")
	for name, text := range map[string]string{secret: "root:x:0\n", table: "time,joint1\n0,1\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s, err := scenario.Read([]byte(step+"efforts_table: {file: "+table+"}\n"), "test.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	stage, err := live.New(s, "test.yaml", "", "test")
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(t, stage)
	for _, guarded := range []bool{false, true} {
		stage.Guarded = guarded
		for id, set := range []string{
			`{"path": "model", "value": %q}`, `{"path": "model.file", "value": %q}`,
			`{"path": "model", "value": {"file": %q}}, {"path": "model.links.link1.com.0", "value": 1}`,
			`{"path": "efforts_table.file", "value": %q}`, `{"path": "script", "value": %q}`,
			`{"path": "controller.model", "value": %q}`, `{"path": "initial.from", "value": %q}`,
			`{"path": "reference.joint1", "value": {"type": "file", "file": %q}}`,
		} {
			f := p.ask(t, fmt.Sprintf(`{"id": %d, "ask": "simulate", "set": [%s]}`, id, fmt.Sprintf(set, secret)))
			if refused := strings.Contains(f.Error, "others than this machine"); refused != guarded {
				t.Errorf("guarded %v, %s: %.300s", guarded, set, f.Error)
			}
		}
		f := p.ask(t, fmt.Sprintf(`{"id": 99, "ask": "text", "set": [{"path": "efforts_table.file", "value": %q}]}`,
			table))
		if f.Error != "" {
			t.Errorf("guarded %v: a file of the scenario: %s", guarded, f.Error)
		}
	}
}
