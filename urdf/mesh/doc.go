// Package mesh reads the surfaces that robot descriptions name, from STL, OBJ, COLLADA and glTF files, and computes the
// volume, the centre and the inertia of what they enclose.
//
// The integrals over a closed polyhedron are exact but for rounding (Mirtich, "Fast and accurate computation of
// polyhedral mass properties", Journal of Graphics Tools 1(2), 1996): with the divergence theorem they are sums over
// its faces. They mean nothing if the surface has holes, crosses itself or is turned inside out, which published
// meshes often are; [Surface.Solid] finds that out and takes the convex hull instead.
//
// All lengths are in the unit of the description, metres as a rule. Functions do not change the surfaces that they are
// given, and may be called by any number of goroutines.
package mesh
