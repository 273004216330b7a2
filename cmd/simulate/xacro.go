package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/terminal"
	"kinetree/internal/infile"
	"kinetree/urdf"
	"kinetree/urdf/find"
	"kinetree/urdf/xacro"
)

func newXacro() *cobra.Command {
	var e flags.Expansion
	cmd := &cobra.Command{
		Use:   "xacro [flags] FILE.xacro [NAME:=VALUE]...",
		Short: "Expand a file of xacro, the macro language of robots of ROS",
		Args:  usage(oneFile),
		RunE:  func(cmd *cobra.Command, args []string) error { return expand(cmd, &e, args[0], args[1:]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	e.Packages(f)
	addOut(cmd)
	return cmd
}

// oneFile checks that there is a file, and behind it nothing but arguments for it.
func oneFile(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("no file; expected one, for example: simulate xacro arm.urdf.xacro name:=left")
	}
	if strings.Contains(args[0], ":=") {
		return fmt.Errorf("the argument %s before the file; expected the file first", args[0])
	}
	seen := map[string]bool{}
	for _, a := range args[1:] {
		name, _, err := flags.ParseArgument(a)
		if err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("%s is given twice; keep one", name)
		}
		seen[name] = true
	}
	return nil
}

// expand writes what a file expands to.
func expand(cmd *cobra.Command, e *flags.Expansion, name string, given []string) error {
	var data []byte
	var err error
	if name == "-" {
		data, err = infile.All(cmd.InOrStdin(), "the input", urdf.MaxSize)
	} else {
		data, err = infile.Read(name, urdf.MaxSize)
	}
	if err != nil {
		return err
	}
	arguments := map[string]string{}
	for _, a := range given {
		argument, value, _ := flags.ParseArgument(a) // which was checked
		arguments[argument] = value
	}
	result, diagnostics := xacro.Expand(data, name, xacro.Environment{Arguments: arguments,
		Resolver: find.Resolver{Packages: e.Folders()}})
	terminal.NewFindings(cmd.ErrOrStderr()).Show(name, func(file string) []byte { return result.Files[file] },
		diagnostics)
	if diagnostics.Err() != nil {
		return errReported
	}
	return writeOut(cmd, name, "", result.Text)
}
