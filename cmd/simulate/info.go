package main

import (
	"bufio"
	"errors"
	"fmt"

	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/urdf"

	"github.com/spf13/cobra"
)

func newInfo() *cobra.Command {
	asDot, asJSON := false, false
	cmd := &cobra.Command{
		Use:   "info [flags] MODEL.urdf",
		Short: "Show a robot's tree with its masses, joints, axes and limits",
		Long: "Show a robot's tree with its masses, joints, axes and limits.\n\n" +
			"MODEL.urdf is a file, the name of an embedded model where no such file exists (`simulate models` lists " +
			"them), or - for the input.\n" +
			"Each link stands on a line with the joint that carries it, depth first, as a simulation numbers them. " +
			"Axes are unit vectors in the\n" +
			"axes of the joint's child link, centres of mass positions in the frame of the link. In JSON the inertia " +
			"of a link is about its\n" +
			"centre of mass in the axes of the link, and a limit that does not exist is left out.",
		Example: "  simulate info ur5\n" +
			"  simulate info arm.urdf --json\n" +
			"  simulate info arm.urdf --dot | dot -Tsvg > arm.svg",
		Args: usage(oneModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			if asDot && asJSON {
				return &usageError{cmd.CommandPath(),
					errors.New("--dot and --json both want stdout; expected one of them")}
			}
			source, err := models.Open(args[0], cmd.InOrStdin())
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
				writeDot(out, o)
			case asJSON:
				err = terminal.WriteJSON(out, o, "  ")
			default:
				outlineText(out, o)
			}
			return errors.Join(err, out.Flush())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asDot, "dot", false, "print the tree as a graph for Graphviz")
	f.BoolVar(&asJSON, "json", false, "print all as JSON")
	return cmd
}
