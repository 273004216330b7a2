package fit

import (
	"math"
	"slices"

	"kinetree/identify"
	"kinetree/identify/consistent"
	"kinetree/spatial/mat"

	"kinetree/dynamics/regressor"
	"kinetree/spatial"
	"kinetree/urdf"
)

// Consistent are parameters that bodies can have: each link has a positive mass and a positive definite tensor that
// obeys the triangle inequality, and no joint has negative damping, friction or armature. Of all such parameters with
// the base parameters of a fit they are the nearest to those of the model; so numbers that the log does not show are
// the model's as far as the others allow it.
//
// Where the estimates are none of bodies, as noise makes them, they give way by their standard errors:
//
//	minimise  ½ (γ − γ̂)ᵀ C⁻¹ (γ − γ̂) + Σ d(J ‖ J₀),   d(J ‖ J₀) = tr(J₀⁻¹ J) − log det(J₀⁻¹ J) − n
//
// over the pseudo-inertias J of the links, and over the terms of joints as matrices of one number, with the
// combinations γ of base parameters that the log shows and their covariance C. The distance d from the model's J₀ is
// that of Bregman for −log det; it does not depend on the frame, and is infinite where J is not positive definite.
// The function is convex. Source: Lee, Wensing and Park, "Geometric robot dynamic identification: a convex
// programming approach", IEEE Trans. Robotics 36(2), 2020.
type Consistent struct {
	Fit *Fit
	Off float64 // by how many standard errors a base parameter misses the estimate of the fit at most

	unknowns []*unknown
}

// unknown is a matrix that is sought: the pseudo-inertia of a link or a term of a joint.
type unknown struct {
	consistent.Unknown
	link      int               // index in the model's Links, or -1
	parameter int               // index in θ of a term, or -1
	pose      spatial.Transform // of the link in the frame of its block
	block     int
}

// farBelow is how many times larger than an offset and its standard error the number is that J has above it: so that
// its distance from the model's says next to nothing, since an offset has none.
const farBelow = 1e3

// settled is by how many standard errors base parameters change at most that count as settled, and certain up to how
// many times as certain as they are the estimates are taken.
const (
	settled = 1e-3
	certain = 1e8
)

// The certainty grows by these factors from one minimum to the next.
const (
	fastest = 10.
	slowest = 1.1
)

// A link that has less than these shares of its extent in the model, in some direction, is on the way to a plate, a
// rod or a point, since no body has the estimates. The first holds for estimates as certain as they are, the second
// for estimates that are taken as more certain.
const (
	collapsed = 1e-9
	narrow    = 1e-3
)

// NewConsistent finds the parameters for a fit, near those of the robot that its model was built of. O(b² n) for b
// groups and n links, in each of some dozen to some hundred steps.
//
// It begins with the model and estimates that are too uncertain to say anything, and goes on with more and more
// certain ones: to their covariance, which weighs them against the distance from the model as one doubtful statement
// against another, and from there as far as links keep their extent.
func NewConsistent(f *Fit, r *urdf.Robot) *Consistent {
	c := &Consistent{Fit: f}
	c.addLinks(r)
	c.addTerms()
	c.addForms()
	sought := make([]*consistent.Unknown, len(c.unknowns))
	for i, u := range c.unknowns {
		sought[i] = &u.Unknown
	}
	c.approach(consistent.NewConvexProblem(sought, &f.shown))
	c.Off = c.distance(f.Values())
	return c
}

// approach takes the estimates as more and more certain. Where the next minimum is too far from the last one, it goes
// there in smaller steps.
func (c *Consistent) approach(p *consistent.ConvexProblem) {
	certainty, growth := p.Doubt(), fastest
	for growth > slowest {
		next := float64(certainty * growth)
		if certainty < 1 && next > 1 {
			next = 1
		}
		limit := collapsed
		if next > 1 {
			limit = narrow
		}
		kept, before := values(c.unknowns), c.base()
		reached := p.Minimise(next)
		if !reached || p.Narrowest() < limit {
			for i, u := range c.unknowns {
				u.J = kept[i]
			}
			if reached {
				return
			}
			growth = math.Sqrt(growth)
			continue
		}
		if next > certain || next > 1 && c.distance(before) < settled {
			return
		}
		certainty, growth = next, math.Min(growth*growth, fastest)
	}
}

func values(unknowns []*unknown) []*mat.SymDense {
	out := make([]*mat.SymDense, len(unknowns))
	for i, u := range unknowns {
		out[i] = mat.NewSymDense(u.J.SymmetricDim(), nil)
		out[i].CopySym(u.J)
	}
	return out
}

// addLinks adds the links that move and have an inertia, and of a body that has none the link of its joint.
func (c *Consistent) addLinks(r *urdf.Robot) {
	m := c.Fit.Base.Equation.Model()
	blocks := regressor.Blocks(m)
	heavy := map[int]bool{} // bodies
	mass, count := 0.0, 0.0
	for l, link := range m.Links() {
		if in := r.Links[l].Inertial; !in.Zero() {
			heavy[link.Body] = true
			mass += in.Mass
			count++
		}
	}
	if mass == 0 {
		mass, count = 1, 1
	}
	for i, b := range blocks {
		frame := m.Links()[b.Link].Placement.Inverse()
		body := m.Links()[b.Link].Body
		for l, link := range m.Links() {
			in := r.Links[l].Inertial
			if link.Body != body || in.Zero() && (heavy[body] || l != b.Link) {
				continue
			}
			var inertia spatial.Inertia
			if in != nil {
				inertia = in.Spatial()
			}
			J := consistent.Filled(&inertia, mass/count)
			c.unknowns = append(c.unknowns, &unknown{consistent.Unknown{Prior: J, J: J}, l, -1,
				frame.Compose(&link.Placement), i})
		}
	}
}

// addTerms adds the terms that the log shows alone and as positive, with their estimates in place of what the model
// says, which need not know of them, and those of others that are not 0. The others are 0.
func (c *Consistent) addTerms() {
	base := c.Fit.Base
	prior := base.Equation.Parameters()
	for k, g := range base.Groups {
		if e := c.Fit.Estimates[k]; e.Identified {
			prior[g.Lead] = e.Value
		}
	}
	for p := base.Equation.Columns(); p < len(prior); p++ {
		below := 0.0
		if k := slices.IndexFunc(base.Groups, func(g identify.BaseParameter) bool { return g.Lead == p }); k >= 0 &&
			base.Equation.IsOffset(p) && c.Fit.Estimates[k].Identified {
			e := c.Fit.Estimates[k]
			below = float64(farBelow * (math.Abs(e.Value) + e.StdErr))
		}
		if prior[p]+below > 0 {
			J := mat.NewSymDense(1, []float64{prior[p] + below})
			c.unknowns = append(c.unknowns, &unknown{
				Unknown: consistent.Unknown{Prior: J, J: J, Below: below}, link: -1, parameter: p})
		}
	}
}

// addForms finds what each unknown adds to the combinations that the log shows.
func (c *Consistent) addForms() {
	base := c.Fit.Base
	shown, _ := c.Fit.directions.Dims()
	for k := range shown {
		coefficients := make([]float64, len(base.Equation.Names())) // of γ_k = aᵀ θ
		for i, g := range base.Groups {
			x := c.Fit.directions.At(k, i)
			coefficients[g.Lead] += x
			for _, p := range g.Others {
				coefficients[p.Parameter] += float64(x * p.Coefficient)
			}
		}
		for _, u := range c.unknowns {
			u.Forms = append(u.Forms, u.form(coefficients))
		}
	}
}

// form returns A with tr(A J) = what the unknown adds to aᵀ θ.
func (u *unknown) form(a []float64) *mat.SymDense {
	if u.link < 0 {
		if a[u.parameter] == 0 {
			return nil
		}
		return mat.NewSymDense(1, []float64{a[u.parameter]})
	}
	var own [regressor.Size]float64 // coefficients of the link's parameters in its own frame
	some := false
	for p := range own {
		unit := unitInertia(p)
		moved := unit.InParent(&u.pose)
		for k, x := range regressor.Append(nil, moved) {
			own[p] += float64(a[regressor.Size*u.block+k] * x)
		}
		some = some || own[p] != 0
	}
	if !some {
		return nil
	}
	return consistent.Form(&own)
}

// unitInertia returns the inertia of which parameter p is 1 and the others are 0.
func unitInertia(p int) (i spatial.Inertia) {
	switch {
	case p == 0:
		i.M = 1
	case p < 4:
		i.MC[p-1] = 1
	default:
		i.I[p-4] = 1
	}
	return i
}

// inertia returns the inertia of a link in its frame.
func (u *unknown) inertia() spatial.Inertia {
	mass, c, tensor := consistent.BodyOf(u.J)
	return spatial.NewInertia(mass, c, tensor)
}

// Parameters returns θ.
func (c *Consistent) Parameters() []float64 {
	e := c.Fit.Base.Equation
	theta := make([]float64, len(e.Names()))
	for _, u := range c.unknowns {
		if u.link < 0 {
			theta[u.parameter] = u.J.At(0, 0) - u.Below
			continue
		}
		inertia := u.inertia()
		for k, x := range regressor.Append(nil, inertia.InParent(&u.pose)) {
			theta[regressor.Size*u.block+k] += x
		}
	}
	return theta
}

// base returns β.
func (c *Consistent) base() []float64 { return c.Fit.Base.Values(c.Parameters()) }

// distance returns by how many standard errors a base parameter that the log shows differs from another value at
// most. Rounding counts as an error, too.
func (c *Consistent) distance(beta []float64) float64 {
	base, theta := c.Fit.Base, c.Parameters()
	worst := 0.0
	for k, g := range base.Groups {
		e := c.Fit.Estimates[k]
		if !e.Identified {
			continue
		}
		value, size := theta[g.Lead], math.Abs(theta[g.Lead])
		for _, p := range g.Others {
			value += float64(p.Coefficient * theta[p.Parameter])
			size += math.Abs(p.Coefficient * theta[p.Parameter])
		}
		worst = math.Max(worst, math.Abs(value-beta[k])/(e.StdErr+float64(1e-12*size)))
	}
	return worst
}
