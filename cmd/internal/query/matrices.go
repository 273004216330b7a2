package query

import (
	"kinetree/dynamics/lagrange"
)

// christoffel appends the symbols Γ_ijk of the mass matrix, a matrix for each k.
func (s *Solver) christoffel(dst []byte) ([]byte, error) {
	n := s.model.NV()
	x := s.elements(n*n*n + n*n)
	symbols, matrix := x[:n*n*n], x[n*n*n:]
	s.lagrangian().Christoffel(symbols, s.q)
	dst = append(append(dst, `{"joints":`...), s.names.coordinate...)
	dst = append(dst, `,"symbols":[`...)
	for k := range n {
		if k > 0 {
			dst = append(dst, ',')
		}
		for ij := range matrix {
			matrix[ij] = symbols[ij*n+k]
		}
		dst = s.rows(dst, n, matrix)
	}
	return append(dst, `]}`...), nil
}

func (s *Solver) massMatrixRate(dst []byte) ([]byte, error) {
	n := s.model.NV()
	m := s.elements(n * n)
	s.lagrangian().MassMatrixRate(m, s.q, s.v)
	return s.matrixByJoint(dst, n, m), nil
}

func (s *Solver) inverseMassMatrix(dst []byte) ([]byte, error) {
	n := s.model.NV()
	m := s.elements(n * n)
	if err := s.articulatedBody().InverseMassMatrix(m, s.q); err != nil {
		return dst, err
	}
	return s.matrixByJoint(dst, n, m), nil
}

// articulatedInertia appends that of the link, its linear rows and columns first.
func (s *Solver) articulatedInertia(dst []byte) ([]byte, error) {
	a := s.elements(36)
	if err := s.articulatedBody().ArticulatedInertia(a, s.q, s.link); err != nil {
		return dst, err
	}
	swapHalves(a)
	for i := range 6 {
		swapHalves(a[6*i:][:6])
	}
	return append(s.rows(append(dst, `{"matrix":`...), 6, a), '}'), nil
}

// momentum appends that of all links, the angular one about the centre of mass.
func (s *Solver) momentum(dst []byte) ([]byte, error) {
	h := s.lagrangian().CentroidalMomentum(s.q, s.v, lagrange.All)
	dst = s.list(append(dst, `{"linear":`...), h.Lin[:]...)
	dst = s.list(append(dst, `,"angular":`...), h.Ang[:]...)
	return append(dst, '}'), nil
}

// generalizedMomentum appends M(q) q̇ in the form of efforts, of which it is the integral in time.
func (s *Solver) generalizedMomentum(dst []byte) ([]byte, error) {
	s.lagrangian().GeneralizedMomentum(s.result, s.q, s.v)
	return s.efforts(dst)
}

// centroidalMomentumMatrix appends the matrix whose product with the velocity is the momentum.
func (s *Solver) centroidalMomentumMatrix(dst []byte) ([]byte, error) {
	a := s.elements(6 * s.model.NV())
	s.lagrangian().CentroidalMomentumMatrix(a, s.q, lagrange.All)
	return s.sixRows(dst, a), nil
}
