package urdf

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// decimal is the grammar of numbers as a regular expression.
var decimal = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// FuzzNumber checks that what is read as a number is what strconv reads, and that nothing but a decimal number is.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1", "-.5e-3", "5.", " +1E+2\t", "1,0", "0x1p3", "1_0", "nan", "inf", "1e400", "1e-400",
		"", ".", "1e", "1 2", "+.", "1.e+", "--1", "1.2.3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if isDecimal(s) != decimal.MatchString(s) {
			t.Errorf("%q is decimal: %v", s, isDecimal(s))
		}
		got, err := parseNumber(s)
		if err != nil {
			if got != 0 || err.Error() == "" {
				t.Errorf("%q: %v with error %v", s, got, err)
			}
			return
		}
		want, err := strconv.ParseFloat(strings.Trim(s, " \t\r\n"), 64)
		if err != nil || got != want || math.IsInf(got, 0) || got == 0 && math.Signbit(got) {
			t.Errorf("%q: %v, strconv reads %v (%v)", s, got, want, err)
		}
		if i := strings.IndexFunc(s,
			func(c rune) bool { return !strings.ContainsRune("0123456789+-.eE \t\r\n", c) }); i >= 0 {
			t.Errorf("%q is read as %v", s, got)
		}
	})
}
