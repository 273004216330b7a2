package identify

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinetree/dynamics/regressor"
	"kinetree/identify/consistent"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Terms are the parameters of joints that are sought besides the inertial ones of bodies, any of the following. Of
// those that are not sought what the model has is taken as known.
type Terms uint8

const (
	Damping  Terms = 1 << iota // viscous friction, N m s/rad or N s/m: effort = damping × rate
	Friction                   // Coulomb friction, N m or N: effort = friction × sign of the rate
	Armature                   // inertia of the drive, kg m² or kg: effort = armature × acceleration

	// Coulomb friction of its own for each direction, in place of Friction. An offset of the efforts is half their
	// difference: in the log of a joint that moves the two are one.
	FrictionForward
	FrictionBackward

	Stiffness // of a spring, N m/rad or N/m: effort = stiffness × position; of joints with one coordinate
	Offset    // N m or N: effort = offset, a constant of the log's efforts; of joints with one coordinate
)

// Directional are the terms of Coulomb friction that depend on the direction.
const Directional = FrictionForward | FrictionBackward

// terms lists the terms in the order of their parameters, with their names and units.
var terms = []struct {
	term          Terms
	name          string
	turns, slides string
	own           func(j *tree.Joint) float64 // what the model has
}{
	{Armature, "armature", "kg m²", "kg", func(j *tree.Joint) float64 { return j.Armature }},
	{Damping, "damping", "N m s/rad", "N s/m", func(j *tree.Joint) float64 { return j.Damping }},
	{Friction, "friction", "N m", "N", func(j *tree.Joint) float64 { return j.Friction }},
	{FrictionForward, "friction_forward", "N m", "N", func(j *tree.Joint) float64 { return j.Friction }},
	{FrictionBackward, "friction_backward", "N m", "N", func(j *tree.Joint) float64 { return j.Friction }},
	{Stiffness, "stiffness", "N m/rad", "N/m", func(*tree.Joint) float64 { return 0 }},
	{Offset, "offset", "N m", "N", func(*tree.Joint) float64 { return 0 }},
}

// termWords are the names of terms for users.
var termWords = []struct {
	word  string
	terms Terms
}{{"damping", Damping}, {"friction", Friction}, {"armature", Armature}, {"asymmetric_friction", Directional},
	{"stiffness", Stiffness}, {"offset", Offset}}

// ParseTerms returns the terms of their names, none of which is "none". The error joins one for each fault.
func ParseTerms(words []string) (Terms, error) {
	var all Terms
	var errs []error
	known := TermNames()
	for _, word := range words {
		i := slices.Index(known, word)
		switch {
		case i >= 0:
			all |= termWords[i].terms
		case word != "none":
			errs = append(errs, fmt.Errorf("there is no term %q%s; expected some of %s, or none", word,
				suggest.Hint(word, append(known, "none")), strings.Join(known, ", ")))
		}
	}
	if slices.Contains(words, "none") && len(words) > 1 {
		errs = append(errs, errors.New("none and others; expected one of both"))
	}
	if all&Friction != 0 && all&Directional != 0 {
		errs = append(errs, errors.New("friction and asymmetric_friction; expected one of both"))
	}
	return all, errors.Join(errs...)
}

// TermNames returns the names that ParseTerms knows besides none.
func TermNames() []string { return (^Terms(0)).Words() }

// Words returns the names of terms for users.
func (t Terms) Words() (words []string) {
	for _, w := range termWords {
		if t&w.terms != 0 {
			words = append(words, w.word)
		}
	}
	return words
}

// Equation is the equation of motion of a model as linear in its parameters, τ = W θ. It is a workspace for one
// goroutine.
//
// The parameters are the ten of each block (see package regressor), and behind them, term by term, one of each term
// for each joint. A term acts on each rate of its joint alike, and of a joint that follows another one, through its
// ratio, on the rate of that one.
type Equation struct {
	model *tree.Model
	rigid *regressor.Solver
	many  *evaluator // of the regressor
	terms Terms
	names []string
	units []string
	y     []float64
	Bound *consistent.Manifold // what constraints leave of the motion; nil without them
}

// NewEquation returns the equation of a model with terms of its joints.
func NewEquation(m *tree.Model, t Terms) *Equation {
	m.CheckBuilt()
	e := &Equation{model: m, rigid: regressor.New(m), many: regressors(m), terms: t}
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
			switch turns := m.Angular()[j.V]; {
			case j.NV > 1:
				e.units = append(e.units, "SI") // of linear rates as of angular ones
			case turns:
				e.units = append(e.units, term.turns)
			default:
				e.units = append(e.units, term.slides)
			}
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

// Columns returns how many of the parameters are inertial, which come first.
func (e *Equation) Columns() int { return e.rigid.Columns() }

// Terms returns the terms of joints that are sought.
func (e *Equation) Terms() Terms { return e.terms }

// OfJoint returns what θ has of the terms of the k-th joint of the model.
func (e *Equation) OfJoint(theta []float64, k int) map[Terms]float64 {
	found, joints := map[Terms]float64{}, len(e.model.Joints())
	at := e.rigid.Columns() + k
	for _, term := range terms {
		if e.terms&term.term != 0 {
			found[term.term] = theta[at]
			at += joints
		}
	}
	return found
}

// IsOffset reports whether a parameter is an offset.
func (e *Equation) IsOffset(p int) bool { return strings.HasSuffix(e.names[p], "/offset") }

// alike reports whether two parameters are of one body and one unit.
func (e *Equation) alike(p, r int) bool {
	const n = regressor.Size
	return p < e.rigid.Columns() && r < e.rigid.Columns() && p/n == r/n && order(p%n) == order(r%n)
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
			theta = append(theta, term.own(&j))
		}
	}
	return theta
}

// Rows sets w, NV rows of as many numbers as there are parameters, to W at position q, velocity qd and acceleration
// qdd. At rest the sign of a rate is 0. It panics if a slice has the wrong length.
func (e *Equation) Rows(w, q, qd, qdd []float64) {
	if columns := len(e.names); len(w) != e.model.NV()*columns {
		panic(fmt.Sprintf("identify: the matrix has %d numbers, of the model %s it has %d", len(w), e.model.Name(),
			e.model.NV()*columns))
	}
	e.rigid.Regressor(e.y, q, qd, qdd)
	e.complete(w, e.y, q, qd, qdd)
}

// Each calls use with W, as Rows has it, of so many states, one after the other. The function state sets each of them.
func (e *Equation) Each(count int, state func(i int, x *MotionState), use func(i int, x *MotionState, w []float64)) {
	w := make([]float64, e.model.NV()*len(e.names))
	e.many.each(count, state, func(i int, x *MotionState, y []float64) {
		e.complete(w, y, x.Q, x.Qd, x.Qdd)
		use(i, x, w)
	})
}

// complete sets w to W of a state of which the regressor is y.
func (e *Equation) complete(w, y, q, qd, qdd []float64) {
	columns, inertial := len(e.names), e.rigid.Columns()
	clear(w)
	for row := range e.model.NV() {
		copy(w[row*columns:], y[row*inertial:][:inertial])
	}
	at := inertial
	for _, term := range terms {
		if e.terms&term.term == 0 {
			continue
		}
		for _, j := range e.model.Joints() {
			for row := j.V; row < j.V+j.NV; row++ {
				w[row*columns+at] = term.term.effort(&j, q, qd[row], qdd[row])
			}
			at++
		}
	}
}

// AddKnown adds to tau the efforts of the terms that the model has and that are not sought, at position q, velocity qd
// and acceleration qdd: these are taken as known. It does not allocate.
func (e *Equation) AddKnown(tau, q, qd, qdd []float64) {
	joints := e.model.Joints()
	for _, term := range terms {
		if e.terms&term.term != 0 || term.term&Directional != 0 || term.term == Friction && e.terms&Directional != 0 {
			continue
		}
		for k := range joints {
			j := &joints[k]
			own := term.own(j)
			if own == 0 {
				continue
			}
			for row := j.V; row < j.V+j.NV; row++ {
				tau[row] += float64(own * term.term.effort(j, q, qd[row], qdd[row]))
			}
		}
	}
}

// Sticks reports whether the effort of each rate has Coulomb friction, which is sought or known.
func (e *Equation) Sticks() []bool {
	out := make([]bool, e.model.NV())
	for _, j := range e.model.Joints() {
		for row := j.V; row < j.V+j.NV; row++ {
			out[row] = out[row] || e.terms&(Friction|Directional) != 0 || j.Friction > 0
		}
	}
	return out
}

// effort returns the effort that a unit of one term takes on a rate qd of a joint with the acceleration qdd, at
// position q. Of a follower the rate and its effort are those of its leader, and the joint has ratio times as much.
func (t Terms) effort(j *tree.Joint, q []float64, qd, qdd float64) float64 {
	switch t {
	case Armature:
		return float64(j.Ratio * j.Ratio * qdd)
	case Damping:
		return float64(j.Ratio * j.Ratio * qd)
	case Friction:
		return float64(j.Ratio * float64(cmp.Compare(float64(j.Ratio*qd), 0)))
	case FrictionForward:
		return float64(j.Ratio * math.Max(0, float64(cmp.Compare(float64(j.Ratio*qd), 0))))
	case FrictionBackward:
		return float64(j.Ratio * math.Min(0, float64(cmp.Compare(float64(j.Ratio*qd), 0))))
	}
	switch {
	case j.NQ != 1:
		return 0
	case t == Stiffness:
		return float64(j.Ratio * (float64(j.Ratio*q[j.Q]) + j.Offset))
	}
	return j.Ratio
}
