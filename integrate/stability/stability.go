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
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/mat"

	"kinetree/aba"
)

// Mode is a motion e^(λt) of the linearized robot, with the rate that takes part in it most.
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
	angular []bool // of each rate
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
	l := &Spectrum{robot: robot, angular: robot.Model.Angular()}
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
	values, rates, err := spectrum(a)
	if err != nil {
		return err
	}
	largest := 0.0
	for i, lambda := range values {
		if size := cmplx.Abs(lambda); size > largest {
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
	switch size := cmplx.Abs(lambda); {
	case size <= 1e-7*largest:
		return 0
	case math.Abs(real(lambda)) <= 1e-9*size+1e-14*largest:
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

// Modes returns all modes, 2 nv of them: conjugate ones both. The slice must not be changed.
func (l *Spectrum) Modes() []Mode { return l.modes }

// Acceleration returns the acceleration of the start. The slice must not be changed. A robot that is not at rest
// comes to other states, with other modes.
func (l *Spectrum) Acceleration() []float64 { return l.robot.Acceleration }

// Fastest returns the mode of the largest |λ|.
func (l *Spectrum) Fastest() Mode { return l.modes[l.fastest] }

// spectrum returns the eigenvalues of a matrix of 2 n rows, positions before velocities, and for each the rate that
// takes part in it most: by the products of the left and right eigenvectors' components, which do not depend on units
// (Pérez-Arriaga, Verghese and Schweppe, "Selective modal analysis", IEEE Trans. Power Apparatus and Systems 101,
// 1982).
func spectrum(a *mat.Dense) (values []complex128, rates []int, err error) {
	n := a.RawMatrix().Rows / 2
	var eigen mat.Eigen
	if err := factorize(&eigen, a, mat.EigenBoth); err != nil {
		return nil, nil, err
	}
	values = eigen.Values(nil)
	var left, right mat.CDense
	eigen.LeftVectorsTo(&left)
	eigen.VectorsTo(&right)
	rates = make([]int, 2*n)
	for k := range values {
		most := -1.0
		for i := range n {
			part := cmplx.Abs(left.At(i, k)*right.At(i, k)) + cmplx.Abs(left.At(n+i, k)*right.At(n+i, k))
			if part > most*(1+1e-9) { // equal parts: the first
				most, rates[k] = part, i
			}
		}
	}
	return values, rates, nil
}

// factorize finds the eigenvalues of a matrix, and what of the eigenvectors is asked for.
func factorize(eigen *mat.Eigen, a *mat.Dense, kind mat.EigenKind) error {
	for _, x := range a.RawMatrix().Data {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return errors.New("the derivatives of the equation of motion are not finite; expected a position, " +
				"velocity and efforts of usual size")
		}
	}
	if !eigen.Factorize(a, kind) {
		return errors.New("the eigenvalues of the linearized equation of motion were not found; expected a position, " +
			"velocity and efforts of usual size")
	}
	return nil
}
