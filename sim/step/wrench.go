package step

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/compile/tape"
	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// Wrench is a constant force and moment on a link for a time. Force and moment keep their direction in the world, or
// turn with the axes of the link. The force acts at the origin of the link's frame.
type Wrench struct {
	Link          int        // index in Model.Links
	Force, Moment mgl64.Vec3 // N, N m
	InLink        bool       // the axes are those of the link
	From, To      float64    // s; To may be infinite
}

// Add adds the wrench to what acts on the links, see ForceElement, at the position of kin.
func (f *Wrench) Add(wrenches []spatial.Force, kin *tree.Kinematics) {
	load := spatial.Force{Ang: f.Moment, Lin: f.Force}
	if f.InLink {
		wrenches[f.Link].Add(&load)
		return
	}
	kin.AddWrench(&wrenches[f.Link], f.Link, &load)
}

// power returns what the wrench does per second (W).
func (f *Wrench) power(kin *tree.Kinematics) float64 {
	axes := tree.Aligned
	if f.InLink {
		axes = tree.Local
	}
	u := kin.Velocity(f.Link, axes)
	return vec.Dot(f.Moment, u.Ang) + vec.Dot(f.Force, u.Lin)
}

// ForceElement acts on the links of a robot besides gravity and constant wrenches: a spring to the world, a contact,
// the drag of a fluid. Its work, conservative or not, is part of Ledger.WrenchWork.
type ForceElement interface {
	// AddWrenches adds the wrenches of the element at time t (s), position q and velocity qd to wrenches, which has an
	// entry for each of Model.Links: moment and force (N m, N) about the link's origin, in the link's axes. kin has the
	// poses and the velocities of this state; its AddWrench takes wrenches in the world's axes. The wrenches must be a
	// function of t, q and qd, because integration, logging and the ledger call AddWrenches as often as they need it,
	// at times that may go back within a step. Integrators keep their order where this function is smooth. An error
	// ends the run. The slices must not be kept. A step does not allocate unless AddWrenches does.
	AddWrenches(wrenches []spatial.Force, t float64, q, qd []float64, kin *tree.Kinematics) error
}

// LinkForces are what acts on the links of a robot besides gravity. It is a workspace for one goroutine.
type LinkForces struct {
	Wrenches []Wrench       // those that act now
	Elements []ForceElement // which always act
	Kin      *tree.Kinematics
	fext     []spatial.Force // on each link
}

// NewLinkForces returns what force elements do on a robot, with room for n wrenches.
func NewLinkForces(m *tree.Model, n int, elements []ForceElement) *LinkForces {
	return &LinkForces{Wrenches: make([]Wrench, 0, n), Elements: elements, Kin: tree.NewKinematics(m),
		fext: make([]spatial.Force, len(m.Links()))}
}

// Any reports whether anything acts. Nothing does on the links of a robot without LinkForces.
func (x *LinkForces) Any() bool { return x != nil && len(x.Wrenches)+len(x.Elements) > 0 }

// On returns what acts on each link at a time, a position and a velocity, see ForceElement, or nil if nothing does. The
// slice is valid until the next call. It does not allocate unless a force element does.
func (x *LinkForces) On(t float64, q, qd []float64) ([]spatial.Force, error) {
	if !x.Any() {
		return nil, nil
	}
	if x.Elements == nil {
		x.Kin.Update(q)
	} else {
		x.Kin.UpdateVelocity(q, qd)
	}
	clear(x.fext)
	for i := range x.Wrenches {
		x.Wrenches[i].Add(x.fext, x.Kin)
	}
	return x.fext, x.addElements(t, q, qd)
}

// addElements adds what the force elements do to fext. The kinematics belong to the state.
func (x *LinkForces) addElements(t float64, q, qd []float64) error {
	for _, f := range x.Elements {
		if err := f.AddWrenches(x.fext, t, q, qd, x.Kin); err != nil {
			return err
		}
	}
	return nil
}

// Power returns what all of them do per second (W).
func (x *LinkForces) Power(t float64, q, qd []float64) (float64, error) {
	if !x.Any() {
		return 0, nil
	}
	x.Kin.UpdateVelocity(q, qd)
	sum := 0.0
	for i := range x.Wrenches {
		sum += x.Wrenches[i].power(x.Kin)
	}
	if x.Elements == nil {
		return sum, nil
	}
	clear(x.fext)
	err := x.addElements(t, q, qd)
	for i := range x.fext {
		if f := &x.fext[i]; *f != (spatial.Force{}) {
			u := x.Kin.Velocity(i, tree.Local)
			sum += vec.Dot(f.Ang, u.Ang) + vec.Dot(f.Lin, u.Lin)
		}
	}
	return sum, err
}

// rows lists the numbers of what acts.
func (x *LinkForces) rows(r *tape.RowList) {
	for i := range x.Wrenches {
		f := &x.Wrenches[i]
		r.Fixed(f.Moment[:], f.Force[:])
		r.ScratchNumber(&f.From)
		r.ScratchNumber(&f.To)
	}
	for _, e := range x.Elements {
		if p, ok := e.(*Passage); ok {
			r.Fixed(p.At[0][:], p.At[1][:])
			r.FixedNumber(&p.Stiffness)
			r.FixedNumber(&p.Damping)
			r.FixedNumber(&p.Rest)
			r.Scratch(p.along[:])
			r.ScratchNumber(&p.Before)
		}
	}
	for i := range x.fext {
		r.Scratch(x.fext[i].Ang[:], x.fext[i].Lin[:])
	}
}
