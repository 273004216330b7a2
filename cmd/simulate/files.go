package main

import (
	"io"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/terminal"
	"kinetree/internal/atomicfile"
)

// signature stands at the beginning of scenarios and robots that commands write.
const signature = "Written by simulate."

// addForce adds the flag --force to a command that writes files.
func addForce(cmd *cobra.Command) {
	cmd.Flags().Bool("force", false, "replace files that are nothing that this command has written")
}

// forced reports whether files may be replaced that are nothing that the command has written.
func forced(cmd *cobra.Command) bool {
	force, err := cmd.Flags().GetBool("force")
	return force && err == nil
}

// checkOutputs returns why files cannot be written, as an error of usage.
func checkOutputs(cmd *cobra.Command, inputs []string, files ...output.Target) error {
	if err := output.Check(forced(cmd), inputs, files...); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	return nil
}

// addOut adds the flag --out to a command that prints a text unless a file is named for it.
func addOut(cmd *cobra.Command) {
	cmd.Flags().StringP("out", "o", "-", "`file` to write to, - for the output")
	addForce(cmd)
}

// writeOut writes a text to what --out says. A file with a mark near its beginning may be replaced.
func writeOut(cmd *cobra.Command, input, mark string, text []byte) error {
	name, err := cmd.Flags().GetString("out")
	if err != nil {
		return err
	}
	if err := checkOutputs(cmd, []string{input}, output.Target{Flag: "--out", Name: name, Mark: mark}); err != nil {
		return err
	}
	return writeFile(name, text, cmd.OutOrStdout())
}

// writeFile writes a file whole or not at all; - is the output.
func writeFile(name string, data []byte, stdout io.Writer) error {
	if name == "-" {
		_, err := terminal.Data(stdout).Write(data)
		return err
	}
	return atomicfile.Write(name, data)
}
