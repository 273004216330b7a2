package record_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/sim"
	"kinetree/sim/record"
)

// TestRows compares the rows in memory with those of a stream of the same run, and takes the rows of a second run.
func TestRows(t *testing.T) {
	config := sim.Config{Model: golden.Embedded(t, "rr_arm"), Start: sim.Start{Velocity: []float64{1, -2}}}
	var rows record.Rows
	if rows.Len() != 0 || rows.Summary() != nil {
		t.Error("there is something before a run")
	}
	log := func(s sim.Sink) *sim.World {
		config.Log.Sink = s
		w, err := sim.New(config)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Run(context.Background(), 0.05); err != nil {
			t.Fatal(err)
		}
		return w
	}
	var text bytes.Buffer
	log(record.NewStream(&text))
	w := log(&rows)
	reader, err := record.NewReader(&text, "stream")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(reader.Columns(), rows.Columns()) || rows.Len() != 51 {
		t.Fatalf("%d rows of %v, want 51 of %v", rows.Len(), rows.Columns(), reader.Columns())
	}
	row := make([]float64, len(reader.Columns()))
	for i := range rows.Len() {
		if err := reader.Read(row); err != nil || !slices.Equal(row, rows.Row(i)) {
			t.Fatalf("row %d is %v, want %v, %v", i, rows.Row(i), row, err)
		}
	}
	for k, name := range rows.Columns() {
		x, err := rows.Column(name)
		if err != nil || len(x) != 51 || x[50] != rows.Row(50)[k] {
			t.Fatalf("column %s is %v, %v", name, x, err)
		}
	}
	if s := rows.Summary(); s == nil || s.Status != sim.Done || s.Steps != 50 {
		t.Errorf("the summary is %+v", s)
	}
	if _, err := w.Run(context.Background(), 0.06); err != nil || rows.Len() != 11 || rows.Row(0)[0] != 0.05 {
		t.Errorf("%d rows of another run, %v", rows.Len(), err)
	}
	defer func() {
		if s := fmt.Sprint(recover()); !strings.Contains(s, "no row 11 in a log of 11") {
			t.Errorf("recovered %s", s)
		}
	}()
	rows.Row(11)
}
