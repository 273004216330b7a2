// Package finitejson encodes values as encoding/json does, except that numbers that are infinite or NaN, which JSON
// does not have, are null, and that the signs < > & stay as they are. It is what MarshalJSON of types with such numbers
// calls.
package finitejson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Encode returns a value as JSON. Of the options of json tags it knows omitempty and omitzero. A tag of its own,
// finite:"omit", leaves a number out that is not finite.
func Encode(value any) ([]byte, error) {
	var b bytes.Buffer
	err := encode(&b, reflect.ValueOf(value))
	return b.Bytes(), err
}

// Marshal is Encode for the use in a method MarshalJSON: it uses such methods of what is within the value, but not that
// of the value itself.
func Marshal(value any) ([]byte, error) {
	var b bytes.Buffer
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	err := composite(&b, v)
	return b.Bytes(), err
}

var marshaler = reflect.TypeFor[json.Marshaler]()

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// encode appends a value.
func encode(b *bytes.Buffer, v reflect.Value) error {
	switch {
	case !v.IsValid():
		b.WriteString("null")
		return nil
	case v.Type().Implements(marshaler):
		return standard(b, v)
	case v.CanAddr() && v.Addr().Type().Implements(marshaler):
		return standard(b, v.Addr())
	}
	return composite(b, v)
}

// standard appends a value as encoding/json does.
func standard(b *bytes.Buffer, v reflect.Value) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v.Interface()); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the end of the line
	return nil
}

// composite appends a value by its kind.
func composite(b *bytes.Buffer, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Float64:
		if !finite(v.Float()) {
			b.WriteString("null")
			return nil
		}
	case reflect.Pointer, reflect.Interface:
		return encode(b, v.Elem())
	case reflect.Struct:
		b.WriteByte('{')
		first := true
		err := fields(b, v, &first)
		b.WriteByte('}')
		return err
	case reflect.Map:
		return object(b, v)
	case reflect.Slice:
		if v.IsNil() {
			b.WriteString("null")
			return nil
		}
		return array(b, v)
	case reflect.Array:
		return array(b, v)
	}
	return standard(b, v)
}

func array(b *bytes.Buffer, v reflect.Value) error {
	b.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encode(b, v.Index(i)); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

// object appends a map in the order of its keys.
func object(b *bytes.Buffer, v reflect.Value) error {
	if v.IsNil() {
		b.WriteString("null")
		return nil
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(x, y reflect.Value) int { return cmp.Compare(x.String(), y.String()) })
	b.WriteByte('{')
	first := true
	for _, key := range keys {
		if key.Kind() != reflect.String {
			return fmt.Errorf("finitejson: a map with keys of type %v; expected strings", key.Type())
		}
		if err := member(b, key.String(), v.MapIndex(key), &first); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

// fields appends the fields of a struct, and in the place of an embedded one without a name its fields.
func fields(b *bytes.Buffer, v reflect.Value, first *bool) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		x := v.Field(i)
		switch {
		case tag == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
			if x.Kind() == reflect.Pointer {
				if x.IsNil() {
					continue
				}
				x = x.Elem()
			}
			if err := fields(b, x, first); err != nil {
				return err
			}
			continue
		case strings.Contains(options, "omitzero") && x.IsZero(),
			strings.Contains(options, "omitempty") && empty(x),
			f.Tag.Get("finite") == "omit" && x.Kind() == reflect.Float64 && !finite(x.Float()):
			continue
		}
		if err := member(b, cmp.Or(name, f.Name), x, first); err != nil {
			return err
		}
	}
	return nil
}

// empty reports whether omitempty leaves a value out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Array, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// member appends a name with its value.
func member(b *bytes.Buffer, name string, v reflect.Value, first *bool) error {
	if !*first {
		b.WriteByte(',')
	}
	*first = false
	if err := standard(b, reflect.ValueOf(name)); err != nil {
		return err
	}
	b.WriteByte(':')
	return encode(b, v)
}
