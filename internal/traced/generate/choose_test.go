package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sample writes a module with one package and returns the twin of what the roots use of it, without empty lines.
func sample(t *testing.T, source string, roots ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module kinetree\n\ngo 1.25\n", "sample/sample.go": source,
		"internal/traced/doc.go": "package traced\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, err := twins(filepath.Join(dir, "compile", "traced"), roots)
	text := files[filepath.Join(dir, "compile", "traced", "sample", generated)]
	return regexp.MustCompile(`\n\s*\n`).ReplaceAllString(string(text), "\n"), err
}

// TestWays checks the twins of ifs on numbers: both ways, early returns, rounds of loops that end early, and switches.
func TestWays(t *testing.T) {
	_, err := sample(t, `package sample

type state struct{ x, y []float64 }

func (s *state) step(limit float64, n int) float64 {
	for i, x := range s.x {
		if x > limit {
			continue
		}
		s.y[i] = x
	}
	switch {
	case n > 3:
		return 0
	case s.x[0] < limit && n > 1:
		s.x[0] = limit
	default:
		s.x[1]++
	}
	if s.y[0] == limit {
		return limit
	}
	return s.y[0]
}
`, "sample.state.step")
	if err == nil || !strings.Contains(err.Error(), "sample.go:18:3: ++ has no twin for numbers") {
		t.Errorf("the error is %v; expected the place of ++", err)
	}
	got, err := sample(t, `package sample

type state struct{ x, y []float64 }

func (s *state) step(limit float64, n int) float64 {
	for i, x := range s.x {
		if x > limit {
			continue
		}
		s.y[i] = x
	}
	switch {
	case n > 3:
		s.x[1] = 0
	case s.x[0] < limit && n > 1:
		s.x[0] = limit
	default:
		s.x[1] += 1
	}
	if s.y[0] == limit {
		return limit
	}
	return s.y[0]
}

// small is taken to hold.
//
//twin:ordinary
func small(x float64) bool { return x < 1 }

func (s *state) check() bool { return small(s.x[0]) }
`, "sample.state.step", "sample.state.check")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`		graph.Either(graph.IsMore(x, limit), func() {
		}, func() {
			s.y[i] = x
		}, &s.y)`,
		`	if n > 3 {
		s.x[1] = graph.Known(0)
	} else {
		graph.Either(graph.IsLess(s.x[0], limit).And(func() graph.Bool {
			return graph.Sure(n > 1)
		}), func() {
			s.x[0] = limit
		}, func() {
			s.x[1] = s.x[1].Add(graph.Known(1))
		}, &s.x)`,
		`	graph.Either(graph.IsEqual(s.y[0], limit), func() {
		result0 = limit
	}, func() {
		result0 = s.y[0]
	}, &result0)
	return result0`,
		`func small(x graph.Num) bool { return x.Less(graph.Known(1)) }`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the twin lacks\n%s\nit is\n%s", want, got)
		}
	}
}

// TestNoTwin checks that what the generator cannot translate is an error with its place.
func TestNoTwin(t *testing.T) {
	for _, x := range []struct{ body, want string }{
		{"n := 0\nif x > 0 { n = 1 }\n_ = n\nreturn x", "sample.go:5:12: an assignment of what has no numbers"},
		{"for i := 0; i < 3; i++ {\nif x > 0 { return x }\n}\nreturn x", "sample.go:5:1: a return within a loop"},
		{"for i := 0; i < 3; i++ {\nif x > 0 { break }\n}\nreturn x", "sample.go:5:1: a break under a condition"},
		{"return math.Gamma(x)", "sample.go:4:8: math.Gamma has no twin"},
		{"b := x > 0\nif b { return x }\nreturn 0", "sample.go:4:6: a comparison of numbers has a twin in"},
		{"for x < 1 { x *= 2 }\nreturn x", "sample.go:4:5: a comparison of numbers has a twin in"},
		{"switch x {\ncase 1:\nreturn 0\n}\nreturn x", "sample.go:4:1: a switch on a number has no twin"},
		{"n := 2\nif n > 1 {\nif x > 0 { return x }\n}\nreturn 0",
			"sample.go:6:1: a return under a condition on numbers, in a block"},
		{"k := 0\nif x > 0 { k++ }\n_ = k\nreturn x", "sample.go:5:12: a count under a condition on numbers"},
	} {
		source := "package sample\n" + `import "math"` + "\nfunc f(x float64) float64 { _ = math.Pi\n" + x.body +
			"\n}\n"
		if _, err := sample(t, source, "sample.f"); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("the error of\n%s\nis %v; expected %q", x.body, err, x.want)
		}
	}
}
