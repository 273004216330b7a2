package machine

import (
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinetree/compile/graph"
)

// TestTorture runs the code of all instruction sets in goroutines while others collect garbage, allocate, grow stacks,
// are preempted, and compile and forget kernels, with a profile at a thousand signals a second, and compares every bit.
// The variable KINETREE_TORTURE says for how long, such as 1h.
func TestTorture(t *testing.T) {
	duration := 5 * time.Second
	if testing.Short() {
		duration = 300 * time.Millisecond
	}
	if v := os.Getenv("KINETREE_TORTURE"); v != "" {
		var err error
		if duration, err = time.ParseDuration(v); err != nil {
			t.Fatal(err)
		}
	}
	anyTarget(t)
	runtime.SetCPUProfileRate(1000)
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		t.Logf("no profile: %v", err) // the test runs with one
	}
	defer pprof.StopCPUProfile()
	rng := rand.New(rand.NewPCG(9, 9))
	var graphs []*graph.Graph
	for _, size := range []int{100, 1000, 6000} {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		graphs = append(graphs, randomGraph(data))
	}
	end := time.Now().Add(duration)
	running := func() bool { return time.Now().Before(end) && !t.Failed() }
	var wg sync.WaitGroup
	var calls, kernels, grown, collections atomic.Int64
	for i, target := range InstructionSets() {
		if target.Check() != nil {
			continue
		}
		for w := range 2 {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(w)))
			wg.Go(func() {
				for running() {
					list, err := compile(prepared(t, graphs), target)
					if err != nil {
						t.Error(err)
						return
					}
					kernels.Add(int64(len(list)))
					for i, k := range list {
						calls.Add(torture(t, graphs[i], k, rng, 20*w))
					}
				}
			})
		}
	}
	for i := range 30 {
		wg.Go(func() {
			for running() {
				b := make([]byte, 1000+i*100)
				rubbish.Store(&b)
				grown.Add(int64(grow(200)))
				if i%3 > 0 {
					time.Sleep(time.Millisecond)
				}
			}
		})
	}
	for running() {
		runtime.GC()
		collections.Add(1)
		time.Sleep(2 * time.Millisecond)
	}
	wg.Wait()
	t.Logf("%d calls of %d kernels among %d collections and %d frames of growing stacks", calls.Load(), kernels.Load(),
		collections.Load(), grown.Load())
	if calls.Load() == 0 {
		t.Error("no code was called")
	}
}

var rubbish atomic.Pointer[[]byte]

// torture calls a kernel many times, at several depths of the stack, and compares all lanes with the interpreter.
func torture(t *testing.T, g *graph.Graph, k *Kernel, rng *rand.Rand, depth int) (calls int64) {
	f, lanes := k.NewFrame(), k.target.Lanes
	randomNumbers(f.In, rng)
	randomNumbers(f.Rows[0], rng)
	in, out := make([]float64, g.Inputs), make([]float64, len(g.Outputs))
	want, met := make([]float64, len(f.Out)), uint8(0)
	for lane := range lanes {
		for i := range in {
			in[i] = *input(f, 0, i, lane)
		}
		if g.Evaluate(out, in) {
			met |= 1 << lane
		}
		for i, x := range out {
			want[i*lanes+lane] = x
		}
	}
	for range 1000 {
		grow(depth)
		clear(f.Out)
		if got := f.Run(); got != met {
			t.Errorf("%s: the requirements hold in the lanes %b, want %b", k.target.Name, got, met)
			return calls
		}
		for i, x := range want {
			if got := f.Out[i]; !same(got, x) {
				t.Errorf("%s: number %d is %v, want %v", k.target.Name, i, got, x)
				return calls
			}
		}
		calls++
	}
	return calls
}

// grow needs a stack of many frames, and returns how many.
func grow(n int) int {
	var room [512]byte
	if n == 0 {
		return 1 + int(room[n])
	}
	return grow(n-1) + 1 + int(room[n])
}
