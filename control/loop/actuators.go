package loop

import (
	"fmt"
	"math"

	"kinetree/internal/libm"
	"kinetree/tree"
)

// Actuators describes how the efforts that a law asks for become efforts on the joints. The zero value gives them at
// once.
//
// What is asked for is bounded by the limit when it is sent. When it arrives, u goes towards it, at most at the rate
// limit, and the effort follows by τ̇ = (u − τ)/Lag.
type Actuators struct {
	Limit     []float64 // largest magnitude of the effort of each rate (N m, N), infinite for none; nil for none at all
	RateLimit float64   // largest change of u in a second (N m/s, N/s); 0 for none
	Lag       float64   // time constant (s); 0 for none
}

func (a *Actuators) check(m *tree.Model) error {
	if a.Limit != nil && len(a.Limit) != m.NV() {
		panic(fmt.Sprintf("loop: there are %d limits, the model %s has nv = %d", len(a.Limit), m.Name(), m.NV()))
	}
	for i, name := range m.RateNames() {
		if a.Limit != nil && !(a.Limit[i] >= 0) {
			return fmt.Errorf("the effort limit of %q is %v; expected 0 or more", name, a.Limit[i])
		}
	}
	if !(a.RateLimit >= 0) || !(a.Lag >= 0) || math.IsInf(a.Lag, 0) {
		return fmt.Errorf("the rate limit is %v per second and the lag %v s; expected 0 or more", a.RateLimit, a.Lag)
	}
	return nil
}

// limit bounds an effort of rate i.
func (a *Actuators) limit(i int, x float64) float64 {
	if a.Limit == nil {
		return x
	}
	return math.Max(-a.Limit[i], math.Min(a.Limit[i], x))
}

// actuators are the drives of one robot.
type actuators struct {
	a      *Actuators
	drives []drive
}

// drive is an actuator whose input is u = from + slope (t − begin) until the time until, and its target from then on.
// The effort at begin is effort; the solution of τ̇ = (u − τ)/Lag is
//
//	τ = u − slope Lag + (effort − from + slope Lag) exp(−(t − begin)/Lag)
type drive struct {
	begin, until        float64
	from, slope, target float64
	effort              float64
}

func newActuators(nv int, a *Actuators) *actuators {
	return &actuators{a, make([]drive, nv)}
}

// start begins at rest with the given efforts, nil for none.
func (a *actuators) start(t float64, effort []float64) {
	for i := range a.drives {
		a.drives[i] = drive{begin: t, until: math.Inf(1)}
		if effort != nil {
			d := &a.drives[i]
			d.from, d.target, d.effort = effort[i], effort[i], effort[i]
		}
	}
}

// set gives the drives new targets at time t.
func (a *actuators) set(t float64, targets []float64) {
	for i := range a.drives {
		d := &a.drives[i]
		u := d.input(t)
		d.effort = d.output(t, a.a.Lag)
		d.begin, d.target = t, targets[i]
		if way := d.target - u; a.a.RateLimit > 0 && way != 0 {
			d.from, d.slope, d.until = u, math.Copysign(a.a.RateLimit, way), t+math.Abs(way)/a.a.RateLimit
		} else {
			d.reach()
		}
	}
}

// begin begins a segment at time t, for rate limits that end until now, slightly later, and returns the time when the
// next one ends.
func (a *actuators) begin(t, now float64) (end float64) {
	end = math.Inf(1)
	for i := range a.drives {
		d := &a.drives[i]
		if d.until <= now {
			d.effort = d.output(t, a.a.Lag)
			d.begin = t
			d.reach()
		}
		end = math.Min(end, d.until)
	}
	return end
}

// efforts sets tau to the efforts at time t.
func (a *actuators) efforts(tau []float64, t float64) {
	for i := range a.drives {
		tau[i] = a.drives[i].output(t, a.a.Lag)
	}
}

// reach makes the target the input.
func (d *drive) reach() { d.from, d.slope, d.until = d.target, 0, math.Inf(1) }

// input returns u.
func (d *drive) input(t float64) float64 { return d.from + float64(d.slope*(t-d.begin)) }

// output returns the effort.
func (d *drive) output(t, lag float64) float64 {
	if lag == 0 {
		return d.input(t)
	}
	behind := float64(d.slope * lag)
	return d.input(t) - behind + float64((d.effort-d.from+behind)*libm.Exp(-(t-d.begin)/lag))
}
