package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"kinetree/internal/infile"
	"kinetree/models"
	"kinetree/urdf/dh"
)

func newDH() *cobra.Command {
	convention, name := "standard", ""
	cmd := &cobra.Command{
		Use:   "dh [flags] TABLE.csv",
		Short: "Write the URDF of a table of Denavit-Hartenberg parameters",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			const most = 4 << 20
			data, err := infile.Read(args[0], most)
			if args[0] == "-" {
				data, err = infile.All(cmd.InOrStdin(), "-", most)
			}
			if err != nil {
				return err
			}
			if name == "" {
				if name = models.Stem(args[0]); name == "-" || name == "" {
					name = "robot"
				}
			}
			robot, err := dh.Read(bytes.NewReader(data), args[0], name, convention)
			if err != nil {
				return err
			}
			var text bytes.Buffer
			if err := robot.WriteURDF(&text); err != nil {
				return err
			}
			return writeOut(cmd, args[0], "", text.Bytes())
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&convention, "convention", convention, "of the table: standard or modified")
	f.StringVar(&name, "name", name, "of the robot (default the name of the file)")
	addOut(cmd)
	return cmd
}
