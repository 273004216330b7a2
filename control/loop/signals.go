package loop

import (
	"slices"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/integrate"
	"kinetree/sim"
	"kinetree/tree"
)

// ReferenceSignals returns the columns of a log for the reference of the joints of a model: <joint>/reference/position
// and <joint>/reference/velocity of each coordinate. Followers, joints whose positions are poses, and joints of drives
// have no such columns.
func ReferenceSignals(m *tree.Model, p *reference.Plan) sim.Signals {
	var x sim.Signals
	var asked []*tree.Joint
	for _, j := range independent(m) {
		if j.NQ != j.NV || j.Drives >= 0 {
			continue
		}
		asked = append(asked, j)
		for _, name := range tree.CoordinateNames(j.Name, j.NV) {
			x.Names = append(x.Names, name+"/reference/position", name+"/reference/velocity")
		}
	}
	r := reference.NewSetpoint(m)
	x.Append = func(row []float64, s *integrate.State) []float64 {
		p.At(r, s.T)
		for _, j := range asked {
			for i := range j.NV {
				row = append(row, r.Q[j.Q+i], r.Qd[j.V+i])
			}
		}
		return row
	}
	return x
}

// MeasuredSignals returns the columns of a log for the measurements of the last sample of a loop:
// <joint>/measured/position and <joint>/measured/velocity of each coordinate. Followers have no such columns.
func MeasuredSignals(l *Sampled) sim.Signals {
	joints := independent(l.c.Model)
	x := sim.Signals{Remembered: true}
	for _, j := range joints {
		for _, name := range tree.CoordinateNames(j.Name, j.NQ) {
			x.Names = append(x.Names, name+"/measured/position")
		}
		for _, name := range tree.CoordinateNames(j.Name, j.NV) {
			x.Names = append(x.Names, name+"/measured/velocity")
		}
	}
	x.Append = func(row []float64, _ *integrate.State) []float64 {
		q, qd := l.Measured()
		for _, j := range joints {
			row = append(append(row, q[j.Q:j.Q+j.NQ]...), qd[j.V:j.V+j.NV]...)
		}
		return row
	}
	return x
}

// CommandedSignals returns the columns of a log for the efforts that the law asked for in the last sample of a loop,
// before limits, delay and lag: <joint>/commanded/effort. Followers and circuits of motors have no such columns.
func CommandedSignals(l *Sampled) sim.Signals {
	joints := driven(l.c.Model)
	x := sim.Signals{Remembered: true}
	for _, j := range joints {
		for _, name := range tree.CoordinateNames(j.Name, j.NV) {
			x.Names = append(x.Names, name+"/commanded/effort")
		}
	}
	x.Append = func(row []float64, _ *integrate.State) []float64 {
		for _, j := range joints {
			row = append(row, l.path.Demand[j.V:j.V+j.NV]...)
		}
		return row
	}
	return x
}

// PartSignals returns the columns of a log for the parts of the commanded efforts, such as <joint>/parts/p. A law whose
// efforts have no parts (see control.Parted) has no such columns.
func PartSignals(l *Sampled) sim.Signals {
	x := sim.Signals{Append: func(row []float64, _ *integrate.State) []float64 { return row }, Remembered: true}
	law, ok := l.c.Law.(control.Parted)
	if !ok || len(law.Parts()) == 0 {
		return x
	}
	joints := driven(l.c.Model)
	for _, j := range joints {
		for _, name := range tree.CoordinateNames(j.Name, j.NV) {
			for _, part := range law.Parts() {
				x.Names = append(x.Names, name+"/parts/"+part)
			}
		}
	}
	x.Append = func(row []float64, _ *integrate.State) []float64 {
		for _, j := range joints {
			for i := range j.NV {
				row = law.AppendParts(row, j.V+i)
			}
		}
		return row
	}
	return x
}

// TellingSignals returns the columns of a log for the signals of a law in its last sample. A law without signals (see
// control.Telling) has no such columns.
func TellingSignals(l *Sampled) sim.Signals {
	x := sim.Signals{Append: func(row []float64, _ *integrate.State) []float64 { return row }, Remembered: true}
	if law, ok := l.c.Law.(control.Telling); ok {
		x.Names = law.Signals()
		x.Append = func(row []float64, _ *integrate.State) []float64 { return law.AppendSignals(row) }
	}
	return x
}

// EstimateSignals returns the columns of a log for the estimates of a law, estimate/<joint>/<parameter>: the numbers
// that the efforts of the last sample are computed with. A law without estimates (see control.Estimating) has no such
// columns.
func (l *Sampled) EstimateSignals() sim.Signals {
	return estimates(l.c.Law, func(*integrate.State) {})
}

// EstimateSignals returns the columns of a log for the estimates of a law at each instant, see Sampled.EstimateSignals.
func (l *Continuous) EstimateSignals() sim.Signals {
	return estimates(l.law, func(s *integrate.State) {
		if l.memory != nil {
			l.memory.to(l, s.T, s.Q, s.Qd)
		}
	})
}

// estimates returns the columns for the estimates of a law. The function update brings the law to a state.
func estimates(law control.Law, update func(*integrate.State)) sim.Signals {
	x := sim.Signals{Append: func(row []float64, _ *integrate.State) []float64 { return row }}
	estimating, ok := law.(control.Estimating)
	if !ok {
		return x
	}
	for _, name := range estimating.Estimates() {
		x.Names = append(x.Names, "estimate/"+name)
	}
	x.Append = func(row []float64, s *integrate.State) []float64 {
		update(s)
		return estimating.AppendEstimates(row)
	}
	return x
}

// independent returns the joints that are no followers.
func independent(m *tree.Model) []*tree.Joint {
	var list []*tree.Joint
	for k := range m.Joints() {
		if j := &m.Joints()[k]; j.Leader < 0 {
			list = append(list, j)
		}
	}
	return list
}

// driven returns the joints that take efforts: all but followers and circuits of motors.
func driven(m *tree.Model) []*tree.Joint {
	return slices.DeleteFunc(independent(m), func(j *tree.Joint) bool {
		return j.Drives >= 0 && m.Joints()[j.Drives].Circuit >= 0 && &m.Joints()[m.Joints()[j.Drives].Circuit] == j
	})
}
