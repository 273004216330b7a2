// Package identify finds the dynamic parameters of a robot from its motion: which of them the efforts depend on,
// which values a log gives them, and which motion shows them best.
//
// The efforts are linear in the parameters θ, the inertial ones of package regressor and, for each joint, what
// resists its rate:
//
//	τ = Y(q, q̇, q̈) π + armature q̈ + damping q̇ + friction sign q̇ = W θ
//
//	Equation      W, row by row
//	Base          the combinations of parameters that efforts depend on
//	Samples       a log, read, filtered and differentiated
//	Fit           least squares on samples, with standard errors
//	Consistent    the nearest parameters to those of the model that bodies can have
//	Trajectory    a motion within the limits of the joints; Design finds one that is good for identification
//
// Nothing here is meant for a control loop: the functions allocate.
//
// Source: Gautier and Khalil, "Direct calculation of minimum set of inertial parameters of serial robots", IEEE
// Trans. Robotics and Automation 6(3), 1990; Gautier, "Numerical calculation of the base inertial parameters of
// robots", J. Robotic Systems 8(4), 1991; Swevers et al., "Optimal robot excitation and identification", IEEE Trans.
// Robotics and Automation 13(5), 1997; Khalil and Dombre, "Modeling, Identification and Control of Robots", 2002,
// chapter 12.
package identify
