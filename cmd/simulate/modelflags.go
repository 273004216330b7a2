package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/tree"
	"kinetree/urdf"
)

// modelFlags say how a model is built of a robot.
type modelFlags struct {
	base        string
	gravity     [3]float64
	ignoreMimic bool
	reading     flags.Reading
	joints      flags.Settings
	checks      []func(*scenario.Scenario) error // of a scenario that has the robot
	scenario    *scenario.Scenario               // that open has built the model of
}

func newModelFlags() *modelFlags { return &modelFlags{base: "fixed", gravity: [3]float64{0, 0, -9.81}} }

// add adds the flags to a command.
func (m *modelFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&m.base, "base", m.base, "root link: fixed to the world, or floating")
	f.Var((*flags.Vector)(&m.gravity), "gravity", "acceleration of free fall in m/s^2")
	f.BoolVar(&m.ignoreMimic, "ignore-mimic", false, "make joints that mimic others independent")
	m.joints.Joints(f)
	m.reading.Add(f)
}

// open reads the robot that a name stands for, or that a scenario has, shows its diagnostics, and builds the model.
// Flags take the place of what a scenario says.
func (m *modelFlags) open(cmd *cobra.Command, name string, input io.Reader) (*models.Source, *tree.Model, error) {
	if m.base != "fixed" && m.base != "floating" {
		return nil, nil, &usageError{cmd.CommandPath(), fmt.Errorf("--base: %q; expected fixed or floating", m.base)}
	}
	s, err := robotOf(name, input, m.checks...)
	if err != nil {
		return nil, nil, err
	}
	given := cmd.Flags().Changed
	if given("base") {
		s.Base = m.base
	}
	if given("gravity") {
		s.Gravity = m.gravity
	}
	if given("ignore-mimic") {
		s.IgnoreMimic = m.ignoreMimic
	}
	if err := m.joints.Apply(s); err != nil {
		return nil, nil, err
	}
	m.reading.Apply(s)
	m.scenario = s
	source, model, err := robot.Build(s, input)
	if source != nil {
		showDiagnostics(cmd.ErrOrStderr(), source.Diagnostics)
	}
	return source, model, err
}

// buildOf builds the model of the robot that a name stands for, and shows its diagnostics.
func buildOf(cmd *cobra.Command, name string, reading *flags.Reading) (*scenario.Scenario, *models.Source,
	*tree.Model, error) {
	s := scenario.Default()
	s.Model.File = name
	reading.Apply(s)
	source, model, err := robot.Build(s, cmd.InOrStdin())
	if err == nil {
		showDiagnostics(cmd.ErrOrStderr(), source.Diagnostics)
	}
	return s, source, model, err
}

func showDiagnostics(stderr io.Writer, list urdf.Diagnostics) {
	if len(list) > 0 {
		fmt.Fprintln(stderr, terminal.PlainLines(list.Error()))
	}
}

// robotOf returns the default scenario with the robot that a name stands for, or with that of the scenario of this
// name, all that the scenario changes of it, and its constraints. Checks say what the scenario must not have.
func robotOf(name string, input io.Reader, checks ...func(*scenario.Scenario) error) (*scenario.Scenario, error) {
	s := scenario.Default()
	s.Model.File = name
	if !scenario.IsFile(name) {
		return s, nil
	}
	given, err := robot.Checked(scenario.Open(name, input))
	if err != nil {
		return nil, err
	}
	for _, check := range checks {
		if err := check(given); err != nil {
			return nil, err
		}
	}
	return given.RobotOnly(), nil
}
