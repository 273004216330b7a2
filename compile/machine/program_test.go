package machine

import (
	"testing"

	"kinetree/compile/graph"
)

// TestOnlyWhatIsNeeded checks that operations that no output and no requirement needs make no code.
func TestOnlyWhatIsNeeded(t *testing.T) {
	g := graph.New()
	x, y := g.Input(), g.Input()
	unused := x.Mul(y)
	for range 10 {
		unused = unused.Mul(unused.Add(y))
	}
	g.Output(x.Add(y).Mul(x.Add(y)))
	if p := lower(g); len(p.code) != 2 {
		t.Errorf("%d instructions for (x + y)², want 2", len(p.code))
	}
}

// TestScheduleKeepsOrder checks that no instruction of a schedule reads what is not there yet, and that none is lost.
func TestScheduleKeepsOrder(t *testing.T) {
	data := make([]byte, 9000)
	for i := range data {
		data[i] = byte(i * i >> 3)
	}
	p := lower(randomGraph(data))
	n := len(p.code)
	p.schedule(2)
	if len(p.code) != n || n < 100 {
		t.Fatalf("%d instructions became %d", n, len(p.code))
	}
	there := make([]bool, p.values)
	for i := range p.first() {
		there[i] = true
	}
	for i, in := range p.code {
		for _, a := range in.operands() {
			if !there[a] {
				t.Fatalf("instruction %d reads value %d, which is computed later", i, a)
			}
		}
		if in.result >= 0 {
			there[in.result] = true
		}
	}
}
