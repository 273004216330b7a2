package main

import (
	"math"
	"math/cmplx"
	"regexp"
	"strconv"
	"testing"

	"kinetree/scenario/draft"
)

// TestDriveNumbers gives each drive its numbers, and finds by the drive's own formula and units what torque (N m) it
// answers to a motion exp(s t) of its shaft (rad) with: that of the law the numbers came from. Numbers are printed with
// six digits.
//
//	odrive    vel = pos_gain e, torque = vel_gain (vel − v) + vel_integrator_gain ∫ (vel − v), in turns and turns/s
//	moteus    torque = kp e + ki ∫ e + kd e', in revolutions
//	sinamics  n* = p2538 e, M = p1460 ((n* − n) + 1000/p1462 ∫ (n* − n)); p2538 in 1000/min, p1462 in ms
//
// Sources: ODrive documentation, "Control"; moteus reference, "servo.pid_position"; Siemens, "SINAMICS S120/S150 list
// manual", p1460, p1462 and p2538.
func TestDriveNumbers(t *testing.T) {
	const turn = 2 * math.Pi
	for name, gains := range map[string]map[string]float64{
		"cascade": {"position_p": 12, "velocity_p": 7, "integral_time": 0.3}, "P and PI of one": {"position_p": 30,
			"velocity_p": 0.02, "integral_time": 0.01},
		"without an integral": {"position_p": 12, "velocity_p": 7}, "pid": {"p": 90, "i": 200, "d": 4},
		"pd": {"p": 90, "d": 4},
	} {
		g := &draft.FirstGains{Order: []string{"j"}, Joints: map[string]*draft.JointGain{"j": {Gains: gains}}}
		read := func(format, key string) complex128 {
			text := driveNumbers(g, format)
			m := regexp.MustCompile(regexp.QuoteMeta(key) + `(?: =|:)? ([-+0-9.e]+)`).FindStringSubmatch(text)
			if m == nil {
				t.Fatalf("%s, %s: no %s in\n%s", name, format, key, text)
			}
			x, err := strconv.ParseFloat(m[1], 64)
			if err != nil {
				t.Fatal(err)
			}
			return complex(x, 0)
		}
		for _, w := range []float64{0.5, 5, 50} {
			s := complex(0, w)
			law := complex(gains["p"], 0) + complex(gains["i"], 0)/s + complex(gains["d"], 0)*s
			if k := complex(gains["velocity_p"], 0); k != 0 {
				law = k * (complex(gains["position_p"], 0) + s)
				if tn := gains["integral_time"]; tn > 0 {
					law *= 1 + 1/(s*complex(tn, 0))
				}
			}
			odrive := (read("odrive", "pos_gain") + s) / turn *
				(read("odrive", "vel_gain") + read("odrive", "vel_integrator_gain")/s)
			moteus := (read("moteus", ".kp") + read("moteus", ".ki")/s + read("moteus", ".kd")*s) / turn
			position := read("sinamics", "p2538") * 1000 / 60
			sinamics := read("sinamics", "p1460") * (position + s)
			if tn := read("sinamics", "p1462") / 1000; tn != 0 {
				sinamics *= 1 + 1/(s*tn)
			}
			ros := read("ros2_control", "p") + read("ros2_control", "i")/s + read("ros2_control", "d")*s
			for drive, x := range map[string]complex128{"odrive": odrive, "moteus": moteus, "sinamics": sinamics,
				"ros2_control": ros} {
				if cmplx.Abs(x-law) > 3e-5*cmplx.Abs(law) {
					t.Errorf("%s at %v rad/s: %s answers with %v, want %v", name, w, drive, x, law)
				}
			}
		}
	}
	// With i > p²/(4 d) there is none: the cascade with p and d and the largest integral.
	if x := loopGainsOf(map[string]float64{"p": 20, "i": 200, "d": 1}); !x.less || x.speed != 10 || x.time != 0.1 {
		t.Errorf("%+v", x)
	}
}
