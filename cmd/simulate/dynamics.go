package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/query"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/tree"
)

func newDynamics() *cobra.Command {
	return newAnswering("dynamics [flags] MODEL.urdf < requests.jsonl > results.jsonl",
		"Answer requests about a robot's dynamics, a JSON object a line",
		func(_ *tree.Model, q *query.Solver, in io.Reader, out io.Writer) error {
			all, failed, err := query.Serve(q, in, out)
			if err == nil && failed > 0 {
				err = fmt.Errorf("%d of %d requests could not be answered; their results say why", failed, all)
			}
			return err
		})
}

// newAnswering returns a command that opens a robot and answers requests about its dynamics from the input.
func newAnswering(use, short string, answer func(m *tree.Model, q *query.Solver, in io.Reader,
	out io.Writer) error) *cobra.Command {
	d := newModelFlags()
	d.checks = append(d.checks, (*scenario.Scenario).CheckTimeless)
	cmd := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  usage(oneRobot),
		RunE: func(cmd *cobra.Command, args []string) error {
			source, model, err := d.open(cmd, args[0], nil)
			if err != nil {
				return err
			}
			var acting query.Acting
			acting.Constraints, acting.Elements, err = robot.Acting(d.scenario, source, model)
			if err != nil {
				return err
			}
			solver := query.New(model, robot.Extras(d.scenario, model), acting)
			return answer(model, solver, cmd.InOrStdin(), terminal.Data(cmd.OutOrStdout()))
		},
	}
	cmd.Flags().SortFlags = false
	d.add(cmd)
	return cmd
}

// oneRobot checks that there is one model, and not the input, which has the requests.
func oneRobot(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && args[0] == "-" {
		return errors.New("the input has the requests; expected a file or an embedded model")
	}
	return one("models", "ur5 < requests.jsonl")(cmd, args)
}
