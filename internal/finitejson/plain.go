package finitejson

import (
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Plain returns JSON in which characters that are not printable are escaped, such as U+009B, which begins a sequence
// that terminals obey, and U+202E, which turns the text after it around. The ends of lines and tabs between values
// stay.
func Plain(text []byte) []byte {
	i := 0
	for i < len(text) && (text[i] >= ' ' && text[i] < 0x7f || text[i] == '\n' || text[i] == '\t') {
		i++
	}
	if i == len(text) {
		return text
	}
	out := append([]byte(nil), text[:i]...)
	for i < len(text) {
		r, n := utf8.DecodeRune(text[i:])
		switch high, low := utf16.EncodeRune(r); {
		case strconv.IsPrint(r) || r == '\n' || r == '\t':
			out = append(out, text[i:i+n]...)
		case r > 0xffff:
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		i += n
	}
	return out
}
