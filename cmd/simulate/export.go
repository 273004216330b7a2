package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/serve"
	"kinetree/cmd/internal/terminal"
)

func newExport() *cobra.Command {
	st, out := &flags.Settings{}, ""
	cmd := &cobra.Command{
		Use:   "export [flags] SCENARIO.yaml",
		Short: "Write the page of a scenario as one file, with the engine in it",
		Args:  usage(oneScenario),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				out = stemOf(args[0]) + ".html"
			}
			s, err := openScenario(args[0], st, cmd.InOrStdin())
			if err != nil {
				return err
			}
			if err := checkOutputs(cmd, s.Inputs(), output.Target{Flag: "--out", Name: out,
				Endings: []string{".html", ".htm"}}); err != nil {
				return err
			}
			single(cmd, s)
			page, err := serve.Export(s)
			if err != nil {
				return err
			}
			if err := writeFile(out, page, cmd.OutOrStdout()); err != nil {
				return fmt.Errorf("the page cannot be written: %w", err)
			}
			if out != "-" {
				fmt.Fprintf(cmd.OutOrStdout(), "%s, %.1f MB\n", terminal.Plain(out), float64(len(page))/1e6)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&out, "out", "o", "",
		"page, a `file` .html, or - for the output (default SCENARIO's name with .html in the current folder)")
	st.Controllers(f)
	st.Sets(f)
	addForce(cmd)
	return cmd
}
