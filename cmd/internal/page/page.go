// Package page writes a page of HTML that stands for itself: text, tables and pictures in one file, without scripts
// and without anything from the network, light enough to mail and fit to be printed. The same content gives the same
// bytes. What comes from outside is escaped.
package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
)

// Page is a report.
type Page struct {
	Title    string
	Subtitle string // what a reader should know first, in a line
	Sections []Section
	Footer   string // where the report comes from: the program, its version, the files
}

// Section is a part of a report under a heading.
type Section struct {
	Title  string
	Blocks []Block
}

// Block is a part of a section: a [Paragraph], a [Warning], [Facts], a [Table], a [Listing] or a [Figure].
type Block interface {
	kind() string
}

// Paragraph is text.
type Paragraph string

// Warning is a paragraph that must not be overlooked.
type Warning string

// Facts are names and values, a pair a line.
type Facts [][2]string

// Table has a row of headings and rows of as many cells. Columns that hold only numbers, and cells without anything
// or with a dash, are aligned to the right.
type Table struct {
	Caption string
	Columns []string
	Rows    [][]string
}

// Listing is the text of a file as it stands.
type Listing struct {
	Caption, Text string
}

// Figure is a picture with its caption.
type Figure struct {
	Caption string
	Picture Picture
}

// Picture writes itself as an element <svg>, as a drawing of package plot does. It must come from a program, not from
// an input, for it is not escaped.
type Picture interface {
	Inline(w io.Writer) error
}

func (Paragraph) kind() string { return "paragraph" }
func (Warning) kind() string   { return "warning" }
func (Facts) kind() string     { return "facts" }
func (Table) kind() string     { return "table" }
func (Listing) kind() string   { return "listing" }
func (Figure) kind() string    { return "figure" }

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"kind":    Block.kind,
	"inline":  inline,
	"numeric": numeric,
	"number":  func(i int) int { return i + 1 },
}).Parse(pageText))

// Write writes the page. Nothing is written if a picture fails or a row of a table has not as many cells as there are
// columns, which panics.
func Write(w io.Writer, p Page) error {
	for _, s := range p.Sections {
		for _, b := range s.Blocks {
			if t, ok := b.(Table); ok {
				t.check()
			}
		}
	}
	var out bytes.Buffer
	if err := page.Execute(&out, p); err != nil {
		return err
	}
	_, err := w.Write(out.Bytes())
	return err
}

func (t Table) check() {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			panic(fmt.Sprintf("report: row %d of the table %q has %d cells, there are %d columns", i, t.Caption,
				len(row), len(t.Columns)))
		}
	}
}

// inline returns the text of a picture.
func inline(p Picture) (template.HTML, error) {
	var out bytes.Buffer
	err := p.Inline(&out)
	return template.HTML(out.String()), err
}

// numeric reports for each column whether it holds numbers.
func numeric(t Table) []bool {
	out := make([]bool, len(t.Columns))
	for k := range out {
		for _, row := range t.Rows {
			cell := strings.TrimSpace(strings.ReplaceAll(row[k], "−", "-"))
			if cell == "" || cell == "-" || cell == "–" {
				continue
			}
			if _, err := strconv.ParseFloat(strings.TrimSuffix(cell, "%"), 64); err != nil {
				out[k] = false
				break
			}
			out[k] = true
		}
	}
	return out
}
