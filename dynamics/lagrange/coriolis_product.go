package lagrange

import "kinetree/spatial"

// The product C(q, q̇) w of the Coriolis matrix with a second velocity, which control laws that keep the robot passive
// ask for (Slotine and Li, "On the adaptive control of robot manipulators", Int. J. Robotics Research 6(3), 1987). It
// is the recursion of inverse dynamics with the body Coriolis matrix B, without forming C (Echeandia and Wensing
// 2021):
//
//	Pass 1, base to tips
//	    v  = X v_λ + S q̇
//	    w  = X w_λ + S w
//	    d  = X d_λ + v × S w
//	    f  = I d + B w,   B w = ½ (v ×* I w + w ×* I v − I (v × w))
//	Pass 2, tips to base
//	    τ = Sᵀ f
//	    f_λ += Xᵀ f

// product holds the quantities of the recursion for one body, in its frame.
type product struct {
	v, w, d spatial.Motion
	f       spatial.Force // through the joint from λ
}

// CoriolisProduct sets dst (nv numbers: N m, N) to C(q, q̇) w with the matrix of CoriolisMatrix, at position q and
// velocity qd. It is linear in qd and in w; for w = qd it is the bias effort without gravity. O(n), no allocation. It
// panics if a length is wrong.
func (s *Solver) CoriolisProduct(dst, q, qd, w []float64) {
	s.model.CheckLengths(q, qd, w, dst)
	s.kin.Update(q)
	bodies := s.model.Bodies()
	var c spatial.Motion
	var h, g spatial.Force
	for i := 1; i < len(bodies); i++ {
		b, own, up := &bodies[i], &s.bodies[i].product, &s.bodies[bodies[i].Parent].product
		x := s.kin.Local(i)
		x.ApplyMotion(&own.v, &up.v)
		b.AddRate(&own.v, qd)
		x.ApplyMotion(&own.w, &up.w)
		b.AddRate(&own.w, w)
		x.ApplyMotion(&own.d, &up.d)
		b.Cross(&c, &own.v, w)
		own.d.Add(&c) // d = X d_λ + v × S w

		c.SetCross(&own.v, &own.w)
		b.Inertia.Apply(&g, &c)
		b.Inertia.Apply(&h, &own.w)
		h.SetCross(&own.v, &h)
		h.AddScaled(-1, &g) // h = v ×* I w − I (v × w)
		b.Inertia.Apply(&g, &own.v)
		g.SetCross(&own.w, &g)
		h.Add(&g) // h = 2 B w
		b.Inertia.Apply(&own.f, &own.d)
		own.f.AddScaled(0.5, &h)
	}
	clear(dst)
	for i := len(bodies) - 1; i > 0; i-- {
		b, f := &bodies[i], &s.bodies[i].product.f
		b.AddEffort(dst, f)
		if b.Parent > 0 {
			s.kin.Local(i).AddForce(&s.bodies[b.Parent].product.f, f)
		}
	}
}
