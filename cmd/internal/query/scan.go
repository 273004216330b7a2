package query

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// scanner reads JSON text that is valid, from left to right, without building it up in memory.
type scanner struct {
	text []byte
	at   int
}

// blanks skips white space.
func (s *scanner) blanks() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// kind returns the kind of the next value.
func (s *scanner) kind() string {
	s.blanks()
	switch s.text[s.at] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a text"
	case 't', 'f':
		return "a truth value"
	case 'n':
		return "null"
	}
	return "a number"
}

// expect returns an error if the next value is of another kind.
func (s *scanner) expect(kind string) error {
	if got := s.kind(); got != kind {
		return fmt.Errorf("found %s; expected %s", got, kind)
	}
	return nil
}

// raw returns the text of the next value.
func (s *scanner) raw() []byte {
	s.blanks()
	start, depth := s.at, 0
	for s.at < len(s.text) {
		switch c := s.text[s.at]; c {
		case '"':
			s.quoted()
			s.at--
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.at++
		if depth == 0 && (s.at == len(s.text) || ends(s.text[s.at-1], s.text[s.at])) {
			break
		}
	}
	return s.text[start:s.at]
}

// ends reports whether a value ends between two characters.
func ends(last, next byte) bool {
	switch last {
	case '"', '}', ']':
		return true
	}
	switch next {
	case ',', '}', ']', ' ', '\t', '\n', '\r':
		return true
	}
	return false
}

// quoted skips a text and returns what stands between its quotes.
func (s *scanner) quoted() (inside []byte, escapes bool) {
	s.at++
	start := s.at
	for ; s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			escapes = true
			s.at++
		}
	}
	s.at++
	return s.text[start : s.at-1], escapes
}

// string returns a text. It is valid until the line is.
func (s *scanner) string() ([]byte, error) {
	if err := s.expect("a text"); err != nil {
		return nil, err
	}
	start := s.at
	inside, escapes := s.quoted()
	if !escapes {
		return inside, nil
	}
	var decoded string
	err := json.Unmarshal(s.text[start:s.at], &decoded)
	return []byte(decoded), err
}

// number returns a finite number.
func (s *scanner) number() (float64, error) {
	if err := s.expect("a number"); err != nil {
		return 0, err
	}
	text := s.raw()
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsInf(x, 0) {
		return 0, fmt.Errorf("%s is too large; expected a finite number", text)
	}
	return x, nil
}

// next moves to the next element of an object or array that begins or goes on here, and reports whether there is one.
func (s *scanner) next() bool {
	s.blanks()
	switch s.text[s.at] {
	case '{', '[', ',':
		s.at++
	}
	s.blanks()
	if c := s.text[s.at]; c == '}' || c == ']' {
		s.at++
		return false
	}
	return true
}

// key returns the key of an element of an object, and moves to its value.
func (s *scanner) key() ([]byte, error) {
	k, err := s.string()
	s.blanks()
	s.at++ // the colon
	return k, err
}

// numbers appends a number, or those of an array, to dst.
func (s *scanner) numbers(dst []float64) ([]float64, error) {
	switch s.kind() {
	case "a number":
		x, err := s.number()
		return append(dst, x), err
	case "an array":
		return s.array(dst)
	}
	return dst, errors.New("found " + s.kind() + "; expected a number or an array of numbers")
}

// array appends the numbers of an array to dst.
func (s *scanner) array(dst []float64) ([]float64, error) {
	if err := s.expect("an array"); err != nil {
		return dst, err
	}
	for s.next() {
		x, err := s.number()
		if err != nil {
			return dst, err
		}
		dst = append(dst, x)
	}
	return dst, nil
}
