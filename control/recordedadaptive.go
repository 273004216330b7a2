package control

import (
	"fmt"
	"slices"

	"kinetree/compile/graph"
	"kinetree/compile/tape"
	tracedregressor "kinetree/compile/traced/regressor"
	"kinetree/dynamics/regressor"
	"kinetree/tree"
)

// Shape implements Recordable.
func (l *Adaptive) Shape() string {
	if l.shape == "" {
		l.shape = fmt.Sprintf("adaptive in %v, projected %v", l.adapted, l.body != nil)
	}
	return l.shape
}

// Believed implements Recordable.
func (l *Adaptive) Believed() *tree.Model { return l.model }

// Record implements Recordable. A sample after which a projection moves the estimates is not for code.
func (l *Adaptive) Record(t *tape.Tape, due graph.Num) RecordedLaw {
	n := len(l.s)
	lambda, gains, gamma := t.Fixed(1)[0], t.Fixed(n), t.Fixed(len(l.adapted))
	p := t.Fixed(len(l.p)) // of which those that adapt are not used
	estimates, used := t.Carried(len(l.adapted)), t.Carried(len(l.adapted))
	for i, k := range l.adapted {
		p[k] = estimates.Now[i]
	}
	return func(in *RecordedInput) []graph.Num {
		// See refer.
		e, ed := in.errors(in.Believed)
		s, qdr, qddr := make([]graph.Num, n), make([]graph.Num, n), make([]graph.Num, n)
		for i, e := range e {
			s[i] = ed[i].Add(lambda.Mul(e))
			qdr[i] = in.RQd[i].Add(lambda.Mul(e))
			qddr[i] = in.RDD[i].Add(lambda.Mul(ed[i]))
		}
		y := make([]graph.Num, n*len(p))
		tracedregressor.New(in.Believed).ReferenceRegressor(y, in.Q, in.Qd, qdr, qddr)

		tau := make([]graph.Num, n)
		for i := range tau {
			tau[i] = gains[i].Mul(s[i])
			for k, y := range y[i*len(p):][:len(p)] {
				tau[i] = tau[i].Add(y.Mul(p[k]))
			}
		}
		for i, x := range in.Believed.Armature() {
			tau[i] = tau[i].Add(x.Mul(qddr[i]))
		}
		next := slices.Clone(p)
		for i, k := range l.adapted {
			sum := graph.Known(0)
			for row, s := range s {
				sum = sum.Add(y[row*len(p)+k].Mul(s))
			}
			used.Next[i] = ifDue(due, p[k], used.Now[i])
			next[k] = ifDue(due, p[k].Add(graph.Known(in.Period).Mul(gamma[i].Mul(sum))), p[k])
			estimates.Next[i] = next[k]
		}
		if l.body != nil {
			l.body.requirePositive(next)
		}
		return tau
	}
}

// Enter implements Recordable.
func (l *Adaptive) Enter(x *tape.Lane) {
	x.Fix(l.c.Lambda)
	x.Fix(l.c.K...)
	for _, k := range l.adapted {
		x.Fix(l.c.Adaptation[k])
	}
	x.Fix(l.p...)
	for _, list := range [...][]float64{l.p, l.used} {
		for _, k := range l.adapted {
			x.Carry(list[k])
		}
	}
}

// Leave implements Recordable.
func (l *Adaptive) Leave(x *tape.Lane) {
	for _, list := range [...][]float64{l.p, l.used} {
		for _, k := range l.adapted {
			x.Take(&list[k])
		}
	}
}

// requirePositive records that the estimates of all bodies are among those that bodies can have, see positive.
func (c *consistency) requirePositive(p []graph.Num) {
	for at := 0; at < len(p); at += regressor.Size {
		if slices.Max(c.gamma[at:][:regressor.Size]) == 0 {
			continue
		}
		p := p[at:][:regressor.Size]
		half := p[4].Add(p[6]).Add(p[9]).Div(graph.Known(2))
		shift := graph.Known(negligible).Mul(graph.Absolute(p[0].Add(half)))
		j := [4][4]graph.Num{ // the lower triangle of J
			{half.Sub(p[4])},
			{p[5].Neg(), half.Sub(p[6])},
			{p[7].Neg(), p[8].Neg(), half.Sub(p[9])},
			{p[1], p[2], p[3], p[0]},
		}
		for i := range j {
			for k := range i + 1 {
				sum := j[i][k]
				if i == k {
					sum = sum.Add(shift)
				}
				for r := range k {
					sum = sum.Sub(j[i][r].Mul(j[k][r]))
				}
				if i > k {
					j[i][k] = sum.Div(j[k][k])
					continue
				}
				graph.Require(graph.Known(0), sum)
				j[i][i] = graph.Root(sum)
			}
		}
	}
}
