package control_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"kinetree/compile/tape"
	"kinetree/control"
	"kinetree/control/reference"
	"kinetree/dynamics/regressor"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/tree"
)

// rowedLaws returns one of each law that has a twin, and of those with several kinds of memory one of each kind.
func rowedLaws(t *testing.T, m *tree.Model) map[string]control.Law {
	t.Helper()
	n := m.NV()
	of := func(x float64) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = x
		}
		return list
	}
	laws := map[string]control.Law{
		"pd": control.NewPD(m, of(3), of(2)), "gravity": control.NewGravityCompensation(m),
		"feed-forward":    control.NewFeedForward(m, nil),
		"computed torque": control.NewComputedTorque(m, of(3), of(2)),
		"impedance":       control.NewImpedance(m, of(3), of(2)),
	}
	for _, x := range []control.PIDConfig{{AntiWindup: control.ClampOnly}, {AntiWindup: control.Conditional,
		FilterTime: 0.1}, {AntiWindup: control.BackCalculation, TrackingTime: 0.1, OnMeasurement: true}} {
		x.P, x.I, x.D, x.Clamp = of(3), of(2), of(1), of(4)
		pid, err := control.NewPID(m, x)
		if err != nil {
			t.Fatal(err)
		}
		laws["pid "+string(x.AntiWindup)] = pid
	}
	adaptation := make([]float64, len(regressor.Parameters(m)))
	adaptation[len(adaptation)-regressor.Size+1] = 1 // m cx of the last body, whose joint turns about another axis
	laws["adaptive"] = control.NewAdaptive(m, control.AdaptiveConfig{Lambda: 2, K: of(3), Adaptation: adaptation,
		Projection: true})
	k := make([][]float64, n)
	integral := make([]bool, n)
	for i := range k {
		integral[i] = true
		for range 6 * n { // errors, rates, integrals, the actuators' efforts and two samples under way
			k[i] = append(k[i], float64(i+1))
		}
	}
	laws["state feedback"] = control.NewStateFeedback(m, control.Feedback{K: k, Hold: control.NewGravityCompensation(m),
		Integral: integral, Period: 0.01, Delay: 0.015, Lag: 0.02})
	wrench, err := control.NewWrenchCompensation(m, m)
	if err != nil {
		t.Fatal(err)
	}
	laws["sum"] = control.Sum(m, laws["pd"], laws["gravity"], wrench)
	return laws
}

// numbers adds the numbers that are reached from a value, by where they are, but for those of models and solvers.
func numbers(v reflect.Value, to map[*float64]bool, seen map[any]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		of := v.Type().Elem()
		if v.IsNil() || of == reflect.TypeFor[tree.Model]() || of.Name() == "Solver" ||
			of == reflect.TypeFor[tree.Kinematics]() || seen[v.Pointer()] {
			return
		}
		seen[v.Pointer()] = true
		numbers(v.Elem(), to, seen)
	case reflect.Interface:
		numbers(v.Elem(), to, seen)
	case reflect.Struct:
		for i := range v.NumField() {
			numbers(v.Field(i), to, seen)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			numbers(v.Index(i), to, seen)
		}
	case reflect.Float64:
		to[(*float64)(v.Addr().UnsafePointer())] = true
	}
}

// TestRowsAreComplete checks that all numbers which samples change, and no others, are among those that a law carries
// or names as scratch.
func TestRowsAreComplete(t *testing.T) {
	robot, err := models.Robot("rr_arm")
	if err != nil {
		t.Fatal(err)
	}
	m := expect.Model(t, robot)
	for name, law := range rowedLaws(t, m) {
		completeRows(t, m, name, law)
	}
}

// completeRows checks the rows of a law of a robot with two rates.
func completeRows(t *testing.T, m *tree.Model, name string, law control.Law) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	row := func() []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64()} }
	list := tape.RowsOf(law.(control.Recordable))
	carried := map[*float64]bool{}
	for _, p := range list.CarriedNumbers {
		carried[p] = true
	}
	all := map[*float64]bool{}
	numbers(reflect.ValueOf(law), all, map[any]bool{})
	changed := map[*float64]bool{}
	tau := make([]float64, m.NV())
	for range 20 {
		before := map[*float64]float64{}
		for p := range all {
			before[p] = *p
		}
		if err := law.Effort(tau, &control.Input{Period: 0.01, Q: row(), Qd: row(), Lost: row(),
			Reference: &reference.Setpoint{Q: row(), Qd: row(), Qdd: row()}}); err != nil {
			t.Fatal(err)
		}
		for p, x := range before {
			if math.Float64bits(x) != math.Float64bits(*p) {
				changed[p] = true
			}
		}
	}
	scratch := map[*float64]bool{} // numbers, and whole lists by their first ones
	for p := range list.ScratchLists {
		scratch[p] = true
	}
	for p := range changed {
		if !carried[p] && !scratch[p] && !within(p, law, scratch) {
			t.Errorf("%s: samples change a number that the law does not name, now %v", name, *p)
		}
	}
	for p := range carried {
		if !changed[p] {
			t.Errorf("%s: no sample changes a number that is carried, %v", name, *p)
		}
	}
	for _, p := range list.FixedNumbers {
		if changed[p] {
			t.Errorf("%s: samples change a number that is named as a run's own, now %v", name, *p)
		}
	}
}

// within reports whether a number lies in a list of a law whose first number is one of those given.
func within(p *float64, law control.Law, first map[*float64]bool) (found bool) {
	var look func(v reflect.Value, seen map[any]bool)
	look = func(v reflect.Value, seen map[any]bool) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if v.IsNil() || v.Kind() == reflect.Pointer && (v.Type().Elem() == reflect.TypeFor[tree.Model]() ||
				seen[v.Pointer()]) {
				return
			}
			if v.Kind() == reflect.Pointer {
				seen[v.Pointer()] = true
			}
			look(v.Elem(), seen)
		case reflect.Struct:
			for i := range v.NumField() {
				look(v.Field(i), seen)
			}
		case reflect.Slice, reflect.Array:
			if v.Len() == 0 {
				return
			}
			if v.Index(0).Kind() == reflect.Float64 {
				for i := range v.Len() {
					at := (*float64)(v.Index(i).Addr().UnsafePointer())
					found = found || at == p && first[(*float64)(v.Index(0).Addr().UnsafePointer())]
				}
				return
			}
			for i := range v.Len() {
				look(v.Index(i), seen)
			}
		}
	}
	look(reflect.ValueOf(law), map[any]bool{})
	return found
}
