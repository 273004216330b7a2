package urdf

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var decimalComma = regexp.MustCompile(`^[+-]?\d+,\d+$`)

// isDecimal reports whether s is in the grammar of numbers: xs:double without its specials. It is narrower than that
// of strconv.ParseFloat, which also takes nan, inf, hexadecimal and underscores.
//
//	[+-]? (digits [. [digits]] | . digits) ([eE] [+-]? digits)?
func isDecimal(s string) bool {
	i := 0
	sign := func() {
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
	}
	digits := func() int {
		begin := i
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		return i - begin
	}
	sign()
	n := digits()
	if i < len(s) && s[i] == '.' {
		i++
		n += digits()
	}
	if n == 0 {
		return false
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		sign()
		if digits() == 0 {
			return false
		}
	}
	return i == len(s)
}

// isBlank reports whether c is white space in XML.
func isBlank(c rune) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// parseNumber reads one finite number with blanks around it.
func parseNumber(s string) (float64, error) {
	s = strings.TrimFunc(s, isBlank)
	switch {
	case isDecimal(s):
	case decimalComma.MatchString(s):
		return 0, fmt.Errorf("%s has a decimal comma; write a point: %s", quote(s), strings.Replace(s, ",", ".", 1))
	default:
		return 0, fmt.Errorf("%s is not a number; expected a decimal number such as 10 or 1e-3", quote(s))
	}
	x, err := strconv.ParseFloat(s, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s is too large; expected a number below 1.8e308", quote(s))
	}
	return x + 0, err // -0 becomes 0
}

// parseNumbers reads exactly len(dst) numbers separated by blanks.
func parseNumbers(dst []float64, s string) error {
	fields := strings.FieldsFunc(s, isBlank)
	if len(fields) != len(dst) {
		return fmt.Errorf("%s has %d numbers; expected %d separated by blanks", quote(s), len(fields), len(dst))
	}
	for i, f := range fields {
		x, err := parseNumber(f)
		if err != nil {
			return err
		}
		dst[i] = x
	}
	return nil
}

// longest is how many bytes of a text a message has.
const longest = 60

// quote returns s in quotation marks, cut to a length that fits a message.
func quote(s string) string {
	if len(s) > longest {
		return strconv.Quote(strings.ToValidUTF8(s[:longest], "")) + "..."
	}
	return strconv.Quote(s)
}

// cut returns s, cut to a length that fits a message.
func cut(s string) string {
	if len(s) > longest {
		return strings.ToValidUTF8(s[:longest], "") + "..."
	}
	return s
}
