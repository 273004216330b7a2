package script

import (
	"strings"
	"testing"

	"go.starlark.net/starlark"
)

// TestFormat checks that the page has all that a file may define and knows, and nothing else.
func TestFormat(t *testing.T) {
	page := Format()
	for _, f := range functions {
		if f.about == "" {
			continue
		}
		if call := "- `def " + f.name + "(" + list(f.parameters) + ")`"; !strings.Contains(page, call) {
			t.Errorf("the page has no %s", call)
		}
	}
	described := map[string]bool{}
	for _, b := range builtins {
		name, _, _ := strings.Cut(b.call, "(")
		described[name] = true
		if predeclared[name] == nil {
			t.Errorf("the page has %s, which files do not know", b.call)
		}
	}
	for name := range predeclared {
		if !described[name] && guards[name] == nil && !starlark.Universe.Has(name) {
			t.Errorf("the page has no %s", name)
		}
	}
	for _, name := range generatorMethods {
		if !strings.Contains(page, name+"(") {
			t.Errorf("the page has no %s", name)
		}
	}
	if strings.Contains(page, "FUNCTIONS") || strings.Contains(page, "BUILTINS") {
		t.Error("the page lacks a list")
	}
}
