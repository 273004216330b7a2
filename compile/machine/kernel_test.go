package machine

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"kinetree/compile/graph"
)

func anyTarget(t *testing.T) *InstructionSet {
	t.Helper()
	for _, target := range InstructionSets() {
		if target.Check() == nil {
			return target
		}
	}
	t.Skip("no encoder's code runs on this machine")
	return nil
}

func compileAny(t *testing.T) *Kernel {
	t.Helper()
	g := graph.New()
	x, y := g.Input(), g.Input()
	g.Output(graph.Root(x.Mul(x).Add(y.Mul(y))))
	graph.Require(x, y)
	k, err := Compile(g, anyTarget(t))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestLanesAreApart checks that neither results nor requirements of a lane depend on its neighbours, whatever they
// hold.
func TestLanesAreApart(t *testing.T) {
	f := compileAny(t).NewFrame()
	lanes := f.kernel.target.Lanes
	for lane := range lanes {
		for i := range f.In {
			f.In[i] = []float64{math.NaN(), math.Inf(1), math.MaxFloat64}[i%3]
		}
		f.In[lane], f.In[lanes+lane] = 3, 4
		if met := f.Run(); met>>lane&1 != 1 || f.Out[lane] != 5 {
			t.Errorf("lane %d: √(3² + 4²) = %v", lane, f.Out[lane])
		}
		f.In[lane], f.In[lanes+lane] = 4, 3
		if met := f.Run(); met>>lane&1 != 0 {
			t.Errorf("lane %d: 4 < 3 holds", lane)
		}
	}
}

func TestRunDoesNotAllocate(t *testing.T) {
	f := compileAny(t).NewFrame()
	if n := testing.AllocsPerRun(100, func() { f.Run() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestAmongCollections runs code in several goroutines while others collect garbage, grow stacks and compile and forget
// kernels, and compares every bit.
func TestAmongCollections(t *testing.T) {
	duration := 5 * time.Second
	if testing.Short() {
		duration = 300 * time.Millisecond
	}
	anyTarget(t)
	rng := rand.New(rand.NewPCG(9, 9))
	data := make([]byte, 6000)
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	g := randomGraph(data)
	end := time.Now().Add(duration)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(w), 1))
			in, want := make([]float64, g.Inputs), make([]float64, len(g.Outputs))
			for time.Now().Before(end) {
				k, err := Compile(g, anyTarget(t))
				if err != nil {
					t.Error(err)
					return
				}
				f := k.NewFrame()
				lanes := k.target.Lanes
				randomNumbers(f.In, rng)
				for i := range in {
					in[i] = f.In[i*lanes]
				}
				g.Evaluate(want, in)
				for range 1000 {
					grow(50)
					f.Run()
					for i, x := range want {
						if got := f.Out[i*lanes]; !same(got, x) {
							t.Errorf("output %d: %v, want %v", i, got, x)
							return
						}
					}
				}
			}
		})
	}
	for time.Now().Before(end) {
		runtime.GC()
	}
	wg.Wait()
}

func grow(n int) int {
	var room [512]byte
	if n == 0 {
		return len(room)
	}
	return grow(n-1) + int(room[n])
}
