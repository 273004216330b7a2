package terminal

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kinetree/urdf"
)

// Census counts what was found in many files.
type Census struct {
	files, good      int
	errors, warnings int
	codes            map[string]*codeCount
}

// codeCount counts the diagnostics with one code.
type codeCount struct {
	errors, warnings, files int
	last                    string // file
	first                   string // place
}

// Add counts a file with its diagnostics, and whether it is good enough.
func (c *Census) Add(file string, good bool, diagnostics urdf.Diagnostics) {
	if c.codes == nil {
		c.codes = map[string]*codeCount{}
	}
	c.files++
	if good {
		c.good++
	}
	for _, d := range diagnostics {
		k := c.codes[d.Code]
		if k == nil {
			k = &codeCount{first: place(file, &d)}
			c.codes[d.Code] = k
		}
		if d.Severity == urdf.Error {
			k.errors++
			c.errors++
		} else {
			k.warnings++
			c.warnings++
		}
		if k.files == 0 || k.last != file {
			k.files++
			k.last = file
		}
	}
}

// place returns FILE:LINE:COLUMN.
func place(file string, d *urdf.Diagnostic) string {
	if d.Pos.Line > 0 {
		file += fmt.Sprintf(":%d:%d", d.Pos.Line, d.Pos.Column)
	}
	return Plain(file)
}

// Write writes the table of codes, those with most errors first, and the sum of all.
func (c *Census) Write(out *bufio.Writer) {
	if len(c.codes) > 0 {
		names := slices.SortedFunc(maps.Keys(c.codes), func(a, b string) int {
			x, y := c.codes[a], c.codes[b]
			return cmp.Or(y.errors-x.errors, y.warnings-x.warnings, strings.Compare(a, b))
		})
		t := NewTable("code", "errors@.", "warnings@.", "files@.", "first")
		for _, name := range names {
			k := c.codes[name]
			t.Add(name, strconv.Itoa(k.errors), strconv.Itoa(k.warnings), strconv.Itoa(k.files), k.first)
		}
		out.WriteByte('\n')
		t.Write(out)
	}
	fmt.Fprintf(out, "\n%s: %d ok, %d not; %s, %s\n", Counted(c.files, "file"), c.good, c.files-c.good,
		Counted(c.errors, "error"), Counted(c.warnings, "warning"))
}

// FileLine writes what was found in a file on one line: whether it is good enough, the robot, and the first error and
// how many more there are, or the codes of the warnings.
func FileLine(out *bufio.Writer, file string, good bool, robot *urdf.Robot, diagnostics urdf.Diagnostics) {
	word := "ok    "
	if !good {
		word = "fails "
	}
	if robot == nil {
		first, rest := splitFirst(diagnostics)
		fmt.Fprintf(out, "%s%s: %s: ", word, place(file, &first), first.Code)
		if first.Path != "" {
			out.WriteString(Plain(first.Path) + ": ")
		}
		out.WriteString(Plain(first.Text()))
		if len(rest) > 0 {
			fmt.Fprintf(out, "; and %s", counts(rest))
		}
		out.WriteByte('\n')
		return
	}
	o := urdf.NewOutline(robot)
	fmt.Fprintf(out, "%s%s: %s, %s, %s, %.4g kg", word, Plain(file), Plain(robot.Name),
		Counted(len(robot.Links), "link"), Counted(o.Moving, "moving joint"), o.Mass)
	if len(diagnostics) > 0 {
		codes := map[string]int{}
		for _, d := range diagnostics {
			codes[d.Code]++
		}
		var parts []string
		for _, code := range slices.Sorted(maps.Keys(codes)) {
			parts = append(parts, fmt.Sprintf("%s %d", code, codes[code]))
		}
		fmt.Fprintf(out, "; %s: %s", counts(diagnostics), strings.Join(parts, ", "))
	}
	out.WriteByte('\n')
}

// splitFirst returns the first error of a file, and the other diagnostics.
func splitFirst(diagnostics urdf.Diagnostics) (first urdf.Diagnostic, rest urdf.Diagnostics) {
	i := slices.IndexFunc(diagnostics, func(d urdf.Diagnostic) bool { return d.Severity == urdf.Error })
	return diagnostics[i], slices.Concat(diagnostics[:i], diagnostics[i+1:])
}
