package strict

import (
	"reflect"
	"slices"
	"strings"
)

// Place is what one can say at a path.
type Place struct {
	Keys  []string // that the path can go on with: those of a struct, and those that a map has
	Named string   // of a map, what its keys name: the tag keys of its field
	Texts []string // that the value may be, if it may be these only; true and false for a truth value
}

// Look returns the place of a path in what v points to, and whether there is such a place. Where v has nothing on the
// way, the types say what could be there.
func Look(v any, path string) (Place, bool) {
	var keys []string
	if path != "" {
		var err error
		if keys, err = Split(path); err != nil {
			return Place{}, false
		}
	}
	at, p := reflect.ValueOf(v).Elem(), Place{}
	for {
		for at.Kind() == reflect.Pointer {
			if at = at.Elem(); !at.IsValid() {
				return p, false
			}
		}
		if len(keys) == 0 {
			break
		}
		var next reflect.Value
		var place Place
		switch at.Kind() {
		case reflect.Struct:
			i, ok := field(at.Type(), keys[0])
			if !ok {
				return p, false
			}
			next, place.Named = at.Field(i), at.Type().Field(i).Tag.Get("keys")
			if texts := enum(at.Type(), i); texts != "" {
				place.Texts = strings.Split(texts, "|")
			}
		case reflect.Map:
			if next = at.MapIndex(reflect.ValueOf(keys[0])); !next.IsValid() {
				next = reflect.Zero(at.Type().Elem())
			}
		case reflect.Slice, reflect.Array:
			if i, wrong := index(at, "", keys[0]); wrong == "" {
				next = at.Index(i)
			} else {
				return p, false
			}
		default:
			return p, false
		}
		if next.Kind() == reflect.Pointer && next.IsNil() {
			next = reflect.Zero(next.Type().Elem())
		}
		at, p, keys = next, place, keys[1:]
	}
	switch at.Kind() {
	case reflect.Struct:
		p.Keys = names(at.Type())
	case reflect.Map:
		for _, k := range at.MapKeys() {
			p.Keys = append(p.Keys, k.String())
		}
		slices.Sort(p.Keys)
	case reflect.Bool:
		p.Texts = []string{"true", "false"}
	}
	return p, true
}
