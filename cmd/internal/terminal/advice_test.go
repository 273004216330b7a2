package terminal

import (
	"io"
	"strings"
	"testing"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// hand is an arm with a light finger, which is damped by 0.01 N m s/rad: at 20 g cm² that is 5000 1/s.
const hand = `<robot name="hand">
  <link name="ground"/>
  <link name="arm"><inertial><origin xyz="0 0 -0.3"/><mass value="5"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ` +
	`ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="finger"><inertial><mass value="0.01"/><inertia ixx="2e-6" iyy="2e-6" izz="2e-6" ixy="0" ixz="0" ` +
	`iyz="0"/></inertial></link>
  <joint name="shoulder" type="continuous"><parent link="ground"/><child link="arm"/><axis xyz="1 0 0"/></joint>
  <joint name="knuckle" type="continuous"><parent link="arm"/><child link="finger"/><origin xyz="0 0 -0.6"/>` +
	`<axis xyz="1 0 0"/><dynamics damping="0.01"/></joint>
</robot>`

// TestStepWarning checks when a run is warned of its step, and what of.
func TestStepWarning(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(*scenario.Scenario)
		want   []string // parts of the warning; none if there should be none
	}{
		{"damping is implicit", func(*scenario.Scenario) {}, nil},
		{"undamped", func(s *scenario.Scenario) { s.Ideal = true }, nil},
		{"implicit", func(s *scenario.Scenario) { s.Integrator.Name = "implicit" }, nil},
		{"adaptive", func(s *scenario.Scenario) { s.Integrator.Name = "dormand-prince" }, nil},
		{"rk4 changes over", func(s *scenario.Scenario) { s.Integrator.Name = "rk4" }, nil},
		{"never stable", func(s *scenario.Scenario) { s.Ideal, s.Integrator.Name, s.Duration = true, "euler", 500 },
			[]string{
				"no step of euler is stable at the start, and at dt 0.001 s the motion grows twofold in ",
				"because of joint shoulder (inertia ", "; expected --integrator implicit"}},
		{"spring", func(s *scenario.Scenario) {
			s.Ideal = false
			zero, stiffness := 0.0, 500.0
			s.Joints["knuckle"] = scenario.JointChanges{Damping: &zero, Stiffness: &stiffness}
		}, []string{"the largest stable step of semi-implicit at the start, 0.000126 s, because of joint knuckle " +
			"(inertia 2e-06 kg m^2, damping 0 N m s/rad, stiffness 500 N m/rad)",
			"; expected a smaller --dt or --integrator implicit (`simulate advise` tells more)"}},
		{"too slow to matter", func(s *scenario.Scenario) {
			s.Ideal, s.Integrator.Name, s.Duration = true, "euler",
				5
		}, nil},
	} {
		s := scenario.Default()
		s.Model.File, s.Log.File, s.Integrator.Name = "-", "-", "semi-implicit"
		c.change(s)
		run, err := prepare.New(s, prepare.Env{Input: strings.NewReader(hand), Output: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		got := StepWarning(run)
		if (got == "") != (c.want == nil) {
			t.Errorf("%s: %q", c.what, got)
		}
		for _, part := range c.want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %q, want %q", c.what, got, part)
			}
		}
	}
}
