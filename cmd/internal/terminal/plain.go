package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns a text that comes from a file as it may be shown on a terminal: what is not printable, such as the
// beginning of an escape sequence or the end of a line, is written as in \x1b. Of a very long one it is the beginning.
func Plain(s string) string {
	const most = 4000 // bytes
	var b strings.Builder
	for len(s) > 0 {
		if b.Len() >= most {
			return b.String() + "..."
		}
		text, n := visible(s)
		b.WriteString(text)
		s = s[n:]
	}
	return b.String()
}

// PlainLines is Plain for a text of several lines.
func PlainLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = Plain(l)
	}
	return strings.Join(lines, "\n")
}

// visible returns the first character of s as Plain writes it, and its length in s. A byte that is not UTF-8 counts
// as one character.
func visible(s string) (text string, n int) {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf(`\x%02x`, s[0]), n
	case strconv.IsPrint(r):
		return s[:n], n
	default:
		return strings.Trim(strconv.QuoteRune(r), "'"), n
	}
}

// width returns how many cells of a terminal a plain text takes.
func width(s string) int {
	cells := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me): // drawn over the character before
		case unicode.Is(twoCells, r):
			cells += 2
		default:
			cells++
		}
	}
	return cells
}

// twoCells has the characters that take two cells: those of East Asian scripts, their full-width forms, and pictures.
var twoCells = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, // Hangul that begins a syllable
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1}, // radicals and punctuation
		{Lo: 0x3041, Hi: 0xa4cf, Stride: 1}, // kana, Chinese, Yi
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, // Hangul syllables
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1}, // Chinese for compatibility
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, // vertical and small forms
		{Lo: 0xff01, Hi: 0xff60, Stride: 1}, // full-width forms
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, // pictures
		{Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1}, // rare Chinese
	},
}
