package loop_test

import (
	"slices"
	"testing"

	"kinetree/control/loop"
	"kinetree/control/reference"
	"kinetree/control/signal"
	"kinetree/sim"
)

// TestLostToRates checks that the law and the log hear of what a rate limit does not give: at 10 N m/s an effort of 4
// N m is at 1 after 0.1 s, and goes on to -4 from there; 0.5 is reached within a sample.
func TestLostToRates(t *testing.T) {
	m := rotor(t)
	law := &sequence{efforts: []float64{4, -4, 0.5, 0.5}}
	l := sampled(t, loop.SampledConfig{Model: m, Law: law, Plan: reference.NewPlan(m, []float64{0}), Period: 0.1,
		Actuators: signal.Actuators{RateLimit: 10}})
	var begins []float64
	var saturated []bool
	walk(t, l, 0.4, still, func(begin, _ float64) {
		begins, saturated = append(begins, begin), append(saturated, l.Saturated()[0])
	})
	if want := []float64{0, -3, 4, 0}; !slices.Equal(law.lost, want) {
		t.Errorf("lost %v, want %v", law.lost, want)
	}
	if want := []bool{true, true, true, false, false}; !slices.Equal(saturated, want) {
		t.Errorf("saturated %v from %v on, want %v", saturated, begins, want)
	}
}

// TestLostToVoltages checks the same of a voltage: 8 V at 2 ohm and 0.5 N m/A make 2 N m at rest, and at 4 rad/s, where
// 2 V are the back-EMF, from -2.5 to 1.5 N m.
func TestLostToVoltages(t *testing.T) {
	m := rotor(t)
	law := &sequence{efforts: []float64{1, 7, -9, -2.25}}
	motor := sim.Motor{TorqueConstant: 0.5, Resistance: 2, MaxVoltage: 8}
	l := sampled(t, loop.SampledConfig{Model: m, Law: law, Plan: reference.NewPlan(m, []float64{0}), Period: 0.1,
		Voltages: sim.NewDrives(m, []sim.JointExtras{{Motor: &motor}}).Voltages()})
	var saturated []bool
	turning := func(float64) ([]float64, []float64) { return []float64{0}, []float64{4} }
	walk(t, l, 0.4, turning, func(float64, float64) { saturated = append(saturated, l.Saturated()[0]) })
	if want := []float64{0, 0, -5.5, 6.5}; !slices.Equal(law.lost, want) {
		t.Errorf("lost %v, want %v", law.lost, want)
	}
	if want := []bool{false, true, true, false}; !slices.Equal(saturated, want) {
		t.Errorf("saturated %v, want %v", saturated, want)
	}
}
