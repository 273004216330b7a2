package stability

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/spatial/mat"

	"kinetree/aba"
	"kinetree/rnea"
	"kinetree/tree"
)

// How the fastest modes are found.
const (
	shapes     = 40   // of a search
	moreShapes = 20   // where the fastest mode is not clear yet
	mostShapes = 160  // of the search for it
	mostKept   = 12   // pairs of modes
	mostStiff  = 4    // shapes of a step that takes damping implicitly
	mostSteps  = 4    // of these
	converged  = 1e-2 // residual of a mode that counts, relative to λ²; the error of λ is less
)

// Fast returns the fastest modes of a robot about position q, velocity qd and effort tau, as [aba.Linearize] takes
// them, without matrices of all rates: O(nv) for each of some dozens of shapes of motion. It is for robots with so
// many rates that [New] takes long; slow modes are not in it. The error says that the robot has no moving joint, that
// the state is not finite or singular, or that no mode was found.
//
// With δq̈ = K δq + D δq̇ it lets the Krylov space of (δq, δq̇) → (δq̇, K δq + D δq̇) grow, both halves of which it
// holds in one basis of shapes that is orthonormal with M, so that K and D become small matrices. Source: Lu, Su and
// Bai, "Stability analysis of the two-level orthogonal Arnoldi procedure", SIAM J. Matrix Anal. Appl. 37, 2016. Modes
// are those of the small matrices whose residual in the large equation is small. What is kept is spanned by them, and
// by the motions that limit the steps h of methods that take damping implicitly: the largest modes of (M + h B)⁻¹ K.
func Fast(m *tree.Model, passive *tree.Passive, q, qd, tau []float64) (*Spectrum, error) {
	if m.NV() == 0 {
		return nil, fmt.Errorf("the robot %s has no moving joint, so it has no modes", m.Name())
	}
	k, err := newKrylov(m, passive, q, qd, tau)
	if err != nil {
		return nil, err
	}
	var list [][]float64
	for goal := shapes; list == nil; goal += moreShapes {
		open := true
		for open && len(k.shapes) < min(goal, m.NV()) {
			if open, err = k.grow(); err != nil {
				return nil, err
			}
		}
		if list, err = k.fastest(); err != nil {
			return nil, err
		}
		if list == nil && (!open || goal >= min(mostShapes, m.NV())) {
			return nil, fmt.Errorf("the fastest modes of the robot %s were not found", m.Name())
		}
	}
	damped, sprung := floats.Norm(k.robot.passive.Damping, 1) > 0, floats.Norm(k.robot.passive.Stiffness, 1) > 0
	for _, springs := range []bool{false, true} {
		if springs && !sprung || !springs && !damped {
			continue
		}
		stiff, err := k.robot.stiffest(springs)
		if err != nil {
			return nil, err
		}
		list = append(list, stiff...)
	}
	kept := &krylov{robot: k.robot}
	for _, x := range list {
		if _, _, err := kept.add(x); err != nil {
			return nil, err
		}
	}
	return kept.spectrum()
}

// krylov is the search. Its vectors have nv numbers.
type krylov struct {
	robot   *nearby
	shapes  [][]float64 // U, orthonormal with M
	momenta [][]float64 // M U
	byPlace [][]float64 // K U
	byRate  [][]float64 // D U
	damped  [][]float64 // M⁻¹ B U
	sprung  [][]float64 // M⁻¹ K_springs U
	states  []pair      // of the Krylov space, orthonormal
	scale   float64     // of positions beside velocities in a state (1/s)
}

// pair is a state of positions and velocities in the shapes.
type pair struct{ q, v []float64 }

// newKrylov returns the search with its first shape and state: a velocity in which all rates have a part.
func newKrylov(m *tree.Model, passive *tree.Passive, q, qd, tau []float64) (*krylov, error) {
	robot, err := newNearby(m, passive, q, qd, tau)
	if err != nil {
		return nil, err
	}
	k := &krylov{robot: robot}
	if _, _, err := k.add(irregular(m.NV())); err != nil {
		return nil, err
	}
	if k.scale = math.Sqrt(math.Abs(floats.Dot(k.momenta[0], k.byPlace[0]))); k.scale == 0 {
		k.scale = 1
	}
	k.states = []pair{{[]float64{0}, []float64{1}}}
	return k, nil
}

// add orthonormalizes a vector with the shapes and makes it one of them, with its products. It returns its parts along
// those before and what remains of it, 0 if it was rounding and is not added.
func (k *krylov) add(x []float64) (parts []float64, rest float64, err error) {
	before := k.robot.size(x)
	parts = make([]float64, len(k.shapes))
	for range 2 { // the second time for what rounding has left
		for i, u := range k.shapes {
			part := floats.Dot(k.momenta[i], x)
			parts[i] += part
			floats.AddScaled(x, -part, u)
		}
	}
	if rest = k.robot.size(x); !floats.Finite(rest) {
		return nil, 0, notFinite()
	}
	if !(rest > 1e-9*before) {
		return parts, 0, nil
	}
	floats.Scale(1/rest, x)
	k.shapes, k.momenta = append(k.shapes, x), append(k.momenta, k.robot.momentum(x))
	for _, product := range []struct {
		of  func(x []float64) ([]float64, error)
		all *[][]float64
	}{{k.robot.byPlace, &k.byPlace}, {k.robot.byRate, &k.byRate}, {k.robot.damped, &k.damped},
		{k.robot.sprung, &k.sprung}} {
		y, err := product.of(x)
		if err != nil {
			return nil, 0, err
		}
		*product.all = append(*product.all, y)
	}
	return parts, rest, nil
}

// grow applies the robot to the last state. It reports whether there is another one.
func (k *krylov) grow() (more bool, err error) {
	last := k.states[len(k.states)-1]
	w := make([]float64, k.robot.model.NV())
	for i := range last.q {
		floats.AddScaled(w, last.q[i], k.byPlace[i])
		floats.AddScaled(w, last.v[i], k.byRate[i])
	}
	parts, rest, err := k.add(w)
	if err != nil {
		return false, err
	}
	next := pair{slices.Clone(last.v), parts}
	if rest > 0 {
		next.v = append(next.v, rest)
	}
	n := len(k.shapes)
	next.q = append(next.q, make([]float64, n-len(next.q))...)
	next.v = append(next.v, make([]float64, n-len(next.v))...)
	before := k.length(next)
	for range 2 {
		for _, s := range k.states {
			part := float64(k.scale*k.scale*floats.Dot(s.q, next.q[:len(s.q)])) + floats.Dot(s.v, next.v[:len(s.v)])
			floats.AddScaled(next.q[:len(s.q)], -part, s.q)
			floats.AddScaled(next.v[:len(s.v)], -part, s.v)
		}
	}
	length := k.length(next)
	if !(length > 1e-9*before) {
		return false, nil // the space is closed
	}
	floats.Scale(1/length, next.q)
	floats.Scale(1/length, next.v)
	k.states = append(k.states, next)
	return true, nil
}

// length returns that of a state.
func (k *krylov) length(s pair) float64 {
	return libm.Hypot(float64(k.scale*floats.Norm(s.q, 2)), floats.Norm(s.v, 2))
}

// products returns the matrix of Mu·y for all shapes and their products y, row by row.
func (k *krylov) products(all [][]float64) []float64 {
	n := len(k.shapes)
	a := make([]float64, n*n)
	for i := range n {
		for j := range n {
			a[i*n+j] = floats.Dot(k.momenta[i], all[j])
		}
	}
	return a
}

// fastest returns the motions of the fastest modes that the shapes show well, real and imaginary parts, or nil if the
// very fastest one is not among them.
func (k *krylov) fastest() (list [][]float64, err error) {
	n := len(k.shapes)
	small := companion(n, k.products(k.byPlace), k.products(k.byRate))
	values, order, err := largest(small)
	if err != nil {
		return nil, err
	}
	pairs := 0
	for _, i := range order {
		lambda := values[i]
		if imag(lambda) < 0 {
			continue
		}
		if pairs++; pairs > mostKept {
			break
		}
		vector, _ := mat.Eigenvectors(small, lambda, i)
		x := vector[:n]
		if lambda == 0 || k.residual(lambda, x) <= converged {
			re, im := parts(k.shapes, x)
			list = append(list, re, im)
		} else if pairs == 1 {
			return nil, nil
		}
	}
	return list, nil
}

// largest returns the eigenvalues of a matrix, and their order by size.
func largest(a *mat.Dense) (values []complex128, order []int, err error) {
	if values, err = eigenvalues(a); err != nil {
		return nil, nil, err
	}
	order = make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(libm.CAbs(values[b]), libm.CAbs(values[a])) })
	return values, order, nil
}

// parts returns the real and the imaginary part of a sum of vectors.
func parts(vectors [][]float64, x []complex128) (re, im []float64) {
	re, im = make([]float64, len(vectors[0])), make([]float64, len(vectors[0]))
	for j, v := range vectors {
		floats.AddScaled(re, real(x[j]), v)
		floats.AddScaled(im, imag(x[j]), v)
	}
	return re, im
}

// residual returns the size of λ² q − λ D q − K q beside that of λ² q, for coordinates x of q in the shapes.
func (k *krylov) residual(lambda complex128, x []complex128) float64 {
	square := libm.CMul(lambda, lambda)
	var rest, size float64
	row := make([]float64, len(x))
	of := func(all [][]float64, i int) complex128 {
		for j := range row {
			row[j] = all[j][i]
		}
		return combined(row, x)
	}
	for i := range k.robot.model.NV() {
		q := libm.CMul(square, of(k.shapes, i))
		r := q - libm.CMul(lambda, of(k.byRate, i)) - of(k.byPlace, i)
		rest += float64(real(r)*real(r)) + float64(imag(r)*imag(r))
		size += float64(real(q)*real(q)) + float64(imag(q)*imag(q))
	}
	return math.Sqrt(rest / size)
}

// spectrum returns the spectrum of what the shapes span.
func (k *krylov) spectrum() (*Spectrum, error) {
	m, n := k.robot.model, len(k.shapes)
	wide := func(columns [][]float64) []float64 {
		b := make([]float64, m.NV()*n)
		for j, x := range columns {
			for i := range x {
				b[i*n+j] = x[i]
			}
		}
		return b
	}
	l := &Spectrum{model: m, n: n, byPosition: k.products(k.byPlace), byVelocity: k.products(k.byRate),
		byDamping: k.products(k.damped), byStiffness: k.products(k.sprung), shapes: wide(k.shapes),
		momenta: wide(k.momenta), damping: k.robot.passive.Damping, of: k.robot.of, angular: m.Angular()}
	return l, l.findModes()
}

// nearby is a robot about a state: products of the matrices of its linearization with vectors, each in O(nv).
type nearby struct {
	model        *tree.Model
	passive      *tree.Passive // all its slices are there
	forward      *aba.Solver
	inverse      *rnea.Solver
	q, qd, tau   []float64
	rest         []float64 // zeros
	gravity      []float64 // efforts at rest
	acceleration []float64
	place        []float64 // of the workspace
	rate, effort []float64
}

func newNearby(m *tree.Model, passive *tree.Passive, q, qd, tau []float64) (*nearby, error) {
	n := m.NV()
	r := &nearby{model: m, passive: &tree.Passive{}, forward: aba.New(m), inverse: rnea.New(m), q: q, qd: qd, tau: tau,
		rest: make([]float64, n), gravity: make([]float64, n), acceleration: make([]float64, n),
		place: make([]float64, m.NQ()), rate: make([]float64, n), effort: make([]float64, n)}
	if passive != nil {
		*r.passive = *passive
	}
	for _, x := range []*[]float64{&r.qd, &r.tau, &r.passive.Damping, &r.passive.Stiffness} {
		if *x == nil {
			*x = r.rest
		}
	}
	m.CheckLengths(q, r.qd, r.tau, r.passive.Damping, r.passive.Stiffness)
	r.inverse.Gravity(r.gravity, q)
	if err := r.accelerate(r.acceleration, 0, r.rest, r.rest); err != nil {
		return nil, err
	}
	if !floats.Finite(r.acceleration...) {
		return nil, notFinite()
	}
	return r, nil
}

// accelerate sets a to the accelerations at the state that is h times a deviation away.
func (r *nearby) accelerate(a []float64, h float64, dq, dv []float64) error {
	r.model.Integrate(r.place, r.q, dq, h)
	for i := range r.rate {
		r.rate[i] = r.qd[i] + float64(h*dv[i])
		r.effort[i] = r.tau[i] - float64(r.passive.Damping[i]*r.rate[i]) - float64(h*r.passive.Stiffness[i]*dq[i])
	}
	return r.forward.ForwardDynamics(a, r.place, r.rate, r.effort, nil)
}

// along returns the derivative of the accelerations along a deviation, by differences of order 4.
func (r *nearby) along(dq, dv []float64) ([]float64, error) {
	size := max(floats.Norm(dq, math.Inf(1)), floats.Norm(dv, math.Inf(1)))
	h := 1e-3 / size
	sum, a := make([]float64, len(dq)), make([]float64, len(dq))
	for _, p := range [...]struct{ at, weight float64 }{{h, 8}, {-h, -8}, {float64(2 * h), -1}, {float64(-2 * h), 1}} {
		if err := r.accelerate(a, p.at, dq, dv); err != nil {
			return nil, err
		}
		floats.AddScaled(sum, p.weight, a)
	}
	floats.Scale(1/(12*h), sum)
	return sum, nil
}

func (r *nearby) byPlace(x []float64) ([]float64, error) { return r.along(x, r.rest) }
func (r *nearby) byRate(x []float64) ([]float64, error)  { return r.along(r.rest, x) }

// damped returns M⁻¹ B x, and sprung M⁻¹ K x with the springs of the joints.
func (r *nearby) damped(x []float64) ([]float64, error) { return r.solved(r.passive.Damping, x) }
func (r *nearby) sprung(x []float64) ([]float64, error) { return r.solved(r.passive.Stiffness, x) }

// solved returns M⁻¹ times the products of two vectors' numbers.
func (r *nearby) solved(b, x []float64) ([]float64, error) {
	y := make([]float64, len(x))
	if floats.Norm(b, 1) == 0 {
		return y, nil
	}
	for i := range r.effort {
		r.effort[i] = r.tau[i] - float64(r.passive.Damping[i]*r.qd[i]) + float64(b[i]*x[i])
	}
	err := r.forward.ForwardDynamics(y, r.q, r.qd, r.effort, nil)
	floats.Sub(y, r.acceleration)
	return y, err
}

// momentum returns M x.
func (r *nearby) momentum(x []float64) []float64 {
	p := make([]float64, len(x))
	r.inverse.InverseDynamics(p, r.q, r.rest, x, nil)
	floats.Sub(p, r.gravity)
	return p
}

// size returns the length of a vector by M.
func (r *nearby) size(x []float64) float64 { return math.Sqrt(max(0, floats.Dot(x, r.momentum(x)))) }

// of returns the inertia and the stiffness that a rate meets while all others are free.
func (r *nearby) of(rate int) (inertia, stiffness float64) {
	unit := make([]float64, len(r.rest))
	unit[rate] = 1
	one := slices.Repeat([]float64{1}, len(unit))
	a, err := r.solved(one, unit)
	k, err2 := r.byPlace(unit)
	if err != nil || err2 != nil {
		return math.NaN(), math.NaN()
	}
	return 1 / a[rate], -k[rate] / a[rate]
}

// stiffest returns the motions that limit the steps of methods that take damping, but not stiffness, at the end of a
// step h: those of the largest modes −μ of (M + h B)⁻¹ K. A step is stable up to about h² μ = 4, from which h comes. Of
// methods that take springs there, too, it is (M + h B + h² K_springs)⁻¹ (K without springs).
func (r *nearby) stiffest(springs bool) (list [][]float64, err error) {
	h := 0.0
	for range mostSteps {
		vectors, mu, err := r.stiff(h, springs)
		if err != nil {
			return nil, err
		}
		list = append(list, vectors...)
		next := 2 / math.Sqrt(mu)
		if math.IsInf(next, 1) || math.Abs(next-h) <= 0.1*next {
			break
		}
		h = next
	}
	return list, nil
}

// stiff returns the motions of the largest modes of one step, by Arnoldi's method, and the size of the largest one.
func (r *nearby) stiff(h float64, springs bool) (list [][]float64, mu float64, err error) {
	n := r.model.NV()
	x := irregular(n)
	floats.Scale(1/floats.Norm(x, 2), x)
	basis := [][]float64{x}
	m := min(shapes, n)
	hessenberg := mat.NewDense(m, m, nil)
	more := make([]float64, n) // h B
	for i, b := range r.passive.Damping {
		more[i] = float64(h * b)
		if springs {
			more[i] += float64(h * h * r.passive.Stiffness[i])
		}
	}
	for j := range m {
		y, err := r.byPlace(basis[j])
		if err != nil {
			return nil, 0, err
		}
		if springs {
			spring, err := r.sprung(basis[j])
			if err != nil {
				return nil, 0, err
			}
			floats.Add(y, spring)
		}
		if y, err = r.inert(more, r.momentum(y)); err != nil {
			return nil, 0, err
		}
		for range 2 {
			for i, b := range basis {
				part := floats.Dot(b, y)
				hessenberg.Set(i, j, hessenberg.At(i, j)+part)
				floats.AddScaled(y, -part, b)
			}
		}
		rest := floats.Norm(y, 2)
		if !floats.Finite(rest) {
			return nil, 0, notFinite()
		}
		if j+1 == m || !(rest > 1e-9*math.Abs(hessenberg.At(j, j))) {
			m = j + 1
			break
		}
		hessenberg.Set(j+1, j, rest)
		floats.Scale(1/rest, y)
		basis = append(basis, y)
	}
	small := mat.NewDense(m, m, nil)
	for i := range m {
		for j := range m {
			small.Set(i, j, hessenberg.At(i, j))
		}
	}
	values, order, err := largest(small)
	if err != nil {
		return nil, 0, err
	}
	for _, i := range order[:min(mostStiff, m)] {
		vector, _ := mat.Eigenvectors(small, values[i], i)
		re, im := parts(basis[:m], vector)
		list = append(list, re, im)
	}
	return list, libm.CAbs(values[order[0]]), nil
}

// inert returns (M + D)⁻¹ p with a diagonal matrix D.
func (r *nearby) inert(more, p []float64) ([]float64, error) {
	y := make([]float64, len(p))
	r.forward.Augment(more)
	defer r.forward.Augment(r.rest)
	for i := range p {
		r.effort[i] = p[i] + r.gravity[i]
	}
	err := r.forward.ForwardDynamics(y, r.q, r.rest, r.effort, nil)
	return y, err
}

// irregular returns a vector of no regular pattern.
func irregular(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = libm.Sin(float64(i*i) + 1)
	}
	return x
}
