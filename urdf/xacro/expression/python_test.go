package expression_test

import (
	"bufio"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"kinetree/urdf/xacro/expression"
)

// globals are the names of the tests: the functions of Python and of its module math.
type globals struct{ expression.Module }

func (g globals) Value(name string) (expression.Object, bool, error) { return g.Part(name) }
func (g globals) Known() []string                                    { return []string{"sin", "cos"} }

func names() globals {
	m := expression.Builtins()
	for name, f := range expression.Mathematics() {
		m[name] = f
	}
	m["math"] = expression.Mathematics()
	return globals{m}
}

func budget() *expression.Budget { return &expression.Budget{Steps: 1_000_000, Bytes: 10_000_000} }

func eval(text string, b *expression.Budget) (expression.Object, error) {
	e, err := expression.Parse(text)
	if err != nil {
		return nil, err
	}
	return e.Eval(names(), b)
}

// TestPython compares with what CPython 3.11 prints of expressions, of which testdata/python.tsv has one a line with
// repr of its value, or error: those that somebody thought of, and some made at random. Where the C library of that
// computer has not rounded a function to the nearest float, the last digit may differ, and what a sum makes of that:
// 1e-12 of a value, and of no more than one in fifty.
func TestPython(t *testing.T) {
	file, err := os.Open("testdata/python.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, near := 0, 0
	for in := bufio.NewScanner(file); in.Scan(); lines++ {
		text, want, _ := strings.Cut(in.Text(), "\t")
		v, err := eval(text, budget())
		got := "error"
		if err == nil {
			got = expression.Repr(v)
		}
		if got == want {
			continue
		}
		x, errX := strconv.ParseFloat(strings.Trim(got, "'"), 64)
		y, errY := strconv.ParseFloat(strings.Trim(want, "'"), 64)
		if errX != nil || errY != nil || math.Abs(x-y) > 1e-12*math.Abs(y) {
			t.Errorf("%s: %s, %v; Python has %s", text, got, err, want)
		}
		near++
	}
	t.Logf("%d expressions, %d of them with another last digit", lines, near)
	if lines < 800 || near > lines/50 {
		t.Errorf("%d expressions, %d of them not digit for digit; expected 800 or more, and 2 %% at most", lines, near)
	}
}

// TestLimits evaluates what would take all memory or time, and expects an error of a limit.
func TestLimits(t *testing.T) {
	for _, text := range []string{
		"[0] * 10**9", "'x' * 10**9", "9**9**9", "1 << 10**9", "'%1000000000d' % 1", "'x'.ljust(10**9)",
		"range(10**12)",
		"[1 for a in range(10**4) for b in range(10**4)]", "(lambda f: f(f))(lambda f: f(f))", "'a' * 10**6 * 10**6",
		strings.Repeat("(", 1000) + "1", strings.Repeat("-", 1000) + "1", strings.Repeat("not ", 1000) + "1",
		"1" + strings.Repeat("+1", 200_000), strings.Repeat("[", 300), "factorial(10**6)", "2**100000",
		"'a'.replace('', 'b' * 10**6).replace('b', 'c' * 10**3)", "'{:1000000000}'.format(1)", "1 if 1 else " +
			strings.Repeat("1 if 1 else ", 1000) + "1", "sum([[0] * 1000] * 10**6, [])", strings.Repeat("9", 100_000),
		strings.Repeat("2**", 1000) + "2",
	} {
		v, err := eval(text, budget())
		var limit *expression.LimitError
		if !errors.As(err, &limit) {
			t.Errorf("%.40s: %.40s, %v; expected the error of a limit", text, expression.Repr(v), err)
		}
	}
}

// TestNothingElse sees that an expression reaches nothing of the system and nothing of the values' insides.
func TestNothingElse(t *testing.T) {
	for _, text := range []string{"open('f')", "__import__('os')", "eval('1')", "exec('1')", "import os",
		"().__class__",
		"'a'.__class__", "str.mro()", "(1).real", "globals()", "getattr(1, 'real')", "print(1)", "input()", "x = 1",
		"(x := 1)", "yield 1", "await x", "lambda: (yield)", "math.__loader__", "f'{1}'", "b'a'"} {
		if v, err := eval(text, budget()); err == nil {
			t.Errorf("%s: %s; expected an error", text, expression.Repr(v))
		}
	}
}

// FuzzEval evaluates any text within its budget.
func FuzzEval(f *testing.F) {
	for _, text := range []string{"1 + 2", "[x for x in range(3) if x]", "'%5.2f' % pi", "{'a': 1}['a']", "a.b[1:2](3)",
		"lambda x: x", "'{:>{}}'.format(1)", "sorted([1, 'a'])", "[].append(1)", "x if", "r'\\", "1e", "0x", "((("} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := eval(text, &expression.Budget{Steps: 20_000, Bytes: 1_000_000})
		if err == nil {
			_ = expression.Repr(v)
		}
	})
}
