package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/batch/study"
	"kinetree/models"
	"kinetree/scenario"
)

// schemas are what simulate show prints besides the files that are embedded.
var schemas = map[string]func() ([]byte, error){"scenario-schema": scenario.Schema, "study-schema": study.Schema}

func newShow() *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Print an embedded model, scenario or study, or a JSON schema",
		Args:  usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, others, err := models.Text(args[0])
			if schema, ok := schemas[args[0]]; ok {
				text, err = schema()
			}
			if err != nil {
				return err
			}
			for _, other := range others {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: another file has this name: simulate show %s\n", other)
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
	}
}
