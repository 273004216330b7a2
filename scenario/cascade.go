package scenario

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"kinetree/control"
	"kinetree/internal/floats"
	"kinetree/internal/strict"
)

// CascadeJoint is the cascade of a joint, see control.CascadeRate. What is not given is that of "*".
type CascadeJoint struct {
	Position     *CascadePosition `json:"position,omitempty" doc:"velocity = p (reference - position)"`
	Velocity     *CascadeVelocity `json:"velocity,omitempty"`
	Effort       *CascadeEffort   `json:"effort,omitempty" doc:"what becomes of the effort"`
	FeedForward  *CascadeForward  `json:"feed_forward,omitempty" doc:"shares of what the reference takes"`
	Observer     *ObserverSpec    `json:"disturbance_observer,omitempty"`
	AntiWindup   string           `json:"anti_windup,omitempty" enum:"clamp|conditional|back-calculation"`
	TrackingTime *float64         `json:"tracking_time,omitempty"`
}

// Docs implements strict.Documented.
func (*CascadeJoint) Docs() map[string]string {
	return map[string]string{
		"velocity": "effort = p e + z + d (change of e over its time), e = velocity of the position's law + " +
			"feed-forward - velocity, and the integral z of p/integral_time e",
		"disturbance_observer": "takes from the effort what disturbs a constant inertia, as its velocity shows it",
		"anti_windup": "what becomes of the integral while limits take of the effort: of this law, of the joint, of " +
			"its rate, of a voltage; back-calculation if it is not given; clamp bounds the integral by effort.limit",
		"tracking_time": "time constant of back-calculation (s); the period of the velocity if it is not given",
	}
}

// CascadePosition is the law of the position.
type CascadePosition struct {
	P            *float64     `json:"p,omitempty" doc:"1/s"`
	Every        int          `json:"every,omitempty" default:"1" doc:"sample of the law is one of this level"`
	Side         string       `json:"side,omitempty" enum:"motor|link" default:"link"`
	Filters      []FilterSpec `json:"filters,omitempty" doc:"of the error, one after another"`
	Measurements []FilterSpec `json:"measurement_filters,omitempty" doc:"of what is measured"`
}

// Docs implements strict.Documented.
func (*CascadePosition) Docs() map[string]string { return sideDocs }

// CascadeVelocity is the law of the velocity.
type CascadeVelocity struct {
	P            *float64     `json:"p,omitempty" doc:"N m s/rad or N s/m"`
	IntegralTime *float64     `json:"integral_time,omitempty" doc:"s; 0, or not given: no integral"`
	D            *float64     `json:"d,omitempty" doc:"N m s^2/rad or N s^2/m"`
	Limit        *float64     `json:"limit,omitempty" doc:"of the velocity that is asked for (rad/s or m/s)"`
	Every        int          `json:"every,omitempty" default:"1" doc:"sample of the law is one of this level"`
	Side         string       `json:"side,omitempty" enum:"motor|link" default:"link"`
	Filters      []FilterSpec `json:"filters,omitempty" doc:"of the error, one after another"`
	Measurements []FilterSpec `json:"measurement_filters,omitempty" doc:"of what is measured"`
}

// Docs implements strict.Documented.
func (*CascadeVelocity) Docs() map[string]string { return sideDocs }

var sideDocs = map[string]string{
	"side": "whose position or velocity: of the joint, or of the rotor of an elastic drive, as the joint sees it; " +
		"where there is none the two are the same",
}

// CascadeEffort is what becomes of the effort.
type CascadeEffort struct {
	Filters      []FilterSpec `json:"filters,omitempty" doc:"of the effort, with the feed-forward, one after another"`
	Limit        *float64     `json:"limit,omitempty" doc:"N m or N"`
	RateLimit    *float64     `json:"rate_limit,omitempty" doc:"change in a second (N m/s or N/s)"`
	CurrentLimit *float64     `json:"current_limit,omitempty" doc:"of a joint with a motor (A)"`
}

// CascadeForward has shares, 0 if they are not given.
type CascadeForward struct {
	Velocity     *float64  `json:"velocity,omitempty" doc:"of the velocity of the reference, added to that asked for"`
	Acceleration *float64  `json:"acceleration,omitempty" doc:"of the efforts that move the inertia, without gravity"`
	Gravity      *float64  `json:"gravity,omitempty" doc:"of the efforts that gravity takes at the reference"`
	Friction     *float64  `json:"friction,omitempty" doc:"of damping and friction at the velocity of the reference"`
	Model        *DragSpec `json:"friction_model,omitempty" doc:"of the friction; that of the joint if it is not given"`
}

// DragSpec is friction that a law knows.
type DragSpec struct {
	Coulomb  float64       `json:"coulomb,omitempty" default:"0" doc:"N m or N"`
	Viscous  float64       `json:"viscous,omitempty" default:"0" doc:"N m s/rad or N s/m"`
	Stribeck *StribeckSpec `json:"stribeck,omitempty" doc:"friction that is higher at low velocities"`
}

// ObserverSpec is a disturbance observer, see control.DisturbanceObserver.
type ObserverSpec struct {
	Bandwidth float64 `json:"bandwidth" required:"true" doc:"Hz"`
	Inertia   float64 `json:"inertia" required:"true" doc:"that the effort moves (kg m^2 or kg)"`
}

// mostEvery is of how many samples one may be of a level.
const mostEvery = 100

// inherit takes over what is nil or zero from another value, key by key.
func inherit(to, from reflect.Value) {
	switch {
	case to.Kind() == reflect.Struct:
		for i := range to.NumField() {
			inherit(to.Field(i), from.Field(i))
		}
	case to.Kind() == reflect.Pointer && to.Type().Elem().Kind() == reflect.Struct && !to.IsNil() && !from.IsNil():
		whole := reflect.New(to.Type().Elem())
		whole.Elem().Set(to.Elem())
		inherit(whole.Elem(), from.Elem())
		to.Set(whole)
	case to.IsZero():
		to.Set(from)
	}
}

// CascadeOf returns the cascade of a joint, nil where there is none, and the path where it is.
func (c *Controller) CascadeOf(name string) (*CascadeJoint, string) {
	own, named := c.Joints[name]
	all, any := c.Joints[Every]
	switch {
	case !named && !any:
		return nil, ""
	case !named:
		return &all, "controller.joints." + Every
	}
	inherit(reflect.ValueOf(&own).Elem(), reflect.ValueOf(&all).Elem())
	return &own, strict.Join("controller.joints", name)
}

// CheckCascade returns the faults of cascades that do not depend on the robot.
func (c *Controller) CheckCascade() (errs []error) {
	if c.Type != "cascade" {
		if len(c.Joints) > 0 {
			errs = append(errs, Wrong("controller.joints", "the law %s does not use it; expected type: cascade, or no "+
				"such key", c.LawName()))
		}
		return errs
	}
	if len(c.Joints) == 0 {
		errs = append(errs, Wrong("controller.joints", "the cascade of no joint is given; expected one, or that of "+
			"all under \"*\""))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Joints)) {
		joint := c.Joints[name]
		joint.Rate(func(field, format string, args ...any) {
			errs = append(errs, Wrong(strict.Join("controller.joints", name)+field, format, args...))
		})
	}
	return errs
}

// Rate returns the cascade of a rate but for what depends on the robot. The faults have the path within in front.
func (j *CascadeJoint) Rate(fail func(field, format string, args ...any)) (r control.CascadeRate) {
	number := func(field string, x *float64) float64 {
		if x != nil && !floats.Finite(*x) {
			fail(field, "%v; expected a finite number", *x)
		}
		return Or(x, 0)
	}
	atLeast0 := func(field string, x *float64) float64 {
		if x != nil && !(*x >= 0 && floats.Finite(*x)) {
			fail(field, "%v; expected 0 or more", *x)
		}
		return Or(x, 0)
	}
	limit := func(field string, x *float64) float64 {
		if x != nil && !(*x > 0) {
			fail(field, "%v; expected a positive number, or no such key", *x)
		}
		return Or(x, math.Inf(1))
	}
	filters := func(field string, list []FilterSpec) (to []control.Filter) {
		for i := range list {
			to = append(to, list[i].filter(func(within, format string, args ...any) {
				fail(fmt.Sprintf("%s.%d%s", field, i, within), format, args...)
			}))
		}
		return to
	}
	level := func(field string, every int) int {
		if every < 0 || every > mostEvery {
			fail(field+".every", "%d; expected 1 to %d", every, mostEvery)
		}
		return max(every, 1)
	}
	if p := j.Position; p != nil {
		r.Position.P = number(".position.p", p.P)
		r.Position.Every = level(".position", p.Every)
		r.Position.Error = filters(".position.filters", p.Filters)
		r.Position.Measurement = filters(".position.measurement_filters", p.Measurements)
	}
	r.Velocity.Limit, r.Effort.Limit, r.Effort.RateLimit = math.Inf(1), math.Inf(1), math.Inf(1)
	if v := j.Velocity; v != nil {
		r.Velocity.P, r.Velocity.D = number(".velocity.p", v.P), number(".velocity.d", v.D)
		r.Velocity.IntegralTime = atLeast0(".velocity.integral_time", v.IntegralTime)
		r.Velocity.Limit = limit(".velocity.limit", v.Limit)
		r.Velocity.Every = level(".velocity", v.Every)
		r.Velocity.Error = filters(".velocity.filters", v.Filters)
		r.Velocity.Measurement = filters(".velocity.measurement_filters", v.Measurements)
	}
	if e := j.Effort; e != nil {
		r.Effort.Limit, r.Effort.RateLimit = limit(".effort.limit", e.Limit), limit(".effort.rate_limit", e.RateLimit)
		limit(".effort.current_limit", e.CurrentLimit)
		r.Effort.Filters = filters(".effort.filters", e.Filters)
	}
	if f := j.FeedForward; f != nil {
		r.FeedForward = control.CascadeFeedForward{Velocity: number(".feed_forward.velocity", f.Velocity),
			Acceleration: number(".feed_forward.acceleration", f.Acceleration),
			Gravity:      number(".feed_forward.gravity", f.Gravity),
			Friction:     number(".feed_forward.friction", f.Friction)}
		if d := f.Model; d != nil {
			r.FeedForward.Drag = control.Drag{Coulomb: d.Coulomb, Viscous: d.Viscous}
			if s := d.Stribeck; s != nil {
				r.FeedForward.Drag.Level, r.FeedForward.Drag.Velocity = s.Level, s.Velocity
			}
			if x := &r.FeedForward.Drag; !(x.Coulomb >= 0 && x.Viscous >= 0 && floats.Finite(x.Coulomb, x.Viscous)) ||
				d.Stribeck != nil && !(x.Level >= x.Coulomb && x.Velocity > 0 && floats.Finite(x.Level, x.Velocity)) {
				fail(".feed_forward.friction_model", "coulomb %v, viscous %v, stribeck %+v; expected 0 or more, a "+
					"level of no less than coulomb and a positive velocity", x.Coulomb, x.Viscous, d.Stribeck)
			}
		}
	}
	if o := j.Observer; o != nil {
		r.Observer = control.DisturbanceObserver{Bandwidth: o.Bandwidth, Inertia: o.Inertia}
		if !(o.Bandwidth >= 0 && o.Inertia > 0 && floats.Finite(o.Bandwidth, o.Inertia)) {
			fail(".disturbance_observer", "a bandwidth of %v Hz and an inertia of %v; expected 0 or more and a "+
				"positive number", o.Bandwidth, o.Inertia)
		}
	}
	r.AntiWindup, r.TrackingTime = control.AntiWindup(j.AntiWindup), atLeast0(".tracking_time", j.TrackingTime)
	if r.AntiWindup == "" {
		r.AntiWindup = control.BackCalculation
	}
	return r
}
