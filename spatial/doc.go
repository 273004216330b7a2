// Package spatial is the 6-D vector arithmetic under every algorithm of kinetree: motions, forces, coordinate
// transforms, rigid inertias, and the rotations and solids that URDF files and textbooks describe them with.
//
// # Conventions
//
// Spatial vectors are written angular part first, as in Featherstone, "Rigid Body
// Dynamics Algorithms" (Springer 2008), chapter 2:
//
//	motion  v = [ω; v]   angular velocity, velocity of the point at the origin
//	force   f = [n; f]   moment about the origin, force
//
// A [Transform] holds the pose of a child frame in its parent: R turns child
// coordinates into parent coordinates, P is the child's origin in the parent. Units
// are SI and radians throughout; frames are right-handed.
//
// # Arithmetic
//
// The types are plain storage over mgl64 arrays. Methods take pointers, load their operands into scalars, compute, and
// store at the end. Therefore a destination may be one of the operands, nothing allocates, and everything is safe for
// concurrent use as long as destinations are not shared. A method of a vector writes to its receiver (SetCross, Add); a
// method of a transform or an inertia writes to its first argument (ApplyMotion(dst, m)). Each runs in constant time.
package spatial
