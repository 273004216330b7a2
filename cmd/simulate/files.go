package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/cmd/internal/terminal"
	"kinetree/internal/atomicfile"
	"kinetree/scenario"
)

// output is a file that a command is asked to write.
type output struct {
	flag, name string   // nothing is written if the name is empty; - is the output
	endings    []string // of the names that it may have; none for any
}

// checkOutputs refuses files that are one of the inputs, that are written twice, whose ending is that of something
// else, or that cannot be written at all, which one wants to know before the work and not after it.
func checkOutputs(inputs []string, outputs ...output) error {
	var errs []error
	written := map[string]string{}
	for _, o := range outputs {
		if o.name == "" {
			continue
		}
		fail := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf(o.flag+": "+format, args...))
		}
		if other, twice := written[filepath.Clean(o.name)]; twice {
			fail("%s is the file of %s, too; choose another name", o.name, other)
		}
		written[filepath.Clean(o.name)] = o.flag
		if o.name == "-" {
			continue
		}
		if ending := filepath.Ext(o.name); len(ending) > 1 && len(o.endings) > 0 &&
			!slices.ContainsFunc(o.endings, func(e string) bool { return strings.EqualFold(e, ending) }) {
			fail("the name of %s ends in %s; expected %s", o.name, ending, strings.Join(o.endings, " or "))
		}
		input := false
		for _, name := range inputs {
			if name != "-" && !input && scenario.SameFile(o.name, name) {
				input = true
				fail("%s would be overwritten, which is an input; choose another name", o.name)
			}
		}
		if err := atomicfile.Writable(o.name); err != nil && !input {
			fail("%s cannot be written: %v", o.name, err)
		}
	}
	return errors.Join(errs...)
}

// writeFile writes a file whole or not at all; - is the output.
func writeFile(name string, data []byte, stdout io.Writer) error {
	if name == "-" {
		_, err := stdout.Write(data)
		return err
	}
	return atomicfile.Write(name, data)
}

// writeResult writes a file whole or not at all, and not if it is one of the inputs.
func writeResult(name string, data []byte, inputs ...string) error {
	for _, input := range inputs {
		if scenario.SameFile(name, input) {
			return fmt.Errorf("%s is an input; choose another name", terminal.Plain(name))
		}
	}
	return atomicfile.Write(name, data)
}
