package sim

import (
	"math"

	"kinetree/dynamics/lagrange"
	"kinetree/integrate"
	"kinetree/internal/finitejson"
	"kinetree/internal/floats"
	"kinetree/internal/vec"
	"kinetree/tree"
)

// Ledger is the account of the energy of a run (J):
//
//	energy at the end = energy at the start + EffortWork + WrenchWork + ConstraintWork + Payload
//	                    − DampingLoss − FrictionLoss − StopLoss − MotorLoss + Drift
//
// The work of an actuator with a motor is the electrical one. The energy includes that of the fields of inductances.
type Ledger struct {
	EffortWork   float64 `json:"efforts"`          // work of the actuators
	WrenchWork   float64 `json:"wrenches"`         // work of the wrenches and force elements on links
	DampingLoss  float64 `json:"damping"`          // taken by damping
	FrictionLoss float64 `json:"friction"`         // taken by friction
	StopLoss     float64 `json:"stops"`            // lost in impacts on end stops, and with parts that are taken
	MotorLoss    float64 `json:"motors,omitzero"`  // taken by the resistance of the windings of motors
	Payload      float64 `json:"payload,omitzero"` // what changes of the robot bring, less what they take away
	// ConstraintWork is the work of what moves joints and the base as prescribed; that of all other constraints is 0.
	ConstraintWork float64 `json:"constraints,omitzero"`
	Drift          float64 `json:"drift"`         // the rest: the error of the integration
	LargestDrift   float64 `json:"largest_drift"` // the largest magnitude that it had in the course of the run
	// Moved is what the drift is to be compared with: the largest that the kinetic energy and any entry above was in
	// the course of the run, and no less than what rounding makes of the energy that is there.
	Moved float64 `json:"moved"`
}

// DriftShare returns the magnitude of the drift relative to the energy that moved in the run: 0 is exact, and a run
// with a share near 1 has made its motion of nothing, or lost it to nothing.
func (l *Ledger) DriftShare() float64 {
	if l.Drift == 0 {
		return 0
	}
	return math.Abs(l.Drift) / l.Moved
}

// MarshalJSON implements json.Marshaler; a number that is not finite is null.
func (l Ledger) MarshalJSON() ([]byte, error) { return finitejson.Marshal(l) }

// gain returns what the entries add to the energy, without the drift.
func (l *Ledger) gain() float64 {
	return l.EffortWork + l.WrenchWork + l.Payload - l.DampingLoss - l.FrictionLoss - l.StopLoss - l.MotorLoss +
		l.ConstraintWork
}

// close sets the drift of a run in which the energy grew by an amount.
func (l *Ledger) close(growth float64) {
	l.Drift = growth - l.EffortWork - l.WrenchWork - l.Payload + l.DampingLoss + l.FrictionLoss + l.StopLoss +
		l.MotorLoss - l.ConstraintWork
	l.LargestDrift = max(l.LargestDrift, math.Abs(l.Drift))
}

// moved counts a kinetic energy and the entries so far as energy that has moved.
func (l *Ledger) moved(kinetic float64) {
	l.Moved = max(l.Moved, kinetic, math.Abs(l.EffortWork), math.Abs(l.WrenchWork), math.Abs(l.Payload), l.DampingLoss,
		l.FrictionLoss, l.StopLoss, l.MotorLoss, math.Abs(l.ConstraintWork))
}

// Looking at the kinetic energy costs about a quarter of an evaluation of the accelerations. So it is looked at after
// each of the first parts of a run, which may be all if the steps are coarse, and now and then after that.
const (
	weighedFirst = 64
	weighedEvery = 8
)

// weigh counts the energy that moves in the part of a step that has been booked.
func (b *bookkeeper) weigh(w *World) {
	if b.parts++; looked(b.parts) {
		b.look(w)
	}
}

// looked reports whether a part, counted from 1, is to be looked at.
func looked(part int) bool { return part <= weighedFirst || part%weighedEvery == 0 }

// look computes the energies of the present state and the largest drift so far.
func (b *bookkeeper) look(w *World) {
	kinetic, potential := w.energies(w.state.Q, w.state.Qd)
	b.moved(kinetic)
	b.LargestDrift = max(b.LargestDrift, math.Abs(kinetic+potential-b.start-b.gain()))
}

// rounding returns what sums of some thousand steps may lose (J) of the energies at the start and at the end, and of
// the robot's weight at a distance of 1 m: potential energies may cancel in their sum.
func (w *World) rounding(end float64) float64 {
	weight := w.energy.Mass(lagrange.Moving) * vec.Len(w.Model().Gravity())
	return float64(1e-9 * max(math.Abs(w.books.start), math.Abs(end), weight))
}

// bookkeeper books the work of efforts and wrenches and what damping and friction take along the motion, and what is
// lost in impacts. The power is integrated by Simpson's rule; the state in the middle of a step is that of the cubic
// through both ends:
//
//	v_m = (v₀ + v₁)/2 + h/8 (a₀ − a₁),   q_m = q₀ ⊕ h/24 (5 v₀ + 8 v_m − v₁)
//
// Where positions are poses, which do not commute, the last is two motions of half the velocity each, plus and minus
// h/12 (v₀ − v_m): those of the method of order 4 for such positions (see integrate.RK4) over half a step. The error
// is of order 4 in the step, as that of the integrators at best. A step ends at each change of a mode, so the power
// is smooth within.
//
// Methods with M (v₁ − v₀) = h f, which are of order 1, have v_m = (v₀ + v₁)/2: the product of both makes the work of f
// what the kinetic energy grows by, and what drifts is due to their positions. No acceleration at the end is needed.
//
// Dampers may be too fast for a step of a method that takes them implicitly, M (v₁ − v₀) = h (f − B v) with v = v₁ or
// v = (v₀ + v₁)/2. What they take of the kinetic energy, by the product with (v₀ + v₁)/2, is h (v₀ + v₁)/2 · B v, and
// that is booked.
type bookkeeper struct {
	Ledger
	start         float64 // energy at the start of the run (J)
	fresh         bool    // the account is that of a run which begins now, at these energies
	kinetic       float64 // at the start
	potential     float64
	parts         int       // of steps that were booked
	effort, begin []float64 // scratch: efforts, those at the start of a step
	work          []float64 // of the efforts in a step, at each rate
	q, qd         []float64 // the state in the middle of a step
	qdd           []float64 // the acceleration there
	mean          []float64 // velocity from its start to there
	turn          []float64 // (v₀ − v_m)/12
}

func newBookkeeper(m *tree.Model, efforts int) bookkeeper {
	nq, nv := m.NQ(), m.NV()
	return bookkeeper{effort: make([]float64, efforts), begin: make([]float64, efforts),
		work: make([]float64, nv), q: make([]float64, nq), qd: make([]float64, nv), qdd: make([]float64, nv),
		mean: make([]float64, nv), turn: make([]float64, nv)}
}

// book adds the step of length h from w.last to w.state.
func (b *bookkeeper) book(w *World, h float64) error {
	pushed, rubs := w.wrenches != nil && w.wrenches.any, w.modes != nil && w.modes.rubs
	driven := w.driven()
	couples := w.passive.Couples()
	if w.config.Controller == nil && w.passive.Damping == nil && !couples && !w.drive.motors && !rubs &&
		w.config.Watch.Observer == nil && !pushed && !driven {
		return nil
	}
	from, to := w.last, w.state
	damped, lines := b.findMiddle(w, h), w.dampingLines()
	clear(b.work)
	first, last := from.Qdd, to.Qdd
	if rubs && w.modes.geared.rates != nil {
		first, last = b.findAccelerations(w, h)
	}
	for i, p := range [...]struct {
		weight, t  float64
		q, qd, qdd []float64
	}{
		{h / 6, from.T, from.Q, from.Qd, first}, {4 * h / 6, from.T + h/2, b.q, b.qd, b.qdd},
		{h / 6, to.T, to.Q, to.Qd, last},
	} {
		if err := w.Effort(b.effort, p.t, p.q, p.qd); err != nil {
			return err
		}
		if i == 0 {
			copy(b.begin, b.effort)
		}
		for k, x := range w.drive.layout.Generalized(b.effort) {
			b.work[k] += float64(p.weight * x * p.qd[k])
		}
		if w.drive.motors {
			heat := float64(p.weight * w.drive.heat())
			b.EffortWork += heat
			b.MotorLoss += heat
		}
		if pushed {
			power, err := w.wrenches.power(p.t, p.q, p.qd)
			if err != nil {
				return err
			}
			if damped && lines != nil {
				power += lines.loss(p.q, p.qd)
			}
			b.WrenchWork += float64(p.weight * power)
		}
		if driven {
			power, err := w.constraintPower(p.t, p.q, p.qd)
			if err != nil {
				return err
			}
			b.ConstraintWork += float64(p.weight * power)
		}
		if couples {
			b.DampingLoss += float64(p.weight * w.passive.CouplingLoss(p.q, p.qd))
		}
		if rubs {
			w.modes.update(p.qd, p.qdd, w.drive.transmissions)
			b.FrictionLoss += float64(p.weight * w.modes.power(p.qd))
		}
		if damped {
			continue
		}
		for i, d := range w.passive.Damping {
			*b.lossOf(w, i) += float64(p.weight * d * p.qd[i] * p.qd[i])
		}
	}
	work := 0.0
	for _, x := range b.work {
		work += x
	}
	b.EffortWork += work
	if w.config.Watch.Observer != nil {
		w.config.Watch.Observer.Observe(from, to, b.begin, b.effort, b.work)
	}
	return nil
}

// findMiddle sets the velocity and the position in the middle of a step of length h, and reports what damped does.
func (b *bookkeeper) findMiddle(w *World, h float64) (damped bool) {
	from, to := w.last, w.state
	straight := w.straight()
	for i := range b.qd {
		if b.qd[i] = (from.Qd[i] + to.Qd[i]) / 2; straight {
			continue
		}
		b.qd[i] += float64(h / 8 * (from.Qdd[i] - to.Qdd[i]))
		if len(w.fast.found) > 0 && math.Abs(b.qd[i]-(from.Qd[i]+to.Qd[i])/2) > max(math.Abs(from.Qd[i]),
			math.Abs(to.Qd[i])) { // a transient that the step does not follow is over at once
			b.qd[i] = (from.Qd[i] + to.Qd[i]) / 2
		}
	}
	damped = b.damped(w, h)
	for i := range b.qd {
		b.mean[i] = float64((float64(5*from.Qd[i]) + float64(8*b.qd[i]) - to.Qd[i]) * (1.0 / 24))
	}
	if len(b.q) == len(b.qd) {
		w.Retract(b.q, from.Q, b.mean, h)
	} else {
		b.moveHalves(w, h)
	}
	return damped
}

// findAccelerations sets the acceleration in the middle of a step of length h, of the cubic that findMiddle takes, and
// returns those at its ends.
func (b *bookkeeper) findAccelerations(w *World, h float64) (first, last []float64) {
	from, to := w.last, w.state
	straight := w.straight()
	for i := range b.qdd {
		if b.qdd[i] = (to.Qd[i] - from.Qd[i]) / h; !straight {
			b.qdd[i] = float64(1.5*b.qdd[i]) - (from.Qdd[i]+to.Qdd[i])/4
		}
	}
	if straight {
		return b.qdd, b.qdd
	}
	return from.Qdd, to.Qdd
}

// straight reports whether velocities are linear in time within a step, as the method has it.
func (w *World) straight() bool {
	_, foreseen := w.stepper.(integrate.Foreseen)
	return foreseen && w.bound == nil
}

// damped reports whether dampers have stopped a motion faster than the step can follow. Then it books what they have
// taken, and the velocity in the middle is the mean of both ends. In the norm of the damping matrix B, either
//
//	h |a₀| > 2 |v₁ − v₀| with a₀ · a₁ ≥ 0, as if v were v₁, or |v_m| > 2 max(|v₀|, |v₁|), as if it were the mean;
//
// neither is so where accelerations are linear in time, but for the second of motions that begin and end at rest. The
// rates of dampers between links are those of the lines where the step begins.
func (b *bookkeeper) damped(w *World, h float64) bool {
	lines := w.dampingLines()
	if w.passive.Damping == nil && lines == nil || len(w.fast.found) > 0 {
		return false
	}
	from, to := w.last, w.state
	var first, begin, middle, end, both, change float64
	add := func(d, v0, a0, v, v1, a1 float64) {
		delta := v1 - v0
		first += float64(d * a0 * a0)
		both += float64(d * a0 * a1)
		begin += float64(d * v0 * v0)
		middle += float64(d * v * v)
		end += float64(d * v1 * v1)
		change += float64(d * delta * delta)
	}
	for i, d := range w.passive.Damping {
		add(d, from.Qd[i], from.Qdd[i], b.qd[i], to.Qd[i], to.Qdd[i])
	}
	if lines != nil {
		for i, s := range lines.springs {
			rate := func(x []float64) float64 { return lines.rate(i, from.Q, x) }
			add(s.Damping, rate(from.Qd), rate(from.Qdd), rate(b.qd), rate(to.Qd), rate(to.Qdd))
		}
	}
	atEnd := both >= 0 && h*h*first > 4*change
	if !atEnd && middle <= 4*max(begin, end) {
		return false
	}
	for i := range b.qd {
		b.qd[i] = (from.Qd[i] + to.Qd[i]) / 2
	}
	v := b.qd
	if atEnd {
		v = to.Qd
	}
	for i, d := range w.passive.Damping {
		*b.lossOf(w, i) += float64(h * d * b.qd[i] * v[i])
	}
	if lines != nil {
		for i, s := range lines.springs {
			b.WrenchWork -= float64(h * s.Damping * lines.rate(i, from.Q, b.qd) * lines.rate(i, from.Q, v))
		}
	}
	return true
}

// lossOf returns the entry for what the damping of a rate takes: that of a circuit is the resistance of windings.
func (b *bookkeeper) lossOf(w *World, rate int) *float64 {
	if w.drive.circuits != nil && w.drive.circuits[rate] {
		return &b.MotorLoss
	}
	return &b.DampingLoss
}

// power returns what the rates that slip lose per second (W).
func (s *modes) power(v []float64) float64 {
	sum := 0.0
	for i := range s.rates {
		r := &s.rates[i]
		switch { // the cubic may dip where the steps are rough
		case r.leads():
			sum += max(0, r.pad.power(v))
		case r.pad == nil:
			sum += float64(r.friction(r.slip) * max(0, r.slip*v[r.v]))
		}
	}
	return sum
}

// moveHalves sets q to the position in the middle where positions are poses.
func (b *bookkeeper) moveHalves(w *World, h float64) {
	floats.SubTo(b.turn, w.last.Qd, b.qd)
	floats.Scale(1.0/12, b.turn)
	floats.Scale(0.5, b.mean)
	floats.Add(b.mean, b.turn)
	w.Retract(b.q, w.last.Q, b.mean, h)
	floats.AddScaled(b.mean, -2, b.turn)
	w.Retract(b.q, b.q, b.mean, h)
}
