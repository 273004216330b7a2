package reference

import (
	"fmt"
	"io"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/internal/table"
	"kinetree/tree"
)

// MotionFile is a table of motions, read from CSV.
type MotionFile struct {
	model   *tree.Model
	name    string
	times   []float64
	columns map[tree.LogColumn][]float64
	Unused  []string // columns of a simulation log that tell no motion of a joint
}

// ReadMotionFile reads motions of joints from CSV: a header with the column time and columns <joint>/position, and
// for some of them <joint>/velocity and <joint>/acceleration, then rows of numbers with rising times. The coordinates
// of a joint with several are named <joint>[0], <joint>[1] and so on. A log of a simulation is such a file. The error
// joins a *table.Error for each fault, at most a hundred.
func ReadMotionFile(r io.Reader, name string, m *tree.Model) (*MotionFile, error) {
	f := &MotionFile{model: m, name: name, columns: map[tree.LogColumn][]float64{}}
	known := m.LogColumns()
	var found []tree.LogColumn
	read, err := table.Read(r, name, func(field string) (bool, error) {
		text := strings.TrimSpace(field)
		column, ok := known[text]
		_, twice := f.columns[column]
		switch {
		case ok && column.Quantity == tree.Effort, !ok && tree.IsOtherLogColumn(text):
			f.Unused = append(f.Unused, text)
			return false, nil
		case !ok:
			joint, quantity, _ := strings.Cut(text, "/")
			if quantity == "" {
				return false, fmt.Errorf("the column %q names no quantity; expected %s/position, %s/velocity or "+
					"%s/acceleration", text, joint, joint, joint)
			}
			return false, fmt.Errorf("the column %q is no motion of a joint of %s%s; expected time, or "+
				"JOINT/position, JOINT/velocity or JOINT/acceleration with one of the joints %s",
				text, m.Name(), suggest.Hint(joint, m.JointNames()), suggest.List(m.JointNames()))
		case twice:
			return false, fmt.Errorf("a second column %q; keep one", text)
		}
		f.columns[column] = nil
		found = append(found, column)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	f.times = read.Times
	for i, column := range found {
		numbers := make([]float64, len(read.Rows))
		for k, row := range read.Rows {
			numbers[k] = row[i]
		}
		f.columns[column] = numbers
	}
	return f, nil
}

// Trajectory returns the motion of a coordinate of joint k of the model's Joints. An empty interpolation is the one of
// the highest degree that the columns allow, and Monotone for positions alone. The error says which column is missing.
func (f *MotionFile) Trajectory(k, coordinate int, by Interpolation) (*Piecewise, error) {
	j := &f.model.Joints()[k]
	column := func(q tree.Quantity) []float64 {
		return f.columns[tree.LogColumn{Quantity: q, Joint: k, Coordinate: coordinate}]
	}
	position, velocity, acceleration := column(tree.Position), column(tree.Velocity), column(tree.Acceleration)
	name := j.Name
	if j.NQ > 1 {
		name = tree.CoordinateNames(j.Name, j.NQ)[coordinate]
	}
	switch {
	case position == nil:
		return nil, fmt.Errorf("%s: error: there is no column %q", f.name, name+"/position")
	case acceleration != nil && velocity == nil:
		return nil, fmt.Errorf("%s: error: there is a column %q but none %q; expected both or neither", f.name,
			name+"/acceleration", name+"/velocity")
	case by == Quintic && acceleration == nil:
		return nil, fmt.Errorf("%s: error: there is no column %q, which the interpolation quintic needs; expected "+
			"positions, velocities and accelerations, or another interpolation", f.name, name+"/acceleration")
	case by == Cubic:
		acceleration = nil
	case by == "" && velocity == nil:
		by = Monotone
	}
	var p *Piecewise
	var err error
	switch by {
	case Stairs, Lines:
		p, err = polyline(f.times, position, by == Stairs)
	case Monotone:
		p, err = Within(f.times, position)
	default:
		p, err = Hermite(f.times, position, velocity, acceleration)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: error: %w", f.name, err)
	}
	return p, nil
}
