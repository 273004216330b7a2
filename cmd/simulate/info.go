package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/dynamics/constraint"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/tree"
	"kinetree/urdf"
)

func newInfo() *cobra.Command {
	asDot, asJSON, reading, constraints := false, false, flags.Reading{}, ""
	cmd := &cobra.Command{
		Use:   "info [flags] MODEL.urdf|SCENARIO.yaml",
		Short: "Show a robot's tree with its masses, joints, axes and limits",
		Args: usage(func(cmd *cobra.Command, args []string) error {
			if constraints != "" && len(args) == 0 || len(args) == 1 && scenario.IsFile(args[0]) {
				return nil
			}
			return oneModel(cmd, args)
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asDot && asJSON {
				return &usageError{cmd.CommandPath(),
					errors.New("--dot and --json both want stdout; expected one of them")}
			}
			s, count, err := described(args, constraints, cmd)
			if err != nil {
				return err
			}
			reading.Apply(s)
			source, estimates, err := robot.Changed(s, cmd.InOrStdin())
			if err != nil {
				return err
			}
			if count == nil && len(source.Robot.Cut)+len(source.Robot.Loops) > 0 {
				if count, err = counted(cmd, s); err != nil {
					return err
				}
			}
			showDiagnostics(cmd.ErrOrStderr(), source.Diagnostics)
			out := bufio.NewWriter(cmd.OutOrStdout())
			o := urdf.NewOutline(source.Robot)
			switch {
			case asDot:
				terminal.Dot(out, o)
			case asJSON:
				if count != nil {
					o.Constraints = count
				}
				if model, err := tree.Build(source.Robot); err == nil {
					o.Numbering = model.Numbering()
				}
				if len(estimates) > 0 {
					o.Estimates = estimates
				}
				err = terminal.WriteJSON(out, o, "  ")
			default:
				terminal.Outline(out, o)
				terminal.Estimates(out, estimates)
				if count != nil {
					fmt.Fprintf(out, "\nConstraints: %s\n", terminal.PlainLines(count.String()))
				}
			}
			return errors.Join(err, out.Flush())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asDot, "dot", false, "print the tree as a graph for Graphviz")
	f.BoolVar(&asJSON, "json", false, "print all as JSON")
	f.StringVar(&constraints, "constraints", "",
		"`scenario` whose constraints are counted at its start: rows, rank, redundant rows, mobility")
	reading.Add(f)
	return cmd
}

// described returns the scenario of the robot that is named, and what its constraints come to, nil if there are none:
// those of a scenario in place of a model, or of the one that a flag names.
func described(args []string, constraints string, cmd *cobra.Command) (*scenario.Scenario, *constraint.RowCount,
	error) {
	s := scenario.Default()
	switch {
	case constraints == "" && !scenario.IsFile(args[0]):
		s.Model.File = args[0]
		return s, nil, nil
	case constraints == "":
		constraints = args[0]
		args = nil
	}
	s, err := robot.Checked(scenario.Open(constraints, cmd.InOrStdin()))
	if err != nil {
		return nil, nil, err
	}
	if len(args) > 0 {
		s.Model.File = args[0]
	}
	if len(s.Constraints) == 0 {
		return s, nil, nil
	}
	count, err := counted(cmd, s)
	return s, count, err
}

// counted returns what the constraints of a scenario come to at its start.
func counted(cmd *cobra.Command, s *scenario.Scenario) (*constraint.RowCount, error) {
	run, err := prepare.New(s, prepare.Env{Input: cmd.InOrStdin(), Version: version.String(), Unlogged: true})
	if err != nil {
		return nil, s.Locate(err)
	}
	count := run.World.Constraints().Count()
	return &count, nil
}
