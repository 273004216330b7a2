package prepare_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/models/oracle/expect"
)

// TestTabledSteps runs robots with efforts from tables that hold or are interpolated, with rows that begin where steps
// end, within steps, after the start and before it, and end before the run does, alone and added to a law and constant
// efforts, side by side with code for whole steps and each alone.
func TestTabledSteps(t *testing.T) {
	const runs = 9
	rng := rand.New(rand.NewPCG(93, 94))
	u := func(a, b float64) float64 { return a + float64((b-a)*rng.Float64()) }
	dir := t.TempDir()
	tables := 0
	// table writes a table of two joints, with rows at a distance, from a time to another one.
	table := func(joints [2]string, from, to, each float64) string {
		var text strings.Builder
		fmt.Fprintf(&text, "time,%s,%s\n", joints[0], joints[1])
		for k := 0; from+float64(float64(k)*each) <= to; k++ {
			fmt.Fprintf(&text, "%.7g,%v,%v\n", from+float64(float64(k)*each), u(-5, 5), u(-2, 2))
		}
		tables++
		name := filepath.Join(dir, fmt.Sprintf("t%d.csv", tables))
		if err := os.WriteFile(name, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	arm := [2]string{"shoulder_pan_joint", "wrist_1_joint"}
	const law = `controller: {type: pd_gravity, period: 0.002, gains: {"*": {p: %v, d: 10}, wrist_1_joint: {p: 20,
 d: 1}, wrist_2_joint: {p: 20, d: 1}, wrist_3_joint: {p: 2, d: 0.1}}}, initial: {position: {shoulder_lift_joint: -1,
 elbow_joint: 1}}, reference: {elbow_joint: {type: step, at: 0.05, to: 1.2}}`
	cases := map[string]func() string{
		"held": func() string {
			return fmt.Sprintf("model: ur5, efforts_table: {file: %s}", table(arm, 0, 1, 0.01))
		},
		"interpolated": func() string {
			return fmt.Sprintf("model: ur5, efforts: {elbow_joint: %v}, efforts_table: {file: %s, "+
				"interpolation: linear}", u(-5, 5), table(arm, 0, 1, 0.003))
		},
		"late and short": func() string {
			return fmt.Sprintf("model: ur5, efforts_table: {file: %s, interpolation: linear}",
				table(arm, 0.05, 0.15, 0.002))
		},
		"rows within steps": func() string {
			return fmt.Sprintf("model: ur5, efforts_table: {file: %s}", table(arm, -0.1, 0.15, 0.0071))
		},
		"rows within steps, interpolated": func() string {
			return fmt.Sprintf("model: ur5, base: floating, efforts_table: {file: %s, interpolation: linear}",
				table(arm, 0.0003, 1, 0.0047))
		},
		"a file each": func() string {
			return fmt.Sprintf("model: ur5, efforts: {%s: %s, %s: %s, elbow_joint: %v}", arm[0], table(arm, 0, 1, 0.01),
				arm[1], table(arm, 0.1, 1, 0.004), u(-5, 5))
		},
		"constant, and a law": func() string {
			return fmt.Sprintf("model: ur5, efforts: {elbow_joint: %v, wrist_1_joint: 1}, "+law, u(-5, 5), u(50, 200))
		},
		"held, and a law": func() string {
			return fmt.Sprintf("model: ur5, efforts: {elbow_joint: %v}, efforts_table: {file: %s}, "+law, u(-5, 5),
				table(arm, 0, 1, 0.01), u(50, 200))
		},
		"interpolated, and a law at every instant": func() string {
			return fmt.Sprintf("model: ur5, efforts_table: {file: %s, interpolation: linear}, "+
				strings.Replace(law, "period: 0.002", "continuous: true", 1), table(arm, 0.02, 0.1, 0.005),
				u(50, 200))
		},
		"interpolated, and a law with a delay": func() string {
			return fmt.Sprintf("model: ur5, efforts_table: {file: %s, interpolation: linear}, "+
				strings.Replace(law, "pd_gravity,", "pd_gravity, delay: 0.003,", 1), table(arm, 0.02, 0.1, 0.0017),
				u(50, 200))
		},
	}
	panda := filepath.Join("..", "..", "..", "shared", "golden", "urdf", "panda.urdf")
	if _, err := os.Stat(panda); err == nil {
		cases["of a follower, and a law"] = func() string {
			return fmt.Sprintf(`model: %s, efforts: {panda_finger_joint2: %v}, efforts_table: {file: %s},
 initial: {position: {panda_finger_joint1: 0.02}}, controller: {type: computed_torque, period: 0.001,
 gains: {"*": {p: %v, d: 30}}}`, panda, u(-0.5, 0.5), table([2]string{"panda_finger_joint1", "panda_joint4"}, 0, 1,
				0.02), u(100, 300))
		}
	} else {
		t.Logf("not compared, as it is missing: %s", panda)
	}
	some := expect.SomeOf(t, 5, cases)
	for i, name := range slices.Sorted(maps.Keys(some)) {
		draw := some[name]
		for _, method := range expect.Turn(t, i, "semi-implicit", "rk4") {
			var texts []string
			for range runs {
				texts = append(texts, fmt.Sprintf(
					"{kinetree: 1, dt: 0.001, duration: 0.2, integrator: %s, log: {every: 20}, %s}", method, draw()))
			}
			compareLogged(t, name+" by "+method, texts, 200)
		}
	}
}
