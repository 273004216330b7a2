package main

import (
	"bytes"
	"encoding/csv"
	"math"

	"kinetree/identify"
	"kinetree/internal/decimal"
	"kinetree/tree"
)

// excitation is a trajectory as a table.
type excitation struct {
	names   []string
	times   []float64
	rows    [][]float64 // position, velocity, acceleration and effort of each joint
	extents []extent
}

// extent is how far the motion of a joint goes, over all rows.
type extent struct {
	joint            *tree.Joint
	lower, upper     float64 // positions
	velocity, effort float64 // largest magnitudes
}

// newExcitation tabulates a trajectory at even steps, as near to the given one as the period allows.
func newExcitation(m *tree.Model, found *identify.Designed, step float64) *excitation {
	x := &excitation{}
	n := m.NV()
	q, v, a, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	var joints []*tree.Joint
	for k := range m.Joints() {
		if j := &m.Joints()[k]; j.Leader < 0 {
			joints = append(joints, j)
			x.extents = append(x.extents, extent{joint: j, lower: math.Inf(1), upper: math.Inf(-1)})
			for _, quantity := range []string{"position", "velocity", "acceleration", "effort"} {
				x.names = append(x.names, j.Name+"/"+quantity)
			}
		}
	}
	efforts := identify.NewEfforts(m)
	for i := range int(math.Round(found.Period/step)) + 1 {
		t := math.Round(float64(i)*step*1e9) / 1e9 // a short decimal number
		found.At(q, v, a, t)
		efforts.At(tau, q, v, a)
		var row []float64
		for k, j := range joints {
			e := &x.extents[k]
			row = append(row, q[j.Q], v[j.V], a[j.V], tau[j.V])
			e.lower, e.upper = math.Min(e.lower, q[j.Q]), math.Max(e.upper, q[j.Q])
			e.velocity, e.effort = math.Max(e.velocity, math.Abs(v[j.V])), math.Max(e.effort, math.Abs(tau[j.V]))
		}
		x.times, x.rows = append(x.times, t), append(x.rows, row)
	}
	return x
}

// csv returns the table as CSV.
func (x *excitation) csv() []byte {
	var b bytes.Buffer
	header := csv.NewWriter(&b)
	header.Write(append([]string{"time"}, x.names...)) // a buffer has no errors
	header.Flush()
	var line []byte
	for i, row := range x.rows {
		line = decimal.Append(line[:0], x.times[i])
		for _, number := range row {
			line = decimal.Append(append(line, ','), number+0) // -0 becomes 0
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}
