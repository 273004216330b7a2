package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kinetree/cmd/internal/flags"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	tables "kinetree/internal/table"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/script"
	"kinetree/sim/record"
	"kinetree/urdf"
)

// usageError is a call of the program that makes no sense.
type usageError struct {
	command string
	err     error
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%v\n`%s --help` explains the usage", e.err, e.command)
}

func (e *usageError) Unwrap() error { return e.err }

// errReported is the error of a job whose failure the user has read already.
var errReported = errors.New("reported already")

// one checks that there is one argument. The example is how the command may go on.
func one(what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 1:
			return nil
		case example == "":
			return fmt.Errorf("%d %s; expected one", len(args), what)
		}
		return fmt.Errorf("%d %s; expected one, for example: %s %s", len(args), what, cmd.CommandPath(), example)
	}
}

// usage makes the errors of an argument check usage errors.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return &usageError{cmd.CommandPath(), err}
		}
		return nil
	}
}

// noSuchCommand refuses arguments of the program itself, which are commands that it does not have.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	hint := suggest.Hint(args[0], names)
	if _, err := os.Stat(args[0]); hint == "" && (err == nil || models.Hides(args[0])) {
		hint = fmt.Sprintf(" (did you mean `%s run %s`?)", cmd.Name(), args[0])
	}
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), hint)
}

// once is the value of a flag that may be given once.
type once struct {
	pflag.Value
	given bool
}

func (v *once) Set(text string) error {
	if v.given {
		return errors.New("the flag is given twice; keep one")
	}
	v.given = true
	return v.Value.Set(text)
}

// onceOnly lets the flags of all commands be given once, but for lists and for those that say that they are repeatable.
func onceOnly(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, list := f.Value.(pflag.SliceValue); !list && !strings.Contains(f.Usage, "repeatable") {
			f.Value = &once{Value: f.Value}
		}
	})
	for _, sub := range cmd.Commands() {
		onceOnly(sub)
	}
}

// noSuchFlag returns the error of a flag with the name of the one that may be meant.
func noSuchFlag(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if !errors.As(err, &missing) {
		return err
	}
	if letters := missing.GetSpecifiedShortnames(); letters != "" {
		if _, missing := os.Stat("-" + letters); missing == nil {
			return fmt.Errorf("%w; the file of that name is given as ./-%s, or behind --", err, letters)
		}
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	return fmt.Errorf("%w%s", err, suggest.Hint("--"+missing.GetSpecifiedName(), names))
}

// status returns the exit status for an error.
func status(err error) int {
	var use *usageError
	var field *scenario.FieldError
	var fault *strict.Fault
	var inFile *script.Error
	switch {
	case err == nil:
		return done
	case errors.As(err, &inFile): // a field that a script has set, not a flag
		return jobFailed
	case errors.As(err, &use), errors.As(err, &field), errors.As(err, &fault) && saidBy(fault) != "":
		return wrongUsage
	default:
		return jobFailed
	}
}

// saidBy returns the flag that a fault is about, --set with the path, or nothing if the fault is about a file.
func saidBy(fault *strict.Fault) string {
	switch {
	case fault.File == "--set":
		return fault.File + " " + fault.Path
	case strings.HasPrefix(fault.File, "--"):
		return fault.File
	}
	return ""
}

// message returns what the user reads of an error, a line for each that was joined, and hints.
func message(err error) string {
	var lines []string
	for _, e := range flatten(err) {
		var field *scenario.FieldError
		var diags urdf.Diagnostics
		var cell *tables.Error
		var log *record.LogError
		var fault *strict.Fault
		var line *script.Error
		var name *models.NoModelError
		switch {
		case errors.As(e, &line): // with place and severity
			lines = append(lines, line.Error())
		case errors.As(e, &diags): // likewise
			lines = append(lines, diags.Error())
		case errors.As(e, &cell): // likewise
			lines = append(lines, cell.Error())
		case errors.As(e, &fault) && saidBy(fault) != "":
			lines = append(lines, fmt.Sprintf("error: %s: %s", saidBy(fault), fault.Message))
		case errors.As(e, &fault):
			lines = append(lines, fault.Error())
		case errors.As(e, &log):
			lines = append(lines, log.Error())
		case errors.As(e, &field):
			name := flags.For(field.Field)
			lines = append(lines, fmt.Sprintf("error: %s: %s", name, field.Message))
		case errors.As(e, &name):
			lines = append(lines, "error: "+name.Error(), "hint: `simulate models` lists the embedded models")
		default:
			lines = append(lines, "error: "+e.Error())
		}
	}
	return strings.Join(lines, "\n")
}

// flatten returns the errors that were joined.
func flatten(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if _, whole := err.(urdf.Diagnostics); !ok || whole {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, flatten(e)...)
	}
	return all
}
