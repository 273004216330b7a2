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
	"kinetree/models/oracle/randrobot"
	"kinetree/urdf"
)

// TestFollowingSteps runs robots whose joints follow others, chains of followers among them and leaders behind them in
// the tree, with floating bases too, under laws and constant efforts, with friction, damping, end stops, springs and
// pushes, side by side and alone.
func TestFollowingSteps(t *testing.T) {
	runs := 10
	if testing.Short() {
		runs = 5
	}
	rng := rand.New(rand.NewPCG(81, 82))
	u := func(a, b float64) float64 { return a + float64((b-a)*rng.Float64()) }
	robot := func(seed uint64, rough bool) (file string, free []string) {
		r := randrobot.New(seed, 7)
		var moving []int
		for k := range r.Joints {
			if j := &r.Joints[k]; j.Type != urdf.Fixed {
				moving = append(moving, k)
				j.Limit = &urdf.Limit{Lower: -1, Upper: 1, Effort: 50, Velocity: 30}
			}
		}
		leader := func(i int) int { return moving[(i+2)%len(moving)] } // which may stand before or behind
		for i, k := range moving {
			j := &r.Joints[k]
			if i%3 == 0 && len(moving) > 3 && i+2 < len(moving) {
				j.Mimic = &urdf.Mimic{Joint: r.Joints[leader(i)].Name, Multiplier: u(-1, 1), Offset: u(-0.1, 0.1)}
				j.Limit = &urdf.Limit{Lower: -3, Upper: 3, Effort: 50, Velocity: 30}
			} else {
				free = append(free, j.Name)
			}
			if rough {
				if err := j.SetFriction(u(0, 0.2)); err != nil {
					t.Fatal(err)
				}
				if err := j.SetDamping(u(0, 0.2)); err != nil {
					t.Fatal(err)
				}
			}
		}
		var text strings.Builder
		if err := r.WriteURDF(&text); err != nil {
			t.Fatal(err)
		}
		file = filepath.Join(t.TempDir(), fmt.Sprintf("r%d.urdf", seed))
		if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return file, free
	}
	law := func(kind string, p, d float64) string {
		return fmt.Sprintf(`controller: {type: %s, period: 0.001, gains: {"*": {p: %v, d: %v}}}`, kind, u(p/2, p),
			u(d/2, d))
	}
	cases := map[string]func() string{}
	for i := range 6 {
		file, free := robot(uint64(i), i%2 == 0)
		some := free[rng.IntN(len(free))]
		cases[fmt.Sprintf("random %d", i)] = func() string {
			return fmt.Sprintf("model: %s, initial: {velocity: {%s: %v}}", file, some, u(-2, 2))
		}
		kinds := []string{"pd", "pd_gravity", "computed_torque", "impedance", "pid", "pd, feed_forward: true"}
		cases[fmt.Sprintf("random %d under a law", i)] = func() string {
			return fmt.Sprintf("model: %s, initial: {velocity: {%s: %v}}, %s", file, some, u(-2, 2),
				law(kinds[i], 10, 1))
		}
		cases[fmt.Sprintf("random %d in flight", i)] = func() string {
			return fmt.Sprintf(`model: %s, base: floating, initial: {velocity: {base: [1, 2, 3, %v, %v, 1]}},
 disturbances: [{link: %q, force: [%v, 3, 0]}], %s`, file, u(-1, 1), u(-1, 1), "link3", u(-3, 3),
				law("pd_gravity", 10, 1)) // a joint that sticks has no error, and code leaves alone what logs zeros
		}
	}
	for name, moved := range map[string]string{"panda": "panda_finger_joint1", "talos_left_arm": "gripper_left_joint"} {
		file := filepath.Join("..", "..", "..", "shared", "golden", "urdf", name+".urdf")
		if _, err := os.Stat(file); err != nil {
			t.Logf("not compared, as it is missing: %s", file)
			continue
		}
		cases[name] = func() string {
			return fmt.Sprintf("model: %s, initial: {velocity: {%s: 0.1}}, %s", file, moved,
				law("pd_gravity, delay: 0.001", 200, 20))
		}
	}
	panda := filepath.Join("..", "..", "..", "shared", "golden", "urdf", "panda.urdf")
	if _, err := os.Stat(panda); err == nil {
		cases["gripper driven to its stop"] = func() string {
			return fmt.Sprintf(`model: %s, initial: {position: {panda_finger_joint1: 0.02}}, efforts:
 {panda_finger_joint1: %v, panda_finger_joint2: %v, panda_joint4: -1}`, panda, u(-0.5, 0.5), u(-0.3, 0.3))
		}
		cases["gripper that grips"] = func() string {
			return fmt.Sprintf(`model: {file: %s, links: {panda_hand: {mass: %v}}}, joints: {panda_finger_joint1:
 {friction: 1, stiffness: 20}, panda_finger_joint2: {friction: %v}, panda_joint7: {friction: 0.5}},
 initial: {position: {panda_finger_joint1: 0.03}}, reference: {panda_finger_joint1: {type: step, at: 0.05, to: 0.01},
  panda_joint2: {type: sine, amplitude: 0.1, frequency: 3}}, %s`, panda, u(0.5, 1), u(0, 1),
				law("computed_torque", 300, 30))
		}
	}
	some := expect.SomeOf(t, 4, cases)
	for i, name := range slices.Sorted(maps.Keys(some)) {
		draw := some[name]
		methods := []string{"semi-implicit", "midpoint"}
		if i%2 == 1 {
			methods = []string{"rk4", "euler"}
		}
		for _, method := range expect.Turn(t, i/2, methods...) {
			var texts []string
			for range runs {
				texts = append(texts, fmt.Sprintf(
					"{kinetree: 1, dt: 0.001, duration: 0.2, integrator: %s, log: {every: 20}, %s}", method, draw()))
			}
			compareLogged(t, name+" by "+method, texts, 200)
		}
	}
}
