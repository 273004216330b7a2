package excite

import (
	"encoding/csv"
	"io"
	"math"

	"kinetree/identify"
	"kinetree/internal/decimal"
	"kinetree/internal/finitejson"
	"kinetree/internal/spreadsheet"
	"kinetree/tree"
)

// Excitation is a trajectory as a table, for robots whose joints have one coordinate each.
type Excitation struct {
	Columns []string // position, velocity, acceleration and effort of each joint that follows no other
	Times   []float64
	Rows    [][]float64
	Extents []Extent // of each joint
}

// Extent is how far the motion of a joint goes, over all rows, and how far it may go. In JSON limits that do not exist
// are null.
type Extent struct {
	Name          string     `json:"name"`
	Start         float64    `json:"start"`
	Position      [2]float64 `json:"position"` // least and largest
	Lower         float64    `json:"lower"`
	Upper         float64    `json:"upper"`
	Velocity      float64    `json:"velocity"` // largest magnitude
	VelocityLimit float64    `json:"velocity_limit"`
	Effort        float64    `json:"effort"` // largest magnitude
	EffortLimit   float64    `json:"effort_limit"`
}

// MarshalJSON implements json.Marshaler.
func (e Extent) MarshalJSON() ([]byte, error) { return finitejson.Marshal(e) }

// Tabulate returns the trajectory at even steps (s), as near to the given one as the period allows, with the efforts
// that it takes of a model with its damping and friction.
func (d *Designed) Tabulate(m *tree.Model, step float64) *Excitation {
	x := &Excitation{}
	n := m.NV()
	q, v, a, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	var joints []*tree.Joint
	for k := range m.Joints() {
		if j := &m.Joints()[k]; j.Leader < 0 {
			joints = append(joints, j)
			x.Extents = append(x.Extents, Extent{Name: j.Name, Start: d.Start[j.Q],
				Position: [2]float64{math.Inf(1), math.Inf(-1)}, Lower: j.Lower, Upper: j.Upper,
				VelocityLimit: j.Velocity, EffortLimit: j.Effort})
			for _, quantity := range []string{"position", "velocity", "acceleration", "effort"} {
				x.Columns = append(x.Columns, j.Name+"/"+quantity)
			}
		}
	}
	efforts := identify.NewEfforts(m)
	for i := range int(math.Round(d.Period/step)) + 1 {
		t := math.Round(float64(i)*step*1e9) / 1e9 // a short decimal number
		d.At(q, v, a, t)
		efforts.At(tau, q, v, a)
		var row []float64
		for k, j := range joints {
			e := &x.Extents[k]
			row = append(row, q[j.Q], v[j.V], a[j.V], tau[j.V])
			e.Position = [2]float64{math.Min(e.Position[0], q[j.Q]), math.Max(e.Position[1], q[j.Q])}
			e.Velocity, e.Effort = math.Max(e.Velocity, math.Abs(v[j.V])), math.Max(e.Effort, math.Abs(tau[j.V]))
		}
		x.Times, x.Rows = append(x.Times, t), append(x.Rows, row)
	}
	return x
}

// WriteCSV writes the table: a reference for controllers, and a file of efforts over time.
func (x *Excitation) WriteCSV(out io.Writer) error {
	header := csv.NewWriter(out)
	names := []string{"time"}
	for _, name := range x.Columns {
		names = append(names, spreadsheet.Text(name))
	}
	if err := header.Write(names); err != nil {
		return err
	}
	header.Flush()
	var line []byte
	for i, row := range x.Rows {
		line = decimal.Append(line[:0], x.Times[i])
		for _, number := range row {
			line = decimal.Append(append(line, ','), number+0) // -0 becomes 0
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return header.Error()
}
