package sim

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/spatial"
	"kinetree/tree"
)

// Wrench is a constant force and moment on a link for a time. They are in the world's axes, whatever the link does,
// and the force acts at the origin of the link's frame.
type Wrench struct {
	Link          int        // index in Model.Links
	Force, Moment mgl64.Vec3 // N, N m
	From, To      float64    // s; To may be infinite
}

// wrenches are all of a world.
type wrenches struct {
	all    []Wrench
	acting []bool  // now
	until  float64 // when the next one begins or ends
	kin    *tree.Kinematics
	fext   []spatial.Force // on each link
	any    bool            // some act now
}

func newWrenches(m *tree.Model, all []Wrench) *wrenches {
	return &wrenches{all: all, acting: make([]bool, len(all)), kin: tree.NewKinematics(m),
		fext: make([]spatial.Force, len(m.Links()))}
}

// begin finds which wrenches act from time t on.
func (x *wrenches) begin(t float64) {
	x.until, x.any = math.Inf(1), false
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

// on returns the wrenches on all links in the links' axes, or nil if none acts.
func (x *wrenches) on(q []float64) []spatial.Force {
	if !x.any {
		return nil
	}
	x.kin.Update(q)
	clear(x.fext)
	for i := range x.all {
		if f := &x.all[i]; x.acting[i] {
			x.kin.AddWrench(&x.fext[f.Link], f.Link, &spatial.Force{Ang: f.Moment, Lin: f.Force})
		}
	}
	return x.fext
}

// power returns what they do per second (W).
func (x *wrenches) power(q, qd []float64) float64 {
	if !x.any {
		return 0
	}
	x.kin.UpdateVelocity(q, qd)
	sum := 0.0
	for i := range x.all {
		if f := &x.all[i]; x.acting[i] {
			u := x.kin.Velocity(f.Link, tree.Aligned)
			sum += f.Moment.Dot(u.Ang) + f.Force.Dot(u.Lin)
		}
	}
	return sum
}
