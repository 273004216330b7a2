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

// try returns why numbers at paths could not be written. One wants to know before the work.
func (i *into) try(paths []string) error {
	_, err := i.text(paths, make([]float64, len(paths)))
	return err
}

// text returns the file with numbers at paths, nil if there is no file.
func (i *into) text(paths []string, numbers []float64) ([]byte, error) {
	if i.file == "" {
		return nil, nil
	}
	text, err := infile.Read(i.file, strict.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("--into: %w", err)
	}
	list := make([]scenario.Written, len(paths))
	for k := range list {
		list[k] = scenario.Written{Path: paths[k], Value: numbers[k]}
	}
	if text, err = scenario.Into(text, i.file, i.controller, list, i.digits); err != nil {
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
