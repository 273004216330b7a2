package table_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"kinetree/internal/table"
)

func ExampleRead() {
	t, err := table.Read(strings.NewReader("time,height,note\n0,1.5,7\n0.1,1.4,8\n"), "drop.csv",
		func(field string) (bool, error) {
			return field == "height", nil
		})
	fmt.Println(t.Times, t.Rows, err)
	// Output: [0 0.1] [[1.5] [1.4]] <nil>
}

// TestOrder checks that rows hold the columns that are used in the order of the file, wherever time stands.
func TestOrder(t *testing.T) {
	var asked []string
	got, err := table.Read(strings.NewReader("\ufeffb, a ,time,c\n1,2,0,x\n3,4,1,y\n"), "f.csv",
		func(field string) (bool, error) {
			asked = append(asked, field)
			return field != "c", nil
		})
	if err != nil || !reflect.DeepEqual(got.Rows, [][]float64{{1, 2}, {3, 4}}) ||
		!reflect.DeepEqual(asked, []string{"b", " a ", "c"}) {
		t.Errorf("rows %v, asked for %q: %v", got.Rows, asked, err)
	}
}

// TestFaults checks that a fault of the header has its place, and that all faults are told. The readers of control
// and reference test the others.
func TestFaults(t *testing.T) {
	wrong := errors.New("no such thing")
	_, err := table.Read(strings.NewReader("time,a,b,time\n"), "f.csv", func(string) (bool, error) {
		return false,
			wrong
	})
	want := "f.csv:1:6: error: no such thing\nf.csv:1:8: error: no such thing\nf.csv:1:10: error: a second column " +
		"time; keep one"
	if err == nil || err.Error() != want || !errors.Is(err, wrong) {
		t.Errorf("got %v", err)
	}
	var fault *table.Error
	if !errors.As(err, &fault) || fault.Line != 1 || fault.Column != 6 {
		t.Errorf("first fault %+v", fault)
	}
}

// TestMeasured checks that a table of measurements may have empty fields and times that fall, and no other faults.
func TestMeasured(t *testing.T) {
	const text = "time,a\n1,\n0,nan\n,3\n"
	every := func(string) (bool, error) { return true, nil }
	got, err := table.ReadMeasured(strings.NewReader(text), "f.csv", every)
	if err != nil || len(got.Rows) != 3 || !math.IsNaN(got.Rows[0][0]) || !math.IsNaN(got.Rows[1][0]) ||
		!math.IsNaN(got.Times[2]) || got.Rows[2][0] != 3 {
		t.Errorf("read %v: %v", got, err)
	}
	if _, err := table.ReadMeasured(strings.NewReader("time,a\n0,x\n"), "f.csv", every); err == nil {
		t.Error("a text is taken for a number")
	}
	if _, err := table.Read(strings.NewReader(text), "f.csv", every); err == nil {
		t.Error("Read takes empty fields and falling times")
	}
	for header, hint := range map[string]string{"timestamp": "rename timestamp to time", "t [s]": "rename t [s] to " +
		"time",
		"Time": "rename Time to time", "torque": "no column time"} {
		_, err := table.Read(strings.NewReader(header+",a\n0,0\n"), "f.csv", every)
		if err == nil || !strings.Contains(err.Error(), hint) || strings.Contains(err.Error(), "rename torque") {
			t.Errorf("%s: %v", header, err)
		}
	}
}

// TestLongRow refuses a row that is too long where it is, be it the header or numbers, before it is all read.
func TestLongRow(t *testing.T) {
	every := func(string) (bool, error) { return true, nil }
	cell := "," // of which a row has most cells
	if testing.Short() {
		cell = "1"
	}
	for text, want := range map[string]string{"time": "f.csv:1: a row has more", "time,a\n0,1\n1": "f.csv:3: a row"} {
		rest := strings.NewReader(strings.Repeat(cell, 4*table.MaxRow))
		_, err := table.Read(io.MultiReader(strings.NewReader(text), rest), "f.csv", every)
		if err == nil || !strings.Contains(err.Error(), want) || rest.Len() < 2*table.MaxRow {
			t.Errorf("%s: %v, with %d bytes left; want %s", text, err, rest.Len(), want)
		}
	}
}
