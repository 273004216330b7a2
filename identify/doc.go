// Package identify says what the efforts of a robot depend on: which combinations of its parameters they show, and what
// motions take.
//
// The efforts are linear in the parameters θ, the inertial ones of package regressor and, for each joint, what
// resists its rate:
//
//	τ = Y(q, q̇, q̈) π + armature q̈ + damping q̇ + friction sign q̇ = W θ
//
//	Equation        W, row by row
//	BaseParameters  the combinations of parameters that efforts depend on
//	Efforts         what a motion takes of a model
//
// The packages below find values of parameters: fit takes them from logs, excite finds motions that show them well, and
// consistent has what is physically possible, which the equation and fit use.
//
// Nothing here is meant for a control loop: the functions allocate.
//
// Source: Gautier and Khalil, "Direct calculation of minimum set of inertial parameters of serial robots", IEEE
// Trans. Robotics and Automation 6(3), 1990; Gautier, "Numerical calculation of the base inertial parameters of
// robots", J. Robotic Systems 8(4), 1991; Khalil and Dombre, "Modeling, Identification and Control of Robots", 2002,
// chapter 12.
package identify
