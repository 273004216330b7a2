package stencil

import (
	"gonum.org/v1/gonum/floats"

	"kinetree/spatial"
	"kinetree/tree"
)

// Step is the step of the differences along a Course (s).
const Step = 0.004

// Relative is the accuracy of differences along a course with rates below 1, relative to the largest of them and of
// the values. Links of the robots of package randrobot with up to 8 joints turn at up to some 30 rad/s then. So the
// differences leave out at most ω (ωh)⁸/630 = 1e-9 for ω = 30, and 1e-13 for the usual ω < 10; and values that are
// exact to 1e-14, divided by the step, leave 3e-12. A wrong term shows far above.
const Relative = 1e-8

// Course is a motion of a robot and of its base that passes position Q at velocity V, which changes at the rate A. As
// a function of time, its position has the derivative V at t = 0, and its velocity the derivative A. (The velocity is
// that of the position at t = 0 only, which is all that the first derivative of a function of both asks for.)
type Course struct {
	Model   *tree.Model
	Q, V, A []float64
	Base    *tree.BaseMotion
}

// At returns the motion of the base, the position and the velocity at time t.
func (c *Course) At(t float64) (base *tree.BaseMotion, q, qd []float64) {
	var move spatial.Motion
	move.AddScaled(t, &c.Base.Velocity)
	turn, p := spatial.Exp(&move)
	base = &tree.BaseMotion{
		Pose:         c.Base.Pose.Compose(&spatial.Transform{R: spatial.FromQuaternion(turn), P: p}),
		Velocity:     c.Base.Velocity,
		Acceleration: c.Base.Acceleration,
	}
	base.Velocity.AddScaled(t, &c.Base.Acceleration)
	q, qd = make([]float64, c.Model.NQ()), make([]float64, c.Model.NV())
	c.Model.Integrate(q, c.Q, c.V, t)
	floats.AddScaledTo(qd, c.V, t, c.A)
	return base, q, qd
}

// Rates returns the derivative along the course, at t = 0, of a function of the state with n values.
func (c *Course) Rates(n int, value func(dst []float64, base *tree.BaseMotion, q, qd []float64)) []float64 {
	dst := make([]float64, n)
	Derivative(dst, Step, func(dst []float64, t float64) {
		base, q, v := c.At(t)
		value(dst, base, q, v)
	})
	return dst
}
