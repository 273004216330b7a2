package main

import (
	"embed"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/plot"
	"kinetree/integrate"
)

// helpTexts has a file for each command: what it does, and below the line "Examples:" calls of it.
//
//go:embed help
var helpTexts embed.FS

// columns is how wide help texts are at most.
const columns = 120

// blanks returns what fills in what several help texts have in common.
func blanks() *strings.Replacer {
	return strings.NewReplacer(
		"{model}", "MODEL.urdf is a file, the name of an embedded model where no such file exists (`simulate models` "+
			"lists\nthem), or - for the input. A file that ends in .xacro is expanded, with --xacro and --package.",
		"{integrators}", integrators(),
		"{quantities}", strings.Join(plot.Quantities(), ", "),
		"{defaults}", strings.Join(plot.DefaultQuantities(), ", "),
	)
}

// addHelp gives a command and those below it their help texts, with their blanks filled in.
func addHelp(cmd *cobra.Command, fill *strings.Replacer) {
	if cmd.Long != "" { // a page of another package
		return
	}
	data, err := helpTexts.ReadFile("help/" + cmd.Name() + ".txt")
	if err != nil {
		panic(err) // a command without a help text, which every test of the program finds
	}
	text := fill.Replace(strings.TrimRight(string(data), "\n"))
	cmd.Long, cmd.Example, _ = strings.Cut(text, "\n\nExamples:\n")
	for _, sub := range cmd.Commands() {
		addHelp(sub, fill)
	}
}

func integrators() string {
	var b strings.Builder
	for _, m := range integrate.Methods() {
		fmt.Fprintf(&b, "  %-17s %s\n", m.Name, m.Purpose)
	}
	return strings.TrimRight(b.String(), "\n")
}

// finishHelp gives the program its command help, and all commands help that begins with the usage.
func finishHelp(root *cobra.Command) {
	const about = "About the program"
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			c.Run, c.RunE = nil, func(cmd *cobra.Command, args []string) error {
				of, rest, err := root.Find(args)
				if err == nil {
					err = noSuchCommand(of, rest)
				}
				if err != nil {
					return &usageError{root.Name(), err}
				}
				of.InitDefaultHelpFlag()
				return of.Help()
			}
		}
	}
	root.SetHelpCommandGroupID(about)
	root.SetCompletionCommandGroupID(about)
	wrapped := strings.ReplaceAll(root.UsageTemplate(), "FlagUsages ", fmt.Sprintf("FlagUsagesWrapped %d ", columns))
	head, rest, _ := strings.Cut(wrapped, "{{if gt (len .Aliases) 0}}")
	root.SetUsageTemplate(wrapped)
	root.SetHelpTemplate(head + "\n\n{{with (or .Long .Short)}}{{. | trimTrailingWhitespaces}}{{end}}" +
		"{{if gt (len .Aliases) 0}}" + rest)
}
