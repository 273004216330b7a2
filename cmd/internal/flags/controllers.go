package flags

import (
	"slices"

	"github.com/spf13/pflag"

	"kinetree/internal/strict"
	"kinetree/scenario"
)

// Controllers adds the flags that drive the joints by controllers of ros2_control.
func (st *Settings) Controllers(f *pflag.FlagSet) {
	v := &setting{name: "controllers", kind: "file"}
	v.set = func(text string) (string, any, error) {
		// It comes before what other flags say of the controller, wherever it stands among them.
		st.given = slices.Insert(st.given, 0, func(s *scenario.Scenario) scenario.Override {
			c := s.Controller
			if c.Type != "ros2_control" {
				c = scenario.Controller{Type: "ros2_control"}
			}
			c.File = text
			return scenario.NewOverride("controller", strict.Encode(c), "--controllers")
		})
		return "controller.file", text, nil
	}
	st.flag(f, v, "controller.file", "parameter `file` of ROS 2 whose controllers drive the joints, such as "+
		"controllers.yaml")
	st.Add(f, Text, "controller", "controller.name", "controller of that file that takes the reference (default the "+
		"one that could)")
	st.Add(f, Text, "trajectory", "trajectory", "message JointTrajectory, a YAML `file`, that joints follow")
}
