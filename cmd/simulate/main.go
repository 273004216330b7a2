// Command simulate runs robots described by URDF files.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"kinetree/cmd/internal/complete"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/compile"

	"github.com/spf13/cobra"

	// the forms of logs beside those of package record
	_ "kinetree/sim/record/mcap"
	_ "kinetree/sim/record/parquet"
	_ "kinetree/sim/record/zst"
)

// The exit statuses.
const (
	done       = 0
	jobFailed  = 1
	wrongUsage = 2
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	shown, said := terminal.NewGuard(stdout), terminal.NewGuard(stderr)
	defer shown.Flush()
	defer said.Flush()
	root.SetOut(shown)
	root.SetErr(said)
	err := root.ExecuteContext(context.Background())
	if err != nil && !errors.Is(err, errReported) {
		fmt.Fprintln(said, terminal.PlainLines(message(err)))
	}
	return status(err)
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "simulate",
		Short:         "Simulate robots described by URDF files",
		Version:       version.String(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          usage(noSuchCommand),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := compile.CheckVariable(); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			return nil
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{cmd.CommandPath(), noSuchFlag(cmd, err)}
	})
	cobra.AddTemplateFunc("version", versionText)
	root.SetVersionTemplate("{{version}}")
	group := func(title string, commands ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
		for _, c := range commands {
			c.GroupID = title
		}
		root.AddCommand(commands...)
	}
	group("Simulate", newRun(), newInit(), newGains(), newTime(), newServe(), newExport(), newPlot(), newReport(),
		newAdvise(), newSize(), newTest())
	group("Controllers", newAnalyze(), newTune(), newEquilibrium())
	group("Studies of many runs", newBatch(), newMerge(), newSummarize(), newVerify())
	group("Robots and their dynamics", newCheck(), newInfo(), newIK(), newDynamics(), newArrays(), newDerive(),
		newCompile(), newBench(), newDH(), newXacro(), newInertia())
	group("Parameters from measurements", newExcite(), newIdentify(), newFRF())
	group("About the program", newModels(), newShow(), newFormats(), newVersion())
	addHelp(root, blanks())
	complete.Add(root)
	finishHelp(root)
	onceOnly(root)
	return root
}
