package textbook

import (
	"math"

	"kinetree/urdf"
)

// Robot is a robot in link frames.
type Robot struct {
	links   []link // parents first
	gravity Vec3
}

type link struct {
	name    string
	joint   *urdf.Joint // to the parent; nil for the root
	parent  int
	inertia Mat6
	s       Vec6 // motion subspace, zero for a fixed joint
	moves   bool
}

// Named returns values keyed by joint, as the functions here take them.
func Named(joints []string, values []float64) map[string]float64 {
	named := map[string]float64{}
	for i, j := range joints {
		named[j] = values[i]
	}
	return named
}

// New takes over a robot whose joints are revolute, continuous, prismatic or fixed. It panics on others.
func New(r *urdf.Robot, gravity Vec3) *Robot {
	t := &Robot{gravity: gravity}
	index := map[string]int{}
	add := func(name string, joint *urdf.Joint, parent int) {
		l := link{name: name, joint: joint, parent: parent}
		for i := range r.Links {
			if in := r.Links[i].Inertial; in != nil && r.Links[i].Name == name {
				turn := Rotation(in.Origin.RPY[0], in.Origin.RPY[1], in.Origin.RPY[2])
				i := in.Inertia
				tensor := Mat3{{i.IXX, i.IXY, i.IXZ}, {i.IXY, i.IYY, i.IYZ}, {i.IXZ, i.IYZ, i.IZZ}}
				l.inertia = RigidInertia(in.Mass, Vec3(in.Origin.XYZ), turn.Mul(tensor).Mul(turn.T()))
			}
		}
		if joint != nil {
			a := unit(Vec3(joint.Axis))
			switch joint.Type {
			case urdf.Revolute, urdf.Continuous:
				l.s, l.moves = Vec6{a[0], a[1], a[2]}, true
			case urdf.Prismatic:
				l.s, l.moves = Vec6{3: a[0], 4: a[1], 5: a[2]}, true
			case urdf.Fixed:
			default:
				panic("textbook: no joints of type " + string(joint.Type))
			}
		}
		index[name] = len(t.links)
		t.links = append(t.links, l)
	}
	child := map[string]bool{}
	for _, j := range r.Joints {
		child[j.Child] = true
	}
	for _, l := range r.Links {
		if !child[l.Name] {
			add(l.Name, nil, -1)
		}
	}
	for i := 0; i < len(t.links); i++ { // breadth first
		for k := range r.Joints {
			if r.Joints[k].Parent == t.links[i].name {
				add(r.Joints[k].Child, &r.Joints[k], i)
			}
		}
	}
	return t
}

func unit(a Vec3) Vec3 {
	n := math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2])
	return Vec3{a[0] / n, a[1] / n, a[2] / n}
}

// place returns the pose of a link in its parent at position q of its joint.
func (l *link) place(q float64) (Mat3, Vec3) {
	o := l.joint.Origin
	r, p := Rotation(o.RPY[0], o.RPY[1], o.RPY[2]), Vec3(o.XYZ)
	a := unit(Vec3(l.joint.Axis))
	switch l.joint.Type {
	case urdf.Revolute, urdf.Continuous:
		r = r.Mul(AxisAngle(a, q))
	case urdf.Prismatic:
		p = p.Add(r.MulVec(Vec3{a[0] * q, a[1] * q, a[2] * q}))
	}
	return r, p
}

// Poses returns the pose in the world of each link.
func (t *Robot) Poses(q map[string]float64) (map[string]Mat3, map[string]Vec3) {
	r, p := map[string]Mat3{}, map[string]Vec3{}
	for i := range t.links {
		l := &t.links[i]
		if l.joint == nil {
			r[l.name], p[l.name] = Rotation(0, 0, 0), Vec3{}
			continue
		}
		up := t.links[l.parent].name
		rj, pj := l.place(q[l.joint.Name])
		r[l.name] = r[up].Mul(rj)
		p[l.name] = p[up].Add(r[up].MulVec(pj))
	}
	return r, p
}

// motion returns X, v and c of each link: velocities, and the bias accelerations v × S q̇.
func (t *Robot) motion(q, qd map[string]float64) (x []Mat6, v, c []Vec6) {
	n := len(t.links)
	x, v, c = make([]Mat6, n), make([]Vec6, n), make([]Vec6, n)
	for i := range t.links {
		l := &t.links[i]
		if l.joint == nil {
			continue
		}
		x[i] = MotionTransform(l.place(q[l.joint.Name]))
		vj := l.s.Scale(qd[l.joint.Name])
		v[i] = x[i].MulVec(v[l.parent]).Add(vj)
		c[i] = CrossMotion(v[i]).MulVec(vj)
	}
	return x, v, c
}

// InverseDynamics returns the efforts that cause the accelerations qdd: table 5.1. The wrenches fext act on links,
// in the link's frame.
func (t *Robot) InverseDynamics(q, qd, qdd map[string]float64, fext map[string]Vec6) map[string]float64 {
	x, v, c := t.motion(q, qd)
	a, f := make([]Vec6, len(t.links)), make([]Vec6, len(t.links))
	a[0] = t.baseAcceleration()
	for i := range t.links {
		l := &t.links[i]
		if l.joint != nil {
			a[i] = x[i].MulVec(a[l.parent]).Add(l.s.Scale(qdd[l.joint.Name])).Add(c[i])
		}
		f[i] = l.inertia.MulVec(a[i]).Add(CrossForce(v[i]).MulVec(l.inertia.MulVec(v[i]))).Add(fext[l.name].Scale(-1))
	}
	tau := map[string]float64{}
	for i := len(t.links) - 1; i > 0; i-- {
		l := &t.links[i]
		if l.moves {
			tau[l.joint.Name] = l.s.Dot(f[i])
		}
		f[l.parent] = f[l.parent].Add(x[i].T().MulVec(f[i]))
	}
	return tau
}

// ForwardDynamics returns the accelerations that the efforts tau cause: table 7.1.
func (t *Robot) ForwardDynamics(q, qd, tau map[string]float64, fext map[string]Vec6) map[string]float64 {
	n := len(t.links)
	x, v, c := t.motion(q, qd)
	ia, pa, u, d, e := make([]Mat6, n), make([]Vec6, n), make([]Vec6, n), make([]float64, n), make([]float64, n)
	for i := range t.links {
		l := &t.links[i]
		ia[i] = l.inertia
		pa[i] = CrossForce(v[i]).MulVec(l.inertia.MulVec(v[i])).Add(fext[l.name].Scale(-1))
	}
	for i := n - 1; i > 0; i-- {
		l := &t.links[i]
		left, bias := ia[i], pa[i].Add(ia[i].MulVec(c[i]))
		if l.moves {
			u[i] = ia[i].MulVec(l.s)
			d[i] = l.s.Dot(u[i])
			e[i] = tau[l.joint.Name] - l.s.Dot(pa[i])
			left = left.Add(Outer(u[i], u[i]).Scale(-1 / d[i]))
			bias = pa[i].Add(left.MulVec(c[i])).Add(u[i].Scale(e[i] / d[i]))
		}
		ia[l.parent] = ia[l.parent].Add(x[i].T().Mul(left).Mul(x[i]))
		pa[l.parent] = pa[l.parent].Add(x[i].T().MulVec(bias))
	}
	a := make([]Vec6, n)
	a[0] = t.baseAcceleration()
	qdd := map[string]float64{}
	for i := 1; i < n; i++ {
		l := &t.links[i]
		a[i] = x[i].MulVec(a[l.parent]).Add(c[i])
		if l.moves {
			qdd[l.joint.Name] = (e[i] - u[i].Dot(a[i])) / d[i]
			a[i] = a[i].Add(l.s.Scale(qdd[l.joint.Name]))
		}
	}
	return qdd
}

// baseAcceleration returns −g: a base that accelerates upwards feels like gravity.
func (t *Robot) baseAcceleration() Vec6 {
	return Vec6{3: -t.gravity[0], 4: -t.gravity[1], 5: -t.gravity[2]}
}

// Energies returns the kinetic energy, and the potential energy above world z = 0 of all links.
func (t *Robot) Energies(q, qd map[string]float64) (kinetic, potential float64) {
	_, v, _ := t.motion(q, qd)
	r, p := t.Poses(q)
	for i := range t.links {
		l := &t.links[i]
		kinetic += v[i].Dot(l.inertia.MulVec(v[i])) / 2
		m := l.inertia[5][5]
		mc := Vec3{l.inertia[2][4], l.inertia[0][5], l.inertia[1][3]} // from [mc]×
		w := r[l.name].MulVec(mc)
		for k := range 3 {
			potential -= t.gravity[k] * (w[k] + m*p[l.name][k])
		}
	}
	return kinetic, potential
}
