package main

import (
	"fmt"
	"io"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/tree"
)

// modelFlags say how a model is built of a robot.
type modelFlags struct {
	base        string
	gravity     [3]float64
	ignoreMimic bool
}

func newModelFlags() *modelFlags { return &modelFlags{base: "fixed", gravity: [3]float64{0, 0, -9.81}} }

// add adds the flags to a command.
func (m *modelFlags) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&m.base, "base", m.base, "root link: fixed to the world, or floating")
	f.Var((*vector)(&m.gravity), "gravity", "acceleration of free fall in m/s^2")
	f.BoolVar(&m.ignoreMimic, "ignore-mimic", false, "make joints that mimic others independent")
}

// open reads the robot that a name stands for, shows its diagnostics, and builds the model.
func (m *modelFlags) open(cmd *cobra.Command, name string, input io.Reader) (*models.Source, *tree.Model, error) {
	options := []tree.Option{tree.WithGravity(mgl64.Vec3(m.gravity))}
	switch m.base {
	case "fixed":
	case "floating":
		options = append(options, tree.WithFloatingBase())
	default:
		return nil, nil, &usageError{cmd.CommandPath(), fmt.Errorf("--base: %q; expected fixed or floating", m.base)}
	}
	if m.ignoreMimic {
		options = append(options, tree.IgnoreMimic())
	}
	source, err := models.Open(name, input)
	if err != nil {
		return nil, nil, err
	}
	if len(source.Diagnostics) > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), terminal.PlainLines(source.Diagnostics.Error()))
	}
	model, err := tree.Build(source.Robot, options...)
	return source, model, err
}
