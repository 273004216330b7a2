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

// Turn returns all cases, and with -short the i-th alone, from the first again after the last: of loops within loops
// each round of the outer one then takes another case of the inner one.
func Turn[T any](t testing.TB, i int, cases ...T) []T {
	t.Helper()
	if !testing.Short() {
		return cases
	}
	i %= len(cases)
	t.Logf("with -short, 1 of %d cases: %v", len(cases), cases[i])
	return cases[i : i+1]
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
