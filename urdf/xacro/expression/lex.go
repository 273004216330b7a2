package expression

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is that of a token.
type kind int

const (
	endToken kind = iota
	nameToken
	literalToken // its value is in token.value
	operatorToken
)

type token struct {
	kind  kind
	text  string // name or operator
	value Object
	at    int // offset
}

// operators are those of expressions, longer ones first.
var operators = []string{"**", "//", "<<", ">>", "<=", ">=", "==", "!=", ":=", "+", "-", "*", "/", "%", "&", "|", "^",
	"~", "<", ">", "(", ")", "[", "]", "{", "}", ",", ":", ".", "="}

// lex splits an expression into tokens, the last of which is the end.
func lex(text string) ([]token, error) {
	if len(text) > maxText {
		return nil, &LimitError{fmt.Sprintf("an expression of %d bytes; expected at most %d", len(text), maxText)}
	}
	var tokens []token
	for i := 0; i < len(text); {
		if len(tokens) > maxTokens {
			return nil, &LimitError{fmt.Sprintf("an expression of more than %d parts; expected fewer", maxTokens)}
		}
		c, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(c) || c == '\\' && strings.HasPrefix(text[i+1:], "\n"):
			i += size
		case isDigit(text[i]) || c == '.' && i+1 < len(text) && isDigit(text[i+1]):
			v, n, err := lexNumber(text[i:])
			if err != nil {
				return nil, err
			}
			tokens = append(tokens, token{literalToken, "", v, i})
			i += n
		case beginsName(c):
			n := nameLength(text[i:])
			if prefix := strings.ToLower(text[i : i+n]); n <= 2 && i+n < len(text) &&
				strings.ContainsRune(`'"`, rune(text[i+n])) {
				v, m, err := lexString(prefix, text[i+n:])
				if err != nil {
					return nil, err
				}
				tokens = append(tokens, token{literalToken, "", v, i})
				i += n + m
				continue
			}
			tokens = append(tokens, token{nameToken, text[i : i+n], nil, i})
			i += n
		case c == '\'' || c == '"':
			v, n, err := lexString("", text[i:])
			if err != nil {
				return nil, err
			}
			tokens = append(tokens, token{literalToken, "", v, i})
			i += n
		default:
			op := operatorAt(text[i:])
			if op == "" {
				return nil, fmt.Errorf("the character %q in an expression; expected Python", c)
			}
			tokens = append(tokens, token{operatorToken, op, nil, i})
			i += len(op)
		}
	}
	return append(tokens, token{at: len(text)}), nil
}

func operatorAt(s string) string {
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			return op
		}
	}
	return ""
}

func isDigit(c byte) bool    { return c >= '0' && c <= '9' }
func beginsName(c rune) bool { return c == '_' || unicode.IsLetter(c) }
func continuesName(c rune) bool {
	return beginsName(c) || unicode.IsDigit(c) || unicode.Is(unicode.Mn, c)
}

func nameLength(s string) int {
	for i, c := range s {
		if !continuesName(c) {
			return i
		}
	}
	return len(s)
}

// IsName reports whether a text is a name that an expression may use for a value: an identifier and no keyword.
func IsName(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return s != "" && beginsName(first) && nameLength(s) == len(s) && !keywords[s]
}

var keywords = map[string]bool{"False": true, "None": true, "True": true, "and": true, "as": true, "assert": true,
	"async": true, "await": true, "break": true, "class": true, "continue": true, "def": true, "del": true,
	"elif": true, "else": true, "except": true, "finally": true, "for": true, "from": true, "global": true, "if": true,
	"import": true, "in": true, "is": true, "lambda": true, "nonlocal": true, "not": true, "or": true, "pass": true,
	"raise": true, "return": true, "try": true, "while": true, "with": true, "yield": true}

// lexNumber reads the number that a text begins with.
func lexNumber(s string) (v Object, n int, err error) {
	base := 10
	if len(s) > 1 && s[0] == '0' {
		base = map[byte]int{'x': 16, 'X': 16, 'o': 8, 'O': 8, 'b': 2, 'B': 2}[s[1]]
	}
	if base != 10 && base != 0 {
		n = 2 + digits(s[2:], base)
		i, ok := new(big.Int).SetString(strings.ReplaceAll(s[2:n], "_", ""), base)
		if !ok || n < len(s) && continuesName(rune(s[n])) {
			return nil, 0, fmt.Errorf("the number %s; expected digits of base %d", s[:min(n+1, len(s))], base)
		}
		return i, n, checkSize(i)
	}
	n = digits(s, 10)
	whole := true
	if n < len(s) && s[n] == '.' {
		n++
		n += digits(s[n:], 10)
		whole = false
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		m := n + 1
		if m < len(s) && (s[m] == '+' || s[m] == '-') {
			m++
		}
		if k := digits(s[m:], 10); k > 0 {
			n, whole = m+k, false
		}
	}
	text := strings.ReplaceAll(s[:n], "_", "")
	if n < len(s) && (s[n] == 'j' || s[n] == 'J') {
		return nil, 0, fmt.Errorf("the imaginary number %s; expected a real one", s[:n+1])
	}
	if next, _ := utf8.DecodeRuneInString(s[n:]); n < len(s) && continuesName(next) && !followsNumber(s[n:]) {
		return nil, 0, fmt.Errorf("%s%c is no number and no name", text, next)
	}
	if !whole {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return nil, 0, fmt.Errorf("%s is no number", text)
		}
		return x, n, nil
	}
	if len(text) > 1 && text[0] == '0' && strings.Trim(text, "0") != "" {
		return nil, 0, fmt.Errorf("the number %s begins with 0; expected no zeros before it", text)
	}
	if len(text) > maxBits/3 {
		return nil, 0, tooLarge()
	}
	i, _ := new(big.Int).SetString(text, 10)
	return i, n, checkSize(i)
}

// followsNumber reports whether a text begins with a keyword that may follow a number without a blank between.
func followsNumber(s string) bool {
	switch s[:nameLength(s)] {
	case "and", "or", "if", "else", "in", "is", "not", "for":
		return true
	}
	return false
}

// digits returns the length of the digits that a text begins with; a _ may stand between two of them.
func digits(s string, base int) int {
	n := 0
	for n < len(s) {
		if _, err := strconv.ParseUint(s[n:n+1], base, 8); err == nil {
			n++
		} else if s[n] == '_' && n > 0 && s[n-1] != '_' && n+1 < len(s) && digits(s[n+1:n+2], base) == 1 {
			n++
		} else {
			break
		}
	}
	return n
}

func checkSize(i *big.Int) error {
	if i != nil && i.BitLen() > maxBits {
		return tooLarge()
	}
	return nil
}

// lexString reads the text in quotes that s begins with.
func lexString(prefix, s string) (v Object, n int, err error) {
	raw := false
	switch prefix {
	case "", "u":
	case "r":
		raw = true
	case "f", "fr", "rf":
		return nil, 0, errors.New("a text with f before it; expected a text without, and + or % to put values into it")
	default:
		return nil, 0, fmt.Errorf("a text with %s before it; expected a text without", prefix)
	}
	quote := s[:1]
	if strings.HasPrefix(s, strings.Repeat(quote, 3)) {
		quote = s[:3]
	}
	var b strings.Builder
	for i := len(quote); i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], quote):
			return b.String(), i + len(quote), nil
		case s[i] == '\\' && i+1 < len(s):
			text, k, err := unescape(s[i:], raw)
			if err != nil {
				return nil, 0, err
			}
			b.WriteString(text)
			i += k
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return nil, 0, fmt.Errorf("the text %s is not closed; expected %s", s[:min(len(s), 40)], quote)
}

// unescape returns what a backslash and what follows it stand for.
func unescape(s string, raw bool) (text string, n int, err error) {
	if raw {
		return s[:2], 2, nil
	}
	if i := strings.IndexByte(`\'"abfnrtv`, s[1]); i >= 0 {
		return "\\'\"\a\b\f\n\r\t\v"[i : i+1], 2, nil
	}
	length := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]
	switch {
	case s[1] == '\n':
		return "", 2, nil
	case length > 0:
		code, err := strconv.ParseUint(s[2:min(2+length, len(s))], 16, 32)
		if err != nil || len(s) < 2+length || code > unicode.MaxRune {
			return "", 0, fmt.Errorf(`\%c in a text; expected %d hexadecimal digits of a character after it`, s[1],
				length)
		}
		return string(rune(code)), 2 + length, nil
	case s[1] >= '0' && s[1] <= '7':
		n = 2
		for n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		code, _ := strconv.ParseUint(s[1:n], 8, 32)
		return string(rune(code)), n, nil
	}
	return s[:1], 1, nil
}
