package terminal

import (
	"fmt"
	"io"
	"os"
	"strings"

	"kinetree/urdf"
)

// mostShown is how many diagnostics of a file are shown.
const mostShown = 100

// Findings prints what was found in files: each diagnostic with an excerpt of the file.
type Findings struct {
	Always bool // say how many they are after a single one, too
	out    io.Writer
	colour bool
}

// NewFindings returns findings that go to out, in colour if that is a terminal and neither NO_COLOR nor TERM=dumb is
// set.
func NewFindings(out io.Writer) *Findings {
	if file := asTerminal(out); file != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		return &Findings{out: file, colour: true}
	}
	return &Findings{out: out}
}

// Show writes the diagnostics of a file, and how many they are. What they name may be other files, whose text is nil if
// there is none to show.
func (f *Findings) Show(name string, text func(file string) []byte, diagnostics urdf.Diagnostics) {
	if len(diagnostics) == 0 {
		return
	}
	places := map[string]*listing{}
	var b strings.Builder
	for i, d := range diagnostics {
		if i == mostShown {
			fmt.Fprintf(&b, "... and %d more\n", len(diagnostics)-mostShown)
			break
		}
		b.WriteString(f.line(&d) + "\n")
		if places[d.File] == nil {
			places[d.File] = newListing(text(d.File))
		}
		b.WriteString(places[d.File].excerpt(d.Pos.Line, d.Pos.Column,
			func(caret string) string { return f.paint(d.Severity, caret) }))
	}
	if len(diagnostics) > 1 || f.Always {
		b.WriteString(Tally(name, diagnostics) + "\n")
	}
	io.WriteString(f.out, b.String())
}

// line returns a diagnostic on one line.
func (f *Findings) line(d *urdf.Diagnostic) string {
	text, severity := d.Error(), d.Severity.String()
	at := len(d.File) + strings.Index(text[len(d.File):], severity) // after the place
	return Plain(text[:at]) + f.paint(d.Severity, severity) + Plain(text[at+len(severity):])
}

// paint returns a text in the colour of a severity.
func (f *Findings) paint(s urdf.Severity, text string) string {
	switch {
	case !f.colour:
		return text
	case s == urdf.Warning:
		return "\x1b[1;35m" + text + "\x1b[0m"
	default:
		return "\x1b[1;31m" + text + "\x1b[0m"
	}
}

// Tally says how many diagnostics a file has: arm.urdf: 2 errors, 1 warning.
func Tally(name string, diagnostics urdf.Diagnostics) string {
	return Plain(name) + ": " + counts(diagnostics)
}

// counts returns a phrase with the number of diagnostics of each severity.
func counts(diagnostics urdf.Diagnostics) string {
	var parts []string
	for _, one := range []struct {
		n    int
		what urdf.Severity
	}{{len(diagnostics.Errors()), urdf.Error}, {len(diagnostics.Warnings()), urdf.Warning}} {
		if one.n > 0 {
			parts = append(parts, Counted(one.n, one.what.String()))
		}
	}
	return strings.Join(parts, ", ")
}
