// Package jsonschema judges documents by a validator of JSON Schema that others have written.
package jsonschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// Compile compiles a JSON Schema, and returns what says what is wrong with a document in YAML by it, or nil. Neither
// the validator nor the reader of YAML is that of the program.
func Compile(t testing.TB, text []byte) func(document string) error {
	t.Helper()
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", root); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(document string) error {
		t.Helper()
		var value any
		if err := yaml.Unmarshal([]byte(document), &value); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(named(value))
		if err != nil {
			t.Fatal(err)
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(instance)
	}
}

// named returns a value whose mappings have texts as keys.
func named(value any) any {
	switch x := value.(type) {
	case map[string]any:
		for key, v := range x {
			x[key] = named(v)
		}
	case map[any]any:
		names := map[string]any{}
		for key, v := range x {
			names[fmt.Sprint(key)] = named(v)
		}
		return names
	case []any:
		for i, v := range x {
			x[i] = named(v)
		}
	}
	return value
}
