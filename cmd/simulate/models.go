package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kinetree/models"
)

func newModels() *cobra.Command {
	return &cobra.Command{
		Use:   "models",
		Short: "List the embedded models, scenarios, studies and scripts",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, m := range models.List() {
				fmt.Fprintf(w, "%s\t%s\n", m.Name, m.Summary)
			}
			for _, m := range models.Scenarios() {
				fmt.Fprintf(w, "%s\tscenario: %s\n", m.Name, m.Summary)
			}
			for _, m := range models.Studies() {
				fmt.Fprintf(w, "%s\tstudy: %s\n", m.Name, m.Summary)
			}
			for _, m := range models.Scripts() {
				fmt.Fprintf(w, "%s\tscript: %s\n", m.Name, m.Summary)
			}
			return w.Flush()
		},
	}
}
