package fastest

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"

	"kinetree/internal/decimal"
	"kinetree/internal/spreadsheet"
	"kinetree/tree"
)

// Rows calls f with the motion at even steps (s) and at its end: positions, velocities, accelerations and efforts of
// the drives, which are only good until f returns.
func (t *TimedPath) Rows(step float64, f func(time float64, q, qd, qdd, tau []float64)) {
	n := t.task.Route.model.NV()
	q, qd, qdd, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	end := t.Duration()
	for i := 0; ; i++ {
		at := math.Round(float64(i)*step*1e9) / 1e9 // a short decimal number
		if at >= end-float64(step/1e6) {
			break
		}
		t.At(q, qd, qdd, tau, at)
		f(at, q, qd, qdd, tau)
	}
	t.At(q, qd, qdd, tau, end)
	clear(qd)
	f(end, q, qd, qdd, tau)
}

// leaders are the joints with coordinates of their own.
func (t *TimedPath) leaders() (list []*tree.Joint) {
	joints := t.task.Route.model.Joints()
	for k := range joints {
		if joints[k].Leader < 0 {
			list = append(list, &joints[k])
		}
	}
	return list
}

// CSV returns the motion as a table: a reference for controllers, and efforts over time.
func (t *TimedPath) CSV(step float64) []byte {
	var b bytes.Buffer
	joints := t.leaders()
	names := []string{"time"}
	for _, j := range joints {
		for _, quantity := range []string{"position", "velocity", "acceleration", "effort"} {
			names = append(names, spreadsheet.Text(j.Name+"/"+quantity))
		}
	}
	header := csv.NewWriter(&b)
	header.Write(names) //nolint:errcheck // a buffer takes all
	header.Flush()
	t.Rows(step, func(time float64, q, qd, qdd, tau []float64) {
		line := decimal.Append(b.AvailableBuffer(), time)
		for _, j := range joints {
			for _, x := range [...]float64{q[j.Q], qd[j.V], qdd[j.V], tau[j.V]} {
				line = decimal.Append(append(line, ','), x+0) // -0 becomes 0
			}
		}
		b.Write(append(line, '\n'))
	})
	return b.Bytes()
}

// Message returns the motion as a message JointTrajectory in YAML.
func (t *TimedPath) Message(step float64) []byte {
	var b bytes.Buffer
	joints := t.leaders()
	list := func(number func(j *tree.Joint) string) {
		b.WriteByte('[')
		for i, j := range joints {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(number(j))
		}
		b.WriteByte(']')
	}
	float := func(x float64) string { // ROS takes 1 for an integer
		text := string(decimal.Append(nil, x+0))
		if x == math.Trunc(x) && !bytes.ContainsAny([]byte(text), ".e") {
			text += ".0"
		}
		return text
	}
	b.WriteString("joint_names: ")
	list(func(j *tree.Joint) string { return strconv.Quote(j.Name) })
	b.WriteString("\npoints:\n")
	t.Rows(step, func(time float64, q, qd, qdd, _ []float64) {
		b.WriteString("- {positions: ")
		list(func(j *tree.Joint) string { return float(q[j.Q]) })
		b.WriteString(", velocities: ")
		list(func(j *tree.Joint) string { return float(qd[j.V]) })
		b.WriteString(", accelerations: ")
		list(func(j *tree.Joint) string { return float(qdd[j.V]) })
		nano := math.Round(time * 1e9)
		fmt.Fprintf(&b, ",\n   time_from_start: {sec: %.0f, nanosec: %.0f}}\n", math.Floor(nano/1e9),
			nano-float64(1e9*math.Floor(nano/1e9)))
	})
	return b.Bytes()
}
