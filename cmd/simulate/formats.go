package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/batch/study"
	"kinetree/scenario"
	"kinetree/scenario/script"
)

// newFormats returns a command for each kind of file that users write, which prints the page about it. A page is made
// when it is asked for, since that takes a quarter of the time in which the program starts.
func newFormats() *cobra.Command {
	page := func(name, short string, text func() string) *cobra.Command {
		cmd := &cobra.Command{Use: name, Short: short, Long: short, Args: usage(noSuchCommand),
			RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
		cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
			fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(text(), "\n"))
		})
		return cmd
	}
	cmd := &cobra.Command{Use: "formats", Short: "Tell what scenarios, studies and scripts may say",
		Args: usage(noSuchCommand), RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.SetHelpTemplate("{{.Long}}{{with .Example}}\n\n{{.}}{{end}}\n") // there is no usage
	cmd.AddCommand(page("scenario", "A run as data, in YAML", scenario.Format),
		page("study", "What changes from run to run, in YAML", study.Format),
		page("script", "Control laws, studies and metrics, in Starlark", script.Format))
	return cmd
}
