package arrays

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Solver is the workspace of one model. It belongs to one goroutine, and takes several processors for many states.
type Solver struct {
	model   *tree.Model
	workers []*worker

	// The request.
	quantity *quantity
	count    int
	link     int
	axes     tree.Axes
	inputs   []array
	outputs  []array
	sized    bool // the sizes of the announced arrays are known
}

// array is numbers of all states, row by row.
type array struct {
	name    string
	shape   []int // of a state
	size    int   // numbers of a state
	numbers []float64
}

// of returns the numbers of state i.
func (a *array) of(i int) []float64 { return a.numbers[i*a.size : (i+1)*a.size] }

// New returns a solver for a model.
func New(m *tree.Model) *Solver { return &Solver{model: m} }

// widths are the arrays that may be given, with what a state has of each.
func (s *Solver) widths() map[string][]int {
	n := s.model.NV()
	return map[string][]int{"position": {s.model.NQ()}, "velocity": {n}, "acceleration": {n}, "effort": {n},
		"wrenches": {len(s.model.Links()), 6}}
}

// prepare finds what a request asks for, and makes room for its arrays. The error says what is wrong. Where sized is
// true the arrays that follow can be read nevertheless.
func (s *Solver) prepare(r *Request) error {
	s.sized, s.inputs, s.outputs, s.count = false, s.inputs[:0], s.outputs[:0], r.Count
	if r.Count < 1 {
		return fmt.Errorf("count is %d; expected the number of states, 1 or more", r.Count)
	}
	widths := s.widths()
	total := 0
	for _, name := range r.Given {
		shape, ok := widths[name]
		if !ok {
			return fmt.Errorf("given has %q; expected position, velocity, acceleration, effort or wrenches", name)
		}
		x := newArray(name, shape)
		if total += x.size; total > mostNumbers/r.Count {
			return fmt.Errorf("%d states have more than %d numbers; ask for fewer at a time", r.Count, mostNumbers)
		}
		s.inputs = append(s.inputs, x)
	}
	for i := range s.inputs {
		s.inputs[i].numbers = make([]float64, r.Count*s.inputs[i].size)
	}
	s.sized = true
	k := slices.IndexFunc(quantities, func(q *quantity) bool { return q.name == r.Want })
	if k < 0 {
		names := make([]string, len(quantities))
		for i, q := range quantities {
			names[i] = q.name
		}
		return fmt.Errorf("want is %q%s; expected one of %s", r.Want, suggest.Hint(r.Want, names),
			strings.Join(names, ", "))
	}
	s.quantity = quantities[k]
	for _, name := range s.quantity.needs {
		if !slices.Contains(r.Given, name) {
			return fmt.Errorf("%s needs the array %s; expected it among those given, which are %s", r.Want, name,
				strings.Join(r.Given, ", "))
		}
	}
	for _, name := range r.Given {
		if !slices.Contains(s.quantity.needs, name) && !(name == "wrenches" && s.quantity.wrenches) {
			return fmt.Errorf("%s does not depend on %s; leave it out", r.Want, name)
		}
	}
	if s.link = -1; s.quantity.ofLink {
		link, ok := s.model.Link(r.Link)
		if !ok {
			return fmt.Errorf("the robot has no link %q%s", r.Link, suggest.Hint(r.Link, s.Describe().Links))
		}
		s.link = link
	}
	axes, ok := frames[r.Frame]
	if !ok {
		return fmt.Errorf("frame is %q; expected LOCAL, WORLD or LOCAL_WORLD_ALIGNED", r.Frame)
	}
	s.axes = axes
	total = 0
	for _, x := range s.quantity.gives(s.model) {
		if total += x.size; total > mostNumbers/r.Count {
			return fmt.Errorf("the results of %d states have more than %d numbers; ask for fewer at a time", r.Count,
				mostNumbers)
		}
		x.numbers = make([]float64, r.Count*x.size)
		s.outputs = append(s.outputs, x)
	}
	return nil
}

func newArray(name string, shape []int) array {
	size := 1
	for _, n := range shape {
		size *= n
	}
	return array{name: name, shape: shape, size: size}
}

// input returns the given array of a name, nil where it is not given.
func (s *Solver) input(name string) *array {
	for i := range s.inputs {
		if s.inputs[i].name == name {
			return &s.inputs[i]
		}
	}
	return nil
}

// worthGoroutine is the least number of states for which another goroutine is started.
const worthGoroutine = 1024

// compute computes the outputs of all states. The error is that of the first state that has one.
func (s *Solver) compute() error {
	n := max(1, min(runtime.GOMAXPROCS(0), s.count/worthGoroutine))
	for len(s.workers) < n {
		s.workers = append(s.workers, newWorker(s.model))
	}
	for x, k := s.input("position"), 0; k < s.count; k++ {
		if err := s.model.CheckPosition(x.of(k)); err != nil {
			return fmt.Errorf("state %d: %w", k, err)
		}
	}
	if x := s.input("wrenches"); x != nil { // the moment is first in package compile
		for i := 0; i < len(x.numbers); i += 6 {
			exchangeHalves(x.numbers[i : i+6])
		}
	}
	errs := make([]error, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Add(1)
		go func() {
			defer wait.Done()
			errs[i] = s.quantity.compute(s.workers[i], s, s.count*i/n, s.count*(i+1)/n)
		}()
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
