package cfa

import (
	"fmt"
	"math"
)

// The solution of A λ = r by block elimination, row by row from the base to the tip and back. In this order the
// diagonals do not dwindle: what is left of A_ii is the inverse inertia of the body and, on the other side of the
// joint, that of a chain which the base holds.

// factor sets row i of A, takes from it what the row before it leaves, and factors its diagonal:
//
//	A_ii − Y₋ᵀ D₋⁻¹ Y₋ = L D Lᵀ,   Y = L⁻¹ A_i,i+1
//
// It is false if the factors are lost in rounding.
func (c *Chain) factor(i int) bool {
	c.setRow(i)
	r := &c.rows[i-1]
	if i > 1 {
		before := &c.rows[i-2]
		r.diag.subSquare(&before.right, &before.diag)
	}
	if !r.diag.factor(&r.scale) {
		return false
	}
	r.diag.lowerColumns(&r.right)
	return true
}

// forward sets x = D⁻¹ L⁻¹ (r − Y₋ᵀ x₋) in row i.
func (c *Chain) forward(i int) {
	c.setRight(i)
	r := &c.rows[i-1]
	if i > 1 {
		before := &c.rows[i-2]
		r.x.subTransposed(&before.right, &before.x)
	}
	r.diag.half(&r.x)
}

// backward sets λ = L⁻ᵀ (x − D⁻¹ Y λ₊) in row i.
func (c *Chain) backward(i int) {
	r := &c.rows[i-1]
	if i < len(c.rows) {
		r.diag.subScaled(&r.x, &r.right, &c.rows[i].x)
	}
	r.diag.upper(&r.x)
}

// ConstraintError says that constraint forces are not determined.
type ConstraintError struct {
	Joint  string // the first whose forces are not
	Finite bool   // whether the state is finite, so that they are lost in rounding
}

func (e *ConstraintError) Error() string {
	if !e.Finite {
		return fmt.Sprintf("the constraint forces of joint %q are not finite: the state is not finite or too large",
			e.Joint)
	}
	return fmt.Sprintf("the constraint forces of joint %q are lost in rounding: the inertias or the lengths of the "+
		"chain differ by too many orders of magnitude; use package aba, which does without these forces", e.Joint)
}

// undetermined returns the error for row i of A, of which the given rows have been set.
func (c *Chain) undetermined(i int, set []row) error {
	sum := 0.0 // x − x is NaN if x is not finite
	for k := range set {
		for _, x := range set[k].scale {
			sum += x - x
		}
	}
	return &ConstraintError{Joint: c.model.JointName(i), Finite: !math.IsNaN(sum)}
}
