// Package excite finds motions within the limits of a robot's joints that show its parameters well: a DesignTask
// searches for a FourierTrajectory, and proves that it keeps to the limits at all times.
//
// Source: Swevers et al., "Optimal robot excitation and identification", IEEE Trans. Robotics and Automation 13(5),
// 1997.
package excite
