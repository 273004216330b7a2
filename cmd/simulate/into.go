package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kinetree/internal/atomicfile"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/scenario"
)

// into holds the options of a command that writes gains into a file that has them already.
type into struct {
	file, controller string
	args             map[string]string // of the launch file of a parameter file
	digits           int
}

// add adds the flags.
func (i *into) add(f *pflag.FlagSet) {
	f.StringVar(&i.file, "into", "", "`file` into which the gains are written, a scenario or a controllers.yaml of "+
		"ros2_control: their digits change, and no other byte")
	f.StringVar(&i.controller, "into-controller", "", "controller of that file whose gains they are (default the one "+
		"that could be meant)")
	f.IntVar(&i.digits, "digits", 4, "significant digits of the gains that --into writes")
}

// check refuses flags that make no sense.
func (i *into) check(cmd *cobra.Command) error {
	if i.digits < 1 || i.digits > 17 {
		return fmt.Errorf("--digits: %d; expected 1 to 17", i.digits)
	}
	for _, name := range []string{"into-controller", "digits"} {
		if i.file == "" && cmd.Flags().Changed(name) {
			return errors.New("--" + name + ": nothing is written; expected --into FILE, too")
		}
	}
	return nil
}

// from takes the name and the arguments of the controller that are not given from a scenario whose gains are written.
func (i *into) from(c *scenario.Controller) {
	if i.args = c.Args; i.controller == "" {
		i.controller = c.Name
	}
}

// open returns the file, nil if there is none.
func (i *into) open() (*scenario.IntoFile, error) {
	if i.file == "" {
		return nil, nil
	}
	text, err := infile.Read(i.file, strict.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("--into: %w", err)
	}
	return &scenario.IntoFile{Name: i.file, Text: text, Controller: i.controller, Args: i.args, Digits: i.digits}, nil
}

// try returns why numbers at paths could not be written. One wants to know before the work.
func (i *into) try(paths []string) error {
	_, err := i.text(paths, make([]float64, len(paths)))
	return err
}

// text returns the file with numbers at paths, nil if there is no file.
func (i *into) text(paths []string, numbers []float64) ([]byte, error) {
	file, err := i.open()
	if file == nil {
		return nil, err
	}
	list := make([]scenario.Written, len(paths))
	for k := range list {
		list[k] = scenario.Written{Path: paths[k], Value: numbers[k]}
	}
	text, err := file.Into(list)
	if err != nil {
		return nil, fmt.Errorf("--into: %w", err)
	}
	return text, nil
}

// write writes numbers at paths into the file.
func (i *into) write(paths []string, numbers []float64) error {
	text, err := i.text(paths, numbers)
	if err != nil || i.file == "" {
		return err
	}
	return atomicfile.Write(i.file, text)
}
