package terminal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// widest is how many cells of a source line are shown, the marks of what is cut off not counted.
const widest = 140

// listing shows places of a file: the source line with its number, and below it a caret under the column. Places that
// follow each other are found in one pass over the file.
type listing struct {
	data         string
	offset       int // a place in data, with its line and column
	line, column int
}

// newListing returns the listing of a file. A byte order mark at its beginning does not count.
func newListing(data []byte) *listing {
	return &listing{data: string(bytes.TrimPrefix(data, []byte("\ufeff"))), line: 1, column: 1}
}

// excerpt returns the two lines that show a place, with mark around the caret, or "" if the file has no such line.
// Columns count characters.
func (l *listing) excerpt(line, column int, mark func(string) string) string {
	if line < 1 || !l.seek(line, column) {
		return ""
	}
	left, right := l.window()
	var text, blank strings.Builder
	for _, c := range left {
		text.WriteString(c.text)
		if c.text == "\t" {
			blank.WriteString(c.text) // a tab is as wide as the one above
		} else {
			blank.WriteString(strings.Repeat(" ", c.width))
		}
	}
	for _, c := range right {
		text.WriteString(c.text)
	}
	gutter := fmt.Sprintf("%5d |", line)
	return strings.TrimRight(gutter+" "+text.String(), " \t") + "\n" +
		strings.Repeat(" ", len(gutter)-1) + "| " + blank.String() + mark("^") + "\n"
}

// seek moves to a line and column, or to the end of a line that is shorter, and reports whether there is such a line.
func (l *listing) seek(line, column int) bool {
	if line < l.line || line == l.line && column < l.column {
		l.offset, l.line, l.column = 0, 1, 1
	}
	for l.line < line {
		end := strings.IndexByte(l.data[l.offset:], '\n')
		if end < 0 {
			return false
		}
		l.offset, l.line, l.column = l.offset+end+1, l.line+1, 1
	}
	for l.column < column && !l.atEnd(l.offset) {
		_, n := utf8.DecodeRuneInString(l.data[l.offset:])
		l.offset, l.column = l.offset+n, l.column+1
	}
	return true
}

// atEnd reports whether a line ends at an offset.
func (l *listing) atEnd(offset int) bool {
	rest := l.data[offset:min(offset+2, len(l.data))]
	return rest == "" || rest[0] == '\n' || rest == "\r\n"
}

// cell is a character as it is shown.
type cell struct {
	text  string
	width int
}

// newCell returns the first character of s and its length there. Tabs stay, and count as many cells as they may take.
func newCell(s string) (cell, int) {
	if s[0] == '\t' {
		return cell{"\t", 8}, 1
	}
	text, n := visible(s)
	return cell{text, width(text)}, n
}

// window returns what is shown of the line, left of the place and from there on. It looks no further than that.
func (l *listing) window() (left, right []cell) {
	i, room := l.offset, widest
	for room > 0 && i > 0 && l.data[i-1] != '\n' {
		_, n := utf8.DecodeLastRuneInString(l.data[:i])
		i -= n
		c, _ := newCell(l.data[i:])
		left, room = append(left, c), room-c.width // the nearest first
	}
	cutLeft := i > 0 && l.data[i-1] != '\n'
	i, room = l.offset, widest
	for room > 0 && !l.atEnd(i) {
		c, n := newCell(l.data[i:])
		right, room = append(right, c), room-c.width
		i += n
	}
	cutRight := !l.atEnd(i)

	// A line too long is cut at both ends, such that a third of the window at least is right of the place, if the
	// line is that long.
	if cutLeft || cutRight || cells(left)+cells(right) > widest {
		n := fitting(right, max(widest/3, widest-cells(left)))
		cutRight, right = cutRight || n < len(right), right[:n]
		n = fitting(left, widest-cells(right))
		cutLeft, left = cutLeft || n < len(left), left[:n]
	}
	slices.Reverse(left)
	cut := cell{"...", 3}
	if cutLeft {
		left = slices.Insert(left, 0, cut)
	}
	if cutRight {
		right = append(right, cut)
	}
	return left, right
}

// cells returns the width of characters together.
func cells(line []cell) int {
	sum := 0
	for _, c := range line {
		sum += c.width
	}
	return sum
}

// fitting returns how many of the first characters fit into a width.
func fitting(line []cell, room int) int {
	for i, c := range line {
		if room -= c.width; room < 0 {
			return i
		}
	}
	return len(line)
}
