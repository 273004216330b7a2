package xacro

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"kinetree/urdf"
	"kinetree/urdf/xacro/expression"
)

// fault is an error at a place of a file.
type fault struct {
	at      place
	frame   *frame
	message string
	missing bool // follows from something missing, so says nothing where that was reported
	limit   bool // nothing more can be done
}

func (f *fault) Error() string { return f.message }

// fail returns a fault at a node.
func (n *node) fail(format string, args ...any) error {
	return &fault{at: n.place, frame: n.frame, message: fmt.Sprintf(format, args...)}
}

// failAt returns a fault at an attribute of a node.
func (n *node) failAt(name string, err error) error {
	var f *fault
	if errors.As(err, &f) {
		return err
	}
	at := n.place
	if name != "" {
		at = n.attributePlace(name)
	}
	return &fault{at: at, limit: isLimit(err), frame: n.frame, message: err.Error(), missing: isMissing(err)}
}

// failText returns a fault in the text of a node.
func (n *node) failText(err error) error {
	f := n.failAt("", err).(*fault)
	if at := n.place.document; f.at == n.place && at != nil { // blanks in front of the text do not count
		rest := at.data[n.place.offset:]
		f.at.offset += len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
	}
	return f
}

// isMissing reports whether an error is that of a name that may be defined by what is missing.
func isMissing(err error) bool {
	var name *expression.NameError
	var failed *failedError
	return errors.As(err, &name) || errors.As(err, &failed)
}

func isLimit(err error) bool {
	var limit *expression.LimitError
	return errors.As(err, &limit)
}

// failedError says that a property has an error that was reported where it was first used.
type failedError struct{ name string }

func (e *failedError) Error() string { return "the property " + e.name + " has no value" }

// maxFaults is how many faults are reported of a file.
const maxFaults = 100

// report notes an error, once. It returns an error where nothing more is to be looked at.
func (x *expander) report(err error, at *node) error {
	if errors.Is(err, errStop) {
		return err
	}
	var f *fault
	if !errors.As(err, &f) {
		f = at.fail("%v", err).(*fault)
		f.missing, f.limit = isMissing(err), isLimit(err)
	}
	if f.limit {
		x.note(urdf.Error, f)
		return errStop
	}
	if f.missing && x.incomplete && x.errors > 0 {
		return nil
	}
	x.note(urdf.Error, f)
	if x.errors >= maxFaults {
		return errStop
	}
	return nil
}

// errStop ends an expansion whose faults are noted.
var errStop = errors.New("stop")

// warn notes a warning at a node, once.
func (x *expander) warn(n *node, format string, args ...any) {
	x.note(urdf.Warning, n.fail(format, args...).(*fault))
}

// note adds a diagnostic, unless it was added before.
func (x *expander) note(severity urdf.Severity, f *fault) {
	key := fmt.Sprint(f.at.offset, f.message)
	if f.at.document != nil {
		key += f.at.document.name
	}
	if x.noted[key] || severity == urdf.Warning && len(x.diagnostics) >= maxFaults {
		return
	}
	d := urdf.Diagnostic{Severity: severity, Code: "xacro", Message: f.message, Hint: f.frame.String()}
	if f.at.document != nil {
		d.File, d.Pos = f.at.document.name, f.at.document.position(f.at.offset)
	}
	x.noted[key] = true
	if severity == urdf.Error {
		x.errors++
	}
	x.diagnostics = append(x.diagnostics, d)
}

// String returns the chain of calls and includes, the nearest first.
func (f *frame) String() string {
	const most = 8
	var parts []string
	for ; f != nil; f = f.outer {
		if len(parts) == most {
			parts = append(parts, "and so on")
			break
		}
		p := f.at.document.position(f.at.offset)
		parts = append(parts, fmt.Sprintf("%s at %s:%d:%d", f.what, f.at.document.name, p.Line, p.Column))
	}
	return strings.Join(parts, "; ")
}
