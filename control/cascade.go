package control

import (
	"fmt"
	"math"
	"slices"

	"kinetree/compile/tape"
	"kinetree/internal/libm"
	"kinetree/rnea"
	"kinetree/tree"
)

// CascadeRate describes the cascade of a rate: a law of the position gives the velocity that a law of the velocity is
// to follow, whose effort goes through filters and limits. Limits are infinite for none.
type CascadeRate struct {
	Position    PositionLevel
	Velocity    VelocityLevel
	Effort      EffortLevel
	FeedForward CascadeFeedForward
	Observer    DisturbanceObserver
	// AntiWindup says what becomes of the integral while limits, those of the actuators too, take of the effort.
	// ClampOnly bounds the integral by the limit of the effort.
	AntiWindup   AntiWindup
	TrackingTime float64 // of BackCalculation (s), at least the period of the velocity's samples
}

// PositionLevel is v = P (r − q).
type PositionLevel struct {
	P           float64 // 1/s
	Every       int     // sample of the law; 0 is 1
	Side        int     // the rate whose position is q: this one, or that of the rotor
	Error       []Filter
	Measurement []Filter // of q, which is a coordinate
}

// VelocityLevel is u = P e + z + D ė with e = v − q̇, where ė is the change of e since its last sample, over the time.
type VelocityLevel struct {
	P, D         float64 // N m s/rad, N m s²/rad, or N for N m and m for rad
	IntegralTime float64 // s; 0 for no integral
	Limit        float64 // of v (rad/s, m/s)
	Every, Side  int     // as of the position
	Error        []Filter
	Measurement  []Filter // of q̇
}

// EffortLevel is what becomes of efforts.
type EffortLevel struct {
	Filters          []Filter
	Limit, RateLimit float64 // N m, N m/s, or N for N m
}

// CascadeFeedForward has the shares of what the reference takes that are added: of ṙ to v, and of the efforts M r̈ + C
// ṙ, g(r) and those of friction to the effort.
type CascadeFeedForward struct {
	Velocity, Acceleration, Gravity, Friction float64
	Drag                                      Drag
}

// DisturbanceObserver estimates the effort d that disturbs a rate of a constant inertia, J q̈ = τ + d, where τ is what
// the law gives beside the feed-forward, and takes it from the effort:
//
//	d = w J q̇ − y,   ẏ = w (τ + w J q̇ − y),   w = 2π Bandwidth
type DisturbanceObserver struct {
	Bandwidth float64 // Hz; 0 for none
	Inertia   float64 // kg m², kg
}

// CascadeConfig describes a Cascade.
type CascadeConfig struct {
	Rates  []CascadeRate // one for each rate; the zero value asks for no effort
	Period float64       // of the samples (s)
}

// Cascade is the law of drives. Of each rate, at each sample that its levels take, the first one of all,
//
//	v = P (r − q)
//	u = P_v e + z + D_v ė,   e = v + a ṙ − q̇,   |v + a ṙ| ≤ limit,   z⁺ = z + T P_v/IntegralTime e
//	τ = limits(filters(u + feed-forward − d))
//
// with errors and measurements after their filters. A filter of an error is at rest at 0 before the first sample, one
// of a measurement has had its first input for a long time, those of the effort its part of gravity.
type Cascade struct {
	tracking
	believed *tree.Model
	inverse  *rnea.Solver
	rates    []cascadeRate
	// What is computed of the model, and the numbers of it.
	inertial, weighed bool
	inertia, gravity  []float64
}

// cascadeRate is a CascadeRate at work.
type cascadeRate struct {
	cascadeOptions
	p, kp, ki, kd      float64
	speed, most, slope float64 // limits: of v, of the effort, and of its rate
	track              float64 // time of back-calculation
	ff                 CascadeFeedForward
	share, momentum    float64 // of the observer: 1 − exp(−w T), and w J

	positionError, position, velocityError, velocity, effort chain

	toPosition, toVelocity float64 // samples until the next one of a level
	v                      float64 // NaN before the first sample
	e, u, z, added         float64
	sent, cut              float64 // the last effort, and what the limits took
	y, given               float64 // of the observer: y, and τ + w J q̇ of the last sample

	wanted, last, forward, estimate float64 // v + a ṙ, z of u, and parts of the last effort
}

// cascadeOptions are what of a rate is no number.
type cascadeOptions struct {
	driven                       bool
	name                         string
	positionSide, velocitySide   int
	coordinate                   int // of the position
	positionEvery, velocityEvery int
	windup                       AntiWindup
	integrates, derives, slews   bool
	observes, rubs, bumps        bool // there is an observer, friction, Stribeck's
}

// NewCascade returns the law for a robot, with the model that it believes in. The error says what of the configuration
// is wrong, and of which rate. It panics if the number of rates is wrong.
func NewCascade(m, believed *tree.Model, c CascadeConfig) (*Cascade, error) {
	n := m.NV()
	if len(c.Rates) != n {
		panic(fmt.Sprintf("control: there are %d cascades, the model %s has nv = %d", len(c.Rates), m.Name(), n))
	}
	l := &Cascade{tracking: newTracking(m), believed: believed, inverse: rnea.New(believed),
		rates: make([]cascadeRate, n), inertia: make([]float64, n), gravity: make([]float64, n)}
	coordinates := flat(m)
	for i := range c.Rates {
		r := &l.rates[i]
		r.name = m.RateName(i)
		if err := r.become(&c.Rates[i], coordinates, c.Period); err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		if r.driven {
			l.inertial = l.inertial || r.ff.Acceleration != 0
			l.weighed = l.weighed || r.ff.Gravity != 0 || r.ff.Acceleration != 0
		}
	}
	return l, nil
}

// flat returns the coordinate of each rate, −1 where positions are poses.
func flat(m *tree.Model) []int {
	list := slices.Repeat([]int{-1}, m.NV())
	for _, j := range m.Joints() {
		if j.Leader < 0 && j.NQ == j.NV {
			for i := range j.NV {
				list[j.V+i] = j.Q + i
			}
		}
	}
	return list
}

// become makes the rate what is described.
func (r *cascadeRate) become(c *CascadeRate, coordinates []int, period float64) (err error) {
	p, v, e, ff := &c.Position, &c.Velocity, &c.Effort, &c.FeedForward
	r.cascadeOptions = cascadeOptions{name: r.name,
		driven:       p.P != 0 || v.P != 0 || v.D != 0 || ff.Acceleration != 0 || ff.Gravity != 0 || ff.Friction != 0,
		positionSide: p.Side, velocitySide: v.Side, coordinate: coordinates[p.Side], positionEvery: max(p.Every, 1),
		velocityEvery: max(v.Every, 1), windup: c.AntiWindup, integrates: v.IntegralTime > 0, derives: v.D != 0,
		slews: !math.IsInf(e.RateLimit, 1), observes: c.Observer.Bandwidth > 0, rubs: ff.Friction != 0,
		bumps: ff.Friction != 0 && ff.Drag.Velocity > 0}
	r.p, r.kp, r.kd, r.speed, r.most, r.slope = p.P, v.P, v.D, v.Limit, e.Limit, e.RateLimit
	r.track, r.ff, r.v = c.TrackingTime, *ff, math.NaN()
	if !r.driven {
		return nil
	}
	if r.coordinate < 0 && len(p.Measurement) > 0 {
		return fmt.Errorf("the position is a pose, which has no filter; expected none of the measurement")
	}
	for _, x := range []struct {
		name  string
		limit float64
	}{{"velocity", r.speed}, {"effort", r.most}, {"rate of the effort", r.slope}} {
		if !(x.limit > 0) {
			return fmt.Errorf("the limit of the %s is %v; expected a positive number", x.name, x.limit)
		}
	}
	if r.integrates {
		r.ki = v.P / v.IntegralTime
	}
	if r.observes {
		w := float64(2 * math.Pi * c.Observer.Bandwidth)
		r.share, r.momentum = -libm.Expm1(float64(-w*period)), float64(w*c.Observer.Inertia)
	}
	lists := [...][]Filter{p.Error, p.Measurement, v.Error, v.Measurement, e.Filters}
	every := [...]int{r.positionEvery, r.positionEvery, r.velocityEvery, r.velocityEvery, 1}
	for k, x := range r.chains() {
		if *x.filters, err = newChain(lists[k], float64(float64(every[k])*period)); err != nil {
			return fmt.Errorf("%s: %w", x.place, err)
		}
	}
	return nil
}

// Effort implements Law. It does not allocate.
func (l *Cascade) Effort(tau []float64, in *Input) error {
	l.update(in)
	to := in.Reference
	if l.weighed {
		l.inverse.Gravity(l.gravity, to.Q)
	}
	if l.inertial {
		l.inverse.InverseDynamics(l.inertia, to.Q, to.Qd, to.Qdd, nil)
		for i, g := range l.gravity {
			l.inertia[i] -= g
		}
	}
	for i := range l.rates {
		if r := &l.rates[i]; r.driven {
			weight := float64(r.ff.Gravity * l.gravity[i])
			r.begin(weight, in)
			r.follow(l.e[r.positionSide], in)
			r.steer(i, in)
			r.forward = weight + float64(r.ff.Acceleration*l.inertia[i]) + r.drag(to.Qd[i])
			tau[i] = r.send(i, in)
		} else {
			tau[i] = 0
		}
	}
	return nil
}

// begin makes the rate, before its first sample, what it is after a long time at rest where it is.
func (r *cascadeRate) begin(weight float64, in *Input) {
	if !math.IsNaN(r.v) {
		return
	}
	r.v = 0
	if len(r.position) > 0 {
		r.position.settle(in.Q[r.coordinate])
	}
	r.velocity.settle(in.Qd[r.velocitySide])
	r.effort.settle(weight)
	r.sent, r.e = weight, math.NaN()
	r.y = float64(r.momentum * in.Qd[r.velocitySide])
	r.given = r.y
}

// follow takes the sample of the position, if it is due, given the error r ⊖ q.
func (r *cascadeRate) follow(e float64, in *Input) {
	if r.positionEvery == 1 || r.toPosition < 0.5 {
		if len(r.position) > 0 {
			q := in.Q[r.coordinate]
			e += q - r.position.pass(q)
		}
		r.v = float64(r.p * r.positionError.pass(e))
		r.toPosition = float64(r.positionEvery)
	}
	r.toPosition -= 1
	v := r.v + float64(r.ff.Velocity*in.Reference.Qd[r.positionSide])
	r.wanted = math.Max(-r.speed, math.Min(r.speed, v))
}

// steer takes the sample of the velocity of rate i, if it is due.
func (r *cascadeRate) steer(i int, in *Input) {
	if r.velocityEvery == 1 || r.toVelocity < 0.5 {
		period := float64(float64(r.velocityEvery) * in.Period)
		before := r.e
		r.e = r.velocityError.pass(r.wanted - r.velocity.pass(in.Qd[r.velocitySide]))
		r.u = float64(r.kp * r.e)
		if r.integrates {
			r.integrate(i, period, in)
		}
		if r.derives && !math.IsNaN(before) {
			r.u += float64(r.kd * ((r.e - before) / period))
		}
		r.toVelocity = float64(r.velocityEvery)
	}
	r.toVelocity -= 1
}

// integrate adds the integral of rate i to u, corrected for what the last sample lost, and lets it take up the error.
func (r *cascadeRate) integrate(i int, period float64, in *Input) {
	lost := r.cut + in.lost(i)
	switch r.windup {
	case Conditional:
		if lost*r.added < 0 {
			r.z -= r.added
		}
	case BackCalculation:
		r.z += float64(period / math.Max(period, r.track) * lost)
	}
	r.last = r.z
	r.u += r.z
	z := r.z + float64(float64(period*r.ki)*r.e)
	if r.windup == ClampOnly {
		z = math.Max(-r.most, math.Min(r.most, z))
	}
	r.added, r.z = z-r.z, z
}

// drag returns the share of friction at a velocity.
func (r *cascadeRate) drag(v float64) float64 {
	if !r.rubs {
		return 0
	}
	d := &r.ff.Drag
	return float64(r.ff.Friction * (d.dry(v, r.bumps) + float64(d.Viscous*v)))
}

// send returns the effort of the sample of rate i.
func (r *cascadeRate) send(i int, in *Input) float64 {
	u, p := r.u+r.forward, float64(r.momentum*in.Qd[r.velocitySide])
	if r.observes {
		r.y += float64(r.share * (r.given + in.lost(i) - r.y))
		r.estimate = p - r.y
		u -= r.estimate
	}
	u = r.effort.pass(u)
	x := math.Max(-r.most, math.Min(r.most, u))
	if r.slews {
		step := float64(r.slope * in.Period)
		x = math.Max(r.sent-step, math.Min(r.sent+step, x))
	}
	r.sent, r.cut, r.given = x, x-u, x-r.forward+p
	return x
}

// Parts implements Parted: p, i and d of the velocity, the feed-forward, and what the observer takes. Their sum goes
// through the filters and the limits.
func (l *Cascade) Parts() []string { return []string{"p", "i", "d", "feed_forward", "disturbance"} }

// AppendParts implements Parted.
func (l *Cascade) AppendParts(row []float64, i int) []float64 {
	r := &l.rates[i]
	p := float64(r.kp * r.e)
	return append(row, p, r.last, r.u-p-r.last, r.forward, -r.estimate)
}

// Signals implements Telling: of each rate the velocity that is asked for, cascade/velocity, and the output of each
// filter by its place and kind, such as filters/effort/notch.
func (l *Cascade) Signals() (names []string) {
	for i := range l.rates {
		if r := &l.rates[i]; r.driven {
			names = append(names, r.name+"/cascade/velocity")
			for _, x := range r.chains() {
				for k := range *x.filters {
					names = append(names, fmt.Sprintf("%s/filters/%s/%s", r.name, x.place, (*x.filters)[k].name))
				}
			}
		}
	}
	return names
}

// AppendSignals implements Telling.
func (l *Cascade) AppendSignals(row []float64) []float64 {
	for i := range l.rates {
		if r := &l.rates[i]; r.driven {
			row = append(row, r.wanted)
			for _, x := range r.chains() {
				for k := range *x.filters {
					row = append(row, (*x.filters)[k].y)
				}
			}
		}
	}
	return row
}

// placed are filters and where they stand.
type placed struct {
	place   string
	filters *chain
}

// chains returns the filters.
func (r *cascadeRate) chains() [5]placed {
	return [...]placed{{"position", &r.positionError}, {"position_measurement", &r.position},
		{"velocity", &r.velocityError}, {"velocity_measurement", &r.velocity}, {"effort", &r.effort}}
}

// remembered returns the numbers that the rate keeps from sample to sample, and those besides that have no effect. They
// are the same with other limits.
func (r *cascadeRate) remembered() (kept, others []*float64) {
	for _, x := range []struct {
		keeps  bool
		number *float64
	}{{r.positionEvery > 1, &r.toPosition}, {r.velocityEvery > 1, &r.toVelocity}, {true, &r.v}, {r.derives, &r.e},
		{r.velocityEvery > 1, &r.u}, {r.integrates, &r.z}, {r.windup == Conditional && r.integrates, &r.added},
		{true, &r.sent}, {r.integrates && r.windup != ClampOnly, &r.cut}, {r.observes, &r.y},
		{r.observes, &r.given}} {
		if x.keeps {
			kept = append(kept, x.number)
		} else {
			others = append(others, x.number)
		}
	}
	return kept, others
}

// Rows implements tape.Rowed.
func (l *Cascade) Rows(r *tape.RowList) {
	r.Scratch(l.e, l.ed, l.inertia, l.gravity)
	for i := range l.rates {
		c := &l.rates[i]
		d := &c.ff.Drag
		r.FixedIf(c.driven, &c.p, &c.kp, &c.speed, &c.most, &c.ff.Velocity, &c.ff.Acceleration, &c.ff.Gravity)
		r.FixedIf(c.integrates, &c.ki)
		r.FixedIf(c.integrates && c.windup == BackCalculation, &c.track)
		r.FixedIf(c.derives, &c.kd)
		r.FixedIf(c.slews, &c.slope)
		r.FixedIf(c.rubs, &c.ff.Friction, &d.Coulomb, &d.Viscous)
		r.FixedIf(c.bumps, &d.Level, &d.Velocity)
		r.FixedIf(c.observes, &c.share, &c.momentum)
		kept, others := c.remembered()
		r.CarriedIf(c.driven, kept...)
		r.CarriedIf(false, append(others, &c.wanted, &c.last, &c.forward, &c.estimate)...)
		for _, x := range c.chains() {
			x.filters.rows(r)
		}
	}
}

// Believed implements Recordable.
func (l *Cascade) Believed() *tree.Model { return l.believed }

// AppendState implements Stateful.
func (l *Cascade) AppendState(state []float64) []float64 {
	for i := range l.rates {
		r := &l.rates[i]
		if !r.driven {
			continue
		}
		kept, _ := r.remembered()
		for _, x := range kept {
			state = append(state, *x)
		}
		for _, x := range r.chains() {
			state = x.filters.appendState(state)
		}
	}
	return state
}

// SetState implements Stateful.
func (l *Cascade) SetState(state []float64) {
	for i := range l.rates {
		r := &l.rates[i]
		if !r.driven {
			continue
		}
		kept, _ := r.remembered()
		for k, x := range kept {
			*x = state[k]
		}
		state = state[len(kept):]
		for _, x := range r.chains() {
			state = x.filters.setState(state)
		}
	}
}

// Samples implements Periodic: the least number of samples after which all levels take theirs together again.
func (l *Cascade) Samples() int {
	n := 1
	for i := range l.rates {
		if r := &l.rates[i]; r.driven {
			n = common(common(n, r.positionEvery), r.velocityEvery)
		}
	}
	return n
}

// common returns the least common multiple of two numbers.
func common(a, b int) int {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}
