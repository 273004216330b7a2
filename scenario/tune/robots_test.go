package tune_test

import (
	"runtime"
	"testing"

	"kinetree/models"
)

// TestDrawnBefore compares costs over the eight robots of ur5_tune_robust with those that the program found when it
// still made each run from a text: the same robots are drawn, and the same runs are made.
func TestDrawnBefore(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the costs are those of amd64; another processor rounds products and sums together")
	}
	text, ok := models.Scenario("ur5_tune_robust")
	if !ok {
		t.Fatal("there is no ur5_tune_robust")
	}
	p, err := parse("integrator: semi-implicit\n" + string(text)) // the default of then
	if err != nil {
		t.Fatal(err)
	}
	if p.Samples != 8 {
		t.Errorf("%d robots, want 8", p.Samples)
	}
	for _, c := range []struct{ p, d, cost float64 }{
		{60, 1, 0.35639485525209413},
		{314.43671684068727, 1, 0.11212467363448665},
		{130.92282214090912, 268.43789119106464, 0.06030881246080821},
		{686.1157058917455, 268.43789119106464, 0.027093034359786664},
		{389.0506087530928, 0.6789749110308162, 0.09595363103009899},
	} {
		if got, err := p.Cost(t.Context(), []float64{c.p, c.d}); err != nil || got != c.cost {
			t.Errorf("p = %v, d = %v cost %v, %v; want %v", c.p, c.d, got, err, c.cost)
		}
	}
}
