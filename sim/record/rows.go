package record

import (
	"fmt"

	"kinetree/internal/suggest"
	"kinetree/sim"
)

// Rows is a sink that keeps the log of a run in memory. The zero value is ready for use; another run replaces what it
// keeps. It takes 8 bytes for each number.
type Rows struct {
	columns []string
	index   map[string]int // of the columns
	numbers []float64      // row by row
	summary *sim.Summary
}

// Begin implements sim.Sink.
func (r *Rows) Begin(columns []string) error {
	*r = Rows{columns: columns, index: make(map[string]int, len(columns)), numbers: r.numbers[:0]}
	for i, name := range columns {
		r.index[name] = i
	}
	return nil
}

// Record implements sim.Sink.
func (r *Rows) Record(row []float64) error {
	r.numbers = append(r.numbers, row...)
	return nil
}

// End implements sim.Sink.
func (r *Rows) End(s *sim.Summary) error {
	r.summary = s
	return nil
}

// Columns returns the names of the columns. The slice must not be changed.
func (r *Rows) Columns() []string { return r.columns }

// Len returns how many rows there are.
func (r *Rows) Len() int {
	if len(r.columns) == 0 {
		return 0
	}
	return len(r.numbers) / len(r.columns)
}

// Row returns row i, a number for each column. The slice must not be changed, and is valid until the next run. It
// panics unless i is at least 0 and less than Len.
func (r *Rows) Row(i int) []float64 {
	if i < 0 || i >= r.Len() {
		panic(fmt.Sprintf("record: there is no row %d in a log of %d", i, r.Len()))
	}
	n := len(r.columns)
	return r.numbers[i*n : (i+1)*n : (i+1)*n]
}

// Column returns the numbers of a column, one for each row, in a slice of the caller's own. The error says that there
// is no column of this name, and what names are near.
func (r *Rows) Column(name string) ([]float64, error) {
	at, ok := r.index[name]
	if !ok {
		return nil, fmt.Errorf("the log has no column %q%s; expected one of %s", name, suggest.Hint(name, r.columns),
			suggest.List(r.columns))
	}
	column := make([]float64, r.Len())
	for i := range column {
		column[i] = r.numbers[i*len(r.columns)+at]
	}
	return column, nil
}

// Summary returns how the run ended, or nil before its end.
func (r *Rows) Summary() *sim.Summary { return r.summary }
