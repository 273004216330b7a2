package analysis_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/floats"

	"kinetree/control"
	"kinetree/control/analysis"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/models"
	"kinetree/tree"
)

// TestStepResponse compares step responses with simulations of a step by 1e-6 rad, of which the square is nothing: of
// ur5 with all that a loop can have, but for gravity, which a delay would not hold at the start; and under gravity
// with a law that compensates it and with one that does not, and so does not reach the step.
func TestStepResponse(t *testing.T) {
	robot, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	q := []float64{0.1, -1, 1.2, 0.3, 0.5, 0}
	const period, samples, size = 0.004, 60, 1e-6
	g := gains["ur5"]
	p, d := make([]float64, 6), make([]float64, 6)
	floats.AddScaled(p, 0.3, g.p)
	floats.AddScaled(d, 0.2, g.d)
	for name, c := range map[string]struct {
		gravity float64
		setup   analysis.Setup
		law     func(m *tree.Model) control.Law
	}{
		"everything": {0, analysis.Setup{Delay: 0.006, Actuators: signal.Actuators{Lag: 0.001},
			Sensors: signal.Sensors{Difference: true, VelocityFilter: 150}}, func(m *tree.Model) control.Law {
			pid, err := control.NewPID(m, control.PIDConfig{P: p, D: d, I: constant(6, 30), FilterTime: 0.002})
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}},
		"gravity compensation": {-9.81, analysis.Setup{}, func(m *tree.Model) control.Law {
			return control.Sum(m, control.NewPD(m, p, d), control.NewGravityCompensation(m))
		}},
		"held weight": {-9.81, analysis.Setup{}, func(m *tree.Model) control.Law {
			return control.Sum(m, control.NewPD(m, p, d), holding(gravity(m, q)))
		}},
		"computed torque": {-9.81, analysis.Setup{Sensors: signal.Sensors{VelocityFilter: 80}},
			func(m *tree.Model) control.Law {
				return control.NewComputedTorque(m, constant(6, 400), constant(6, 30))
			}},
	} {
		m, err := tree.Build(robot, tree.WithGravity(mgl64.Vec3{0, 0, c.gravity}))
		if err != nil {
			t.Fatal(err)
		}
		s := c.setup
		s.Model, s.Position, s.Law = m, q, c.law(m)
		if s.Plant, err = linearize(m, q, gravity(m, q), nil); err != nil {
			t.Fatal(err)
		}
		for _, rate := range []int{1, 2, 5} {
			want, err := s.StepResponse(period, rate, samples)
			if err != nil {
				t.Fatal(err)
			}
			plan := reference.NewPlan(m, q)
			step, err := reference.Step(0, q[rate], q[rate]+size)
			if err == nil {
				err = plan.Follow(rate, 0, step)
			}
			if err != nil {
				t.Fatal(err)
			}
			fresh := s
			fresh.Law = c.law(m)
			worst, most := 0.0, 0.0
			for k, x := range follow(t, &fresh, plan, period, samples-1, make([]float64, 6)) {
				worst, most = math.Max(worst, math.Abs(x[rate]/size-want[k])), math.Max(most, want[k])
			}
			// What is not linear is 1e-6 of the motion, times the radians that the laws of motion change over;
			// rounding of positions is 1e-10 of the step.
			if worst > 1e-4 || most < 0.3 {
				t.Errorf("%s, joint %d: off by %v of the step, which reaches %v", name, rate, worst, most)
			}
		}
	}
}

// holding is the law of constant efforts.
type holding []float64

func (h holding) Effort(tau []float64, _ *control.Input) error {
	copy(tau, h)
	return nil
}

func TestSettled(t *testing.T) {
	for _, c := range []struct {
		radius, share float64
		want          int
		// 0.5^7 = 0.0078, 0.9^66 = 0.00095
	}{{0.5, 0.01, 7}, {0.9, 1e-3, 66}, {0.9999999, 0.01, 1000}, {1, 0.01, 1000}, {1.5, 0.01, 1000}, {0, 0.01, 1}} {
		a := analysis.Analysis{SpectralRadius: c.radius}
		if got := a.Settled(c.share, 1000); got != c.want {
			t.Errorf("%v fades to %v in %d samples, want %d", c.radius, c.share, got, c.want)
		}
	}
}
