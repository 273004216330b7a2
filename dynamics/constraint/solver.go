package constraint

import (
	"errors"
	"math"

	"kinetree/internal/floats"
	"kinetree/internal/kernel"
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// Root is a square root R of the inverse of the mass matrix, M⁻¹ = R Rᵀ, at a position. *aba.Solver is one, where its
// methods are described.
type Root interface {
	Articulate(q []float64) error
	Local(body int) *kernel.Axial
	TakeRoot()
	Way(body, stop int) []int
	WayOfRate(i int) []int
	AddForces(dst []float64, width int, at []int, body, stop int, forces []spatial.Force)
	AddEffort(dst []float64, at []int, i int, effort float64)
	FromRoot(x []float64)
}

// Solver is the workspace of the constraints of a model for one goroutine.
type Solver struct {
	model     *tree.Model
	forward   Root
	kin       *tree.Kinematics
	equations []*equation
	imposed   int // how many of them are of New; the others are contacts
	rows      []rowAt
	factor    *factor
	ranks     []int // of the constraints
	w         []float64
	lambda    []float64
	x, rest   []float64
	scale     []float64 // of the rows, see equation.scales
	z         []float64 // nv
	at        []float64 // the position of the last Correct
	forces    []spatial.Force
	size      float64 // of the robot (m)
	angular   []bool  // of each rate
	began     bool    // ranks have been found
	gliding   []glide
	gauge     gauge
	unranked  bool      // contacts have come, whose ranks are not known
	coupling  []float64 // between the normal forces of these
	exchange  []int
	normal    []float64 // their normal forces
	plain     []float64 // the solution without friction, of the rows and of the rates
	total     []float64
	spread    []float64 // nv
	fresh     bool      // the factor is that of the last articulation of forward, or of one near to it
}

// rowAt is a row among all.
type rowAt struct {
	*equation
	k         int
	at        int  // of its elements of W
	redundant bool // where ranks were found last
}

const (
	// dependent is the distance of a row from the span of others, relative to what it could be, below which it is
	// taken for redundant when ranks are found. They are found where the constraints hold, so that they are those of
	// the mechanism; a singular configuration is left within a step.
	dependent = 1e-6
	// rounding is that below which a row that counts has no effect.
	rounding = 1e-12
	// firm is the distance of rows from the span of others beyond which one solution of the normal equations is as
	// accurate as two: they lose its square.
	firm = 0.05
	// noise is what rounding leaves of the velocity in the direction of a row, times the row's distance from the span
	// of others; see Solver.calm.
	noise = 3e-15
)

// Check returns all that is wrong with a constraint for a model, each an *InvalidError with its index and name at zero.
func Check(m *tree.Model, c Constraint) []error {
	_, errs := compile(m, c)
	return errs
}

// CheckNumbers is Check without the links and joints.
func CheckNumbers(c Constraint) []error { return c.values() }

// compile returns the equations of a constraint, or all that is wrong with it.
func compile(m *tree.Model, c Constraint) (*equation, []error) {
	if errs := c.values(); len(errs) > 0 {
		return nil, errs
	}
	e, err := c.compile(m)
	if err != nil {
		return nil, []error{err}
	}
	return e, nil
}

// New returns a solver for the constraints of a model. It shares forward with the caller: Correct needs that the last
// call of it was ForwardDynamics at the same state. The error joins a *InvalidError for each constraint that is wrong.
func New(m *tree.Model, list []Constraint, forward Root) (*Solver, error) {
	m.CheckBuilt()
	n := m.NV()
	s := &Solver{model: m, angular: m.Angular(), forward: forward, kin: tree.NewKinematics(m), z: make([]float64, n),
		at: make([]float64, m.NQ())}
	var errs []error
	for i, c := range list {
		if c == nil {
			errs = append(errs, &InvalidError{Index: i, Message: "it is nil; expected a constraint"})
			continue
		}
		e, wrong := compile(m, c)
		for _, err := range wrong {
			var f *InvalidError
			if errors.As(err, &f) {
				f.Index, f.Name = i, c.label()
			}
			errs = append(errs, err)
		}
		if len(wrong) > 0 {
			continue
		}
		e.index, e.name = i, c.label()
		s.equations = append(s.equations, e)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	s.imposed = len(s.equations)
	s.total, s.spread = make([]float64, n), make([]float64, n)
	s.build()
	return s, nil
}

// build lays the equations out.
func (s *Solver) build() {
	s.rows = s.rows[:0]
	size, most := 0, 0
	for _, e := range s.equations {
		e.lay(s.forward)
		e.first = len(s.rows)
		for k := range e.n {
			s.rows = append(s.rows, rowAt{equation: e, k: k, at: size})
			size += len(e.support)
		}
		most = max(most, e.n)
	}
	s.w, s.forces = make([]float64, size), make([]spatial.Force, 2*most)
	size = 0
	for _, e := range s.equations {
		e.w = s.w[size : size+e.n*len(e.support)]
		size += len(e.w)
	}
	rows := len(s.rows)
	for _, x := range []*[]float64{&s.lambda, &s.x, &s.rest, &s.scale, &s.plain} {
		*x = make([]float64, rows)
	}
	s.lay()
	s.reach()
	s.MoveBase(tree.Rest())
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
	for _, e := range s.equations {
		if e.pair != nil { // places that are at the origin are not closer than rounding of the robot
			e.pair.length = max(e.pair.length, float64(1e-3*s.size))
		}
	}
}

// MoveBase sets the motion of the base for the calls that follow. It is at rest otherwise.
func (s *Solver) MoveBase(b *tree.BaseMotion) {
	s.kin.MoveBase(b)
	for _, e := range s.equations {
		if e.pair == nil || !e.pair.inWorld {
			continue
		}
		for i := range e.pair.sides {
			if side := &e.pair.sides[i]; side.branch != nil {
				side.branch.begin(s.kin.BodyPose(0), s.kin.BodyVelocity(0), s.kin.BodyAcceleration(0),
					e.pair.origin)
			}
		}
	}
}

// Reuse takes over a model with the same joints and links, and its algorithm.
func (s *Solver) Reuse(m *tree.Model, forward Root) {
	s.model, s.forward = m, forward
	s.Forget()
}

// lay allocates the workspace of the factorization.
func (s *Solver) lay() {
	entries := make([][]entry, s.model.NV())
	var sizes []int
	r := 0
	for _, e := range s.equations {
		sizes = append(sizes, e.n)
		for range e.n {
			x := &s.rows[r]
			for i, v := range x.support {
				entries[v] = append(entries[v], entry{r, x.at + i})
			}
			r++
		}
	}
	s.factor = newFactor(sizes, entries)
	for r := range s.rows { // rows on velocities may imply those on positions, which keep them from drifting
		x := &s.rows[r]
		s.factor.prior[r] = x.holonomic < x.n && x.k < x.holonomic
	}
	s.ranks = make([]int, len(sizes))
}

// decompose factors W at the place of the last articulation and of the rows, with as many rows of each constraint as
// its rank. Rows that are nearer to the span of others than a part of their scale have no effect.
func (s *Solver) decompose(part float64) {
	s.forward.TakeRoot()
	for i, e := range s.equations {
		e.fill(s.forward, s.forces)
		s.ranks[i] = e.rank
	}
	s.factor.decompose(s.w, s.scale, part, s.ranks)
	s.fresh = true
}

// scales sets W and the scales of the rows at the place of the last articulation.
func (s *Solver) scales() {
	s.forward.TakeRoot()
	for i, e := range s.equations {
		e.scales(s.scale[e.first:e.first+e.n], s.forward, s.size)
		e.active, s.factor.groups[i].idle = e.n, 0
		e.fill(s.forward, s.forces)
	}
}

// rank counts the rows of each constraint that no others imply, at the place of the last articulation, and finds those
// that no rate moves, as across the plane of a planar loop. Ranks that have been found before grow alone. Where it has
// the choice it takes rows that are not weak, such as those of a joint for that of a blade which nearly stands on its
// axis.
func (s *Solver) rank() {
	s.scales()
	s.factor.decompose(s.w, s.scale, dependent, nil)
	most := len(s.factor.order)
	if s.factor.weakest < weak*weak { // a row may be weak that rows after it imply
		if s.factor.decompose(s.w, s.scale, weak, nil); len(s.factor.order) < most {
			s.factor.decompose(s.w, s.scale, dependent, nil)
		}
	}
	r := 0
	for i, e := range s.equations {
		rank := 0
		for range e.n {
			if !s.factor.redundant[r] {
				rank++
			}
			s.rows[r].redundant = s.factor.redundant[r]
			r++
		}
		if !s.began {
			e.rank = 0
		}
		e.rank = max(e.rank, rank)
		e.active = e.n - e.idle(s.scale[e.first:e.first+e.n])
		s.factor.groups[i].idle = e.n - e.active
	}
	s.began, s.unranked = true, false
}

// respond sets z to Wᵀ λ for the solution λ of W Wᵀ λ = x, and x to λ. What the first solution leaves is solved for
// once more if refine is true, which makes the normal equations of U as accurate as the factorization.
func (s *Solver) respond(x []float64, refine bool) {
	if !refine {
		s.factor.solve(x)
		s.weigh(x)
		return
	}
	copy(s.rest, x)
	s.factor.solve(x)
	s.weigh(x)
	for _, r := range s.factor.order {
		row := &s.rows[r]
		w := s.w[row.at:][:len(row.support)]
		sum := s.rest[r]
		for i, v := range row.support {
			sum -= float64(w[i] * s.z[v])
		}
		s.rest[r] = sum
	}
	s.factor.solve(s.rest)
	floats.Add(x, s.rest)
	s.weigh(x)
}

// weigh sets z to Wᵀ x.
func (s *Solver) weigh(x []float64) {
	clear(s.z)
	for _, r := range s.factor.order {
		row := &s.rows[r]
		w, y := s.w[row.at:][:len(row.support)], x[r]
		for i, v := range row.support {
			s.z[v] += float64(w[i] * y)
		}
	}
}

// place takes the state for all equations: the position, the velocity unless qd is nil, and the acceleration unless qdd
// is.
func (s *Solver) place(t float64, q, qd, qdd []float64) {
	for _, e := range s.equations {
		e.place(s.model, nil, t, q, qd, qdd)
	}
}

// Correct adds to the accelerations qdd without constraints, those of the last ForwardDynamics at time t, position q
// and velocity qd, what the constraints do. Rates that are held stay so. O(n) for each row and what the factorization
// takes; no allocation.
func (s *Solver) Correct(qdd []float64, t float64, q, qd []float64) {
	copy(s.at, q)
	if len(s.rows) == 0 {
		return
	}
	for _, e := range s.equations {
		e.place(s.model, s.forward, t, q, qd, qdd)
	}
	if !s.began || s.unranked {
		s.rank()
	}
	s.decompose(rounding)
	for r := range s.rows {
		x := &s.rows[r]
		s.x[r] = -x.derivative(x.k, qdd)
	}
	if s.factor.weakest < weak*weak {
		s.calm(t, q, qd, qdd)
	}
	if len(s.gliding) > 0 {
		copy(s.gauge.target, s.x)
	}
	s.respond(s.x, s.factor.weakest < firm*firm)
	switch {
	case len(s.gliding) > 0 && s.Rank() < len(s.rows):
		s.rubShared()
	case len(s.gliding) > 0:
		s.rub()
	}
	copy(s.lambda, s.x)
	s.forward.FromRoot(s.z)
	floats.Add(qdd, s.z)
}

// calm takes from x, which is −A q̈₀ − Ȧ q̇, what is rounding of Ȧ q̇ in the directions of weak rows. Where a row has
// the distance d from the span of others, what rounding leaves of the position is 1/d as much along it, 1/d² of the
// velocity and 1/d³ of the acceleration, which would then pass for motion; but the motion itself has no more of Ȧ q̇
// there than d times an acceleration. So a mechanism passes its singular positions with the velocity that it has.
func (s *Solver) calm(t float64, q, qd, qdd []float64) {
	clear(s.z)
	for _, e := range s.equations {
		e.place(s.model, s.forward, t, q, qd, s.z)
	}
	for r := range s.rows {
		x := &s.rows[r]
		s.rest[r] = -x.derivative(x.k, s.z)
		s.x[r] -= s.rest[r]
	}
	turn, slide := s.fastest(qd)
	s.factor.solveTransposed(s.rest)
	for _, c := range s.factor.order {
		pivot := math.Abs(s.factor.pivot(c))
		if part := pivot / s.scale[c]; part < weak {
			size := float64(turn*s.rows[c].size()) + slide
			if math.Abs(s.rest[c]*pivot) <= noise/part*turn*size {
				s.rest[c] = 0
			}
		}
	}
	s.factor.applyTransposed(s.rest)
	floats.Add(s.x, s.rest)
	for _, e := range s.equations {
		e.place(s.model, s.forward, t, q, qd, qdd)
	}
}

// Forget says that the inertias have changed, so that the next Project does not rely on the old ones.
func (s *Solver) Forget() { s.fresh = false }

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
			pose := side.bodyPose().Compose(&side.link0)
			arm := e.pair.x[i].Sub(pose.P)
			sign := float64(2*i - 1)
			f := spatial.Force{Ang: vec.Scaled(total.Ang.Add(vec.Cross(arm, total.Lin)), sign),
				Lin: vec.Scaled(total.Lin, sign)}
			kernel.AddRotated(&fext[side.link], &pose.R, &f)
		}
	}
}

// total returns the force and the moment on the second link, about its point, in the axes of the pair's frame.
func (e *equation) total(lambda []float64) (f spatial.Force) {
	for k, l := range lambda {
		f.Ang = f.Ang.Add(vec.Scaled(e.rows[k].N, l))
		f.Lin = f.Lin.Add(vec.Scaled(e.rows[k].F, l))
	}
	if e.rubs() {
		f.Lin = f.Lin.Add(vec.Scaled(e.pair.rub, lambda[0]))
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
	s.place(t, q, nil, nil)
	if !s.began || s.unranked {
		s.rank()
	}
	s.decompose(rounding)
	e := make([]float64, n)
	for i := range n {
		clear(e)
		s.forward.AddEffort(e, s.forward.WayOfRate(i), i, 1)
		for r := range s.rows {
			row := &s.rows[r]
			s.x[r] = 0
			for k, v := range row.support {
				s.x[r] += float64(s.w[row.at+k] * e[v])
			}
		}
		s.respond(s.x, true)
		s.forward.FromRoot(s.z)
		for j, x := range s.z {
			dst[j*n+i] -= x
		}
	}
}
