package tune_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/scenario/tune"
)

// threeLinks is an arm with three hinges that swings in a vertical plane.
func threeLinks(t *testing.T) string {
	var b strings.Builder
	b.WriteString(`<robot name="three"><link name="base"/>`)
	for i, mass := range []float64{8, 5, 2} {
		parent, at := "base", 0.0
		if i > 0 {
			parent, at = fmt.Sprintf("link%d", i), 0.4
		}
		fmt.Fprintf(&b, `<joint name="joint%d" type="revolute"><parent link="%s"/><child link="link%d"/>`+
			`<origin xyz="%v 0 0"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="150" velocity="10"/></joint>`+
			`<link name="link%d"><inertial><origin xyz="0.2 0 0"/><mass value="%v"/><inertia ixx="0.01" iyy="%v" `+
			`izz="%v" ixy="0" ixz="0" iyz="0"/></inertial></link>`, i+1, parent, i+1, at, i+1, mass, mass/75, mass/75)
	}
	b.WriteString("</robot>")
	name := filepath.Join(t.TempDir(), "three.urdf")
	if err := os.WriteFile(name, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestSixGains tunes an arm with six gains: 400 runs find, within 5 %, what 4,000 runs find, and less than the best of
// 4,000 random draws, with each method and cost.
func TestSixGains(t *testing.T) {
	robot := threeLinks(t)
	long, seeds := 4000, 3
	costs := []string{"itae + 1e-5*effort_square", "itae + 1e-4*effort_square + 10*max(0, overshoot - 5)"}
	if testing.Short() {
		long, seeds, costs = 250, 1, costs[:1]
	}
	for _, cost := range costs {
		open := func(method string, runs, seed int) *tune.Tuning {
			p, err := parse(`kinetree: 1
model: ` + robot + `
duration: 0.5
dt: 0.005
seed: ` + fmt.Sprint(seed) + `
initial: {position: {joint1: -0.5}}
controller: {type: pd_gravity, gains: {"*": {p: 100, d: 3}}}
reference:
  joint1: {type: step, at: 0, to: -0.3}
  joint2: {type: step, at: 0, to: 0.2}
  joint3: {type: step, at: 0, to: -0.4}
tune:
  require: []
  free:
    controller.gains.joint1.p: [10, 5000, log]
    controller.gains.joint1.d: [0.5, 500, log]
    controller.gains.joint2.p: [10, 5000, log]
    controller.gains.joint2.d: [0.5, 500, log]
    controller.gains.joint3.p: [10, 5000, log]
    controller.gains.joint3.d: [0.5, 500, log]
  cost: ` + cost + `
  method: ` + method + `
  runs: ` + fmt.Sprint(runs) + "\n")
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		find := func(method string, runs, seed int) float64 {
			r, err := open(method, runs, seed).Minimize(context.Background(), 2, nil)
			if err != nil {
				t.Fatal(err)
			}
			return r.Best.Cost
		}
		least := math.Inf(1)
		for _, method := range tune.Methods() {
			least = min(least, find(method, long, 1))
		}
		draws := math.Inf(1)
		p, rng := open("cma-es", 1, 1), rand.New(rand.NewPCG(7, 8))
		for range long {
			x := make([]float64, 6)
			for i := range 3 {
				x[2*i], x[2*i+1] = 10*math.Pow(500, rng.Float64()), 0.5*math.Pow(1000, rng.Float64())
			}
			c, err := p.Cost(context.Background(), x)
			if err != nil {
				t.Fatal(err)
			}
			draws = min(draws, c)
		}
		for _, method := range tune.Methods() {
			var ratios []string
			for seed := range seeds {
				c := find(method, 400, seed)
				ratios = append(ratios, fmt.Sprintf("%.4f", c/least))
				if !(c <= 1.05*least) || !(c < draws) {
					t.Errorf("%s, %s, seed %d: 400 runs find %v, %d runs %v, as many draws %v", cost, method, seed, c,
						long,
						least, draws)
				}
			}
			t.Logf("%s, %s: 400 runs find %v of what %d runs find, as many draws %.4f", cost, method, ratios, long,
				draws/least)
		}
	}
}
