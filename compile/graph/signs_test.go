package graph

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSigns evaluates random graphs on numbers many of which are zeros of both signs, and checks that no value has a
// sign bit that it is known not to have, and that x.Plus(0) is x + 0 bit by bit.
func TestSigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	special := [...]float64{0, math.Copysign(0, -1), 1, -1, 5e-324, -5e-324, 1e-200, -1e-200, math.Inf(1), 0.5}
	known, zeros, graphs := map[signs]int{}, 0, 2000
	if testing.Short() {
		graphs = 400
	}
	for range graphs {
		g := New()
		nums := []Num{Known(0), Known(1), Known(math.Copysign(0, -1)), Known(-2)}
		in := make([]float64, 8)
		for i := range in {
			in[i] = special[rng.IntN(len(special))]
			if i%2 == 0 {
				nums = append(nums, g.Input())
			} else {
				in[i] += 0
				nums = append(nums, g.InputPlus())
			}
		}
		pick := func() Num { return nums[rng.IntN(len(nums))] }
		for range 30 {
			a, b := pick(), pick()
			nums = append(nums, []func() Num{func() Num { return a.Add(b) }, func() Num { return a.Sub(b) },
				func() Num { return a.Mul(b) }, func() Num { return a.Div(b) }, func() Num { return a.Mul(a) },
				func() Num { return Root(a) }, func() Num { return Absolute(a) }, a.Neg,
				func() Num { return Where(a, b, pick(), pick()) }, func() Num { return Max(a, b) },
				func() Num { return Min(a, b) }}[rng.IntN(11)]())
		}
		for _, x := range nums {
			g.Output(x)
			g.Output(x.Plus(Known(0)))
		}
		out := make([]float64, len(g.Outputs))
		if !g.Evaluate(out, in) {
			t.Fatal("there are no requirements, and they do not hold")
		}
		for i, x := range out {
			s := g.signs[g.Outputs[i]]
			known[s]++
			if x == 0 && s == plusZero {
				zeros++
			}
			if x == x && math.Signbit(x) && (s == positive || s == plusZero && x == 0) {
				t.Fatalf("%v is known to be %d: %+v", x, s, g.Nodes[g.Outputs[i]])
			}
			if i%2 == 1 && math.Float64bits(x) != math.Float64bits(out[i-1]+0) && x == x {
				t.Fatalf("x.Plus(0) is %v for x = %v", x, out[i-1])
			}
		}
	}
	if known[anySign] == 0 || known[plusZero] == 0 || known[positive] == 0 || zeros == 0 {
		t.Errorf("nothing is shown: %v, %d zeros", known, zeros)
	}
}
