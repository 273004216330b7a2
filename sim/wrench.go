package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"kinetree/internal/vec"
	"kinetree/sim/step"
	"kinetree/spatial"
	"kinetree/tree"
)

// Wrench, ForceElement and LineSpring act on the links of a robot, see package step.
type (
	Wrench       = step.Wrench
	ForceElement = step.ForceElement
	LineSpring   = step.LineSpring
)

// wrenches are all of a world.
type wrenches struct {
	*step.LinkForces
	all   []Wrench
	until float64 // when the next one begins or ends
}

func newWrenches(m *tree.Model, all []Wrench, elements []ForceElement) *wrenches {
	return &wrenches{LinkForces: step.NewLinkForces(m, len(all), elements), all: all}
}

// LinkWrenches has the wrenches on the links of a robot at any time, as a sensor measures them or as a plan has them.
// It is a workspace for one goroutine.
type LinkWrenches struct{ *wrenches }

// NewLinkWrenches returns the sum of wrenches and force elements.
func NewLinkWrenches(m *tree.Model, all []Wrench, elements []ForceElement) *LinkWrenches {
	return &LinkWrenches{newWrenches(m, all, elements)}
}

// Begin finds which wrenches act from time t (s) on, and returns when the next one begins or ends.
func (x *LinkWrenches) Begin(t float64) (until float64) {
	x.begin(t)
	return x.until
}

// At returns the wrench on each link at a time t (s), which is not before the time of the last Begin, at the position q
// and the velocity qd: moment and force (N m, N) about the link's origin in the link's axes; nil if nothing acts. The
// slice is valid until the next call. At does not allocate unless a force element does.
func (x *LinkWrenches) At(t float64, q, qd []float64) ([]spatial.Force, error) { return x.On(t, q, qd) }

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

// Push replaces the wrenches of the configuration by as many other wrenches. A Reset has to follow; the world then
// equals a new world with these wrenches. The error is the one that New returns; the world is unchanged then. Push
// panics if the number of wrenches differs.
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
	x.until, x.Wrenches = math.Inf(1), x.Wrenches[:0]
	for i := range x.all {
		f := &x.all[i]
		if f.From <= t && t < f.To {
			x.Wrenches = append(x.Wrenches, *f)
		}
		for _, edge := range [...]float64{f.From, f.To} {
			if edge > t {
				x.until = math.Min(x.until, edge)
			}
		}
	}
}

// changesAt returns when a wrench begins or ends, the robot changes, or what is prescribed has a jump.
func (w *plant) changesAt() float64 {
	end := math.Inf(1)
	if w.wrenches != nil {
		end = w.wrenches.until
	}
	if w.config.Disturbances.Changes != nil {
		end = min(end, w.nextChange())
	}
	if w.timed.motions != nil {
		end = min(end, w.timed.end)
	}
	return end
}

// acting reports whether the wrenches that a controller knows, if any, are the wrenches on the world.
func (w *plant) acting(known *LinkWrenches) bool {
	return known == nil || w.wrenches != nil && len(known.Elements) == 0 && slices.Equal(known.all, w.wrenches.all)
}
