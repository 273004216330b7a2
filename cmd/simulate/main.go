// Command simulate runs robots described by URDF files.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"kinetree/cmd/internal/terminal"

	"github.com/spf13/cobra"
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
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(context.Background())
	if err != nil && !errors.Is(err, errReported) {
		fmt.Fprintln(stderr, terminal.PlainLines(message(err)))
	}
	return status(err)
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "simulate",
		Short: "Simulate robots described by URDF files",
		Long: "Simulate robots described by URDF files.\n\n" +
			"Results go to stdout, diagnostics and progress to stderr. Exit status: 0 done, 1 the job failed, 2 " +
			"wrong usage.",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          usage(cobra.NoArgs),
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return &usageError{cmd.CommandPath(), err} })
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(newRun(), newAnalyze(), newTune(), newReport(), newBatch(), newMerge(), newSummarize(), newCheck(),
		newInfo(), newDynamics(), newIdentify(), newExcite(), newPlot(), newBench(), newAdvise(), newModels())
	// No line of a help text is wider than a terminal of 120 columns; paragraphs read better when they are less wide.
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", ".FlagUsagesWrapped 120 "))
	for _, c := range root.Commands() {
		c.Long = terminal.Wrap(c.Long, 100)
	}
	return root
}

// version returns the version of the module: a release, or one made from the date and the hash of the commit; devel
// if the build has none, as with go run.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}
