package control

import (
	"fmt"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	tracedlagrange "kinetree/compile/traced/lagrange"
	tracedrnea "kinetree/compile/traced/rnea"
	tracedspatial "kinetree/compile/traced/spatial"
	traced "kinetree/compile/traced/tree"
	"kinetree/internal/libm"
	"kinetree/tree"
)

// RecordedInput is an Input while a sample is recorded.
type RecordedInput struct {
	Period       float64
	Q, Qd        []graph.Num
	RQ, RQd, RDD []graph.Num // the reference: position, velocity, acceleration
	Lost         []graph.Num
	Wrenches     []tracedspatial.Force // of Input; nil for nothing
	Robot        *traced.Model
	Believed     *traced.Model // the twin of the law's Believed; Robot for none
}

// Recordable is a Law whose samples can be recorded for runs side by side. What is recorded are the operations of
// Effort, in their order.
type Recordable interface {
	Law
	// Shape says what Record records: laws of the same shape differ by the numbers that Enter puts into the lane. It is
	// empty if there is nothing that can be recorded.
	Shape() string
	// Believed returns the model that the law computes with, nil for none. Of laws of the same shape these may differ:
	// RecordedInput has what is recorded for all.
	Believed() *tree.Model
	// Record declares the rows of the law, and returns what records its efforts. What Effort changes of a Stateful law
	// are carried rows, which keep their numbers where due is 0: its efforts are recorded once.
	Record(t *tape.Tape, due graph.Num) RecordedLaw
	// Enter puts the numbers of the law into a lane, and Leave takes back what the samples have changed. A law enters
	// after its first sample.
	Enter(l *tape.Lane)
	Leave(l *tape.Lane)
}

// RecordedLaw records the efforts of a law for an input.
type RecordedLaw func(in *RecordedInput) []graph.Num

// errors records the errors of position and velocity, as update does with a model.
func (in *RecordedInput) errors(m *traced.Model) (e, ed []graph.Num) {
	e, ed = make([]graph.Num, len(in.Qd)), make([]graph.Num, len(in.Qd))
	m.Difference(e, in.Q, in.RQ)
	for i := range ed {
		ed[i] = in.RQd[i].Sub(in.Qd[i])
	}
	return e, ed
}

// Shape implements Recordable.
func (l *PD) Shape() string { return "pd" }

// Believed implements Recordable.
func (l *PD) Believed() *tree.Model { return nil }

// Record implements Recordable.
func (l *PD) Record(t *tape.Tape, _ graph.Num) RecordedLaw {
	p, d := t.Fixed(len(l.p)), t.Fixed(len(l.d))
	return func(in *RecordedInput) []graph.Num {
		e, ed := in.errors(in.Robot)
		tau := make([]graph.Num, len(p))
		for i := range tau {
			tau[i] = p[i].Mul(e[i]).Add(d[i].Mul(ed[i]))
		}
		return tau
	}
}

// Enter implements Recordable.
func (l *PD) Enter(x *tape.Lane) {
	x.Fix(l.p...)
	x.Fix(l.d...)
}

// Leave implements Recordable.
func (l *PD) Leave(*tape.Lane) {}

// Shape implements Recordable.
func (l *GravityCompensation) Shape() string { return "gravity" }

// Believed implements Recordable.
func (l *GravityCompensation) Believed() *tree.Model { return l.believed }

// Record implements Recordable.
func (l *GravityCompensation) Record(_ *tape.Tape, _ graph.Num) RecordedLaw {
	return func(in *RecordedInput) []graph.Num {
		tau := make([]graph.Num, len(in.Qd))
		tracedrnea.New(in.Believed).Gravity(tau, in.Q)
		return tau
	}
}

// Enter implements Recordable.
func (l *GravityCompensation) Enter(*tape.Lane) {}

// Leave implements Recordable.
func (l *GravityCompensation) Leave(*tape.Lane) {}

// Shape implements Recordable.
func (l *ComputedTorque) Shape() string { return "computed torque" }

// Believed implements Recordable.
func (l *ComputedTorque) Believed() *tree.Model { return l.model }

// Record implements Recordable.
func (l *ComputedTorque) Record(t *tape.Tape, _ graph.Num) RecordedLaw {
	p, d := t.Fixed(len(l.p)), t.Fixed(len(l.d))
	return func(in *RecordedInput) []graph.Num {
		e, ed := in.errors(in.Believed)
		a, tau := make([]graph.Num, len(p)), make([]graph.Num, len(p))
		for i, qdd := range in.RDD {
			a[i] = qdd.Add(d[i].Mul(ed[i])).Add(p[i].Mul(e[i]))
		}
		tracedrnea.New(in.Believed).InverseDynamics(tau, in.Q, in.Qd, a, nil)
		return tau
	}
}

// Enter implements Recordable.
func (l *ComputedTorque) Enter(x *tape.Lane) {
	x.Fix(l.p...)
	x.Fix(l.d...)
}

// Leave implements Recordable.
func (l *ComputedTorque) Leave(*tape.Lane) {}

// Shape implements Recordable: dampers, and springs of coordinates.
func (l *FeedForward) Shape() string {
	springs, all := l.passive.Springs()
	if !all {
		return ""
	}
	shape := fmt.Sprintf("feed-forward, damped %v", l.passive.Damping != nil)
	for _, s := range springs {
		shape += fmt.Sprintf(", spring at %d times %v", s.Q, s.Ratio)
	}
	return shape
}

// Believed implements Recordable.
func (l *FeedForward) Believed() *tree.Model { return l.believed }

// Record implements Recordable.
func (l *FeedForward) Record(t *tape.Tape, _ graph.Num) RecordedLaw {
	damping := t.Fixed(len(l.passive.Damping))
	springs, _ := l.passive.Springs()
	twins := make([]traced.JointSpring, len(springs))
	for i, s := range springs {
		n := t.Fixed(2)
		twins[i] = traced.JointSpring{Q: s.Q, V: s.V, Stiffness: n[0], Ratio: graph.Known(s.Ratio), Offset: n[1]}
	}
	return func(in *RecordedInput) []graph.Num {
		tau := make([]graph.Num, len(in.Qd))
		tracedrnea.New(in.Believed).InverseDynamics(tau, in.RQ, in.RQd, in.RDD, nil)
		passive := make([]graph.Num, len(tau))
		for i, d := range damping {
			passive[i] = d.Mul(in.RQd[i]).Neg()
		}
		for i := range twins {
			twins[i].AddEffort(passive, in.RQ)
		}
		for i, x := range passive {
			tau[i] = tau[i].Sub(x)
		}
		return tau
	}
}

// Enter implements Recordable.
func (l *FeedForward) Enter(x *tape.Lane) {
	x.Fix(l.passive.Damping...)
	springs, _ := l.passive.Springs()
	for _, s := range springs {
		x.Fix(s.Stiffness, s.Offset)
	}
}

// Leave implements Recordable.
func (l *FeedForward) Leave(*tape.Lane) {}

// Shape implements Recordable.
func (l *WrenchCompensation) Shape() string { return "wrench compensation" }

// Believed implements Recordable.
func (l *WrenchCompensation) Believed() *tree.Model { return l.believed }

// Record implements Recordable.
func (l *WrenchCompensation) Record(_ *tape.Tape, _ graph.Num) RecordedLaw {
	return func(in *RecordedInput) []graph.Num {
		n := len(in.Qd)
		tau, jacobian := make([]graph.Num, n), make([]graph.Num, 6*n)
		if in.Wrenches == nil {
			return tau
		}
		kin := traced.NewKinematics(in.Believed)
		kin.Update(in.Q)
		for link, f := range in.Wrenches {
			if f == (tracedspatial.Force{}) {
				continue
			}
			kin.Jacobian(jacobian, l.links[link], traced.Axes(tree.Local))
			for r, x := range [...]graph.Num{f.Ang[0], f.Ang[1], f.Ang[2], f.Lin[0], f.Lin[1], f.Lin[2]} {
				for i := range tau {
					tau[i] = tau[i].Sub(jacobian[r*n+i].Mul(x))
				}
			}
		}
		return tau
	}
}

// Enter implements Recordable.
func (l *WrenchCompensation) Enter(*tape.Lane) {}

// Leave implements Recordable.
func (l *WrenchCompensation) Leave(*tape.Lane) {}

// Shape implements Recordable.
func (l *Impedance) Shape() string { return "impedance" }

// Believed implements Recordable.
func (l *Impedance) Believed() *tree.Model { return l.model }

// Record implements Recordable.
func (l *Impedance) Record(t *tape.Tape, _ graph.Num) RecordedLaw {
	p, d := t.Fixed(len(l.p)), t.Fixed(len(l.d))
	return func(in *RecordedInput) []graph.Num {
		e, ed := in.errors(in.Believed)
		tau, coriolis := make([]graph.Num, len(p)), make([]graph.Num, len(p))
		tracedrnea.New(in.Believed).InverseDynamics(tau, in.Q, make([]graph.Num, len(p)), in.RDD, nil)
		tracedlagrange.New(in.Believed).CoriolisProduct(coriolis, in.Q, in.Qd, in.RQd)
		for i := range tau {
			tau[i] = tau[i].Add(coriolis[i].Add(p[i].Mul(e[i])).Add(d[i].Mul(ed[i])))
		}
		return tau
	}
}

// Enter implements Recordable.
func (l *Impedance) Enter(x *tape.Lane) {
	x.Fix(l.p...)
	x.Fix(l.d...)
}

// Leave implements Recordable.
func (l *Impedance) Leave(*tape.Lane) {}

// Shape implements Recordable.
func (l *PID) Shape() string {
	if l.shape == "" {
		l.shape = fmt.Sprintf("pid %s %v %v %v", l.c.AntiWindup, l.c.TrackingTime, l.c.OnMeasurement, l.c.FilterTime)
	}
	return l.shape
}

// Believed implements Recordable.
func (l *PID) Believed() *tree.Model { return nil }

// Record implements Recordable.
func (l *PID) Record(t *tape.Tape, due graph.Num) RecordedLaw {
	n := len(l.z)
	p, i, d, limit := t.Fixed(n), t.Fixed(n), t.Fixed(n), t.Fixed(n)
	z, y, added, last := t.Carried(n), t.Carried(n), t.Carried(n), t.Carried(n)
	return func(in *RecordedInput) []graph.Num {
		e, ed := in.errors(in.Robot)
		pass := 1.0
		if l.c.FilterTime > 0 {
			pass = -libm.Expm1(-in.Period / l.c.FilterTime)
		}
		tau := make([]graph.Num, n)
		for k := range tau {
			clamp := func(x graph.Num) graph.Num { return graph.Max(limit[k].Neg(), graph.Min(limit[k], x)) }
			integral := z.Now[k]
			switch lost := in.Lost[k]; l.c.AntiWindup {
			case Conditional:
				integral = graph.Where(lost.Mul(added.Now[k]), graph.Known(0), integral.Sub(added.Now[k]), integral)
			case BackCalculation:
				back := graph.Known(in.Period / max(in.Period, l.c.TrackingTime)).Mul(lost)
				integral = clamp(integral.Add(back))
			}
			integral = graph.Where(graph.Known(0), graph.Absolute(i[k]), integral, z.Now[k])
			rate := ed[k]
			if l.c.OnMeasurement {
				rate = in.Qd[k].Neg()
			}
			filtered := y.Now[k].Add(graph.Known(pass).Mul(rate.Sub(y.Now[k])))
			tau[k] = p[k].Mul(e[k]).Add(integral).Add(d[k].Mul(filtered))
			next := clamp(integral.Add(graph.Known(in.Period).Mul(i[k]).Mul(e[k])))
			z.Next[k] = ifDue(due, next, z.Now[k])
			y.Next[k] = ifDue(due, filtered, y.Now[k])
			added.Next[k] = ifDue(due, next.Sub(integral), added.Now[k])
			last.Next[k] = ifDue(due, integral, last.Now[k])
		}
		return tau
	}
}

// ifDue returns yes in a lane where a sample is due and no in others.
func ifDue(due, yes, no graph.Num) graph.Num { return graph.Where(graph.Known(0.5), due, yes, no) }

// Enter implements Recordable.
func (l *PID) Enter(x *tape.Lane) {
	for _, list := range [...][]float64{l.c.P, l.c.I, l.c.D, l.c.Clamp} {
		x.Fix(list...)
	}
	for _, list := range [...][]float64{l.z, l.y, l.added, l.i} {
		x.Carry(list...)
	}
}

// Leave implements Recordable.
func (l *PID) Leave(x *tape.Lane) {
	for _, list := range [...][]float64{l.z, l.y, l.added, l.i} {
		x.TakeAll(list)
	}
}

// Shape implements Recordable: laws that believe in one model.
func (s *sum) Shape() string {
	shape := append(s.buf[:0], "sum"...)
	var believed *tree.Model
	for _, l := range s.laws {
		part, ok := l.(Recordable)
		if !ok {
			return ""
		}
		own, m := part.Shape(), part.Believed()
		if own == "" || believed != nil && m != nil && m != believed {
			return ""
		}
		if m != nil {
			believed = m
		}
		shape = append(append(shape, ", "...), own...)
	}
	if s.buf = shape; string(shape) != s.shape {
		s.shape = string(shape)
	}
	return s.shape
}

// Believed implements Recordable.
func (s *sum) Believed() *tree.Model {
	for _, l := range s.laws {
		if m := l.(Recordable).Believed(); m != nil {
			return m
		}
	}
	return nil
}

// Record implements Recordable.
func (s *sum) Record(t *tape.Tape, due graph.Num) RecordedLaw {
	laws := make([]RecordedLaw, len(s.laws))
	for i, l := range s.laws {
		laws[i] = l.(Recordable).Record(t, due)
	}
	return func(in *RecordedInput) []graph.Num {
		tau := make([]graph.Num, len(s.part))
		for _, law := range laws {
			for i, x := range law(in) {
				tau[i] = tau[i].Add(x)
			}
		}
		return tau
	}
}

// Enter implements Recordable.
func (s *sum) Enter(x *tape.Lane) {
	for _, l := range s.laws {
		l.(Recordable).Enter(x)
	}
}

// Leave implements Recordable.
func (s *sum) Leave(x *tape.Lane) {
	for _, l := range s.laws {
		l.(Recordable).Leave(x)
	}
}
