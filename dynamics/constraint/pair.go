package constraint

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/libm"
	"kinetree/internal/vec"
	"kinetree/spatial"
)

// The functions below that each step calls for points take vectors component by component: a processor waits for the
// stores of a vector's components when the vector is copied as a whole.

// pair is a constraint between two links, the first of which may be the world. Each of its rows is a force and a moment
// on the second link, and their opposites on the first: with the velocities V of the links at the points x, which may
// wander over the links, and their angular velocities ω,
//
//	row q̇ = F·(V₂(x₂) − V₁(x₁)) + N·(ω₂ − ω₁)
//
// and the derivative in time, with the accelerations A of the material points,
//
//	F·(A₂ + ω₂ × (ẋ₂ − V₂) − A₁ − ω₁ × (ẋ₁ − V₁)) + Ḟ·(V₂ − V₁) + N·(α₂ − α₁) + Ṅ·(ω₂ − ω₁).
type pair struct {
	set          func(p *pair, rows []row) // sets points and rows from the state of the sides
	sides        [2]side
	x, xd        [2]mgl64.Vec3 // the points in the world, and how they wander
	v, w, a, e   mgl64.Vec3    // V₂ − V₁, ω₂ − ω₁, and their derivatives in time
	size         float64       // length or radius (m)
	length       float64       // the sum of the lengths in it (m)
	reach        float64       // with how far the second point is from the origin (m)
	disc         bool
	ancestor     int           // the body whose frame the sides are seen from, where neither is in the world
	inWorld      bool          // the frame is that of the world
	origin       mgl64.Vec3    // from which positions in the frame are counted
	axes         [3]mgl64.Vec3 // of the first body of a branch where its joint is at 0, in the frame
	material     bool          // the points are those of the sides, and do not wander
	contact      *Contact      // nil for none
	rub          mgl64.Vec3    // friction on the second link for a normal force of 1, see Contact
	alignAtStart bool          // the frame of the second side is turned about its z axis as it stands at the start
}

// side is one of the links, with its frame.
type side struct {
	link, body int
	frame      spatial.Transform // in the body's frame, or in the world
	link0      spatial.Transform // pose of the link in the body's frame
	branch     *branch           // nil in the world
	bare       bool              // no axes of the frame are asked for
	// seen from the pair's frame, in its axes, of the frame's origin
	pose       spatial.Transform
	v, w, a, e mgl64.Vec3 // velocity, angular velocity, acceleration, angular acceleration
}

// row is a row of a pair at a state.
type row struct {
	F, N   mgl64.Vec3 // force and moment on the second link
	Fd, Nd mgl64.Vec3 // their derivatives in time
	off    float64    // what is to be zero of the position
}

// fixed reports whether no joint moves the side.
func (s *side) fixed() bool { return s.link < 0 || s.body == 0 }

// bodyPose returns the pose of the body in the pair's frame.
func (s *side) bodyPose() *spatial.Transform { return &s.branch.pose[len(s.branch.bodies)] }

// center chooses the origin, the place in the world or else where the first branch begins at the neutral position, and
// the axes. So numbers are of the size of the loop wherever it is, and so is what rounding leaves of them.
func (p *pair) center(neutral []float64) {
	for i := len(p.sides) - 1; i >= 0; i-- {
		if b := p.sides[i].branch; b != nil && len(b.bodies) > 0 {
			b.place(neutral, nil)
			first := &b.pose[1]
			p.origin, p.axes = first.P, [3]mgl64.Vec3{first.R.Col(0), first.R.Col(1), first.R.Col(2)}
		}
	}
	for i := range p.sides {
		if s := &p.sides[i]; s.branch == nil {
			p.origin = s.frame.P
		}
	}
	for i := range p.sides {
		if s := &p.sides[i]; s.branch == nil {
			s.frame.P = mgl64.Vec3{}
		} else {
			s.branch.pose[0].P = vec.Scaled(p.origin, -1)
			s.branch.place(neutral, nil)
		}
	}
}

// place computes the pose, see branch.place.
func (s *side) place(q []float64, forward Root) {
	if s.link < 0 {
		s.pose = s.frame
		return
	}
	s.branch.place(q, forward)
	body := s.bodyPose()
	if s.bare {
		vec.Of(vec.Mul(&body.R, vec.Load(&s.frame.P))).Add(vec.Load(&body.P)).Store(&s.pose.P)
		return
	}
	s.pose = body.Compose(&s.frame)
}

// move computes the velocity, and the acceleration unless qdd is nil.
func (s *side) move(qd, qdd []float64) {
	if s.link < 0 {
		return
	}
	s.branch.move(qd, qdd)
	last := len(s.branch.bodies)
	R, r := &s.branch.pose[last].R, vec.Load(&s.frame.P)
	w := vec.Load(&s.branch.v[last].Ang)
	u := vec.Load(&s.branch.v[last].Lin).Add(w.Cross(r))
	vec.Of(vec.Mul(R, w)).Store(&s.w)
	vec.Of(vec.Mul(R, u)).Store(&s.v)
	if qdd == nil {
		return
	}
	e := vec.Load(&s.branch.a[last].Ang)
	a := vec.Load(&s.branch.a[last].Lin).Add(e.Cross(r)).Add(w.Cross(u))
	vec.Of(vec.Mul(R, e)).Store(&s.e)
	vec.Of(vec.Mul(R, a)).Store(&s.a)
}

// velocity returns the velocity of the point of the link at x.
func (s *side) velocity(x mgl64.Vec3) mgl64.Vec3 { return s.v.Add(vec.Cross(s.w, x.Sub(s.pose.P))) }

// acceleration returns the acceleration of what is at x, as x wanders: A + ω × (ẋ − V).
func (s *side) acceleration(x, xd mgl64.Vec3) mgl64.Vec3 {
	r := x.Sub(s.pose.P)
	u := vec.Cross(s.w, r)
	return s.a.Add(vec.Cross(s.e, r)).Add(vec.Cross(s.w, u)).Add(vec.Cross(s.w, xd.Sub(s.v.Add(u))))
}

// difference takes the motions of the sides at the points, after set.
func (p *pair) difference(acceleration bool) {
	a, b := &p.sides[0], &p.sides[1]
	if p.material {
		vec.Load(&b.v).Sub(vec.Load(&a.v)).Store(&p.v)
		vec.Load(&b.w).Sub(vec.Load(&a.w)).Store(&p.w)
		if acceleration {
			vec.Load(&b.a).Sub(vec.Load(&a.a)).Store(&p.a)
			vec.Load(&b.e).Sub(vec.Load(&a.e)).Store(&p.e)
		}
		return
	}
	p.v, p.w = b.velocity(p.x[1]).Sub(a.velocity(p.x[0])), b.w.Sub(a.w)
	if acceleration {
		p.a, p.e = b.acceleration(p.x[1], p.xd[1]).Sub(a.acceleration(p.x[0], p.xd[0])), b.e.Sub(a.e)
	}
}

// rate returns the row times q̇.
func (p *pair) rate(r *row) float64 {
	return vec.Load(&r.F).Dot(vec.Load(&p.v)) + vec.Load(&r.N).Dot(vec.Load(&p.w))
}

// derivative returns the derivative of rate in time.
func (p *pair) derivative(r *row) float64 {
	return vec.Load(&r.F).Dot(vec.Load(&p.a)) + vec.Load(&r.Fd).Dot(vec.Load(&p.v)) +
		vec.Load(&r.N).Dot(vec.Load(&p.e)) + vec.Load(&r.Nd).Dot(vec.Load(&p.w))
}

// unit are the axes of the pair's frame.
var unit = [3]mgl64.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// setPoint: x₂ − x₁ = 0, in axes of which the last is that of the first joint, across the plane of a planar loop.
func (p *pair) setPoint(rows []row) {
	a, b := &p.sides[0], &p.sides[1]
	from, to := vec.Load(&a.pose.P), vec.Load(&b.pose.P)
	from.Store(&p.x[0])
	to.Store(&p.x[1])
	vec.Load(&a.v).Store(&p.xd[0])
	vec.Load(&b.v).Store(&p.xd[1])
	d := to.Sub(from)
	for k := range 3 {
		axis := vec.Load(&p.axes[k])
		axis.Store(&rows[k].F)
		rows[k].off = axis.Dot(d) // the other numbers are 0
	}
}

// setHinge: the point, and t·w = 0 for both directions t across the axis of the first link and the axis w of the
// second. Far from there the angle counts, so that axes which point opposite ways are not taken for a solution.
func (p *pair) setHinge(rows []row) {
	p.setPoint(rows)
	p.parallel(rows[3:])
}

// setPlanar: w·(x₂ − x₁) = 0 for the axis w of the first link, and the rows of a hinge on the axes.
func (p *pair) setPlanar(rows []row) {
	a, b := &p.sides[0], &p.sides[1]
	p.x, p.xd = [2]mgl64.Vec3{b.pose.P, b.pose.P}, [2]mgl64.Vec3{b.v, b.v}
	w := a.pose.R.Col(2)
	rows[0] = row{F: w, Fd: vec.Cross(a.w, w), off: vec.Dot(w, b.pose.P.Sub(a.pose.P))}
	p.parallel(rows[1:])
}

// parallel sets two rows: the axes of both frames are parallel.
func (p *pair) parallel(rows []row) {
	a, b := &p.sides[0], &p.sides[1]
	w := b.pose.R.Col(2)
	wd := vec.Cross(b.w, w)
	stretch := 1.0
	if c := vec.Dot(a.pose.R.Col(2), w); c < 0.9 {
		s := vec.Len(vec.Cross(a.pose.R.Col(2), w))
		stretch = libm.Atan2(s, c) / max(s, 1e-3)
	}
	for k := range 2 {
		t := a.pose.R.Col(k)
		td := vec.Cross(a.w, t)
		rows[k] = row{N: vec.Cross(w, t), Nd: vec.Cross(wd, t).Add(vec.Cross(w, td)),
			off: float64(stretch * vec.Dot(t, w))}
	}
}

// turned sets three rows: the second frame is turned as the first one is.
func (p *pair) turned(rows []row) {
	a, b := &p.sides[0], &p.sides[1]
	between := vec.MulMat(a.pose.R.Transpose(), b.pose.R)
	turn := spatial.Log(spatial.Quaternion(&between), mgl64.Vec3{})
	off := vec.MulVec(a.pose.R, turn.Ang)
	for k := range 3 {
		rows[k] = row{N: unit[k], off: off[k]}
	}
}

func (p *pair) setWeld(rows []row) {
	p.setPoint(rows)
	p.turned(rows[3:])
}

// setSlider: no turn, and t·(x₂ − x₁) = 0 for both directions t across the axis of the first link.
func (p *pair) setSlider(rows []row) {
	a, b := &p.sides[0], &p.sides[1]
	p.x, p.xd = [2]mgl64.Vec3{b.pose.P, b.pose.P}, [2]mgl64.Vec3{b.v, b.v}
	d := b.pose.P.Sub(a.pose.P)
	for k := range 2 {
		t := a.pose.R.Col(k)
		rows[k] = row{F: t, Fd: vec.Cross(a.w, t), off: vec.Dot(t, d)}
	}
	p.turned(rows[2:])
}

// align turns the frame of the second side about its z axis to where it is nearest to that of the first.
func (p *pair) align() {
	a, b := &p.sides[0], &p.sides[1]
	between := vec.MulMat(b.pose.R.Transpose(), a.pose.R)
	angle := libm.Atan2(between.At(1, 0)-between.At(0, 1), between.At(0, 0)+between.At(1, 1))
	b.frame.R = vec.MulMat(b.frame.R, spatial.FromRPY(0, 0, angle))
}

// setDistance: |x₂ − x₁| − length = 0.
func (p *pair) setDistance(rows []row) {
	a, b := &p.sides[0], &p.sides[1]
	p.x, p.xd = [2]mgl64.Vec3{a.pose.P, b.pose.P}, [2]mgl64.Vec3{a.v, b.v}
	d, dd := b.pose.P.Sub(a.pose.P), b.v.Sub(a.v)
	l := vec.Len(d)
	n := mgl64.Vec3{1, 0, 0}
	if l > 1e-9*p.size {
		n = vec.Scaled(d, 1/l)
	}
	nd := vec.Scaled(dd.Sub(vec.Scaled(n, vec.Dot(n, dd))), 1/max(l, 1e-9*p.size))
	rows[0] = row{F: n, Fd: nd, off: l - p.size}
}

// setKnifeEdge: c·V(x) = 0 for the direction c across the blade.
func (p *pair) setKnifeEdge(rows []row) {
	b := &p.sides[1]
	p.x, p.xd = [2]mgl64.Vec3{b.pose.P, b.pose.P}, [2]mgl64.Vec3{b.v, b.v}
	c := b.pose.R.Col(2)
	rows[0] = row{F: c, Fd: vec.Cross(b.w, c)}
}

// setRolling: at the lowest point of the wheel, x = c − r m with the unit vector m from there to the centre c, wheel
// and plane have the same velocity, and the point is in the plane.
//
//	sphere   m = n
//	disc     m = s/|s|,   s = n − (n·a) a    with its axis a
func (p *pair) setRolling(rows []row) {
	a, b := &p.sides[0], &p.sides[1]
	n := a.pose.R.Col(2)
	nd := vec.Cross(a.w, n)
	m, md := n, nd
	if p.disc {
		axis := b.pose.R.Col(2)
		ad := vec.Cross(b.w, axis)
		c := vec.Dot(n, axis)
		s := n.Sub(vec.Scaled(axis, c))
		sd := nd.Sub(vec.Scaled(axis, vec.Dot(nd, axis)+vec.Dot(n, ad))).Sub(vec.Scaled(ad, c))
		l := max(vec.Len(s), 1e-9) // a disc that lies flat has no lowest point
		m = vec.Scaled(s, 1/l)
		md = vec.Scaled(sd.Sub(vec.Scaled(m, vec.Dot(m, sd))), 1/l)
	}
	x, xd := b.pose.P.Sub(vec.Scaled(m, p.size)), b.v.Sub(vec.Scaled(md, p.size))
	p.x, p.xd = [2]mgl64.Vec3{x, x}, [2]mgl64.Vec3{xd, xd}
	for k := range 2 {
		t := a.pose.R.Col(k)
		rows[1+k] = row{F: t, Fd: vec.Cross(a.w, t)}
	}
	rows[0] = row{F: n, Fd: nd, off: vec.Dot(n, x.Sub(a.pose.P))}
}
