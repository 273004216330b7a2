package graph_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/compile/graph"
	"kinetree/internal/kernel"
	"kinetree/internal/libm"
)

// pair is a number that is recorded and the same one in Go.
type pair struct {
	num   graph.Num
	value float64
}

// TestRecordedIsComputed records random computations with many zeros and ones among their constants and compares their
// numbers with those of Go: bit by bit, but for the signs of zeros.
func TestRecordedIsComputed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	folded, graphs := 0, 3000
	if testing.Short() {
		graphs = 600
	}
	for range graphs {
		g := graph.New()
		var list []pair
		for _, x := range []float64{0, 1, -1, 0.5, -3} {
			list = append(list, pair{graph.Known(x), x})
		}
		in := make([]float64, 4)
		for i := range in {
			in[i] = rng.NormFloat64()
			list = append(list, pair{g.Input(), in[i]})
		}
		pick := func() pair { return list[rng.IntN(len(list))] }
		for range 60 {
			a, b := pick(), pick()
			var x pair
			switch rng.IntN(10) {
			case 0, 1:
				x = pair{a.num.Add(b.num), a.value + b.value}
			case 2, 3:
				x = pair{a.num.Sub(b.num), a.value - b.value}
			case 4, 5:
				x = pair{a.num.Mul(b.num), a.value * b.value}
			case 6:
				x = pair{a.num.Div(b.num), a.value / b.value}
			case 7:
				x = pair{graph.Max(a.num, b.num), max(a.value, b.value)}
			case 8:
				x = pair{graph.Min(a.num, b.num), min(a.value, b.value)}
			default:
				x = pair{graph.Root(graph.Absolute(a.num)), math.Sqrt(math.Abs(a.value))}
			}
			if s := math.Abs(x.value); s < 1e100 && (s == 0 || s > 1e-100) { // nothing may overflow, nor 1/x
				list = append(list, x)
			}
		}
		var want []float64
		for _, x := range list {
			g.Output(x.num)
			want = append(want, x.value)
		}
		got := make([]float64, len(want))
		if !g.Evaluate(got, in) {
			t.Fatal("a graph without requirements does not meet them")
		}
		for i, x := range want {
			if got[i] != x {
				t.Fatalf("number %d of %d: %v, want %v", i, len(want), got[i], x)
			}
		}
		for _, x := range list {
			if _, known := x.num.Value(); known {
				folded++
			}
		}
	}
	if folded < 3*graphs {
		t.Errorf("%d numbers were folded; expected more of computations with so many zeros", folded)
	}
}

func TestSharing(t *testing.T) {
	g := graph.New()
	x, y := g.Input(), g.Input()
	if x.Sub(y) != y.Sub(x).Neg() || x.Add(y) != y.Add(x) || x.Mul(y.Neg()) != y.Mul(x).Neg() {
		t.Error("equal numbers are computed twice")
	}
	for _, zero := range []graph.Num{x.Sub(x), x.Mul(graph.Known(0)), graph.Known(0).Div(x)} {
		if zero != (graph.Num{}) {
			t.Errorf("%v is not known to be zero", zero)
		}
	}
	if x.Add(graph.Known(0)) != x || x.Mul(graph.Known(-1)) != x.Neg() || x.Div(graph.Known(1)) != x {
		t.Error("a neutral operand is not folded")
	}
	if n := g.Count(); n != 3 {
		t.Errorf("%d operations, want 3", n)
	}
}

// TestPlus checks that a sum that is zero has Go's sign, which a difference may lose.
func TestPlus(t *testing.T) {
	for _, minus := range []bool{false, true} {
		g := graph.New()
		x, y := g.Input(), g.Input()
		in := []float64{2, -2}
		if minus {
			in[1] = 2
			y = y.Neg()
		}
		g.Output(x.Plus(y))
		g.Output(y.Plus(x))
		out := []float64{1, 1}
		if g.Evaluate(out, in); math.Float64bits(out[0]) != 0 || math.Float64bits(out[1]) != 0 {
			t.Errorf("2 - 2 = %v, -2 + 2 = %v, want 0 without a sign", out[0], out[1])
		}
	}
}

// TestSincos compares the recorded sine and cosine with those of the algorithms, bit by bit.
func TestSincos(t *testing.T) {
	g := graph.New()
	sin, cos := graph.Sincos(g.Input())
	g.Output(sin)
	g.Output(cos)
	rng := rand.New(rand.NewPCG(5, 6))
	angles := []float64{0, math.Pi / 4, -math.Pi / 4, math.Pi / 2, math.Pi, 1e-300, 5e-324, 1<<20 - 1e-9}
	draws := 100_000
	if testing.Short() {
		draws = 20_000
	}
	for range draws {
		angles = append(angles, rng.NormFloat64()*math.Exp(4*rng.NormFloat64()))
	}
	out := make([]float64, 2)
	for _, x := range angles {
		var want kernel.Axial
		want.SetAngle(x)
		s, c := want.Sz, want.Cz
		if holds := g.Evaluate(out, []float64{x}); holds != (math.Abs(x) < 1<<20) {
			t.Fatalf("the requirement of an angle of %v holds: %v", x, holds)
		} else if holds && (out[0] != s || out[1] != c) {
			t.Fatalf("sine and cosine of %v: %v, want %v", x, out, []float64{s, c})
		}
		if math.Abs(x) < 1<<20 {
			sin, cos := graph.Sincos(graph.Known(x))
			if a, _ := sin.Value(); a != s {
				t.Fatalf("sine of the known %v: %v, want %v", x, a, s)
			}
			if a, _ := cos.Value(); a != c {
				t.Fatalf("cosine of the known %v: %v, want %v", x, a, c)
			}
		}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), 1 << 20} {
		if g.Evaluate(out, []float64{x}) {
			t.Errorf("an angle of %v meets the requirement", x)
		}
	}
}

func TestHypot(t *testing.T) {
	g := graph.New()
	g.Output(graph.Hypot(g.Input(), g.Input()))
	rng := rand.New(rand.NewPCG(7, 8))
	out := make([]float64, 1)
	for range 100000 {
		x, y := rng.NormFloat64()*math.Exp(9*rng.NormFloat64()), rng.NormFloat64()*math.Exp(9*rng.NormFloat64())
		if !g.Evaluate(out, []float64{x, y}) || out[0] != math.Hypot(x, y) {
			t.Fatalf("√(%v² + %v²) = %v, want %v", x, y, out[0], math.Hypot(x, y))
		}
	}
	if g.Evaluate(out, []float64{0, 0}) {
		t.Error("two zeros meet the requirement")
	}
}

// TestAtan2 checks angles of points of the first quadrant, of all sizes, near the axes and where the table of tangents
// changes, known or not.
func TestAtan2(t *testing.T) {
	g := graph.New()
	g.Output(graph.Atan2(g.Input(), g.Input()))
	rng := rand.New(rand.NewPCG(9, 10))
	points := [][2]float64{{0, 1}, {1, 0}, {1, 1}, {1e-300, 1}, {1, 1e-300}, {5e-324, 1}}
	for k := range 9 {
		tangent := float64(k) / 8
		for _, y := range []float64{math.Nextafter(tangent, 0), tangent, math.Nextafter(tangent, 2)} {
			points = append(points, [2]float64{y, 1}, [2]float64{1, y})
		}
	}
	for range 100000 {
		x, y := math.Abs(rng.NormFloat64()), math.Abs(rng.NormFloat64())
		points = append(points, [2]float64{y, x}, [2]float64{y * math.Exp(9*rng.NormFloat64()), x})
	}
	out := make([]float64, 1)
	for _, p := range points {
		want := libm.Atan2(p[0], p[1])
		if !g.Evaluate(out, p[:]) || out[0] != want {
			t.Fatalf("the angle of (%v, %v) is %v, want %v", p[1], p[0], out[0], want)
		}
		if a, ok := graph.Atan2(graph.Known(p[0]), graph.Known(p[1])).Value(); !ok || a != want {
			t.Fatalf("the angle of the known (%v, %v) is %v, want %v", p[1], p[0], a, want)
		}
	}
}

// TestRequirements checks comparisons of numbers that are known and of those that are not.
func TestRequirements(t *testing.T) {
	g, err := graph.Record(func(g *graph.Graph) {
		x := g.Input()
		if graph.Known(1).Less(graph.Known(1)) || !graph.Known(2).Greater(graph.Known(1)) {
			t.Error("numbers that are known compare wrongly")
		}
		if !x.Less(graph.Known(3)) || !x.Greater(graph.Known(1)) || x.Equal(graph.Known(2)) {
			t.Error("a comparison is not taken as said")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[float64]bool{1: false, 1.5: true, 2: false, 2.5: true, 3: false} {
		if g.Evaluate(nil, []float64{x}) != want {
			t.Errorf("at %v the requirements hold: %v", x, !want)
		}
	}
	if g.Evaluate(nil, []float64{math.NaN()}) {
		t.Error("a NaN meets the requirements")
	}
	if _, err := graph.Record(func(*graph.Graph) { graph.Require(graph.Known(2), graph.Known(1)) }); err == nil {
		t.Error("a requirement that never holds gave no error")
	}
}

// TestLog compares logarithms of parts of numbers with those of the numbers, bit by bit.
func TestLog(t *testing.T) {
	g, err := graph.Record(func(g *graph.Graph) { g.Output(graph.Log(g.Input(), g.Input())) })
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(11, 12))
	for range 2000 {
		x := math.Exp(float64(60*rng.Float64()) - 40)
		m, k := libm.Mantissa(x)
		var out [1]float64
		if !g.Evaluate(out[:], []float64{m, k}) || out[0] != libm.Log(x) {
			t.Fatalf("the logarithm of %v is %v, want %v", x, out[0], libm.Log(x))
		}
	}
}

// TestRounded compares with math.Round, also half-way between whole numbers.
func TestRounded(t *testing.T) {
	g, err := graph.Record(func(g *graph.Graph) { g.Output(graph.Rounded(g.Input())) })
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(13, 14))
	list := []float64{0, 0.5, 1.5, 2.5, 0.49999999999999994, 1e15 + 0.5, 1 << 50, 4503599627370497.5 / 4}
	for range 2000 {
		list = append(list, 1000*rng.NormFloat64(), float64(rng.IntN(1000))+0.5)
	}
	for _, x := range list {
		for _, x := range []float64{x, -x} {
			var out [1]float64
			if !g.Evaluate(out[:], []float64{x}) || out[0] != math.Round(x) {
				t.Fatalf("%v is rounded to %v, want %v", x, out[0], math.Round(x))
			}
		}
	}
	if g.Evaluate(make([]float64, 1), []float64{1 << 51}) {
		t.Error("2^51 is rounded")
	}
}
