package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"kinetree/batch/study"
	"kinetree/cmd/internal/terminal"
	"kinetree/internal/licences"
	"kinetree/models"
	"kinetree/scenario"
)

// others are what simulate show prints besides models, scenarios and studies.
var others = map[string]func() ([]byte, error){"schema": scenario.Schema, "scenario-schema": scenario.Schema,
	"study-schema": study.Schema, "licences": func() ([]byte, error) { return licences.OfProgram(), nil }}

func newShow() *cobra.Command {
	names := slices.Sorted(maps.Keys(others))
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
		Short:     "Print an embedded model, scenario or study, a JSON schema, or the licences of what is inside",
		Args:      usage(one("names", "ur5_hold")),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, namesakes, err := models.Text(args[0])
			if other, ok := others[args[0]]; ok {
				text, err = other()
			}
			if err != nil {
				return fmt.Errorf("%w; expected a name that `simulate models` lists, schema, study-schema or "+
					"licences", err)
			}
			for _, other := range namesakes {
				fmt.Fprintf(cmd.ErrOrStderr(), "note: another file has this name: simulate show %s\n", other)
			}
			_, err = terminal.Data(cmd.OutOrStdout()).Write(text)
			return err
		},
	}
}
