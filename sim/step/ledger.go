package step

import (
	"math"

	"kinetree/compile/tape"
	"kinetree/integrate"
	"kinetree/internal/finitejson"
	"kinetree/internal/floats"
	"kinetree/tree"
)

// Ledger is the account of the energy of a run (J):
//
//	energy at the end = energy at the start + EffortWork + WrenchWork + ConstraintWork + Payload
//	                    − DampingLoss − FrictionLoss − StopLoss − MotorLoss + Drift
//
// The work of an actuator with a motor is electrical. The energy includes the magnetic energy of inductances.
type Ledger struct {
	EffortWork   float64 `json:"efforts"`          // work of the actuators
	WrenchWork   float64 `json:"wrenches"`         // work of the wrenches and force elements on links
	DampingLoss  float64 `json:"damping"`          // taken by damping
	FrictionLoss float64 `json:"friction"`         // taken by friction
	StopLoss     float64 `json:"stops"`            // lost in impacts on end stops, and with parts that are taken
	MotorLoss    float64 `json:"motors,omitzero"`  // taken by the resistance of the windings of motors
	Payload      float64 `json:"payload,omitzero"` // what changes of the robot bring, less what they take away
	// ConstraintWork is the work of prescribed motions of joints and of the base. Other constraints do no work.
	ConstraintWork float64 `json:"constraints,omitzero"`
	Drift          float64 `json:"drift"`         // the rest: the error of the integration
	LargestDrift   float64 `json:"largest_drift"` // the largest magnitude that it had in the course of the run
	// Moved is the scale of the drift: the largest value of the kinetic energy and of any entry above in the course of
	// the run, and at least the rounding error of the energy.
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

// Gain returns what the entries add to the energy, without the drift.
func (l *Ledger) Gain() float64 {
	return l.EffortWork + l.WrenchWork + l.Payload - l.DampingLoss - l.FrictionLoss - l.StopLoss - l.MotorLoss +
		l.ConstraintWork
}

// Close sets the drift of a run in which the energy grew by an amount.
func (l *Ledger) Close(growth float64) {
	l.Drift = growth - l.EffortWork - l.WrenchWork - l.Payload + l.DampingLoss + l.FrictionLoss + l.StopLoss +
		l.MotorLoss - l.ConstraintWork
	l.LargestDrift = max(l.LargestDrift, math.Abs(l.Drift))
}

// AddMoved counts a kinetic energy and the entries so far as energy that has moved.
func (l *Ledger) AddMoved(kinetic float64) {
	l.Moved = max(l.Moved, kinetic, math.Abs(l.EffortWork), math.Abs(l.WrenchWork), math.Abs(l.Payload), l.DampingLoss,
		l.FrictionLoss, l.StopLoss, l.MotorLoss, math.Abs(l.ConstraintWork))
}

// Books book the work of efforts and wrenches, and the losses of damping and friction, along the motion. Simpson's rule
// integrates the power; the state in the middle of a step lies on the cubic through both ends:
//
//	v_m = (v₀ + v₁)/2 + h/8 (a₀ − a₁),   q_m = q₀ ⊕ h/24 (5 v₀ + 8 v_m − v₁)
//
// Poses do not commute. For poses the last motion is two motions of half the velocity each, plus and minus h/12 (v₀ −
// v_m), as in the method of order 4 for poses (see integrate.RK4) over half a step. The error is of order 4 in the
// step, the best order of the integrators. A step ends at each change of a mode, so the power is smooth within a step.
//
// Methods of order 1 with M (v₁ − v₀) = h f have v_m = (v₀ + v₁)/2. The product of both equations makes the work of f
// equal to the growth of the kinetic energy, so the drift of such a method is due to its positions. The ledger then
// needs no acceleration at the end.
//
// Dampers may be too fast for a step of a method that takes dampers implicitly, M (v₁ − v₀) = h (f − B v) with v = v₁
// or v = (v₀ + v₁)/2. By the product with (v₀ + v₁)/2, dampers then take h (v₀ + v₁)/2 · B v of the kinetic energy,
// which is booked.
type Books struct {
	Ledger
	Start         float64   // energy at the start of the run (J)
	Effort, Begin []float64 // effort vectors at the end of the last step, and at its start
	Work          []float64 // of the efforts in the last step, at each rate
	pushed, warm  bool      // wrenches act; windings take energy
	Q, qd         []float64 // the state in the middle of a step
	qdd           []float64 // the acceleration there
	Mean          []float64 // velocity from its start to there
	Turn          []float64 // (v₀ − v_m)/12
}

// NewBooks returns books of a robot with effort vectors of a length.
func NewBooks(m *tree.Model, efforts int) Books {
	nq, nv := m.NQ(), m.NV()
	return Books{Effort: make([]float64, efforts), Begin: make([]float64, efforts), Work: make([]float64, nv),
		Q: make([]float64, nq), qd: make([]float64, nv), qdd: make([]float64, nv), Mean: make([]float64, nv),
		Turn: make([]float64, nv)}
}

// Booked is a step that is booked, with what the books are told of it.
type Booked struct {
	Length   float64
	From, To *integrate.State
	Straight bool // velocities are linear in time within the step, as the method has it
	// Transient tells that another method takes what is too fast for the step. What it does not follow is over at once.
	Transient bool
	Driven    bool // what is prescribed does work
}

// Outside is what the books ask of a world.
type Outside interface {
	// Effort sets tau, an effort vector, to the efforts of the actuators.
	Effort(tau []float64, t float64, q, qd []float64) error
	// ConstraintPower returns what does work that is prescribed, per second.
	ConstraintPower(t float64, q, qd []float64) (float64, error)
}

// Book adds a step.
func (b *Books) Book(x *Mechanism, w Outside, s *Booked) error {
	b.findMiddle(s)
	stopped := 0.0 // 1 where dampers have stopped a motion
	if !s.Transient {
		stopped = b.stop(x, s)
	}
	b.place(x.Model, s)
	clear(b.Work)
	first, last := s.From.Qdd, s.To.Qdd
	if x.geared() {
		first, last = b.findAccelerations(s)
	}
	pushed, rubs, heats, h, circuits := x.Links.Any(), len(x.Frictions) > 0, x.heats(), s.Length, x.Circuits
	for i, p := range [...]struct {
		weight, t  float64
		q, qd, qdd []float64
	}{
		{h / 6, s.From.T, s.From.Q, s.From.Qd, first}, {4 * h / 6, s.From.T + h/2, b.Q, b.qd, b.qdd},
		{h / 6, s.To.T, s.To.Q, s.To.Qd, last},
	} {
		if err := w.Effort(b.Effort, p.t, p.q, p.qd); err != nil {
			return err
		}
		if i == 0 {
			copy(b.Begin, b.Effort)
		}
		for k, u := range x.Model.EffortLayout().Generalized(b.Effort) {
			b.Work[k] += float64(p.weight * u * p.qd[k])
		}
		if heats {
			heat := float64(p.weight * x.heat())
			b.EffortWork += heat
			b.MotorLoss += heat
		}
		if pushed {
			power, err := x.Links.Power(p.t, p.q, p.qd)
			if err != nil {
				return err
			}
			if x.Dampers != nil && stopped > 0 {
				power += x.Dampers.Loss(p.q, p.qd)
			}
			b.WrenchWork += float64(p.weight * power)
		}
		if s.Driven {
			power, err := w.ConstraintPower(p.t, p.q, p.qd)
			if err != nil {
				return err
			}
			b.ConstraintWork += float64(p.weight * power)
		}
		if x.Passive.Couples() {
			b.DampingLoss += float64(p.weight * x.Passive.CouplingLoss(p.q, p.qd))
		}
		if rubs {
			x.Rub(p.qd, p.qdd)
			b.FrictionLoss += float64(p.weight * x.frictionPower(p.qd))
		}
		if stopped < 1 {
			for i, d := range x.Passive.Damping {
				b.damp(circuits != nil && circuits[i], float64(p.weight*d*p.qd[i]*p.qd[i]))
			}
		}
	}
	work := 0.0
	for _, u := range b.Work {
		work += u
	}
	b.EffortWork += work
	return nil
}

// findMiddle sets the velocity in the middle of a step.
func (b *Books) findMiddle(s *Booked) {
	from, to := s.From, s.To
	for i := range b.qd {
		if b.qd[i] = (from.Qd[i] + to.Qd[i]) / 2; s.Straight {
			continue
		}
		b.qd[i] += float64(s.Length / 8 * (from.Qdd[i] - to.Qdd[i]))
		if s.Transient && math.Abs(b.qd[i]-(from.Qd[i]+to.Qd[i])/2) > max(math.Abs(from.Qd[i]), math.Abs(to.Qd[i])) {
			b.qd[i] = (from.Qd[i] + to.Qd[i]) / 2 // a transient that the step does not follow is over at once
		}
	}
}

// place sets the position in the middle of a step.
func (b *Books) place(m *tree.Model, s *Booked) {
	from, to := s.From, s.To
	for i := range b.qd {
		b.Mean[i] = float64((float64(5*from.Qd[i]) + float64(8*b.qd[i]) - to.Qd[i]) * (1.0 / 24))
	}
	if len(b.Q) == len(b.qd) {
		m.Integrate(b.Q, from.Q, b.Mean, s.Length)
		return
	}
	floats.SubTo(b.Turn, from.Qd, b.qd)
	floats.Scale(1.0/12, b.Turn)
	floats.Scale(0.5, b.Mean)
	floats.Add(b.Mean, b.Turn)
	m.Integrate(b.Q, from.Q, b.Mean, s.Length)
	floats.AddScaled(b.Mean, -2, b.Turn)
	m.Integrate(b.Q, b.Q, b.Mean, s.Length)
}

// findAccelerations sets the acceleration in the middle of a step, of the cubic that findMiddle takes, and returns
// those at its ends.
func (b *Books) findAccelerations(s *Booked) (first, last []float64) {
	from, to := s.From, s.To
	for i := range b.qdd {
		if b.qdd[i] = (to.Qd[i] - from.Qd[i]) / s.Length; !s.Straight {
			b.qdd[i] = float64(1.5*b.qdd[i]) - (from.Qdd[i]+to.Qdd[i])/4
		}
	}
	if s.Straight {
		return b.qdd, b.qdd
	}
	return from.Qdd, to.Qdd
}

// stop returns 1 if dampers have stopped a motion faster than the step can follow, else 0. For 1, stop books the loss
// of the dampers and sets the velocity in the middle to the mean of both ends. In the norm of the damping matrix B,
// either
//
//	h |a₀| > 2 |v₁ − v₀| with a₀ · a₁ ≥ 0, as if v were v₁, or |v_m| > 2 max(|v₀|, |v₁|), as if v were the mean.
//
// Neither holds if accelerations are linear in time, except that the second holds for motions that begin and end at
// rest. Dampers between links act along their lines at the start of the step.
func (b *Books) stop(x *Mechanism, s *Booked) (stopped float64) {
	from, to, h, circuits := s.From, s.To, s.Length, x.Circuits
	var n norms
	for i, d := range x.Passive.Damping {
		n.add(d, from.Qd[i], from.Qdd[i], b.qd[i], to.Qd[i], to.Qdd[i])
	}
	if x.Dampers != nil {
		for i, l := range x.Dampers.Springs {
			rate := func(v []float64) float64 { return x.Dampers.Rate(i, from.Q, v) }
			n.add(l.Damping, rate(from.Qd), rate(from.Qdd), rate(b.qd), rate(to.Qd), rate(to.Qdd))
		}
	}
	atEnd := 0.0
	if n.both >= 0 && float64(h*h*n.first) > float64(4*n.change) {
		atEnd = 1
	}
	if stopped = atEnd; n.middle > float64(4*max(n.begin, n.end)) {
		stopped = 1
	}
	if stopped > 0 {
		for i := range b.qd {
			b.qd[i] = (from.Qd[i] + to.Qd[i]) / 2
		}
		for i, d := range x.Passive.Damping {
			v := b.qd[i]
			if atEnd > 0 {
				v = to.Qd[i]
			}
			b.damp(circuits != nil && circuits[i], float64(h*d*b.qd[i]*v))
		}
		if x.Dampers != nil {
			for i, l := range x.Dampers.Springs {
				mean := x.Dampers.Rate(i, from.Q, b.qd)
				v := mean
				if atEnd > 0 {
					v = x.Dampers.Rate(i, from.Q, to.Qd)
				}
				b.WrenchWork -= float64(h * l.Damping * mean * v)
			}
		}
	}
	return stopped
}

// norms are sums of products of the motions at the ends and in the middle of a step, in the norm of the damping.
type norms struct{ first, begin, middle, end, both, change float64 }

// add adds the terms of a damper d to the norms, with the velocities and accelerations at both ends and the velocity in
// the middle.
func (n *norms) add(d, v0, a0, v, v1, a1 float64) {
	delta := v1 - v0
	n.first += float64(d * a0 * a0)
	n.both += float64(d * a0 * a1)
	n.begin += float64(d * v0 * v0)
	n.middle += float64(d * v * v)
	n.end += float64(d * v1 * v1)
	n.change += float64(d * delta * delta)
}

// damp books the loss of a damper. The damper of a circuit is the resistance of windings, a loss of the motor.
func (b *Books) damp(circuit bool, energy float64) {
	if circuit {
		b.MotorLoss += energy
		return
	}
	b.DampingLoss += energy
}

// Look finds the energy that moves and the largest drift so far, given the energies of the present state.
func (b *Books) Look(kinetic, potential float64) {
	b.AddMoved(kinetic)
	b.LargestDrift = max(b.LargestDrift, math.Abs(kinetic+potential-b.Start-b.Gain()))
}

// Rows implements tape.Rowed. Entries that nothing changes in a step are a run's own.
func (b *Books) Rows(r *tape.RowList) {
	for _, x := range [...]*float64{&b.EffortWork, &b.FrictionLoss, &b.DampingLoss, &b.Moved, &b.LargestDrift} {
		r.CarriedNumber(x)
	}
	for _, x := range [...]struct {
		changes bool
		entry   *float64
	}{{b.pushed, &b.WrenchWork}, {b.warm, &b.MotorLoss}} {
		if x.changes {
			r.CarriedNumber(x.entry)
		} else {
			r.FixedNumber(x.entry)
		}
	}
	for _, x := range [...]*float64{&b.Payload, &b.StopLoss, &b.ConstraintWork, &b.Start} {
		r.FixedNumber(x)
	}
	r.ScratchNumber(&b.Drift)
	r.Scratch(b.Effort, b.Begin, b.Work, b.Q, b.qd, b.qdd, b.Mean, b.Turn)
}

// Reuse tells the books what acts on a robot from now on.
func (b *Books) Reuse(x *Mechanism) {
	b.pushed, b.warm = x.Links.Any(), x.heats() || x.Circuits != nil
}
