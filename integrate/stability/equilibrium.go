package stability

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/aba"
	"kinetree/dynamics/constraint"
	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/spatial"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// Equilibria of a robot under constant efforts and wrenches, with springs and constraints: positions q with
//
//	a(q) = 0,   a = M⁻¹ (τ − g(q) + Jᵀ f − K (q − q_rest) + Aᵀ λ)   at rest, the constraints met.
//
// Newton's method looks for them from many starts: with the columns of N, an orthonormal basis of the velocities that
// the constraints allow, and q(y) the position N y from q, taken back to the constraints, it solves Nᵀ a(q(y)) = 0.
// Small motions about an equilibrium obey ÿ = Nᵀ ∂a/∂y y − Nᵀ M⁻¹ B N ẏ, whose eigenvalues tell whether it is stable.

// Loads are what acts on the robot besides its weight.
type Loads struct {
	Passive  *tree.Passive // dampers and springs; nil for none
	Effort   []float64     // of each rate (N m, N); nil for none
	Wrenches []LinkLoad
	Elements []LinkElement
}

// LinkElement puts wrenches on the links of a robot, which do not depend on time; a sim.ForceElement is one.
type LinkElement interface {
	AddWrenches(wrenches []spatial.Force, t float64, q, qd []float64, kin *tree.Kinematics) error
}

// LinkLoad is a force and a moment on a link, at its origin, constant in the world's axes or in the link's (N, N m).
type LinkLoad struct {
	Link          int // index in Model.Links
	Force, Moment mgl64.Vec3
	InLink        bool // the axes are the link's
}

// Equilibrium is a position in which the robot stays at rest, and the modes e^(λt) of small motions about it.
type Equilibrium struct {
	Position    []float64
	Stable      bool         // no mode grows, and none stays where it is put
	Eigenvalues []complex128 // 1/s
}

// How the search goes.
const (
	starts     = 200   // random ones, besides the given one
	iterations = 60    // of Newton's method from each
	accuracy   = 1e-11 // of accelerations at rest, relative to those found at the starts
	apart      = 1e-6  // between equilibria that differ (rad, m)
)

// statics is the workspace of the search.
type statics struct {
	model   *tree.Model
	loads   Loads
	forward *aba.Solver
	closed  *constraint.Solver // nil without constraints
	kin     *tree.Kinematics
	rest    []float64
	tau     []float64
	fext    []spatial.Force
}

// Equilibria returns the equilibria that Newton's method finds from a start and from random positions, which are always
// the same, in the order of their positions. Positions of joints without limits are within half a turn; those beyond
// limits do not count. A coordinate that nothing depends on keeps its value at the start, and of a family of
// equilibria one counts. The error is that of the
// constraints, or a *tree.SingularError.
func Equilibria(m *tree.Model, start []float64, loads Loads, constraints []constraint.Constraint) ([]Equilibrium,
	error) {
	s := &statics{model: m, loads: loads, forward: aba.New(m), kin: tree.NewKinematics(m),
		rest: make([]float64, m.NV()), tau: make([]float64, m.NV()), fext: make([]spatial.Force, len(m.Links()))}
	if s.loads.Passive == nil {
		s.loads.Passive = &tree.Passive{}
	}
	if constraints != nil {
		var err error
		if s.closed, err = constraint.New(m, constraints, s.forward); err != nil {
			return nil, err
		}
	}
	rng := rand.New(rand.NewPCG(1, 0))
	free, err := s.matters(start, rng)
	if err != nil {
		return nil, err
	}
	var found []Equilibrium
	q := make([]float64, m.NQ())
	for k := range starts + 1 {
		copy(q, start)
		if k > 0 {
			m.Random(q, rng)
			for i, depends := range free {
				if !depends {
					q[i] = start[i]
				}
			}
		}
		e, ok, err := s.search(q)
		if err == nil && !ok && k == 0 {
			copy(q, start)
			e, ok, err = s.sink(q)
		}
		if err != nil {
			return nil, err
		}
		if ok && s.within(e.Position) && !slices.ContainsFunc(found, func(other Equilibrium) bool {
			return s.same(other.Position, e.Position)
		}) {
			found = append(found, *e)
		}
	}
	slices.SortFunc(found, func(a, b Equilibrium) int {
		return slices.CompareFunc(a.Position, b.Position, func(x, y float64) int {
			if math.Abs(x-y) <= apart {
				return 0
			}
			return cmp.Compare(x, y)
		})
	})
	return found, nil
}

// acceleration sets a to the accelerations at rest in a position, which meets the constraints.
func (s *statics) acceleration(a, q []float64) error { return s.moving(a, q, s.rest) }

// moving sets a to the accelerations at a velocity, without the dampers of joints.
func (s *statics) moving(a, q, qd []float64) error {
	copy(s.tau, s.rest)
	if s.loads.Effort != nil {
		copy(s.tau, s.loads.Effort)
	}
	s.loads.Passive.AddSpringEffort(s.tau, q)
	clear(s.fext)
	s.kin.UpdateVelocity(q, qd)
	for _, w := range s.loads.Wrenches {
		load := spatial.Force{Ang: w.Moment, Lin: w.Force}
		if w.InLink {
			s.fext[w.Link].Add(&load)
			continue
		}
		s.kin.AddWrench(&s.fext[w.Link], w.Link, &load)
	}
	for _, e := range s.loads.Elements {
		if err := e.AddWrenches(s.fext, 0, q, qd, s.kin); err != nil {
			return err
		}
	}
	if err := s.forward.ForwardDynamics(a, q, qd, s.tau, s.fext); err != nil {
		return err
	}
	if s.closed != nil {
		s.closed.Correct(a, 0, q, qd)
	}
	return nil
}

// elementDamping adds to D what the dampers of force elements, linear in velocities, do along each column of N: half
// the difference of the accelerations at a velocity and against it, in which what is quadratic cancels.
func (s *statics) elementDamping(D *mat.Dense, q []float64, N *mat.Dense) error {
	if len(s.loads.Elements) == 0 {
		return nil
	}
	n, d := N.Dims()
	v, a, b := make([]float64, n), make([]float64, n), make([]float64, n)
	for k := range d {
		for i := range v {
			v[i] = N.At(i, k)
		}
		if err := s.moving(a, q, v); err != nil {
			return err
		}
		floats.Scale(-1, v)
		if err := s.moving(b, q, v); err != nil {
			return err
		}
		for i := range v {
			D.Set(i, k, D.At(i, k)+float64(0.5*(a[i]-b[i])))
		}
	}
	return nil
}

// matters tells for each coordinate whether accelerations depend on it. Those of poses and of robots with constraints
// all count.
func (s *statics) matters(start []float64, rng *rand.Rand) ([]bool, error) {
	m := s.model
	depends := make([]bool, m.NQ())
	if s.closed != nil {
		for i := range depends {
			depends[i] = true
		}
		return depends, nil
	}
	q, a, b := slices.Clone(start), make([]float64, m.NV()), make([]float64, m.NV())
	for range 3 {
		m.Random(q, rng)
		if err := s.acceleration(a, q); err != nil {
			return nil, err
		}
		scale := 1 + floats.Norm(a, math.Inf(1))
		for i := range depends {
			depends[i] = depends[i] || m.NQ() != m.NV()
			if depends[i] {
				continue
			}
			old := q[i]
			q[i] += 0.7
			err := s.acceleration(b, q)
			q[i] = old
			if err != nil {
				return nil, err
			}
			floats.Sub(b, a)
			depends[i] = floats.Norm(b, math.Inf(1)) > 1e-9*scale
		}
	}
	return depends, nil
}

// basis returns an orthonormal basis of the velocities that the constraints allow at a position, as columns, and the
// inverse of the mass matrix with them.
func (s *statics) basis(q []float64) (N, inverse *mat.Dense, err error) {
	n := s.model.NV()
	x := make([]float64, n*n)
	if err := s.forward.InverseMassMatrix(x, q); err != nil {
		return nil, nil, err
	}
	if s.closed == nil {
		N = mat.NewDense(n, n, nil)
		for i := range n {
			N.Set(i, i, 1)
		}
		return N, mat.NewDense(n, n, x), nil
	}
	s.closed.InverseMassMatrix(x, 0, q)
	inverse = mat.NewDense(n, n, x)
	free := s.closed.Mobility()
	sym := mat.NewSymDense(n, nil)
	for i := range n {
		for k := range i + 1 {
			sym.SetSym(i, k, (x[i*n+k]+x[k*n+i])/2)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sym) || free == 0 {
		return nil, inverse, nil
	}
	N = mat.NewDense(n, free, nil)
	for k := range free { // those of the largest values, which are not 0
		N.SetCol(k, eigen.Vector(n-free+k))
	}
	return N, inverse, nil
}

// at sets q to the position N y from q0, taken back to the constraints.
func (s *statics) at(q, q0 []float64, N *mat.Dense, y []float64) error {
	step := mat.NewVecDense(s.model.NV(), nil)
	step.MulVec(N, mat.NewVecDense(len(y), y))
	s.model.Integrate(q, q0, step.Data(), 1)
	if s.closed == nil {
		return nil
	}
	still := make([]float64, s.model.NV())
	return s.closed.Project(0, q, still)
}

// reduced sets f to Nᵀ a at the position N y from q0.
func (s *statics) reduced(f, q0 []float64, N *mat.Dense, y []float64) error {
	q, a := make([]float64, s.model.NQ()), make([]float64, s.model.NV())
	err := s.at(q, q0, N, y)
	if err == nil {
		err = s.acceleration(a, q)
	}
	if err != nil {
		return err
	}
	mat.NewVecDense(len(f), f).MulVec(N.T(), mat.NewVecDense(len(a), a))
	return nil
}

// slopes returns ∂(Nᵀ a)/∂y at y = 0, by differences of order 4.
func (s *statics) slopes(q []float64, N *mat.Dense, h float64) (*mat.Dense, error) {
	_, d := N.Dims()
	J := mat.NewDense(d, d, nil)
	y, f := make([]float64, d), make([]float64, d)
	for k := range d {
		twice := float64(2 * h)
		for _, p := range [...]struct{ at, weight float64 }{{h, 8}, {-h, -8}, {twice, -1}, {-twice, 1}} {
			y[k] = p.at
			if err := s.reduced(f, q, N, y); err != nil {
				return nil, err
			}
			for i, x := range f {
				J.Set(i, k, J.At(i, k)+float64(p.weight*x)/(12*h))
			}
		}
		y[k] = 0
	}
	return J, nil
}

// search looks for an equilibrium from a start, which it changes. ok is false if it finds none.
func (s *statics) search(q []float64) (e *Equilibrium, ok bool, err error) {
	if s.closed != nil {
		if s.closed.Assemble(0, q) != nil || s.closed.Choose(0, q) != nil {
			return nil, false, nil // from this start
		}
	}
	scale := 0.0
	for range iterations {
		N, inverse, err := s.basis(q)
		if err != nil {
			return nil, false, err
		}
		if N == nil {
			return &Equilibrium{Position: s.normal(q), Stable: true}, true, nil // it cannot move
		}
		_, d := N.Dims()
		f, zero := make([]float64, d), make([]float64, d)
		if err := s.reduced(f, q, N, zero); err != nil {
			return nil, false, s.fatal(err)
		}
		size := floats.Norm(f, math.Inf(1))
		scale = max(scale, size)
		if size <= accuracy*max(1, scale) {
			return s.judge(q, N, inverse)
		}
		J, err := s.slopes(q, N, 1e-3)
		if err != nil {
			return nil, false, s.fatal(err)
		}
		var svd mat.SVD
		if !svd.Factorize(J) || svd.Rank(1e-9) == 0 {
			return nil, false, nil
		}
		y := mat.NewVecDense(d, nil)
		svd.SolveVecTo(y, mat.NewVecDense(d, f), svd.Rank(1e-9))
		step, better := y.Data(), false
		if long := floats.Norm(step, math.Inf(1)); long > 1 {
			floats.Scale(1/long, step)
		}
		next := make([]float64, d)
		for length := 1.0; length > 1e-4 && !better; length /= 2 {
			trial := make([]float64, d)
			floats.AddScaled(trial, -length, step)
			if s.reduced(next, q, N, trial) == nil && floats.Norm(next, 2) < floats.Norm(f, 2) {
				better = true
				if s.at(q, slices.Clone(q), N, trial) != nil {
					return nil, false, nil
				}
			}
		}
		if !better {
			if size <= 1e-8*max(1, scale) { // as near as rounding lets it come
				return s.judge(q, N, inverse)
			}
			return nil, false, nil
		}
	}
	return nil, false, nil
}

// sink looks for an equilibrium from a start, which it changes, where Newton's method has found none: as a robot in
// honey it goes on with ẏ = Nᵀ a(q(y)), by the linearly implicit method of Euler, in steps δ that grow as long as no
// coordinate moves far in one. So it ends in the equilibrium, a stable one, into which the robot would sink. The last
// steps are Newton's. Source: Kelley and Keyes, "Convergence analysis of pseudo-transient continuation", SIAM J. Numer.
// Anal. 35, 1998.
func (s *statics) sink(q []float64) (e *Equilibrium, ok bool, err error) {
	if s.closed != nil {
		if err := s.closed.Assemble(0, q); err != nil {
			return nil, false, err // where constraints contradict each other, too
		}
		if err := s.closed.Choose(0, q); err != nil {
			return nil, false, err
		}
	}
	const far, most = 0.2, 300 // rad or m; steps
	scale, delta := 0.0, 0.0
	for range most {
		N, inverse, err := s.basis(q)
		if err != nil || N == nil {
			return nil, false, err
		}
		_, d := N.Dims()
		f := make([]float64, d)
		if err := s.reduced(f, q, N, make([]float64, d)); err != nil {
			return nil, false, s.fatal(err)
		}
		size := floats.Norm(f, math.Inf(1))
		if scale = max(scale, size); size <= accuracy*max(1, scale) {
			return s.judge(q, N, inverse)
		}
		J, err := s.slopes(q, N, 1e-3)
		if err != nil {
			return nil, false, s.fatal(err)
		}
		if delta == 0 {
			delta = 1 / mat.Norm(J)
		}
		var idle *mat.Dense // directions that no acceleration depends on
		var slopes mat.SVD
		if !slopes.Factorize(J) || slopes.Rank(1e-9) == 0 {
			return nil, false, nil
		}
		if rank := slopes.Rank(1e-9); rank < d {
			var v mat.Dense
			slopes.VTo(&v)
			idle = mat.DenseCopyOf(v.Slice(0, d, rank, d))
		}
		for {
			A := mat.NewDense(d, d, nil)
			for i := range d {
				for k := range d {
					A.Set(i, k, -J.At(i, k))
				}
				A.Set(i, i, A.At(i, i)+float64(1/delta))
			}
			var svd mat.SVD
			if !svd.Factorize(A) || svd.Rank(1e-9) == 0 {
				return nil, false, nil
			}
			y := mat.NewVecDense(d, nil)
			svd.SolveVecTo(y, mat.NewVecDense(d, f), svd.Rank(1e-9))
			if idle != nil { // along families it stays where it is
				_, free := idle.Dims()
				parts := mat.NewVecDense(free, nil)
				parts.MulVec(idle.T(), y)
				back := mat.NewVecDense(d, nil)
				back.MulVec(idle, parts)
				floats.Sub(y.Data(), back.Data())
			}
			if floats.Norm(y.Data(), math.Inf(1)) > far {
				delta /= 4
				continue
			}
			if s.at(q, slices.Clone(q), N, y.Data()) != nil {
				return nil, false, nil
			}
			delta *= 3
			break
		}
	}
	return nil, false, nil
}

// fatal returns an error that ends the search, and nil for one of a position from which the constraints cannot be met.
func (s *statics) fatal(err error) error {
	if s.closed != nil {
		return nil
	}
	return err
}

// judge returns the equilibrium at a position with its modes.
func (s *statics) judge(q []float64, N, inverse *mat.Dense) (*Equilibrium, bool, error) {
	K, err := s.slopes(q, N, 1e-3)
	if err != nil {
		return nil, false, s.fatal(err)
	}
	n, d := N.Dims()
	var D mat.Dense
	damping := mat.NewDense(n, d, nil)
	for i, b := range s.loads.Passive.Damping {
		for k := range d {
			damping.Set(i, k, float64(-b*N.At(i, k)))
		}
	}
	if s.loads.Passive.Couples() {
		var product mat.Dense
		couplings := mat.NewDense(n, n, nil)
		s.loads.Passive.AddCouplings(make([]float64, n*n), couplings.Data(), n)
		product.Mul(couplings, N)
		damping.Sub(damping, &product)
	}
	D.Mul(inverse, damping)
	if err := s.elementDamping(&D, q, N); err != nil {
		return nil, false, err
	}
	var reduced mat.Dense
	reduced.Mul(N.T(), &D)
	a := mat.NewDense(2*d, 2*d, nil)
	for i := range d {
		a.Set(i, d+i, 1)
		for k := range d {
			a.Set(d+i, k, K.At(i, k))
			a.Set(d+i, d+k, reduced.At(i, k))
		}
	}
	values, err := eigenvalues(a)
	if err != nil {
		return nil, false, err
	}
	e := &Equilibrium{Position: s.normal(q), Stable: true, Eigenvalues: values}
	largest := 0.0
	for _, x := range e.Eigenvalues {
		largest = max(largest, libm.CAbs(x))
	}
	for i, x := range e.Eigenvalues {
		x = settledBy(x, largest)
		e.Eigenvalues[i] = x
		e.Stable = e.Stable && x != 0 && real(x) <= 0
	}
	slices.SortFunc(e.Eigenvalues, func(x, y complex128) int {
		return cmp.Or(cmp.Compare(real(y), real(x)), cmp.Compare(imag(y), imag(x)))
	})
	return e, true, nil
}

// settledBy returns an eigenvalue without what may be rounding of the differences that it comes from.
func settledBy(x complex128, largest float64) complex128 {
	switch size := libm.CAbs(x); {
	case size <= 1e-5*largest:
		return 0
	case math.Abs(real(x)) <= 1e-8*largest:
		return complex(0, imag(x))
	case math.Abs(imag(x)) <= 1e-8*largest:
		return complex(real(x), 0)
	}
	return x
}

// normal returns a position with the angles of joints within half a turn, as far as their limits let them be.
func (s *statics) normal(q []float64) []float64 {
	p := slices.Clone(q)
	for _, j := range s.model.Joints() {
		if j.Leader >= 0 || j.NQ != 1 || !s.wraps(j.V) {
			continue
		}
		turned := p[j.Q] - float64(2*math.Pi*math.Round(p[j.Q]/(2*math.Pi)))
		if turned+math.Pi < apart {
			turned += 2 * math.Pi
		}
		if turned >= j.Lower && turned <= j.Upper {
			p[j.Q] = turned
		}
	}
	return p
}

// wraps reports whether a whole turn of a rate makes no difference: neither a spring nor a constraint counts turns.
func (s *statics) wraps(rate int) bool {
	return (s.closed == nil || !s.closed.CountsTurns(rate)) && s.model.NQ() == s.model.NV() &&
		s.model.Angular()[rate] && (s.loads.Passive.Stiffness == nil || s.loads.Passive.Stiffness[rate] == 0)
}

// within reports whether a position is within the limits of all joints.
func (s *statics) within(q []float64) bool {
	for _, b := range s.model.Bounds() {
		if q[b.Q] < b.Lower-apart || q[b.Q] > b.Upper+apart {
			return false
		}
	}
	return true
}

// same reports whether two equilibria are one, or of a family that has all that lies between them, too.
func (s *statics) same(p, q []float64) bool {
	d, a := make([]float64, s.model.NV()), make([]float64, s.model.NV())
	s.model.Difference(d, p, q)
	for i := range d {
		if s.wraps(i) {
			d[i] -= float64(2 * math.Pi * math.Round(d[i]/(2*math.Pi)))
		}
	}
	if floats.Norm(d, math.Inf(1)) <= apart {
		return true
	}
	between := make([]float64, s.model.NQ())
	for _, part := range [...]float64{0.2, 0.5, 0.7} {
		s.model.Integrate(between, p, d, part)
		if s.closed != nil && s.closed.Project(0, between, make([]float64, len(d))) != nil ||
			s.acceleration(a, between) != nil || floats.Norm(a, math.Inf(1)) > 1e-8 {
			return false
		}
	}
	return true
}
