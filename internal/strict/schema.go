package strict

import (
	"cmp"
	"encoding/json"
	"reflect"
	"strings"
)

// Described is a [Decoder] that tells editors its forms, as a JSON Schema.
type Described interface {
	Schema() map[string]any
}

// Documented is a struct that has descriptions of keys, those that are longer than a tag has room for.
type Documented interface {
	Docs() map[string]string
}

// Schema returns the JSON Schema (draft 2020-12) of documents that decode into the type of v, indented. Fields have the
// description of their doc tag, or of [Documented], and the values of their enum tag. required names the keys that
// must be there.
func Schema(v any, id, title string, required ...string) ([]byte, error) {
	s := schemaOf(reflect.TypeOf(v))
	s["$schema"], s["$id"], s["title"] = "https://json-schema.org/draft/2020-12/schema", id, title
	s["required"] = required
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

// SchemaOf returns the schema of one type, for use in [Described].
func SchemaOf(v any) map[string]any { return schemaOf(reflect.TypeOf(v)) }

func schemaOf(t reflect.Type) map[string]any {
	if d, ok := reflect.New(t).Interface().(Described); ok {
		return d.Schema()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Struct:
		properties, docs := map[string]any{}, map[string]string{}
		if d, ok := reflect.New(t).Interface().(Documented); ok {
			docs = d.Docs()
		}
		for i := range t.NumField() {
			f := t.Field(i)
			name := key(f)
			if name == "" {
				continue
			}
			s := schemaOf(f.Type)
			if doc := cmp.Or(docs[name], f.Tag.Get("doc")); doc != "" {
				s["description"] = doc
			}
			if texts := enum(t, i); texts != "" {
				s["enum"] = strings.Split(texts, "|")
			}
			properties[name] = s
		}
		return map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Array:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	}
	panic("strict: there is no schema of " + t.String())
}
