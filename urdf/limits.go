package urdf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// The limits of a file. They hold while it is read, so that what is too large is refused after the part that fits.
const (
	MaxSize       = 256 << 20 // bytes
	MaxLinks      = 100_000   // links of a robot
	MaxElements   = 2_500_000 // elements, comments and the like of a file, also those that are skipped
	MaxAttributes = 5_000_000 // attributes of a file
	MaxTag        = 16 << 20  // bytes of a tag with its attributes, of a comment, and of a text between tags
	maxDepth      = 10_000    // levels of elements
)

// ReadDocument reads a URDF document. Of one that is beyond a limit it returns the part up to the place where it is,
// which ParseBytes refuses. The error is that of r. Memory is in proportion to the part that is read, which is at most
// twice as long as the part that fits.
func ReadDocument(r io.Reader) ([]byte, error) {
	const first = 1 << 20
	var t tally
	data := make([]byte, 0, first)
	for {
		n, err := io.ReadFull(r, data[len(data):min(cap(data), MaxSize+1)])
		data = data[:len(data)+n]
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		if fault := t.advance(data); fault != nil || len(data) > MaxSize {
			return data, nil
		}
		data = append(make([]byte, 0, min(2*cap(data), MaxSize+1)), data...)
	}
}

// tally counts what a document has, as far as it was read. It takes no notice of what is not well-formed.
type tally struct {
	offset                      int // of what was not counted yet
	elements, links, attributes int
	depth                       int
	end                         int // of the root element, or 0
}

// advance counts on to the end of a document that has grown, as far as it has whole tags, and returns the first limit
// that is exceeded.
func (t *tally) advance(data []byte) *syntaxError {
	if len(data) > MaxSize {
		data = data[:MaxSize] // so that the limits are told by what comes first
	}
	for {
		next := bytes.IndexByte(data[t.offset:], '<')
		if next > MaxTag || next < 0 && len(data)-t.offset > MaxTag {
			return t.tooLarge(fmt.Sprintf("a text of more than %d bytes", MaxTag))
		}
		if next < 0 {
			return nil
		}
		t.offset += next
		rest := data[t.offset:]
		kind, n, values := markup(rest)
		cut := n == 0
		if n > MaxTag || cut && len(rest) > MaxTag {
			return t.tooLarge(fmt.Sprintf("a tag or comment of more than %d bytes", MaxTag))
		}
		if cut {
			return nil
		}
		switch kind {
		case startTag:
			if fault := t.count(rest[:n], values); fault != nil {
				return fault
			}
		case endTag:
			t.depth--
		case otherMarkup:
			if t.elements++; t.elements > MaxElements {
				return t.tooMany("elements and comments", MaxElements)
			}
		}
		t.offset += n
		if t.depth == 0 && t.end == 0 && (kind == startTag || kind == endTag) {
			t.end = t.offset
		}
	}
}

// count counts a start tag with so many values.
func (t *tally) count(tag []byte, values int) *syntaxError {
	t.elements++
	t.attributes += values
	if t.depth == 1 && bytes.HasPrefix(tag, []byte("<link")) && bytes.IndexByte([]byte(" \t\r\n/>"), tag[5]) >= 0 {
		t.links++
	}
	if !bytes.HasSuffix(tag, []byte("/>")) {
		t.depth++
	}
	switch {
	case t.links > MaxLinks:
		return t.tooMany("links", MaxLinks)
	case t.elements > MaxElements:
		return t.tooMany("elements and comments", MaxElements)
	case t.attributes > MaxAttributes:
		return t.tooMany("attributes", MaxAttributes)
	}
	return nil
}

func (t *tally) tooMany(what string, most int) *syntaxError {
	return t.tooLarge(fmt.Sprintf("more than %d %s", most, what))
}

func (t *tally) tooLarge(what string) *syntaxError {
	return &syntaxError{"too-large", t.offset, fmt.Sprintf("the file has %s; expected at most that many, which is "+
		"where reading ends", what)}
}

// Kinds of markup.
const (
	startTag = iota
	endTag
	documentType // may have anything inside
	otherMarkup  // a comment, CDATA or a processing instruction
)

// markup returns the kind of what data begins with, a '<', its length, which is 0 if it does not end, and how many
// values of attributes a start tag has.
func markup(data []byte) (kind, length, values int) {
	switch {
	case bytes.HasPrefix(data, []byte("<!--")):
		return otherMarkup, after(data, "-->"), 0
	case bytes.HasPrefix(data, []byte("<![CDATA[")):
		return otherMarkup, after(data, "]]>"), 0
	case bytes.HasPrefix(data, []byte("<?")):
		return otherMarkup, after(data, "?>"), 0
	case bytes.HasPrefix(data, []byte("<!")):
		return documentType, declarationEnd(data), 0
	case bytes.HasPrefix(data, []byte("</")):
		return endTag, after(data, ">"), 0
	}
	length, values = tagEnd(data)
	return startTag, length, values
}

// after returns the length of data up to and with the mark, or 0.
func after(data []byte, mark string) int {
	if k := bytes.Index(data, []byte(mark)); k >= 0 {
		return k + len(mark)
	}
	return 0
}

// tagEnd returns the length of the start tag that data begins with, or 0, and how many values it has. There may be >
// within quotes.
func tagEnd(data []byte) (length, values int) {
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '>':
			return i + 1, values
		case '"', '\'':
			k := bytes.IndexByte(data[i+1:], c)
			if k < 0 {
				return 0, 0
			}
			i += k + 1
			values++
		}
	}
	return 0, 0
}

// declarationEnd returns the length of the declaration that data begins with, or 0. There may be declarations and
// comments in it, and > within quotes.
func declarationEnd(data []byte) int {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '<':
			if comment := data[i:]; bytes.HasPrefix(comment, []byte("<!--")) {
				n := after(comment, "-->")
				if n == 0 {
					return 0
				}
				i += n - 1
				continue
			}
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			k := bytes.IndexByte(data[i+1:], c)
			if k < 0 {
				return 0
			}
			i += k + 1
		}
	}
	return 0
}
