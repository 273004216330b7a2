package samebytes

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"

	"kinetree/identify"
	"kinetree/identify/excite"
	"kinetree/identify/fit"
	"kinetree/models"
	"kinetree/tree"
)

// identified returns the sums of an exciting motion of a robot, which a few evaluations find, and of what is identified
// from its table.
func identified(t *testing.T, name string) (motion, report string) {
	t.Helper()
	robot, err := models.Robot(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := tree.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	limits, err := excite.NewLimits(m, m.Neutral(), 0.05)
	if err != nil {
		t.Fatal(err)
	}
	terms, err := identify.ParseTerms([]string{"damping", "friction"})
	if err != nil {
		t.Fatal(err)
	}
	d := excite.DesignTask{Base: identify.FindBase(identify.NewEquation(m, terms)), Limits: limits,
		Noise: limits.EffortNoise(), Period: 5, Harmonics: 3, Evaluations: 100, Seed: 1}
	found, err := d.Find()
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := found.Tabulate(m, 0.01).WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	motion = fmt.Sprintf("%x", sha256.Sum256(table.Bytes()))
	log, err := fit.ReadLog(&table, name, m, fit.LogFormat{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := fit.Task{Terms: terms, Cutoff: 10}.Run(m, robot, []*fit.Log{log}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return motion, sumOf(t, result.Report())
}
