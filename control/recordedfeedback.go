package control

import (
	"fmt"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	"kinetree/tree"
)

// Shape implements Recordable, for a law that gives τ_0 which can be recorded.
func (l *stateFeedback) Shape() string {
	hold := "nothing"
	if l.f.Hold != nil {
		r, ok := l.f.Hold.(Recordable)
		if !ok {
			return ""
		}
		if hold = r.Shape(); hold == "" {
			return ""
		}
	}
	return fmt.Sprintf("state feedback, integrals %v, lag %v, early %v, %d whole periods, %d efforts underway, on %s",
		l.rates, l.actual != nil, l.early > 0, l.whole, len(l.underway), hold)
}

// Believed implements Recordable.
func (l *stateFeedback) Believed() *tree.Model {
	if r, ok := l.f.Hold.(Recordable); ok {
		return r.Believed()
	}
	return nil
}

// memory returns what samples change.
func (l *stateFeedback) memory() [4][]float64 {
	return [...][]float64{l.z, l.added, l.actual, l.underway}
}

// Record implements Recordable.
func (l *stateFeedback) Record(t *tape.Tape, due graph.Num) RecordedLaw {
	passed, gains := t.Fixed(3), make([][]graph.Num, len(l.f.K))
	for i := range gains {
		gains[i] = t.Fixed(len(l.s))
	}
	decay, early, late := passed[0], passed[1], passed[2]
	var rows [4]*tape.CarriedRows
	for i, list := range l.memory() {
		rows[i] = t.Carried(len(list))
	}
	var held RecordedLaw
	if r, ok := l.f.Hold.(Recordable); ok {
		held = r.Record(t, due)
	}
	return func(in *RecordedInput) (tau []graph.Num) {
		var now [4][]graph.Num // while the sample goes on
		for i := range rows {
			now[i] = append(now[i], rows[i].Now...)
		}
		z, added, actual, underway := now[0], now[1], now[2], now[3]
		e, ed := in.errors(in.Robot)
		n := len(e)
		hold := make([]graph.Num, n)
		if held != nil {
			hold = held(in)
		}

		// See correct.
		for k, i := range l.rates {
			z[k] = graph.Where(in.Lost[i].Mul(added[k]), graph.Known(0), z[k].Sub(added[k]), z[k])
		}
		for i, x := range in.Lost {
			if len(underway) > 0 {
				underway[i] = underway[i].Add(x)
			}
			if len(actual) > 0 && l.whole == 0 {
				actual[i] = actual[i].Add(late.Mul(x))
			}
		}

		s := append(append(append([]graph.Num(nil), e...), ed...), z...)
		for i, x := range actual {
			s = append(s, hold[i].Sub(x))
		}
		for i, x := range underway {
			s = append(s, hold[i%n].Sub(x))
		}
		tau = append(tau, hold...)
		for i := range tau {
			for k, x := range s {
				tau[i] = tau[i].Add(gains[i][k].Mul(x))
			}
		}

		// See advance.
		for k, i := range l.rates {
			added[k] = graph.Known(in.Period).Mul(e[i])
			z[k] = z[k].Add(added[k])
		}
		sent := append(append([]graph.Num(nil), tau...), underway...) // now, one sample ago, and so forth
		for i := range actual {
			actual[i] = decay.Mul(actual[i]).Add(late.Mul(sent[l.whole*n+i]))
			if l.early > 0 {
				actual[i] = actual[i].Add(early.Mul(underway[l.whole*n+i]))
			}
		}
		copy(underway, sent)
		for i, r := range rows {
			for k, x := range now[i] {
				r.Next[k] = ifDue(due, x, r.Now[k])
			}
		}
		return tau
	}
}

// Enter implements Recordable.
func (l *stateFeedback) Enter(x *tape.Lane) {
	x.Fix(l.decay, l.early, l.late)
	for _, row := range l.f.K {
		x.Fix(row...)
	}
	for _, list := range l.memory() {
		x.Carry(list...)
	}
	if r, ok := l.f.Hold.(Recordable); ok {
		r.Enter(x)
	}
}

// Leave implements Recordable.
func (l *stateFeedback) Leave(x *tape.Lane) {
	for _, list := range l.memory() {
		x.TakeAll(list)
	}
	if r, ok := l.f.Hold.(Recordable); ok {
		r.Leave(x)
	}
}
