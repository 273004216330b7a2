package xacro

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"kinetree/urdf"
)

// document is a file that was read.
type document struct {
	name  string // as diagnostics name it
	data  []byte
	lines []int // offset of each line's first byte
}

func newDocument(name string, data []byte) *document {
	d := &document{name: name, data: bytes.TrimPrefix(data, []byte("\ufeff")), lines: []int{0}}
	for i, c := range d.data {
		if c == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	return d
}

// position returns the line and column of an offset.
func (d *document) position(offset int) urdf.Position {
	offset = min(max(offset, 0), len(d.data))
	line := sort.SearchInts(d.lines, offset+1)
	return urdf.Position{Line: line, Column: 1 + utf8.RuneCount(d.data[d.lines[line-1]:offset])}
}

// maxDepth is how deep elements of a file may nest.
const maxDepth = 1000

// maxAttributes is how many attributes an element may have.
const maxAttributes = 1000

// load reads the nodes of a document, if the expansion may still have so many.
func (x *expander) load(d *document, frame *frame) (*node, error) {
	if x.nodes += bytes.Count(d.data, []byte{'<'}); x.nodes > MaxNodes {
		return nil, &fault{at: place{d, 0}, frame: frame, limit: true, message: tooManyNodes}
	}
	return d.parse(frame)
}

// tooManyNodes is what is said where MaxNodes is exceeded.
var tooManyNodes = fmt.Sprintf("the expanded file has more than %d parts; expected fewer", MaxNodes)

// parse reads the nodes of a document. The result is a node whose children are those of the document. Frame is what led
// to the file.
func (d *document) parse(frame *frame) (*node, error) {
	if len(d.data) > urdf.MaxSize {
		return nil, d.fault(0, "the file has more than %d bytes; expected at most so many", urdf.MaxSize)
	}
	if !utf8.Valid(d.data) {
		return nil, d.fault(d.invalid(), "a byte that is not valid UTF-8; save the file as UTF-8")
	}
	top := &node{place: place{d, 0}, frame: frame}
	at, depth, roots := top, 0, 0
	in := xml.NewDecoder(bytes.NewReader(d.data))
	in.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		start := int(in.InputOffset())
		token, err := in.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, d.xmlFault(err, int(in.InputOffset()))
		}
		n := &node{place: place{d, start}, frame: frame}
		switch t := token.(type) {
		case xml.StartElement:
			if at == top {
				roots++
			}
			if depth++; depth > maxDepth {
				return nil, d.fault(start, "elements nest more than %d deep", maxDepth)
			}
			if len(t.Attr) > maxAttributes {
				return nil, d.fault(start, "an element with %d attributes; expected at most %d", len(t.Attr), maxAttributes)
			}
			n.kind, n.name = element, fullName(t.Name)
			n.attributes = d.attributes(t.Attr, d.data[start:in.InputOffset()])
			at.insert(n, nil)
			at = n
			continue
		case xml.EndElement:
			if name := fullName(t.Name); at == top || name != at.name {
				return nil, d.fault(start, "</%s> where %s is open; expected its end", name, at.describe())
			}
			at, depth = at.parent, depth-1
			continue
		case xml.CharData:
			n.kind, n.data = text, string(t)
			if bytes.HasPrefix(d.data[start:], []byte("<![CDATA[")) {
				n.kind = cdata
			} else if at == top {
				if strings.TrimSpace(n.data) != "" {
					return nil, d.fault(start, "a text outside of the root element")
				}
				continue
			}
		case xml.Comment:
			n.kind, n.data = comment, string(t)
		case xml.ProcInst:
			if t.Target == "xml" {
				continue
			}
			n.kind, n.data = instruction, t.Target+" "+string(t.Inst)
		default: // a declaration of the document's type
			continue
		}
		at.insert(n, nil)
	}
	if at != top {
		return nil, d.fault(at.place.offset, "%s is never closed", at.describe())
	}
	if roots != 1 {
		return nil, d.fault(0, "%d root elements; expected one", roots)
	}
	return top, nil
}

func (n *node) describe() string {
	if n.name == "" {
		return "no element"
	}
	return "<" + n.name + ">"
}

// attributes returns those of a start tag. Ends of lines and tabs in them are blanks.
func (d *document) attributes(list []xml.Attr, tag []byte) []attribute {
	escaped := bytes.Contains(tag, []byte("&#"))
	attributes := make([]attribute, len(list))
	for i, a := range list {
		attributes[i] = attribute{fullName(a.Name), a.Value}
		if !escaped {
			attributes[i].value = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ").Replace(a.Value)
		}
	}
	return attributes
}

func fullName(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

func (d *document) fault(offset int, format string, args ...any) error {
	return &fault{at: place{d, offset}, message: fmt.Sprintf(format, args...)}
}

func (d *document) xmlFault(err error, offset int) error {
	var syntax *xml.SyntaxError
	if !errors.As(err, &syntax) {
		return d.fault(offset, "%s", strings.TrimPrefix(err.Error(), "xml: "))
	}
	if strings.HasPrefix(syntax.Msg, "invalid character entity") {
		return d.fault(bytes.LastIndexByte(d.data[:min(offset, len(d.data))], '&'), "%s; expected &amp; &lt; &gt; "+
			"&quot; &apos; or the number of a character", syntax.Msg)
	}
	return d.fault(offset, "%s", syntax.Msg)
}

// invalid returns the offset of the first byte that is not UTF-8.
func (d *document) invalid() int {
	for i := 0; i < len(d.data); {
		r, n := utf8.DecodeRune(d.data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(d.data)
}

// attributePlace returns where an attribute of an element stands in its file, or else the element.
func (n *node) attributePlace(name string) place {
	p := n.place
	if p.document == nil {
		return p
	}
	data := p.document.data
	i := p.offset + 1
	for i < len(data) && !isSpace(data[i]) && data[i] != '>' {
		i++
	}
	for i < len(data) && data[i] != '>' {
		for i < len(data) && isSpace(data[i]) {
			i++
		}
		begin := i
		for i < len(data) && data[i] != '"' && data[i] != '\'' && data[i] != '>' {
			i++
		}
		if i >= len(data) || data[i] == '>' {
			break
		}
		key, _, _ := bytes.Cut(data[begin:i], []byte("="))
		if string(bytes.TrimSpace(key)) == name {
			return place{p.document, begin}
		}
		end := bytes.IndexByte(data[i+1:], data[i])
		if end < 0 {
			break
		}
		i += end + 2
	}
	return p
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
