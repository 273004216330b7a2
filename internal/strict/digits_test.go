package strict_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"kinetree/internal/strict"
)

// TestRewrite changes digits of a document in which numbers stand in all ways, and compares it byte for byte.
func TestRewrite(t *testing.T) {
	const before = "\ufeff# Gains — größer\r\n" +
		"arm:   # 'p' first\r\n" +
		"  a: {p: 100.0, i: 1e-3,d: -.5}  # p: 100.0\r\n" +
		"  \"b.c\": &other\r\n" +
		"    p:\t100   \r\n" +
		"    \"d\" : 3.\r\n" +
		"  é: [1.5, .inf, 'x: 2']\r\n" +
		"  e: &n 7.25\r\n" +
		"  f: 12 # of 12\r\n" +
		"last: 0"
	const after = "\ufeff# Gains — größer\r\n" +
		"arm:   # 'p' first\r\n" +
		"  a: {p: 1.0, i: 2.0,d: 3.0}  # p: 100.0\r\n" +
		"  \"b.c\": &other\r\n" +
		"    p:\t4.0   \r\n" +
		"    \"d\" : 5.0\r\n" +
		"  é: [6.0, 7.0, 'x: 2']\r\n" +
		"  e: &n 8.0\r\n" +
		"  f: 9.0 # of 12\r\n" +
		"last: 10.0"
	root, err := strict.Parse([]byte(before), "gains.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var digits []strict.Digits
	for i, path := range []string{"arm.a.p", "arm.a.i", "arm.a.d", `arm."b.c".p`, `arm."b.c".d`, "arm.é.0", "arm.é.1",
		"arm.e", "arm.f", "last"} {
		digits = append(digits, strict.Digits{At: root.Find(path), Text: strconv.Itoa(i+1) + ".0"})
	}
	rand.Shuffle(len(digits), func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
	got, err := strict.Rewrite([]byte(before), digits)
	if err != nil || string(got) != after {
		t.Errorf("got %v\n%q; expected\n%q", err, got, after)
	}
	if none, err := strict.Rewrite([]byte(before), nil); err != nil || string(none) != before {
		t.Errorf("without changes: %v, %q", err, none)
	}
	_, err = strict.Rewrite([]byte(before), []strict.Digits{{At: root.Find("arm.é.2"), Text: "1"},
		{At: root.Find("arm.a"), Text: "1"}, {At: root.Find("last"), Text: "1"}, {At: root.Find("last"), Text: "2"}})
	for _, want := range []string{`gains.yaml:7:18: error: arm.é.2: there is "x: 2"; expected a number`,
		"gains.yaml:3:7: error: arm.a: there is a mapping", "last: the number is to be 1 and, as an alias, 2"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v; expected %s", err, want)
		}
	}
}

// TestWithDigits compares numbers with their digits.
func TestWithDigits(t *testing.T) {
	for _, c := range []struct {
		x     float64
		n     int
		point bool
		want  string
	}{{123.456, 4, true, "123.5"}, {99996, 4, true, "100000.0"}, {99996, 4, false, "100000"}, {0, 4, true, "0.0"},
		{-0.00123456, 4, true, "-0.001235"}, {1.00004e-7, 4, true, "1.0e-07"}, {2.5e20, 4, false, "2.5e+20"},
		{math.Pi, 17, true, "3.141592653589793"}, {7, 4, true, "7.0"}, {12345678, 6, false, "12345700"}} {
		if got := strict.WithDigits(c.x, c.n, c.point); got != c.want {
			t.Errorf("%v with %d digits: %s; expected %s", c.x, c.n, got, c.want)
		}
	}
}
