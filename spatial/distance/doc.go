// Package distance measures how far convex solids are from points and from balls: the distance, the direction in which
// the distance grows, how that direction turns, and so the nearest points and their rates. What is inside has a
// negative distance.
//
// The distance of a point from a convex solid is a function d of the point whose gradient n is a unit vector, the
// normal, and whose Hessian H tells how the normal turns: ṅ = H ẋ. The nearest point of the solid is x − d n. A ball is
// as far as its centre, less its radius. So a corner of a box is a ball of radius 0, and a capsule has one at each end.
package distance
