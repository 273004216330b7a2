package graph_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/compile/graph"
)

// TestBits compares operations on bits, recorded and of numbers that are known, with those of Go.
func TestBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		a, b, n := rng.Uint64(), rng.Uint64(), 1+rng.IntN(63)
		want := []uint64{a & b, a ^ b, uint64(uint32(a)) * uint64(uint32(b)), a << n, a >> n}
		in := []float64{math.Float64frombits(a), math.Float64frombits(b)}
		g := graph.New()
		x, y := g.Input(), g.Input()
		for _, o := range [][2]graph.Num{{x, y}, {x, graph.Bits(b)}, {graph.Bits(a), y}} {
			for _, r := range []graph.Num{graph.Common(o[0], o[1]), graph.Differing(o[0], o[1]),
				graph.WordProduct(o[0], o[1]), graph.Shifted(o[0], n), graph.Shifted(o[0], -n)} {
				g.Output(r)
			}
		}
		if graph.Differing(x, y) != graph.Differing(y, x) || graph.Shifted(x, 5) == graph.Shifted(x, -5) {
			t.Fatal("equal operations are two, or other ones are one")
		}
		out := make([]float64, len(g.Outputs))
		g.Evaluate(out, in)
		for i, r := range out {
			if got := math.Float64bits(r); got != want[i%len(want)] {
				t.Fatalf("operation %d on %x and %x: %x, want %x", i, a, b, got, want[i%len(want)])
			}
		}
		for i, r := range []graph.Num{graph.Common(graph.Bits(a), graph.Bits(b)),
			graph.Differing(graph.Bits(a), graph.Bits(b)), graph.WordProduct(graph.Bits(a), graph.Bits(b)),
			graph.Shifted(graph.Bits(a), n), graph.Shifted(graph.Bits(a), -n)} {
			if v, known := r.Value(); !known || math.Float64bits(v) != want[i] {
				t.Fatalf("operation %d on the known %x and %x: %x, want %x", i, a, b, math.Float64bits(v), want[i])
			}
		}
	}
}
