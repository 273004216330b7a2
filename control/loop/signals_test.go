package loop_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"kinetree/control"
	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/sim/record"
)

// TestLoopSignals logs what the sensors say, what a pid with gravity compensation asks for and its parts: without noise
// the measured motion at samples is the true one and holds in between, the parts and gravity are what is commanded, the
// integral is the sum of the errors, and the effort is the commanded one within its limit, a delay later.
func TestLoopSignals(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	n := m.NV()
	const period, dt, delay, gain = 0.004, 0.001, 0.003, 150.0
	limit := []float64{60, 60}
	pid, err := control.NewPID(m, control.PIDConfig{P: constant(n, 80), I: constant(n, gain), D: constant(n, 8)})
	if err != nil {
		t.Fatal(err)
	}
	l, err := loop.NewSampled(loop.SampledConfig{Model: m, Period: period, Delay: delay,
		Law: control.Sum(m, pid, control.NewGravityCompensation(m)), Actuators: signal.Actuators{Limit: limit},
		Plan: reference.NewPlan(m, []float64{1, -0.5})})
	if err != nil {
		t.Fatal(err)
	}
	var rows record.Rows
	w, err := sim.New(sim.Config{Model: m, Controller: l, Log: sim.Log{Sink: &rows, Signals: []sim.Signals{
		loop.MeasuredSignals(l), loop.CommandedSignals(l), loop.PartSignals(l)}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Run(context.Background(), 0.4); err != nil {
		t.Fatal(err)
	}
	column := func(name string) []float64 {
		x, err := rows.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	saturated := false
	gravity := make([][]float64, rows.Len())
	law, tau := control.NewGravityCompensation(m), make([]float64, n)
	var q [][]float64
	for _, j := range m.Joints() {
		q = append(q, column(j.Name+"/measured/position"))
	}
	for i := range gravity {
		if err := law.Effort(tau, &control.Input{Q: []float64{q[0][i], q[1][i]}}); err != nil {
			t.Fatal(err)
		}
		gravity[i] = slices.Clone(tau)
	}
	for k, j := range m.Joints() {
		position, velocity := column(j.Name+"/position"), column(j.Name+"/velocity")
		measured, rate := column(j.Name+"/measured/position"), column(j.Name+"/measured/velocity")
		commanded, effort := column(j.Name+"/commanded/effort"), column(j.Name+"/effort")
		p, integral, d := column(j.Name+"/parts/p"), column(j.Name+"/parts/i"), column(j.Name+"/parts/d")
		sum := 0.0
		for i := range position {
			at := i - i%4
			if measured[i] != position[at] || rate[i] != velocity[at] {
				t.Fatalf("%s: row %d says %v, %v; want those of row %d, %v, %v", j.Name, i, measured[i], rate[i], at,
					position[at], velocity[at])
			}
			want := p[i] + integral[i] + d[i] + gravity[i][k]
			if math.Abs(commanded[i]-want) > 1e-12*(1+math.Abs(want)) { // the sum in another order
				t.Fatalf("%s: row %d commands %v, and its parts are %v", j.Name, i, commanded[i], want)
			}
			if i%4 == 0 {
				if math.Abs(integral[i]-sum) > 1e-9 || math.Abs(p[i]-80*([]float64{1, -0.5}[k]-measured[i])) > 1e-12 ||
					math.Abs(d[i]+8*rate[i]) > 1e-12 {
					t.Fatalf("%s: the parts of row %d are %v, %v, %v", j.Name, i, p[i], integral[i], d[i])
				}
				sum += gain * period * p[i] / 80
			}
			saturated = saturated || math.Abs(commanded[i]) > limit[k]
			if i >= 3 && effort[i] != max(-limit[k], min(limit[k], commanded[i-3])) {
				t.Fatalf("%s: the effort of row %d is %v, commanded was %v", j.Name, i, effort[i], commanded[i-3])
			}
		}
	}
	if !saturated {
		t.Error("no effort was beyond its limit")
	}
	row := make([]float64, 0, 20)
	for _, x := range []sim.Signals{loop.MeasuredSignals(l), loop.CommandedSignals(l), loop.PartSignals(l)} {
		if a := testing.AllocsPerRun(10, func() { x.Append(row, w.State()) }); a != 0 {
			t.Errorf("%q: %v allocations", x.Names, a)
		}
	}
}
