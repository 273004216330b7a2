package strict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Limits of a document: its bytes, how deep it is nested, and its values. They are far beyond what people write, and
// keep memory and recursion bounded on any bytes.
const (
	MaxBytes = 4 << 20
	MaxDepth = 100
	MaxNodes = 1 << 20 // with what aliases repeat; of commas and ends of lines together, too
)

// Parse reads a document. The name of its file stands in faults. The error is Faults.
func Parse(text []byte, file string) (*Node, error) { return read(text, &reader{file: file}) }

// ParseRepeated reads a document whose mappings may have a key several times, as parameter files of ROS 2 do: Pairs has
// each of the entries, in their order, and whoever reads them has to say which one counts.
func ParseRepeated(text []byte, file string) (*Node, error) {
	return read(text, &reader{file: file, repeats: true})
}

func read(text []byte, r *reader) (*Node, error) {
	file := r.file
	fail := func(p Position, format string, args ...any) error {
		return Faults{{File: file, Pos: p, Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case len(text) > MaxBytes:
		return nil, fail(Position{}, "the file has %d bytes; expected at most %d", len(text), MaxBytes)
	case bytes.IndexByte(text, 0) >= 0:
		return nil, fail(Position{}, "the file has bytes that are zero; expected text")
	case nested(text) > MaxDepth:
		return nil, fail(Position{}, "brackets are nested more than %d deep", MaxDepth)
	}
	if n := bytes.Count(text, []byte{','}) + bytes.Count(text, []byte{'\n'}); n > MaxNodes {
		return nil, fail(Position{}, "the file has %d commas and ends of lines; expected at most %d", n, MaxNodes)
	}
	if bytes.HasPrefix(text, []byte("%YAML 1.2")) { // which differs in nothing that is read here
		text = append([]byte("%YAML 1.1"), text[len("%YAML 1.2"):]...)
	}
	text = jsonAsYAML(text)
	body, second, err := parse(text)
	if err != nil {
		message, p := locate(text, err)
		return nil, fail(p, "%s", message)
	}
	if second != nil {
		return nil, fail(at(second), "a second document begins; expected one in the file")
	}
	if body == nil {
		return &Node{File: file, Pos: Position{1, 1}}, nil
	}
	n := r.node(body, "", 0)
	return n, r.faults.Err()
}

// parse returns the value of a document, nil if there is none, and the value of a second one if that begins. The
// library's parser is code of others which meets any bytes, so a panic of it is an error of the document.
func parse(text []byte) (body, second *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the document cannot be read (%v); expected YAML", r)
		}
	}()
	in := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var document yaml.Node
		switch err := in.Decode(&document); {
		case errors.Is(err, io.EOF):
			return body, nil, nil
		case err != nil:
			return nil, nil, err
		case len(document.Content) == 0 || isNull(document.Content[0]) && document.Content[0].Style == 0:
			// nothing stands there
		case body != nil:
			return body, document.Content[0], nil
		default:
			body = document.Content[0]
		}
	}
}

// nested returns how deep brackets and indented dashes are nested at most; what stands in quotes and comments counts,
// too.
func nested(text []byte) int {
	depth, deepest := 0, 0
	for _, line := range bytes.Split(text, []byte{'\n'}) {
		dashes := 0
		for rest := bytes.TrimLeft(line, " "); bytes.HasPrefix(rest, []byte("- ")); rest = bytes.TrimLeft(rest[2:],
			" ") {
			dashes++
		}
		deepest = max(deepest, dashes+depth)
		for _, c := range line {
			switch c {
			case '[', '{':
				depth++
				deepest = max(deepest, depth)
			case ']', '}':
				depth = max(0, depth-1)
			}
		}
	}
	return deepest
}

func at(n *yaml.Node) Position { return Position{n.Line, n.Column} }

// reader makes nodes of the library's.
type reader struct {
	file    string
	repeats bool // keys may be there several times
	nodes   int
	faults  Faults
}

func (r *reader) node(from *yaml.Node, path string, depth int) *Node {
	n := &Node{File: r.file, Pos: at(from), Path: path}
	fault := func(format string, args ...any) *Node {
		r.faults = append(r.faults, n.Fault(format, args...))
		return n
	}
	if r.nodes++; r.nodes > MaxNodes {
		if r.nodes == MaxNodes+1 {
			return fault("the document has more than %d values; expected fewer", MaxNodes)
		}
		return n
	}
	if depth > MaxDepth {
		return fault("values are nested more than %d deep", MaxDepth)
	}
	if from.Style&yaml.TaggedStyle != 0 {
		return fault("tags such as %s are not supported; expected a plain value", from.Tag)
	}
	switch from.Kind {
	case yaml.ScalarNode:
		n.Kind, n.Text = String, from.Value
		if from.Style == 0 { // without quotes
			n.plain(from)
		}
	case yaml.SequenceNode:
		n.Kind = List
		for i, item := range from.Content {
			n.Items = append(n.Items, r.node(item, Join(path, strconv.Itoa(i)), depth+1))
		}
	case yaml.MappingNode:
		n.Kind = Map
		seen := map[string]bool{}
		for i := 0; i+1 < len(from.Content); i += 2 {
			r.pair(n, from.Content[i], from.Content[i+1], depth, seen)
		}
		if len(n.Pairs) > 0 {
			n.Pos = n.Pairs[0].Pos
		}
	case yaml.AliasNode:
		return r.node(from.Alias, path, depth+1)
	}
	return n
}

// pair adds an entry to a mapping in which keys have been seen.
func (r *reader) pair(n *Node, key, value *yaml.Node, depth int, seen map[string]bool) {
	p := Pair{Key: key.Value, Pos: at(key)}
	path := Join(n.Path, p.Key)
	fault := func(path, message string) { r.faults = append(r.faults, &Fault{r.file, p.Pos, path, message}) }
	switch {
	case key.Kind != yaml.ScalarNode:
		fault(n.Path, "a key is no text; expected a plain one")
		return
	case key.Style&yaml.TaggedStyle != 0:
		fault(n.Path, fmt.Sprintf("tags such as %s are not supported; expected a plain key", key.Tag))
		return
	case key.Value == "<<" && key.Style == 0:
		fault(n.Path, "merge keys (<<) are not supported; expected the keys themselves")
		p.Value = &Node{File: r.file, Pos: p.Pos, Path: path}
	case seen[p.Key] && !r.repeats:
		fault(path, "the key is there twice; keep one")
		return
	default:
		p.Value = r.node(value, path, depth+1)
	}
	seen[p.Key] = true
	n.Pairs = append(n.Pairs, p)
}

// isNull reports whether a value without quotes stands for nothing.
func isNull(n *yaml.Node) bool {
	switch n.Value {
	case "", "~", "null", "Null", "NULL":
		return n.Kind == yaml.ScalarNode
	}
	return false
}

// plain sets n to what a text without quotes means.
func (n *Node) plain(from *yaml.Node) {
	switch {
	case isNull(from):
		n.Kind, n.Text = Null, ""
	case from.Value == "true" || from.Value == "True" || from.Value == "TRUE":
		n.Kind, n.Bool = Bool, true
	case from.Value == "false" || from.Value == "False" || from.Value == "FALSE":
		n.Kind = Bool
	default:
		n.scalar(from.Value)
	}
}

// decimal is how numbers are written.
var decimal = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$`)

// scalar sets n to what text without quotes means: a number or itself.
func (n *Node) scalar(text string) {
	n.Kind, n.Text = String, text
	switch strings.ToLower(text) {
	case ".inf", "+.inf":
		n.Kind, n.Number = Number, math.Inf(1)
	case "-.inf":
		n.Kind, n.Number = Number, math.Inf(-1)
	case ".nan":
		n.Kind, n.Number = Number, math.NaN()
	default:
		if decimal.MatchString(text) {
			n.Kind = Number
			n.Number, _ = strconv.ParseFloat(text, 64) // what is too large becomes infinite
		}
	}
}
