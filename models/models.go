// Package models holds robots that come with kinetree: textbook mechanisms with known closed forms, and two
// industrial arms. They are written for kinetree from published figures; README.md names the sources. Open reads the
// robot that a name stands for: a file, one of these models, or the input.
package models

import (
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/internal/suggest"
	"kinetree/urdf"
)

//go:embed *.urdf scenarios/*.yaml studies/*.yaml scripts/*.star
var files embed.FS

// Entry is an embedded robot, scenario or study.
type Entry struct {
	Name    string
	Summary string // one line
}

var list = []Entry{
	{"pendulum", "point mass on a massless bar"},
	{"double_pendulum", "two thin rods, chaotic"},
	{"cartesian", "lift and slide, two prismatic joints"},
	{"rr_arm", "planar arm with two revolute joints in the vertical plane"},
	{"bar_disc", "hanging bar that carries a free disc"},
	{"cart_pole", "pole that stands on a cart"},
	{"four_bar", "crank, coupler and rocker, whose loop its scenario closes"},
	{"parallelogram", "two cranks and a level coupler, whose loop its scenario closes"},
	{"four_bars_2", "two four-bar linkages side by side, a benchmark of IFToMM"},
	{"four_bars_40", "forty four-bar linkages side by side, a benchmark of IFToMM"},
	{"slider_crank", "crank, rod and slider, whose loop its scenario closes"},
	{"strandbeest_leg", "leg of Theo Jansen's Strandbeest, three loops"},
	{"stewart_platform", "hexapod, a platform on six legs"},
	{"delta_robot", "platform under three arms, which rods without mass carry"},
	{"skate", "body on a plane, with a blade under it"},
	{"disc", "thin disc that rolls"},
	{"turntable", "table that turns, and a ball that rolls on it"},
	{"branched", "torso with two arms, seven joints with damping"},
	{"ur5", "Universal Robots UR5, six revolute joints"},
	{"panda_arm", "Franka Emika Panda without hand, seven revolute joints"},
}

var scenarios = []Entry{
	{"four_bar_loop", "a torque turns the crank of a four-bar linkage"},
	{"parallelogram_swing", "a parallelogram linkage swings as a pendulum does"},
	{"four_bars_2_turn", "two four-bar linkages turn through positions with all links in a line"},
	{"four_bars_40_turn", "forty four-bar linkages turn through positions with all links in a line"},
	{"slider_crank_drive", "a slider-crank whose crank turns as given"},
	{"strandbeest_leg_walk", "the crank of a Strandbeest's leg turns, and the foot walks"},
	{"stewart_platform_legs", "a hexapod whose legs have given lengths"},
	{"delta_robot_arms", "a delta robot whose arms have given angles"},
	{"knife_edge", "a skate on a slope goes on cycloids"},
	{"rolling_disc", "a thin disc rolls on the floor, stable if it is fast enough"},
	{"turntable_ball", "a ball goes in circles on a table that turns"},
	{"modulus_optimum", "a step of a drive under a proportional law by the modulus optimum"},
	{"symmetrical_optimum", "a step of a drive under a law with an integral by the symmetrical optimum"},
	{"virtual_wall", "a spring by samples, as the virtual walls of haptic devices are"},
	{"integral_force", "an integral by samples presses against a stiff wall with a given force"},
	{"rr_arm_hold", "rr_arm held against gravity by PD with gravity compensation"},
	{"rr_arm_step", "a step of rr_arm under PD with gravity compensation"},
	{"rr_arm_adaptive", "rr_arm follows sines under an adaptive law that estimates its parameters"},
	{"rr_arm_script", "rr_arm follows sines under a script that computes torques with the model"},
	{"ur5_hold", "ur5 held against gravity by PID, with encoders and a delay"},
	{"ur5_pick_and_place", "ur5 from one place to another and back under computed torque"},
	{"ur5_cascade", "ur5 with elastic drives under cascades of position and velocity with filters"},
	{"ur5_operational_space", "the tool of ur5 draws an arc under a law of the operational space"},
	{"ur5_payload", "ur5 takes an unknown weight under PD with gravity compensation"},
	{"ur5_cases", "one set of gains for ur5 empty, loaded and stretched out"},
	{"ur5_tune", "gains of the elbow of ur5 to tune"},
	{"ur5_tune_robust", "gains of the elbow of ur5 to tune for robots that differ"},
	{"panda_arm_hold", "panda_arm held against gravity by joint impedance"},
	{"panda_arm_impedance", "the flange of panda_arm on springs of the world goes along a line, and is pushed"},
	{"panda_arm_step", "a step of panda_arm under a linear-quadratic regulator with noise and lag"},
	{"pendulum_excited", "a pendulum behind an elastic transmission, excited for its frequency response"},
	{"ur5_acceptance", "ur5 with moves and a load, each measured on its own, at the tool, too"},
}

var studies = []Entry{
	{"rr_arm_gains", "gain grid of PD with gravity compensation on rr_arm"},
	{"ur5_payload", "random payloads and link masses on ur5"},
	{"panda_poses", "random start poses on panda_arm"},
}

var scripts = []Entry{
	{"computed_torque", "inverse dynamics feedback, as the law computed_torque"},
}

// List returns the embedded robots, simple ones first.
func List() []Entry { return slices.Clone(list) }

// Names returns the names of the embedded robots.
func Names() []string {
	var names []string
	for _, m := range list {
		names = append(names, m.Name)
	}
	return names
}

// URDF returns the description of the robot of a name as a file, and whether there is one.
func URDF(name string) ([]byte, bool) {
	if !slices.Contains(Names(), name) {
		return nil, false
	}
	data, err := files.ReadFile(name + urdfEnding)
	return data, err == nil
}

// Scenario returns the scenario of a name as a file, and whether there is one.
func Scenario(name string) ([]byte, bool) {
	if !slices.ContainsFunc(scenarios, func(m Entry) bool { return m.Name == name }) {
		return nil, false
	}
	data, err := files.ReadFile("scenarios/" + name + ".yaml")
	return data, err == nil
}

// Scenarios returns the embedded scenarios.
func Scenarios() []Entry { return slices.Clone(scenarios) }

// Robot returns the description of the robot of a name. The error says if there is none.
func Robot(name string) (*urdf.Robot, error) {
	data, ok := URDF(name)
	if !ok {
		return nil, fmt.Errorf("there is no embedded model %q%s", name, suggest.Hint(name, Names()))
	}
	robot, diags := urdf.ParseBytes(data, name)
	return robot, diags.Err()
}

// Study returns the study of a name as a file, and whether there is one.
func Study(name string) ([]byte, bool) {
	if !slices.ContainsFunc(studies, func(m Entry) bool { return m.Name == name }) {
		return nil, false
	}
	data, err := files.ReadFile("studies/" + name + ".yaml")
	return data, err == nil
}

// Script returns the script of a name as a file, and whether there is one.
func Script(name string) ([]byte, bool) {
	if !slices.ContainsFunc(scripts, func(m Entry) bool { return m.Name == name }) {
		return nil, false
	}
	data, err := files.ReadFile("scripts/" + name + ".star")
	return data, err == nil
}

// Scripts returns the embedded scripts.
func Scripts() []Entry { return slices.Clone(scripts) }

// Text returns the embedded file of a name: that of a robot, a scenario, a study or a script. others are the names of
// further files of this name, which begin with the folder scenarios, studies or scripts.
func Text(name string) (text []byte, others []string, err error) {
	var names, found []string
	for _, kind := range []struct {
		folder string
		list   []Entry
		ending string
	}{{"", list, urdfEnding}, {"scenarios/", scenarios, ".yaml"}, {"studies/", studies, ".yaml"},
		{"scripts/", scripts, ".star"}} {
		for _, e := range kind.list {
			names = append(names, e.Name)
			if name == e.Name || strings.TrimSuffix(name, kind.ending) == kind.folder+e.Name {
				found = append(found, kind.folder+e.Name+kind.ending)
			}
		}
	}
	if len(found) == 0 {
		return nil, nil, fmt.Errorf("nothing is embedded under the name %q%s", name, suggest.Hint(name, names))
	}
	text, err = files.ReadFile(found[0])
	return text, found[1:], err
}

// Hides reports whether a file of a name would hide an embedded robot, scenario, study or script from commands that run
// in its folder.
func Hides(name string) bool {
	name = filepath.Base(name)
	for _, entries := range [...][]Entry{list, scenarios, studies, scripts} {
		if slices.ContainsFunc(entries, func(m Entry) bool { return m.Name == name }) {
			return true
		}
	}
	return false
}

// Studies returns the embedded studies.
func Studies() []Entry { return slices.Clone(studies) }
