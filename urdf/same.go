package urdf

import (
	"slices"
	"strings"

	"github.com/beevik/etree"
)

// same reports whether two elements say the same: they have the same name, the same attributes, whose numbers may be
// written in other ways, and the same elements in them.
func same(a, b *etree.Element) bool {
	if a.FullTag() != b.FullTag() || len(a.Attr) != len(b.Attr) {
		return false
	}
	values := make(map[string]string, len(a.Attr))
	for _, x := range a.Attr {
		values[x.FullKey()] = x.Value
	}
	for _, x := range b.Attr {
		if value, ok := values[x.FullKey()]; !ok || !sameValue(value, x.Value) {
			return false
		}
	}
	return slices.EqualFunc(a.ChildElements(), b.ChildElements(), same)
}

// sameValue reports whether two values have the same words and numbers.
func sameValue(a, b string) bool {
	return slices.EqualFunc(strings.FieldsFunc(a, isBlank), strings.FieldsFunc(b, isBlank), func(s, t string) bool {
		x, noNumber := parseNumber(s)
		y, neither := parseNumber(t)
		return s == t || noNumber == nil && neither == nil && x == y
	})
}
