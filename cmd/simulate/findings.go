package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"kinetree/models"
	"kinetree/urdf"
)

// mostShown is how many diagnostics of a file are shown.
const mostShown = 100

// findings shows people what was found in files: each diagnostic with an excerpt of the file.
type findings struct {
	out    io.Writer
	colour bool
	always bool // say how many also after a single one
}

// newFindings returns findings that go to out, in colour if that is a terminal and nobody objects.
func newFindings(out io.Writer) *findings {
	file, ok := out.(*os.File)
	return &findings{out: out, colour: ok && isTerminal(file) && os.Getenv("NO_COLOR") == "" &&
		os.Getenv("TERM") != "dumb"}
}

// show writes the diagnostics of a file, and how many they are.
func (f *findings) show(s *models.Source) {
	if len(s.Diagnostics) == 0 {
		return
	}
	places := newListing(s.Data)
	var b strings.Builder
	for i, d := range s.Diagnostics {
		if i == mostShown {
			fmt.Fprintf(&b, "... and %d more\n", len(s.Diagnostics)-mostShown)
			break
		}
		b.WriteString(f.line(&d) + "\n")
		b.WriteString(places.excerpt(d.Pos.Line, d.Pos.Column,
			func(caret string) string { return f.paint(d.Severity, caret) }))
	}
	if len(s.Diagnostics) > 1 || f.always {
		b.WriteString(tally(s.Name, s.Diagnostics) + "\n")
	}
	io.WriteString(f.out, b.String())
}

// line returns a diagnostic on one line.
func (f *findings) line(d *urdf.Diagnostic) string {
	text, severity := d.Error(), d.Severity.String()
	at := len(d.File) + strings.Index(text[len(d.File):], severity) // after the place
	return plain(text[:at]) + f.paint(d.Severity, severity) + plain(text[at+len(severity):])
}

// paint puts a text into the colour of a severity.
func (f *findings) paint(s urdf.Severity, text string) string {
	switch {
	case !f.colour:
		return text
	case s == urdf.Warning:
		return "\x1b[1;35m" + text + "\x1b[0m"
	default:
		return "\x1b[1;31m" + text + "\x1b[0m"
	}
}

// tally says how many diagnostics a file has: arm.urdf: 2 errors, 1 warning.
func tally(name string, diags urdf.Diagnostics) string {
	var parts []string
	add := func(n int, what urdf.Severity) {
		switch {
		case n == 1:
			parts = append(parts, fmt.Sprintf("1 %v", what))
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %vs", n, what))
		}
	}
	add(len(diags.Errors()), urdf.Error)
	add(len(diags.Warnings()), urdf.Warning)
	return plain(name) + ": " + strings.Join(parts, ", ")
}
