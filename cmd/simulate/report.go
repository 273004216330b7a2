package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/page"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/cmd/internal/webreport"
	"kinetree/scenario/robot"
	"kinetree/scenario/tune"
)

func newReport() *cobra.Command {
	st, out, history := &flags.Settings{}, "", ""
	cmd := &cobra.Command{
		Use:   "report [flags] SCENARIO.yaml",
		Short: "Write a page of HTML about a scenario: its run, metrics and stability",
		Args:  usage(oneScenario),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				out = stemOf(args[0]) + ".html"
			}
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return writeReport(ctx, cmd, st, args[0], out, history)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&out, "out", "o", "",
		"page, a `file` .html, or - for the output (default SCENARIO's name with .html in the current folder)")
	f.StringVar(&history, "history", "", "CSV `file` with the history of a search by simulate tune")
	st.Drift(f)
	st.Controllers(f)
	st.Sets(f)
	addForce(cmd)
	return cmd
}

// stemOf returns the name of a scenario without folder and ending.
func stemOf(name string) string {
	if name == "-" {
		return "stdin"
	}
	base := filepath.Base(name)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// writeReport runs a scenario and writes a page about it.
func writeReport(ctx context.Context, cmd *cobra.Command, st *flags.Settings, name, out, history string) error {
	var costs []float64
	if history != "" {
		var err error
		if costs, err = tune.ReadHistory(history); err != nil {
			return err
		}
	}
	s, err := openScenario(name, st, cmd.InOrStdin())
	if err != nil {
		return err
	}
	if err := checkOutputs(cmd, append(s.Inputs(), history),
		output.Target{Flag: "--out", Name: out, Endings: []string{".html", ".htm"}, Mark: page.Mark,
			Costly: true}); err != nil {
		return err
	}
	p := terminal.NewProgress(cmd.ErrOrStderr(), false)
	defer p.Clear()
	text, err := webreport.Scenario(ctx, s, history, costs, webreport.Env{Input: cmd.InOrStdin(),
		Cache: robot.NewCache(), Version: version.String(),
		Progress: func(duration float64) func(float64) { return runProgress(p, duration) },
		Warn: func(text string) {
			p.Clear()
			fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+terminal.Plain(text))
		}})
	if err != nil {
		return err
	}
	if err := writeFile(out, text, cmd.OutOrStdout()); err != nil {
		return fmt.Errorf("the report cannot be written: %w", err)
	}
	if out != "-" {
		fmt.Fprintln(cmd.OutOrStdout(), terminal.Plain(out))
	}
	return nil
}
