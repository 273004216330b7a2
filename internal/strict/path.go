package strict

import (
	"errors"
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
			break
		}
		n = next
	}
	return n
}

// At returns the node at the end of keys, or nil if there is none.
func (n *Node) At(keys ...string) *Node {
	for _, k := range keys {
		if n = n.child(k); n == nil {
			return nil
		}
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

// Set puts a value at the end of keys. Mappings on the way that are not there are made. The error says what is in the
// way.
func (n *Node) Set(keys []string, value *Node) error {
	for i, k := range keys {
		if n.Kind == Null {
			n.Kind = Map
		}
		switch next := n.child(k); {
		case next != nil:
			n = next
		case n.Kind == List:
			return errors.New(noItem(n.Path, len(n.Items), k))
		case n.Kind != Map:
			return fmt.Errorf("%s, and no mapping with the key %s", n.found(), k)
		default:
			next = &Node{File: n.File, Pos: n.Pos, Path: Join(n.Path, k)}
			n.Pairs = append(n.Pairs, Pair{k, n.Pos, next})
			n = next
		}
		if i == len(keys)-1 {
			*n = *value.placed(n.Path)
		}
	}
	return nil
}

// placed returns a copy of the value with the paths that it has where it is put.
func (n *Node) placed(path string) *Node {
	c := *n
	c.Path = path
	c.Items, c.Pairs = nil, nil
	for i, item := range n.Items {
		c.Items = append(c.Items, item.placed(Join(path, strconv.Itoa(i))))
	}
	for _, p := range n.Pairs {
		c.Pairs = append(c.Pairs, Pair{p.Key, p.Pos, p.Value.placed(Join(path, p.Key))})
	}
	return &c
}

// Rooted returns a copy of a value of a document as a document of its own.
func (n *Node) Rooted() *Node { return n.placed("") }

// Clone returns a copy that shares nothing with n.
func (n *Node) Clone() *Node { return n.placed(n.Path) }
