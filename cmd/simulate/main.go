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
		Use:           "simulate",
		Short:         "Simulate robots described by URDF files",
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
	addHelp(root)
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages ",
		fmt.Sprintf("FlagUsagesWrapped %d ", columns)))
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
