// Package spreadsheet keeps texts in CSV files from being formulas. Spreadsheets take a field for one that begins with
// = + - @, their full-width forms, a tab or the end of a line, in quotation marks or not, and a formula can send what
// stands in the sheet to others. Such a text is written with an apostrophe before it, which spreadsheets take for the
// sign of a text, and read without it. So that all texts survive, one that begins with apostrophes before such a sign
// gets one more.
package spreadsheet

import (
	"strconv"
	"strings"
)

// signs are those that begin formulas.
const signs = "=+-@\t\r\n＝＋－＠"

// begins reports whether a text begins with the sign of a formula behind any number of apostrophes.
func begins(s string) bool {
	s = strings.TrimLeft(s, "'")
	return s != "" && strings.IndexAny(s, signs) == 0
}

// Text returns a text as it is written. A number is no formula.
func Text(s string) string {
	if !begins(s) {
		return s
	}
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return s
	}
	return "'" + s
}

// Read returns the text that was written.
func Read(s string) string {
	if strings.HasPrefix(s, "'") && begins(s) {
		return s[1:]
	}
	return s
}
