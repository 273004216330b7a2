package aba

import (
	"fmt"

	"kinetree/spatial"
	"kinetree/tree"
)

// rate says where the quantities of a rate are: the body and the column of its joint.
type rate struct{ body, column int }

// rates returns those of a model whose joints do not follow others.
func rates(m *tree.Model) []rate {
	list := make([]rate, m.NV())
	for i := 1; i < len(m.Bodies()); i++ {
		b := &m.Bodies()[i]
		for k := range b.S {
			list[b.V+k] = rate{i, k}
		}
	}
	return list
}

// Augment adds d[i] ≥ 0 to element i of the diagonal of M in the calls that follow (kg m² or kg), besides the
// armature of the model:
//
//	(M + diag d) q̈ = τ + Jᵀ f_ext − C q̇ − g
//
// An infinite d[i] holds the rate, q̈_i = 0. nil adds nothing. It keeps no slice. It panics if the length is wrong.
// O(n), no allocation.
//
// In the algorithm D = Sᵀ U + d; a held joint has D⁻¹ = 0 and transmits all forces, as a fixed one.
func (s *Solver) Augment(d []float64) {
	if n := s.model.NV(); d != nil && len(d) != n {
		panic(fmt.Sprintf("aba: %d inertias are added, the model %s has nv = %d", len(d), s.model.Name(), n))
	}
	if s.coupled != nil {
		s.coupled.augment(d)
		return
	}
	armature := s.model.Armature()
	for i, r := range s.rates {
		more := 0.0
		if armature != nil {
			more = armature[i]
		}
		if d != nil {
			more += d[i]
		}
		if b := &s.bodies[r.body]; b.cols != nil {
			b.cols[r.column].more = more
		} else {
			b.more = more
		}
	}
}

// Reaction returns the effort that held rate i in the last ForwardDynamics (N m or N), 0 if Augment holds it not. So
// inverse dynamics of the accelerations gives the efforts and the reactions. It panics if i is not in [0, nv).
func (s *Solver) Reaction(i int) float64 {
	if s.coupled != nil {
		return s.coupled.reaction[i]
	}
	r := s.rates[i]
	b := &s.bodies[r.body]
	switch {
	case b.cols != nil && b.cols[r.column].Dinv == 0:
		return -b.cols[r.column].u
	case b.cols == nil && b.Dinv == 0:
		var f spatial.Force
		b.IA.Apply(&f, &b.a)
		return b.m.S[0].Dot(&f) - b.u // Uᵀ a − u
	}
	return 0
}

// JointInertia returns the inertia that the rate v[i] met in the last ForwardDynamics (kg m² or kg): D, what lies
// before it held and what lies beyond it free. It panics if i is not in [0, nv).
func (s *Solver) JointInertia(i int) float64 {
	if s.coupled != nil {
		return s.coupled.crba.Diagonal(i)
	}
	r := s.rates[i]
	return 1 / s.bodies[r.body].inverseD(r.column)
}
