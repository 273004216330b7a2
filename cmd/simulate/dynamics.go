package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/query"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/scenario/robot"
)

func newDynamics() *cobra.Command {
	d := newModelFlags()
	d.checks = append(d.checks, (*scenario.Scenario).CheckTimeless)
	cmd := &cobra.Command{
		Use:   "dynamics [flags] MODEL.urdf < requests.jsonl > results.jsonl",
		Short: "Answer requests about a robot's dynamics, a JSON object a line",
		Args:  usage(oneRobot),
		RunE:  func(cmd *cobra.Command, args []string) error { return dynamics(cmd, d, args[0]) },
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

func dynamics(cmd *cobra.Command, flags *modelFlags, name string) error {
	source, model, err := flags.open(cmd, name, nil)
	if err != nil {
		return err
	}
	var acting query.Acting
	if acting.Constraints, acting.Elements, err = robot.Acting(flags.scenario, source, model); err != nil {
		return err
	}
	all, failed, err := query.Serve(query.New(model, robot.Extras(flags.scenario, model), acting), cmd.InOrStdin(),
		terminal.Data(cmd.OutOrStdout()))
	if err == nil && failed > 0 {
		err = fmt.Errorf("%d of %d requests could not be answered; their results say why", failed, all)
	}
	return err
}
