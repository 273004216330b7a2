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
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Mark stands near the beginning of each page, so that one can tell who has written it.
const Mark = `<meta name="generator" content="kinetree">`

// Page is a report.
type Page struct {
	Title    string
	Subtitle string // what a reader should know first, in a line
	Sections []Section
	Footer   string      // where the report comes from: the program, its version, the files
	Dark     [][2]string // custom properties of CSS that pictures use on dark screens: names and values
}

// Section is a part of a report under a heading.
type Section struct {
	Title  string
	Folded bool // the reader opens it; on paper it is open
	Blocks []Block
}

// Block is a part of a section: a [Paragraph], a [Warning], [Facts], [Checks], a [Table], a [Listing] or a [Figure].
type Block interface {
	kind() string
}

// Paragraph is text.
type Paragraph string

// Warning is a paragraph that must not be overlooked.
type Warning string

// Facts are names and values, a pair a line.
type Facts [][2]string

// Checks are the answers to what a reader asks first, a line each.
type Checks []Check

// Check is an answer with its verdict.
type Check struct {
	Verdict    Verdict
	Name, Text string
}

// Verdict says whether an answer is as it should be.
type Verdict string

// The verdicts. Open leaves it to the reader.
const (
	Good     Verdict = "good"
	Doubtful Verdict = "doubtful"
	Bad      Verdict = "bad"
	Open     Verdict = "open"
)

// Table has a row of headings and rows of as many cells. Columns that hold only numbers, and cells without anything
// or with a dash, are aligned to the right. A table with more columns than fit on a sheet of paper is continued below
// itself, where its first columns are repeated.
type Table struct {
	Caption string
	Columns []string
	Rows    [][]string
	Keys    int // how many columns name a row; 0 means one
}

// Listing is the text of a file as it stands.
type Listing struct {
	Caption, Text string
}

// Figure is a picture with its caption.
type Figure struct {
	Caption string
	Picture Picture
	Narrow  Picture // in its place on the screen of a phone; may be nil
}

// Picture writes itself as an element <svg>, as a drawing of package plot does. It must come from a program, not from
// an input, for it is not escaped.
type Picture interface {
	Inline(w io.Writer) error
}

func (Paragraph) kind() string { return "paragraph" }
func (Warning) kind() string   { return "warning" }
func (Facts) kind() string     { return "facts" }
func (Checks) kind() string    { return "checks" }
func (Table) kind() string     { return "table" }
func (Listing) kind() string   { return "listing" }
func (Figure) kind() string    { return "figure" }

//go:embed page.html
var pageText string

// page is the template of all pages. It is made for the first of them, since most commands write none.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"kind":    Block.kind,
		"inline":  inline,
		"parts":   parts,
		"numeric": numeric,
		"broken":  broken,
		"number":  func(i int) int { return i + 1 },
	}).Parse(pageText))
})

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
	if err := page().Execute(&out, p); err != nil {
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

// widest is how many columns with numbers of five digits stand beside each other on a sheet of A4.
const widest = 9

// parts divides a table into tables that fit on a sheet, of nearly the same width, with the caption above the first.
func parts(t Table) []Table {
	keys := max(t.Keys, 1)
	if len(t.Columns) <= max(widest, keys+1) {
		return []Table{t}
	}
	data, room := len(t.Columns)-keys, max(widest-keys, 1)
	n := (data + room - 1) / room
	list := make([]Table, n)
	for i := range list {
		from, to := keys+i*data/n, keys+(i+1)*data/n
		part := func(row []string) []string { return slices.Concat(row[:keys], row[from:to]) }
		list[i].Columns = part(t.Columns)
		for _, row := range t.Rows {
			list[i].Rows = append(list[i].Rows, part(row))
		}
	}
	list[0].Caption = t.Caption
	return list
}

// broken returns a name such as left_arm/elbow_joint with places where a narrow column may break it.
func broken(name string) template.HTML {
	return template.HTML(breaks.ReplaceAllString(template.HTMLEscapeString(name), "$1<wbr>$2"))
}

// breaks are the places in names, but not in units such as rad/s.
var breaks = regexp.MustCompile(`([_/.])([A-Za-z]{2})`)

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
