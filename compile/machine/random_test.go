package machine

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
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
	// Numbers whose bits are the same everywhere, which those of a NaN that is computed are not.
	words := []graph.Num{graph.Known(-0.75), graph.Bits(0xD2511F53)}
	bits := func() graph.Num { return words[len(words)-1-next()%min(reach, len(words))] }
	word := func(x graph.Num) graph.Num {
		words = append(words, x)
		return x
	}
	for len(data) > 0 {
		op, a := next(), pick()
		var x graph.Num
		switch op % 20 {
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
			b := pick() // two that share a comparison
			nums = append(nums, graph.Where(a, b, pick(), pick()))
			x = graph.Where(a, b, pick(), pick())
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
			x = graph.Max(a, pick(), graph.Min(pick().Neg(), pick()))
		case 15:
			words = append(words, graph.Where(a, graph.Known(math.Inf(1)), a, graph.Known(0.3))) // no NaN
			continue
		case 16:
			x = word(graph.WordProduct(bits(), bits()))
		case 17:
			x = word(graph.Differing(bits(), bits()))
		case 18:
			if n := int(int8(next())) % 64; n == 0 {
				x = word(graph.Common(bits(), bits()))
			} else {
				x = word(graph.Shifted(bits(), n))
			}
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
		const exponent, bias = 0x7FF << 52, 1023
		bits := rng.Uint64()
		x[i] = math.Float64frombits(bits&^exponent | (bias-16+bits>>52&31)<<52) // 2⁻¹⁶ to 2¹⁶
		if bits>>57&15 == 0 {
			x[i] = special[bits>>40%uint64(len(special))]
		}
	}
}

// same reports whether a and b have the same bits or are both NaN, whose bits no processor promises.
func same(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

// prepared returns the programs of graphs, every second one depth first. Of every third one all inputs are carried, and
// of every third one some.
func prepared(t *testing.T, graphs []*graph.Graph) []*program {
	t.Helper()
	list := make([]*program, len(graphs))
	for i, g := range graphs {
		var err error
		if list[i], err = prepare(g, i%3*g.Inputs/2); err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 {
			list[i] = list[i].depthFirst()
		}
	}
	return list
}

// agree compares the code of graphs, for all targets that run here, with the interpreter, and returns how many targets
// there were.
func agree(t *testing.T, graphs []*graph.Graph, rng *rand.Rand) (targets int) {
	var kernels [][]*Kernel
	most := 0 // lanes
	programs := prepared(t, graphs)
	for _, target := range InstructionSets() {
		if target.Check() != nil {
			continue
		}
		list, err := compile(programs, target)
		if err != nil {
			t.Fatal(err)
		}
		kernels = append(kernels, list)
		most = max(most, target.Lanes)
	}
	for i, g := range graphs {
		in, want, holds := make([][]float64, most), make([][]float64, most), make([]bool, most)
		for lane := range most {
			in[lane], want[lane] = make([]float64, g.Inputs), make([]float64, len(g.Outputs))
			randomNumbers(in[lane], rng)
			holds[lane] = g.Evaluate(want[lane], in[lane])
		}
		for _, list := range kernels {
			if !agrees(list[i], in, want, holds) {
				t.Errorf("%s of %d lanes differs from the interpreter:", list[i].target.Name, list[i].target.Lanes)
				difference(t, g, list[i], in, want, holds)
			}
		}
	}
	if t.Failed() {
		t.FailNow()
	}
	return len(kernels)
}

// agrees runs code on the first numbers of in, one in each lane, and reports whether it does what the interpreter did.
func agrees(k *Kernel, in, want [][]float64, holds []bool) bool {
	f, lanes := k.NewFrame(), k.target.Lanes
	for from, rows := range f.Rows {
		for lane, list := range in[:lanes] {
			for i, x := range list {
				*input(f, from, i, lane) = x
			}
		}
		met, out := f.Step(from), f.Rows[1-from]
		for lane, list := range want[:lanes] {
			if holds[lane] != (met>>lane&1 == 1) {
				return false
			}
			for i, x := range list {
				if !same(out[i*lanes+lane], x) {
					return false
				}
			}
			for i, x := range in[lane][:k.code.carried] { // which are as they were
				if !same(rows[i*lanes+lane], x) {
					return false
				}
			}
		}
	}
	return true
}

// input returns the place of an input in a lane, for a step from some rows.
func input(f *Frame, from, i, lane int) *float64 {
	lanes, carried := f.kernel.target.Lanes, int(f.kernel.code.carried)
	if i < carried {
		return &f.Rows[from][i*lanes+lane]
	}
	return &f.In[(i-carried)*lanes+lane]
}

// difference logs a program, what its first wrong lane was given and what it should have made of it.
func difference(t *testing.T, g *graph.Graph, k *Kernel, in, want [][]float64, holds []bool) {
	t.Helper()
	for lane := range k.target.Lanes {
		one := func(list [][]float64) [][]float64 {
			copies := make([][]float64, k.target.Lanes)
			for i := range copies {
				copies[i] = list[lane]
			}
			return copies
		}
		all := make([]bool, k.target.Lanes)
		for i := range all {
			all[i] = holds[lane]
		}
		if !agrees(k, one(in), one(want), all) {
			t.Logf("of the inputs %v it should make %v, requirements hold: %v", in[lane], want[lane], holds[lane])
			break
		}
	}
	for i, n := range g.Nodes {
		t.Logf("node %d: %+v", i, n)
	}
}

// TestRandomPrograms compares machine code with the interpreter on random programs, most of which are short and a few
// of which have some hundred operations. The variable KINETREE_PROGRAMS says how many.
func TestRandomPrograms(t *testing.T) {
	programs := 50000
	if testing.Short() {
		programs = 2000
	}
	if v := os.Getenv("KINETREE_PROGRAMS"); v != "" {
		var err error
		if programs, err = strconv.Atoi(v); err != nil {
			t.Fatal(err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	graphs := make([]*graph.Graph, 250)
	for n := 0; n < programs; {
		for i := range graphs {
			data := make([]byte, 3<<min(rng.IntN(10), rng.IntN(10), rng.IntN(10))+rng.IntN(8))
			for i := range data {
				data[i] = byte(rng.Uint32())
			}
			graphs[i] = randomGraph(data)
		}
		targets := agree(t, graphs, rng)
		if targets == 0 {
			t.Skip("no encoder's code runs on this machine")
		}
		n += len(graphs)
		if n%100_000 == 0 || n >= programs {
			t.Logf("%d programs for %d targets", n, targets)
		}
	}
}

// FuzzPrograms compares machine code with the interpreter.
func FuzzPrograms(f *testing.F) {
	f.Add([]byte{3, 200, 15, 1, 8, 0, 1, 10, 1, 2, 3, 12, 1, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		agree(t, []*graph.Graph{randomGraph(data)}, rand.New(rand.NewPCG(uint64(len(data)), 1)))
	})
}
