package urdf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kinetree/internal/suggest"
)

// Severity tells whether a robot can be built in spite of a diagnostic.
type Severity int

// A file with an Error yields no robot; one with Warnings does.
const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic says what is wrong at one place of a file. It is an error value.
type Diagnostic struct {
	Severity Severity
	Code     string // stable name of the rule, for example "number"
	File     string // may be empty
	Pos      Position
	Path     string  // of the element or attribute, for example robot/joint[@name="j2"]/limit@effort
	Message  string  // what was found; what was expected
	Hint     string  // what may help, or empty
	Repair   *Repair // a change that mends it, or nil
}

// Error returns FILE:LINE:COLUMN: error|warning: PATH: message (hint).
func (d Diagnostic) Error() string {
	var b strings.Builder
	if d.File != "" {
		b.WriteString(d.File + ":")
	}
	if d.Pos.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", d.Pos.Line, d.Pos.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	fmt.Fprintf(&b, "%v: ", d.Severity)
	if d.Path != "" {
		b.WriteString(d.Path + ": ")
	}
	b.WriteString(d.Text())
	return b.String()
}

// Text returns the message, and the hint if there is one.
func (d Diagnostic) Text() string {
	if d.Hint == "" {
		return d.Message
	}
	return d.Message + " (" + d.Hint + ")"
}

// hintRepair adds the repair to the hint.
func (d *Diagnostic) hintRepair() {
	if d.Hint != "" {
		d.Hint += "; "
	}
	d.Hint += "the repair is " + d.Repair.String()
}

// nearest returns the hint that names the nearest of the known names, or "".
func nearest(name string, known []string) string {
	if near, ok := suggest.Near(name, known); ok {
		return fmt.Sprintf("did you mean %s?", quote(near))
	}
	return ""
}

// Diagnostics are all that is wrong with one file, in file order.
type Diagnostics []Diagnostic

// add appends a diagnostic and returns it, for a hint. The result is valid until the next call.
func (ds *Diagnostics) add(d Diagnostic) *Diagnostic {
	*ds = append(*ds, d)
	return &(*ds)[len(*ds)-1]
}

// maxShown is how many diagnostics Error prints.
const maxShown = 100

// Error returns one line per diagnostic, the first hundred and the number of the others.
func (ds Diagnostics) Error() string {
	var lines []string
	for i, d := range ds {
		if i == maxShown {
			lines = append(lines, fmt.Sprintf("... and %d more", len(ds)-maxShown))
			break
		}
		lines = append(lines, d.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns each diagnostic, for errors.As.
func (ds Diagnostics) Unwrap() []error {
	errs := make([]error, len(ds))
	for i, d := range ds {
		errs[i] = d
	}
	return errs
}

// Errors returns the diagnostics of severity Error.
func (ds Diagnostics) Errors() Diagnostics { return ds.only(Error) }

// Warnings returns the diagnostics of severity Warning.
func (ds Diagnostics) Warnings() Diagnostics { return ds.only(Warning) }

func (ds Diagnostics) only(s Severity) Diagnostics {
	var out Diagnostics
	for _, d := range ds {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// Err returns the errors among the diagnostics as one error, or nil if there are none.
func (ds Diagnostics) Err() error {
	if errs := ds.Errors(); len(errs) > 0 {
		return errs
	}
	return nil
}

// Sort puts the diagnostics in file order.
func (ds Diagnostics) Sort() {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
}
