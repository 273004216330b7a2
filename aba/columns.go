package aba

import (
	"math"

	"kinetree/spatial"
	"kinetree/tree"
)

// column holds the quantities of one column of the motion subspace.
type column struct {
	U    spatial.Force // IA S, the columns after it free already
	more float64       // added to D, see Augment
	Dinv float64
	u    float64 // from pass 3 on without Uᵀ a
}

// freeColumns is the part of pass 2 that takes from the articulated inertia and the bias force what a joint of several columns does not transmit,
// one column at a time from the last to the first: an elimination of the small system D q̈ = u − Uᵀ a' without forming it. Dinv becomes NaN if a
// column meets no inertia, for the column and the body.
//
//	U = IA S,  D = Sᵀ U,  u = τ − Sᵀ pA
//	IA = IA − U D⁻¹ Uᵀ,  pA = pA + U D⁻¹ u
func (b *body) freeColumns(m *tree.Body, tau []float64) {
	b.Dinv = 1
	for k := range b.cols { // before any column is free, to judge what is left of D
		b.cols[k].Dinv = b.IA.Magnitude(&m.S[k])
	}
	for k := len(b.cols) - 1; k >= 0; k-- {
		S, c := &m.S[k], &b.cols[k]
		held := c.Dinv
		b.IA.Apply(&c.U, S)
		D := S.Dot(&c.U) + c.more
		if !spatial.Positive(D, held) {
			b.Dinv, c.Dinv = math.NaN(), math.NaN()
			return
		}
		c.Dinv = 1 / D
		c.u = tau[m.V+k] - S.Dot(&b.pA)
		b.IA.SubOuter(c.Dinv, &c.U)
		b.pA.AddScaled(c.Dinv*c.u, &c.U)
	}
}

// addBias sets pA = pA + Ia c, which makes it pa.
func (b *body) addBias() {
	var f spatial.Force
	b.IA.Apply(&f, &b.c)
	b.pA.Add(&f)
}

// accelerateColumns is the part of pass 3 that finds the accelerations of a joint of several columns, from the first to the last:
//
//	q̈ = D⁻¹ (u − Uᵀ a),  a = a + S q̈
func (b *body) accelerateColumns(m *tree.Body, qdd []float64) {
	for k := range b.cols {
		c := &b.cols[k]
		c.u -= b.a.Dot(&c.U)
		rate := c.Dinv * c.u
		b.a.AddScaled(rate, &m.S[k])
		qdd[m.V+k] = rate
	}
}
