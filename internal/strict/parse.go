package strict

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits of a document: its bytes, how deep it is nested, and its values. They are far beyond what people write, and
// keep memory and recursion bounded on any bytes.
const (
	MaxBytes = 4 << 20
	MaxDepth = 100
	MaxNodes = 1 << 20 // with what aliases repeat
	// MaxKeys bounds the keys of a mapping, each in a line of its own. The parser takes a time that grows with their
	// square.
	MaxKeys = 4096
)

// Parse reads a document. The name of its file stands in faults. The error is Faults.
func Parse(text []byte, file string) (*Node, error) {
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
	if line := manyKeys(text); line > 0 {
		return nil, fail(Position{line, 1}, "a mapping has more than %d keys; expected fewer", MaxKeys)
	}
	tree, err := parse(text)
	if err != nil {
		var syntax *yaml.SyntaxError
		if errors.As(err, &syntax) && syntax.Token != nil {
			return nil, fail(at(syntax.Token), "%s", syntax.Message)
		}
		return nil, fail(Position{}, "%v", err)
	}
	var body ast.Node
	for _, d := range tree.Docs {
		switch {
		case d.Body == nil:
		case body != nil:
			return nil, fail(at(d.Body.GetToken()), "a second document begins; expected one in the file")
		default:
			body = d.Body
		}
	}
	if body == nil {
		return &Node{File: file, Pos: Position{1, 1}}, nil
	}
	r := &reader{file: file, anchors: map[string]ast.Node{}, seen: map[*Node]map[string]bool{}}
	n := r.node(body, "", 0)
	return n, r.faults.Err()
}

// parse is the library's parser. That is code of others which meets any bytes, so a panic of it is an error of the
// document.
func parse(text []byte) (tree *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the document cannot be read (%v); expected YAML", r)
		}
	}()
	return parser.ParseBytes(text, 0)
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

func at(t *token.Token) Position {
	if t == nil || t.Position == nil {
		return Position{}
	}
	return Position{t.Position.Line, t.Position.Column}
}

// reader makes nodes of the library's syntax tree.
type reader struct {
	file    string
	anchors map[string]ast.Node
	seen    map[*Node]map[string]bool // keys of mappings that are read
	nodes   int
	faults  Faults
}

func (r *reader) node(from ast.Node, path string, depth int) *Node {
	n := &Node{File: r.file, Pos: at(from.GetToken()), Path: path}
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
	switch x := from.(type) {
	case *ast.NullNode:
	case *ast.BoolNode:
		n.Kind, n.Bool, n.Text = Bool, x.Value, x.Token.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		n.scalar(from.GetToken().Value)
	case *ast.StringNode:
		n.Kind, n.Text = String, x.Value
		if x.Token.Type == token.StringType { // without quotes
			n.scalar(x.Value)
		}
	case *ast.LiteralNode:
		n.Kind, n.Text = String, x.Value.Value
	case *ast.SequenceNode:
		n.Kind = List
		for i, item := range x.Values {
			n.Items = append(n.Items, r.node(item, Join(path, strconv.Itoa(i)), depth+1))
		}
	case *ast.MappingNode:
		n.Kind = Map
		for _, pair := range x.Values {
			r.pair(n, pair, depth)
		}
		if len(n.Pairs) > 0 {
			n.Pos = n.Pairs[0].Pos
		}
	case *ast.MappingValueNode:
		n.Kind = Map
		r.pair(n, x, depth)
		n.Pos = n.Pairs[0].Pos
	case *ast.AnchorNode:
		value := r.node(x.Value, path, depth+1)
		r.anchors[x.Name.GetToken().Value] = x.Value
		return value
	case *ast.AliasNode:
		name := x.Value.GetToken().Value
		value, ok := r.anchors[name]
		if !ok {
			return fault("there is no anchor &%s before; expected one", name)
		}
		return r.node(value, path, depth+1)
	case *ast.TagNode:
		return fault("tags such as %s are not supported; expected a plain value", x.Start.Value)
	case nil:
	default:
		return fault("%s is not supported; expected a plain value", from.Type())
	}
	return n
}

// pair adds an entry to a mapping.
func (r *reader) pair(n *Node, x *ast.MappingValueNode, depth int) {
	token := x.Key.GetToken()
	p := Pair{Key: token.Value, Pos: at(token)}
	path := Join(n.Path, p.Key)
	if x.Key.IsMergeKey() {
		r.faults = append(r.faults,
			&Fault{r.file, p.Pos, n.Path, "merge keys (<<) are not supported; expected the keys themselves"})
		p.Value = &Node{File: r.file, Pos: p.Pos, Path: path}
	} else if x.Value == nil {
		p.Value = &Node{File: r.file, Pos: p.Pos, Path: path}
	} else if p.Value = r.node(x.Value, path, depth+1); p.Value.Pos == (Position{}) {
		p.Value.Pos = p.Pos
	}
	if r.seen[n] == nil {
		r.seen[n] = map[string]bool{}
	}
	if r.seen[n][p.Key] {
		r.faults = append(r.faults, &Fault{r.file, p.Pos, path, "the key is there twice; keep one"})
		return
	}
	r.seen[n][p.Key] = true
	n.Pairs = append(n.Pairs, p)
}

// manyKeys returns the line where a mapping goes beyond MaxKeys, or 0. It counts lines of one indentation that have a
// colon, until one with less.
func manyKeys(text []byte) (line int) {
	type level struct{ indent, keys int }
	var levels []level
	number := 0
	for l := range bytes.Lines(text) {
		number++
		trimmed := bytes.TrimLeft(l, " ")
		if len(bytes.TrimSpace(trimmed)) == 0 || trimmed[0] == '#' {
			continue
		}
		indent := len(l) - len(trimmed)
		for len(levels) > 0 && levels[len(levels)-1].indent > indent {
			levels = levels[:len(levels)-1]
		}
		if len(levels) == 0 || levels[len(levels)-1].indent < indent {
			levels = append(levels, level{indent: indent})
		}
		if trimmed[0] == '-' || bytes.IndexByte(trimmed, ':') < 0 {
			continue
		}
		top := &levels[len(levels)-1]
		if top.keys++; top.keys > MaxKeys {
			return number
		}
	}
	return 0
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
