package reference

import (
	"fmt"
	"io"
	"math"
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

// Contradiction returns an error if the velocity of a coordinate of joint k is not that of its position: if the mean of
// the velocities at both ends of the rows' intervals is far from how the position changes. Rows where the joint stands
// still tell nothing, because motions may begin and end there.
func (f *MotionFile) Contradiction(k, coordinate int) error {
	const far = 0.3 // a sine of four rows a turn is off by 0.22
	x := f.columns[tree.LogColumn{Quantity: tree.Position, Joint: k, Coordinate: coordinate}]
	v := f.columns[tree.LogColumn{Quantity: tree.Velocity, Joint: k, Coordinate: coordinate}]
	off, way, told, worst, at := 0.0, 0.0, 0.0, 0.0, 0
	for i := 1; i < len(v); i++ {
		if v[i-1] == 0 || v[i] == 0 {
			continue
		}
		rise, says := x[i]-x[i-1], float64((v[i-1]+v[i])/2*(f.times[i]-f.times[i-1]))
		off, way, told = off+math.Abs(rise-says), way+math.Abs(rise), told+math.Abs(says)
		if d := math.Abs(rise - says); d > worst {
			worst, at = d, i
		}
	}
	if !(off > far*max(way, told)) {
		return nil
	}
	from, to, rise := f.times[at-1], f.times[at], x[at]-x[at-1]
	return fmt.Errorf("%s: error: the velocities contradict the positions: from %v s to %v s the position changes by "+
		"%.6g, which is the velocity %.6g, and the column says %.6g and %.6g; expected the derivative of the "+
		"position, or no such column", f.name, from, to, rise, rise/(to-from), v[at-1], v[at])
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
	}
	p, err := Through(f.times, position, velocity, acceleration, by)
	if err != nil {
		return nil, fmt.Errorf("%s: error: %w", f.name, err)
	}
	return p, nil
}
