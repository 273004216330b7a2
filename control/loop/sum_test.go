package loop_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/integrate"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// steps returns efforts of the rotor that change at some times.
func steps(times ...float64) sim.Segmented {
	t := &loop.EffortTable{Times: times, Columns: []int{0}}
	for i := range times {
		t.Rows = append(t.Rows, []float64{float64(i + 1)})
	}
	return loop.NewOpenLoop([]float64{0.5}, t)
}

// TestSum adds efforts up and ends segments where a part or the plan does.
func TestSum(t *testing.T) {
	m := rotor(t)
	plan := follow(t, m, []float64{0}, 0)(reference.Step(0.3, 0, 2))
	closed := continuous(t, m, control.NewPD(m, []float64{10}, []float64{0}), plan)
	c := loop.Sum(m, plan, closed, steps(0.1), steps(0.2, 0.4))
	for _, at := range []struct{ begin, end, effort float64 }{
		{0, 0.1, -5 + 0.5 + 0.5}, {0.1, 0.2, -5 + 1 + 0.5}, {0.2, 0.3, -5 + 1 + 1}, {0.3, 0.4, 15 + 1 + 1},
		{0.4, math.Inf(1), 15 + 1 + 2},
	} {
		tau := []float64{0}
		end, err := c.BeginSegment(at.begin, []float64{0.5}, []float64{0})
		if err == nil {
			err = c.Effort(tau, at.begin, []float64{0.5}, []float64{0})
		}
		if err != nil || end != at.end || tau[0] != at.effort {
			t.Errorf("from %v s on: effort %v until %v s, %v; want %v until %v s", at.begin, tau[0], end, err,
				at.effort, at.end)
		}
	}
	alone := steps(0.1)
	if c := loop.Sum(m, nil, alone); c != alone || loop.Sum(m, nil) != nil {
		t.Error("the sum of one part is not that part, or the sum of none is something")
	}
	if end, err := loop.Sum(m, plan, alone).BeginSegment(0.1, nil, nil); err != nil || end != 0.3 {
		t.Errorf("a segment beside a plan ends at %v s, %v; want 0.3 s", end, err)
	}
	wrong := errors.New("no effort")
	tau := []float64{0}
	if err := loop.Sum(m, nil, alone, refuses{wrong}).Effort(tau, 0, nil, nil); !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
	if _, err := loop.Sum(m, nil, alone, refuses{wrong}).BeginSegment(0, nil, nil); !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
}

// refuses is a controller that fails.
type refuses struct{ err error }

func (r refuses) BeginSegment(float64, []float64, []float64) (float64, error) { return 0, r.err }
func (r refuses) Effort([]float64, float64, []float64, []float64) error       { return r.err }

// TestReferenceSignals logs the reference of joints with one coordinate and with several, but not of one that follows
// and not of one whose position is a pose.
func TestReferenceSignals(t *testing.T) {
	joint := func(name string, kind urdf.JointType, child string) urdf.Joint {
		return urdf.Joint{Name: name, Type: kind, Parent: "0", Child: child, Axis: [3]float64{0, 0, 1}}
	}
	y := joint("y", urdf.Continuous, "3")
	y.Mimic = &urdf.Mimic{Joint: "x", Multiplier: 2}
	m, err := tree.Build(&urdf.Robot{Name: "four", Links: []urdf.Link{{Name: "0"}, {Name: "1"}, {Name: "2"},
		{Name: "3"}, {Name: "4"}}, Joints: []urdf.Joint{joint("p", urdf.Planar, "1"), joint("x", urdf.Continuous, "2"),
		y, joint("ball", urdf.Continuous, "4")}}, tree.WithJoint("ball", tree.SphericalJoint()))
	if err != nil {
		t.Fatal(err)
	}
	plan := reference.NewPlan(m, m.Neutral())
	ramp, err := reference.Ramp(1, 2, 0, 3)
	if err = errors.Join(err, plan.Follow(0, 1, ramp), plan.Follow(1, 0, reference.Hold(7))); err != nil {
		t.Fatal(err)
	}
	x := loop.ReferenceSignals(m, plan)
	if want := strings.Fields("p[0]/reference/position p[0]/reference/velocity p[1]/reference/position " +
		"p[1]/reference/velocity p[2]/reference/position p[2]/reference/velocity x/reference/position " +
		"x/reference/velocity"); !slices.Equal(x.Names, want) {
		t.Errorf("names %q, want %q", x.Names, want)
	}
	if row := x.Append([]float64{1.5}, &integrate.State{T: 1.5}); !slices.Equal(row,
		[]float64{1.5, 0, 0, 1.5, 3, 0, 0, 7, 0}) {
		t.Errorf("row %v", row)
	}
}

// TestSumDoesNotAllocate asks a sum for efforts, and appends signals to a row.
func TestSumDoesNotAllocate(t *testing.T) {
	m := golden.Embedded(t, "ur5")
	plan := reference.NewPlan(m, m.Neutral())
	open := loop.NewOpenLoop(constant(6, 1), nil)
	c := loop.Sum(m, plan, continuous(t, m, control.NewPD(m, stiffness, damping), plan), open)
	x, row := loop.ReferenceSignals(m, plan), make([]float64, 0, 12)
	s := &integrate.State{Q: m.Neutral(), Qd: make([]float64, 6)}
	tau := make([]float64, 6)
	if n := testing.AllocsPerRun(100, func() {
		c.BeginSegment(s.T, s.Q, s.Qd)
		c.Effort(tau, s.T, s.Q, s.Qd)
		row = x.Append(row[:0], s)
		s.T += 0.01
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
