package control_test

import (
	"slices"
	"testing"

	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/models"
	"kinetree/models/oracle/expect"
)

// TestForesee checks that gravity efforts that were foreseen are taken where they belong and nowhere else, and that
// those of another robot are not.
func TestForesee(t *testing.T) {
	robot, err := models.Robot("rr_arm")
	if err != nil {
		t.Fatal(err)
	}
	m, other := expect.Model(t, robot), expect.Model(t, robot)
	law := control.Sum(m, control.NewPD(m, []float64{1, 1}, []float64{0, 0}), control.NewGravityCompensation(m))
	in := &control.Input{Q: []float64{0.3, 0.4}, Qd: make([]float64, 2), Reference: reference.NewSetpoint(m)}
	efforts := func() []float64 {
		t.Helper()
		tau := make([]float64, 2)
		if err := law.Effort(tau, in); err != nil {
			t.Fatal(err)
		}
		return tau
	}
	want := efforts()
	foresee := law.(control.Foreseer).Foresee
	foresee(other, in.Q, []float64{100, 200})
	if got := efforts(); !slices.Equal(got, want) {
		t.Errorf("with what was foreseen of another robot: %v, want %v", got, want)
	}
	foresee(m, in.Q, []float64{100, 200}) // wrong, so that it shows
	if got := efforts(); !slices.Equal(got, []float64{100 - 0.3, 200 - 0.4}) {
		t.Errorf("with what was foreseen: %v", got)
	}
	foresee(m, []float64{0.3, 0.5}, []float64{100, 200})
	if got := efforts(); !slices.Equal(got, want) {
		t.Errorf("with what was foreseen elsewhere: %v, want %v", got, want)
	}
}
