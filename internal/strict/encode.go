package strict

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Encoder is a value with forms of its own. EncodeNode returns one of which its [Decoder] makes the same value.
type Encoder interface{ EncodeNode() *Node }

// Encode returns the node of a value: of what [Node.Decode] sets, or of the maps, slices and scalars that people make
// of documents. Keys of maps are sorted. A field with the option omitempty or omitzero is left out where it is zero.
// Encode panics for types that cannot be decoded.
func Encode(v any) *Node {
	if v == nil {
		return &Node{}
	}
	return encode(reflect.ValueOf(v))
}

func encode(v reflect.Value) *Node {
	if e, ok := v.Interface().(Encoder); ok && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		return e.EncodeNode()
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return &Node{}
		}
		return encode(v.Elem())
	case reflect.Struct:
		n := &Node{Kind: Map}
		for _, m := range members(v.Type()) {
			if f := v.Field(m.i); !m.omit || !empty(f) {
				n.Pairs = append(n.Pairs, Pair{Key: m.name, Value: encode(f)})
			}
		}
		return n
	case reflect.Map:
		if v.IsNil() {
			return &Node{}
		}
		n := &Node{Kind: Map}
		values := map[string]reflect.Value{}
		for k, x := range v.Seq2() {
			values[k.String()] = x
		}
		for _, k := range slices.Sorted(maps.Keys(values)) {
			n.Pairs = append(n.Pairs, Pair{Key: k, Value: encode(values[k])})
		}
		return n
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return &Node{}
		}
		n := &Node{Kind: List}
		for i := range v.Len() {
			n.Items = append(n.Items, encode(v.Index(i)))
		}
		return n
	case reflect.String:
		return &Node{Kind: String, Text: v.String()}
	case reflect.Bool:
		return &Node{Kind: Bool, Bool: v.Bool(), Text: strconv.FormatBool(v.Bool())}
	case reflect.Float64:
		return &Node{Kind: Number, Number: v.Float(), Text: strconv.FormatFloat(v.Float(), 'g', -1, 64)}
	case reflect.Int, reflect.Int64:
		return &Node{Kind: Number, Number: float64(v.Int()), Text: strconv.FormatInt(v.Int(), 10)}
	}
	panic("strict: there is no way to encode " + v.Type().String())
}

// Given returns the keys that the node of a struct has, see [Encode].
func Given(v any) (list []string) {
	x := reflect.ValueOf(v)
	for _, m := range members(x.Type()) {
		if !m.omit || !empty(x.Field(m.i)) {
			list = append(list, m.name)
		}
	}
	return list
}

// member is a field of a struct that has a key.
type member struct {
	i    int
	name string
	omit bool // where it is empty
}

// known holds the members of the structs that were encoded: for each reflect.Type a []member.
var known sync.Map

func members(t reflect.Type) []member {
	if list, ok := known.Load(t); ok {
		return list.([]member)
	}
	var list []member
	for i := range t.NumField() {
		if name := key(t.Field(i)); name != "" {
			list = append(list, member{i, name, strings.Contains(t.Field(i).Tag.Get("json"), ",omit")})
		}
	}
	known.Store(t, list)
	return list
}

// omitted reports whether field i of a struct is left out because it is not given.
func omitted(v reflect.Value, i int) bool {
	return strings.Contains(v.Type().Field(i).Tag.Get("json"), ",omit") && empty(v.Field(i))
}

// empty reports whether a field is one that may be left out.
func empty(f reflect.Value) bool {
	return f.IsZero() || (f.Kind() == reflect.Map || f.Kind() == reflect.Slice) && f.Len() == 0
}

// Value returns the node as Go values: nil, bool, float64, string, []any and map[string]any.
func (n *Node) Value() any {
	switch n.Kind {
	case Bool:
		return n.Bool
	case Number:
		return n.Number
	case String:
		return n.Text
	case List:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, item.Value())
		}
		return list
	case Map:
		m := map[string]any{}
		for _, p := range n.Pairs {
			m[p.Key] = p.Value.Value()
		}
		return m
	}
	return nil
}

// MarshalJSON writes the node with its keys in their order. A number that is not finite becomes null.
func (n *Node) MarshalJSON() ([]byte, error) { return n.appendJSON(nil) }

func (n *Node) appendJSON(b []byte) (_ []byte, err error) {
	var value any
	switch n.Kind {
	case Bool:
		value = n.Bool
	case String:
		value = n.Text
	case Number:
		if x, err := strconv.ParseInt(n.Text, 10, 64); err == nil && strconv.FormatInt(x, 10) == n.Text {
			value = x // all digits of a large one
		} else if !math.IsNaN(n.Number) && !math.IsInf(n.Number, 0) {
			value = n.Number
		}
	case List:
		b = append(b, '[')
		for i, item := range n.Items {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = item.appendJSON(b); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	case Map:
		b = append(b, '{')
		for i, p := range n.Pairs {
			if i > 0 {
				b = append(b, ',')
			}
			name, err := json.Marshal(p.Key)
			if err != nil {
				return b, err
			}
			if b, err = p.Value.appendJSON(append(append(b, name...), ':')); err != nil {
				return b, err
			}
		}
		return append(b, '}'), nil
	}
	text, err := json.Marshal(value)
	return append(b, text...), err
}
