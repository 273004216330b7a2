// Package fastest times paths: given where a robot is to go, it finds how fast, such that the motion from rest to rest
// takes the least time and keeps to the limits of effort, of torque over speed, of velocity, acceleration and jerk.
//
// Along a path q(s) the state is the pair of s and ṡ, and with x = ṡ² and u = s̈
//
//	q̇ = q' √x,   q̈ = q' u + q'' x,   q⃛ = √x (q''' x + 3 q'' u + q' du/ds)
//	τ = M q' u + (M q'' + C(q, q') q') x + D q' √x + g(q) + K (q − q₀) + F sign(q')
//
// with the damping D, the springs K, and the Coulomb friction F, whose sign the direction of the path says. So each
// limit but that of the jerk is a [row]: A u + B x + V √x + G ≤ 0. The term of √x, viscous friction and the back-EMF of
// motors, is what makes the problem neither linear nor convex in (u, x).
//
// Without limits of the jerk the fastest motion is found in the plane of s and x (Bobrow, Dubowsky, Gibson 1985; Shin,
// McKay 1985; Pfeiffer, Johanni 1987), by the sets of states from which the end can be reached (Pham, Pham 2018): at
// each node of a fine grid from the end to the start the largest x from which some admissible u leads into the set of
// the node behind, and then from the start to the end the largest x that can be reached in these sets. Neither
// switching points nor singular arcs are sought; they come about. In a cell of the grid u is linear in s, which makes
// the method one of the second order. The grid is doubled until the time settles.
//
// With limits of the jerk the state is (s, x, u), and the problem has many more local forms. It is solved on the grid
// as a whole, by a barrier method with sparse steps of Newton's: the least Σ Δt − μ Σ log(slack) for a falling μ. Where
// the problem is not convex, because of the jerk and of viscous friction, the minimum is a local one.
//
// Both ways end with a proof: positions, velocities and accelerations of the motion between the nodes, too, go through
// inverse dynamics, and the largest share of each limit is told. If the motion takes more than its limits there,
// because the grid is not infinitely fine, it is sought again with limits that are lower by as much.
//
// Sources: Bobrow, Dubowsky, Gibson, "Time-optimal control of robotic manipulators along specified paths", Int. J.
// Robotics Research 4(3), 1985; Shin, McKay, "Minimum-time control of robotic manipulators with geometric path
// constraints", IEEE Trans. Automatic Control 30, 1985; Pfeiffer, Johanni, "A concept for manipulator trajectory
// planning", IEEE J. Robotics and Automation 3, 1987; Pham, Pham, "A new approach to time-optimal path parameterization
// based on reachability analysis", IEEE Trans. Robotics 34, 2018; Debrouwere et al., "Time-optimal path following for
// robots with convex-concave constraints using sequential convex programming", IEEE Trans. Robotics 29, 2013.
package fastest
