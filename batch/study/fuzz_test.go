package study_test

import (
	"os"
	"path/filepath"
	"testing"

	"kinetree/batch/study"
	"kinetree/models"
)

// FuzzStudy opens studies. Nothing panics; what cannot be opened has an error that says so, and of what can be opened
// each run has a scenario or an error, and the inputs can be named.
func FuzzStudy(f *testing.F) {
	for _, m := range models.Studies() {
		text, _ := models.Study(m.Name)
		f.Add(text)
	}
	f.Add([]byte("kinetree: 1\nscenario: {model: rr_arm, duration: 0.01}\nsweep:\n  - {path: seed, grid: [1, 2]}\n" +
		"  - {path: model, grid: [rr_arm, ur5, none.urdf]}\n  - {path: duration, normal: [1, 1]}\nsamples: 3\n" +
		"method: sobol\nmetrics: [itae, joint1/overshoot]\ntrajectories: [1, 5]\nlimits: {steps: 10}\n"))
	f.Add([]byte("kinetree: 1\nscenario: rr_arm_step\nsweep: [{csv: a.csv}, {path: gravity.2, log_uniform: [1, 2]}]\n"))
	f.Add([]byte("kinetree: 1\nscenario: rr_arm_step\nsweep: [~]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		for name, text := range map[string]string{"s.yaml": string(text), "a.csv": "duration,model\n0.1,rr_arm\n",
			"b.csv": "\"", "c.csv": ""} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		name := filepath.Join(dir, "s.yaml")
		s, err := study.Open(name, nil)
		if err != nil {
			if err.Error() == "" {
				t.Fatalf("an error without words of\n%s", text)
			}
			return
		}
		for _, i := range []int{0, s.Len() / 2, s.Len() - 1} {
			c, err := s.Scenario(i)
			if (c == nil) == (err == nil) {
				t.Fatalf("run %d has the scenario %v and the error %v of\n%s", i, c, err, text)
			}
			s.Row(i)
		}
		if s.Len() > 1000 {
			return
		}
		if _, err := s.Inputs("1.0"); err != nil {
			t.Fatalf("%v of\n%s", err, text)
		}
	})
}
