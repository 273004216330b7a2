package strict

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// forbidden are the characters that texts of JSON may have as they are and documents of YAML not.
var forbidden = regexp.MustCompile(`[\x{7f}-\x{84}\x{86}-\x{9f}\x{fffe}\x{ffff}]`)

// surrogates are two escapes of JSON that stand for one character, behind any number of escaped backslashes.
var surrogates = regexp.MustCompile(`(?i)(\\\\)*\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})`)

// jsonAsYAML returns JSON as YAML has it: without control characters, which JSON allows as they are, and without
// characters that are written as two escapes. A document that is no JSON stays.
func jsonAsYAML(text []byte) []byte {
	if trimmed := bytes.TrimLeft(text, " \t\r\n\ufeff"); len(trimmed) == 0 || trimmed[0] != '{' && trimmed[0] != '[' {
		return text
	}
	text = forbidden.ReplaceAllFunc(text, func(c []byte) []byte {
		return fmt.Appendf(nil, `\u%04x`, bytes.Runes(c)[0])
	})
	return surrogates.ReplaceAllFunc(text, func(match []byte) []byte {
		escapes := match[len(match)-12:]
		high, errHigh := strconv.ParseUint(string(escapes[2:6]), 16, 32)
		low, errLow := strconv.ParseUint(string(escapes[8:]), 16, 32)
		if errors.Join(errHigh, errLow) != nil {
			return match
		}
		return utf8.AppendRune(bytes.Clone(match[:len(match)-12]), utf16.DecodeRune(rune(high), rune(low)))
	})
}
