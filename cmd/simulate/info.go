package main

import (
	"bufio"
	"errors"
	"fmt"

	"kinetree/cmd/internal/terminal"
	"kinetree/scenario"
	"kinetree/urdf"

	"github.com/spf13/cobra"
)

func newInfo() *cobra.Command {
	asDot, asJSON, inertia := false, false, inertiaFlag{}
	cmd := &cobra.Command{
		Use:   "info [flags] MODEL.urdf",
		Short: "Show a robot's tree with its masses, joints, axes and limits",
		Args:  usage(oneModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asDot && asJSON {
				return &usageError{cmd.CommandPath(),
					errors.New("--dot and --json both want stdout; expected one of them")}
			}
			s := scenario.Default()
			s.Model.File = args[0]
			inertia.apply(s)
			source, estimates, err := s.Robot(cmd.InOrStdin())
			if err != nil {
				return err
			}
			if len(source.Diagnostics) > 0 {
				fmt.Fprintln(cmd.ErrOrStderr(), terminal.PlainLines(source.Diagnostics.Error()))
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			o := urdf.NewOutline(source.Robot)
			switch {
			case asDot:
				terminal.Dot(out, o)
			case asJSON:
				err = terminal.WriteJSON(out, o, "  ")
			default:
				terminal.Outline(out, o)
				terminal.Estimates(out, estimates)
			}
			return errors.Join(err, out.Flush())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asDot, "dot", false, "print the tree as a graph for Graphviz")
	f.BoolVar(&asJSON, "json", false, "print all as JSON")
	inertia.add(f)
	return cmd
}
