package expression

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// spec says how a value is printed, as the part of a format after % or : does.
type spec struct {
	fill, align rune // align is 0 where none is given
	sign        byte // +, a blank, or 0
	alternate   bool
	width       int
	precision   int // -1 where none is given
	comma       bool
	kind        byte // the letter, or 0
}

// number prints a number; kind is one of d i u x X o b c e E f F g G % or 0.
func (s spec) number(b *Budget, v Object) (string, error) {
	i, isInt := whole(v)
	x, isNumber, err := float(v)
	if err != nil && !strings.ContainsRune("diuxXobc", rune(max(s.kind, 'd'))) {
		return "", err
	}
	if !isNumber {
		return "", fmt.Errorf("a %s where the format has %c; expected a number", typeName(v), s.kind)
	}
	if s.precision > 1000 {
		return "", &LimitError{"a format with more than 1000 digits; expected fewer"}
	}
	var text string
	switch s.kind {
	case 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'c':
		if !isInt {
			if s.kind != 'd' && s.kind != 'i' && s.kind != 'u' || math.IsNaN(x) || math.IsInf(x, 0) {
				return "", fmt.Errorf("a %s where the format has %c; expected a whole number", typeName(v), s.kind)
			}
			i, _ = big.NewFloat(math.Trunc(x)).Int(nil)
		}
		text = s.digits(i)
	default:
		text = s.float(x, isInt && s.kind == 0)
	}
	if !strings.HasPrefix(text, "-") && s.sign != 0 {
		text = string(s.sign) + text
	}
	align := s.align
	if align == 0 {
		align = '>'
	}
	return padded(b, text, s.fill, align, s.width)
}

func (s spec) digits(i *big.Int) string {
	base, prefix := 10, ""
	switch s.kind {
	case 'x', 'X':
		base, prefix = 16, "0"+string(s.kind)
	case 'o':
		base, prefix = 8, "0o"
	case 'b':
		base, prefix = 2, "0b"
	case 'c':
		if i.IsInt64() {
			return string(rune(i.Int64()))
		}
	}
	text := new(big.Int).Abs(i).Text(base)
	if s.kind == 'X' {
		text = strings.ToUpper(text)
	}
	if n := s.precision - len(text); n > 0 {
		text = strings.Repeat("0", n) + text
	}
	if s.comma {
		text = grouped(text)
	}
	if s.alternate {
		text = prefix + text
	}
	if i.Sign() < 0 {
		text = "-" + text
	}
	return text
}

// grouped puts a comma before each three digits.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func (s spec) float(x float64, isInt bool) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		text := reprFloat(x)
		if s.kind == 'F' || s.kind == 'E' || s.kind == 'G' {
			text = strings.ToUpper(text)
		}
		return text
	}
	precision := s.precision
	if precision < 0 {
		precision = 6
	}
	var text string
	switch s.kind {
	case 'f', 'F':
		text = strconv.FormatFloat(x, 'f', precision, 64)
	case '%':
		text = strconv.FormatFloat(float64(x*100), 'f', precision, 64) + "%"
	case 'e', 'E':
		text = strconv.FormatFloat(x, s.kind, precision, 64)
	case 'g', 'G':
		text = general(x, s.kind, max(precision, 1), s.alternate)
	default:
		switch {
		case isInt:
			text = strconv.FormatFloat(x, 'f', -1, 64)
		case s.precision < 0:
			text = reprFloat(x)
		default:
			text = general(x, 'g', max(precision, 1), false)
			if !strings.ContainsAny(text, ".e") {
				text += ".0"
			}
		}
	}
	if s.comma {
		whole, rest := text, ""
		if k := strings.IndexAny(text, ".e%"); k >= 0 {
			whole, rest = text[:k], text[k:]
		}
		sign := strings.HasPrefix(whole, "-")
		whole = grouped(strings.TrimPrefix(whole, "-"))
		if sign {
			whole = "-" + whole
		}
		text = whole + rest
	}
	return text
}

// general prints significant digits, without zeros at the end unless all are asked for.
func general(x float64, kind byte, digits int, all bool) string {
	scientific := strconv.FormatFloat(x, 'e', digits-1, 64)
	_, power, _ := strings.Cut(scientific, "e")
	exponent, _ := strconv.Atoi(power)
	text := scientific
	if exponent >= -4 && exponent < digits {
		text = strconv.FormatFloat(x, 'f', digits-1-exponent, 64)
	}
	mantissa, power, isPower := strings.Cut(text, "e")
	if strings.Contains(mantissa, ".") && !all {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	if isPower {
		mantissa += "e" + power
	}
	if kind == 'G' {
		mantissa = strings.ToUpper(mantissa)
	}
	return mantissa
}

// text prints a text.
func (s spec) text(b *Budget, v string) (string, error) {
	if s.precision >= 0 && runeCount(v) > s.precision {
		v = string([]rune(v)[:s.precision])
	}
	align := s.align
	if align == 0 || align == '=' {
		align = '<'
	}
	return padded(b, v, s.fill, align, s.width)
}

const maxWidth = 1 << 30

// natural reads the digits that a text begins with.
func natural(s string) (n int, rest string) {
	k := 0
	for k < len(s) && isDigit(s[k]) {
		n = min(10*n+int(s[k]-'0'), maxWidth)
		k++
	}
	return n, s[k:]
}

// formatPercent puts values into a text that has %.
func formatPercent(b *Budget, format string, values Object) (Object, error) {
	args := []Object{values}
	l, isTuple := values.(*List)
	if isTuple = isTuple && l.Tuple; isTuple {
		args = l.Items
	}
	_, isDict := values.(*Dict)
	var out strings.Builder
	used := 0
	next := func() (Object, error) {
		if used == len(args) {
			return nil, errors.New("fewer values than the format has places")
		}
		used++
		return args[used-1], nil
	}
	for {
		before, rest, found := strings.Cut(format, "%")
		out.WriteString(before)
		if !found {
			break
		}
		s := spec{fill: ' ', precision: -1}
		var value Object
		named := false
		if strings.HasPrefix(rest, "(") {
			key, after, ok := strings.Cut(rest[1:], ")")
			if !ok || !isDict {
				return nil, errors.New("%( in a format; expected %(name) and a dict")
			}
			v, ok, err := values.(*Dict).Get(key)
			if err == nil && !ok {
				err = &KeyError{key, values.(*Dict)}
			}
			if err != nil {
				return nil, err
			}
			value, named, rest = v, true, after
		}
		for rest != "" && strings.ContainsRune("-+ #0", rune(rest[0])) {
			switch rest[0] {
			case '-':
				s.align = '<'
			case '+':
				s.sign = '+'
			case ' ':
				s.sign = max(s.sign, ' ')
			case '#':
				s.alternate = true
			case '0':
				s.fill = '0'
			}
			rest = rest[1:]
		}
		star := func(text string) (int, string, error) {
			if !strings.HasPrefix(text, "*") {
				n, rest := natural(text)
				return n, rest, nil
			}
			v, err := next()
			i, ok := whole(v)
			if err == nil && !ok {
				err = errors.New("a * in a format; expected a whole number for it")
			}
			if err != nil {
				return 0, "", err
			}
			return min(max(clampInt(i), 0), maxWidth), text[1:], nil
		}
		var err error
		if s.width, rest, err = star(rest); err != nil {
			return nil, err
		}
		if strings.HasPrefix(rest, ".") {
			if s.precision, rest, err = star(rest[1:]); err != nil {
				return nil, err
			}
		}
		rest = strings.TrimLeft(rest, "hlL")
		if rest == "" {
			return nil, errors.New("a format that ends after %; expected a letter")
		}
		s.kind, rest = rest[0], rest[1:]
		format = rest
		if s.kind == '%' {
			out.WriteByte('%')
			continue
		}
		if !named {
			if value, err = next(); err != nil {
				return nil, err
			}
		}
		text, err := s.percent(b, value)
		if err != nil {
			return nil, err
		}
		out.WriteString(text)
		if err := b.take(len(text), 1); err != nil {
			return nil, err
		}
	}
	if used < len(args) && (isTuple || !isDict) {
		return nil, errors.New("more values than the format has places")
	}
	return out.String(), b.take(out.Len(), 1)
}

// percent prints a value as a letter after % wants it.
func (s spec) percent(b *Budget, v Object) (string, error) {
	if s.align == '<' {
		s.fill = ' '
	}
	switch s.kind {
	case 's', 'r', 'a':
		text := Str(v)
		if s.kind != 's' {
			text = Repr(v)
		}
		if s.fill = ' '; s.align == 0 {
			s.align = '>'
		}
		return s.text(b, text)
	case 'c':
		if text, ok := v.(string); ok && runeCount(text) == 1 {
			return s.text(b, text)
		}
	case 'd', 'i', 'u', 'x', 'X', 'o', 'e', 'E', 'f', 'F', 'g', 'G':
	default:
		return "", fmt.Errorf("%%%c in a format; expected one of s r d i x X o e E f F g G c", s.kind)
	}
	if s.fill == '0' && s.align == 0 {
		s.align = '='
	}
	return s.number(b, v)
}

// formatBraces puts the arguments into a text that has {}.
func formatBraces(c *Call, format string) (Object, error) {
	var out strings.Builder
	auto := 0
	for format != "" {
		k := strings.IndexAny(format, "{}")
		if k < 0 {
			break
		}
		out.WriteString(format[:k])
		if k+1 < len(format) && format[k+1] == format[k] {
			out.WriteByte(format[k])
			format = format[k+2:]
			continue
		}
		end := strings.IndexByte(format[k:], '}')
		if format[k] == '}' || end < 0 {
			return nil, fmt.Errorf("a single %c in a format; expected it twice, or {}", format[k])
		}
		text, err := c.field(format[k+1:k+end], &auto)
		if err != nil {
			return nil, err
		}
		out.WriteString(text)
		if err := c.Budget.take(len(text), 1); err != nil {
			return nil, err
		}
		format = format[k+end+1:]
	}
	out.WriteString(format)
	return c.text(out.String())
}

// field prints what stands between braces.
func (c *Call) field(text string, auto *int) (string, error) {
	head, form, _ := strings.Cut(text, ":")
	head, conversion, converted := strings.Cut(head, "!")
	end := strings.IndexAny(head, ".[")
	if end < 0 {
		end = len(head)
	}
	var v Object
	switch n, rest := natural(head[:end]); {
	case head[:end] == "":
		n = *auto
		*auto++
		fallthrough
	case rest == "":
		if n >= len(c.Args) {
			return "", errors.New("format: fewer values than the format has places")
		}
		v = c.Args[n]
	default:
		found := false
		for i, name := range c.Names {
			if name == head[:end] {
				v, found = c.Named[i], true
			}
		}
		if !found {
			return "", fmt.Errorf("format: no argument %s", head[:end])
		}
	}
	if end < len(head) { // parts and indices of the value, with texts as keys
		var err error
		if v, err = c.part(v, head[end:]); err != nil {
			return "", err
		}
	}
	if converted {
		switch conversion {
		case "r", "a":
			v = Repr(v)
		case "s":
			v = Str(v)
		default:
			return "", fmt.Errorf("!%s in a format; expected !r or !s", conversion)
		}
	}
	return formatValue(c.Budget, v, form)
}

// part returns what the parts and indices of a field lead to.
func (c *Call) part(v Object, path string) (Object, error) {
	for path != "" {
		var x operation
		if path[0] == '.' {
			n := nameLength(path[1:])
			x, path = &attribute{constant{v}, path[1 : 1+n]}, path[1+n:]
		} else {
			key, rest, ok := strings.Cut(path[1:], "]")
			if path[0] != '[' || !ok {
				return nil, fmt.Errorf("%s in a format; expected .name or [index]", path)
			}
			var at Object = key
			if n, after := natural(key); key != "" && after == "" {
				at = Int(n)
			}
			x, path = &index{constant{v}, constant{at}}, rest
		}
		var err error
		if v, err = x.eval(c.env); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// formatValue prints a value by the text after the colon.
func formatValue(b *Budget, v Object, form string) (string, error) {
	if form == "" {
		return Str(v), nil
	}
	s := spec{fill: ' ', precision: -1}
	rest := form
	first, n := utf8.DecodeRuneInString(rest)
	switch {
	case len(rest) > n && strings.ContainsRune("<>^=", rune(rest[n])):
		s.fill, s.align, rest = first, rune(rest[n]), rest[n+1:]
	case strings.ContainsRune("<>^=", first):
		s.align, rest = first, rest[1:]
	}
	if rest != "" && strings.ContainsRune("+- ", rune(rest[0])) {
		if rest[0] != '-' {
			s.sign = rest[0]
		}
		rest = rest[1:]
	}
	if strings.HasPrefix(rest, "#") {
		s.alternate, rest = true, rest[1:]
	}
	if strings.HasPrefix(rest, "0") && s.align == 0 {
		s.fill, s.align = '0', '='
	}
	s.width, rest = natural(rest)
	if strings.HasPrefix(rest, ",") {
		s.comma, rest = true, rest[1:]
	}
	if strings.HasPrefix(rest, ".") {
		s.precision, rest = natural(rest[1:])
	}
	if len(rest) > 1 {
		return "", fmt.Errorf("the format %s; expected a width, a precision and a letter", Repr(form))
	}
	if rest != "" {
		s.kind = rest[0]
	}
	if text, ok := v.(string); ok && (s.kind == 0 || s.kind == 's') {
		return s.text(b, text)
	}
	if _, isInt := whole(v); isInt && s.kind == 0 {
		s.kind = 'd'
	}
	if s.kind != 0 && !strings.ContainsRune("dxXobceEfFgG%", rune(s.kind)) || !isNumber(v) {
		return "", fmt.Errorf("the format %s for a %s; expected one that it takes", Repr(form), typeName(v))
	}
	if _, isFloat := v.(float64); isFloat && strings.ContainsRune("dxXobc", rune(s.kind)) && s.kind != 0 {
		return "", fmt.Errorf("the format %s for a float; expected one that it takes", Repr(form))
	}
	return s.number(b, v)
}
