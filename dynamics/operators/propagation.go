package operators

import "kinetree/spatial"

// Phi returns φ, 6 N x 6 N: the forces through the joints that balance a force on each body, from the tips to the
// base. Its transpose gives the motions of the bodies from the motion that each joint adds.
//
//	(φ f)_i = f_i + Σ X_jᵀ (φ f)_j      over the children j of body i
//	(φᵀ m)_i = m_i + X_i (φᵀ m)_λ(i)
func (s *System) Phi() Operator { return propagation{s, false} }

// Psi returns ψ, 6 N x 6 N: φ in a robot whose joints bear no effort. It needs Factor.
//
//	(ψ f)_i = f_i + Σ X_jᵀ (1 − G_j S_jᵀ) (ψ f)_j
func (s *System) Psi() Operator { return propagation{s, true} }

// propagation is φ, or ψ if the joints are free.
type propagation struct {
	*System
	free bool
}

func (p propagation) Size() (int, int) { return p.stack(), p.stack() }

func (p propagation) Apply(dst, x []float64) {
	checkSize(dst, p.stack(), x, p.stack())
	copy(dst, x)
	for i := len(p.bodies) - 1; i > 0; i-- {
		parent := p.model.Parent(i)
		if parent == 0 {
			continue
		}
		f, sum := forceAt(dst, i), forceAt(dst, parent)
		if p.free {
			p.transmit(&f, i)
		}
		p.bodies[i].X.AddForce(&sum, &f)
		putForce(dst, parent, &sum)
	}
}

func (p propagation) ApplyTransposed(dst, x []float64) {
	checkSize(dst, p.stack(), x, p.stack())
	copy(dst, x)
	for i := 1; i < len(p.bodies); i++ {
		parent := p.model.Parent(i)
		if parent == 0 {
			continue
		}
		m, own := motionAt(dst, parent), motionAt(dst, i)
		p.bodies[i].X.ApplyMotion(&m, &m)
		if p.free {
			p.follow(&m, i)
		}
		own.Add(&m)
		putMotion(dst, i, &own)
	}
}

// transmit sets f = (1 − G Sᵀ) f: what the free joint of body i transmits of a force on it.
func (s *System) transmit(f *spatial.Force, i int) {
	whole, b := *f, &s.bodies[i]
	for k, S := range s.model.Bodies()[i].S {
		f.AddScaled(-S.Dot(&whole), &b.G[k])
	}
}

// follow sets m = (1 − S Gᵀ) m: the motion of body i behind its free joint when the parent moves at m.
func (s *System) follow(m *spatial.Motion, i int) {
	whole, b := *m, &s.bodies[i]
	for k := range b.G {
		m.AddScaled(-whole.Dot(&b.G[k]), &s.model.Bodies()[i].S[k])
	}
}

// PhiInverse returns φ⁻¹, 6 N x 6 N, which links each body to its parent only: from the forces through the joints the
// force on each body, and transposed from the motions of the bodies what each joint adds.
//
//	(φ⁻¹ f)_i = f_i − Σ X_jᵀ f_j      over the children j of body i
//	(φ⁻ᵀ m)_i = m_i − X_i m_λ(i)
func (s *System) PhiInverse() Operator { return difference{s} }

type difference struct{ *System }

func (d difference) Size() (int, int) { return d.stack(), d.stack() }

func (d difference) Apply(dst, x []float64) {
	checkSize(dst, d.stack(), x, d.stack())
	copy(dst, x)
	for i := 1; i < len(d.bodies); i++ {
		if parent := d.model.Parent(i); parent > 0 {
			f, carried, sum := forceAt(x, i), spatial.Force{}, forceAt(dst, parent)
			d.bodies[i].X.InverseForce(&carried, &f)
			sum.AddScaled(-1, &carried)
			putForce(dst, parent, &sum)
		}
	}
}

func (d difference) ApplyTransposed(dst, x []float64) {
	checkSize(dst, d.stack(), x, d.stack())
	copy(dst, x)
	for i := 1; i < len(d.bodies); i++ {
		if parent := d.model.Parent(i); parent > 0 {
			m, own := motionAt(x, parent), motionAt(x, i)
			d.bodies[i].X.ApplyMotion(&m, &m)
			own.AddScaled(-1, &m)
			putMotion(dst, i, &own)
		}
	}
}
