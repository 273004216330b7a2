// Package tape records what is done in each step of a simulation, with rows of numbers of three kinds:
//
//   - carried: what a step leaves for the next one, such as the state,
//   - fixed: what differs from run to run, such as gains,
//   - given: what is known ahead of each step, such as times and references.
//
// A [Tape] takes down the computation, a [Program] is the graph with its rows in order, and [Runner] executes machine
// code of it, several runs side by side: a run is in a [Lane]. Whoever has a part in a step declares its rows while it
// records, and later puts its numbers into them and takes them back in the same order.
package tape

import (
	"math"
	"math/bits"

	"kinetree/compile/graph"
)

// kind is that of a row.
type kind uint8

const (
	carried kind = iota
	fixed
	given
	kinds
)

// Tape is a recording.
type Tape struct {
	graph *graph.Graph
	kinds []kind // of the inputs
	rows  []*CarriedRows
	flag  graph.Num
}

// CarriedRows are numbers that go from step to step: what they are at its start, and what they are to be at its end.
type CarriedRows struct{ Now, Next []graph.Num }

// Carried declares n rows that are carried. Next has to be set.
func (t *Tape) Carried(n int) *CarriedRows {
	r := &CarriedRows{Now: t.inputs(carried, n), Next: make([]graph.Num, n)}
	t.rows = append(t.rows, r)
	return r
}

// Flag makes x what Runner.Flagged tells of a step: whether it is positive. There is one flag.
func (t *Tape) Flag(x graph.Num) { t.flag = x }

// Fixed declares n rows that are fixed.
func (t *Tape) Fixed(n int) []graph.Num { return t.inputs(fixed, n) }

// Given declares n rows that are given.
func (t *Tape) Given(n int) []graph.Num { return t.inputs(given, n) }

func (t *Tape) inputs(k kind, n int) []graph.Num {
	list := make([]graph.Num, n)
	for i := range list {
		if k == carried {
			list[i] = t.graph.InputPlus()
		} else {
			list[i] = t.graph.Input()
		}
		t.kinds = append(t.kinds, k)
	}
	return list
}

// Program is a recorded step. The inputs of its graph are the carried rows, the fixed ones and the given ones, and its
// outputs the carried ones and the flag.
type Program struct {
	Graph *graph.Graph
	count [kinds]int // of the rows
}

// Record returns the program of what step does. The error is that of step, or that of graph.Record.
func Record(step func(t *Tape) error) (*Program, error) {
	t := &Tape{}
	var fault error
	g, err := graph.Record(func(g *graph.Graph) {
		t.graph = g
		if fault = step(t); fault != nil {
			return
		}
		for _, r := range t.rows {
			for _, x := range r.Next {
				g.Output(x.Plus(graph.Known(0))) // −0 + 0 is +0
			}
		}
		g.Output(t.flag)
	})
	if fault != nil {
		err = fault
	}
	if err != nil {
		return nil, err
	}
	p := &Program{Graph: g}
	for _, k := range t.kinds {
		p.count[k]++
	}
	at := [kinds]int32{fixed: int32(p.count[carried]), given: int32(p.count[carried] + p.count[fixed])}
	place := make([]int32, len(t.kinds))
	for i, k := range t.kinds {
		place[i] = at[k]
		at[k]++
	}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Op == graph.Input {
			n.Index = place[n.Index]
		}
	}
	return p, nil
}

// Carried returns how many rows are carried: the first inputs of the graph and its first outputs.
func (p *Program) Carried() int { return p.count[carried] }

// LaneCode is code of a program's graph. Run takes the carried rows from Rows[from], from 0 or 1, and the others from
// In, and leaves its outputs in the other one of Rows; number i of lane k stands at index i*Lanes + k. It returns a bit
// for each lane, the lowest for the first, that is set where all requirements of the graph hold.
type LaneCode struct {
	Lanes int
	In    []float64
	Rows  [2][]float64
	Run   func(from int) (done uint8)
}

// Runner executes a program.
type Runner struct {
	program *Program
	code    LaneCode
	now     int   // which of the code's Rows are those of the lanes
	wanted  uint8 // when a step was computed last
	checked bool  // the code has done a step right
	wrong   bool
}

// NewRunner returns what executes a program by its code.
func NewRunner(p *Program, f LaneCode) *Runner { return &Runner{program: p, code: f} }

// Lanes returns how many runs go side by side.
func (s *Runner) Lanes() int { return s.code.Lanes }

// Run takes a step in all lanes and keeps it in those of the bits that it returns, which are of wanted; see Compute and
// Keep.
func (s *Runner) Run(wanted uint8) (done uint8) {
	done = s.Compute(wanted)
	s.Keep(done)
	return done
}

// Compute computes a step in all lanes. It is complete in those of the bits that it returns, which are of wanted; there
// Results has it. The rows are as they were until Keep is called. The first step is compared with the graph's
// interpreter; code that is wrong completes none. No allocation after the first step.
func (s *Runner) Compute(wanted uint8) (done uint8) {
	s.wanted = wanted
	done = s.code.Run(s.now) & wanted
	if !s.checked {
		s.check(done)
	}
	if s.wrong {
		return 0
	}
	return done
}

// Flagged returns those of some lanes in whose step that was computed last the flag is positive.
func (s *Runner) Flagged(computed uint8) (flagged uint8) {
	lanes, at := s.code.Lanes, s.program.count[carried]*s.code.Lanes
	row := s.code.Rows[1-s.now][at : at+lanes]
	var any uint64
	for _, x := range row {
		any |= math.Float64bits(x)
	}
	if any == 0 { // as a rule
		return 0
	}
	for k, x := range row {
		if x > 0 {
			flagged |= 1 << k
		}
	}
	return flagged & computed
}

// Given returns a given row: its numbers in all lanes.
func (s *Runner) Given(row int) []float64 {
	at := (s.program.count[fixed] + row) * s.code.Lanes
	return s.code.In[at : at+s.code.Lanes]
}

// Keep makes what was computed last the carried rows of some lanes. The others of those that were wanted keep theirs;
// lanes that were not wanted have none from then on.
func (s *Runner) Keep(computed uint8) {
	from, to := s.code.Rows[s.now], s.code.Rows[1-s.now]
	for left := s.wanted &^ computed; left != 0; left &= left - 1 {
		n := s.program.count[carried] * s.code.Lanes
		for i := bits.TrailingZeros8(left); i < n; i += s.code.Lanes {
			to[i] = from[i]
		}
	}
	s.now = 1 - s.now
}

// check compares the step in some lanes with what the interpreter makes of it, bit by bit.
func (s *Runner) check(done uint8) {
	lanes, g := s.code.Lanes, s.program.Graph
	in, out := make([]float64, g.Inputs), make([]float64, len(g.Outputs))
	for k := range lanes {
		if done>>k&1 == 0 {
			continue
		}
		s.checked = true
		for i := range in {
			if n := s.program.count[carried]; i < n {
				in[i] = s.code.Rows[s.now][i*lanes+k]
			} else {
				in[i] = s.code.In[(i-n)*lanes+k]
			}
		}
		s.wrong = s.wrong || !g.Evaluate(out, in)
		for i, x := range out {
			s.wrong = s.wrong || math.Float64bits(x) != math.Float64bits(s.code.Rows[1-s.now][i*lanes+k])
		}
	}
}

// Lane returns a lane of the steps, at the first row of each kind.
func (s *Runner) Lane(k int) Lane {
	l := Lane{steps: s, lanes: s.code.Lanes, begin: Bookmark{fixed: 0, given: s.program.count[fixed]}}
	for i := range l.begin {
		l.begin[i] = l.begin[i]*l.lanes + k
	}
	l.at = l.begin
	return l
}

// Results returns a lane whose carried rows are those of the step that was computed last, before Keep is called.
func (s *Runner) Results(k int) Lane {
	l := s.Lane(k)
	l.results = 1
	return l
}

// Lane is the place of a run. It goes from row to row.
type Lane struct {
	steps     *Runner
	results   int // 1 for those of a step that was computed
	lanes     int
	begin, at Bookmark
}

// rows returns those of a kind.
func (l *Lane) rows(k kind) []float64 {
	if k == carried {
		return l.steps.code.Rows[l.steps.now^l.results]
	}
	return l.steps.code.In
}

// Bookmark is where a lane is.
type Bookmark [kinds]int

// Mark returns where the lane is.
func (l *Lane) Mark() Bookmark { return l.at }

// At returns the lane, or the other one of its run, at a place where it was.
func (l *Lane) At(p Bookmark) Lane {
	x := *l
	x.at = p
	return x
}

// Return goes back to a place where the lane was, or the other one of its run.
func (l *Lane) Return(p Bookmark) { l.at = p }

// Carried returns the number in a carried row, counted from the first.
func (l *Lane) Carried(row int) float64 { return l.rows(carried)[l.begin[carried]+row*l.lanes] }

// See returns the carried row at a place, and stays where it is.
func (l *Lane) See(p Bookmark) float64 { return l.rows(carried)[p[carried]] }

// Rewind goes back to the first row of each kind.
func (l *Lane) Rewind() { l.at = l.begin }

// Carry puts numbers into the next carried rows, +0 for −0.
func (l *Lane) Carry(x ...float64) {
	at, rows := l.at[carried], l.rows(carried)
	for _, x := range x {
		rows[at] = x + 0 // −0 + 0 is +0
		at += l.lanes
	}
	l.at[carried] = at
}

// Fix puts numbers into the next fixed rows.
func (l *Lane) Fix(x ...float64) { l.put(fixed, x) }

// Give puts numbers into the next given rows.
func (l *Lane) Give(x ...float64) { l.put(given, x) }

// Keep leaves the next n given rows as they are.
func (l *Lane) Keep(n int) { l.at[given] += n * l.lanes }

func (l *Lane) put(k kind, list []float64) {
	at, rows := l.at[k], l.rows(k)
	for _, x := range list {
		rows[at] = x
		at += l.lanes
	}
	l.at[k] = at
}

// Put puts the numbers that x points to into the next carried rows, +0 for −0.
func (l *Lane) Put(x ...*float64) {
	at, rows := l.at[carried], l.rows(carried)
	for _, p := range x {
		rows[at] = *p + 0
		at += l.lanes
	}
	l.at[carried] = at
}

// Take sets what x points to to the numbers of the next carried rows.
func (l *Lane) Take(x ...*float64) {
	at, rows := l.at[carried], l.rows(carried)
	for _, p := range x {
		*p = rows[at]
		at += l.lanes
	}
	l.at[carried] = at
}

// Pass leaves out the next n carried rows.
func (l *Lane) Pass(n int) { l.at[carried] += n * l.lanes }

// TakeAll sets x to the numbers of the next carried rows.
func (l *Lane) TakeAll(x []float64) {
	at, rows := l.at[carried], l.rows(carried)
	for i := range x {
		x[i] = rows[at]
		at += l.lanes
	}
	l.at[carried] = at
}

// Step is what an observer of a simulation sees of a step that is recorded: times, positions and velocities at its
// begin and its end, the efforts of the actuators there, and what work is
// done at each rate (J).
type Step struct {
	From, To             graph.Num
	FromQ, FromQd        []graph.Num
	ToQ, ToQd            []graph.Num
	FromEffort, ToEffort []graph.Num
	Work                 []graph.Num
}
