package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/timing"
	"kinetree/cmd/internal/version"
)

func newVersion() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit, the Go version, the target and what machine code is used",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), struct {
					version.Build
					Compiled []timing.Code `json:"compiled"`
				}{version.This(), timing.Codes()}, "  ")
			}
			_, err := fmt.Fprint(cmd.OutOrStdout(), versionText())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON on stdout")
	return cmd
}

func versionText() string {
	var s strings.Builder
	s.WriteString(version.This().String())
	for _, c := range timing.Codes() {
		fmt.Fprintln(&s, codeLine(c))
	}
	return s.String()
}
