package strict

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Schema is a JSON Schema (draft 2020-12), with those of its words that documents of this package need.
type Schema struct {
	Dialect     string     `json:"$schema,omitempty"`
	ID          string     `json:"$id,omitempty"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	Type        Types      `json:"type,omitempty"`
	Const       any        `json:"const,omitempty"`
	Enum        []string   `json:"enum,omitempty"`
	Pattern     string     `json:"pattern,omitempty"`
	Minimum     *float64   `json:"minimum,omitempty"`
	Default     *Node      `json:"default,omitempty"`
	Required    []string   `json:"required,omitempty"`
	Properties  Properties `json:"properties,omitempty"`
	Others      any        `json:"additionalProperties,omitempty"` // false, or the *Schema of the values of a map
	Names       *Schema    `json:"propertyNames,omitempty"`
	Start       []*Schema  `json:"prefixItems,omitempty"`
	Items       *Schema    `json:"items,omitempty"`
	MinItems    int        `json:"minItems,omitempty"`
	MaxItems    int        `json:"maxItems,omitempty"`
	AnyOf       []*Schema  `json:"anyOf,omitempty"`
	OneOf       []*Schema  `json:"oneOf,omitempty"`

	Named  string `json:"-"` // what the keys of a map name
	Words  string `json:"-"` // what a page says of the values; empty if that follows from the rest
	Folded bool   `json:"-"` // a page says elsewhere what is within
}

// Types are the types that a value may have.
type Types []string

// MarshalJSON implements json.Marshaler: one type is a text.
func (t Types) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}

// Property is a key of a mapping.
type Property struct {
	Key string
	*Schema
}

// Properties are the keys of a mapping, in order.
type Properties []Property

// MarshalJSON implements json.Marshaler.
func (p Properties) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for i, x := range p {
		key, err := json.Marshal(x.Key)
		if err != nil {
			return nil, err
		}
		value, err := x.Schema.JSON("")
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, key...), ':'), value...)
	}
	return append(b, '}'), nil
}

// JSON returns the schema as JSON, indented unless the indent is empty. The signs < > & stay as they are.
func (s *Schema) JSON(indent string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	err := enc.Encode(s)
	return b.Bytes(), err
}

// Property returns the property of a key, which there is.
func (s *Schema) Property(key string) *Schema {
	return s.Properties[slices.IndexFunc(s.Properties, func(p Property) bool { return p.Key == key })].Schema
}

// TypeSchema returns the schema of values of a type, such as number.
func TypeSchema(name string) *Schema { return &Schema{Type: Types{name}} }

// Described is a [Decoder] that tells its forms.
type Described interface {
	Schema() *Schema
}

// Constrained is a struct that adds to its schema what types and tags do not say.
type Constrained interface {
	Constrain(s *Schema)
}

// Documented is a struct that has descriptions of keys, those that are longer than a tag has room for.
type Documented interface {
	Docs() map[string]string
}

// NewSchema returns the schema of documents that decode into the type of v. Fields have the description of their doc
// tag, or of [Documented], and the values of their enum tag; a tag required:"true" names those that must be there, and
// a tag default, in YAML, what stands for one that is not there. Where there is no such tag, that is what v has.
func NewSchema(v any, id, title string) *Schema {
	s := SchemaOf(v)
	s.Dialect, s.ID, s.Title = "https://json-schema.org/draft/2020-12/schema", id, title
	return s
}

// SchemaOf returns the schema of one type, for use in [Described], with the defaults that v has.
func SchemaOf(v any) *Schema {
	s := schemaOf(reflect.ValueOf(v), true)
	s.Type = slices.DeleteFunc(s.Type, func(t string) bool { return t == "null" })
	return s
}

// schemaOf returns the schema of a type, with the defaults that v has if they are known.
func schemaOf(v reflect.Value, known bool) *Schema {
	t := v.Type()
	if d, ok := reflect.New(t).Interface().(Described); ok {
		return d.Schema()
	}
	inner := func() *Schema { return schemaOf(reflect.Zero(t.Elem()), false) }
	switch t.Kind() {
	case reflect.Pointer:
		return inner()
	case reflect.Struct:
		return structSchema(v, known)
	case reflect.Map:
		return &Schema{Type: Types{"object", "null"}, Others: inner()}
	case reflect.Slice:
		return &Schema{Type: Types{"array", "null"}, Items: inner()}
	case reflect.Array:
		return &Schema{Type: Types{"array"}, Items: inner(), MinItems: t.Len(), MaxItems: t.Len()}
	case reflect.String:
		return TypeSchema("string")
	case reflect.Bool:
		return TypeSchema("boolean")
	case reflect.Float64:
		return TypeSchema("number")
	case reflect.Int, reflect.Int64:
		return TypeSchema("integer")
	}
	panic("strict: there is no schema of " + t.String())
}

// structSchema returns the schema of a struct. A key with nothing behind it is as if it were not there.
func structSchema(v reflect.Value, known bool) *Schema {
	t := v.Type()
	s := &Schema{Type: Types{"object", "null"}, Others: false}
	docs := map[string]string{}
	if d, ok := reflect.New(t).Interface().(Documented); ok {
		docs = d.Docs()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name := key(f)
		if name == "" {
			continue
		}
		p := schemaOf(v.Field(i), known)
		p.Description, p.Named = cmp.Or(docs[name], f.Tag.Get("doc"), p.Description), f.Tag.Get("keys")
		if texts := enum(t, i); texts != "" {
			p.Enum = strings.Split(texts, "|")
		}
		if f.Tag.Get("required") != "" {
			s.Required = append(s.Required, name)
		} else {
			p.Default = defaultOf(v, i, known)
		}
		s.Properties = append(s.Properties, Property{name, p})
	}
	if c, ok := reflect.New(t).Interface().(Constrained); ok {
		c.Constrain(s)
	}
	return s
}

// defaultOf returns what stands for field i of a struct where it is not given, or nil if there is nothing that a file
// could say in its place.
func defaultOf(v reflect.Value, i int, known bool) *Node {
	if text, ok := v.Type().Field(i).Tag.Lookup("default"); ok {
		n, err := Parse([]byte(text), "")
		if err != nil {
			panic(err) // a tag that is no YAML
		}
		return n
	}
	f := v.Field(i)
	switch {
	case f.Kind() == reflect.Bool:
		return encode(f)
	case !known || f.IsZero():
		return nil
	}
	if n := encode(f); n.Kind != Map {
		return n
	}
	return nil
}
