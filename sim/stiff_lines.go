package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/integrate"
	"kinetree/internal/floats"
	"kinetree/sim/step"
	"kinetree/spatial"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// stiffLines are line springs that an implicit method takes implicitly, like springs and dampers of joints. The row u
// of a spring makes u q̇ the rate of its length. In a step h the springs add to the mass matrix
//
//	Σ s uᵀ u,   s = h c + h² k,
//
// Woodbury's formula gives the inverse of the sum: with the responses R = M⁻¹ uᵀ, constraints included, and the
// accelerations a₁ without this addition,
//
//	a = a₁ − R z,   (1 + S u R) z = g + S u a₁,   g = c u dv + k u dq.
type stiffLines struct {
	step.LineDampers // of the base at rest where it is
	base             tree.BaseMotion
	fext             []spatial.Force
	rest             []float64
	none             []float64   // accelerations without tension
	response         [][]float64 // of each spring to a tension of −1 N
	coupling         []float64   // u R, row by row
	matrix           []float64
	z                []float64
	exchange         []int
}

// newStiffLines returns the line springs of a configuration, nil if there are none.
func newStiffLines(c *Config) *stiffLines {
	x := &stiffLines{}
	for _, f := range c.Forces {
		if s, ok := f.(*LineSpring); ok && (s.Stiffness > 0 || s.Damping > 0) {
			x.Springs = append(x.Springs, s)
		}
	}
	k, n := len(x.Springs), c.Model.NV()
	if k == 0 {
		return nil
	}
	x.Kin, x.fext = tree.NewKinematics(c.Model), make([]spatial.Force, len(c.Model.Links()))
	x.rest, x.none = make([]float64, n), make([]float64, n)
	for range k {
		x.response = append(x.response, make([]float64, n))
	}
	x.coupling, x.matrix = make([]float64, k*k), make([]float64, k*k)
	x.z, x.exchange = make([]float64, k), make([]int, k)
	return x
}

// damped reports whether one of them has a damper.
func (x *stiffLines) damped() bool {
	for _, s := range x.Springs {
		if s.Damping > 0 {
			return true
		}
	}
	return false
}

// lineDampers returns the line springs if some have dampers that the method may take implicitly. There are none if the
// method hands over to another method, and none on a moving base, because the rates here are those of a base at rest.
func (w *plant) lineDampers() *step.LineDampers {
	x := w.implicit.lines
	if x == nil || !x.damped() || w.base != nil || w.config.Integration.Method.Stiff != nil {
		return nil
	}
	return &x.LineDampers
}

// takesLines reports whether the method takes line springs, or their dampers, implicitly.
func (w *plant) takesLines() bool {
	x := w.implicit.lines
	switch w.stepper.(type) {
	case *integrate.Implicit:
		return x != nil
	case integrate.SemiImplicit:
		return x != nil && x.damped()
	}
	return false
}

// respond finds how the robot responds to the springs at a position, with what is added to its mass matrix.
func (x *stiffLines) respond(w *World, t float64, q []float64) error {
	w.plant.moveBase(t)
	if w.base != nil {
		x.base.Pose = w.base.motion.Pose
		x.Kin.MoveBase(&x.base)
	}
	accelerate := func(qdd []float64, fext []spatial.Force) error {
		if err := w.forward.ForwardDynamics(qdd, q, x.rest, x.rest, fext); err != nil {
			return err
		}
		if w.bound != nil {
			w.bound.constraints.Correct(qdd, t, q, x.rest)
		}
		return nil
	}
	if err := accelerate(x.none, nil); err != nil {
		return err
	}
	for i, s := range x.Springs {
		x.Kin.UpdateVelocity(q, x.rest)
		clear(x.fext)
		if l, ok := s.Line(x.Kin, mgl64.Vec3{}); ok {
			s.Pull(x.fext, x.Kin, &l, -1)
		}
		if err := accelerate(x.response[i], x.fext); err != nil {
			return err
		}
		floats.Sub(x.response[i], x.none)
	}
	k := len(x.Springs)
	for j, r := range x.response {
		for i := range x.Springs {
			x.coupling[i*k+j] = x.Rate(i, q, r)
		}
	}
	return nil
}

// correct makes the accelerations without the springs' change, after respond, those with it. Those who know no
// displacements have none.
func (x *stiffLines) correct(qdd, q, dq, dv []float64, h float64) {
	k := len(x.Springs)
	for i, spring := range x.Springs {
		s := float64(h * spring.Damping)
		g := 0.0
		if dq != nil {
			s += float64(h * h * spring.Stiffness)
			g = float64(spring.Damping*x.Rate(i, q, dv)) + float64(spring.Stiffness*x.Rate(i, q, dq))
		}
		x.z[i] = g + float64(s*x.Rate(i, q, qdd))
		for j := range k {
			x.matrix[i*k+j] = float64(s * x.coupling[i*k+j])
		}
		x.matrix[i*k+i]++
	}
	mat.Eliminate(x.matrix, x.exchange)
	mat.Substitute(x.matrix, x.exchange, x.z)
	for i, z := range x.z {
		floats.AddScaled(qdd, -z, x.response[i])
	}
}

// find notes the springs and dampers that are too fast for a step h, as findFast does for joints. The responses of the
// current state must be known.
func (x *stiffLines) find(w *World, h float64) {
	k := len(x.Springs)
	coupling := func(i, j int) float64 { return x.coupling[i*k+j] }
	for i, s := range x.Springs {
		damping := rowSum(k, i, coupling, func(i int) float64 { return x.Springs[i].Damping })
		stiffness := rowSum(k, i, coupling, func(i int) float64 { return x.Springs[i].Stiffness })
		for _, found := range [...]struct {
			what       string
			rate, most float64
		}{{"damping", damping, tooFast}, {"spring", math.Sqrt(stiffness), swift}} {
			if found.rate > found.most/h {
				w.fast.found = append(w.fast.found, Stiffness{Links: names(s, w.Model()), What: found.what,
					Rate: found.rate, Time: w.state.T})
			}
		}
	}
}

// names returns the names of the links of a spring.
func names(s *LineSpring, m *tree.Model) (names [2]string) {
	for i, link := range s.Links {
		if names[i] = "world"; link >= 0 {
			names[i] = m.Links()[link].Name
		}
	}
	return names
}
