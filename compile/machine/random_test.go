package machine

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinetree/compile/graph"
)

// randomGraph returns a graph that the bytes describe, two or three for an operation. Every run of bytes is one.
func randomGraph(data []byte) *graph.Graph {
	g := graph.New()
	nums := []graph.Num{graph.Known(0), graph.Known(1), graph.Known(-0.75), graph.Known(1e-3)}
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		x := data[0]
		data = data[1:]
		return int(x)
	}
	for range 1 + next()%24 {
		nums = append(nums, g.Input())
	}
	reach := 1 + next()
	// Mostly young numbers, so that the graph is deep; some old ones, so that registers run out.
	pick := func() graph.Num {
		n := next()
		if n%3 == 0 {
			return nums[n*7%len(nums)]
		}
		return nums[len(nums)-1-n%min(reach, len(nums))]
	}
	for len(data) > 0 {
		op, a := next(), pick()
		var x graph.Num
		switch op % 16 {
		case 0, 1, 2:
			x = a.Add(pick())
		case 3, 4:
			x = a.Sub(pick())
		case 5, 6, 7:
			x = a.Mul(pick())
		case 8:
			x = a.Div(pick())
		case 9:
			x = graph.Root(graph.Absolute(a))
		case 10:
			x = graph.Where(a, pick(), pick(), pick())
		case 11:
			x = a.Plus(pick())
		case 12:
			if b := pick(); a != b && (!known(a) || !known(b)) {
				graph.Require(a, b)
			}
			continue
		case 13:
			g.Output(a)
			continue
		case 14:
			x = graph.Max(a, pick(), pick().Neg())
		default:
			if known(a) {
				continue
			}
			sin, cos := graph.Sincos(a)
			nums = append(nums, sin)
			x = cos
		}
		nums = append(nums, x)
	}
	for _, x := range nums[max(4, len(nums)-5):] {
		g.Output(x)
	}
	return g
}

func known(x graph.Num) bool {
	_, known := x.Value()
	return known
}

// randomNumbers fills x with numbers of many magnitudes, and now and then with those that are special.
func randomNumbers(x []float64, rng *rand.Rand) {
	special := [...]float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324,
		math.MaxFloat64, 1 << 20, math.Pi / 2}
	for i := range x {
		x[i] = rng.NormFloat64() * math.Exp(3*rng.NormFloat64())
		if rng.IntN(16) == 0 {
			x[i] = special[rng.IntN(len(special))]
		}
	}
}

// same reports whether a and b have the same bits or are both NaN, whose bits no processor promises.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

// agree compares the code of a graph for all targets that run here with the interpreter, and returns how many there
// were.
func agree(t *testing.T, g *graph.Graph, rng *rand.Rand) (targets int) {
	in, want := make([]float64, g.Inputs), make([]float64, len(g.Outputs))
	for _, target := range InstructionSets() {
		if target.Check() != nil {
			continue
		}
		targets++
		k, err := Compile(g, target)
		if err != nil {
			t.Fatal(err)
		}
		f := k.NewFrame()
		for range 2 {
			randomNumbers(f.In, rng)
			met := f.Run()
			for lane := range target.Lanes {
				for i := range in {
					in[i] = f.In[i*target.Lanes+lane]
				}
				holds := g.Evaluate(want, in)
				if holds != (met>>lane&1 == 1) {
					t.Fatalf("%s, lane %d: the requirements hold: %v, want %v", target.Name, lane, !holds, holds)
				}
				for i, x := range want {
					if got := f.Out[i*target.Lanes+lane]; !same(got, x) {
						t.Fatalf("%s, lane %d, output %d of %d: %v, want %v", target.Name, lane, i, len(want), got, x)
					}
				}
			}
		}
	}
	return targets
}

// TestRandomPrograms compares machine code with the interpreter, on programs up to some thousand operations.
func TestRandomPrograms(t *testing.T) {
	programs := 20000
	if testing.Short() {
		programs = 1000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range programs {
		data := make([]byte, 3<<rng.IntN(11)+rng.IntN(8))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		if agree(t, randomGraph(data), rng) == 0 {
			t.Skip("no encoder's code runs on this machine")
		}
	}
}

// FuzzPrograms compares machine code with the interpreter.
func FuzzPrograms(f *testing.F) {
	f.Add([]byte{3, 200, 15, 1, 8, 0, 1, 10, 1, 2, 3, 12, 1, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		agree(t, randomGraph(data), rand.New(rand.NewPCG(uint64(len(data)), 1)))
	})
}
