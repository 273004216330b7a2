package main

import (
	"bufio"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/integrate/stability"
	"kinetree/scenario/prepare"
)

func newAdvise() *cobra.Command {
	var st *flags.Settings
	asJSON := false
	cmd := &cobra.Command{
		Use:   "advise [flags] MODEL.urdf | SCENARIO.yaml",
		Short: "Show which step each integrator can take",
		Args:  usage(one("models or scenarios", "ur5")),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], st, cmd.InOrStdin())
			if err != nil {
				return err
			}
			single(cmd, s)
			run, motion, err := prepare.Outlook(s, prepare.Env{Input: cmd.InOrStdin(), Version: version.String()})
			if err != nil {
				return s.Locate(err)
			}
			warn(cmd.ErrOrStderr(), run)
			a, err := stability.NewAdvice(run.World.Model(), motion, s.Step)
			if err != nil {
				return err
			}
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), a, "  ")
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			terminal.Advice(out, a)
			return out.Flush()
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	st = flags.NewRun(f)
	f.BoolVar(&asJSON, "json", false, "print the advice as JSON")
	return cmd
}
