package main

import (
	"fmt"
	"math"
	"slices"

	"kinetree/integrate"
	"kinetree/models"
	"kinetree/models/oracle/bare"
)

// point is one run of a method on a problem.
type point struct {
	setting     string // steps or tolerance
	error       float64
	evaluations int // solutions of the equation of motion
}

// curve are the runs of a method, the cheapest first.
type curve struct {
	method integrate.Method
	points []point
}

type problemCurves struct {
	*problem
	curves []curve
}

// useless is the error beyond which a run says nothing.
const useless = 3.0

// measure runs a problem with all methods: with ever more steps, or digits, until a run costs too much.
func measure(p *problem, e effort) (problemCurves, error) {
	c := problemCurves{problem: p}
	for _, method := range integrate.Methods() {
		one := curve{method: method}
		for i := 0; ; i++ {
			n, o, setting := 1, integrate.Options{}, ""
			if method.Adaptive {
				if i > 20 {
					break
				}
				o.RTol = math.Pow(10, -2-float64(i)/2)
				o.ATol = o.RTol
				setting = fmt.Sprintf("rtol %.0e", o.RTol)
			} else {
				n = p.coarse << i
				setting = fmt.Sprintf("dt %.3g s", p.end/float64(n))
			}
			x, err := p.run(method, o, n)
			if err != nil {
				return c, fmt.Errorf("%s with %s, %s: %w", p.title, method.Name, setting, err)
			}
			if x.error < useless {
				x.setting = setting
				one.points = append(one.points, x)
			}
			if 2*x.evaluations > e.most {
				break
			}
		}
		c.curves = append(c.curves, one)
	}
	return c, nil
}

// String returns the cost: the number of solutions and the setting.
func (x point) String() string { return fmt.Sprintf("%d solutions (%s)", x.evaluations, x.setting) }

// run takes n steps. A method that cannot take them has an infinite error.
func (p *problem) run(method integrate.Method, o integrate.Options, n int) (x point, err error) {
	p.robot.Solutions = 0
	s, err := integrate.NewState(p.robot, 0, p.q, p.v)
	if err != nil {
		return x, err
	}
	stepper, h := method.New(p.robot, o), p.end/float64(n)
	for range n {
		if _, err := stepper.Step(p.robot, s, h); err != nil {
			s.Q[0], s.Qd[0] = math.NaN(), math.NaN()
			break
		}
	}
	x.evaluations, x.error = p.robot.Solutions, p.error(s.Q, s.Qd)
	if math.IsNaN(x.error) {
		x.error = math.Inf(1)
	}
	return x, nil
}

// cheapest returns the cheapest run that is as exact as asked, if there is one.
func (c *curve) cheapest(error float64) (point, bool) {
	i := slices.IndexFunc(c.points, func(x point) bool { return x.error <= error })
	if i < 0 {
		return point{}, false
	}
	return c.points[i], true
}

// drift is the energy of a long run.
type drift struct {
	name        string
	times, off  []float64 // s, J: the mean of the error's size over each of some windows
	mean        []float64 // J: the mean of the error
	largest     float64   // J
	evaluations int
}

// plain hides the momenta of a robot.
type plain struct{ integrate.System }

// drifting are the methods whose energy is measured; onVelocities is the implicit midpoint rule on velocities.
var drifting = []string{"semi-implicit", "midpoint", "rk4", "implicit-midpoint", onVelocities, "dormand-prince"}

const onVelocities = "implicit-midpoint on velocities"

// swingFrom is where the double pendulum is let go. Motions of so little energy are regular: close ones stay close, so
// that the last digit of a processor's sines does not change the figures. With more energy they are chaotic.
var swingFrom = []float64{0.5, -0.3}

// measureDrifts swings a double pendulum for a long time at 1 ms.
func measureDrifts(e effort) (drifts []drift, err error) {
	for _, name := range drifting {
		d, _, err := measureDrift(name, swingFrom, e.long)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		drifts = append(drifts, d)
	}
	return drifts, nil
}

// measureDrift swings with one method, and returns where the pendulum ends, too.
func measureDrift(name string, from []float64, end float64) (d drift, q []float64, err error) {
	description, err := models.Robot("double_pendulum")
	if err != nil {
		return d, nil, err
	}
	r, err := build(description)
	if err != nil {
		return d, nil, err
	}
	var sys integrate.System = r
	method := name
	if name == onVelocities {
		sys, method = plain{r}, "implicit-midpoint"
	}
	m, err := integrate.ByName(method)
	if err != nil {
		return d, nil, err
	}
	s, err := integrate.NewState(sys, 0, from, []float64{0, 0})
	if err != nil {
		return d, nil, err
	}
	d, err = swing(m, sys, r, s, end)
	d.name = name
	return d, s.Q, err
}

// swing is one long run.
func swing(method integrate.Method, sys integrate.System, r *bare.Robot, s *integrate.State, end float64) (d drift,
	err error) {
	const windows, h = 100, 0.001
	stepper, begin := method.New(sys, integrate.Options{}), r.Energy(s.Q, s.Qd)
	n := int(math.Round(end / windows / h))
	for range windows {
		size, sum := 0.0, 0.0
		for range n {
			if _, err := stepper.Step(sys, s, h); err != nil {
				return d, err
			}
			e := r.Energy(s.Q, s.Qd) - begin
			size, sum = size+math.Abs(e), sum+e
			d.largest = math.Max(d.largest, math.Abs(e))
		}
		d.times = append(d.times, s.T)
		d.off = append(d.off, size/float64(n))
		d.mean = append(d.mean, sum/float64(n))
	}
	d.evaluations = r.Solutions
	return d, nil
}
