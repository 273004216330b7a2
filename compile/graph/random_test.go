package graph_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/compile/graph"
	"kinetree/internal/philox"
)

// TestRandom compares recorded random bits and normal numbers with those of philox, bit by bit.
func TestRandom(t *testing.T) {
	g := graph.New()
	key, number, name := [2]graph.Num{g.Input(), g.Input()}, g.Input(), [2]graph.Num{g.Input(), g.Input()}
	a, b := graph.Random(key, number, name)
	x, y := graph.Normals(a, b)
	for _, r := range []graph.Num{a, b, x, y} {
		g.Output(r)
	}
	rng := rand.New(rand.NewPCG(9, 10))
	const most = 1<<52 - 1
	out, small := make([]float64, 4), 0
	for i := range 20_000 {
		key, number, name := rng.Uint64(), rng.Uint64()>>12, rng.Uint64()
		switch i {
		case 0:
			key, number, name = 0, 0, 0
		case 1:
			key, number, name = 1<<64-1, most, 1<<64-1
		}
		if i%2 == 1 {
			number = uint64(i) // as there are in runs
		}
		word := func(x uint64) (low, high float64) { return float64(uint32(x)), float64(x >> 32) }
		in := make([]float64, 5)
		in[0], in[1] = word(key)
		in[2] = float64(number)
		in[3], in[4] = word(name)
		if !g.Evaluate(out, in) {
			t.Fatal("random numbers rest on a requirement")
		}
		bits := philox.Block(key, [2]uint64{number, name})
		if [2]uint64{math.Float64bits(out[0]), math.Float64bits(out[1])} != bits {
			t.Fatalf("bits of %x, %x, %x: %x %x, want %x", key, number, name, math.Float64bits(out[0]),
				math.Float64bits(out[1]), bits)
		}
		if x, y := philox.Normals(bits[0], bits[1]); out[2] != x || out[3] != y {
			t.Fatalf("numbers of %x, %x, %x: %v %v, want %v %v", key, number, name, out[2], out[3], x, y)
		}
		if philox.Uniform(bits[0]) < 0.01 {
			small++
		}
	}
	if small < 100 {
		t.Errorf("%d logarithms were of small numbers; expected a hundredth", small)
	}
}

// TestNormalsOfExtremes compares those of bits that are rare.
func TestNormalsOfExtremes(t *testing.T) {
	g := graph.New()
	x, y := graph.Normals(g.Input(), g.Input())
	g.Output(x)
	g.Output(y)
	var list []uint64
	for k := range 64 {
		list = append(list, 1<<k, 1<<k-1, ^uint64(0)>>k, ^uint64(0)<<k)
	}
	root := uint64(math.Float64bits(math.Sqrt2/2)) << 11 // the mantissa changes there
	list = append(list, root|1<<63, root|1<<63-1<<12, root|1<<63+1<<12)
	out := make([]float64, 2)
	for _, a := range list {
		for _, b := range list {
			g.Evaluate(out, []float64{math.Float64frombits(a), math.Float64frombits(b)})
			if x, y := philox.Normals(a, b); out[0] != x || out[1] != y {
				t.Fatalf("numbers of %x, %x: %v, want %v %v", a, b, out, x, y)
			}
		}
	}
}
