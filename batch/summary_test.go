package batch_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/batch"
)

// TestSummarize compares with figures that numpy gives for the same numbers: numpy.percentile, mean, std(ddof=1) of
// 1, 4, 9, ..., 100.
func TestSummarize(t *testing.T) {
	c := config(t.TempDir(), 12)
	_, err := batch.Execute(context.Background(), c, func() (batch.Worker, error) {
		return work(func(r *batch.Run) error {
			r.Number(0)
			r.Number(0)
			switch r.Index {
			case 10:
				r.Number(1e9)
				return errors.New("no")
			case 11:
				r.Status, r.Reason = batch.Diverged, "at once"
				return nil
			}
			r.Number(float64((r.Index + 1) * (r.Index + 1)))
			if r.Index == 4 {
				r.Number(7)
			}
			return nil
		}), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := batch.Summarize(c.Dir, 3)
	if err != nil {
		t.Fatal(err)
	}
	m := s.Metrics[0]
	const rounding = 1e-12
	for i, want := range []float64{1, 2.35, 10.75, 30.5, 60.25, 91.45, 100} {
		if math.Abs(m.Percentiles[i]-want) > rounding*want {
			t.Errorf("percentile %v is %v, want %v", batch.Percents[i], m.Percentiles[i], want)
		}
	}
	// The sum of squares of squares to 10 is 25333, so the variance (25333 − 10·38.5²)/9.
	if m.Name != "itae" || m.Runs != 10 || math.Abs(m.Mean-38.5) > rounding*38.5 ||
		math.Abs(m.Deviation-math.Sqrt((25333-14822.5)/9)) > rounding*100 {
		t.Errorf("%+v", m)
	}
	if len(m.Worst) != 3 || m.Worst[0] != (batch.RunValue{Run: 9, Value: 100}) ||
		m.Worst[2] != (batch.RunValue{Run: 7, Value: 64}) {
		t.Errorf("worst %v", m.Worst)
	}
	if o := s.Metrics[1]; o.Runs != 1 || o.Mean != 7 || !math.IsNaN(o.Deviation) || o.Percentiles[3] != 7 {
		t.Errorf("%+v", o)
	}
	if s.Runs != 12 || len(s.Statuses) != 3 || s.Statuses[0] != (batch.Count{Status: batch.OK, Runs: 10}) ||
		len(s.Failed) != 2 || s.Failed[1] != (batch.Failed{Run: 11, Status: batch.Diverged, Reason: "at once"}) {
		t.Errorf("%+v", s)
	}
}

// TestSummarizeShard checks that runs are named by their index in the study.
func TestSummarizeShard(t *testing.T) {
	s, err := batch.Summarize(shards(t, 40, 4)[3], 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Failed {
		if f.Run%4 != 3 || f.Run%11 != 3 && f.Run%13 != 5 {
			t.Errorf("%+v", f)
		}
	}
	if len(s.Failed) == 0 || len(s.Metrics[0].Worst) != 10-len(s.Failed) {
		t.Errorf("%+v", s)
	}
}

func TestSummarizeFaults(t *testing.T) {
	if _, err := batch.Summarize(t.TempDir(), 3); err == nil || !strings.Contains(err.Error(), "has no batch") {
		t.Error(err)
	}
	for _, c := range []struct{ from, to, want string }{{",ok,", ",", "fields"}, {",ok,,0.", ",ok,,0.\"", "bare"},
		{"index,seed,status", "index,seed", "fields"}} {
		dir := shards(t, 20, 1)[0]
		name := filepath.Join(dir, "runs.csv")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(name, []byte(strings.Replace(string(text), c.from, c.to, 1)), 0o666)
		if _, err := batch.Summarize(dir, 3); err == nil || !strings.Contains(err.Error(), name) ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.to, err)
		}
	}
}
