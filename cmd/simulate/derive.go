package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/equations"
	"kinetree/cmd/internal/flags"
	"kinetree/compile"
	"kinetree/internal/suggest"
	"kinetree/scenario/robot"
	"kinetree/tree"
)

func newDerive() *cobra.Command {
	language, reading := "text", flags.Reading{}
	languages := append([]string{"text"}, compile.Languages()...)
	cmd := &cobra.Command{
		Use:   "derive [flags] MODEL.urdf",
		Short: "Write a robot's equations of motion as text, Go or C",
		Args:  usage(oneModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, source, m, err := buildOf(cmd, args[0], &reading)
			if err != nil {
				return err
			}
			if err := robot.CheckTree(source, "the equations that are written are those of a tree"); err != nil {
				return err
			}
			text, err := derived(m, language, languages)
			var singular *tree.SingularError
			if errors.As(err, &singular) {
				return robot.HintInertia(s, err)
			}
			if err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			return writeOut(cmd, args[0], marks[language == "text"], text)
		},
	}
	cmd.Flags().StringVar(&language, "lang", language, "text, go or c")
	reading.Add(cmd.Flags())
	addOut(cmd)
	return cmd
}

// marks are what equations have near their beginning, as text or as code.
var marks = map[bool]string{true: "Equation of motion of ", false: written}

// derived returns the equations of motion of a model.
func derived(m *tree.Model, language string, languages []string) ([]byte, error) {
	for _, known := range compile.Languages() {
		if language == known {
			return compile.Source(m, language, compile.Dynamics())
		}
	}
	if language != "text" {
		return nil, fmt.Errorf("--lang: there is no language %q%s; expected one of %s", language,
			suggest.Hint(language, languages), suggest.List(languages))
	}
	return equations.Text(m)
}
