package terminal

import (
	"bufio"
	"strings"
)

// roomiest is how wide the parts of a column become at most. Longer cells stick out, so that one of them does not
// widen all.
const roomiest = 60

// Table is text in columns. A column whose cells are all empty is left out.
type Table struct {
	columns []column
	rows    [][]string // a cell for each column
}

// column is a column of a table. Its cells stand at the left; or they are aligned at a marker, as numbers are at the
// point, where cells without the marker end.
type column struct {
	title         string
	marker        string
	before, after int // widths of the cells before the marker and from there on
}

// NewTable returns a table with the columns of these titles. The cells of a column stand at the left; if the title ends
// in @ and a marker, as "mass@." does, they are aligned at the marker.
func NewTable(titles ...string) *Table {
	t := &Table{}
	for _, title := range titles {
		title, marker, _ := strings.Cut(title, "@")
		t.columns = append(t.columns, column{title: title, marker: marker})
	}
	return t
}

// Add adds a row, which has a cell for each column.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// split returns the parts of a cell before the marker and from there on.
func (c *column) split(cell string) (before, after string) {
	i := strings.Index(cell, c.marker)
	if i < 0 {
		i = len(cell)
	}
	return cell[:i], cell[i:]
}

// width returns how wide the column is.
func (c *column) width() int { return max(width(c.title), c.before+c.after) }

// Write writes the titles and the rows.
func (t *Table) Write(out *bufio.Writer) {
	titles := make([]string, len(t.columns))
	for i := range t.columns {
		c := &t.columns[i]
		titles[i] = c.title
		for _, row := range t.rows {
			before, after := c.split(row[i])
			c.before, c.after = max(c.before, min(width(before), roomiest)), max(c.after, min(width(after), roomiest))
		}
	}
	t.line(out, titles, func(c *column, title string) int {
		if c.marker == "" {
			return 0
		}
		return c.width() - width(title)
	})
	for _, row := range t.rows {
		t.line(out, row, func(c *column, cell string) int {
			before, _ := c.split(cell)
			if c.marker == "" {
				return 0
			}
			return max(0, c.width()-c.after-width(before))
		})
	}
}

// line writes a row, each cell behind as many blanks as lead says, and no blanks at the end.
func (t *Table) line(out *bufio.Writer, cells []string, lead func(*column, string) int) {
	blanks := 0
	for i, cell := range cells {
		c := &t.columns[i]
		if c.before+c.after == 0 {
			continue
		}
		if cell == "" {
			blanks += c.width() + 2
			continue
		}
		n := lead(c, cell)
		out.WriteString(strings.Repeat(" ", blanks+n) + cell)
		blanks = max(0, c.width()-n-width(cell)) + 2
	}
	out.WriteByte('\n')
}
