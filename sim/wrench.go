package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
	"kinetree/tree"
)

// Wrench is a constant force and moment on a link for a time. They are in the world's axes, whatever the link does, or
// in those of the link, with which they turn. The force acts at the origin of the link's frame.
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

// ForceElement is what acts on the links of a robot besides gravity and constant wrenches: a spring to the world, a
// contact, the drag of a fluid. Its work is part of Ledger.WrenchWork, that of its potential energy, too.
type ForceElement interface {
	// AddWrenches adds what acts on the links at time t (s), position q and velocity qd to wrenches, which has a place
	// for each of Model.Links: moment and force (N m, N) about the link's origin, in the link's axes. kin has the poses
	// and the velocities of this state; its AddWrench takes wrenches in the world's axes. What is added must be a
	// function of t, q and qd, because AddWrenches is called as often as integration, logging and the ledger need it,
	// at times that may go back within a step. Integrators keep their order as far as it is smooth. An error ends the
	// run. The slices must not be kept. A step does not allocate unless AddWrenches does.
	AddWrenches(wrenches []spatial.Force, t float64, q, qd []float64, kin *tree.Kinematics) error
}

// wrenches are all of a world.
type wrenches struct {
	all      []Wrench
	elements []ForceElement
	acting   []bool  // of all, now
	until    float64 // when the next one begins or ends
	kin      *tree.Kinematics
	fext     []spatial.Force // on each link
	any      bool            // some act now, or there are elements
}

func newWrenches(m *tree.Model, all []Wrench, elements []ForceElement) *wrenches {
	return &wrenches{all: all, elements: elements, acting: make([]bool, len(all)), kin: tree.NewKinematics(m),
		fext: make([]spatial.Force, len(m.Links()))}
}

// LinkWrenches tells what acts on the links of a robot at any time, as a sensor does, or somebody who knows what is to
// come. It is a workspace for one goroutine.
type LinkWrenches struct{ *wrenches }

// NewLinkWrenches returns what wrenches and force elements do.
func NewLinkWrenches(m *tree.Model, all []Wrench, elements []ForceElement) *LinkWrenches {
	return &LinkWrenches{newWrenches(m, all, elements)}
}

// Begin finds which wrenches act from time t (s) on, and returns when the next one begins or ends.
func (x *LinkWrenches) Begin(t float64) (until float64) {
	x.begin(t)
	return x.until
}

// At returns what acts on each link at a time t (s), from that of the last Begin on, position q and velocity qd: moment
// and force (N m, N) about the link's origin in its axes, or nil if nothing does. The slice is valid until the next
// call. It does not allocate unless a force element does.
func (x *LinkWrenches) At(t float64, q, qd []float64) ([]spatial.Force, error) { return x.on(t, q, qd) }

// checkWrenches returns an error for each wrench and force element that cannot act.
func (c *Config) checkWrenches() error {
	var errs []error
	links := len(c.Model.Links())
	for i := range c.Disturbances.Wrenches {
		f := &c.Disturbances.Wrenches[i]
		size := vec.Dot(f.Force, f.Force) + vec.Dot(f.Moment, f.Moment)
		switch {
		case f.Link < 0 || f.Link >= links:
			errs = append(errs, fmt.Errorf("wrench %d is on link %d; expected one of the links 0 to %d of %s, see "+
				"Model.Link", i, f.Link, links-1, c.Model.Name()))
		case math.IsNaN(size) || math.IsInf(size, 0):
			errs = append(errs, fmt.Errorf("wrench %d has the force %v N and the moment %v N m; expected finite "+
				"numbers", i, f.Force, f.Moment))
		case !(f.From <= f.To): // or one is NaN
			errs = append(errs, fmt.Errorf("wrench %d is from %v s to %v s; expected an end that is not before the "+
				"begin", i, f.From, f.To))
		}
	}
	for i, f := range c.Forces {
		if f == nil {
			errs = append(errs, fmt.Errorf("force element %d is nil; expected one that adds wrenches", i))
		}
	}
	return errors.Join(errs...)
}

// Push replaces the wrenches of the configuration by as many others. A Reset has to follow: the world is then one that
// was made so. The error is that of New, and the world is what it was. It panics if their number is another one.
func (w *World) Push(all []Wrench) error {
	c := w.config
	if len(all) != len(c.Disturbances.Wrenches) {
		panic(fmt.Sprintf("sim: there are %d wrenches, the world has %d", len(all), len(c.Disturbances.Wrenches)))
	}
	c.Disturbances.Wrenches = all
	if err := c.checkWrenches(); err != nil {
		return err
	}
	copy(w.config.Disturbances.Wrenches, all)
	return nil
}

// begin finds which wrenches act from time t on.
func (x *wrenches) begin(t float64) {
	x.until, x.any = math.Inf(1), len(x.elements) > 0
	for i := range x.all {
		f := &x.all[i]
		x.acting[i] = f.From <= t && t < f.To
		x.any = x.any || x.acting[i]
		for _, edge := range [...]float64{f.From, f.To} {
			if edge > t {
				x.until = math.Min(x.until, edge)
			}
		}
	}
}

// on returns what acts on all links in the links' axes, or nil if nothing does.
func (x *wrenches) on(t float64, q, qd []float64) ([]spatial.Force, error) {
	if !x.any {
		return nil, nil
	}
	if x.elements == nil {
		x.kin.Update(q)
	} else {
		x.kin.UpdateVelocity(q, qd)
	}
	clear(x.fext)
	for i := range x.all {
		if f := &x.all[i]; x.acting[i] {
			f.Add(x.fext, x.kin)
		}
	}
	return x.fext, x.addElements(t, q, qd)
}

// addElements adds what the force elements do to fext. The kinematics belong to the state.
func (x *wrenches) addElements(t float64, q, qd []float64) error {
	for _, f := range x.elements {
		if err := f.AddWrenches(x.fext, t, q, qd, x.kin); err != nil {
			return err
		}
	}
	return nil
}

// power returns what all of them do per second (W).
func (x *wrenches) power(t float64, q, qd []float64) (float64, error) {
	if !x.any {
		return 0, nil
	}
	x.kin.UpdateVelocity(q, qd)
	sum := 0.0
	for i := range x.all {
		if f := &x.all[i]; x.acting[i] {
			axes := tree.Aligned
			if f.InLink {
				axes = tree.Local
			}
			u := x.kin.Velocity(f.Link, axes)
			sum += vec.Dot(f.Moment, u.Ang) + vec.Dot(f.Force, u.Lin)
		}
	}
	if x.elements == nil {
		return sum, nil
	}
	clear(x.fext)
	err := x.addElements(t, q, qd)
	for i := range x.fext {
		if f := &x.fext[i]; *f != (spatial.Force{}) {
			u := x.kin.Velocity(i, tree.Local)
			sum += vec.Dot(f.Ang, u.Ang) + vec.Dot(f.Lin, u.Lin)
		}
	}
	return sum, err
}
