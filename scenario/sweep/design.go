package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinetree/internal/philox"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// maxRuns is how many runs a study may have.
const maxRuns = 1_000_000_000

// maxValues is how many values all lists of a sweep may have together, which bounds the memory.
const maxValues = 10_000_000

// seedPath is the axis whose values are the seeds of runs.
const seedPath = "seed"

// casePath is the axis of the cases of the scenario.
const casePath = "case"

// Methods are the ways to draw samples; the first one is the default.
var Methods = []string{"random", "latin_hypercube", "sobol"}

// Sweep is what a study says of its runs.
type Sweep struct {
	Seed    int64 // of the study
	Axes    []Axis
	Samples int    // 0 means 1
	Method  string // one of [Methods]; empty means the first one
	// Cases are the names of those of the scenario; nil where the sweep is of one case.
	Cases []string
}

// Path is a path that a study changes. A path that scales takes factors.
type Path struct {
	Name  string
	Scale bool
	Node  *strict.Node // where the study says so
}

// Design is the list of the runs of a study. It is immutable.
type Design struct {
	seed    uint64
	samples int
	points  int  // of the grid
	seeded  bool // whether an axis holds the seeds
	paths   []Path
	levels  []level
	draws   []draw
	method  string
	sobol   []directions
}

// level is a factor of the grid: one axis, or some that change together.
type level struct {
	columns []int     // index in paths; −1 for the seed
	values  [][]Value // for each column
}

// len returns the number of points.
func (l *level) len() int { return len(l.values[0]) }

// draw is an axis that is drawn.
type draw struct {
	column int
	name   uint64 // counter of its random numbers
	distribution
}

// New makes the list of runs. The study is the document that the sweep was decoded from, for the places of faults,
// and read reads the file of an axis; its error says where it looked. The faults are all of the sweep; with any, the
// design is of no use.
func New(study *strict.Node, s Sweep, read func(name string) ([]byte, error)) (*Design, strict.Faults) {
	b := builder{Design: Design{seed: uint64(s.Seed), samples: max(1, s.Samples), points: 1,
		method: cmp.Or(s.Method, Methods[0])}}
	if s.Samples < 0 || study.Get("samples") != nil && s.Samples == 0 {
		b.fault(study.Find("samples"), "%d samples; expected at least 1", s.Samples)
	}
	for i := range s.Axes {
		a := s.Axes[i]
		b.chooseCases(&a, s.Cases)
		b.axis(&a, read)
	}
	total := 0
	for _, l := range b.levels {
		total += len(l.values) * l.len()
		if b.points <= maxRuns {
			b.points *= l.len()
		}
	}
	switch {
	case total > maxValues:
		b.fault(study.Find("sweep"), "the axes list more than %d values; expected fewer", maxValues)
	case b.points > maxRuns || b.samples > maxRuns/max(1, b.points):
		b.fault(study.Find("sweep"), "the study has more than %d runs; expected fewer", maxRuns)
	case b.method == "sobol" && len(b.draws) > maxDimensions:
		b.fault(study.Find("method"), "%d axes are drawn; a Sobol sequence has at most %d: take latin_hypercube",
			len(b.draws), maxDimensions)
	case b.method == "sobol":
		b.sobol = sobolDirections(len(b.draws))
	}
	return &b.Design, b.faults
}

// builder makes a design and collects faults.
type builder struct {
	Design
	faults strict.Faults
}

func (b *builder) fault(n *strict.Node, format string, args ...any) {
	b.faults = append(b.faults, n.Fault(format, args...))
}

// axis adds an axis.
func (b *builder) axis(a *Axis, read func(name string) ([]byte, error)) {
	switch {
	case a.node == nil:
		panic("design: the axis was not decoded")
	case a.CSV != "":
		paths, values, faults := a.table(read)
		b.faults = append(b.faults, faults...)
		if len(faults) == 0 {
			b.level(paths, values)
		}
	case a.draw == nil:
		b.level([]Path{{a.Path, a.Scale, a.node}}, [][]Value{a.values})
	case a.Path == seedPath:
		b.fault(a.node.Find("path"), "seeds cannot be drawn from a distribution; each run has its own seed already")
	default:
		b.path(Path{a.Path, a.Scale, a.node})
		b.draws = append(b.draws, draw{len(b.paths) - 1, philox.Name(a.Path), a.draw})
	}
}

// chooseCases completes an axis of cases.
func (b *builder) chooseCases(a *Axis, cases []string) {
	switch at := a.node.Find(casePath); {
	case a.Path != casePath:
	case a.draw != nil || a.Scale:
		b.fault(a.node, "cases are not drawn, and do not scale; expected {case: all}, or {case: [empty, loaded]}")
	case cases == nil:
		b.fault(at, "each robot is drawn for all cases anyhow; expected no axis of cases here")
	case len(cases) == 0:
		b.fault(at, "the scenario has no cases; expected it to have a key cases, or no axis of them")
	case a.all:
		a.values = nil
		for _, name := range cases {
			a.values = append(a.values, Value{Node: strict.Encode(name)})
		}
	default:
		for i, v := range a.values {
			name := v.Strict().Text
			if v.Node == nil {
				name = string(v.Append(nil))
				a.values[i] = Value{Node: strict.Encode(name)}
			}
			if !slices.Contains(cases, name) {
				b.fault(at, "there is no case %q%s; expected some of %s", name, suggest.Hint(name, cases),
					suggest.List(cases))
			}
		}
	}
}

// path adds a path.
func (b *builder) path(p Path) {
	for _, other := range b.paths {
		if other.Name == p.Name {
			b.fault(p.Node, "a second axis for %s, the first one is in line %d; keep one", p.Name, other.Node.Pos.Line)
		}
	}
	b.paths = append(b.paths, p)
}

// level adds a factor of the grid. The axis of seeds is none of the paths.
func (b *builder) level(paths []Path, values [][]Value) {
	l := level{values: values}
	for i, p := range paths {
		if p.Name != seedPath {
			b.path(p)
			l.columns = append(l.columns, len(b.paths)-1)
			continue
		}
		if b.seeded {
			b.fault(p.Node, "a second axis for %s; keep one", p.Name)
		}
		b.seeded = true
		l.columns = append(l.columns, -1)
		for _, v := range values[i] {
			if x := v.Number; v.Node != nil || p.Scale || x != math.Trunc(x) || x < 0 || x > 1<<53 {
				b.fault(p.Node, "the seed %s; expected whole numbers from 0 to 2^53 that do not scale", v.Append(nil))
				break
			}
		}
	}
	b.levels = append(b.levels, l)
}

// Len returns the number of runs.
func (d *Design) Len() int { return d.points * d.samples }

// Paths returns the paths that change, in the order of the study. The path seed is not among them: see [Design.Seed].
// The caller must not change it.
func (d *Design) Paths() []Path { return d.paths }

// Seed returns the seed of run i: what the axis of the path seed says, else a random number from 0 to 2^53-1 that
// depends on the seed of the study and on i.
func (d *Design) Seed(i int) int64 {
	if !d.seeded {
		return int64(philox.Block(d.seed, [2]uint64{uint64(i), philox.Name(seedPath)})[0] >> 11)
	}
	var seed Value
	d.grid(i/d.samples, func(column int, v Value) {
		if column < 0 {
			seed = v
		}
	})
	return int64(seed.Number)
}

// grid calls set with the values of a point of the grid.
func (d *Design) grid(point int, set func(column int, v Value)) {
	for k := len(d.levels) - 1; k >= 0; k-- {
		l := &d.levels[k]
		for j, column := range l.columns {
			set(column, l.values[j][point%l.len()])
		}
		point /= l.len()
	}
}

// Samples returns how many runs, which follow one another, have the same values but for those that are drawn.
func (d *Design) Samples() int { return d.samples }

// Row appends the values of run i to dst, one for each path. It panics if there is no such run. It does not allocate
// if dst has room.
func (d *Design) Row(dst []Value, i int) []Value {
	if i < 0 || i >= d.Len() {
		panic(fmt.Sprintf("design: run %d of %d", i, d.Len()))
	}
	start := len(dst)
	for range d.paths {
		dst = append(dst, Value{})
	}
	row := dst[start:]
	point, sample := i/d.samples, i%d.samples
	d.grid(point, func(column int, v Value) {
		if column >= 0 {
			row[column] = v
		}
	})
	for j := range d.draws {
		row[d.draws[j].column].Number = d.draws[j].quantile(d.coordinate(j, i, point, sample))
	}
	return dst
}

// coordinate returns the place of a run in the unit interval of drawn axis j. What a whole design shares, the order
// of its strata and the shift of its digits, is drawn at the counter of its first run.
func (d *Design) coordinate(j, i, point, sample int) float64 {
	name := d.draws[j].name
	shared := func() uint64 { return philox.Block(d.seed, [2]uint64{uint64(point * d.samples), name})[1] }
	switch d.method {
	case "latin_hypercube":
		return latin(shared(), philox.Block(d.seed, [2]uint64{uint64(i), name})[0], sample, d.samples)
	case "sobol":
		return d.sobol[j].shifted(uint32(shared()), sample)
	}
	return philox.Uniform(philox.Block(d.seed, [2]uint64{uint64(i), name})[0])
}

// String describes the runs of the study in one line, such as "15 points x 100 samples = 1500 runs".
func (d *Design) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d points x %d samples = %d runs", d.points, d.samples, d.Len())
	if len(d.draws) > 0 {
		fmt.Fprintf(&b, ", %d axes drawn (%s)", len(d.draws), d.method)
	}
	return b.String()
}
