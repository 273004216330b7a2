package strict

import (
	"fmt"
	"strconv"
	"strings"
)

// Split returns the keys of a path. They are separated by dots; a key that has dots itself stands in double quotes.
func Split(path string) ([]string, error) {
	var keys []string
	rest := path
	for {
		var key string
		if strings.HasPrefix(rest, `"`) {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, fmt.Errorf("the path %s has a quote that does not end; expected KEY.KEY", path)
			}
			key, _ = strconv.Unquote(quoted)
			rest = rest[len(quoted):]
			if rest != "" && rest[0] != '.' {
				return nil, fmt.Errorf("the path %s goes on behind a quote; expected KEY.KEY", path)
			}
		} else {
			i := strings.IndexByte(rest, '.')
			if i < 0 {
				i = len(rest)
			}
			if key, rest = rest[:i], rest[i:]; key == "" {
				return nil, fmt.Errorf("the path %q has an empty key; expected KEY.KEY", path)
			}
		}
		keys = append(keys, key)
		if rest == "" {
			return keys, nil
		}
		rest = rest[1:]
	}
}

// Find returns the node at a path, or of the nearest value around it that the document has.
func (n *Node) Find(path string) *Node {
	keys, err := Split(path)
	if err != nil {
		return n
	}
	for _, k := range keys {
		next := n.child(k)
		if next == nil {
			return n
		}
		n = next
	}
	return n
}

// child returns the value of a key of a mapping or at an index of a list, or nil.
func (n *Node) child(key string) *Node {
	if n.Kind == List {
		if i, err := strconv.Atoi(key); err == nil && 0 <= i && i < len(n.Items) {
			return n.Items[i]
		}
		return nil
	}
	return n.Get(key)
}

// Set puts a value at a path. Mappings on the way that are not there are made. The error says what is in the way.
func (n *Node) Set(path string, value *Node) error {
	keys, err := Split(path)
	if err != nil {
		return err
	}
	for i, k := range keys {
		if n.Kind == Null {
			n.Kind = Map
		}
		if n.Kind == List {
			at, err := strconv.Atoi(k)
			if err != nil || at < 0 || at >= len(n.Items) {
				return fmt.Errorf("the path %s: the list %s has %d items; expected a number from 0 to %d, not %q",
					path, n.Path, len(n.Items), len(n.Items)-1, k)
			}
			if i == len(keys)-1 {
				n.Items[at] = value.placed(n.Items[at].Path)
			}
			n = n.Items[at]
			continue
		}
		if n.Kind != Map {
			return fmt.Errorf("the path %s: %s is %s; expected a mapping", path, n.Path, n.found())
		}
		next := n.Get(k)
		if next == nil {
			next = &Node{File: n.File, Pos: n.Pos, Path: join(n.Path, k)}
			n.Pairs = append(n.Pairs, Pair{k, n.Pos, next})
		}
		if i == len(keys)-1 {
			*next = *value.placed(next.Path)
		}
		n = next
	}
	return nil
}

// placed returns a copy of the value with the paths that it has where it is put.
func (n *Node) placed(path string) *Node {
	c := *n
	c.Path = path
	c.Items, c.Pairs = nil, nil
	for i, item := range n.Items {
		c.Items = append(c.Items, item.placed(join(path, strconv.Itoa(i))))
	}
	for _, p := range n.Pairs {
		c.Pairs = append(c.Pairs, Pair{p.Key, p.Pos, p.Value.placed(join(path, p.Key))})
	}
	return &c
}

// Clone returns a copy that shares nothing with n.
func (n *Node) Clone() *Node { return n.placed(n.Path) }

// Of returns the node of a Go value: nil, a bool, a number, a string, or a slice or a map of these.
func Of(value any) (*Node, error) {
	switch x := value.(type) {
	case nil:
		return &Node{}, nil
	case bool:
		return &Node{Kind: Bool, Bool: x, Text: strconv.FormatBool(x)}, nil
	case int:
		return Of(float64(x))
	case float64:
		return &Node{Kind: Number, Number: x, Text: strconv.FormatFloat(x, 'g', -1, 64)}, nil
	case string:
		return &Node{Kind: String, Text: x}, nil
	case []any:
		n := &Node{Kind: List}
		for _, v := range x {
			item, err := Of(v)
			if err != nil {
				return nil, err
			}
			n.Items = append(n.Items, item)
		}
		return n, nil
	case map[string]any:
		n := &Node{Kind: Map}
		for _, k := range sortedKeys(x) {
			item, err := Of(x[k])
			if err != nil {
				return nil, err
			}
			n.Pairs = append(n.Pairs, Pair{Key: k, Value: item})
		}
		return n, nil
	}
	return nil, fmt.Errorf("a value of type %T; expected a number, text, truth value, list or mapping", value)
}
