package table_test

import (
	"errors"
	"fmt"
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
