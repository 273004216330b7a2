package record

import "testing"

// TestForms adds a form to the list, by whose entry alone files of its ending are written in it, and sees which names
// stand for a table and which for no form.
func TestForms(t *testing.T) {
	before := forms
	t.Cleanup(func() { forms = before })
	forms = []Form{csvForm, npzForm} // without those of the packages beneath
	const fault = "there is no log format .log; expected a name that ends in .csv"
	if err := CheckName(`logs.csv\run.log`); err == nil || err.Error() != fault+" or .npz" {
		t.Errorf("got %v; expected %s or .npz", err, fault)
	}
	Register(Form{Ending: ".txt.log", Magic: []string{"log"}})
	if err := CheckName("run.log"); err == nil || err.Error() != fault+", .npz or .txt.log" {
		t.Errorf("got %v; expected %s, .npz or .txt.log", err, fault)
	}
	for name, ending := range map[string]string{"run.csv": ".csv", "RUN.CSV": ".csv", "run": ".csv",
		"/dev/stdout": ".csv", "runs.log/run": ".csv", `runs.txt\run`: ".csv", "run.log.csv": ".csv",
		"run.NPZ": ".npz", "run.txt.log": ".txt.log", "a/run.csv.Txt.Log": ".txt.log"} {
		w := NewWriter(name, Meta{}, Robot{})
		if got := w.(*File).form.Ending; got != ending || w.Name() != name || w.MetaName() != name+".meta.json" {
			t.Errorf("%s: %s of %s and %s", name, got, w.Name(), w.MetaName())
		}
		if err := CheckName(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"run.mcap", "run.", "run.csv.gz", ".csv.", ".npz", "ur5.urdf"} {
		if CheckName(name) == nil {
			t.Errorf("%s may be a log", name)
		}
	}
}
