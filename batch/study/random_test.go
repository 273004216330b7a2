package study_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"kinetree/models"
	"kinetree/models/oracle/expect"
)

// TestRandomStudies compares all files of random studies of arms, with laws, periods, delays, lags, noise, friction,
// damping, stops, floating bases and logs, with those of other lanes and without code. The variable KINETREE_STUDIES
// says how many there are.
func TestRandomStudies(t *testing.T) {
	studies := 40
	if testing.Short() {
		studies = 2
	}
	if v := os.Getenv("KINETREE_STUDIES"); v != "" {
		var err error
		if studies, err = strconv.Atoi(v); err != nil {
			t.Fatal(err)
		}
	}
	for seed := range uint64(studies) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			study := randomStudy(t, rand.New(rand.NewPCG(seed, 17)))
			compare := func() []byte {
				text, err := json.Marshal(study)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s", text)
				return compareModes(t, string(text))
			}
			table := compare()
			if log, ok := study["scenario"].(map[string]any)["log"].(map[string]any); ok && log["reactions"] == true {
				delete(study, "trajectories") // a log changes nothing
				if !bytes.Equal(compare(), table) {
					t.Errorf("the table is another one without trajectories")
				}
			}
		})
	}
}

// randomStudy returns a study.
func randomStudy(t *testing.T, rng *rand.Rand) map[string]any {
	one := func(list ...string) string { return list[rng.IntN(len(list))] }
	u := func(from, to float64) float64 { return from + (to-from)*rng.Float64() }
	often := func(share float64) bool { return rng.Float64() < share }

	model := one("ur5", "panda_arm", "panda_arm", "rr_arm", "double_pendulum")
	robot, err := models.Robot(model)
	if err != nil {
		t.Fatal(err)
	}
	names := expect.Model(t, robot).JointNames()
	s := map[string]any{"kinetree": 1, "model": model, "duration": []float64{0.05, 0.2, 0.7}[rng.IntN(3)],
		"dt":         []float64{0.0005, 0.001, 0.002}[rng.IntN(3)],
		"integrator": one("semi-implicit", "semi-implicit", "rk4", "midpoint", "euler", "implicit")}
	velocity, joints := map[string]any{}, map[string]any{}
	s["initial"], s["joints"] = map[string]any{"velocity": velocity}, joints
	if model == "ur5" || model == "panda_arm" {
		if often(0.3) {
			s["base"] = "floating"
			velocity["base"] = []float64{u(-1, 1), u(-1, 1), u(-1, 1), u(-1, 1), u(-1, 1), u(-1, 1)}
		}
	}
	for _, name := range names {
		if often(0.3) {
			velocity[name] = u(-1, 1)
		}
		j := map[string]any{}
		if often(0.3) {
			j["friction"] = u(0, 2)
		}
		if often(0.15) {
			j["damping"] = u(0, 2)
		}
		if often(0.1) {
			j["armature"] = u(0, 0.2)
		}
		if often(0.1) {
			j["stiffness"] = u(0, 100)
		}
		if len(j) > 0 {
			joints[name] = j
		}
	}
	axes := []string{"initial.velocity." + one(names...)}
	laws := []string{"none", "pd", "pid", "pd_gravity", "impedance", "computed_torque", "gravity_compensation",
		"adaptive"}
	if law := one(laws...); law != "none" {
		c := map[string]any{"type": law}
		switch law {
		case "gravity_compensation":
		case "adaptive":
			c["lambda"], c["k"], c["projection"] = u(1, 10), map[string]any{"*": u(1, 20)}, often(0.5)
			name := one(names...)
			c["adaptation"] = map[string]any{name: map[string]any{"m": u(0, 2), "mcx": u(0, 0.1), "Izz": u(0, 0.1)}}
			axes = append(axes, "controller.lambda", "controller.k.*", "controller.adaptation."+name+".m")
		default:
			c["gains"] = map[string]any{"*": map[string]any{"p": u(5, 200), "d": u(0.1, 20)}}
			axes = append(axes, "controller.gains."+one(names...)+".p", "controller.gains."+one(names...)+".d")
		}
		switch {
		case law != "adaptive" && law != "pid" && often(0.2):
			c["continuous"] = true
		case law == "adaptive" || often(0.7):
			c["period"] = []float64{0.001, 0.002, 0.004, 0.0015}[rng.IntN(4)]
			if often(0.3) {
				c["delay"] = []float64{0.001, 0.0005, 0.003}[rng.IntN(3)]
			}
			if often(0.4) {
				s["sensors"] = map[string]any{"position_noise": 1e-4, "velocity_noise": 1e-3}
			}
			if often(0.3) {
				s["actuators"] = map[string]any{"lag": 0.003}
			}
		}
		s["controller"] = c
		reference := map[string]any{}
		for _, name := range names {
			switch rng.IntN(4) {
			case 0:
				reference[name] = map[string]any{"type": "step", "at": 0.0333, "to": u(-1, 1)}
			case 1:
				reference[name] = map[string]any{"type": "sine", "amplitude": u(0, 1), "frequency": u(0.2, 3)}
			}
		}
		s["reference"] = reference
	}
	var sweep []any
	for _, path := range axes[:1+rng.IntN(len(axes))] {
		sweep = append(sweep, map[string]any{"path": path, "uniform": []float64{0.1, 2}})
	}
	study := map[string]any{"kinetree": 1, "scenario": s, "sweep": sweep, "samples": 9 + rng.IntN(9)}
	if often(0.5) {
		study["trajectories"] = "all"
		log := map[string]any{"every": []int{1, 1, 2, 7, 50}[rng.IntN(5)], "ledger": often(0.5),
			"reactions": often(0.2)}
		if often(0.2) {
			log["links"] = []string{expect.Model(t, robot).Links()[1].Name}
		}
		s["log"] = log
	}
	return study
}
