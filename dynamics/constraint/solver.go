package constraint

import (
	"errors"
	"fmt"

	"kinetree/internal/floats"
	"kinetree/internal/vec"

	"kinetree/spatial"
	"kinetree/tree"
)

// Root is a square root R of the inverse of the mass matrix, M⁻¹ = R Rᵀ, at a position. *aba.Solver is one, where its
// methods are described.
type Root interface {
	Articulate(q []float64) error
	TakeRoot()
	Way(body int) []int
	WayOfRate(i int) []int
	AddForces(dst []float64, width int, at []int, body int, forces []spatial.Force)
	AddEffort(dst []float64, at []int, i int, effort float64)
	FromRoot(x []float64)
}

// Solver is the workspace of the constraints of a model for one goroutine.
type Solver struct {
	model     *tree.Model
	forward   Root
	kin       *tree.Kinematics
	equations []*equation
	rows      []rowAt
	chosen    []int   // rows that are not redundant
	factor    *factor // of these
	w         []float64
	lambda    []float64 // of all rows
	x, rest   []float64 // of the chosen rows
	scale     []float64 // of all rows, see equation.scales
	tolerance []float64 // of the columns of the factor
	z         []float64 // nv
	next      []float64 // nq
	forces    []spatial.Force
	size      float64 // of the robot (m)
	began     bool    // rows have been chosen
}

// rowAt is a row among all.
type rowAt struct {
	*equation
	k      int
	at     int // of its elements of W
	chosen bool
}

const (
	// dependent is the distance of a row from the span of others, relative to what it could be, below which it is
	// taken for redundant when rows are chosen. Rows are chosen where the constraints hold, so that the rank is that of
	// the mechanism; a singular configuration is left within a step.
	dependent = 1e-6
	// rounding is that below which a chosen row has no effect.
	rounding = 1e-12
)

// Check returns what is wrong with a constraint for a model, an *InvalidError, or nil.
func Check(m *tree.Model, c Constraint) error {
	_, err := c.compile(m)
	return err
}

// New returns a solver for the constraints of a model. It shares forward with the caller: Correct needs that the last
// call of it was ForwardDynamics at the same state. The error joins a *InvalidError for each constraint that is wrong.
func New(m *tree.Model, list []Constraint, forward Root) (*Solver, error) {
	m.CheckBuilt()
	n := m.NV()
	s := &Solver{model: m, forward: forward, kin: tree.NewKinematics(m), z: make([]float64, n),
		next: make([]float64, m.NQ())}
	var errs []error
	for i, c := range list {
		if c == nil {
			errs = append(errs, &InvalidError{Index: i, Message: "it is nil; expected a constraint"})
			continue
		}
		e, err := c.compile(m)
		var f *InvalidError
		if errors.As(err, &f) {
			f.Index, f.Name = i, c.label()
			errs = append(errs, f)
			continue
		}
		e.index, e.name = i, c.label()
		s.equations = append(s.equations, e)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	size, most := 0, 0
	for _, e := range s.equations {
		e.lay(forward)
		e.first = len(s.rows)
		for k := range e.n {
			s.rows = append(s.rows, rowAt{equation: e, k: k, at: size, chosen: true})
			size += len(e.support)
		}
		most = max(most, e.n)
	}
	s.w, s.forces = make([]float64, size), make([]spatial.Force, most)
	size = 0
	for _, e := range s.equations {
		e.w = s.w[size : size+e.n*len(e.support)]
		size += len(e.w)
	}
	rows := len(s.rows)
	for _, x := range []*[]float64{&s.lambda, &s.x, &s.rest, &s.scale, &s.tolerance} {
		*x = make([]float64, rows)
	}
	s.reach()
	return s, nil
}

// reach sets the size of the robot: how far a body can be from the base, the constraints' own lengths included.
func (s *Solver) reach() {
	bodies := s.model.Bodies()
	far := make([]float64, len(bodies))
	for i := 1; i < len(bodies); i++ {
		far[i] = far[bodies[i].Parent] + vec.Len(bodies[i].X.P)
		s.size = max(s.size, far[i])
	}
	for _, e := range s.equations {
		if e.pair != nil {
			for i := range e.pair.sides {
				side := &e.pair.sides[i]
				s.size = max(s.size, far[side.body]+vec.Len(side.frame.P))
			}
		}
	}
	if s.size == 0 {
		s.size = 1
	}
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (s *Solver) MoveBase(b *tree.BaseMotion) { s.kin.MoveBase(b) }

// Become takes over a model with the same joints and links, and its algorithm.
func (s *Solver) Become(m *tree.Model, forward Root) { s.model, s.forward = m, forward }

// choose takes the rows whose elements of Wᵀ are to be factored.
func (s *Solver) choose() {
	s.chosen = s.chosen[:0]
	entries := make([][]entry, s.model.NV())
	for r := range s.rows {
		x := &s.rows[r]
		if !x.chosen {
			continue
		}
		for i, v := range x.support {
			entries[v] = append(entries[v], entry{len(s.chosen), x.at + i})
		}
		s.chosen = append(s.chosen, r)
	}
	s.factor = newFactor(len(s.chosen), entries)
	for _, x := range []*[]float64{&s.x, &s.rest} {
		*x = (*x)[:len(s.chosen)]
	}
}

// decompose factors W at the place of the last articulation and of the rows. Rows that are nearer to the span of others
// than a part of their scale have no effect.
func (s *Solver) decompose(part float64) {
	s.forward.TakeRoot()
	for _, e := range s.equations {
		e.fill(s.forward, s.kin, s.forces)
	}
	tolerance := s.tolerance[:len(s.chosen)]
	for c, r := range s.chosen {
		tolerance[c] = float64(part * s.scale[r])
	}
	s.factor.decompose(s.w, tolerance)
}

// scales sets W and the scales of the rows at the place of the last articulation.
func (s *Solver) scales() {
	s.forward.TakeRoot()
	for _, e := range s.equations {
		e.scales(s.scale[e.first:e.first+e.n], s.forward, s.kin)
		e.fill(s.forward, s.kin, s.forces)
	}
}

// rank chooses rows that no others before them imply, at the place of the last articulation. Rows that are chosen
// already stay so, but for rounding.
func (s *Solver) rank() {
	s.scales()
	tolerance := s.tolerance
	for r := range s.rows {
		x := &s.rows[r]
		tolerance[r] = float64(dependent * s.scale[r])
		if s.began && x.chosen {
			tolerance[r] = float64(rounding * s.scale[r])
		}
		x.chosen = true
	}
	s.choose()
	s.factor.decompose(s.w, tolerance)
	for r := range s.rows {
		s.rows[r].chosen = !s.factor.redundant[r]
	}
	s.choose()
	s.began = true
}

// respond sets z to Wᵀ λ for the solution λ of W Wᵀ λ = x, and x to λ. The rest of the first solution is solved for
// once more, which makes the normal equations of U as accurate as the factorization.
func (s *Solver) respond(x []float64) {
	copy(s.rest, x)
	s.factor.solve(x)
	s.weigh(x)
	for c, r := range s.chosen {
		row := &s.rows[r]
		for i, v := range row.support {
			s.rest[c] -= float64(s.w[row.at+i] * s.z[v])
		}
	}
	s.factor.solve(s.rest)
	floats.Add(x, s.rest)
	s.weigh(x)
}

// weigh sets z to Wᵀ x.
func (s *Solver) weigh(x []float64) {
	clear(s.z)
	for c, r := range s.chosen {
		row := &s.rows[r]
		for i, v := range row.support {
			s.z[v] += float64(s.w[row.at+i] * x[c])
		}
	}
}

// place takes the state for all equations.
func (s *Solver) place(t float64, q, qd []float64, acceleration bool) {
	for _, e := range s.equations {
		e.place(s.model, s.kin, t, q, qd, acceleration)
	}
}

// Correct adds to the accelerations qdd without constraints, those of the last ForwardDynamics at time t, position q
// and velocity qd, what the constraints do. Rates that are held stay so. O(n) for each row and what the factorization
// takes; no allocation.
func (s *Solver) Correct(qdd []float64, t float64, q, qd []float64) {
	s.kin.UpdateAcceleration(q, qd, qdd)
	s.place(t, q, qd, true)
	if !s.began {
		s.rank()
	}
	s.decompose(rounding)
	for c, r := range s.chosen {
		x := &s.rows[r]
		s.x[c] = -x.derivative(x.k, qdd)
	}
	s.respond(s.x)
	clear(s.lambda)
	for c, r := range s.chosen {
		s.lambda[r] = s.x[c]
	}
	s.forward.FromRoot(s.z)
	floats.Add(qdd, s.z)
}

// Loads adds what the constraints do to the robot after Correct: wrenches to fext, one for each link in the link's
// axes, and efforts to tau.
func (s *Solver) Loads(fext []spatial.Force, tau []float64) {
	for _, e := range s.equations {
		lambda := s.lambda[e.first : e.first+e.n]
		if e.pair == nil {
			for k, l := range lambda {
				for i, v := range e.rates.rates {
					tau[v] += float64(l * e.rates.A[k*len(e.rates.rates)+i])
				}
			}
			continue
		}
		total := e.total(lambda)
		for i := range e.pair.sides {
			side := &e.pair.sides[i]
			if side.link < 0 {
				continue
			}
			arm := e.pair.x[i].Sub(s.kin.Pose(side.link).P)
			sign := float64(2*i - 1)
			f := spatial.Force{Ang: vec.Scaled(total.Ang.Add(vec.Cross(arm, total.Lin)), sign),
				Lin: vec.Scaled(total.Lin, sign)}
			s.kin.AddWrench(&fext[side.link], side.link, &f)
		}
	}
}

// total returns the force and the moment on the second link, about its point, in the world's axes.
func (e *equation) total(lambda []float64) (f spatial.Force) {
	for k, l := range lambda {
		f.Ang = f.Ang.Add(vec.Scaled(e.rows[k].N, l))
		f.Lin = f.Lin.Add(vec.Scaled(e.rows[k].F, l))
	}
	return f
}

// Power returns what the constraints do per second after Correct (W): λᵀ b, which is 0 unless b is not.
func (s *Solver) Power() float64 {
	sum := 0.0
	for _, e := range s.equations {
		for k := 0; e.works && k < e.n; k++ {
			sum += float64(s.lambda[e.first+k] * e.rates.b[k])
		}
	}
	return sum
}

// Works reports whether there are constraints that may do work.
func (s *Solver) Works() bool {
	for _, e := range s.equations {
		if e.works {
			return true
		}
	}
	return false
}

// InverseMassMatrix replaces dst, nv x nv row by row and M⁻¹ on entry, by what unit efforts cause with the constraints:
// M⁻¹ − R Wᵀ (W Wᵀ)⁻¹ W Rᵀ. The position is that of the last Articulate, InverseMassMatrix or ForwardDynamics of
// forward. O(n² + n m) for m rows; it allocates.
func (s *Solver) InverseMassMatrix(dst []float64, t float64, q []float64) {
	n := s.model.NV()
	s.kin.Update(q)
	s.place(t, q, nil, false)
	if !s.began {
		s.rank()
	}
	s.decompose(rounding)
	e := make([]float64, n)
	for i := range n {
		clear(e)
		s.forward.AddEffort(e, s.forward.WayOfRate(i), i, 1)
		for c, r := range s.chosen {
			row := &s.rows[r]
			s.x[c] = 0
			for k, v := range row.support {
				s.x[c] += float64(s.w[row.at+k] * e[v])
			}
		}
		s.respond(s.x)
		s.forward.FromRoot(s.z)
		for j, x := range s.z {
			dst[j*n+i] -= x
		}
	}
}

// UnmetError says that constraints contradict each other, or cannot be met.
type UnmetError struct {
	Constraint string
	Off        float64 // what remains of it
	Velocity   bool    // of its rates and not of positions
}

func (e *UnmetError) Error() string {
	if e.Velocity {
		return fmt.Sprintf("constraint %q: its velocity is off by %.3g, and no velocity within the other constraints "+
			"meets it; expected constraints that do not contradict each other", e.Constraint, e.Off)
	}
	return fmt.Sprintf("constraint %q does not close: it is off by %.6g, and no position near there within the other "+
		"constraints meets it; expected lengths that close, or other start positions", e.Constraint, e.Off)
}
