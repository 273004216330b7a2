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

// Spectrum is what motions a linearized robot makes: its modes. It is immutable.
type Spectrum struct {
	robot   *aba.Linearization
	mass    []float64 // M, row by row
	angular []bool    // of each rate
	modes   []Mode
	fastest int       // index in modes
	growths []float64 // max(0, Re λ) of all modes, the largest first
}

// New returns the modes of a linearized robot. The error says that the robot has no moving joint, or that the state is
// not finite. O(nv³).
func New(robot *aba.Linearization) (*Spectrum, error) {
	if robot.Model.NV() == 0 {
		return nil, fmt.Errorf("the robot %s has no moving joint, so it has no modes", robot.Model.Name())
	}
	n := robot.Model.NV()
	l := &Spectrum{robot: robot, angular: robot.Model.Angular(), mass: make([]float64, n*n)}
	var inverse mat.LU
	inverse.Factorize(mat.NewDense(n, n, slices.Clone(robot.ByEffort)))
	for i := range n {
		l.mass[i*n+i] = 1
		inverse.SolveVec(mat.NewVecDense(n, l.mass[i*n:(i+1)*n])) // M is symmetric
	}
	return l, l.findModes()
}

// findModes computes the modes of [0 1; ∂a/∂q ∂a/∂v].
func (l *Spectrum) findModes() error {
	n := l.robot.Model.NV()
	a := mat.NewDense(2*n, 2*n, nil)
	for i := range n {
		a.Set(i, n+i, 1)
		for j := range n {
			a.Set(n+i, j, l.robot.ByPosition[i*n+j])
			a.Set(n+i, n+j, l.robot.ByVelocity[i*n+j])
		}
	}
	values, rates, err := l.spectrum(a)
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
	n := l.robot.Model.NV()
	d := rate*n + rate
	m := Mode{Lambda: lambda, Rate: rate, Name: rateName(l.robot.Model, rate), Slides: !l.angular[rate],
		Joint:     "base",
		Component: rate, Inertia: 1 / l.robot.ByEffort[d],
		Damping: l.robot.Damping[rate], Stiffness: -l.robot.ByPosition[d] / l.robot.ByEffort[d]}
	for _, j := range l.robot.Model.Joints() {
		if j.Leader < 0 && j.V <= rate && rate < j.V+j.NV {
			m.Joint, m.Component = j.Name, rate-j.V
		}
	}
	return m
}

// Model returns the robot.
func (l *Spectrum) Model() *tree.Model { return l.robot.Model }

// Modes returns all modes, 2 nv of them: conjugate ones both. The slice must not be changed.
func (l *Spectrum) Modes() []Mode { return l.modes }

// Fastest returns the mode of the largest |λ|.
func (l *Spectrum) Fastest() Mode { return l.modes[l.fastest] }

// spectrum returns the eigenvalues of a matrix of 2 n rows, positions before velocities, and for each the rate that has
// most of the energy of its motion: the largest of the products q_i (M q)_i of the eigenvector's positions, the shares
// of the kinetic energy, for the velocities are λ q. These do not depend on units.
func (l *Spectrum) spectrum(a *mat.Dense) (values []complex128, rates []int, err error) {
	if values, err = eigenvalues(a); err != nil {
		return nil, nil, err
	}
	n := len(values) / 2
	rates = make([]int, 2*n)
	for k, lambda := range values {
		vector, _ := mat.Eigenvectors(a, lambda, k)
		q := vector[:n]
		if !slices.ContainsFunc(q, func(x complex128) bool { return x != 0 }) {
			q = vector[n:] // the velocities, where a step takes the positions to 0
		}
		most := -1.0
		for i := range n {
			var re, im float64 // of the momentum
			for j := range n {
				re += float64(l.mass[i*n+j] * real(q[j]))
				im += float64(l.mass[i*n+j] * imag(q[j]))
			}
			// equal parts: the first
			if part := math.Abs(float64(real(q[i])*re) + float64(imag(q[i])*im)); part > most*(1+1e-9) {
				most, rates[k] = part, i
			}
		}
	}
	return values, rates, nil
}

// eigenvalues returns the eigenvalues of a matrix.
func eigenvalues(a *mat.Dense) ([]complex128, error) {
	for _, x := range a.Data() {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, errors.New("the derivatives of the equation of motion are not finite; expected a position, " +
				"velocity and efforts of usual size")
		}
	}
	values, ok := mat.Eigenvalues(a)
	if !ok {
		return nil, errors.New("the eigenvalues of the linearized equation of motion were not found; expected a " +
			"position, velocity and efforts of usual size")
	}
	return values, nil
}
