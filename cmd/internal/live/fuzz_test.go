package live_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"sync/atomic"
	"testing"

	"kinetree/cmd/internal/live"
	"kinetree/scenario"
)

// FuzzMessage says to a stage what any page may say. Nothing panics, each frame has a header of JSON and whole numbers,
// and a message that is no job is answered.
func FuzzMessage(f *testing.F) {
	for _, m := range []string{
		`{"id": 1, "ask": "describe"}`, `{"id": 2, "ask": "knob", "path": "controller.gains.joint1.p"}`,
		`{"id": 3, "ask": "simulate", "set": [{"path": "duration", "value": 0.02}]}`,
		`{"id": 4, "ask": "analyze", "set": [{"path": "controller.gains.joint2.d", "value": -1}]}`,
		`{"id": 5, "ask": "text", "set": [{"path": "model", "value": {"file": "ur5"}}]}`,
		`{"id": 6, "ask": "log", "set": [{"path": "integrator", "value": "implicit"}]}`, `{"id": 7, "ask": "logged"}`,
		`{"id": 8, "ask": "simulate", "index": -1}`,
		`{"id": 14, "ask": "turn", "set": []}`, `{"id": 9, "ask": "tune"}`, `{"id": 10, "ask": "halt"}`,
		`{"id": 11, "ask": "move", "from": {"position": {"joint1": 1}}, "speed": 1e9}`,
		`{"id": 12, "ask": "push", "link": "link2", "point": [0, 0, 1e300], "target": [1, 1, 1]}`,
		`{"id": 13, "ask": "pace", "speed": -1, "steps": 99999999}`,
		`{"ask": "simulate", "set": [{"path": "log.file", "value": "/x"}, {"path": "params.a", "value": [[]]}]}`,
	} {
		f.Add([]byte(m))
	}
	s, err := scenario.Read([]byte("kinetree: 1\nmodel: rr_arm\nduration: 0.01\ncontroller: {type: pd, period: 0.001, "+
		"gains: {\"*\": {p: 100, d: 10}}}\nreference: {joint1: {type: step, at: 0.002, to: 0.1}}\nlimits: {steps: "+
		"100, wall: 0.5}\ntune: {free: {controller.gains.joint1.p: [50, 200]}, cost: itae, runs: 4}\n"), "a.yaml", "")
	if err != nil {
		f.Fatal(err)
	}
	stage, err := live.New(s, "test.yaml", "", "test")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var frames atomic.Int64
		send := func(data []byte) error {
			n := 0
			if len(data) >= 4 {
				n = int(binary.LittleEndian.Uint32(data))
			}
			if len(data) < 4 || n > len(data)-4 || !json.Valid(data[4:4+n]) || (len(data)-4-n)%8 != 0 {
				t.Errorf("the frame %.100q answers %q", data, text)
			}
			frames.Add(1)
			return nil
		}
		talk := stage.NewTalk(send, func(data []byte) bool { return send(data) == nil })
		talk.Handle(context.Background(), text)
		talk.Close()
		var m struct{ Ask string }
		if json.Unmarshal(text, &m) != nil && frames.Load() == 0 {
			t.Errorf("%q is not answered", text)
		}
	})
}
