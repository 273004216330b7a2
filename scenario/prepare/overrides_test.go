package prepare_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"kinetree/aba"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
)

// value returns a pointer to a number.
func value(x float64) *float64 { return &x }

// TestOverrides checks that what a scenario says of joints replaces what the description says, and that the rest stays.
func TestOverrides(t *testing.T) {
	file := write(t, `name="a" type="revolute"><limit lower="-1" upper="1" effort="5" velocity="6"/>`+
		`<dynamics damping="0.5" friction="0.25"/>`, `name="b" type="continuous">`)
	run, err := prepareChanged(func(s *scenario.Scenario) {
		s.Model.File = file
		s.Joints = map[string]scenario.JointChanges{"a": {Friction: value(2), Upper: value(3),
			EffortLimit: value(7)},
			"b": {Lower: value(-4), Damping: value(0.1), Armature: value(9)}}
	})
	if err != nil {
		t.Fatal(err)
	}
	joints := run.World.Model().Joints()
	if a := joints[0]; a.Damping != 0.5 || a.Friction != 2 || a.Lower != -1 || a.Upper != 3 || a.Effort != 7 ||
		a.Velocity != 6 || a.Armature != 0 {
		t.Errorf("a: %+v", a)
	}
	if b := joints[1]; b.Damping != 0.1 || b.Lower != -4 || !math.IsInf(b.Upper, 1) || !math.IsInf(b.Effort, 1) ||
		b.Armature != 9 {
		t.Errorf("b: %+v", b)
	}
	if a := run.Source.Robot.Joints[0]; a.Dynamics.Friction != 0.25 || a.Limit.Upper != 1 {
		t.Errorf("the description has changed: %+v", a)
	}
}

func TestBadOverrides(t *testing.T) {
	file := write(t, `name="a" type="revolute"><limit lower="-1" upper="1" effort="5" velocity="6"/>`,
		`name="p" type="planar">`)
	for want, change := range map[string]func(*scenario.Scenario){
		`joints: the robot r has no moving joint "q"; its joints are a, p`: func(s *scenario.Scenario) {
			s.Joints["q"] = scenario.JointChanges{}
		},
		"joints: a.armature: -1; expected 0 or more": func(s *scenario.Scenario) {
			s.Joints["a"] = scenario.JointChanges{Armature: value(-1)}
		},
		"joints: a.effort_limit: -Inf; expected a finite number": func(s *scenario.Scenario) {
			s.Joints["a"] = scenario.JointChanges{EffortLimit: value(math.Inf(-1))}
		},
		"joints: a.restitution: 1.5; expected a number from 0 to 1": func(s *scenario.Scenario) {
			s.Joints["a"] = scenario.JointChanges{Restitution: value(1.5)}
		},
		"joints: a.rest: NaN; expected a finite number": func(s *scenario.Scenario) {
			s.Joints["a"] = scenario.JointChanges{Rest: value(math.NaN())}
		},
		"joints: a.lower: 2 is above the upper limit 1": func(s *scenario.Scenario) {
			s.Joints["a"] = scenario.JointChanges{Lower: value(2)}
		},
		"joints: p.stiffness: a planar joint has several coordinates": func(s *scenario.Scenario) {
			s.Joints["p"] = scenario.JointChanges{Stiffness: value(2)}
		},
		`links: the robot r has no link "l9"`: func(s *scenario.Scenario) {
			s.Links = map[string]scenario.LinkChanges{"l9": {}}
		},
		"links: l1.payload: a mass of -1 kg": func(s *scenario.Scenario) {
			s.Links = map[string]scenario.LinkChanges{"l1": {Payload: &scenario.Payload{Mass: -1}}}
		},
		`disturbances.0: the robot r has no link "l8"`: func(s *scenario.Scenario) {
			s.Disturbances = []scenario.Disturbance{{Link: "l8"}}
		},
		`disturbances.0: from -1 s on for 0 s`: func(s *scenario.Scenario) {
			s.Disturbances = []scenario.Disturbance{{Link: "l1", At: -1}}
		},
		`stop: "a/positon > 1": the log has no column`: func(s *scenario.Scenario) {
			s.Until = []string{"a/positon > 1"}
		},
		`initial.position: joint "a": the start position 2 is outside`: func(s *scenario.Scenario) {
			s.Initial.Position["a"] = []float64{2}
		},
		"integrator.rtol: the integrator rk4 takes the steps": func(s *scenario.Scenario) {
			s.Integrator = scenario.Integrator{Name: "rk4", RTol: 1e-6}
		},
		"integrator.atol: -1; expected a positive number": func(s *scenario.Scenario) {
			s.Integrator = scenario.Integrator{Name: "dormand-prince", ATol: -1}
		},
	} {
		_, err := prepareChanged(func(s *scenario.Scenario) { s.Model.File = file; change(s) })
		var e *scenario.FieldError
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestPayload hangs a mass on a turned and displaced inertia: about any axis it adds m r².
func TestPayload(t *testing.T) {
	inertia := func(payload *scenario.Payload) float64 {
		run, err := prepareChanged(func(s *scenario.Scenario) {
			s.Model.File = "rr_arm"
			s.Links = map[string]scenario.LinkChanges{outerLink(t): {Payload: payload}}
		})
		if err != nil {
			t.Fatal(err)
		}
		m := run.World.Model()
		forward, x := aba.New(m), make([]float64, m.NV())
		if err := forward.ForwardDynamics(x, m.Neutral(), make([]float64, m.NV()), make([]float64, m.NV()),
			nil); err != nil {
			t.Fatal(err)
		}
		return forward.JointInertia(m.NV() - 1)
	}
	bare := inertia(nil)
	for _, p := range [][3]float64{{0.3, 0, 0}, {0, 0.3, 0}, {0, 0, 0.3}, {0.1, 0.2, -0.7}} {
		got := inertia(&scenario.Payload{Mass: 2, Position: p}) - bare
		j := p[0]*p[0] + p[1]*p[1] + p[2]*p[2] - math.Pow(along(t, p), 2)
		if math.Abs(got-2*j) > 1e-12*(bare+1) {
			t.Errorf("at %v it adds %v kg m², want %v", p, got, 2*j)
		}
	}
}

// outerLink returns the name of the outer link of rr_arm.
func outerLink(t *testing.T) string {
	s, err := models.Open("rr_arm", nil)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for i, j := range s.Robot.Joints {
		if j.Type != "fixed" {
			last = i
		}
	}
	return s.Robot.Joints[last].Child
}

// along returns the component of p along the axis of the outer joint of rr_arm.
func along(t *testing.T, p [3]float64) float64 {
	s, err := models.Open("rr_arm", nil)
	if err != nil {
		t.Fatal(err)
	}
	a := [3]float64{}
	for _, j := range s.Robot.Joints {
		if j.Type != "fixed" {
			a = j.Axis
		}
	}
	return (a[0]*p[0] + a[1]*p[1] + a[2]*p[2]) / math.Sqrt(a[0]*a[0]+a[1]*a[1]+a[2]*a[2])
}

// TestIntegratorForms reads and writes both forms.
func TestIntegratorForms(t *testing.T) {
	for _, text := range []string{`"rk4"`, `{"name":"dormand-prince","rtol":1e-9,"atol":1e-12}`} {
		var i scenario.Integrator
		n, err := strict.Parse([]byte(text), "")
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Decode(&i).Err(); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(strict.Encode(i)); err != nil || string(got) != text {
			t.Errorf("%s is written as %s, %v", text, got, err)
		}
	}
	n, err := strict.Parse([]byte("3"), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Decode(new(scenario.Integrator)).Err(); err == nil {
		t.Error("a number is read")
	}
}
