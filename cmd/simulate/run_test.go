package main

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// TestJSON checks the numbers of the summary against each other and against a motion in closed form: a mass of 2 kg
// on a lift of 3 kg that falls freely.
func TestJSON(t *testing.T) {
	t.Chdir(t.TempDir())
	var stdout, stderr bytes.Buffer
	args := []string{"run", "cartesian", "--json", "--integrator", "rk4", "--duration", "2", "--effort", "slide=4",
		"--velocity", "lift=1",
		"--joint", "lift.lower=-100", "--joint", "slide.upper=100"}
	if code := run(args, strings.NewReader(""), &stdout, &stderr); code != done {
		t.Fatalf("exit status %d: %s", code, stderr.String())
	}
	var s struct {
		Model, File, Base, Integrator, Status, Ended, Log string
		Joints                                            []string
		Dt                                                float64
		Steps, Rows                                       int
		Simulated                                         float64 `json:"simulated_time"`
		Wall                                              float64 `json:"wall_time"`
		Speed                                             float64 `json:"real_time_factor"`
		Start, End                                        struct {
			Time               float64
			Position, Velocity map[string]float64
			Energy             map[string]float64
		}
		Work     map[string]float64
		Share    float64 `json:"drift_share"`
		Impacts  int
		Exceeded []struct {
			Joint, What string
			Limit, Time float64
		}
	}
	dec := json.NewDecoder(&stdout)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9*math.Max(1, math.Abs(want)) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	near("real-time factor", s.Speed, s.Simulated/s.Wall)
	near("lift", s.End.Position["lift"], 2-9.81*2)
	near("its velocity", s.End.Velocity["lift"], 1-9.81*2)
	near("slide", s.End.Position["slide"], 4)
	near("its velocity", s.End.Velocity["slide"], 4)
	near("kinetic energy at the start", s.Start.Energy["kinetic"], 2.5)
	near("potential energy at the end", s.End.Energy["potential"], 5*9.81*(2-9.81*2))
	near("total energy at the end", s.End.Energy["total"], 2.5+16)
	near("work of efforts", s.Work["efforts"], 16)
	near("heat of damping", s.Work["damping"], 0)
	near("drift", s.Work["drift"], 0)
	near("largest drift", s.Work["largest_drift"], 0)
	near("energy that moved", s.Work["moved"], s.End.Energy["kinetic"])
	near("share of the drift", s.Share, 0)
	if len(s.Exceeded) != 2 || s.Exceeded[0].Joint != "lift" || s.Exceeded[0].What != "velocity" ||
		s.Exceeded[0].Limit != 1 || s.Exceeded[1].Joint != "slide" {
		t.Errorf("exceeded %+v", s.Exceeded)
	}
	if s.Model != "cartesian" || s.File != "cartesian" || s.Base != "fixed" || s.Integrator != "rk4" ||
		s.Status != "done" || s.Ended != "the duration was reached" || s.Log != "cartesian.csv" ||
		strings.Join(s.Joints, " ") != "lift slide" || s.Dt != 0.001 || s.Steps != 2000 || s.Rows != 2001 ||
		s.Start.Time != 0 || s.End.Time != 2 {
		t.Errorf("summary %+v", s)
	}
}
