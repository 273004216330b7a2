package tape

import (
	"testing"

	"kinetree/compile/graph"
)

// counting records a step x' = x + rate h, where x is below most: rate is fixed, h is given. It declares the rows in a
// mixed order.
func counting(t *Tape) error {
	h := t.Given(1)[0]
	x := t.Carried(1)
	f := t.Fixed(2)
	steps := t.Carried(1)
	graph.Require(x.Now[0], f[1])
	x.Next[0] = x.Now[0].Add(f[0].Mul(h))
	steps.Next[0] = steps.Now[0].Add(graph.Known(1))
	return nil
}

// interpreted returns what executes a program by the interpreter, with an error of the first output in some lanes.
func interpreted(p *Program, lanes int, wrong uint8) *Runner {
	g, n := p.Graph, p.Carried()
	c := LaneCode{Lanes: lanes, In: make([]float64, (g.Inputs-n)*lanes)}
	for i := range c.Rows {
		c.Rows[i] = make([]float64, len(g.Outputs)*lanes)
	}
	c.Run = func(from int) (done uint8) {
		in, out := make([]float64, g.Inputs), make([]float64, len(g.Outputs))
		for k := range lanes {
			for i := range in[:n] {
				in[i] = c.Rows[from][i*lanes+k]
			}
			for i := range in[n:] {
				in[n+i] = c.In[i*lanes+k]
			}
			if g.Evaluate(out, in) {
				done |= 1 << k
			}
			if wrong>>k&1 == 1 {
				out[0]++
			}
			for i, x := range out {
				c.Rows[1-from][i*lanes+k] = x
			}
		}
		return done
	}
	return NewRunner(p, c)
}

// TestPlayer takes steps in three lanes, of which one enters late, and one is refused then.
func TestPlayer(t *testing.T) {
	p, err := Record(counting)
	if err != nil {
		t.Fatal(err)
	}
	s := interpreted(p, 3, 0)
	var lanes [3]Lane
	for k := range lanes {
		lanes[k] = s.Lane(k)
		lanes[k].Fix(float64(k+1), []float64{100, 3.5, 100}[k])
	}
	lanes[0].Carry(0, 0)
	lanes[1].Carry(0, 0)
	for n := range 4 {
		for k := range lanes {
			lanes[k].Rewind()
			lanes[k].Give(0.5)
		}
		if done := s.Run(0b011); done != 0b011 {
			t.Errorf("step %d: done %b", n, done)
		}
	}
	lanes[2].Rewind()
	lanes[2].Carry(0, 0)
	if done := s.Run(0b111); done != 0b101 { // 4 is not below 3.5
		t.Errorf("done %b", done)
	}
	for k, want := range [...][2]float64{{2.5, 5}, {4, 4}, {1.5, 1}} {
		var x, steps float64
		lanes[k].Rewind()
		if lanes[k].Take(&x, &steps); x != want[0] || steps != want[1] {
			t.Errorf("lane %d is at %v after %v steps, want %v", k, x, steps, want)
		}
	}
}

// TestWrongCode checks that code that computes something else than its graph completes no step.
func TestWrongCode(t *testing.T) {
	p, err := Record(counting)
	if err != nil {
		t.Fatal(err)
	}
	for wrong := range uint8(4) {
		s, want := interpreted(p, 2, wrong), uint8(0)
		for k := range 2 {
			l := s.Lane(k)
			l.Fix(1, 10)
		}
		if wrong == 0 {
			want = 0b11
		}
		for range 3 {
			if done := s.Run(0b11); done != want {
				t.Errorf("with errors in the lanes %b the steps of %b are done", wrong, done)
			}
		}
	}
}
