// Package consistent has what is possible for bodies and for motions: the inertial parameters that bodies can have, as
// positive definite pseudo-inertias, with the ConvexProblem of the nearest of them to estimates; and the states that
// meet constraints, as the Manifold of a model.
package consistent
