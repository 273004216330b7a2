package prepare_test

import (
	"math"
	"strings"
	"testing"

	"kinetree/scenario/prepare"
)

// limited is a carriage whose joint has limits, those of URDF 1.2 among them or not.
func limited(version, limits string) string {
	return `<robot name="r" version="` + version + `"><link name="base"/><link name="car"><inertial><mass value="2"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9" velocity="1" effort="1e6"` + limits + `/></joint></robot>`
}

// TestSequenceOfMoves runs an s-curve with the limits of the joint, which takes 1.7 s for 1 m at 1 m/s, 2 m/s² (the
// deceleration is the lesser bound) and 10 m/s³, rests, and goes on. Figures are those of the closed forms:
// at (1.7 + 0.3 + s·0.5) s a quarter of the way of the minimum jerk is 53/512 of it.
func TestSequenceOfMoves(t *testing.T) {
	const sequence = `{type: sequence, moves: [{type: s_curve, to: 1}, {type: min_jerk, pause: 0.3, duration: 1, to: 0},
  {type: ramp, from_time: 3.5, to_time: 4, to: 0.5}, {type: trapezoidal, duration: 0.3, to: 0.8},
  {type: step, pause: 0.2, to: -0.25}]}`
	urdf := limited("1.2", ` acceleration="3" deceleration="2" jerk="10"`)
	for of, keys := range asked {
		text := strings.Replace(sequence, ",\n  {type: step, pause: 0.2, to: -0.25}", "", 1)
		if of == "reference" {
			text = sequence
		}
		s, err := in(t, map[string]string{"r.urdf": urdf}, "kinetree: 1\nmodel: r.urdf\nduration: 5\ndt: 0.001\n"+
			keys+"{j: "+text+"}\n")
		if err != nil {
			t.Fatal(err)
		}
		log := &tape{}
		run, err := prepare.New(s, prepare.Env{Unlogged: true, Sink: log})
		if err != nil {
			t.Fatalf("%s: %v", of, err)
		}
		if _, err := run.World.Run(t.Context(), 5); err != nil {
			t.Fatal(err)
		}
		name := map[string]string{"reference": "j/reference/position", "prescribed": "j/position"}[of]
		seen := map[float64]float64{}
		for i := range log.rows {
			seen[math.Round(1000*log.of(t, i, "time")[0])] = log.of(t, i, name)[0]
		}
		want := map[float64]float64{0: 0, 200: 1.0 / 75, 850: 0.5, 1700: 1, 1999: 1, 2250: 1 - 53.0/512, 2500: 0.5,
			3000: 0, 3499: 0, 3750: 0.25, 4000: 0.5, 4150: 0.65, 4300: 0.8, 4499: 0.8}
		if of == "reference" {
			want[4501] = -0.25
		}
		for at, x := range want {
			// what is prescribed drifts by some 1e-12
			if got, ok := seen[at]; !ok || math.Abs(got-x) > 1e-10 {
				t.Errorf("%s at %v ms: %v, want %v", of, at, got, x)
			}
		}
	}
}

// TestSequenceFaults says what is wrong with moves, all of it.
func TestSequenceFaults(t *testing.T) {
	plain := limited("1.0", "")
	for motion, want := range map[string][]string{
		"type: s_curve, to: 1": {"an s-curve without acceleration, and the joint has no limit of it, which URDF has",
			"an s-curve without jerk"},
		"type: s_curve, to: 1, acceleration: 1, jerk: -1": {"and the jerk -1; expected positive numbers"},
		"type: sequence, moves: []":                       {"no moves; expected it"},
		"type: sequence, moves: [{type: sine, to: 1}]":    {"reference.j.moves.0.type"},
		"type: sequence, moves: [{type: step, to: 1, at: 1}, {type: step, to: 0, at: 0.5}]": {
			"move 1 begins at 0.5 s, while the one before ends at 1 s"},
		"type: sequence, moves: [{type: step, to: 1, at: 1, pause: 1}, {type: step, to: 0, from: 2}]": {
			"a pause, and a time when it begins", "it is not the first move"},
		"type: sequence, moves: [{type: min_jerk, to: 1}, {type: ramp, to: 0, to_time: 1, duration: 1}]": {
			"moves.0: a move of the type min_jerk has neither to_time nor duration", "moves.1: to_time and duration"},
		"type: sequence, moves: [{type: step, to: 1, pause: -1}]": {
			"moves.0: a pause of -1 s; expected 0 or more"},
		"type: step, at: 0, to: 1, moves: [{type: step, to: 1}]":               {"type step does not use it"},
		"type: sequence, moves: [{type: trapezoidal, to: 1, acceleration: 1}]": {"or else speed and acceleration"},
	} {
		s, err := in(t, map[string]string{"r.urdf": plain}, "kinetree: 1\nmodel: r.urdf\n"+asked["reference"]+
			"{j: {"+motion+"}}\n")
		if err == nil {
			_, err = prepare.New(s, prepare.Env{Unlogged: true})
		}
		for _, text := range want {
			if err == nil || !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v; want %q", motion, err, text)
			}
		}
	}
}
