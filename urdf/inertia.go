package urdf

import (
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/libm"
	"kinetree/spatial"
	"kinetree/spatial/mat"
)

// principal is a tensor of inertia about a centre of mass in its principal axes: the moments a <= b <= c (kg m²) and
// the axes as columns. A distribution of mass has them such that
//
//	a >= 0   and   a + b >= c   (the triangle rule: a + b − c = 2 ∫ z² dm, with z along the third axis)
//
// with equality for rods, plates and points.
type principal struct {
	mass    float64
	moments [3]float64
	axes    mgl64.Mat3
}

// clearlyPossible reports whether a tensor obeys both rules by more than rounding, which is quickly found: the second
// moments Σ = tr(I)/2 1 − I, whose eigenvalues are (b + c − a)/2 and so forth, have positive leading minors. It is
// false where the tensor has to be looked at more closely.
func clearlyPossible(t spatial.Sym3) bool {
	const margin = 1e-6              // of a minor relative to that of the same trace; rounding is a billion times less
	half := (t[0] + t[2] + t[5]) / 2 // the trace of Σ
	xx, yy, zz := half-t[0], half-t[2], half-t[5]
	minor := float64(xx*yy) - float64(t[1]*t[1])
	det := float64(zz*minor) - float64(xx*t[4]*t[4]) - float64(yy*t[3]*t[3]) - float64(2*t[1]*t[3]*t[4])
	return half > 0 && xx > margin*half && minor > margin*half*half && det > margin*half*half*half
}

// principalOf finds the principal axes of a tensor, which must be finite.
func principalOf(mass float64, t spatial.Sym3) principal {
	p := principal{mass: mass}
	var eigen mat.EigenSym
	// The iteration stays within the range of float64 for any finite tensor.
	scale := 0.0
	for _, x := range t {
		scale = max(scale, math.Abs(x))
	}
	if scale == 0 {
		p.axes = mgl64.Ident3()
		return p
	}
	for i := range t {
		t[i] /= scale
	}
	if !eigen.Factorize(mat.NewSymDense(3, []float64{t[0], t[1], t[3], t[1], t[2], t[4], t[3], t[4], t[5]})) {
		panic("urdf: the moments of a finite tensor of inertia were not found")
	}
	copy(p.moments[:], eigen.Values())
	for i := range p.moments {
		if math.Abs(p.moments[i]) < 1e-15*max(p.moments[2], -p.moments[0]) {
			p.moments[i] = 0 // but for rounding
		}
		p.moments[i] = float64(p.moments[i] * scale)
		copy(p.axes[3*i:], eigen.Vector(i))
	}
	return p
}

// tolerance is how far a moment may miss a rule (kg m²). The first term is for the digits that files have; the
// second, for tensors that are zero but for rounding.
func (p *principal) tolerance() float64 {
	return float64(1e-9*max(math.Abs(p.moments[0]), math.Abs(p.moments[2]))) + float64(1e-12*p.mass)
}

// indefinite reports whether a moment is negative.
func (p *principal) indefinite() bool { return p.moments[0] < -p.tolerance() }

// excess is by how much the largest moment exceeds the sum of the others (kg m²).
func (p *principal) excess() float64 { return p.moments[2] - p.moments[0] - p.moments[1] }

// unbalanced reports whether the triangle rule fails, with 1e-6 of the largest moment for tensors that were rounded
// to six digits. The motion hardly differs for that, while a moment that is negative by as much makes a mass matrix
// indefinite; so the other rule has only the tolerance for rounding.
func (p *principal) unbalanced() bool { return p.excess() > float64(1e-6*p.moments[2])+p.tolerance() }

// possible reports whether both rules hold.
func (p *principal) possible() bool { return !p.indefinite() && !p.unbalanced() }

// nearest returns the moments a <= b <= c that obey both rules and are nearest to those given, by the sum of the
// squared differences. The axes of the nearest tensor in the Frobenius norm are the same.
func (p *principal) nearest() [3]float64 {
	m := p.moments
	if e := m[2] - m[0] - m[1]; e > 0 { // onto the plane a + b = c
		m[0], m[1], m[2] = m[0]+e/3, m[1]+e/3, m[2]-e/3
	}
	if m[0] < 0 { // onto the edge a = 0, b = c
		half := max(0, (p.moments[1]+p.moments[2])/2)
		m = [3]float64{0, half, half}
	}
	return m
}

// far reports whether the nearest moments that obey both rules are farther away than rounding and slips of single
// digits explain: by more than a tenth of the norm of those given. What stands there says nothing of the body then.
func (p *principal) far() bool {
	near, m := p.nearest(), p.moments
	apart := libm.Hypot(libm.Hypot(near[0]-m[0], near[1]-m[1]), near[2]-m[2])
	return !(apart <= float64(0.1*libm.Hypot(libm.Hypot(m[0], m[1]), m[2])))
}

// possible reports whether some distribution of mass has a finite tensor, as Check judges it.
func possible(mass float64, t Tensor) bool {
	if clearlyPossible(t.Sym()) {
		return true
	}
	p := principalOf(mass, t.Sym())
	return p.possible()
}

// fault says which rule the tensor fails, by how much, and returns the code of the rule; or "" twice.
func (p *principal) fault() (code, message string) {
	if p.possible() {
		return "", ""
	}
	have := fmt.Sprintf("mass %.4g kg with the principal moments %.4g, %.4g, %.4g kg m^2", p.mass, p.moments[0],
		p.moments[1], p.moments[2])
	if p.indefinite() {
		share := ""
		if p.moments[2] > 0 {
			share = fmt.Sprintf(", %.3g %% of the largest", 100*p.moments[0]/p.moments[2])
		}
		return "indefinite", fmt.Sprintf("%s: the least is negative%s; expected 0 or more", have, share)
	}
	return "triangle", fmt.Sprintf("%s: the largest exceeds the sum of the others by %.3g %%; expected at most the "+
		"sum, as for every body", have, 100*p.excess()/p.moments[2])
}

// Gyration returns the root of the mean square distance of a mass from its centre (m), the radius of gyration. It
// shows an entry of the tensor that is wrong by a power of ten.
func (in *Inertial) Gyration() float64 {
	t := in.Inertia
	return math.Sqrt(math.Abs(t.IXX+t.IYY+t.IZZ) / 2 / in.Mass)
}

// linkInertias judges the inertia of each link on its own, and sets c.odd.
func (c *checker) linkInertias() {
	c.odd = make([]bool, len(c.robot.Links))
	for i := range c.robot.Links {
		c.linkInertia(i)
	}
}

// linkInertia judges the inertia of a link on its own, and sets whether it is odd.
func (c *checker) linkInertia(i int) {
	l := &c.robot.Links[i]
	in := l.Inertial
	c.odd[i] = false
	if in.Zero() || c.faulty.inertials[i] || in.Mass > 0 && clearlyPossible(in.Inertia.Sym()) {
		return
	}
	p := principalOf(in.Mass, in.Inertia.Sym())
	code, message := p.fault()
	switch {
	case in.Mass == 0 && code != "indefinite":
		c.note(Warning, "massless", in.InertiaPos, linkPath(l.Name)+"/inertial/inertia",
			"there are moments of inertia but no mass; expected a mass, or moments of 0")
		return
	case code == "":
		return
	}
	c.odd[i] = true
	severity := Warning
	if code == "indefinite" && c.movesAlone(i) {
		severity = Error
	}
	d := c.note(severity, code, in.InertiaPos, linkPath(l.Name)+"/inertial/inertia", "%s", message)
	var hints []string
	if in.Mass > 0 && (code != "indefinite" || !p.far()) {
		hints = append(hints, fmt.Sprintf("the radius of gyration is %.3g m", in.Gyration()))
	}
	if d.Repair = newRepair(in, &p); d.Repair != nil {
		hints = append(hints, "the smallest repair is "+d.Repair.String())
	} else {
		hints = append(hints, causes(in), fmt.Sprintf("--estimate-inertia=links=%s takes it from the shapes of the "+
			"link", cut(l.Name)))
	}
	d.Hint = strings.Join(hints, "; ")
}
