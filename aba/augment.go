package aba

import (
	"fmt"

	"kinetree/spatial"
	"kinetree/tree"
)

// rate says where the quantities of a rate are stored: its body, and its column of the joint.
type rate struct{ body, column int }

// rates returns the places of all rates of a model whose joints do not follow others.
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

// Augment adds d[i] to element i of the diagonal of M in the calls that follow (kg m² or kg), besides the armature of
// the model:
//
//	(M + diag d) q̈ = τ + Jᵀ f_ext − C q̇ − g
//
// What is added and the armature are 0 or more together. An infinite d[i] holds the rate, q̈_i = 0. nil adds nothing.
// Augment does not keep d. It panics if the length is wrong. O(n), no allocation.
//
// In the algorithm D = Sᵀ U + d. A held joint has D⁻¹ = 0 and transmits all forces, as a fixed joint does.
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
		added := 0.0
		if armature != nil {
			added = armature[i]
		}
		if d != nil {
			added += d[i]
		}
		if b := &s.bodies[r.body]; b.cols != nil {
			b.cols[r.column].added = added
		} else {
			b.added = added
		}
	}
}

// Reaction returns the effort that held rate i in the last ForwardDynamics (N m or N), 0 unless Augment holds the
// rate. So inverse dynamics of the accelerations gives the efforts plus the reactions. It panics if i is not in [0,
// nv).
//
//twin:ordinary
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

// JointInertia returns the inertia that rate i met in the last ForwardDynamics (kg m² or kg): D, with the rates before
// it held and those after it free. It panics if i is not in [0, nv).
func (s *Solver) JointInertia(i int) float64 {
	if s.coupled != nil {
		return s.coupled.crba.Diagonal(i)
	}
	r := s.rates[i]
	return 1 / s.bodies[r.body].inverseD(r.column)
}
