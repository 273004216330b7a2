// Package dalembert computes the dynamics of a robot from nothing but the places of its links, for tests: it replaces
// each link by point masses and differentiates their places numerically. It shares no velocity, no acceleration, no
// inertia and no recursion with the algorithms of kinetree, and it knows nothing of kinds of joints. Source:
// d'Alembert's principle in the form of Lagrange, "Mécanique analytique", 1788:
//
//	τ_k = Σ m_p (ẍ_p − g) · ∂x_p/∂q_k − Σ f_l · ∂x_l/∂q_k    over the points p and the wrenches on links l
//
// # Derivatives
//
// The curve along which points are differentiated is q(t) = Integrate(q, v t + a t²/2). It has velocity v and
// acceleration a at t = 0: where positions are numbers this is plain; where they are poses, a joint moves by exp(ξ)
// with ξ = S (v t + a t²/2), and its velocity in the child's axes is
//
//	ξ' − ½ [ξ, ξ'] + ... = S (v + a t) − ¼ t² [Sv, Sa] + ...
//
// which is S v at t = 0 and has the derivative S a there. The same holds for the base along Pose exp(V t + A t²/2).
// The column ∂/∂q_k is the derivative along Integrate(q, ±h e_k).
//
// Differences are central and of order eight. For points that move as sin ωt the truncation is ω² (ωh)⁸/3150 of the
// second and ω (ωh)⁸/630 of the first derivative, and the rounding of places of some ten roundings, u = 1e-15, leaves
// 6u/h² and 2u/h. With ωh = 1/16 these are 7e-14 ω², 4e-13 ω, 1.5e-12 ω² and 3e-14 ω. The frequency ω is taken from
// the turning of the links, which misses the fastest terms of a chain by a small factor: for 3, the truncation grows
// to 5e-10. So results are good for 1e-9 of the forces that they sum up. These cancel to a part of their magnitude;
// see Relative.
package dalembert

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"gonum.org/v1/gonum/mat"

	"kinetree/spatial"
	"kinetree/tree"
	"kinetree/urdf"
)

// Relative is the accuracy of the results relative to the largest of them and at least 1: 1e-9 by the derivation
// above, times 1000 for sums that cancel.
const Relative = 1e-6

// Robot is a robot of point masses.
type Robot struct {
	model  *tree.Model
	kin    *tree.Kinematics
	base   tree.BaseMotion
	points []point
	marks  int // the points from here on are the marks, four for each link in the model's order
}

// point is a point of a link. Points without mass are marks: the origin of a link and the tips of its unit vectors.
type point struct {
	link int
	at   mgl64.Vec3 // in the link's frame
	mass float64
}

// New returns the point masses of a robot of which m is the model.
func New(r *urdf.Robot, m *tree.Model) *Robot {
	d := &Robot{model: m, kin: tree.NewKinematics(m), base: *tree.Rest()}
	for l := range r.Links {
		if in := r.Links[l].Inertial; in != nil {
			d.points = append(d.points, masses(in, l)...)
		}
	}
	d.marks = len(d.points)
	for l := range r.Links {
		d.points = append(d.points, point{link: l}, point{link: l, at: mgl64.Vec3{1, 0, 0}},
			point{link: l, at: mgl64.Vec3{0, 1, 0}}, point{link: l, at: mgl64.Vec3{0, 0, 1}})
	}
	return d
}

// masses returns six points with the mass, the centre and the inertia of a link. The second moments of a body with
// tensor I about its centre are Σ = ½ tr I 1 − I; pairs of masses m/6 at ±d_i along its principal axes have the
// moments m/3 d_i², so d_i² = 3 σ_i/m.
func masses(in *urdf.Inertial, link int) []point {
	i := in.Inertia
	half := (i.IXX + i.IYY + i.IZZ) / 2
	second := mat.NewSymDense(3, []float64{half - i.IXX, -i.IXY, -i.IXZ, -i.IXY, half - i.IYY, -i.IYZ, -i.IXZ, -i.IYZ,
		half - i.IZZ})
	var eigen mat.EigenSym
	if !eigen.Factorize(second, true) {
		panic("dalembert: the moments of inertia have no principal axes")
	}
	var axes mat.Dense
	eigen.VectorsTo(&axes)
	origin := in.Origin.Transform()
	var points []point
	for k, moment := range eigen.Values(nil) {
		if moment < -1e-12*half {
			panic("dalembert: no distribution of mass has this inertia")
		}
		axis := mgl64.Vec3{axes.At(0, k), axes.At(1, k), axes.At(2, k)}
		offset := axis.Mul(math.Sqrt(3 * math.Max(0, moment) / in.Mass))
		points = append(points, point{link, origin.Point(offset), in.Mass / 6},
			point{link, origin.Point(offset.Mul(-1)), in.Mass / 6})
	}
	return points
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (d *Robot) MoveBase(b *tree.BaseMotion) { d.base = *b }

// curve is a motion through the position q at t = 0.
type curve struct {
	d    *Robot
	q    []float64
	v, a []float64 // velocity, and acceleration if not nil
	base tree.BaseMotion
}

// motion returns the curve on which the robot moves with its base.
func (d *Robot) motion(q, qd, qdd []float64) *curve { return &curve{d, q, qd, qdd, d.base} }

// unit returns the curve on which rate k alone is 1.
func (d *Robot) unit(q []float64, k int) *curve {
	v := make([]float64, d.model.NV())
	v[k] = 1
	return &curve{d, q, v, nil, tree.BaseMotion{Pose: d.base.Pose}}
}

// places returns the places of all points in the world at time t.
func (c *curve) places(t float64) []mgl64.Vec3 {
	m := c.d.model
	rate, q := make([]float64, m.NV()), make([]float64, m.NQ())
	for i := range rate {
		rate[i] = t * c.v[i]
		if c.a != nil {
			rate[i] += t * t / 2 * c.a[i]
		}
	}
	m.Integrate(q, c.q, rate, 1)
	var twist spatial.Motion
	twist.AddScaled(t, &c.base.Velocity)
	twist.AddScaled(t*t/2, &c.base.Acceleration)
	turn, p := spatial.Exp(&twist)
	step := spatial.Transform{R: spatial.FromQuaternion(turn), P: p}
	c.d.kin.MoveBase(&tree.BaseMotion{Pose: c.base.Pose.Compose(&step)})
	c.d.kin.Update(q)
	poses := make([]spatial.Transform, len(m.Links()))
	for l := range poses {
		poses[l] = c.d.kin.Pose(l)
	}
	places := make([]mgl64.Vec3, len(c.d.points))
	for i, p := range c.d.points {
		places[i] = poses[p.link].Point(p.at)
	}
	return places
}

// The coefficients of central differences of order eight: f' = Σ first_k (f(kh) − f(−kh))/h and f″ = (center f(0) + Σ
// second_k (f(kh) + f(−kh)))/h² (Fornberg, "Generation of finite difference formulas on arbitrarily spaced grids",
// Math. Comp. 51, 1988).
var (
	first  = [4]float64{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280}
	second = [4]float64{8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560}
)

const center = -205.0 / 72

// velocities returns the first derivatives of the points.
func (c *curve) velocities() []mgl64.Vec3 {
	h := c.step()
	out := make([]mgl64.Vec3, len(c.d.points))
	for k, w := range first {
		after, before := c.places(float64(k+1)*h), c.places(-float64(k+1)*h)
		for i := range out {
			out[i] = out[i].Add(after[i].Sub(before[i]).Mul(w / h))
		}
	}
	return out
}

// accelerations returns the second derivatives of the points.
func (c *curve) accelerations() []mgl64.Vec3 {
	h := c.step()
	out := c.places(0)
	for i := range out {
		out[i] = out[i].Mul(center / (h * h))
	}
	for k, w := range second {
		after, before := c.places(float64(k+1)*h), c.places(-float64(k+1)*h)
		for i := range out {
			out[i] = out[i].Add(after[i].Add(before[i]).Mul(w / (h * h)))
		}
	}
	return out
}

// step returns h = 1/(16 ω) for the fastest turning of a link, but at least 1 rad/s. A curve ½ a t² turns by a radian
// in the time √(2/a), and so counts as the frequency √a.
func (c *curve) step() float64 {
	omega := math.Max(1, (&curve{c.d, c.q, c.v, nil,
		tree.BaseMotion{Pose: c.base.Pose, Velocity: c.base.Velocity}}).turning())
	if c.a != nil {
		omega = math.Max(omega, math.Sqrt((&curve{c.d, c.q, c.a, nil,
			tree.BaseMotion{Pose: c.base.Pose, Velocity: c.base.Acceleration}}).turning()))
	}
	return 1 / (16 * omega)
}

// turning returns the largest angular speed of a link on the curve, roughly: from unit vectors that differ by |ω| 2h,
// of which two at least feel √½. No joint turns by more than a thousandth of a radian meanwhile.
func (c *curve) turning() float64 {
	fastest := max(1, c.base.Velocity.Ang.Len())
	for _, v := range c.v {
		fastest = max(fastest, math.Abs(v))
	}
	h := 1e-3 / fastest
	after, before := c.places(h), c.places(-h)
	largest := 0.0
	for l := c.d.marks; l < len(after); l += 4 {
		sum := 0.0
		for i := 1; i <= 3; i++ {
			move := after[l+i].Sub(after[l]).Sub(before[l+i].Sub(before[l]))
			sum += move.Dot(move) // Σ |ω × e_i|² = 2 ω²
		}
		largest = math.Max(largest, math.Sqrt(sum/2)/(2*h))
	}
	return largest
}

// Efforts returns the efforts that cause the accelerations a at position q and velocity v, with the wrench fext[l] on
// link l, about the link's origin and in its axes; fext may be nil.
func (d *Robot) Efforts(q, qd, qdd []float64, fext []spatial.Force) []float64 {
	places, acc := d.motion(q, qd, qdd).places(0), d.motion(q, qd, qdd).accelerations()
	tau := make([]float64, d.model.NV())
	for k := range tau {
		column := d.unit(q, k).velocities()
		for i, p := range d.points[:d.marks] {
			tau[k] += p.mass * acc[i].Sub(d.model.Gravity()).Dot(column[i])
		}
		for l := range fext {
			tau[k] -= power(&fext[l], places[d.marks+4*l:], column[d.marks+4*l:])
		}
	}
	return tau
}

// power returns f · v + n · ω of a wrench on a link, from the places and velocities of the link's marks. From ė_i = ω
// × e_i it is ω = ½ Σ e_i × ė_i.
func power(w *spatial.Force, places, velocities []mgl64.Vec3) float64 {
	var f, n, omega mgl64.Vec3
	for i := range 3 {
		e, rate := places[1+i].Sub(places[0]), velocities[1+i].Sub(velocities[0])
		f, n = f.Add(e.Mul(w.Lin[i])), n.Add(e.Mul(w.Ang[i]))
		omega = omega.Add(e.Cross(rate).Mul(0.5))
	}
	return f.Dot(velocities[0]) + n.Dot(omega)
}

// MassMatrix returns the matrix Σ m ∂x/∂q_i · ∂x/∂q_k, row by row.
func (d *Robot) MassMatrix(q []float64) []float64 {
	n := d.model.NV()
	columns := make([][]mgl64.Vec3, n)
	for k := range columns {
		columns[k] = d.unit(q, k).velocities()
	}
	m := make([]float64, n*n)
	for i := range n {
		for k := range n {
			for at, p := range d.points[:d.marks] {
				m[i*n+k] += p.mass * columns[i][at].Dot(columns[k][at])
			}
		}
	}
	return m
}

// MomentumRate returns the total mass, and the derivatives of the momentum and of the angular momentum about the
// centre of mass, in world axes.
func (d *Robot) MomentumRate(q, qd, qdd []float64) (mass float64, force, moment mgl64.Vec3) {
	places, acc := d.motion(q, qd, qdd).places(0), d.motion(q, qd, qdd).accelerations()
	var sum mgl64.Vec3
	for i, p := range d.points[:d.marks] {
		mass += p.mass
		sum = sum.Add(places[i].Mul(p.mass))
	}
	com := sum.Mul(1 / mass)
	for i, p := range d.points[:d.marks] {
		force = force.Add(acc[i].Mul(p.mass))
		moment = moment.Add(places[i].Sub(com).Cross(acc[i].Mul(p.mass)))
	}
	return mass, force, moment
}
