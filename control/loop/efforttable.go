package loop

import (
	"fmt"
	"io"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/internal/table"
	"kinetree/tree"
)

// EffortTable gives the efforts of some joints over time. Before the first row the table gives no efforts; after the
// last row the efforts of the last row hold. Between two rows the efforts of the first one hold, or are interpolated.
type EffortTable struct {
	Times   []float64   // rising (s)
	Columns []int       // index in the effort vector (see tree.EffortLayout) of each column
	Rows    [][]float64 // one for each time, in the order of Columns (N m, N)
	Linear  bool        // interpolate between rows
	Unused  []string    // columns of a simulation log that are not efforts
}

// ReadEffortTable reads a table from CSV: a header with the column time and columns named by joint or <joint>/effort,
// then rows of numbers with rising times. The coordinates of a joint with several are named <joint>[0], <joint>[1]
// and so on. A log of a simulation is such a table; its other columns are not used. The error joins a *table.Error
// for each fault, at most a hundred. A table may have 256 MiB.
func ReadEffortTable(r io.Reader, file string, m *tree.Model) (*EffortTable, error) {
	t := &tableReader{model: m, efforts: map[string]int{}, columns: m.LogColumns(), seen: map[int]bool{}}
	layout := m.EffortLayout()
	for k, j := range m.Joints() {
		for i, name := range tree.CoordinateNames(j.Name, j.NV) {
			t.names = append(t.names, name)
			t.efforts[name] = layout.Index(k) + i
		}
	}
	read, err := table.Read(r, file, t.use)
	t.table.Times, t.table.Rows = read.Times, read.Rows
	return &t.table, err
}

type tableReader struct {
	model   *tree.Model
	names   []string       // of all efforts
	efforts map[string]int // index in effort vectors, by name
	columns map[string]tree.LogColumn
	seen    map[int]bool // efforts that a column was found for
	table   EffortTable
}

// use reports whether a column is read, and returns an error for a column without a meaning.
func (t *tableReader) use(field string) (bool, error) {
	name := strings.TrimSpace(field)
	effort, isEffort := t.effort(field)
	switch {
	case isEffort && t.seen[effort]:
		return false, fmt.Errorf("a second column for joint %q; keep one", strings.TrimSuffix(name, "/effort"))
	case isEffort:
		t.seen[effort] = true
		t.table.Columns = append(t.table.Columns, effort)
		return true, nil
	case t.logged(field):
		t.table.Unused = append(t.table.Unused, name)
		return false, nil
	}
	return false, fmt.Errorf("the column %q is no joint of %s%s; expected time, JOINT or JOINT/effort with one of "+
		"the joints %s",
		name, t.model.Name(), suggest.Hint(strings.TrimSuffix(name, "/effort"), t.names), suggest.List(t.names))
}

// effort returns the index of the effort that a column holds. The field is the name of the effort, or the name with
// /effort behind it, with or without blanks around it.
func (t *tableReader) effort(field string) (int, bool) {
	for _, name := range []string{field, strings.TrimSpace(field)} {
		for _, name := range []string{name, strings.TrimSuffix(name, "/effort")} {
			if i, ok := t.efforts[name]; ok {
				return i, true
			}
		}
	}
	return 0, false
}

// logged reports whether a simulation log has a column of this name that is not an effort.
func (t *tableReader) logged(name string) bool {
	c, ok := t.columns[name]
	return ok && c.Quantity != tree.Effort || tree.IsOtherLogColumn(name)
}
