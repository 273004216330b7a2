package script

import (
	"context"
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"

	"kinetree/internal/suggest"
)

// Metric is a number with a name; NaN means that there is none.
type Metric struct {
	Name  string
	Value float64
}

// RunLog is what metrics gets: a table with named columns, all of one length. In a script it is a dict of
// columns, which are lists that cannot be changed.
type RunLog struct {
	Columns []string
	// called at most once for each column that the script asks for; must not change what it returned
	Column func(i int) []float64
}

// Metrics calls metrics and returns its numbers in the order of the script; None is NaN. The call ends with an error
// soon after the context has ended.
func (s *Script) Metrics(ctx context.Context, trajectory RunLog) ([]Metric, error) {
	table := &table{RunLog: trajectory, columns: make([]*column, len(trajectory.Columns)), index: map[string]int{}}
	for i, name := range trajectory.Columns {
		table.index[name] = i
	}
	result, f, err := s.call(s.thread(ctx.Done()), s.globals, "metrics", s.limits.Steps, table)
	if err != nil {
		return nil, err
	}
	dict, ok := result.(*starlark.Dict)
	if !ok {
		return nil, at(f.Position(), fmt.Sprintf("metrics returned %s; expected a dict {name: number}",
			article(result)))
	}
	var list []Metric
	for key, value := range dict.Entries() {
		name, ok := starlark.AsString(key)
		if !ok || name == "" || strings.ContainsAny(name, "\r\n\x00") {
			return nil, at(f.Position(), fmt.Sprintf("metrics returned a dict with the key %s; expected names",
				article(key)))
		}
		x := math.NaN()
		if value != starlark.None {
			if x, ok = finite(value); !ok {
				return nil, at(f.Position(),
					fmt.Sprintf("metrics returned %s for %s; expected a finite number or None", article(value), name))
			}
		}
		list = append(list, Metric{name, x})
	}
	return list, nil
}

// table is a trajectory in a script.
type table struct {
	RunLog
	columns []*column // that were asked for
	index   map[string]int
}

var _ starlark.IterableMapping = (*table)(nil)
var _ starlark.Sequence = (*table)(nil)
var _ starlark.HasAttrs = (*table)(nil)

func (t *table) String() string        { return fmt.Sprintf("<trajectory of %d columns>", len(t.Columns)) }
func (t *table) Type() string          { return "trajectory" }
func (t *table) Freeze()               {}
func (t *table) Truth() starlark.Bool  { return true }
func (t *table) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: trajectory") }
func (t *table) Len() int              { return len(t.Columns) }

func (t *table) column(i int) *column {
	if t.columns[i] == nil {
		t.columns[i] = &column{t.Column(i)}
	}
	return t.columns[i]
}

// Get returns a column. One that is not there is an error with the near name.
func (t *table) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, _ := starlark.AsString(key)
	i, ok := t.index[name]
	if !ok {
		return nil, false, fmt.Errorf("the trajectory has no column %s%s; expected one of %s", key,
			suggest.Hint(name, t.Columns), suggest.List(t.Columns))
	}
	return t.column(i), true, nil
}

func (t *table) Items() []starlark.Tuple {
	items := make([]starlark.Tuple, len(t.Columns))
	for i, name := range t.Columns {
		items[i] = starlark.Tuple{starlark.String(name), t.column(i)}
	}
	return items
}

func (t *table) Iterate() starlark.Iterator {
	list := make(starlark.Tuple, len(t.Columns))
	for i, name := range t.Columns {
		list[i] = starlark.String(name)
	}
	return list.Iterate()
}

func (t *table) AttrNames() []string { return mappingMethods }

func (t *table) Attr(name string) (starlark.Value, error) { return mappingMethod(t, name), nil }

// column is a list of numbers that cannot be changed.
type column struct{ x []float64 }

var _ starlark.Sliceable = (*column)(nil)
var _ starlark.Sequence = (*column)(nil)

func (c *column) String() string             { return fmt.Sprintf("<column of %d numbers>", len(c.x)) }
func (c *column) Type() string               { return "column" }
func (c *column) Freeze()                    {}
func (c *column) Truth() starlark.Bool       { return len(c.x) > 0 }
func (c *column) Hash() (uint32, error)      { return 0, fmt.Errorf("unhashable: column") }
func (c *column) Len() int                   { return len(c.x) }
func (c *column) Index(i int) starlark.Value { return starlark.Float(c.x[i]) }
func (c *column) Iterate() starlark.Iterator { return &columnIterator{c.x} }

// Slice implements starlark.Sliceable.
func (c *column) Slice(start, end, step int) starlark.Value {
	if step == 1 {
		return &column{c.x[start:end]}
	}
	var x []float64
	for i := start; step > 0 && i < end || step < 0 && i > end; i += step {
		x = append(x, c.x[i])
	}
	return &column{x}
}

// columnIterator iterates over a column.
type columnIterator struct{ rest []float64 }

func (i *columnIterator) Next(p *starlark.Value) bool {
	if len(i.rest) == 0 {
		return false
	}
	*p = starlark.Float(i.rest[0])
	i.rest = i.rest[1:]
	return true
}

func (i *columnIterator) Done() {}
