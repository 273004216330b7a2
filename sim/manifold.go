package sim

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"kinetree/dynamics/constraint"
	"kinetree/spatial/mat"
)

// Reduced is a robot with constraints near a state, in independent coordinates:
//
//	ẋ = A x + B δτ,   x = (ξ, η),   δq = Places ξ,   δq̇ = Rates η + ...
//
// The columns of Places span the deviations of the position that the constraints allow, and the columns of Rates those
// of the velocity. Constraints on velocities alone, such as wheels, allow more positions than velocities. The deviation
// of the velocity has a part with ξ unless the robot is at rest.
type Reduced struct {
	Constraints   constraint.RowCount
	Places, Rates *mat.Dense // nv x p, nv x s, with orthonormal columns
	A             *mat.Dense // (p + s) x (p + s)
	B             *mat.Dense // (p + s) x nv

	spins []spinning
}

// Linearize linearizes a robot with constraints about its current state and the constant efforts tau (NV numbers); nil
// stands for the efforts of the controller. The linearization has dampers, springs, force elements and wrenches, but no
// friction of joints and no end stops; contacts that touch have their stiffness and damping, and those that are rigid
// are constraints. In steady motion, such as a wheel's, the linearization is about the motion, and its
// coefficients do not depend on time (steady.go). The derivatives are differences of order 6 between states that meet
// the constraints, exact to some 1e-11. The state of the world is not changed.
func (w *World) Linearize(tau []float64) (*Reduced, error) {
	h := 0x1p-10 // of the deviations
	if w.contacts != nil {
		h = 0x1p-16 // less than contacts penetrate as a rule
	}
	if w.bound == nil {
		return nil, errors.New("the robot has no constraints; expected some, or aba.Linearize")
	}
	n, s := w.NV(), w.state
	if tau == nil {
		if err := w.Effort(w.drive.effort, s.T, s.Q, s.Qd); err != nil {
			return nil, err
		}
		tau = slices.Clone(w.drive.layout.Generalized(w.drive.effort))
	}
	modes := w.modes
	w.modes, w.stale = nil, true
	defer func() { w.modes, w.stale = modes, true }()
	rows, holonomic := w.bound.constraints.Matrix(s.T, s.Q)
	var places []float64
	for r, h := range holonomic {
		if h {
			places = append(places, rows[r*n:r*n+n]...)
		}
	}
	x := &Reduced{Constraints: w.bound.constraints.Count(), Places: mat.NullSpace(places, n),
		Rates: mat.NullSpace(rows, n), spins: w.reporter.spins()}
	p, v := columns(x.Places), columns(x.Rates)
	x.A, x.B = mat.NewDense(max(p+v, 1), max(p+v, 1), nil), mat.NewDense(max(p+v, 1), n, nil)
	at, out := make([]float64, p+v), make([]float64, p+v)
	for j := range p + v {
		sum := make([]float64, p+v)
		for _, c := range [...]struct{ step, weight float64 }{{-3, -1.0 / 60}, {-2, 3.0 / 20}, {-1, -3.0 / 4},
			{1, 3.0 / 4}, {2, -3.0 / 20}, {3, 1.0 / 60}} {
			clear(at)
			at[j] = float64(c.step * h)
			if err := w.reducedRate(out, x, at, tau); err != nil {
				return nil, err
			}
			for i := range sum {
				sum[i] += float64(c.weight / h * out[i])
			}
		}
		x.A.SetCol(j, sum)
	}
	inverse := make([]float64, n*n)
	if err := w.plant.inverseMassMatrix(inverse); err != nil {
		return nil, err
	}
	if v > 0 {
		var b mat.Dense
		b.Mul(x.Rates.T(), mat.NewDense(n, n, inverse))
		for i := range v {
			copy(x.B.RawRowView(p+i), b.RawRowView(i))
		}
	}
	return x, nil
}

// Touching reports whether contacts act in the current state, so that Linearize is to be asked and not the tree alone.
func (x *contacts) Touching() bool {
	for i := 0; x != nil && i < len(x.all); i++ {
		if x.all[i].mode != apart {
			return true
		}
	}
	return false
}

// Yielding reports whether compliant contacts push in the current state.
func (x *contacts) Yielding() bool {
	for i := 0; x != nil && i < len(x.all); i++ {
		if x.all[i].pressed() {
			return true
		}
	}
	return false
}

// reducedRate sets dst to the derivative in time of x at a deviation x.
func (w *World) reducedRate(dst []float64, r *Reduced, x, tau []float64) error {
	n, p := w.NV(), columns(r.Places)
	q, qd, step, qdd := make([]float64, w.NQ()), slices.Clone(w.state.Qd), make([]float64, n), make([]float64, n)
	combine(step, r.Places, x[:p])
	w.config.Model.Integrate(q, w.state.Q, step, 1)
	t, rest, missing := w.state.T, slices.Clone(x[p:]), make([]float64, n)
	for range 8 { // what projection takes from η is given back; each time that is less by the size of the deviation
		combine(step, r.Rates, rest)
		for i := range qd {
			qd[i] += step[i]
		}
		w.bound.constraints.Forget() // so that the projection is a function of the deviation alone
		if err := w.Project(t, q, qd); err != nil {
			return err
		}
		for i := range missing {
			missing[i] = w.state.Qd[i] - qd[i]
		}
		project(rest, r.Rates, missing)
		for i := range rest {
			rest[i] += x[p+i]
		}
	}
	// the derivative of the coordinates of a position, which are those of Model.Difference from the motion of the state
	drift := make([]float64, n)
	w.config.Model.Difference(step, w.state.Q, q)
	w.reporter.deviationRate(drift, step, qd, w.state.Qd)
	total := slices.Clone(tau)
	w.mechanism.Passive.AddEffort(total, q, qd)
	w.plant.hold()
	if err := w.plant.solve(qdd, t, q, qd, total); err != nil {
		return err
	}
	addTurned(drift, step, r.spins)
	for i := range step {
		step[i] = -missing[i]
	}
	addTurned(qdd, step, r.spins)
	project(dst[:p], r.Places, drift)
	project(dst[p:], r.Rates, qdd)
	return nil
}

// columns returns the number of columns of a matrix, which may be nil.
func columns(a *mat.Dense) int {
	if a == nil {
		return 0
	}
	_, c := a.Dims()
	return c
}

// combine sets dst to a x.
func combine(dst []float64, a *mat.Dense, x []float64) {
	clear(dst)
	for j, y := range x {
		for i := range dst {
			dst[i] += float64(a.At(i, j) * y)
		}
	}
}

// project sets dst to aᵀ y.
func project(dst []float64, a *mat.Dense, y []float64) {
	for j := range dst {
		sum := 0.0
		for i, v := range y {
			sum += float64(a.At(i, j) * v)
		}
		dst[j] = sum
	}
}

// Poles returns the eigenvalues λ of A (1/s), the slowest decay first. Eigenvalues within rounding of 0 are 0. Zeros
// are split off first: those of coordinates that nothing depends on, then those of their rates, because with these
// zeros the other eigenvalues would be exact to half the digits only.
func (r *Reduced) Poles() ([]complex128, error) {
	size := mat.Norm(r.A)
	rest, zeros := withoutKernel(r.A, float64(1e-9*size))
	values := make([]complex128, zeros)
	if rest != nil {
		others, ok := mat.Eigenvalues(rest)
		if !ok {
			return nil, errors.New("the eigenvalues of the linearized robot were not found; expected a state of " +
				"usual size")
		}
		for _, x := range others {
			if imag(x) != 0 && math.Abs(real(x)) <= 1e-8*size {
				x = complex(0, imag(x))
			}
			values = append(values, x)
		}
	}
	slices.SortFunc(values, func(a, b complex128) int {
		return cmp.Or(cmp.Compare(real(b), real(a)), cmp.Compare(imag(b), imag(a)))
	})
	return values, nil
}

// withoutKernel splits eigenvalues of 0 off a matrix A. The orthonormal basis N spans the vectors that A maps to next
// to nothing, and P spans the rest,
//
//	[N P]ᵀ A [N P] = [0 NᵀAP; 0 PᵀAP],
//
// and so on with PᵀAP until the kernel is empty. withoutKernel returns the remaining matrix, nil if none remains, and
// the number of zeros. Source: the staircase form of Kublanovskaya; Golub and Wilkinson, "Ill-conditioned eigensystems
// and the computation of the Jordan canonical form", SIAM Review 18, 1976.
func withoutKernel(a *mat.Dense, part float64) (rest *mat.Dense, zeros int) {
	for {
		n := columns(a)
		var svd mat.SVD
		if n == 0 || !svd.Factorize(a) {
			return a, zeros
		}
		rank := 0
		for _, sigma := range svd.Values() {
			if sigma > part {
				rank++
			}
		}
		zeros += n - rank
		switch rank {
		case n:
			return a, zeros
		case 0:
			return nil, zeros
		}
		var v mat.Dense
		svd.VTo(&v)
		P := mat.DenseCopyOf(v.Slice(0, n, 0, rank))
		var image, next mat.Dense
		image.Mul(a, P)
		next.Mul(P.T(), &image)
		a = mat.DenseCopyOf(&next)
	}
}
