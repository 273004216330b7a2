package record_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/sim/record"
	_ "kinetree/sim/record/parquet"
	_ "kinetree/sim/record/zst"
)

// rowsOf reads a log.
func rowsOf(t *testing.T, name string) (columns []string, rows [][]float64) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in, err := record.NewReader(file, name)
	if err != nil {
		t.Fatal(err)
	}
	for {
		row := make([]float64, len(in.Columns()))
		err := in.Read(row)
		if errors.Is(err, io.EOF) {
			return in.Columns(), rows
		}
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
}

// TestFormsAgree runs a pendulum with a log in each form and reads the same numbers from all, to the bit.
func TestFormsAgree(t *testing.T) {
	dir := t.TempDir()
	var columns []string
	var rows [][]float64
	for _, ending := range []string{".csv", ".npz", ".csv.zst", ".parquet"} {
		name := filepath.Join(dir, "run"+ending)
		w, log := pendulum(t, name)
		if _, err := w.Run(context.Background(), 3); err != nil {
			t.Fatal(err)
		}
		c, r := rowsOf(t, name)
		if log.Rows() != 3001 || meta(t, name)["rows"] != 3001.0 {
			t.Errorf("%s: %d rows, meta %v", ending, log.Rows(), meta(t, name)["rows"])
		}
		if columns == nil {
			columns, rows = c, r
		}
		if !slices.Equal(c, columns) || !slices.EqualFunc(r, rows, slices.Equal) || len(rows) != 3001 {
			t.Errorf("%s: %d rows of %v; those of CSV are %d of %v", ending, len(r), c, len(rows), columns)
		}
		if differs, err := log.Replaces(); differs != nil || err != nil {
			t.Errorf("%s: replaces %v, %v", ending, differs, err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 8 {
		t.Errorf("the folder has %v, %v; expected four logs and their meta files", left, err)
	}
}

// TestNumPy lets NumPy read a log with names of any letters and numbers of any bits.
func TestNumPy(t *testing.T) {
	python := ""
	for _, name := range []string{"/usr/bin/python3", "python3"} { // that of the system's packages first
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			python = name
			break
		}
	}
	if python == "" {
		t.Skip("no python3 with numpy is installed, such as that of Debian's python3-numpy")
	}
	name := filepath.Join(t.TempDir(), "run.npz")
	world, _ := pendulum(t, filepath.Join(t.TempDir(), "run.csv"))
	summary, err := world.Run(context.Background(), 0.1)
	if err != nil {
		t.Fatal(err)
	}
	w := record.NewWriter(name, record.Meta{}, record.Robot{})
	columns := []string{"time", "größe/position", "a,b/velocity"}
	if err := w.Begin(columns); err != nil {
		t.Fatal(err)
	}
	for i := range 20_000 {
		x := float64(i)
		if err := w.Record([]float64{x * 1e-3, 1 / (x + 1), math.Copysign(math.Inf(1), -x)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(summary); err != nil {
		t.Fatal(err)
	}
	script := `
import numpy, sys
log = numpy.load(sys.argv[1])
assert list(log["columns"]) == ["time", "größe/position", "a,b/velocity"], log["columns"]
i = numpy.arange(20000.0)
assert log["time"].dtype == numpy.float64 and (log["time"] == i * 1e-3).all()
assert (log["größe/position"] == 1 / (i + 1)).all()
assert (log["a,b/velocity"] == -numpy.inf).all()
numpy.savez_compressed(sys.argv[2], time=[0.0, 0.5], x=numpy.array([1, 2]), y=numpy.array([0.5, -2], "f4"))
`
	theirs := filepath.Join(t.TempDir(), "theirs.npz")
	if out, err := exec.Command(python, "-c", script, name, theirs).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	columns, rows := rowsOf(t, theirs)
	if !slices.Equal(columns, []string{"time", "x", "y"}) || !slices.Equal(rows[1], []float64{0.5, 2, -2}) {
		t.Errorf("%v: %v", columns, rows)
	}
}

// TestBadArchives names what is wrong with archives that are no logs.
func TestBadArchives(t *testing.T) {
	array := func(header, numbers string) string {
		header += strings.Repeat(" ", 117-len(header)) + "\n"
		return "\x93NUMPY\x01\x00" + string([]byte{byte(len(header)), byte(len(header) >> 8)}) + header + numbers
	}
	good := array("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", "\x00\x00\x00\x00\x00\x00\x00\x00")
	for _, test := range []struct {
		files map[string]string
		fault string
	}{
		{map[string]string{"x.npy": good}, "there is no column time"},
		{map[string]string{"time.npy": good, "x.txt": ""}, "x.txt: the file is no array"},
		{map[string]string{"time.npy": good, "x.npy": "123"}, "NumPy's magic bytes"},
		{map[string]string{"time.npy": good, "x.npy": good[:20]}, "the header ends early"},
		{map[string]string{"time.npy": strings.ReplaceAll(good, "<f8", ">f8")}, "time: the array is of type >f8"},
		{map[string]string{"time.npy": strings.ReplaceAll(good, "(1,)", "(1,6)")}, "shape (1,6); expected one dimension"},
		{map[string]string{"time.npy": good, "x.npy": strings.ReplaceAll(good, "(1,)", "(2,)")},
			"x: the array has 2 numbers, those before have 1"},
	} {
		var file bytes.Buffer
		z := zip.NewWriter(&file)
		for _, name := range []string{"time.npy", "x.npy", "x.txt"} {
			if text, ok := test.files[name]; ok {
				to, err := z.Create(name)
				if err == nil {
					_, err = to.Write([]byte(text))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := record.NewReader(&file, "bad.npz"); err == nil || !strings.Contains(err.Error(), test.fault) {
			t.Errorf("got %v; expected %s", err, test.fault)
		}
	}
	if _, err := record.NewReader(strings.NewReader("PK\x03\x04 cut"), "bad.npz"); err == nil ||
		!strings.Contains(err.Error(), "of a run that has ended") {
		t.Errorf("got %v of an archive that was cut off", err)
	}
}
