package record

import (
	"slices"
	"testing"
)

// TestForms adds a form to the list, by whose entry alone files of its ending are written in it, and sees which names
// stand for a table and which for no form.
func TestForms(t *testing.T) {
	type other struct{ *CSV }
	before := forms
	t.Cleanup(func() { forms = before })
	const fault = "there is no log format .npz; expected a name that ends in .csv"
	if err := CheckName(`logs.csv\run.npz`); err == nil || err.Error() != fault {
		t.Errorf("got %v; expected %s", err, fault)
	}
	forms = append(slices.Clip(forms), form{".log", func(name string, meta Meta) Writer {
		return other{NewCSV(name, meta)}
	}})
	if err := CheckName("run.npz"); err == nil || err.Error() != fault+" or .log" {
		t.Errorf("got %v; expected %s or .log", err, fault)
	}
	for name, isOther := range map[string]bool{"run.csv": false, "RUN.CSV": false, "run": false, "/dev/stdout": false,
		"runs.log/run": false, `runs.npz\run`: false, "run.log.csv": false, "run.log": true, "a/run.csv.Log": true} {
		w := NewWriter(name, Meta{})
		if _, got := w.(other); got != isOther || w.Name() != name || w.MetaName() != name+".meta.json" {
			t.Errorf("%s: %T of %s and %s", name, w, w.Name(), w.MetaName())
		}
		if err := CheckName(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"run.mcap", "run.", "run.csv.gz", ".csv.", "ur5.urdf"} {
		if CheckName(name) == nil {
			t.Errorf("%s may be a log", name)
		}
	}
}
