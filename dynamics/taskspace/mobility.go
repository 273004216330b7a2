// Package taskspace has the dynamics of a robot as seen at a link: the operational-space inertia
//
//	Λ = (J M⁻¹ Jᵀ)⁻¹
//
// of a task, some of the six directions in which the link can move, with the rows J of its geometric Jacobian. A force
// F along the task accelerates it by Λ⁻¹ F. Source: Khatib, "A unified approach for motion and force control of robot
// manipulators: the operational space formulation", IEEE J. Robotics and Automation 3(1), 1987.
package taskspace

import (
	"fmt"
	"math"
	"slices"

	"kinetree/dynamics/crba"
	"kinetree/tree"
)

// Axes are the names of the six directions in their order: along the axes of the world, and about them, both at the
// origin of the link.
func Axes() []string { return []string{"x", "y", "z", "rx", "ry", "rz"} }

// Mobility is the workspace of a task, for one goroutine.
type Mobility struct {
	model *tree.Model
	link  int
	axes  []int
	share float64
	mass  *crba.Solver

	full               []float64
	jacobian, response []float64 // J and J M⁻¹, a row for each axis
	scale, factor      []float64 // of Λ⁻¹ = S L Lᵀ S: S and L, row by row
}

// New returns the workspace of a link, an index in Model.Links, along axes, places in Axes. A share above 0 damps: it
// adds this share of each diagonal element of Λ⁻¹ to the element. Then Λ is bounded at singular poses, and elsewhere
// less than it is by about this share.
func New(m *tree.Model, link int, axes []int, share float64) *Mobility {
	k, n := len(axes), m.NV()
	return &Mobility{model: m, link: link, axes: slices.Clone(axes), share: share, mass: crba.New(m),
		full: make([]float64, 6*n), jacobian: make([]float64, k*n),
		response: make([]float64, k*n), scale: make([]float64, k), factor: make([]float64, k*k)}
}

// SingularTask is the error of a pose in which a link cannot move in one direction of a task apart from the others.
type SingularTask struct {
	Link, Axis string
}

func (e *SingularTask) Error() string {
	return fmt.Sprintf("the pose is singular: link %q cannot move along %s apart from the other directions of the task",
		e.Link, e.Axis)
}

// These tell that a direction is none of its own: its square beside the largest one, and the sine squared of the angle
// to the others. The arm is then within about 1e-4 rad of a singular pose.
const (
	nothing  = 1e-12
	parallel = 1e-8
)

// Update computes J and Λ at a position, that of the last update of the kinematics. The error is a *SingularTask, or
// that of a robot whose joints move no inertia. O(n²), no allocation unless there is an error.
func (t *Mobility) Update(kin *tree.Kinematics, q []float64) error {
	n, k := t.model.NV(), len(t.axes)
	kin.Jacobian(t.full, t.link, tree.Aligned)
	if err := t.mass.Factor(q); err != nil {
		return err
	}
	largest := 0.0
	for i, axis := range t.axes {
		row, response := t.jacobian[i*n:][:n], t.response[i*n:][:n]
		copy(row, t.full[(axis+3)%6*n:]) // whose angular rows are first
		copy(response, row)
		t.mass.Solve(response)
		for j := range i + 1 {
			sum := 0.0
			for c, x := range t.jacobian[j*n:][:n] {
				sum += float64(x * response[c])
			}
			t.factor[i*k+j] = sum
		}
		largest = max(largest, t.factor[i*k+i])
	}
	for i := range t.axes {
		square := t.factor[i*k+i]
		if !(square > nothing*largest) {
			if t.share == 0 || largest == 0 {
				return t.singular(i)
			}
			square = nothing * largest
		}
		t.scale[i] = math.Sqrt(square)
	}
	return t.factorize()
}

func (t *Mobility) singular(i int) error {
	return &SingularTask{t.model.Links()[t.link].Name, Axes()[t.axes[i]]}
}

// factorize replaces Λ⁻¹ by the Cholesky factor of S⁻¹ Λ⁻¹ S⁻¹.
func (t *Mobility) factorize() error {
	k := len(t.axes)
	for i := range k {
		for j := range i + 1 {
			x := t.factor[i*k+j] / t.scale[i] / t.scale[j]
			if i == j {
				x = 1 + t.share
			}
			for r := range j {
				x -= float64(t.factor[i*k+r] * t.factor[j*k+r])
			}
			switch {
			case j < i:
				t.factor[i*k+j] = x / t.factor[j*k+j]
			case !(x > parallel):
				return t.singular(i)
			default:
				t.factor[i*k+i] = math.Sqrt(x)
			}
		}
	}
	return nil
}

// Jacobian returns J, a row of NV numbers for each axis. It must not be changed.
func (t *Mobility) Jacobian() []float64 { return t.jacobian }

// Response sets dst to J M⁻¹ tau: how efforts accelerate the task.
func (t *Mobility) Response(dst, tau []float64) { t.product(dst, t.response, tau) }

// Move sets dst to J qd.
func (t *Mobility) Move(dst, qd []float64) { t.product(dst, t.jacobian, qd) }

func (t *Mobility) product(dst, rows, x []float64) {
	for i := range t.axes {
		dst[i] = 0
		for c, y := range x {
			dst[i] += float64(rows[i*len(x)+c] * y)
		}
	}
}

// AddEffort adds Jᵀ force to efforts.
func (t *Mobility) AddEffort(tau, force []float64) {
	for i, f := range force[:len(t.axes)] {
		for c := range tau {
			tau[c] += float64(t.jacobian[i*len(tau)+c] * f)
		}
	}
}

// Whiten replaces a velocity of the task by y = L⁻¹ S⁻¹ x, in which the inertia is 1: Λ = (S L)⁻ᵀ (S L)⁻¹.
func (t *Mobility) Whiten(x []float64) {
	k := len(t.axes)
	for i := range k {
		x[i] /= t.scale[i]
		for r := range i {
			x[i] -= float64(t.factor[i*k+r] * x[r])
		}
		x[i] /= t.factor[i*k+i]
	}
}

// Force replaces what Whiten has found, or forces as that has them, by the force (S L)⁻ᵀ y.
func (t *Mobility) Force(x []float64) {
	k := len(t.axes)
	for i := k - 1; i >= 0; i-- {
		for r := i + 1; r < k; r++ {
			x[i] -= float64(t.factor[r*k+i] * x[r])
		}
		x[i] /= t.factor[i*k+i]
	}
	for i := range k {
		x[i] /= t.scale[i]
	}
}

// Bear replaces an acceleration of the task by the force Λ x.
func (t *Mobility) Bear(x []float64) {
	t.Whiten(x)
	t.Force(x)
}

// Inertia sets dst to Λ, row by row.
func (t *Mobility) Inertia(dst []float64) {
	k := len(t.axes)
	column := make([]float64, k)
	for i := range k {
		clear(column)
		column[i] = 1
		t.Bear(column)
		for r := range k {
			dst[r*k+i] = column[r]
		}
	}
}

// Stiffness sets dst to (S L)ᵀ K (S L): a stiffness K of the task, row by row, where the inertia is 1.
func (t *Mobility) Stiffness(dst, stiffness []float64) {
	k := len(t.axes)
	at := func(r, c int) float64 { return float64(t.scale[r] * t.factor[r*k+c]) } // of S L, for c ≤ r
	for i := range k {
		for j := range k {
			sum := 0.0
			for r := i; r < k; r++ {
				for c := j; c < k; c++ {
					sum += float64(float64(at(r, i)*stiffness[r*k+c]) * at(c, j))
				}
			}
			dst[i*k+j] = sum
		}
	}
}
