package traced

import (
	"math"
	"slices"
	"strconv"

	"kinetree/compile/graph"
	twin "kinetree/internal/traced/tree"
	"kinetree/spatial"
	"kinetree/tree"
)

// Family are models of the same structure (tree.Model.SameStructure), with the indices of the numbers that differ among
// them. A recording for a family takes these numbers as inputs and serves all its models.
type Family struct {
	id     int
	first  *tree.Model
	number []float64 // of the first
	varies []int     // indices of the numbers that differ, ascending
	wider  int       // how often models have made them more
}

// mostWider is how often the numbers that differ become more. Then all may differ.
const mostWider = 4

// Varies returns which of the Numbers of the models differ, as far as is known. Later models may make a new list of
// more; the one that is returned does not change.
func (f *Family) Varies() []int { return f.varies }

// AppendKey appends what tells the family, with the numbers that differ, apart from others of its Families.
func (f *Family) AppendKey(b []byte) []byte {
	return strconv.AppendInt(append(strconv.AppendInt(b, int64(f.id), 10), '/'), int64(len(f.varies)), 10)
}

// Families knows families. The zero value knows none. It is for one goroutine.
type Families struct {
	list    []*Family
	count   int
	last    *tree.Model
	family  *Family // of the last model
	numbers []float64
}

// mostFamilies is how many families are known at a time.
const mostFamilies = 16

// Of returns the family of a model, nil if a number of the model is too large.
func (l *Families) Of(m *tree.Model) *Family {
	if m == l.last {
		return l.family
	}
	l.last, l.numbers = m, m.Numbers(l.numbers[:0])
	l.family = l.find(m)
	return l.family
}

// find finds the family of a model of which the numbers are known.
func (l *Families) find(m *tree.Model) *Family {
	for _, x := range l.numbers {
		if !(math.Abs(x) <= Largest) {
			return nil
		}
	}
	for _, f := range l.list {
		if f.first.SameStructure(m) {
			f.widen(l.numbers)
			return f
		}
	}
	if len(l.list) == mostFamilies {
		l.list = nil
	}
	l.count++
	f := &Family{id: l.count, first: m.Clone(), number: slices.Clone(l.numbers)}
	l.list = append(l.list, f)
	return f
}

// widen makes those numbers vary in which another model differs.
func (f *Family) widen(numbers []float64) {
	var more []int
	for i, x := range numbers {
		if x == f.number[i] {
			continue
		}
		if _, known := slices.BinarySearch(f.varies, i); !known {
			more = append(more, i)
		}
	}
	if len(more) == 0 {
		return
	}
	if f.wider++; f.wider > mostWider {
		more = nil
		for i := range numbers {
			more = append(more, i)
		}
		f.varies = nil
	}
	f.varies = slices.Concat(f.varies, more)
	slices.Sort(f.varies)
}

// Variant returns the twin of a model in which some of its Numbers, given by ascending indices, are inputs; the other
// numbers are known. Numbers that models of the same structure share are known even if their indices are given: those
// of a body without inertia, and those of a body whose joint has poses for positions. The error is that of Model.
func Variant(m *tree.Model, varies []int, inputs []graph.Num) (*twin.Model, error) {
	out, err := Model(m)
	if err != nil || len(varies) == 0 {
		return out, err
	}
	next := 0 // number
	set := func(x ...*graph.Num) {
		for _, p := range x {
			if len(varies) > 0 && varies[0] == next {
				*p, varies, inputs = inputs[0], varies[1:], inputs[1:]
			}
			next++
		}
	}
	skip := func(n int) {
		for end := next + n; next < end; next++ {
			if len(varies) > 0 && varies[0] == next {
				varies, inputs = varies[1:], inputs[1:]
			}
		}
	}
	bodies := out.Bodies()
	for i := range bodies {
		b := &bodies[i].Inertia
		if m.Bodies()[i].Inertia == (spatial.Inertia{}) {
			skip(10)
			continue
		}
		set(&b.M, &b.MC[0], &b.MC[1], &b.MC[2], &b.I[0], &b.I[1], &b.I[2], &b.I[3], &b.I[4], &b.I[5])
	}
	for i, x := range out.Armature() {
		if v, _ := x.Value(); v == 0 {
			skip(1)
			continue
		}
		set(&out.Armature()[i])
	}
	for i := 1; i < len(bodies); i++ {
		b := &bodies[i]
		x := &b.X
		if b.Kind > twin.Prismatic {
			skip(10)
			continue
		}
		set(&x.P[0], &x.P[1], &x.P[2], &x.Ca, &x.Sa, &x.Cz, &x.Sz, &x.Cg, &x.Sg, &b.Offset)
	}
	return out, nil
}
