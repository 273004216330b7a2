package strict

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Digits are those that a number of a document is to have.
type Digits struct {
	At   *Node // a number
	Text string
}

// Rewrite returns a document with other digits: all else, such as comments, order, quotes and ends of lines, stays byte
// for byte. The nodes are those that Parse has made of the text. The error tells each node that is no number with
// digits of its own, and each number that aliases would give two values.
func Rewrite(text []byte, digits []Digits) ([]byte, error) {
	type change struct {
		from, to int
		text     string
	}
	var changes []change
	var faults Faults
	starts := lineStarts(text)
	for _, d := range digits {
		from, to, ok := numberAt(text, starts, d.At)
		same := func(c change) bool { return c.from == from }
		switch k := slices.IndexFunc(changes, same); {
		case !ok:
			faults = append(faults, d.At.Fault("there is %s; expected a number, whose digits can be changed",
				d.At.found()))
		case k < 0:
			changes = append(changes, change{from, to, d.Text})
		case changes[k].text != d.Text:
			faults = append(faults, d.At.Fault("the number is to be %s and, as an alias, %s; expected a number of "+
				"its own",
				changes[k].text, d.Text))
		}
	}
	if len(faults) > 0 {
		return nil, faults.Err()
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(a.from, b.from) })
	var out bytes.Buffer
	at := 0
	for _, c := range changes {
		out.Write(text[at:c.from])
		out.WriteString(c.text)
		at = c.to
	}
	out.Write(text[at:])
	return out.Bytes(), nil
}

// ends are those of the lines of YAML.
var ends = regexp.MustCompile("\r\n|[\r\n\u0085\u2028\u2029]")

// lineStarts returns where the lines of a document begin.
func lineStarts(text []byte) []int {
	starts := []int{0}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		starts[0] = len("\ufeff")
	}
	for _, m := range ends.FindAllIndex(text, -1) {
		starts = append(starts, m[1])
	}
	return starts
}

// token is a number behind what may stand before it.
var token = regexp.MustCompile(`^(?:&[^\s,\[\]{}]+\s+)?([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?` +
	`|[-+]?\.(?:inf|Inf|INF))(?:[\s,\]}]|$)`)

// numberAt returns where the digits of a number are.
func numberAt(text []byte, starts []int, n *Node) (from, to int, ok bool) {
	if n.Kind != Number || n.Pos.Line < 1 || n.Pos.Line > len(starts) {
		return 0, 0, false
	}
	from = starts[n.Pos.Line-1]
	for range n.Pos.Column - 1 {
		_, size := utf8.DecodeRune(text[from:])
		from += size
	}
	m := token.FindSubmatchIndex(text[from:])
	if m == nil {
		return 0, 0, false
	}
	from, to = from+m[2], from+m[3]
	var found Node
	found.scalar(string(text[from:to]))
	return from, to, found.Kind == Number && found.Number == n.Number
}

// WithDigits returns a number with at most n significant digits. With point it is one that each reader of YAML takes
// for a number with a fraction, also where it is whole.
func WithDigits(x float64, n int, point bool) string {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'e', n-1, 64), 64)
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if size := math.Abs(x); x != 0 && (size < 1e-4 || size >= 1e15) {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0"
		}
		return fmt.Sprintf("%se%s", mantissa, exponent)
	}
	if point && !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}
