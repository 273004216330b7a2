package step

import (
	"fmt"
	"math"

	"kinetree/internal/libm"
)

// Compliance is what presses two bodies apart that penetrate each other by x, which grows with the rate v: Hunt's and
// Crossley's force, and a damper beside it,
//
//	F = k xⁿ (1 + a v) + d v.
//
// Source: Hunt and Crossley, "Coefficient of restitution interpreted as damping in vibroimpact", Journal of Applied
// Mechanics 42, 1975.
type Compliance struct {
	Stiffness   float64 // k (N/mⁿ)
	Exponent    float64 // n; 1 for 0
	Dissipation float64 // a (s/m)
	Damping     float64 // d (N s/m)
}

// Check returns what is wrong with the numbers.
func (c *Compliance) Check() (errs []error) {
	if !(c.Stiffness > 0) || math.IsInf(c.Stiffness, 0) {
		errs = append(errs, fmt.Errorf("the stiffness is %v; expected a positive number", c.Stiffness))
	}
	if !(c.Exponent == 0 || c.Exponent >= 1 && c.Exponent <= 10) {
		errs = append(errs, fmt.Errorf("the exponent is %v; expected 1 to 10", c.Exponent))
	}
	if !(c.Dissipation >= 0) || math.IsInf(c.Dissipation, 0) {
		errs = append(errs, fmt.Errorf("the dissipation is %v s/m; expected 0 or a positive number", c.Dissipation))
	}
	if !(c.Damping >= 0) || math.IsInf(c.Damping, 0) {
		errs = append(errs, fmt.Errorf("the damping is %v N s/m; expected 0 or a positive number", c.Damping))
	}
	return errs
}

// Force returns F (N) at a penetration x (m) and its rate (m/s). Where they are apart, x < 0, the spring goes on as if
// it could pull, so that the force is smooth through the instant in which they part.
func (c *Compliance) Force(x, rate float64) float64 {
	spring := float64(c.Stiffness * x)
	if c.Exponent > 1 {
		spring = math.Copysign(float64(c.Stiffness*libm.Pow(math.Abs(x), c.Exponent)), x)
	}
	return float64(spring*(1+float64(c.Dissipation*rate))) + float64(c.Damping*rate)
}
