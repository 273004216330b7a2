package urdf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"
)

// source is an XML document with the place of each element. etree keeps no places, so a pass of
// xml.Decoder over the same bytes collects them: the n-th start tag belongs to the n-th element of
// the tree in document order.
type source struct {
	data  []byte
	lines []int // offset of each line's first byte
	chars []int // how many characters begin before each block of bytes
	root  *etree.Element
	tags  map[*etree.Element]tag

	notes []syntaxError // what has no effect
	texts map[int][]int // offsets of the texts that are not blank, by that of the start tag around them

	attrsOf *etree.Element // the element of attrs
	attrs   []int          // offset of each attribute of an element
}

// block is the length of the blocks of source.chars.
const block = 512

// tag is the range of bytes of a start tag, and its name as written.
type tag struct {
	start, end int
	name       xml.Name
}

// syntaxError is a fault of the XML, at an offset of the document, or -1 for the document as a whole.
type syntaxError struct {
	code    string
	offset  int
	message string
}

// parseXML reads a document. The error, if any, is the first fault: what follows it in a document
// that is not well-formed has no meaning.
func parseXML(data []byte) (*source, *syntaxError) {
	data = bytes.TrimPrefix(data, byteOrderMark)
	var t tally
	beyond := t.advance(data)
	switch {
	case beyond != nil:
		data = data[:beyond.offset+1]
	case len(data) > MaxSize:
		return &source{}, &syntaxError{"too-large", -1, fmt.Sprintf("the file is larger than %d MiB", MaxSize>>20)}
	}
	s := &source{data: data, lines: []int{0}}
	if beyond == nil {
		s.tolerate(t.end)
		data = s.data
	}
	chars := 0
	for i, c := range data {
		if i%block == 0 {
			s.chars = append(s.chars, chars)
		}
		if utf8.RuneStart(c) {
			chars++
		}
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	if beyond != nil {
		return s, beyond
	}
	if err := checkUTF8(data); err != nil {
		return s, err
	}
	doc := etree.NewDocument()
	doc.ReadSettings = etree.ReadSettings{CharsetReader: sameBytes, PreserveDuplicateAttrs: true, MaxDepth: maxDepth}
	fault := doc.ReadFromBytes(data)
	tags, quick := startTags(data)
	if fault != nil || !quick || !oneElement(doc) {
		var err *syntaxError
		if tags, err = s.scanTags(); err != nil {
			return s, err
		}
		if fault != nil {
			return s, &syntaxError{"xml", 0, fault.Error()}
		}
	}
	s.root = doc.Root()
	return s, s.place(tags)
}

var (
	byteOrderMark = []byte("\ufeff")
	xmlVersion    = regexp.MustCompile(`^\s*<\?xml\s+(version\s*=\s*(?:"([^"]*)"|'([^']*)'))`)
)

// tolerate leaves out what readers of URDF take no notice of, with a note: a version of XML other than 1.0, and what
// follows the end of the root element, at an offset, from a text or a NUL on.
func (s *source) tolerate(end int) {
	if m := xmlVersion.FindSubmatchIndex(s.data); m != nil {
		if version := string(s.data[max(m[4], m[6]):max(m[5], m[7])]); version != "1.0" {
			s.notes = append(s.notes, syntaxError{"xml", m[2], fmt.Sprintf("the version %s of XML; expected 1.0, as "+
				"which the file is read", quote(version))})
			s.data = slices.Concat(s.data[:m[2]], bytes.Map(blankText, s.data[m[2]:m[3]]), s.data[m[3]:])
		}
	}
	for end > 0 {
		rest := bytes.TrimLeftFunc(s.data[end:], isBlank)
		begin := len(s.data) - len(rest)
		if len(rest) > 0 && rest[0] != '<' {
			text := quote(strings.TrimRightFunc(string(rest), isBlank))
			s.notes = append(s.notes, syntaxError{"trailing", begin, fmt.Sprintf("what follows the root element is "+
				"not read, from %s on; expected nothing but comments", text)})
			s.data = s.data[:begin]
			return
		}
		kind, n, _ := markup(rest)
		if kind != otherMarkup || n == 0 {
			return
		}
		end = begin + n
	}
}

// blankText turns each character into a blank that takes a byte, but for ends of lines.
func blankText(c rune) rune {
	if c == '\n' {
		return c
	}
	return ' '
}

// oneElement reports whether a document has one element at the top and no text beside it.
func oneElement(doc *etree.Document) bool {
	elements := 0
	for _, token := range doc.Child {
		switch t := token.(type) {
		case *etree.Element:
			elements++
		case *etree.CharData:
			if strings.TrimFunc(t.Data, isBlank) != "" {
				return false
			}
		}
	}
	return elements == 1
}

func checkUTF8(data []byte) *syntaxError {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			hint := ""
			if m := declaredEncoding(data); m != "" {
				hint = fmt.Sprintf(" (the file declares the encoding %s)", quote(m))
			}
			return &syntaxError{"encoding", i, fmt.Sprintf("byte 0x%02x is not valid UTF-8%s; save the file as UTF-8",
				data[i], hint)}
		}
		i += n
	}
	return nil
}

// declaredEncoding returns the encoding that the XML declaration names.
func declaredEncoding(data []byte) string {
	head, _, _ := strings.Cut(string(data[:min(len(data), 200)]), "?>")
	_, value, found := strings.Cut(head, "encoding=")
	if !found || value == "" {
		return ""
	}
	value, _, _ = strings.Cut(value[1:], value[:1])
	return value
}

// sameBytes reads a document of any declared encoding as the UTF-8 that checkUTF8 found it to be.
func sameBytes(_ string, r io.Reader) (io.Reader, error) { return r, nil }

// startTags returns the start tags of a document that is known to be well-formed, much faster than an XML decoder. ok
// is false if there is something that it does not look into.
func startTags(data []byte) (tags []tag, ok bool) {
	for i := 0; ; {
		next := bytes.IndexByte(data[i:], '<')
		if next < 0 {
			return tags, true
		}
		i += next
		rest := data[i:]
		kind, end, _ := markup(rest)
		switch kind {
		case documentType:
			return nil, false
		case startTag:
			name := rest[1:max(end, 1)]
			if k := bytes.IndexAny(name, " \t\r\n/>"); k >= 0 {
				name = name[:k]
			}
			tags = append(tags, tag{i, i + end, splitName(string(name))})
		}
		if end <= 0 {
			return nil, false
		}
		i += end
	}
}

// splitName splits a name into its prefix and the rest, as package xml does.
func splitName(s string) xml.Name {
	if prefix, local, ok := strings.Cut(s, ":"); ok && prefix != "" && local != "" && !strings.Contains(local, ":") {
		return xml.Name{Space: prefix, Local: local}
	}
	return xml.Name{Local: s}
}

// newDecoder returns a decoder of a document.
func newDecoder(data []byte) *xml.Decoder {
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = sameBytes
	return dec
}

// scanTags returns the start tags of a document that is well-formed and not too deep.
func (s *source) scanTags() ([]tag, *syntaxError) {
	data := s.data
	dec := newDecoder(data)
	var tags []tag
	var open []int // tags not closed yet
	for {
		start := int(dec.InputOffset())
		token, err := dec.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, s.xmlError(err, int(dec.InputOffset()))
		}
		switch t := token.(type) {
		case xml.Directive:
			if bytes.HasPrefix(t, []byte("DOCTYPE")) && (bytes.ContainsRune(t, '[') || len(bytes.Fields(t)) > 2) {
				s.notes = append(s.notes, syntaxError{"doctype", start, "the document type declaration is not read; " +
					"expected none: what it declares has no effect"})
			}
		case xml.StartElement:
			if len(open) == 0 && len(tags) > 0 {
				return nil, &syntaxError{"xml", start, fmt.Sprintf("a second root element <%s>; expected one <robot>",
					t.Name.Local)}
			}
			if len(open) == maxDepth {
				return nil, &syntaxError{"too-large", start, fmt.Sprintf("elements nest more than %d deep", maxDepth)}
			}
			open = append(open, len(tags))
			tags = append(tags, tag{start, int(dec.InputOffset()), t.Name})
		case xml.EndElement:
			if len(open) == 0 {
				return nil, &syntaxError{"xml", start, fmt.Sprintf("</%s> closes an element that is not open",
					fullName(t.Name))}
			}
			last := tags[open[len(open)-1]]
			if t.Name != last.name {
				return nil, &syntaxError{"xml", start, fmt.Sprintf("</%s> where <%s> is open; expected </%[2]s>",
					fullName(t.Name), fullName(last.name))}
			}
			open = open[:len(open)-1]
		case xml.CharData:
			if text := bytes.TrimFunc(t, isBlank); len(open) == 0 && len(text) > 0 {
				return nil, &syntaxError{"xml", start, fmt.Sprintf("text %s outside of the root element",
					quote(string(text)))}
			}
		}
	}
	if len(tags) == 0 {
		return nil, &syntaxError{"xml", 0, "no element; expected a <robot>"}
	}
	if len(open) > 0 {
		last := tags[open[len(open)-1]]
		return nil, &syntaxError{"xml", last.start, fmt.Sprintf("<%s> is never closed", fullName(last.name))}
	}
	return tags, nil
}

// xmlError returns the error of a decoder at an offset, and says more where there is an entity.
func (s *source) xmlError(err error, offset int) *syntaxError {
	var syntax *xml.SyntaxError
	if !errors.As(err, &syntax) {
		return &syntaxError{"xml", offset, strings.TrimPrefix(err.Error(), "xml: ")}
	}
	name, isEntity := strings.CutPrefix(syntax.Msg, "invalid character entity ")
	at := bytes.LastIndexByte(s.data[:min(offset, len(s.data))], '&')
	if !isEntity || at < 0 {
		return &syntaxError{"xml", offset, syntax.Msg}
	}
	name, whole := strings.CutSuffix(name, ";")
	message := ""
	switch {
	case !whole:
		message = "a bare & begins an entity; expected &amp; for the character &"
	case declares(s.data[:at], strings.TrimPrefix(name, "&")):
		message = fmt.Sprintf("the entity %s; comes from the document type declaration, which is not read; expected "+
			"what it stands for", name)
	default:
		message = fmt.Sprintf("there is no entity %s;; expected &amp; &lt; &gt; &quot; &apos; or the number of a "+
			"character such as &#176;", name)
	}
	return &syntaxError{"entity", at, message}
}

// declares reports whether a document type declaration declares an entity.
func declares(data []byte, entity string) bool {
	for _, part := range bytes.Split(data, []byte("<!ENTITY"))[1:] {
		if fields := bytes.Fields(part); len(fields) > 0 && string(fields[0]) == entity {
			return true
		}
	}
	return false
}

func fullName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// place walks the tree in document order and gives each element its tag.
func (s *source) place(tags []tag) *syntaxError {
	s.tags = make(map[*etree.Element]tag, len(tags))
	todo := []*etree.Element{s.root}
	for n := 0; len(todo) > 0; n++ {
		el := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == len(tags) || tags[n].name != (xml.Name{Space: el.Space, Local: el.Tag}) {
			return &syntaxError{"xml", 0, fmt.Sprintf("the places of the elements were lost at <%s>", el.Tag)}
		}
		s.tags[el] = tags[n]
		children := el.ChildElements()
		for i := len(children) - 1; i >= 0; i-- {
			todo = append(todo, children[i])
		}
	}
	if len(s.tags) != len(tags) {
		return &syntaxError{"xml", 0, "the places of the elements were lost at the end"}
	}
	return nil
}

// position returns the line and column of an offset, and none of -1.
func (s *source) position(offset int) Position {
	if offset < 0 {
		return Position{}
	}
	offset = min(offset, len(s.data))
	line := sort.SearchInts(s.lines, offset+1) // lines that start at or before the offset
	return Position{line, 1 + s.charsBefore(offset) - s.charsBefore(s.lines[line-1])}
}

// charsBefore returns how many characters begin before an offset.
func (s *source) charsBefore(offset int) int {
	if offset == 0 {
		return 0
	}
	k := (offset - 1) / block
	n := s.chars[k]
	for _, c := range s.data[k*block : offset] {
		if utf8.RuneStart(c) {
			n++
		}
	}
	return n
}

// element returns the position of a start tag.
func (s *source) element(el *etree.Element) Position { return s.position(s.tags[el].start) }

// text returns the position of the n-th text of an element that is not blank.
func (s *source) text(el *etree.Element, n int) Position {
	if s.texts == nil {
		s.findTexts()
	}
	return s.position(s.texts[s.tags[el].start][n])
}

// findTexts finds all texts that are not blank.
func (s *source) findTexts() {
	s.texts = map[int][]int{}
	dec := newDecoder(s.data)
	var open []int // start tags not closed yet
	for {
		start := int(dec.InputOffset())
		token, err := dec.RawToken()
		if err != nil { // the end: the document is well-formed
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			open = append(open, start)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 && len(bytes.TrimFunc(t, isBlank)) > 0 {
				raw := bytes.TrimPrefix(s.data[start:], []byte("<![CDATA["))
				raw = bytes.TrimLeftFunc(raw, isBlank)
				last := open[len(open)-1]
				s.texts[last] = append(s.texts[last], len(s.data)-len(raw))
			}
		}
	}
}

// attribute returns the position of the n-th attribute of an element.
func (s *source) attribute(el *etree.Element, n int) Position {
	if s.attrsOf != el {
		s.attrsOf, s.attrs = el, s.attributes(s.tags[el])
	}
	return s.position(s.attrs[n])
}

// value returns the range of bytes between the quotes of the n-th attribute of an element.
func (s *source) value(el *etree.Element, n int) (start, end int) {
	i := s.attributes(s.tags[el])[n]
	i += bytes.IndexAny(s.data[i:], `"'`)
	return i + 1, i + 1 + bytes.IndexByte(s.data[i+1:], s.data[i])
}

// attributes returns where the attributes of a start tag begin.
func (s *source) attributes(t tag) []int {
	var offsets []int
	i := t.start + 1
	for i < t.end && !isBlank(rune(s.data[i])) { // the tag's name
		i++
	}
	for {
		for i < t.end && isBlank(rune(s.data[i])) {
			i++
		}
		offsets = append(offsets, i) // the last one is the end of the tag
		for i < t.end && s.data[i] != '"' && s.data[i] != '\'' {
			i++
		}
		if i >= t.end {
			return offsets
		}
		i += 2 + bytes.IndexByte(s.data[i+1:t.end], s.data[i]) // past the closing quote
	}
}
