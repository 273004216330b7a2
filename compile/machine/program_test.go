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

// TestScheduleKeepsOrder checks that no instruction of a schedule reads what is not there yet, and that none is lost or
// there twice.
func TestScheduleKeepsOrder(t *testing.T) {
	data := make([]byte, 9000)
	for i := range data {
		data[i] = byte(i * i >> 3)
	}
	p := lower(randomGraph(data))
	if len(p.code) < 100 {
		t.Fatalf("%d instructions are too few", len(p.code))
	}
	for _, registers := range []int{4, 16, 32, 1000, -16, -1000} {
		q := p
		if registers < 0 {
			q = p.depthFirst()
		}
		code := q.schedule(max(registers, -registers))
		if len(code) != len(p.code) {
			t.Fatalf("%d instructions became %d", len(p.code), len(code))
		}
		there := make([]bool, p.values)
		for i := range p.first() {
			there[i] = true
		}
		for i, in := range code {
			for _, a := range in.operands() {
				if !there[a] {
					t.Fatalf("%d registers: instruction %d reads value %d, which is computed later", registers, i, a)
				}
			}
			if in.result < 0 {
				continue
			}
			if there[in.result] {
				t.Fatalf("%d registers: instruction %d computes value %d again", registers, i, in.result)
			}
			there[in.result] = true
		}
	}
}
