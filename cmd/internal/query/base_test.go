package query_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"kinetree/cmd/internal/query"
	"kinetree/models"
	"kinetree/tree"
)

// moved is what is asked of robots on a base that moves.
type moved struct {
	Error   string
	Inverse struct{ Effort map[string]float64 }       `json:"inverse_dynamics"`
	Forward struct{ Acceleration map[string]float64 } `json:"forward_dynamics"`
	Frames  map[string]struct{ Position, Orientation []float64 }
	Energy  struct{ Kinetic, Potential float64 }
	pair    `json:"velocity"`
}

// TestBaseMotion puts arms on a base whose motion is given, and lets the same arms float with that motion: the joints
// need the same efforts, the links are in the same places at the same velocity, and the energy is the same. Efforts
// lead back to the accelerations. The next request is at rest again.
func TestBaseMotion(t *testing.T) {
	const base = `"base":{"position":[1,-2,0.5],"orientation":[0.1,-0.2,0.3,0.9],"linear_velocity":[0.4,-0.3,0.2],` +
		`"angular_velocity":[0.5,0.6,-0.7],"linear_acceleration":[1,2,-3],"angular_acceleration":[-4,5,6]}`
	for name, joints := range map[string][2]string{"ur5": {"elbow_joint", "wrist_2_joint"},
		"rr_arm": {"joint1", "joint2"}, "branched": {}} {
		r, err := models.Robot(name)
		if err != nil {
			t.Fatal(err)
		}
		var solvers [2]*query.Solver
		for i, options := range [][]tree.Option{nil, {tree.WithFloatingBase()}} {
			m, err := tree.Build(r, options...)
			if err != nil {
				t.Fatal(err)
			}
			solvers[i] = query.New(m, nil, query.Acting{})
			if joints[0] == "" {
				for _, j := range m.Joints() {
					if j.NV == 1 && j.Leader < 0 {
						joints[0], joints[1] = joints[1], j.Name
					}
				}
			}
		}
		state := fmt.Sprintf(`"position":{%q:0.7,%q:-0.4},"velocity":{%q:1.5,%q:-2},`, joints[0], joints[1], joints[0],
			joints[1])
		link := r.Links[len(r.Links)-1].Name
		request := fmt.Sprintf(`{"want":["inverse_dynamics","frames","energy","velocity"],"link":%q,%s`+
			`"acceleration":{%q:3,%q:-1},%s}`, link, state, joints[0], joints[1], base)
		ask := func(s *query.Solver, request string) (x moved) {
			got, ok := s.Answer(nil, []byte(request))
			if err := json.Unmarshal(got, &x); err != nil || !ok {
				t.Fatalf("%s: %s: %.300s", name, request, got)
			}
			return x
		}
		near := func(what string, got, want float64) {
			if !(math.Abs(got-want) <= 1e-10*max(1, math.Abs(want))) { // rounding of sums
				t.Errorf("%s: %s is %v; expected %v of the arm that floats", name, what, got, want)
			}
		}
		got, want := ask(solvers[0], request), ask(solvers[1], request)
		if len(got.Inverse.Effort) == 0 || len(got.Frames) == 0 {
			t.Fatalf("%s: nothing is compared", name)
		}
		for joint, x := range want.Inverse.Effort {
			near("the effort of "+joint, got.Inverse.Effort[joint], x)
		}
		for l, x := range want.Frames {
			for i := range x.Position {
				near("the position of "+l, got.Frames[l].Position[i], x.Position[i])
			}
			for i := range x.Orientation {
				near("the orientation of "+l, got.Frames[l].Orientation[i], x.Orientation[i])
			}
		}
		near("the kinetic energy", got.Energy.Kinetic, want.Energy.Kinetic)
		near("the potential energy", got.Energy.Potential, want.Energy.Potential)
		for i := range 3 {
			near("the velocity of "+link, got.Linear[i], want.Linear[i])
			near("the turn of "+link, got.Angular[i], want.Angular[i])
		}
		efforts, err := json.Marshal(got.Inverse.Effort)
		if err != nil {
			t.Fatal(err)
		}
		back := ask(solvers[0], fmt.Sprintf(`{"want":["forward_dynamics"],%s"effort":%s,%s}`, state, efforts, base))
		near("an acceleration", back.Forward.Acceleration[joints[0]], 3)
		near("an acceleration", back.Forward.Acceleration[joints[1]], -1)
		if still := ask(solvers[0], `{"want":["frames"]}`); still.Frames[r.Links[0].Name].Position[0] != 0 {
			t.Errorf("%s: the base of the next request is at %v", name, still.Frames[r.Links[0].Name].Position)
		}
		for _, request := range []string{`{"want":["operators"],` + base + `}`,
			`{"want":["forward_dynamics"],"include":["damping"],` + base + `}`,
			fmt.Sprintf(`{"want":["forward_dynamics"],"prescribed":[%q],%s}`, joints[0], base)} {
			if got, ok := solvers[0].Answer(nil, []byte(request)); ok || !strings.Contains(string(got), "at rest") {
				t.Errorf("%s: %s: %.300s", name, request, got)
			}
		}
	}
}
