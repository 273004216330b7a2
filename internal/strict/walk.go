package strict

import (
	"fmt"
	"reflect"
	"strconv"

	"kinetree/internal/suggest"
)

// Get returns the value at a path of what v points to, or nil if it is not given: a map has no such key, a pointer is
// nil, or a field with the option omitempty or omitzero is zero. The error is a [Fault] for a path that could never be
// set.
func Get(v any, path string) (*Node, error) {
	keys, err := Split(path)
	if err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	n, fault := get(reflect.ValueOf(v).Elem(), true, "", keys)
	if fault != nil {
		return nil, fault
	}
	return n, nil
}

// get returns the value at the keys below v, which is at a path. Where v is not given it is zero.
func get(v reflect.Value, given bool, path string, keys []string) (*Node, *Fault) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return get(reflect.Zero(v.Type().Elem()), false, path, keys)
		}
		return get(v.Elem(), given, path, keys)
	}
	if len(keys) == 0 {
		if !given {
			return nil, nil
		}
		return encode(v), nil
	}
	key, inside := keys[0], Join(path, keys[0])
	switch kind := v.Kind(); {
	case kind == reflect.Struct && has(v.Type(), key):
		i, _ := field(v.Type(), key)
		return get(v.Field(i), given && !omitted(v, i), inside, keys[1:])
	case opaque(v.Type()):
		return encode(v).At(keys...), nil
	case kind == reflect.Map:
		if x := v.MapIndex(reflect.ValueOf(key)); x.IsValid() {
			return get(x, given, inside, keys[1:])
		}
		return get(reflect.Zero(v.Type().Elem()), false, inside, keys[1:])
	case kind == reflect.Slice || kind == reflect.Array:
		i, wrong := index(v, path, key)
		if wrong != "" {
			return nil, &Fault{Path: path, Message: wrong}
		}
		return get(v.Index(i), given, inside, keys[1:])
	}
	return nil, &Fault{Path: inside, Message: noKey(v.Type(), path, key)}
}

// Set puts a value at a path of what dst points to; otherwise points to a value of the same type with the defaults of
// what the value leaves out. Maps, lists and what pointers point to are replaced on the way rather than changed, so
// that copies of *dst keep theirs. The error is a [Fault] or [Faults] with the place of the value; then nothing has
// changed.
func Set(dst, otherwise any, path string, value *Node) error {
	keys, err := Split(path)
	if err != nil {
		return value.Fault("%v", err)
	}
	return set(reflect.ValueOf(dst).Elem(), reflect.ValueOf(otherwise).Elem(), "", "", keys, value).Err()
}

// set puts a value at the keys below dst, which is at a path and has the texts a|b only, if there are any.
func set(dst, otherwise reflect.Value, texts, path string, keys []string, value *Node) Faults {
	if len(keys) == 0 {
		fresh := reflect.New(dst.Type()).Elem()
		if otherwise.IsValid() {
			fresh.Set(otherwise)
		}
		faults := value.placed(path).decode(fresh, texts)
		if len(faults) == 0 {
			dst.Set(fresh)
		}
		return faults
	}
	fault := func(path, message string) Faults { return Faults{{value.File, value.Pos, path, message}} }
	key, inside := keys[0], Join(path, keys[0])
	switch kind := dst.Kind(); {
	case kind == reflect.Pointer:
		fresh := reflect.New(dst.Type().Elem())
		if !dst.IsNil() {
			fresh.Elem().Set(dst.Elem())
		} else if fresh.Elem().Kind() == reflect.Array {
			return fault(path, "there is no list that has an item "+key+"; expected the whole list at "+path)
		}
		faults := set(fresh.Elem(), reflect.Value{}, texts, path, keys, value)
		if len(faults) == 0 {
			dst.Set(fresh)
		}
		return faults
	case kind == reflect.Struct && has(dst.Type(), key):
		i, _ := field(dst.Type(), key)
		if otherwise.IsValid() {
			otherwise = otherwise.Field(i)
		}
		return set(dst.Field(i), otherwise, enum(dst.Type(), i), inside, keys[1:], value)
	case opaque(dst.Type()):
		n := encode(dst)
		n.File, n.Pos = value.File, value.Pos
		if err := n.Set(keys, value); err != nil {
			return fault(inside, err.Error())
		}
		return set(dst, otherwise, texts, path, nil, n)
	case kind == reflect.Map:
		fresh := reflect.New(dst.Type().Elem()).Elem()
		if old := dst.MapIndex(reflect.ValueOf(key)); old.IsValid() {
			fresh.Set(old)
		}
		faults := set(fresh, reflect.Value{}, "", inside, keys[1:], value)
		if len(faults) == 0 {
			dst.Set(cloned(dst, 1))
			dst.SetMapIndex(reflect.ValueOf(key), fresh)
		}
		return faults
	case kind == reflect.Slice || kind == reflect.Array:
		i, wrong := index(dst, path, key)
		if wrong != "" {
			return fault(path, wrong)
		}
		fresh := reflect.New(dst.Type()).Elem()
		if kind == reflect.Slice {
			fresh.Set(reflect.MakeSlice(dst.Type(), dst.Len(), dst.Len()))
		}
		reflect.Copy(fresh, dst)
		faults := set(fresh.Index(i), reflect.Value{}, "", inside, keys[1:], value)
		if len(faults) == 0 {
			dst.Set(fresh)
		}
		return faults
	}
	return fault(inside, noKey(dst.Type(), path, key))
}

// Numbers returns where the numbers at each of some paths of what dst points to are, in the order of their lists; nil
// for a path at which there is none, or one that is not in a place of its own. They may be changed: maps, lists and
// what pointers point to are replaced on the way, so that copies of *dst keep theirs.
func Numbers(dst any, paths [][]string) [][]*float64 {
	for _, keys := range paths {
		own(reflect.ValueOf(dst).Elem(), keys)
	}
	list := make([][]*float64, len(paths))
	for k, keys := range paths {
		list[k] = places(reflect.ValueOf(dst).Elem(), keys)
	}
	return list
}

// own replaces what is on the way along the keys below v by copies.
func own(v reflect.Value, keys []string) {
	switch kind := v.Kind(); {
	case kind == reflect.Pointer:
		if !v.IsNil() {
			fresh := reflect.New(v.Type().Elem())
			fresh.Elem().Set(v.Elem())
			v.Set(fresh)
			own(fresh.Elem(), keys)
		}
	case kind == reflect.Slice:
		fresh := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(fresh, v)
		v.Set(fresh)
		if len(keys) > 0 {
			if i, wrong := index(v, "", keys[0]); wrong == "" {
				own(v.Index(i), keys[1:])
			}
		}
	case len(keys) == 0:
	case kind == reflect.Struct && has(v.Type(), keys[0]):
		i, _ := field(v.Type(), keys[0])
		own(v.Field(i), keys[1:])
	case kind == reflect.Map:
		if old := v.MapIndex(reflect.ValueOf(keys[0])); old.IsValid() {
			fresh := reflect.New(v.Type().Elem()).Elem()
			fresh.Set(old)
			own(fresh, keys[1:])
			v.Set(cloned(v, 0))
			v.SetMapIndex(reflect.ValueOf(keys[0]), fresh)
		}
	}
}

// places returns where the numbers at the keys below v are, those of a value that can be addressed.
func places(v reflect.Value, keys []string) (list []*float64) {
	switch kind := v.Kind(); {
	case kind == reflect.Pointer:
		if !v.IsNil() {
			return places(v.Elem(), keys)
		}
	case kind == reflect.Struct && len(keys) > 0 && has(v.Type(), keys[0]):
		i, _ := field(v.Type(), keys[0])
		return places(v.Field(i), keys[1:])
	case kind == reflect.Map && len(keys) > 0:
		if x := v.MapIndex(reflect.ValueOf(keys[0])); x.IsValid() {
			return places(x, keys[1:])
		}
	case (kind == reflect.Slice || kind == reflect.Array) && len(keys) > 0:
		if i, wrong := index(v, "", keys[0]); wrong == "" {
			return places(v.Index(i), keys[1:])
		}
	case kind == reflect.Slice || kind == reflect.Array:
		for i := range v.Len() {
			x := places(v.Index(i), nil)
			if x == nil {
				return nil
			}
			list = append(list, x...)
		}
	case kind == reflect.Float64 && len(keys) == 0 && v.CanAddr():
		return []*float64{v.Addr().Convert(reflect.TypeFor[*float64]()).Interface().(*float64)}
	}
	return list
}

// has reports whether a struct has a key.
func has(t reflect.Type, key string) bool {
	_, ok := field(t, key)
	return ok
}

// opaque reports whether paths into a value lead into its node, since it has forms of its own and no keys or items.
func opaque(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && len(names(t)) == 0 &&
		reflect.PointerTo(t).Implements(reflect.TypeFor[Decoder]())
}

// index returns the index that a key means in a list at a path, and what is wrong with it.
func index(list reflect.Value, path, key string) (i int, wrong string) {
	i, err := strconv.Atoi(key)
	if err != nil || i < 0 || i >= list.Len() {
		return 0, noItem(path, list.Len(), key)
	}
	return i, ""
}

func noItem(path string, n int, key string) string {
	if n == 0 {
		return fmt.Sprintf("the list has no items, and so none at %q", key)
	}
	return fmt.Sprintf("the list has %d items; expected a number from 0 to %d, not %q", n, n-1, key)
}

// NoSuchKey is how the message of a key that is not known begins.
const NoSuchKey = "there is no such key"

// noKey says that a value at a path has no such key.
func noKey(t reflect.Type, path, key string) string {
	if t.Kind() != reflect.Struct {
		return fmt.Sprintf("%s is one value, which has no keys; expected the path %s", path, path)
	}
	return NoSuchKey + suggest.Hint(key, names(t)) + "; expected one of " + suggest.List(names(t))
}

// cloned returns a copy of a map with room for more keys.
func cloned(m reflect.Value, more int) reflect.Value {
	c := reflect.MakeMapWithSize(m.Type(), m.Len()+more)
	for k, v := range m.Seq2() {
		c.SetMapIndex(k, v)
	}
	return c
}
