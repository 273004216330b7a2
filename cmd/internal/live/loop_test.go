package live_test

import (
	"encoding/json"
	"math"
	"testing"
)

// TestLoop simulates, analyses and pulls a linkage whose loop is a constraint. A parallelogram is one in every frame:
// both cranks have the same angle, and the coupler the opposite one.
func TestLoop(t *testing.T) {
	p := open(t, `
kinetree: 1
model: parallelogram
duration: 0.5
initial: {position: {left_joint: 0.3}}
controller: {type: pd, gains: {left_joint: {p: 120, d: 12}}, period: 0.01}
constraints:
  - {name: closure, type: point, links: [coupler, right], at: [[1, 0, 0], [0, 0, -0.5]]}
`)
	closed := func(f frame) {
		t.Helper()
		if f.Error != "" || len(f.numbers) < 3 {
			t.Fatalf("the frame has %v (%s); expected the position", f.numbers, f.Error)
		}
		if q := f.numbers; math.Abs(q[0]-q[2]) > 1e-13 || math.Abs(q[0]+q[1]) > 1e-13 {
			t.Fatalf("the joints are at %v; expected a parallelogram", q[:3])
		}
	}
	if f := p.ask(t, `{"id": 1, "ask": "simulate"}`); f.Error != "" {
		t.Errorf("the simulation fails: %s", f.Error)
	}
	f := p.ask(t, `{"id": 2, "ask": "analyze"}`)
	var a struct{ Stable bool }
	if err := json.Unmarshal(f.Value, &a); err != nil || f.Error != "" {
		t.Errorf("the analysis is %s (%s, %v)", f.Value, f.Error, err)
	}
	closed(p.ask(t, `{"id": 3, "ask": "move", "speed": 0}`))
	p.talk.Handle(t.Context(), []byte(`{"id": 4, "ask": "push", "link": "right", "target": [2, 0, 0]}`))
	p.talk.Handle(t.Context(), []byte(`{"id": 5, "ask": "pace", "speed": 1}`))
	first, most := math.NaN(), 0.0
	for n := 0; n < 1000 && !(most > 0.01); n++ {
		f := p.next(t, 3)
		closed(f)
		if math.IsNaN(first) {
			first = f.numbers[0]
		}
		most = max(most, math.Abs(f.numbers[0]-first))
	}
	if !(most > 0.01) {
		t.Errorf("the crank moves by %v rad only while it is pulled", most)
	}
	p.talk.Handle(t.Context(), []byte(`{"id": 6, "ask": "halt"}`))
}
