// Package query answers questions about the dynamics of a robot: a request is a JSON object that gives a state,
// forces and what is wanted, by the names of joints and links, and the answer is another one. It is pure rigid-body
// dynamics, without limits, and without damping, springs and friction unless a request includes them.
//
// A [Solver] is a workspace of one model for one goroutine; any number of solvers may share a model. The algorithms
// that a request needs get their workspace when they are wanted first.
package query

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"kinetree/aba"
	"kinetree/dynamics/constraint"
	"kinetree/dynamics/crba"
	"kinetree/dynamics/lagrange"
	"kinetree/dynamics/regressor"
	"kinetree/internal/suggest"
	"kinetree/rnea"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/tree"
)

// Solver is the workspace.
type Solver struct {
	writer
	joints []sim.JointExtras // springs
	acting Acting

	// The request.
	neutral   []float64
	q         []float64
	v, a, tau []float64
	vr, ar    []float64       // of the reference
	fext      []spatial.Force // of each link; all zero between requests
	loaded    []int           // the links with a wrench
	link      int             // or -1
	wants     []*want
	// The joints that move as the request says, and the constraints with those that make them.
	prescribed  []int
	constraints []constraint.Constraint
	follow      []given // numbers given for joints that follow others
	given       [len(keys)]bool
	included    included
	target      []byte    // of the inverse kinematics, as JSON
	axes        []int     // of the task of the operational inertia
	kept        [2][]bool // of each rate, whether the position and the velocity are given
	stamps      []int     // of each joint: the number of the object that named it last
	stamp       int

	// The algorithms; nil until they are wanted.
	rest       *tree.BaseMotion
	course     *tree.BaseMotion // of a fixed base
	kin        *tree.Kinematics
	forward    *aba.Solver
	slopes     *aba.DerivativeSolver
	inverse    *rnea.Solver
	mass       *crba.Solver
	lagrange   *lagrange.Solver
	regressor  *regressor.Solver
	parameters []float64 // of the regressor
	minimal    *minimal
	worlds     map[included]*sim.World
	result     []float64 // of nv numbers
	matrix     []float64
}

// New returns a solver for a model. The springs of its joints are those of the extras, of which there are as many as
// joints, or none.
func New(m *tree.Model, joints []sim.JointExtras, acting Acting) *Solver {
	n := m.NV()
	rest := tree.Rest()
	return &Solver{
		writer: writer{model: m, names: newNames(m)}, rest: rest, course: rest,
		joints: joints, acting: acting, neutral: m.Neutral(), q: make([]float64, m.NQ()),
		v: make([]float64, n), a: make([]float64, n), tau: make([]float64, n), result: make([]float64, n),
		vr: make([]float64, n), ar: make([]float64, n),
		fext: make([]spatial.Force, len(m.Links())), stamps: make([]int, len(m.Joints())), kin: tree.NewKinematics(m),
		kept: [2][]bool{make([]bool, n), make([]bool, n)},
	}
}

// Answer appends the answer to a request to dst, on one line without its end. If the request cannot be answered, ok
// is false and the answer is {"id": ..., "error": "..."}. The id is the one of the request, or null.
func (s *Solver) Answer(dst, request []byte) (answer []byte, ok bool) {
	id, err := []byte("null"), valid(request)
	var fields [len(keys)][]byte
	if err == nil {
		err = split(request, &fields)
	}
	if fields[idKey] != nil {
		id = fields[idKey]
	}
	dst = append(append(dst, `{"id":`...), id...)
	begin := len(dst)
	if err == nil {
		err = s.read(&fields)
	}
	if err == nil {
		dst, err = s.evaluate(dst)
	}
	if err != nil {
		dst = append(append(dst[:begin], `,"error":`...), quote(err.Error())...)
	}
	return append(dst, '}'), err == nil
}

// Fault returns the answer for a request that cannot be read at all.
func Fault(dst []byte, err error) []byte {
	return append(append(append(dst, `{"id":null,"error":`...), quote(err.Error())...), '}')
}

// valid returns an error unless the text is a JSON object.
func valid(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("the line is not UTF-8 text; expected a JSON object")
	}
	if !json.Valid(text) {
		var syntax *json.SyntaxError
		if err := json.Unmarshal(text, new(json.RawMessage)); errors.As(err, &syntax) {
			return fmt.Errorf("the line is not JSON: %v, at byte %d; expected an object such as {\"want\": "+
				"[\"gravity\"]}", syntax, syntax.Offset)
		}
		return errors.New("the line is not JSON; expected an object")
	}
	s := scanner{text: text}
	return s.expect("an object")
}

// evaluate appends what is wanted.
func (s *Solver) evaluate(dst []byte) ([]byte, error) {
	for _, w := range s.wants {
		dst = append(append(append(dst, ",\""...), w.name...), "\":"...)
		s.infinite = false
		var err error
		if dst, err = w.evaluate(s, dst); err != nil {
			return dst, fmt.Errorf("%s: %w", w.name, err)
		}
		if s.infinite {
			return dst, fmt.Errorf("%s: the result is not finite; the numbers of the request are too large", w.name)
		}
	}
	return dst, nil
}

// unknown returns the error for a name that there is not.
func unknown(what string, name []byte, known []string) error {
	return fmt.Errorf("there is no %s %q%s; expected one of %s", what, name, suggest.Hint(string(name), known),
		suggest.List(known))
}
