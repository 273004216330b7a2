package signal

import (
	"fmt"
	"math"

	"kinetree/compile/tape"
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
	Heat      []Heat    // what each rate bears of efforts that last; nil for all
	RateLimit float64   // largest change of u in a second (N m/s, N/s); 0 for none
	Lag       float64   // time constant (s); 0 for none
}

// Heat is what a motor bears: the square of the effort, averaged with the time constant, is not to be more than that of
// the effort Rated. So a larger effort is allowed for some time, and then the limit falls to the rated one.
type Heat struct {
	Rated float64 // N m, N; infinite for any
	Time  float64 // s
}

// Check returns what is wrong with the numbers. It panics if there are too few limits.
func (a *Actuators) Check(m *tree.Model) error {
	if a.Limit != nil && len(a.Limit) != m.NV() {
		panic(fmt.Sprintf("signal: there are %d limits, the model %s has nv = %d", len(a.Limit), m.Name(), m.NV()))
	}
	for i, name := range m.RateNames() {
		if a.Limit != nil && !(a.Limit[i] >= 0) {
			return fmt.Errorf("the effort limit of %q is %v; expected 0 or more", name, a.Limit[i])
		}
	}
	for i, h := range a.Heat {
		if !(h.Rated > 0 && h.Time > 0) {
			return fmt.Errorf("the rated effort of %q is %v, with a time constant of %v s; expected positive numbers",
				m.RateName(i), h.Rated, h.Time)
		}
	}
	if !(a.RateLimit >= 0) || !(a.Lag >= 0) || math.IsInf(a.Lag, 0) {
		return fmt.Errorf("the rate limit is %v per second and the lag %v s; expected 0 or more", a.RateLimit, a.Lag)
	}
	return nil
}

// ActuatorBank has the actuators of one robot.
type ActuatorBank struct {
	limited, lagging bool // there is a rate limit, or a lag
	rateLimit, lag   float64
	List             []Actuator // of each rate
}

// Actuator has the input u = from + slope (t − begin) until the time until, and its target from then on.
// The effort at begin is effort; the solution of τ̇ = (u − τ)/Lag is
//
//	τ = u − slope Lag + (effort − from + slope Lag) Decay,    Decay = exp(−(t − begin)/Lag)
type Actuator struct {
	begin, until        float64
	from, slope, target float64
	effort              float64
	Decay               float64 // at the time t that comes next
}

// NewActuatorBank returns the actuators of n rates.
func NewActuatorBank(n int, a *Actuators) *ActuatorBank {
	d := &ActuatorBank{List: make([]Actuator, n)}
	d.Reuse(a)
	return d
}

// Reuse gives the actuators their numbers.
func (a *ActuatorBank) Reuse(c *Actuators) {
	a.limited, a.lagging, a.rateLimit, a.lag = c.RateLimit > 0, c.Lag > 0, c.RateLimit, c.Lag
}

// Slow reports whether the efforts take time to become what they are to be.
func (a *ActuatorBank) Slow() bool { return a.limited || a.lagging }

// Start begins at rest with the given efforts, nil for none.
func (a *ActuatorBank) Start(t float64, effort []float64) {
	for i := range a.List {
		a.List[i] = Actuator{begin: t, until: math.Inf(1)}
		if effort != nil {
			d := &a.List[i]
			d.from, d.target, d.effort = effort[i], effort[i], effort[i]
		}
	}
}

// Decays returns how many numbers Decay of the drives are not the same: 0 without a lag, 1 if all begin at once.
func (a *ActuatorBank) Decays() int {
	switch {
	case !a.lagging:
		return 0
	case a.limited:
		return len(a.List)
	}
	return 1
}

// DecayAt returns the number Decay of a drive that began at a time, at the time t.
func (a *ActuatorBank) DecayAt(begin, t float64) float64 { return libm.Exp(-(t - begin) / a.lag) }

// decay makes t the time that comes next.
func (a *ActuatorBank) decay(t float64) {
	n := a.Decays()
	for i := range a.List {
		switch {
		case i < n:
			a.List[i].Decay = a.DecayAt(a.List[i].begin, t)
		case n > 0:
			a.List[i].Decay = a.List[0].Decay
		}
	}
}

// Arrive gives the drives new targets at time t.
func (a *ActuatorBank) Arrive(t float64, targets []float64) {
	a.decay(t)
	a.Set(t, targets)
}

// Segment begins a segment at time t, for rate limits that end until now, slightly later, and returns the time when the
// next one ends.
func (a *ActuatorBank) Segment(t, now float64) (end float64) {
	a.decay(t)
	a.Reach(t, now)
	end = math.Inf(1)
	for i := range a.List {
		end = math.Min(end, a.List[i].until)
	}
	return end
}

// At sets tau to the efforts at time t.
func (a *ActuatorBank) At(tau []float64, t float64) {
	a.decay(t)
	a.Efforts(tau, t)
}

// Set gives the drives new targets at time t, which is that of the numbers Decay.
func (a *ActuatorBank) Set(t float64, targets []float64) {
	for i := range a.List {
		d := &a.List[i]
		u := d.input(t)
		d.effort = a.output(d, t)
		d.begin, d.target, d.Decay = t, targets[i], 1
		d.reach()
		if !a.limited {
			continue
		}
		way, slope := d.target-u, a.rateLimit
		if way < 0 {
			slope = -slope
		}
		if way != 0 {
			d.from, d.slope, d.until = u, slope, t+math.Abs(way)/a.rateLimit
		}
	}
}

// Reach ends the rate limits that end until now, slightly later than t, which is the time of the numbers Decay.
func (a *ActuatorBank) Reach(t, now float64) {
	if !a.limited {
		return
	}
	for i := range a.List {
		d := &a.List[i]
		if d.until <= now {
			d.effort = a.output(d, t)
			d.begin, d.Decay = t, 1
			d.reach()
		}
	}
}

// Lose adds to what is lost of the efforts that were sent last what the rate limit has not given yet at time t,
// slightly before now.
func (a *ActuatorBank) Lose(lost []float64, t, now float64) {
	if !a.limited {
		return
	}
	for i := range a.List {
		d := &a.List[i]
		if left := d.input(t) - d.target; d.until > now {
			lost[i] += left
		}
	}
}

// Bounded sets bounded to 1 where a rate limit is at work, or where arrived is, and to 0 elsewhere.
func (a *ActuatorBank) Bounded(bounded, arrived []float64) {
	copy(bounded, arrived)
	if !a.limited {
		return
	}
	for i := range a.List {
		if a.List[i].slope != 0 {
			bounded[i] = 1
		}
	}
}

// Efforts sets tau to the efforts at time t, which is that of the numbers Decay.
func (a *ActuatorBank) Efforts(tau []float64, t float64) {
	for i := range a.List {
		tau[i] = a.output(&a.List[i], t)
	}
}

// reach makes the target the input.
func (d *Actuator) reach() { d.from, d.slope, d.until = d.target, 0, math.Inf(1) }

// input returns u.
func (d *Actuator) input(t float64) float64 { return d.from + float64(d.slope*(t-d.begin)) }

// output returns the effort.
func (a *ActuatorBank) output(d *Actuator, t float64) float64 {
	if !a.lagging {
		return d.input(t)
	}
	behind := float64(d.slope * a.lag)
	return d.input(t) - behind + float64((d.effort-d.from+behind)*d.Decay)
}

// Begins appends when the drives began, and Ends when their rate limits end.
func (a *ActuatorBank) Begins(list []float64) []float64 {
	for i := range a.List {
		list = append(list, a.List[i].begin)
	}
	return list
}

// Ends appends when the rate limits of the drives end.
func (a *ActuatorBank) Ends(list []float64) []float64 {
	for i := range a.List {
		list = append(list, a.List[i].until)
	}
	return list
}

// Rows implements tape.Rowed. Without a rate limit and a lag a drive is its target alone.
func (a *ActuatorBank) Rows(r *tape.RowList) {
	r.FixedIf(a.limited, &a.rateLimit)
	r.FixedIf(a.lagging, &a.lag)
	for i := range a.List {
		d := &a.List[i]
		r.CarriedNumber(&d.from)
		r.CarriedIf(a.Slow(), &d.begin, &d.effort)
		r.CarriedIf(a.limited, &d.until, &d.slope, &d.target)
		r.ScratchNumber(&d.Decay)
	}
}

// Rest makes the drives what they are since a time t at which their inputs became their targets, of drives that are not
// slow.
func (a *ActuatorBank) Rest(t float64) {
	for i := range a.List {
		d := &a.List[i]
		d.begin, d.target, d.effort = t, d.from, d.from
	}
}
