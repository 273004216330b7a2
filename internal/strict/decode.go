package strict

import (
	"math"
	"reflect"
	"strings"
	"sync"

	"kinetree/internal/suggest"
)

// Decoder is a value that has forms of its own, such as a number or a list. DecodeNode sets it from a node and
// returns what is wrong.
type Decoder interface {
	DecodeNode(n *Node) Faults
}

// Decode sets the value that dst points to, which holds the defaults, from the node: structs by the json tags of
// their fields, maps with keys that are strings, slices, arrays of a fixed length, pointers, which stay nil where a
// key is missing, numbers, truth values and texts, and what is a [Decoder]. Numbers are finite. A tag enum:"a|b"
// lists what a text may be.
func (n *Node) Decode(dst any) Faults { return n.decode(reflect.ValueOf(dst).Elem(), "") }

func (n *Node) decode(dst reflect.Value, texts string) Faults {
	if d, ok := dst.Addr().Interface().(Decoder); ok {
		return d.DecodeNode(n)
	}
	wrong := func(expected string) Faults { return Faults{n.Fault("%s; expected %s", n.found(), expected)} }
	switch dst.Kind() {
	case reflect.Pointer:
		if dst.IsNil() {
			dst.Set(reflect.New(dst.Type().Elem()))
		}
		return n.decode(dst.Elem(), texts)
	case reflect.Struct:
		if n.Kind == Null { // a key with nothing behind it
			return nil
		}
		if n.Kind != Map {
			return wrong("a mapping of " + suggest.List(names(dst.Type())))
		}
		return n.decodeStruct(dst)
	case reflect.Map:
		if n.Kind == Null {
			return nil
		}
		if n.Kind != Map {
			return wrong("a mapping")
		}
		return n.decodeMap(dst)
	case reflect.Slice:
		if n.Kind == Null {
			return nil
		}
		if n.Kind != List {
			return wrong("a list")
		}
		dst.Set(reflect.MakeSlice(dst.Type(), len(n.Items), len(n.Items)))
		return n.decodeItems(dst)
	case reflect.Array:
		if n.Kind != List || len(n.Items) != dst.Len() {
			if n.Kind == List {
				return Faults{n.Fault("a list of %d; expected a list of %d", len(n.Items), dst.Len())}
			}
			return Faults{n.Fault("%s; expected a list of %d", n.found(), dst.Len())}
		}
		return n.decodeItems(dst)
	case reflect.String:
		if n.Kind != String {
			return wrong("a text" + quotes(n))
		}
		if texts != "" {
			if f := n.oneOf(strings.Split(texts, "|")); f != nil {
				return Faults{f}
			}
		}
		dst.SetString(n.Text)
	case reflect.Bool:
		if n.Kind != Bool {
			return wrong("true or false")
		}
		dst.SetBool(n.Bool)
	case reflect.Float64:
		if n.Kind != Number || math.IsNaN(n.Number) || math.IsInf(n.Number, 0) {
			return wrong("a finite number")
		}
		dst.SetFloat(n.Number)
	case reflect.Int, reflect.Int64:
		const exact = 1 << 53
		if n.Kind != Number || n.Number != math.Trunc(n.Number) || math.Abs(n.Number) > exact {
			return wrong("a whole number")
		}
		dst.SetInt(int64(n.Number))
	default:
		panic("strict: there is no way to decode " + dst.Type().String())
	}
	return nil
}

// quotes says how a text that looks otherwise is written.
func quotes(n *Node) string {
	if n.Kind == Number || n.Kind == Bool {
		return ", which takes quotes here"
	}
	return ""
}

// oneOf returns a fault unless the text is one of some.
func (n *Node) oneOf(known []string) *Fault {
	for _, k := range known {
		if n.Text == k {
			return nil
		}
	}
	return n.Fault("%q%s; expected one of %s", n.Text, suggest.Hint(n.Text, known), suggest.List(known))
}

func (n *Node) decodeStruct(dst reflect.Value) Faults {
	var faults Faults
	for _, p := range n.Pairs {
		i, ok := field(dst.Type(), p.Key)
		if !ok {
			faults = append(faults, &Fault{n.File, p.Pos, p.Value.Path, noKey(dst.Type(), n.Path, p.Key)})
			continue
		}
		faults = append(faults, p.Value.decode(dst.Field(i), enum(dst.Type(), i))...)
	}
	return faults
}

func (n *Node) decodeMap(dst reflect.Value) Faults {
	var faults Faults
	dst.Set(cloned(dst, len(n.Pairs))) // the defaults may be those of other values, too
	for _, p := range n.Pairs {
		v := reflect.New(dst.Type().Elem()).Elem()
		faults = append(faults, p.Value.decode(v, "")...)
		dst.SetMapIndex(reflect.ValueOf(p.Key), v)
	}
	return faults
}

func (n *Node) decodeItems(dst reflect.Value) Faults {
	var faults Faults
	for i, item := range n.Items {
		faults = append(faults, item.decode(dst.Index(i), "")...)
	}
	return faults
}

// Enumerated is a struct that lists the texts that a key may have, as a tag enum does, where they are more than a tag
// has room for.
type Enumerated interface {
	Enum(key string) string
}

// enums holds what enum returned.
var enums sync.Map // of string by fieldOf

// fieldOf is a field of a struct.
type fieldOf struct {
	of reflect.Type
	i  int
}

// enum returns the texts that a field may have, a|b, or "" if it may have any.
func enum(t reflect.Type, i int) string {
	if texts, ok := enums.Load(fieldOf{t, i}); ok {
		return texts.(string)
	}
	texts := findEnum(t, i)
	enums.Store(fieldOf{t, i}, texts)
	return texts
}

func findEnum(t reflect.Type, i int) string {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[Enumerated]()) {
		if texts := reflect.New(t).Interface().(Enumerated).Enum(key(t.Field(i))); texts != "" {
			return texts
		}
	}
	return t.Field(i).Tag.Get("enum")
}

// names returns the keys of a struct in order.
func names(t reflect.Type) []string {
	var list []string
	for i := range t.NumField() {
		if name := key(t.Field(i)); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// fields holds the fields of the structs that were decoded: for each reflect.Type a map[string]int from keys to
// indices.
var fields sync.Map

// field returns the field of a key.
func field(t reflect.Type, name string) (int, bool) {
	known, ok := fields.Load(t)
	if !ok {
		all := map[string]int{}
		for i := range t.NumField() {
			if k := key(t.Field(i)); k != "" {
				all[k] = i
			}
		}
		known, _ = fields.LoadOrStore(t, all)
	}
	i, ok := known.(map[string]int)[name]
	return i, ok
}

// key returns the key of a field, or "" if it has none.
func key(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" || !f.IsExported() {
		return ""
	}
	return name
}
