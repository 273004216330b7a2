package aba

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/kernel"
	"kinetree/spatial"
	"kinetree/tree"
)

// A square root of the inverse of the mass matrix, from the articulated quantities. With M = Lᵀ D L (see inverse.go)
//
//	M⁻¹ = R Rᵀ,   R = L⁻¹ D^(−1/2)
//
// Rᵀ carries a force from its body to the base: what passes joint i on its way there is u_i, and D_i^(−1/2) u_i are the
// components of Rᵀ Jᵀ f. So they belong to the rates on the way alone, and take a few products each. R carries
// accelerations from the base to the tips, as pass 3 does. Sources: Featherstone, "Exploiting sparsity in operational
// space dynamics", Int. J. Robotics Research 29, 2010; Rodriguez, Jain and Kreutz-Delgado, "Spatial operator algebra
// for multibody system dynamics", J. Astronautical Sciences 40, 1992.
//
// A rate that Augment holds has D_i^(−1/2) = 0.

// Articulate computes what the square root of M(q)⁻¹ needs, as ForwardDynamics does besides. The error is a
// *tree.SingularError if a joint moves no inertia. It panics if a length is wrong. O(n), no allocation unless there is
// an error.
func (s *Solver) Articulate(q []float64) error {
	s.model.CheckLengths(q)
	if s.coupled != nil {
		return s.coupled.factor(q)
	}
	return s.articulate(q)
}

// Local returns the pose of a body frame in its parent's at the position of the last ForwardDynamics or Articulate. It
// is for algorithms; the value must not be changed.
func (s *Solver) Local(body int) *kernel.Axial {
	if s.coupled != nil {
		return s.coupled.crba.Local(body)
	}
	return &s.bodies[body].X
}

// TakeRoot prepares the square root R of M⁻¹ for the calls that follow, at the position of the last ForwardDynamics or
// Articulate and with the inertias of the last Augment before it. O(n), no allocation.
func (s *Solver) TakeRoot() {
	if s.coupled != nil {
		return
	}
	for i := 1; i < len(s.bodies); i++ {
		b := &s.bodies[i]
		b.root = math.Sqrt(b.Dinv)
		for k := range b.cols {
			c := &b.cols[k]
			c.root = math.Sqrt(c.Dinv)
		}
	}
}

// Way returns the rates that a force on a body can move, in the order in which the force comes to them on its way to
// the base: those of the components of Rᵀ Jᵀ f that are not zero. It ends before those of stop, a body on that way or
// the base, unless joints follow others. Those of the rate i alone, RᵀE_i, are the rest of it from i on.
func (s *Solver) Way(body, stop int) []int {
	var way []int
	bodies := s.model.Bodies()
	if s.coupled == nil {
		for i := body; i > stop; i = bodies[i].Parent {
			for k := len(bodies[i].S) - 1; k >= 0; k-- {
				way = append(way, bodies[i].V+k)
			}
		}
		return way
	}
	last := -1
	for i := body; i > 0; i = bodies[i].Parent {
		last = max(last, bodies[i].V+len(bodies[i].S)-1)
	}
	return s.coupled.crba.Way(last)
}

// WayOfRate returns the part of a way that an effort on rate i takes.
func (s *Solver) WayOfRate(i int) []int {
	if s.coupled != nil {
		return s.coupled.crba.Way(i)
	}
	way := s.Way(s.rates[i].body, 0)
	for way[0] != i {
		way = way[1:]
	}
	return way
}

// AddForces adds to the rows of dst, width numbers apart, the components of Rᵀ Jᵀ f for the forces on a body, which are
// in its frame: that of rate Way(body, stop)[k] to element at[k] of the row. It leaves in forces what of them comes to
// stop, in the frame of that body; nothing where joints follow others, for the way does not end there then. O(d) for
// each force with the length d of the way; no allocation.
func (s *Solver) AddForces(dst []float64, width int, at []int, body, stop int, forces []spatial.Force) {
	if s.coupled != nil {
		s.addCoupledForces(dst, width, at, body, forces)
		return
	}
	s.carry(dst, width, at, body, stop, forces)
}

// carry carries forces from a body to another one on its way to the base.
func (s *Solver) carry(dst []float64, width int, at []int, body, stop int, forces []spatial.Force) {
	k, end := 0, &s.bodies[stop]
	for b := &s.bodies[body]; b != end; b = b.parent {
		m := b.m
		switch m.Kind {
		case tree.Revolute:
			row := dst[at[k]:]
			k++
			if m.Parent > 0 {
				b.X.CarryRevolute(forces, row, width, b.root, &b.W)
				continue
			}
			for r := range forces {
				row[r*width] += float64(b.root * forces[r].Ang[2])
			}
		case tree.Prismatic:
			row := dst[at[k]:]
			k++
			for r := range forces {
				f := &forces[r]
				u := f.Lin[2]
				row[r*width] += float64(b.root * u)
				f.AddScaled(-u, &b.W)
			}
		default:
			for i := len(b.cols) - 1; i >= 0; i-- {
				c, row := &b.cols[i], dst[at[k]:]
				k++
				for r := range forces {
					f := &forces[r]
					u := m.S[i].Dot(f)
					row[r*width] += float64(c.root * u)
					f.AddScaled(float64(-c.Dinv*u), &c.U)
				}
			}
		}
		if m.Parent > 0 {
			b.X.InverseForces(forces)
		}
	}
}

func (s *Solver) addCoupledForces(dst []float64, width int, at []int, body int, forces []spatial.Force) {
	x, way := s.coupled.rate, s.coupled.crba
	bodies := s.model.Bodies()
	for r := range forces {
		f := forces[r]
		clear(x)
		last := -1
		for i := body; i > 0; i = bodies[i].Parent {
			bodies[i].AddEffort(x, &f)
			last = max(last, bodies[i].V+len(bodies[i].S)-1)
			way.Local(i).InverseForce(&f, &f)
		}
		way.Root(x, last)
		for k, i := 0, last; i >= 0; k, i = k+1, way.Next(i) {
			dst[r*width+at[k]] += x[i]
		}
	}
	clear(forces)
}

// AddEffort adds to dst the components of Rᵀ for an effort on rate i: that of rate WayOfRate(i)[k] to element at[k].
// O(d), no allocation.
func (s *Solver) AddEffort(dst []float64, at []int, i int, effort float64) {
	if s.coupled != nil {
		x, way := s.coupled.rate, s.coupled.crba
		clear(x)
		x[i] = effort
		way.Root(x, i)
		for k, j := 0, i; j >= 0; k, j = k+1, way.Next(j) {
			dst[at[k]] += x[j]
		}
		return
	}
	place := s.rates[i]
	b := &s.bodies[place.body]
	to := &dst[at[0]]
	at = at[1:]
	var f [1]spatial.Force
	if b.cols == nil {
		*to += float64(b.root * effort)
		f[0].AddScaled(-effort, &b.W)
	} else {
		c := &b.cols[place.column]
		*to += float64(c.root * effort)
		f[0].AddScaled(float64(-c.Dinv*effort), &c.U)
		for k := place.column - 1; k >= 0; k-- {
			c := &b.cols[k]
			u := b.m.S[k].Dot(&f[0])
			dst[at[0]] += float64(c.root * u)
			at = at[1:]
			f[0].AddScaled(float64(-c.Dinv*u), &c.U)
		}
	}
	if b.m.Parent > 0 {
		b.X.InverseForces(f[:])
		s.carry(dst, 0, at, b.m.Parent, 0, f[:])
	}
}

// FromRoot replaces x (nv numbers) by R x. O(n), no allocation.
func (s *Solver) FromRoot(x []float64) {
	if len(x) != s.model.NV() {
		panic("aba: a vector has another length than nv of the model")
	}
	if s.coupled != nil {
		s.coupled.crba.FromRoot(x)
		return
	}
	var none spatial.Motion
	for i := 1; i < len(s.bodies); i++ {
		b := &s.bodies[i]
		m, a, parent := b.m, &b.moved, &b.parent.moved
		switch m.Kind {
		case tree.Revolute:
			rate := float64(b.root * x[m.V])
			if m.Parent == 0 { // which does not move
				*a = spatial.Motion{Ang: mgl64.Vec3{2: rate}}
			} else {
				rate = b.X.RespondRevolute(a, parent, &b.W, rate)
			}
			x[m.V] = rate
		case tree.Prismatic:
			x[m.V] = b.X.AcceleratePrismatic(a, parent, &none, &b.W, float64(b.root*x[m.V]))
		default:
			b.X.ApplyMotion(a, parent)
			for k := range b.cols {
				c := &b.cols[k]
				rate := float64(c.root*x[m.V+k]) - float64(c.Dinv*a.Dot(&c.U))
				a.AddScaled(rate, &m.S[k])
				x[m.V+k] = rate
			}
		}
	}
}
