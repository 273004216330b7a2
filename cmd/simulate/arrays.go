package main

import (
	"github.com/spf13/cobra"

	"kinetree/cmd/internal/arrays"
	"kinetree/cmd/internal/query"
	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/scenario/robot"
)

func newArrays() *cobra.Command {
	d := newModelFlags()
	d.checks = append(d.checks, (*scenario.Scenario).CheckTimeless)
	cmd := &cobra.Command{
		Use:   "arrays [flags] MODEL.urdf",
		Short: "Answer requests for the dynamics of many states, as binary arrays over pipes",
		Args:  usage(oneRobot),
		RunE:  func(cmd *cobra.Command, args []string) error { return answerArrays(cmd, d, args[0]) },
	}
	cmd.Flags().SortFlags = false
	d.add(cmd)
	return cmd
}

func answerArrays(cmd *cobra.Command, flags *modelFlags, name string) error {
	source, model, err := flags.open(cmd, name, nil)
	if err != nil {
		return err
	}
	var acting query.Acting
	if acting.Constraints, acting.Elements, err = robot.Acting(flags.scenario, source, model); err != nil {
		return err
	}
	solver := query.New(model, robot.Extras(flags.scenario, model), acting)
	return arrays.Serve(arrays.New(model), solver, cmd.InOrStdin(), terminal.Data(cmd.OutOrStdout()))
}
