package terminal

import (
	"strings"
	"unicode/utf8"
)

// Wrap fills the paragraphs of a text such that no line is wider than a number of columns, unless a word is. A line
// that begins with a space, as of a table or an example, is left as it is and ends a paragraph, like an empty line.
func Wrap(text string, width int) string {
	var out strings.Builder
	column := 0
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || line[0] == ' ' {
			if column > 0 {
				out.WriteByte('\n')
			}
			out.WriteString(line)
			column = 0
			continue
		}
		for _, word := range words {
			n := utf8.RuneCountInString(word)
			switch {
			case column == 0:
			case column+1+n > width:
				out.WriteByte('\n')
				column = 0
			default:
				out.WriteByte(' ')
				column++
			}
			out.WriteString(word)
			column += n
		}
	}
	return out.String()
}
