package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/scenario/draft"
)

func newInit() *cobra.Command {
	out, reading := "", flags.Reading{}
	cmd := &cobra.Command{
		Use:   "init [flags] MODEL.urdf",
		Short: "Write a commented scenario for a robot, which holds it",
		Args:  usage(oneModel),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" {
				return &usageError{cmd.CommandPath(),
					errors.New("the scenario names the model, so the input does not do; " +
						"expected a file or an embedded model")}
			}
			if out == "" {
				out = models.Stem(args[0]) + ".yaml"
			}
			return initialise(cmd, args[0], out, &reading)
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "",
		"scenario, a `file` .yaml, or - for the output (default MODEL's name with .yaml in the current folder)")
	reading.Add(cmd.Flags())
	addForce(cmd)
	return cmd
}

// initialise writes a scenario for a robot.
func initialise(cmd *cobra.Command, model, out string, reading *flags.Reading) error {
	if err := checkOutputs(cmd, []string{model}, output.Target{Flag: "--out", Name: out,
		Endings: []string{".yaml", ".yml"}}); err != nil {
		return err
	}
	source, err := reading.Expansion.Opening(nil).Model(model)
	if err != nil {
		return err
	}
	text, notes, err := draft.Starter(out, source, reading.Inertia.Value)
	var unheld *draft.UnheldError
	if err != nil && !errors.As(err, &unheld) {
		return err
	}
	for _, n := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: "+terminal.Plain(n))
	}
	if fault := writeFile(out, []byte(text), cmd.OutOrStdout()); fault != nil {
		return fmt.Errorf("the scenario cannot be written: %w", fault)
	}
	if err != nil {
		return err
	}
	if out != "-" {
		fmt.Fprintf(cmd.OutOrStdout(), "%s; `simulate run %s` runs it\n", terminal.Plain(out),
			terminal.PlainArgument(out))
	}
	return nil
}
