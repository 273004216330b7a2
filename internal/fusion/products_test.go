package fusion

import (
	"go/ast"
	"go/parser"
	"go/types"
	"strings"
	"testing"
)

// TestRounded compares statements with what they must become. Those without an arrow may stay as they are.
func TestRounded(t *testing.T) {
	l, err := newLoader(".", "fmt", "math")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{
		"_ = x*y + z → _ = float64(x*y) + z",
		"_ = z - x*y*z → _ = z - float64(x*y*z)",
		"_ = x*(y*z+x) + z → _ = float64(x*(float64(y*z)+x)) + z",
		"_ = -(x * y) + z → _ = -float64(x*y) + z",
		"_ = -x*y + z → _ = float64(-x*y) + z",
		"_ = float64(x*y) + z",
		"_ = x*y/z + z", // the quotient is rounded
		"_ = x / (y * z) + z",
		"z += x * y → z += float64(x * y)",
		"z -= x * y → z -= float64(x * y)",
		"_ = x*y > z",
		"_ = math.Sqrt(x*y) + z",
		"_ = math.Dim(x*y, z) → _ = math.Dim(float64(x*y), z)",
		"_ = max(x*y, y) + z → _ = max(float64(x*y), y) + z",
		"_ = max(x*y, y) * z",
		"println(x * y) → println(float64(x * y))",
		"_ = fmt.Sprint(x*y, z)",
		"_ = g(x * y) → _ = g(float64(x * y))", // which may be inlined
		"s[0] = x * y → s[0] = float64(x * y)",
		"s = append(s, x*y) → s = append(s, float64(x*y))",
		"s[0] *= y → s[0] = float64(s[0] * y)",
		"s[0] *= x + y → s[0] = float64(s[0] * (x + y))",
		"t := x * y; _ = t + z → t := float64(x * y); _ = t + z", // across statements
		"t := x * y; _ = t * z",
		"t := x * y; u := t; _ = -u - z → t := float64(x * y); u := t; _ = -u - z",
		"t := x * y; t = t * z; t++ → t := x * y; t = float64(t * z); t++",
		"t := z; t *= x; t += y → t := z; t = float64(t * x); t += y",
		"t := z; t *= x; _ = t / y",
		"t, u := x * y, z; t, u = u, t; _ = u + z → t, u := float64(x * y), z; t, u = u, t; _ = u + z",
		"var t = x * y; p := &t; _ = *p + z → var t = float64(x * y); p := &t; _ = *p + z",
		"t := x * y; _ = func() float64 { return t } → t := float64(x * y); _ = func() float64 { return t }",
		"_ = func() (r float64) { r = x * y; return } → _ = func() (r float64) { r = float64(x * y); return }",
		"_ = struct{a float64}{x * y} → _ = struct{ a float64 }{float64(x * y)}",
		"a := angle(x); b := a * a; _ = b + 1 → a := angle(x); b := angle(a * a); _ = b + 1",
		"_ = i*i + i",
		"_ = 2*3.0 + z",
		"_ = 2*x + z → _ = float64(2*x) + z",
	} {
		before, after, changed := strings.Cut(c, " → ")
		if !changed {
			after = before
		}
		want, err := rewritten(l, after)
		if err != nil {
			t.Fatalf("%s: %v", after, err)
		}
		if got, err := rewritten(l, before); got != want || err != nil {
			t.Errorf("%s: %v\n%s", c, err, got)
		}
		if changed {
			if plain := source(before); want == plain {
				t.Errorf("%s: nothing changed", c)
			}
		}
	}
}

func source(statements string) string {
	return `package p

import (
	"fmt"
	"math"
)

type angle float64

var _, _ = fmt.Sprint, math.Pi

func g(x float64) float64 { return x }

func f(i int, x, y, z float64, s []float64) {
	` + strings.ReplaceAll(statements, "; ", "\n\t") + "\n}\n"
}

// rewritten returns the source of a function with statements after the conversions.
func rewritten(l *loader, statements string) (string, error) {
	text := source(statements)
	file, err := parser.ParseFile(l.fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	p := &loaded{files: []*ast.File{file}, info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	conf := types.Config{Importer: l.types, Error: func(error) {}}
	p.types, _ = conf.Check("p", l.fset, p.files, p.info) // which may complain of variables that are not used
	f := newFinder(p)
	out, err := rounded(l.fset, f, []byte(text), f.products(file))
	return string(out), err
}
