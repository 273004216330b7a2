package machine

import (
	"math"
	"testing"

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
	k, err := Compile(g, 0, anyTarget(t))
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
