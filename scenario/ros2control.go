package scenario

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"kinetree/control"
	"kinetree/internal/floats"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/ros/controllers"
	"kinetree/ros/params"
)

// ROS2Control is the type of a controller that a parameter file of ROS 2 describes.
const ROS2Control = "ros2_control"

// DriveGains are those of a drive that takes positions or velocities as commands.
type DriveGains struct {
	P float64 `json:"p,omitempty" default:"0" doc:"of the error of the command (N m/rad, N m s/rad, N/m or N s/m)"`
	I float64 `json:"i,omitempty" default:"0" doc:"of its integral (N m/(rad s), N m/rad, N/(m s) or N/m)"`
	D float64 `json:"d,omitempty" default:"0" doc:"of its derivative (N m s/rad, kg m^2, N s/m or kg)"`
}

// distributions are those of ROS by the forms of the PIDs that they have.
var distributions = map[string]control.ToolboxForm{"": "", "humble": control.ToolboxHumble,
	"jazzy": control.ToolboxJazzy, "kilted": control.ToolboxRolling, "rolling": control.ToolboxRolling}

// checkROS returns the faults of what a controller of ros2_control has, and others do not have.
func (c *Controller) checkROS() (errs []error) {
	fail := func(field, format string, args ...any) {
		errs = append(errs, Wrong("controller."+field, format, args...))
	}
	if c.Type != ROS2Control {
		for _, x := range []struct {
			field string
			given bool
		}{{"file", c.File != ""}, {"name", c.Name != ""}, {"distribution", c.Distribution != ""},
			{"trajectory", c.Trajectory != ""}, {"args", c.Args != nil}, {"delay_periods", c.DelayPeriods != 0},
			{"drive", c.Drive != nil}} {
			if x.given {
				fail(x.field, "the law %s does not use it; expected the type %s, or no such key", c.LawName(),
					ROS2Control)
			}
		}
		return errs
	}
	if c.File == "" {
		fail("file", "there is none; expected the parameter file that describes the controllers")
	}
	if _, ok := distributions[c.Distribution]; !ok {
		fail("distribution", "%q; expected humble, jazzy, kilted or rolling", c.Distribution)
	}
	if x := c.DelayPeriods; !(x >= 0) || math.IsInf(x, 0) {
		fail("delay_periods", "%v; expected 0 or more", x)
	} else if x != 0 && c.Delay != 0 {
		fail("delay_periods", "%v, and there is a delay of %v s; expected one of the two", x, c.Delay)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Drive)) {
		if g := c.Drive[name]; !floats.Finite(g.P, g.I, g.D) {
			fail(strict.Join("drive", name), "%+v; expected finite numbers", g)
		}
	}
	return errs
}

// TrajectoryFile returns the name of the file with the trajectory; "" for none.
func (s *Scenario) TrajectoryFile() string { return cmp.Or(s.Controller.Trajectory, s.Trajectory) }

// ReadTrajectory reads the file with the trajectory.
func (s *Scenario) ReadTrajectory(open infile.Opener) (*controllers.JointTrajectory, error) {
	field, name := "trajectory", s.TrajectoryFile()
	if s.Controller.Trajectory != "" {
		field = "controller.trajectory"
	}
	text, err := readInput(open, name)
	if err != nil {
		return nil, Wrong(field, "%v", err)
	}
	t, err := controllers.ReadTrajectory(text, name)
	if err == nil && t.HasEfforts() {
		err = Wrong(field, "%s has efforts, which are not followed; expected none, and efforts or efforts_table for "+
			"what is added to the law", name)
	}
	return t, err
}

// ReadSystem reads the parameter file.
func (c *Controller) ReadSystem(open infile.Opener) (*controllers.ControllerSystem, error) {
	text, err := readInput(open, c.File)
	if err != nil {
		return nil, Wrong("controller.file", "%v", err)
	}
	file, err := params.Read(text, c.File, c.Args)
	if err != nil {
		return nil, err
	}
	return controllers.Load(file, c.Name, distributions[c.Distribution])
}

// readInput reads a document that a scenario names.
func readInput(open infile.Opener, name string) ([]byte, error) {
	file, err := open.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return infile.All(file, name, strict.MaxBytes)
}
