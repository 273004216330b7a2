package strict

import (
	"bytes"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// mostLocated bounds the documents in which the place of a syntax error is looked for, in bytes, since that reads them
// some twenty times.
const mostLocated = 1 << 18

// numbered is how the library's errors begin.
var numbered = regexp.MustCompile(`^yaml: (?:line ([0-9]+): )?`)

// locate returns what the library says of a document that is no YAML, and where. The library says the line in which
// what is wrong begins, at best; the place here is the end of the shortest beginning of the document of which it says
// the same.
func locate(text []byte, err error) (message string, p Position) {
	said := func(err error) string { return numbered.ReplaceAllString(err.Error(), "") }
	message = said(err)
	if !numbered.MatchString(err.Error()) {
		return message, Position{}
	}
	if len(text) > mostLocated {
		line, _ := strconv.Atoi(numbered.FindStringSubmatch(err.Error())[1])
		return message, Position{max(1, line), 1}
	}
	n := 1 + sort.Search(len(text)-1, func(i int) bool {
		_, _, err := parse(text[:i+1])
		return err != nil && said(err) == message
	})
	for n > 1 && !utf8.RuneStart(text[n-1]) {
		n--
	}
	if strings.HasPrefix(message, "unknown anchor") {
		if star := bytes.LastIndexByte(text[:n], '*'); star >= 0 {
			n = star + 1
		}
	}
	before := text[:n-1]
	begin := bytes.LastIndexByte(before, '\n') + 1
	switch message {
	case "found character that cannot start any token":
		c, _ := utf8.DecodeRune(text[n-1:])
		message = fmt.Sprintf("a value without quotes cannot begin with %q; expected it in quotes", c)
	case "found unexpected end of stream":
		message = "the quote that begins here does not end"
	case "did not find expected node content", "did not find expected ',' or ']'", "did not find expected ',' or '}'":
		message += ", or the bracket does not end"
	case "mapping values are not allowed in this context":
		message += "; a text with a colon takes quotes"
	}
	return message, Position{1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(before[begin:])}
}
