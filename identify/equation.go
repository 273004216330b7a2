package identify

import (
	"fmt"

	"kinetree/dynamics/regressor"
	"kinetree/tree"
)

// Terms are the parameters of joints that are sought besides the inertial ones of bodies, any of the following.
type Terms uint8

const (
	Damping  Terms = 1 << iota // viscous friction, N m s/rad or N s/m: effort = damping × rate
	Friction                   // Coulomb friction, N m or N: effort = friction × sign of the rate
	Armature                   // inertia of the drive, kg m² or kg: effort = armature × acceleration
)

// terms lists the terms in the order of their parameters, with their names.
var terms = []struct {
	term Terms
	name string
}{{Armature, "armature"}, {Damping, "damping"}, {Friction, "friction"}}

// Equation is the equation of motion of a model as linear in its parameters, τ = W θ. It is a workspace for one
// goroutine.
//
// The parameters are the ten of each block (see package regressor), and behind them, term by term, one of each term
// for each joint. A term acts on each rate of its joint alike, and of a joint that follows another one, through its
// ratio, on the rate of that one.
type Equation struct {
	model *tree.Model
	rigid *regressor.Solver
	terms Terms
	names []string
	units []string
	y     []float64
}

// NewEquation returns the equation of a model with terms of its joints.
func NewEquation(m *tree.Model, t Terms) *Equation {
	e := &Equation{model: m, rigid: regressor.New(m), terms: t}
	e.y = make([]float64, m.NV()*e.rigid.Columns())
	for _, b := range regressor.Blocks(m) {
		for k, name := range regressor.Names {
			e.names = append(e.names, b.Name+"/"+name)
			e.units = append(e.units, [...]string{"kg", "kg m", "kg m²"}[order(k)])
		}
	}
	for _, term := range terms {
		if t&term.term == 0 {
			continue
		}
		for _, j := range m.Joints() {
			e.names = append(e.names, j.Name+"/"+term.name)
			e.units = append(e.units, unit(m, &j, term.term))
		}
	}
	return e
}

// order returns which moment of mass the k-th parameter of a body is.
func order(k int) int {
	switch {
	case k == 0:
		return 0
	case k < 4:
		return 1
	}
	return 2
}

// alike reports whether two parameters are of one body and one unit.
func (e *Equation) alike(p, r int) bool {
	const n = regressor.Size
	return p < e.rigid.Columns() && r < e.rigid.Columns() && p/n == r/n && order(p%n) == order(r%n)
}

// unit returns the unit of a term of a joint.
func unit(m *tree.Model, j *tree.Joint, t Terms) string {
	linear := j.NV == 1 && m.Bodies()[j.Body].Kind == tree.Prismatic
	switch {
	case j.NV > 1:
		return "SI" // of linear rates as of angular ones
	case linear:
		return map[Terms]string{Armature: "kg", Damping: "N s/m", Friction: "N"}[t]
	}
	return map[Terms]string{Armature: "kg m²", Damping: "N m s/rad", Friction: "N m"}[t]
}

// Model returns the model.
func (e *Equation) Model() *tree.Model { return e.model }

// Names returns the names of the parameters, such as elbow_joint/Izz or elbow_joint/damping. The slice must not be
// changed.
func (e *Equation) Names() []string { return e.names }

// Parameters returns θ of the model.
func (e *Equation) Parameters() []float64 {
	theta := regressor.Parameters(e.model)
	for _, term := range terms {
		if e.terms&term.term == 0 {
			continue
		}
		for _, j := range e.model.Joints() {
			theta = append(theta, map[Terms]float64{Armature: j.Armature, Damping: j.Damping,
				Friction: j.Friction}[term.term])
		}
	}
	return theta
}

// Rows sets w, NV rows of as many numbers as there are parameters, to W at position q, velocity v and acceleration a.
// At rest the sign of a rate is 0. It panics if a slice has the wrong length.
func (e *Equation) Rows(w, q, v, a []float64) {
	columns, inertial := len(e.names), e.rigid.Columns()
	if len(w) != e.model.NV()*columns {
		panic(fmt.Sprintf("identify: the matrix has %d numbers, of the model %s it has %d", len(w), e.model.Name(),
			e.model.NV()*columns))
	}
	e.rigid.Regressor(e.y, q, v, a)
	clear(w)
	for row := range e.model.NV() {
		copy(w[row*columns:], e.y[row*inertial:][:inertial])
	}
	at := inertial
	for _, term := range terms {
		if e.terms&term.term == 0 {
			continue
		}
		for _, j := range e.model.Joints() {
			for row := j.V; row < j.V+j.NV; row++ {
				w[row*columns+at] = resistance(term.term, j.Ratio, v[row], a[row])
			}
			at++
		}
	}
}

// resistance returns the effort of a unit of a term on a rate v with the acceleration a, of which the joint has ratio
// times as much.
func resistance(t Terms, ratio, v, a float64) float64 {
	switch t {
	case Armature:
		return ratio * ratio * a
	case Damping:
		return ratio * ratio * v
	}
	return ratio * sign(ratio*v)
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
