package query

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinetree/dynamics/constraint"
	"kinetree/sim"
	"kinetree/spatial"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// Acting is what acts on a robot besides the forces of its joints and those of a request.
type Acting struct {
	Constraints []constraint.Constraint
	Elements    []sim.ForceElement // of links; a request includes them
}

// keep notes the rates whose position or velocity a request gives, which assembly leaves as they are.
func (s *Solver) keep(what tree.Quantity, from, n int) {
	for i := from; i < from+n; i++ {
		switch what {
		case tree.Position:
			s.kept[0][i] = true
		case tree.Velocity:
			s.kept[1][i] = true
		}
	}
}

// assemble makes the state of a request one that meets the constraints: what it gives stays where that is possible,
// and all else moves as little as possible.
func (s *Solver) assemble() error {
	s.constraints = s.acting.Constraints
	for _, k := range s.prescribed {
		j := &s.model.Joints()[k]
		x, v, a := j.AppendPosition(nil, s.q), j.AppendRate(nil, s.v), j.AppendRate(nil, s.a)
		for i := range j.NV {
			s.constraints = append(slices.Clip(s.constraints), &constraint.Prescribed{Name: j.Name, Joint: k,
				Coordinate: i, Motion: func(float64) (float64, float64, float64) { return x[i], v[i], a[i] }})
		}
	}
	if len(s.constraints) == 0 {
		return nil
	}
	if err := s.atRest("what constraints and prescribed joints do"); err != nil {
		return err
	}
	w, err := sim.New(sim.Config{Model: s.rigid(0), Imposed: sim.Imposed{Constraints: s.constraints},
		Start: sim.Start{Position: s.q, Velocity: s.v, KeepPosition: s.kept[0], KeepVelocity: s.kept[1]}})
	if err != nil {
		return err
	}
	copy(s.q, w.State().Q)
	copy(s.v, w.State().Qd)
	return nil
}

// rigid returns the model without limits, and without damping and friction unless they are included.
func (s *Solver) rigid(what included) *tree.Model {
	return s.model.Describe(func(j *tree.Joint) {
		j.Lower, j.Upper, j.Effort, j.Velocity = math.Inf(-1), math.Inf(1), math.Inf(1), math.Inf(1)
		j.Limits = nil
		if what&damping == 0 {
			j.Damping = 0
		}
		if what&friction == 0 {
			j.Friction = 0
		}
	})
}

// readPrescribed reads the list of joints that move as the request says.
func (s *Solver) readPrescribed(in *scanner) error {
	if err := in.expect("an array"); err != nil {
		return err
	}
	for in.next() {
		name, err := in.string()
		if err != nil {
			return err
		}
		k, ok := s.model.Joint(string(name))
		if !ok {
			return unknown("moving joint", name, s.names.joints())
		}
		if slices.Contains(s.prescribed, k) {
			return fmt.Errorf("joint %q is there twice; keep one", name)
		}
		s.prescribed, s.worlds = append(s.prescribed, k), nil // the worlds are those without its motion
	}
	return nil
}

// drives appends the efforts that drive the joints that are prescribed, besides those of the request.
func (s *Solver) drives(dst []byte) ([]byte, error) {
	w, err := s.world()
	if err != nil {
		return dst, err
	}
	next := len(s.acting.Constraints)
	dst = append(dst, `,"effort":{`...)
	for i, k := range s.prescribed {
		if i > 0 {
			dst = append(dst, ',')
		}
		s.numbers = s.numbers[:0]
		for range s.model.Joints()[k].NV {
			s.numbers = append(s.numbers, w.Constraints().Multipliers(next)[0])
			next++
		}
		dst = append(dst, s.names.joint[k]...)
		if len(s.numbers) == 1 {
			dst = s.number(dst, s.numbers[0])
		} else {
			dst = s.list(dst, s.numbers...)
		}
	}
	return append(dst, '}'), nil
}

// bear adds to wrenches and efforts what the constraints do under the efforts of the request, and returns their solver.
func (s *Solver) bear(fext []spatial.Force, tau []float64) (*constraint.Solver, error) {
	w, err := s.world()
	if err == nil {
		err = w.Reset(s.q, s.v)
	}
	if err == nil { // whose multipliers are those of this state
		err = w.Acceleration(s.result, 0, s.q, s.v)
	}
	if err != nil {
		return nil, err
	}
	closed := w.Constraints()
	closed.Loads(fext, tau)
	return closed, nil
}

// onLinks returns the wrenches on the links, of the request and of force elements that it includes, for the caller to
// change if there are such elements or constraints. It is nil if there is none.
func (s *Solver) onLinks() ([]spatial.Force, error) {
	if s.included&elements == 0 && len(s.constraints) == 0 {
		return s.external(), nil
	}
	fext := slices.Clone(s.fext)
	if s.included&elements == 0 {
		return fext, nil
	}
	s.kin.UpdateVelocity(s.q, s.v)
	for _, e := range s.acting.Elements {
		if err := e.AddWrenches(fext, 0, s.q, s.v, s.kin); err != nil {
			return nil, err
		}
	}
	return fext, nil
}

// open returns the error of a result that is that of a tree.
func (s *Solver) open(instead string) error {
	if len(s.constraints) == 0 {
		return nil
	}
	return fmt.Errorf("the robot has constraints or prescribed joints, and this is a result of trees; expected "+
		"%s", instead)
}

// constrained returns the error of a result that only constraints have.
func (s *Solver) constrained() error {
	if len(s.constraints) > 0 {
		return nil
	}
	return errors.New("the robot has no constraints; expected a scenario with some, or a robot with loops")
}

// constraintNullSpace appends the rows A of the constraints at the position, an orthonormal basis N of the velocities
// that A makes 0, and the mass matrix of these motions, NᵀMN.
func (s *Solver) constraintNullSpace(dst []byte) ([]byte, error) {
	if err := s.constrained(); err != nil {
		return dst, err
	}
	w, err := s.world()
	if err != nil {
		return dst, err
	}
	n := s.model.NV()
	rows, _ := w.Constraints().Matrix(0, s.q)
	reduced, basis := mat.NewDense(0, 0, nil), mat.NullSpace(rows, n)
	if basis == nil {
		basis = mat.NewDense(n, 0, nil)
	} else {
		m := mat.NewDense(n, n, nil)
		s.compositeBody().MassMatrix(m.Data(), s.q)
		var moved mat.Dense
		moved.Mul(m, basis)
		reduced.Mul(basis.T(), &moved)
	}
	dst = append(append(dst, `{"joints":`...), s.names.coordinate...)
	dst = s.rows(append(dst, `,"rows":`...), len(rows)/n, rows)
	dst = s.rows(append(dst, `,"basis":`...), n, basis.Data())
	_, motions := basis.Dims()
	dst = s.rows(append(dst, `,"mass_matrix":`...), motions, reduced.Data())
	return append(dst, '}'), nil
}

// constraintForces appends what each constraint does under the efforts of the request: the force and the moment on its
// second link about its point, in the world's axes, or the multiplier of a row on rates.
func (s *Solver) constraintForces(dst []byte) ([]byte, error) {
	if err := s.constrained(); err != nil {
		return dst, err
	}
	closed, err := s.bear(slices.Clone(s.fext), slices.Clone(s.tau))
	if err != nil {
		return dst, err
	}
	names, row := closed.Columns(), closed.AppendMultipliers(nil)
	dst = append(dst, '{')
	for i := 0; i < len(names); {
		if i > 0 {
			dst = append(dst, ',')
		}
		if name, ok := strings.CutSuffix(names[i], "/multiplier"); ok {
			dst = s.number(append(append(dst, quote(name)...), `:{"multiplier":`...), row[i])
			i++
		} else {
			name = strings.TrimSuffix(names[i], "/force/x")
			dst = s.list(append(append(dst, quote(name)...), `:{"force":`...), row[i:i+3]...)
			dst = s.list(append(dst, `,"moment":`...), row[i+3:i+6]...)
			i += 6
		}
		dst = append(dst, '}')
	}
	return append(dst, '}'), nil
}

// state appends the position and the velocity that the answer is for, which constraints may have changed.
func (s *Solver) state(dst []byte) ([]byte, error) {
	dst = append(dst, `{"position":{`...)
	for k := range s.model.Joints() {
		if k > 0 {
			dst = append(dst, ',')
		}
		j := &s.model.Joints()[k]
		dst = append(dst, s.names.joint[k]...)
		if s.numbers = j.AppendPosition(s.numbers[:0], s.q); len(s.numbers) == 1 {
			dst = s.number(dst, s.numbers[0])
		} else {
			dst = s.list(dst, s.numbers...)
		}
	}
	dst = s.byJoint(append(dst, `},"velocity":`...), s.v, true)
	if s.model.Floating() {
		dst = s.list(append(dst, `,"base":{"position":`...), s.q[:3]...)
		dst = s.list(append(dst, `,"orientation":`...), s.q[3:7]...)
		dst = s.list(append(dst, `,"linear_velocity":`...), s.v[:3]...)
		dst = s.list(append(dst, `,"angular_velocity":`...), s.v[3:6]...)
		dst = append(dst, '}')
	}
	return append(dst, '}'), nil
}
