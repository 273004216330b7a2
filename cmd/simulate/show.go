package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"kinetree/batch/study"
	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/scenario"
)

// schemas are what simulate show prints besides the files that are embedded.
var schemas = map[string]func() ([]byte, error){"schema": scenario.Schema, "scenario-schema": scenario.Schema,
	"study-schema": study.Schema}

func newShow() *cobra.Command {
	names := slices.Sorted(maps.Keys(schemas))
	for _, m := range slices.Concat(models.List(), models.Scenarios(), models.Studies()) {
		if !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		} else {
			names = append(names, "studies/"+m.Name)
		}
	}
	return &cobra.Command{
		Use:       "show NAME",
		ValidArgs: names,
		Short:     "Print an embedded model, scenario or study, or a JSON schema",
		Args:      usage(one("names", "ur5_hold")),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, others, err := models.Text(args[0])
			if schema, ok := schemas[args[0]]; ok {
				text, err = schema()
			}
			if err != nil {
				return fmt.Errorf("%w; expected a name that `simulate models` lists, schema or study-schema", err)
			}
			for _, other := range others {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: another file has this name: simulate show %s\n", other)
			}
			_, err = terminal.Data(cmd.OutOrStdout()).Write(text)
			return err
		},
	}
}
