package prepare

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/infile"
	"kinetree/internal/suggest"
	"kinetree/sim/record"
	"kinetree/tree"
)

// lastState sets q and qd to those of the last row of a log, which must have the columns of all joints that follow no
// other one, and of a floating base.
func lastState(open infile.Opener, name string, m *tree.Model, q, qd []float64) error {
	file, err := open.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	log, err := record.NewReader(file, name)
	if err != nil {
		return err
	}
	type place struct {
		column int
		to     *float64
	}
	var places []place
	var missing []string
	add := func(column string, to *float64) {
		i := slices.Index(log.Columns(), column)
		if i < 0 {
			missing = append(missing, column)
		}
		places = append(places, place{i, to})
	}
	if m.Floating() {
		for i, column := range tree.BaseColumns()[:13] {
			if i < 7 {
				add(column, &q[i])
			} else {
				add(column, &qd[i-7])
			}
		}
	}
	for k := range m.Joints() {
		j := &m.Joints()[k]
		if j.Leader >= 0 {
			continue
		}
		for i, column := range j.Columns(tree.Position) {
			add(column, &q[j.Q+i])
		}
		for i, column := range j.Columns(tree.Velocity) {
			add(column, &qd[j.V+i])
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s has no column %s; expected the log of a run of %s", name, suggest.List(missing), m.Name())
	}
	row := make([]float64, len(log.Columns()))
	for {
		err := log.Read(row)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	if log.Rows() == 0 {
		return fmt.Errorf("%s has no rows; expected the log of a run", name)
	}
	for _, p := range places {
		if *p.to = row[p.column]; !floats.Finite(*p.to) {
			return fmt.Errorf("%s ends with the %s %v; expected a run that did not diverge", name,
				log.Columns()[p.column], *p.to)
		}
	}
	return nil
}
