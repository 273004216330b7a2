package main

import (
	"strings"

	"github.com/spf13/cobra"

	"kinetree/batch/study"
	"kinetree/scenario"
	"kinetree/scenario/script"
)

// newFormats returns a command for each kind of file that users write, which prints the page about it.
func newFormats() *cobra.Command {
	page := func(name, short, text string) *cobra.Command {
		return &cobra.Command{Use: name, Short: short, Long: strings.TrimRight(text, "\n"), Args: usage(noSuchCommand),
			RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	}
	cmd := page("formats", "Tell what scenarios, studies and scripts may say", "")
	cmd.AddCommand(page("scenario", "A run as data, in YAML", scenario.Format()),
		page("study", "What changes from run to run, in YAML", study.Format()),
		page("script", "Control laws, studies and metrics, in Starlark", script.Format()))
	cmd.SetHelpTemplate("{{.Long}}{{with .Example}}\n\n{{.}}{{end}}\n") // there is no usage
	return cmd
}
