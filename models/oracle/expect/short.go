package expect

import (
	"maps"
	"slices"
	"testing"
)

// Some returns all of the cases of a test, and n of them that are spread over all with -short.
func Some[T any](t testing.TB, n int, cases ...T) []T {
	t.Helper()
	if !testing.Short() || n >= len(cases) {
		return cases
	}
	some := make([]T, n)
	for i := range some {
		some[i] = cases[i*len(cases)/n]
	}
	t.Logf("with -short, %d of %d cases", n, len(cases))
	return some
}

// SomeOf is Some of cases with names.
func SomeOf[T any](t testing.TB, n int, cases map[string]T) map[string]T {
	t.Helper()
	some := map[string]T{}
	for _, name := range Some(t, n, slices.Sorted(maps.Keys(cases))...) {
		some[name] = cases[name]
	}
	return some
}
