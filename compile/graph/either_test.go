package graph_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/compile/graph"
	"kinetree/internal/libm"
)

// TestEither compares what both ways leave behind with what an if leaves, over all comparisons, for numbers that are
// known and that are not, among them equal ones and infinities.
func TestEither(t *testing.T) {
	type pair struct {
		x graph.Num
		y []graph.Num
	}
	comparisons := map[string]struct {
		twin func(a, b graph.Num) graph.Bool
		of   func(a, b float64) bool
	}{
		"<":  {graph.IsLess, func(a, b float64) bool { return a < b }},
		">":  {graph.IsMore, func(a, b float64) bool { return a > b }},
		"<=": {graph.IsNotMore, func(a, b float64) bool { return a <= b }},
		">=": {graph.IsNotLess, func(a, b float64) bool { return a >= b }},
		"==": {graph.IsEqual, func(a, b float64) bool { return a == b }},
		"!=": {graph.IsDifferent, func(a, b float64) bool { return a != b }},
		"&& ||": {func(a, b graph.Num) graph.Bool {
			return graph.IsLess(a, b).And(func() graph.Bool { return graph.IsLess(graph.Known(0), a) }).Or(
				func() graph.Bool {
					return graph.IsMore(b, graph.Known(2)).Not().And(func() graph.Bool { return graph.Sure(true) })
				})
		}, func(a, b float64) bool { return a < b && 0 < a || !(b > 2) }},
	}
	values := []float64{-1, 0, 1, 3, math.Inf(1)}
	for name, c := range comparisons {
		for _, known := range [...][2]bool{{}, {true, false}, {false, true}, {true, true}} {
			for _, a := range values {
				for _, b := range values {
					g, err := graph.Record(func(g *graph.Graph) {
						in := [2]graph.Num{g.Input(), g.Input()}
						for i, x := range [...]float64{a, b} {
							if known[i] {
								in[i] = graph.Known(x)
							}
						}
						p := &pair{graph.Known(5), []graph.Num{in[0], graph.Known(7)}}
						graph.Either(c.twin(in[0], in[1]), func() {
							p.x = p.x.Add(p.y[0])
							p.y[1] = graph.Known(1)
						}, func() {
							p.y[0] = p.y[0].Mul(graph.Known(2)).Add(p.y[1])
						}, &p)
						g.Output(p.x)
						g.Output(p.y[0])
						g.Output(p.y[1])
					})
					if err != nil {
						t.Fatal(err)
					}
					want := [3]float64{5, 2*a + 7, 7}
					if c.of(a, b) {
						want = [3]float64{5 + a, a, 1}
					}
					var got [3]float64
					if !g.Evaluate(got[:], []float64{a, b}) || got != want {
						t.Errorf("%v %s %v, known %v: %v, want %v", a, name, b, known, got, want)
					}
				}
			}
		}
	}
}

// TestEitherWithin records ways within ways, which share numbers, and one that panics if it is asked for in vain.
func TestEitherWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	g, err := graph.Record(func(g *graph.Graph) {
		x := []graph.Num{g.Input(), g.Input()}
		graph.Either(graph.IsLess(x[0], x[1]), func() {
			x[0] = x[0].Add(x[1])
			graph.Either(graph.IsLess(x[0], graph.Known(0)), func() { x[1] = graph.Known(0) }, func() {
				x[0] = x[0].Neg()
			}, &x)
		}, func() {
			graph.Either(graph.Sure(false), func() { t.Error("a way that is known not to be taken was recorded") },
				func() { x[1] = x[0] }, &x)
		}, &x, x, x[:1])
		g.Output(x[0])
		g.Output(x[1])
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		want := [2]float64{a, a}
		if a < b {
			if want = [2]float64{-(a + b), b}; a+b < 0 {
				want = [2]float64{a + b, 0}
			}
		}
		var got [2]float64
		if !g.Evaluate(got[:], []float64{a, b}) || got != want {
			t.Fatalf("of %v and %v: %v, want %v", a, b, got, want)
		}
	}
}

// TestExponential compares the exponential of numbers that are not known with libm's, bit by bit, down to subnormal
// results and zero.
func TestExponential(t *testing.T) {
	g, err := graph.Record(func(g *graph.Graph) { g.Output(graph.Exp(g.Input())) })
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	values := []float64{0, -0x1p-1074, 1, -1, -700, -707, -708.4, -709, -744, -745, -745.1, -745.2, -745.3, -1e4, -1e9,
		708.9}
	for range 20000 {
		values = append(values, -rng.ExpFloat64(), -750*rng.Float64(), 708*rng.Float64(), -5*rng.Float64())
	}
	for _, x := range values {
		var got [1]float64
		if want := libm.Exp(x); !g.Evaluate(got[:], []float64{x}) || got[0] != want {
			t.Fatalf("e to the power of %v is %v, want %v", x, got[0], want)
		}
	}
	var got [1]float64
	if g.Evaluate(got[:], []float64{710}) {
		t.Error("an exponential that overflows meets the requirements")
	}
	if _, err := graph.RecordSymbolic(func(g *graph.Graph) { graph.Exp(g.Input()) }); err != graph.ErrUnmet {
		t.Errorf("the error is %v, want %v", err, graph.ErrUnmet)
	}
	if x, known := graph.Exp(graph.Known(0)).Value(); !known || x != 1 {
		t.Errorf("e⁰ is %v", x)
	}
}
