// Package kernel is the arithmetic inside the algorithms of packages rnea, aba and dynamics/...: poses as rotations
// about single axes, articulated inertias, joints whose axis is the z axis of their body, and the terms of the
// analytic derivatives. Users of the library work with the types of package spatial, on which this package builds.
//
// A kernel takes pointers, loads its operands into registers (package vec), computes, and stores at the end. So a
// destination may be one of the operands, nothing allocates, and everything is safe for concurrent use as long as
// destinations are not shared. A method of a transform or an inertia writes to its first argument. Each kernel runs in
// constant time, but for those that take a slice.
package kernel
