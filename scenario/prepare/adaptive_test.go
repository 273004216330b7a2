package prepare_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim"
)

// columns records the names of a log and its last row.
type columns struct {
	names []string
	row   []float64
}

func (c *columns) Begin(names []string) error { c.names = names; return nil }

func (c *columns) Record(row []float64) error { c.row = slices.Clone(row); return nil }

func (c *columns) End(*sim.Summary) error { return nil }

// TestAdaptive runs the scenario that comes with the program: the first efforts, the columns of the estimates, and
// joints that follow better and better. With the parameters of the robot to begin with there is nothing to adapt but
// for the error at the start.
func TestAdaptive(t *testing.T) {
	text, ok := models.Scenario("rr_arm_adaptive")
	if !ok {
		t.Fatal("there is no rr_arm_adaptive")
	}
	run := runText(t, string(text))
	if worst := worstError(run); worst > 0.01 {
		t.Errorf("a joint ends %v rad off", worst)
	}
	s, err := scenario.Read(text, "test.yaml", ".")
	if err != nil {
		t.Fatal(err)
	}
	var log columns
	run, err = prepare.New(s, prepare.Env{Unlogged: true, Sink: &log})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.World.Run(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	var estimates []string
	var values []float64
	at := func(name string) float64 { return log.row[slices.Index(log.names, name)] }
	for i, name := range log.names {
		if strings.HasPrefix(name, "estimate/") {
			estimates, values = append(estimates, name), append(values, log.row[i])
		}
	}
	if want := []string{"estimate/joint1/mcx", "estimate/joint1/mcz", "estimate/joint1/Iyy", "estimate/joint2/m",
		"estimate/joint2/mcx", "estimate/joint2/mcz", "estimate/joint2/Iyy"}; !slices.Equal(estimates, want) {
		t.Errorf("columns %v, want %v", estimates, want)
	}
	expect.Within(t, "estimates", values, []float64{25, 0, 22.5, 30, 15, 0, 13.5}, 0)
	expect.Within(t, "first efforts", []float64{at("joint1/effort"), at("joint2/effort")},
		[]float64{1178.299552024, 295.132757713}, 1e-9)
}

// TestAdaptiveFields checks what is said of fields that an adaptive law cannot have.
func TestAdaptiveFields(t *testing.T) {
	text, _ := models.Scenario("rr_arm_adaptive")
	for path, c := range map[string]struct {
		value any
		want  string
	}{
		"controller.lambda":                        {-1.0, "-1 1/s; expected 0 or more"},
		"controller.k.joint1":                      {-2.0, "-2; expected 0 or more"},
		"controller.k.joint3":                      {2.0, `has no moving joint "joint3"`},
		"controller.adaptation.joint1.mcx":         {-2.0, "-2; expected 0 or more"},
		"controller.adaptation.jont1.mcx":          {2.0, `has no moving joint "jont1" (did you mean "joint1"?)`},
		"controller.initial_parameters.tool.m":     {2.0, `has no moving joint "tool"`},
		"controller.gains.joint1.p":                {2.0, "the law adaptive does not use it"},
		"controller.type":                          {"pd", "the law pd does not use it; expected the law adaptive"},
		"controller.initial_parameters.joint1.Ixz": {math.Inf(1), "expected a finite number"},
	} {
		s, err := scenario.Read(text, "test.yaml", ".")
		if err != nil {
			t.Fatal(err)
		}
		if err = s.Set(path, c.value); err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", path, err, c.want)
		}
	}
}
