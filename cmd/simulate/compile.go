package main

import (
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/compile"
	"kinetree/scenario/robot"
)

// written is what source code has near its beginning.
const written = "written by kinetree"

func newCompile() *cobra.Command {
	language, want, reading := "c", compile.Dynamics(), flags.Reading{}
	cmd := &cobra.Command{
		Use:   "compile [flags] MODEL.urdf",
		Short: "Write source code of a robot's dynamics, without dependencies",
		Args:  usage(oneModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, source, m, err := buildOf(cmd, args[0], &reading)
			if err != nil {
				return err
			}
			if err := robot.CheckTree(source, "the code that is written is that of a tree"); err != nil {
				return err
			}
			text, err := compile.Source(m, language, want)
			if err != nil {
				return robot.HintInertia(s, err)
			}
			return writeOut(cmd, args[0], written, text)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&language, "lang", language, "the language: c or go")
	f.StringSliceVar(&want, "want", want, "the algorithms, of "+strings.Join(compile.Algorithms(), ", "))
	reading.Add(f)
	addOut(cmd)
	return cmd
}
