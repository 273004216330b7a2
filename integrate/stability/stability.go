// Package stability tells before a run which steps its integrator can take. It linearizes the equation of motion
// about a state,
//
//	δq̇ = δv,   M δv̇ = ∂/∂q (τ − h − B v − K q) δq + ∂/∂v (τ − h − B v) δv,
//
// with the bias effort h, efforts τ that do not depend on the state, and the damping B and stiffness K of the joints;
// finds the modes e^(λt) of this system; and compares what a step of a method does to them with e^(hλ). Positions
// that are poses deviate in axes that do not turn.
//
// It is a look at one state. Farther on the robot has other inertias and other modes; and what is not smooth,
// friction and stops, has no modes at all.
package stability

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/spatial/mat"

	"kinetree/aba"
	"kinetree/tree"
)

// Mode is a motion e^(λt) of the linearized robot, with the rate that has most of its energy.
type Mode struct {
	Lambda    complex128 `json:"-"`         // 1/s
	Rate      int        `json:"-"`         // index in the velocity
	Name      string     `json:"-"`         // of the rate: the joint, with an index if it has several
	Slides    bool       `json:"-"`         // the rate is in m/s, not in rad/s
	Joint     string     `json:"joint"`     // the joint of this rate, "base" for a floating base
	Component int        `json:"component"` // of the joint's rates; 0 if it has one
	Inertia   float64    `json:"inertia"`   // that the rate meets while all others are free (kg m² or kg)
	Damping   float64    `json:"damping"`   // of the rate (N m s/rad or N s/m)
	Stiffness float64    `json:"stiffness"` // of the rate, gravity included (N m/rad or N/m)
}

// Spectrum is what motions a linearized robot makes: its modes, or the fastest of them. It is immutable.
//
// It has the equation of motion in coordinates x, δq = U x: ẍ = ByPosition x + ByVelocity ẋ. With all modes U is 1,
// unless there are constraints, see [NewTangent]; then the rates of x are y, ẋ = Transport x + Moved y and ẏ =
// ByPosition x + ByVelocity y.
type Spectrum struct {
	model                  *tree.Model
	n                      int        // how many coordinates
	byPosition, byVelocity []float64  // n x n; with constraints s x n and s x s for s rates
	byDamping, byStiffness []float64  // M⁻¹ B and M⁻¹ K, which the others include; of the same sizes
	transport, moved       []float64  // n x n and n x s; nil for 0 and 1
	shapes, momenta        []float64  // U, nil for 1, and M U; nv x n
	whole                  bool       // it has all modes, though it has shapes
	motion                 *mat.Dense // of (x, y); nil for [0 1; ByPosition ByVelocity]
	damping                []float64  // of each rate
	of                     func(rate int) (inertia, stiffness float64)
	angular                []bool // of each rate
	modes                  []Mode
	fastest                int       // index in modes
	growths                []float64 // max(0, Re λ) of all modes, the largest first
}

// New returns the modes of a linearized robot. The error says that the robot has no moving joint, or that the state is
// not finite. O(nv³).
func New(robot *aba.Linearization) (*Spectrum, error) {
	if robot.Model.NV() == 0 {
		return nil, fmt.Errorf("the robot %s has no moving joint, so it has no modes", robot.Model.Name())
	}
	n := robot.Model.NV()
	l := &Spectrum{model: robot.Model, n: n, byPosition: robot.ByPosition, byVelocity: robot.ByVelocity,
		byDamping: make([]float64, n*n), byStiffness: make([]float64, n*n), momenta: make([]float64, n*n),
		damping: robot.Damping, angular: robot.Model.Angular()}
	l.of = func(rate int) (inertia, stiffness float64) {
		d := rate*n + rate
		return 1 / robot.ByEffort[d], -robot.ByPosition[d] / robot.ByEffort[d]
	}
	var inverse mat.LU
	inverse.Factorize(mat.NewDense(n, n, slices.Clone(robot.ByEffort)))
	for i := range n {
		l.momenta[i*n+i] = 1
		inverse.SolveVec(mat.NewVecDense(n, l.momenta[i*n:(i+1)*n])) // M is symmetric
		for j := range n {
			l.byDamping[i*n+j] = float64(robot.ByEffort[i*n+j] * robot.Damping[j])
			l.byStiffness[i*n+j] = float64(robot.ByEffort[i*n+j] * robot.Stiffness[j])
		}
	}
	return l, l.findModes()
}

// findModes computes the modes of [0 1; ∂a/∂q ∂a/∂v].
func (l *Spectrum) findModes() error {
	motion := l.motion
	if motion == nil {
		motion = companion(l.n, l.byPosition, l.byVelocity)
	}
	values, rates, err := l.spectrum(motion)
	if err != nil {
		return err
	}
	largest := 0.0
	for i, lambda := range values {
		if size := libm.CAbs(lambda); size > largest {
			largest, l.fastest = size, i
		}
	}
	for i, lambda := range values {
		l.modes = append(l.modes, l.mode(settled(lambda, largest), rates[i]))
		l.growths = append(l.growths, math.Max(0, real(l.modes[i].Lambda)))
	}
	slices.SortFunc(l.growths, func(a, b float64) int { return cmp.Compare(b, a) })
	return nil
}

// companion returns the matrix [0 1; p v] of n x n matrices, row by row.
func companion(n int, p, v []float64) *mat.Dense {
	a := mat.NewDense(2*n, 2*n, nil)
	for i := range n {
		a.Set(i, n+i, 1)
		for j := range n {
			a.Set(n+i, j, p[i*n+j])
			a.Set(n+i, n+j, v[i*n+j])
		}
	}
	return a
}

// settled returns an eigenvalue without what may be rounding. Those that are double, such as the zeros of a rate that
// nothing drives, come out exact to half the digits only.
func settled(lambda complex128, largest float64) complex128 {
	switch size := libm.CAbs(lambda); {
	case size <= 1e-7*largest:
		return 0
	case math.Abs(real(lambda)) <= float64(1e-9*size)+float64(1e-14*largest):
		return complex(0, imag(lambda))
	}
	return lambda
}

// mode describes a mode in which a rate takes part most.
func (l *Spectrum) mode(lambda complex128, rate int) Mode {
	inertia, stiffness := l.of(rate)
	m := Mode{Lambda: lambda, Rate: rate, Name: rateName(l.model, rate), Slides: !l.angular[rate], Joint: "base",
		Component: rate, Inertia: inertia, Damping: l.damping[rate], Stiffness: stiffness}
	for _, j := range l.model.Joints() {
		if j.Leader < 0 && j.V <= rate && rate < j.V+j.NV {
			m.Joint, m.Component = j.Name, rate-j.V
		}
	}
	return m
}

// Model returns the robot.
func (l *Spectrum) Model() *tree.Model { return l.model }

// Whole reports whether these are all modes, and not the fastest only.
func (l *Spectrum) Whole() bool { return l.whole || l.shapes == nil }

// rates returns the number of rates of the coordinates.
func (l *Spectrum) rates() int {
	if l.moved == nil {
		return l.n
	}
	return len(l.moved) / l.n
}

// Modes returns all modes, 2 nv of them without constraints, or the fastest: conjugate ones both. The slice must not be
// changed.
func (l *Spectrum) Modes() []Mode { return l.modes }

// Fastest returns the mode of the largest |λ|.
func (l *Spectrum) Fastest() Mode { return l.modes[l.fastest] }

// spectrum returns the eigenvalues of a matrix of 2 n rows, coordinates before their rates, and for each the rate that
// has most of the energy of its motion: the largest of the products q_i (M q)_i of the eigenvector's positions, the
// shares of the kinetic energy, for the velocities are λ q. These do not depend on units.
func (l *Spectrum) spectrum(a *mat.Dense) (values []complex128, rates []int, err error) {
	if values, err = eigenvalues(a); err != nil {
		return nil, nil, err
	}
	rates = make([]int, len(values))
	for k, lambda := range values {
		if k > 0 && imag(lambda) != 0 && lambda == complex(real(values[k-1]), -imag(values[k-1])) {
			rates[k] = rates[k-1] // the same motion
			continue
		}
		vector, _ := mat.Eigenvectors(a, lambda, k)
		q := vector[:l.n]
		if !slices.ContainsFunc(q, func(x complex128) bool { return x != 0 }) {
			q = l.placed(vector[l.n:]) // the velocities, where a step takes the positions to 0
		}
		rates[k] = l.busiest(q)
	}
	return values, rates, nil
}

// placed returns the rates of coordinates for velocities.
func (l *Spectrum) placed(y []complex128) []complex128 {
	if l.moved == nil {
		return y
	}
	s := l.rates()
	x := make([]complex128, l.n)
	for i := range x {
		x[i] = combined(l.moved[i*s:i*s+s], y)
	}
	return x
}

// busiest returns the rate with the largest share of the energy of a motion in coordinates; of equal ones the first.
func (l *Spectrum) busiest(x []complex128) (rate int) {
	most := -1.0
	for i := range l.angular {
		row := i * l.n
		q, p := x[i%l.n], combined(l.momenta[row:row+l.n], x)
		if l.shapes != nil {
			q = combined(l.shapes[row:row+l.n], x)
		}
		if part := math.Abs(float64(real(q)*real(p)) + float64(imag(q)*imag(p))); part > most*(1+1e-9) {
			most, rate = part, i
		}
	}
	return rate
}

// combined returns the sum of the products of real and complex numbers.
func combined(a []float64, x []complex128) complex128 {
	var re, im float64
	for j, c := range x {
		re += float64(a[j] * real(c))
		im += float64(a[j] * imag(c))
	}
	return complex(re, im)
}

// eigenvalues returns the eigenvalues of a matrix.
func eigenvalues(a *mat.Dense) ([]complex128, error) {
	if !floats.Finite(a.Data()...) {
		return nil, notFinite()
	}
	values, ok := mat.Eigenvalues(a)
	if !ok {
		return nil, errors.New("the eigenvalues of the linearized equation of motion were not found; expected a " +
			"position, velocity and efforts of usual size")
	}
	return values, nil
}

func notFinite() error {
	return errors.New("the derivatives of the equation of motion are not finite; expected a position, velocity and " +
		"efforts of usual size")
}
