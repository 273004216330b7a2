package aba

import (
	"math"

	"kinetree/internal/kernel"
	"kinetree/spatial"
)

// column holds the quantities of one column of the motion subspace.
type column struct {
	U     spatial.Force // IA S, the columns after it free already
	added float64       // added to D, see Augment
	Dinv  float64
	u     float64 // from pass 3 on without Uᵀ a
	root  float64 // D^(−1/2), see root.go
}

// freeColumns turns a, which is IA on entry, into the inertia that a joint of several columns transmits. It frees one
// column at a time from the last to the first, which is an elimination of the small system D q̈ = u − Uᵀ a' without
// forming it. Dinv becomes NaN if a column meets no inertia, for the column and the body.
//
//	U = a S,  D = Sᵀ U,  a = a − U D⁻¹ Uᵀ
func (b *body) freeColumns(a *kernel.ArticulatedInertia) {
	b.Dinv = 1
	for k := range b.cols { // before any column is free: the scale on which D is judged
		b.cols[k].Dinv = a.Magnitude(&b.m.S[k])
	}
	for k := len(b.cols) - 1; k >= 0; k-- {
		S, c := &b.m.S[k], &b.cols[k]
		held := c.Dinv
		a.Apply(&c.U, S)
		D := S.Dot(&c.U) + c.added
		if !kernel.Positive(D, held) {
			b.Dinv, c.Dinv = math.NaN(), math.NaN()
			return
		}
		c.Dinv = 1 / D
		a.SubOuter(c.Dinv, &c.U)
	}
}

// biasColumns makes pA the force that a joint of several columns transmits, pa, which transmits the inertia Ia.
//
//	u = τ − Sᵀ pA,  pA = pA + U D⁻¹ u    from the last column to the first
//	pa = pA + Ia c
func (b *body) biasColumns(tau []float64, Ia *kernel.ArticulatedInertia) {
	m := b.m
	for k := len(b.cols) - 1; k >= 0; k-- {
		c := &b.cols[k]
		c.u = tau[m.V+k] - m.S[k].Dot(&b.pA)
		b.pA.AddScaled(float64(c.Dinv*c.u), &c.U)
	}
	var f spatial.Force
	Ia.Apply(&f, &b.c)
	b.pA.Add(&f)
}

// accelerateColumns is the part of pass 3 that finds the accelerations of a joint of several columns, from the first
// to the last:
//
//	q̈ = D⁻¹ (u − Uᵀ a),  a = a + S q̈
func (b *body) accelerateColumns(qdd []float64) {
	for k := range b.cols {
		c := &b.cols[k]
		c.u -= b.a.Dot(&c.U)
		rate := float64(c.Dinv * c.u)
		b.a.AddScaled(rate, &b.m.S[k])
		qdd[b.m.V+k] = rate
	}
}
