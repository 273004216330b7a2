package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/timing"
	"kinetree/cmd/internal/version"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit, the Go version, the target and what machine code is used",
		Args:  usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), versionText())
			return err
		},
	}
}

func versionText() string {
	var s strings.Builder
	s.WriteString(version.Text())
	for _, c := range timing.Codes() {
		fmt.Fprintln(&s, codeLine(c))
	}
	return s.String()
}
