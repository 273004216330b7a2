package fusion

import (
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// same are the functions whose results are exact or rounded once, by the paths of their packages.
var same = map[string]string{
	"math": "Abs Ceil Copysign Float32bits Float32frombits Float64bits Float64frombits Floor Frexp Inf IsInf IsNaN " +
		"Ldexp Max Min Mod Modf NaN Nextafter Remainder Round RoundToEven Signbit Sqrt Trunc",
	"math/cmplx": "Inf IsInf IsNaN",
}

// shown are the packages that show results and compute none, whose numbers are rounded for readers.
var shown = []string{"cmd/internal/terminal", "internal/libm"}

// TestCalls checks that results call no function of package math or math/cmplx that some machine computes in another
// way: they are in internal/libm.
func TestCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("calls were not looked for: that takes the types of all packages and of what they import")
	}
	l, err := newLoader("../..", "./...")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, path := range ours(l) {
		if slices.Contains(shown, strings.TrimPrefix(path, "kinetree/")) {
			continue
		}
		p, err := l.load(path)
		if err != nil {
			t.Fatal(err)
		}
		wrong := map[string]bool{}
		for at, obj := range p.info.Uses {
			f, ok := obj.(*types.Func)
			if !ok || f.Pkg() == nil {
				continue
			}
			allowed, judged := same[f.Pkg().Path()]
			if !judged {
				continue
			}
			seen++
			if !slices.Contains(strings.Fields(allowed), f.Name()) {
				wrong[l.fset.Position(at.Pos()).String()+": "+f.FullName()] = true
			}
		}
		for _, place := range slices.Sorted(maps.Keys(wrong)) {
			t.Errorf("%s, which is not the same on every machine; expected one of internal/libm", place)
		}
	}
	if seen < 500 {
		t.Errorf("%d calls of package math were seen; expected more", seen)
	}
}
