package require

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/libm"
)

// Unit is a unit of a figure.
type Unit struct {
	Name   string
	Factor float64 // of what one is in the figure's own unit
	Level  bool    // it is a level: 20 log10 of the figure, and the factor does not count
}

// own returns a number of the unit in the figure's own unit.
func (u Unit) own(x float64) float64 {
	if u.Level {
		return libm.Pow(10, x/20)
	}
	return float64(x * u.Factor)
}

// from returns a number of the figure's own unit in this unit.
func (u Unit) from(x float64) float64 {
	if u.Level {
		return float64(20 * libm.Log10(x))
	}
	return x / u.Factor
}

// The units of figures in rad, as factors, in s and in rad/s.
var (
	Angles = []Unit{{Name: "deg", Factor: math.Pi / 180}, {Name: "°", Factor: math.Pi / 180},
		{Name: "rad", Factor: 1}}
	Lengths     = []Unit{{Name: "m", Factor: 1}, {Name: "mm", Factor: 1e-3}, {Name: "um", Factor: 1e-6}}
	Gains       = []Unit{{Name: "dB", Level: true}, {Factor: 1}}
	Times       = []Unit{{Name: "s", Factor: 1}, {Name: "ms", Factor: 1e-3}, {Name: "us", Factor: 1e-6}}
	Frequencies = []Unit{{Name: "Hz", Factor: 2 * math.Pi}, {Name: "kHz", Factor: 2000 * math.Pi},
		{Name: "rad/s", Factor: 1}}
)

// Plain returns an expression in which numbers with a unit behind them, such as 40deg, 6 dB, 2 Hz or 5ms, are plain
// numbers: rad, factors, rad/s and s. Texts in quotation marks stay.
func Plain(expression string) string {
	var b strings.Builder
	for rest := expression; rest != ""; {
		n := 1
		switch c := rest[0]; {
		case c == '"' || c == '\'':
			if end := strings.IndexByte(rest[1:], c); end >= 0 {
				n = end + 2
			}
		case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
			n = numberLength(rest)
			after := strings.TrimLeft(rest[n:], " ")
			length := nameLength(after)
			all := slices.Concat(Angles, Lengths, Gains, Times, Frequencies)
			if i := slices.IndexFunc(all, func(u Unit) bool {
				return u.Name != "" && u.Name == after[:length]
			}); i >= 0 {
				if x, err := strconv.ParseFloat(rest[:n], 64); err == nil {
					b.WriteString(strconv.FormatFloat(all[i].own(x), 'g', -1, 64))
					rest = after[length:]
					continue
				}
			}
		case isLetter(c):
			n = nameLength(rest)
		}
		b.WriteString(rest[:n])
		rest = rest[n:]
	}
	return b.String()
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// nameLength returns how long a name at the beginning of a text is.
func nameLength(text string) (n int) {
	for n < len(text) && (isLetter(text[n]) || n > 0 && isDigit(text[n])) {
		n++
	}
	return n
}

// numberLength returns how long a number at the beginning of a text is.
func numberLength(text string) (n int) {
	for n < len(text) && (isDigit(text[n]) || text[n] == '.') {
		n++
	}
	if n < len(text) && text[n]|0x20 == 'e' {
		k := n + 1
		if k < len(text) && (text[k] == '+' || text[k] == '-') {
			k++
		}
		if k < len(text) && isDigit(text[k]) {
			for n = k; n < len(text) && isDigit(text[n]); {
				n++
			}
		}
	}
	return n
}
