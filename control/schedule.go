package control

import (
	"fmt"
	"math"
	"slices"

	"kinetree/tree"
)

// RateGains are those of the laws of joints, a number for each rate. Clamp is the largest effort of an integral. A law
// uses those that it was made with.
type RateGains struct{ P, I, D, Clamp []float64 }

// Gained is a Law whose gains may be other ones from sample to sample. It keeps what it remembers.
type Gained interface {
	Law
	use(g *RateGains)
}

func (l *PD) use(g *RateGains) {
	copy(l.p, g.P)
	copy(l.d, g.D)
}

func (l *PID) use(g *RateGains) {
	copy(l.p, g.P)
	copy(l.d, g.D)
	l.integrals.adopt(g)
}

func (l *PIVelocity) use(g *RateGains) {
	copy(l.p, g.P)
	copy(l.d, g.D)
	l.integrals.adopt(g)
}

func (l *ComputedTorque) use(g *RateGains) {
	copy(l.p, g.P)
	copy(l.d, g.D)
}

func (l *Impedance) use(g *RateGains) {
	copy(l.p, g.P)
	copy(l.d, g.D)
}

// Table has gains at points of a number, rising, between which they are interpolated linearly. Beyond the ends they are
// those of the ends.
type Table struct {
	Points []float64
	Gains  []RateGains // all of them of the same rates
}

// Check returns what is wrong with the points.
func (t *Table) Check() error {
	if len(t.Points) == 0 || len(t.Points) != len(t.Gains) {
		return fmt.Errorf("there are %d points and %d gains; expected as many, and one at least", len(t.Points),
			len(t.Gains))
	}
	for i, x := range t.Points {
		if math.IsNaN(x) || math.IsInf(x, 0) || i > 0 && !(x > t.Points[i-1]) {
			return fmt.Errorf("point %d is %v; expected finite numbers, each larger than the one before", i, x)
		}
	}
	return nil
}

// At sets the gains to those at a number; the lists of to have the lengths of the table's.
func (t *Table) At(to *RateGains, x float64) {
	last := len(t.Points) - 1
	k := min(sortedPlace(t.Points, x), max(last-1, 0))
	share := 0.0
	if last > 0 {
		share = max(0, min(1, (x-t.Points[k])/(t.Points[k+1]-t.Points[k])))
	}
	a, b := &t.Gains[k], &t.Gains[min(k+1, last)]
	for _, l := range [...]struct{ to, a, b []float64 }{{to.P, a.P, b.P}, {to.I, a.I, b.I}, {to.D, a.D, b.D},
		{to.Clamp, a.Clamp, b.Clamp}} {
		for i, x := range l.a {
			if l.to[i] = x; l.b[i] != x {
				l.to[i] = x + float64(share*(l.b[i]-x))
			}
		}
	}
}

// sortedPlace returns the index of the last point that is no more than x, 0 if there is none.
func sortedPlace(points []float64, x float64) int {
	k, found := slices.BinarySearch(points, x)
	if !found {
		k--
	}
	return max(k, 0)
}

// Scheduled is a law whose gains depend on the measured position of a coordinate.
type Scheduled struct {
	law        Gained
	table      Table
	coordinate int
	now        RateGains
}

// statefulScheduled is a Scheduled of a law that remembers.
type statefulScheduled struct{ Scheduled }

// NewScheduled returns a law with gains from a table over a coordinate. The error says what is wrong with the table.
func NewScheduled(m *tree.Model, law Gained, coordinate int, table Table) (Law, error) {
	if err := table.Check(); err != nil {
		return nil, err
	}
	for _, g := range table.Gains {
		checkGains(m, g.P, g.I, g.D, g.Clamp)
	}
	n := m.NV()
	l := Scheduled{law, table, coordinate, RateGains{make([]float64, n), make([]float64, n), make([]float64, n),
		make([]float64, n)}}
	if _, ok := law.(Stateful); ok {
		return &statefulScheduled{l}, nil
	}
	return &l, nil
}

// Effort implements Law. It does not allocate.
func (l *Scheduled) Effort(tau []float64, in *Input) error {
	l.table.At(&l.now, in.Q[l.coordinate])
	l.law.use(&l.now)
	return l.law.Effort(tau, in)
}

// Parts implements Parted.
func (l *Scheduled) Parts() []string {
	if p, ok := l.law.(Parted); ok {
		return p.Parts()
	}
	return nil
}

// AppendParts implements Parted.
func (l *Scheduled) AppendParts(row []float64, i int) []float64 {
	if p, ok := l.law.(Parted); ok {
		return p.AppendParts(row, i)
	}
	return row
}

// AppendState implements Stateful.
func (l *statefulScheduled) AppendState(state []float64) []float64 {
	return l.law.(Stateful).AppendState(state)
}

// SetState implements Stateful.
func (l *statefulScheduled) SetState(state []float64) { l.law.(Stateful).SetState(state) }
