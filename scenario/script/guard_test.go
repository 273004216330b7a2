package script_test

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/scenario/script"
)

// bombs are files that would take all memory or all time of the machine, most of them in a call of one builtin.
var bombs = map[string]string{
	"replace":       "('a'*1000000).replace('a', 'b'*1000000)",
	"join":          "('a'*1000000).join(['b'] * 1000000)",
	"join texts":    "''.join(['a'*1000000] * 1000000)",
	"format":        "('{0}'*200000).format('a'*1000000)",
	"percent":       "('%(a)s'*200000) % {'a': 'a'*1000000}",
	"percent tuple": "'%s' % (x,)",
	"str":           "str(x)",
	"repr":          "repr([x])",
	"print":         "print(x)",
	"fail":          "fail(x)",
	"hash tuple":    "{y: 1}",
	"look up tuple": "1 if {}.get(y) else 2",
	"in dict":       "y in {}",
	"set":           "set([y])",
	"dict":          "dict([(y, 1)])",
	"equal":         "[wide, 1] == [wide, 2]",
	"in list":       "[[[deep()] for _ in range(30)] == [[deep()] for _ in range(30)]]",
	"sorted":        "sorted([wide]*10000)",
	"sorted by key": "sorted(range(100000), key=lambda i: wide)",
	"max by key":    "max(range(100000), key=lambda i: wide)",
	"index":         "([wide]*100000).index([wide, 1])",
	"getattr":       "getattr('a'*1000000, 'replace')('a', 'b'*1000000)",
	"method kept":   "[m('a', 'b'*1000000) for m in [('a'*1000000).replace]]",
	"spread":        "[zip(*([big]*1000)) for _ in range(1000)]",
	"lists":         "[list(range(1000000)) for _ in range(1000000)]",
	"empty dicts":   "[{} for _ in range(1000) for _ in range(1000)]",
	"empty lists":   "[[] for _ in range(1000) for _ in range(1000)]",
	"tuples":        "[tuple(big) for _ in range(1000)]",
	"slices":        "[big[1:] for _ in range(1000)]",
	"reversed":      "[reversed(big) for _ in range(1000)]",
	"enumerate":     "[enumerate(big) for _ in range(1000)]",
	"items":         "[d.items() for d in [{i: i for i in range(1000)}] for _ in range(10000)]",
	"splits":        "[('a '*400000).split() for _ in range(1000)]",
	"long search":   "['b' in 'a'*900000 for _ in range(1000) for _ in range(100)]",
	"strip":         "('\u00e4'*400000).strip('\u00f6'*400000 + '\u00e4')",
	"long message":  "{}['a'*1000000]",
	"digits":        "int('9'*1000000)",
	"whole text":    "[str(1 << 60000) for _ in range(100000)]",
	"random keys":   "{1.0 / (i + 1): i for i in range(1000) for j in range(1000)}",
	"equal hashes":  "{i << 32: i for i in range(100000)}",
	"any":           "[any(zeros) for _ in range(10000)]",
	"sum":           "[sum(zeros) for _ in range(10000)]",
	"extend":        "[big.extend(big) for _ in range(60)]",
	"codepoints":    "str([('a'*100000).codepoints()]*100000)",
}

// bombFiles are those that take some lines.
var bombFiles = map[string]string{
	"shift":                 "x = 1\nwhile True:\n  x = x << 500\n",
	"shift in place":        "x = 1\nwhile True:\n  x <<= 500\n",
	"add whole":             "x = 1\nwhile True:\n  x = x + x\n",
	"subtract":              "x = 1\nwhile True:\n  x -= -x\n",
	"double text":           "x = 'a'\nwhile True:\n  x = x + x\n",
	"double in place":       "x = ['a']\nwhile True:\n  x += x\n",
	"double item":           "x = ['a']\ndef f():\n  return x\nwhile True:\n  f()[0] += f()[0]\n",
	"double tuple":          "x = (1,)\nwhile True:\n  x += x\n",
	"grow":                  "x = []\nwhile True:\n  x.append([0]*10000)\n",
	"extend method":         "x = [1]\nwhile True:\n  x.extend(x)\n",
	"insert":                "x = [0]*1000000\nwhile True:\n  x.insert(0, 0)\n",
	"constant":              "n, x = 1 << 62, 1\nc = 4611686018427387904\nwhile True:\n  x = c * (x - 1)\n",
	"constant difference":   "x, c = 1, 4611686018427387904\nwhile True:\n  x = c * (x - x * 2)\n",
	"no constant":           "c = 1000000\ndef f(c):\n  return c * ([1, 2] + [3])\n[f(c) for _ in range(1000)]\n",
	"key of a loop":         "d = {}\nfor d[y] in [d[y]]:\n  pass\n",
	"pop":                   "x = [0]*1000000\nwhile True:\n  x.append(x.pop(0))\n",
	"dict union":            "x = {i: i for i in range(1000)}\nwhile True:\n  y = x | x\n",
	"nested":                "x = []\nwhile True:\n  x = [x]\n",
	"deep globals":          "x = []\nfor i in range(150000):\n  x = [x]\n",
	"function holds itself": "def f():\n  def g():\n    return g\n  return g\nx = f()\n",
	"doubling functions":    "x = None\ndef f(y):\n  return lambda a=y, b=y: 0\nfor i in range(60):\n  x = f(x)\n",
	"doubling tuples":       "x = ()\nfor i in range(60):\n  x = (x, x)\n",
	"deep text":             "x = []\nfor i in range(10000):\n  x = [x]\nstr(x)\n",
	"deep key":              "x = ()\nfor i in range(10000):\n  x = (x,)\n{x: 1}\n",
	"prints":                "while True:\n  print('a'*100000)\n",
	"closures":              "x = []\ndef f(y):\n  return lambda: y\nwhile True:\n  x.append(f([0]*1000))\n",
	"shadowed names":        "def range(n):\n  return ['a'*1000000]*n\nfor i in range(1000000):\n  i = i + i + i\n",
	"shadowed math":         "math = 'a'*1000000\nmath.replace('a', math)\n",
	"default":               "def f(a='x'*1000000, b=('a'*1000).replace('a', 'b'*1000000)):\n  pass\n",
	"while":                 "while ('a'*1000000).replace('a', 'b'*1000000):\n  pass\n",
	"law":                   "x = []\ndef effort(t, position, velocity):\n  x.append([0]*1000)\n  return {}\n",
}

// before are the values that bombs use: x doubles 20 times, y as well in tuples; wide is a list of lists of lists.
const before = `
big = list(range(300000))
zeros = [0]*1000000
x, y = ['a', 'b'], ('a', 'b')
for _ in range(20):
    x, y = [x, x], (y, y)
wide = [0]*1000
for _ in range(3):
    wide = [wide]*1000
def deep():
    d = []
    for _ in range(8):
        d = [d]*10
    return d
`

// TestBombs checks that a script that would take all memory or all time ends with an error, the same one each time,
// and that it has made little more than it may.
func TestBombs(t *testing.T) {
	files := map[string]string{}
	for name, text := range bombs {
		files[name] = before + "bomb = " + text + "\n"
	}
	for name, text := range bombFiles {
		files[name+" (file)"] = text
	}
	const memory = 64 << 20
	run := func(text string) error {
		s, err := script.Load("bomb.star", []byte(text), script.Limits{Steps: 800_000, Memory: memory}, nil)
		if err != nil || !s.Has("effort") {
			return err
		}
		law, err := s.NewInstance(script.Run{Joints: arm})
		efforts := make([]float64, 5)
		for range 100_000 {
			if err == nil {
				err = law.Effort(efforts, 0, state[0], state[1])
			}
		}
		return err
	}
	for name, text := range expect.SomeOf(t, 8, files) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		was := m.TotalAlloc
		err := run(text)
		runtime.ReadMemStats(&m)
		// what is made and thrown away, such as the old array of a list that grows, and what a survey needs
		if made := m.TotalAlloc - was; err == nil || made > 10*memory {
			t.Errorf("%s: made %d MB: %v", name, made>>20, err)
		}
		var fault *script.Error
		if !errors.As(err, &fault) || len(err.Error()) > 2000 {
			t.Errorf("%s: %T of %d bytes", name, err, len(fmt.Sprint(err)))
		} else if testing.Short() {
			continue // not once more
		} else if again := run(text); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: first %v, then %v", name, err, again)
		}
	}
}

// TestKeysAgain checks that a key that is looked up many times is paid for: that what is counted is at least a quarter
// of what is looked at, however the lookups are arranged. A row looks up some times a key that weighs 2^15, and prints.
func TestKeysAgain(t *testing.T) {
	const steps, weight = 2_000_000, 1 << 15
	many := strings.Repeat("d[y] + ", 63) + "d[y]"
	maybe := strings.Repeat("(d[y] if d else 0) + ", 63) + "(d[y] if d else 0)"
	either := strings.Repeat("(d and d[y]) + ", 63) + "(d and d[y])"
	for _, c := range []struct {
		row     string
		lookups int
	}{{"print(d[y])", 1}, {"print(" + many + ")", 64}, {"print(" + maybe + ")", 64}, {"print(" + either + ")", 64},
		{"print({y: [d[y] for _ in range(64)]})", 65}, {"print([d[y] for _ in range(64) if d[y]])", 128},
		{"print([d[k] for k in [y] for _ in range(32) if d[k]])", 64}, {"print((lambda: d[y])() + d[y])", 2},
		{"print({k: d[k] for k in [y]})", 2}, {"print({y: d[y] + d[y] + d[y] + d[y]})", 5},
		{"x = d[y]\n  print(d[y])", 2}, {"d[y] = d[y] + 0\n  print(0)", 2}, {"d[y] += d[y]\n  print(0)", 3}} {
		prints := 0
		text := "y = (1,)\nfor _ in range(14): y = (y, y)\nd = {y: 1}\nwhile True:\n  " + c.row + "\n"
		_, err := script.Load("keys.star", []byte(text), script.Limits{Steps: steps}, func(string) { prints++ })
		if err == nil || prints*c.lookups > 4*steps/weight {
			t.Errorf("%.40s: %d lookups; want at most %d: %v", c.row, prints*c.lookups, 4*steps/weight, err)
		}
	}
}

// TestHolds checks that a script may make much if it keeps little from call to call, and that what it holds does not
// depend on other scripts that run.
func TestHolds(t *testing.T) {
	limits := script.Limits{Memory: 8 << 20}
	s, err := script.Load("law.star", []byte("x = [0]\ndef effort(t, position, velocity):\n  x[0] = [t] * 10000\n  "+
		"return {}\n"), limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	law, err := s.NewInstance(script.Run{Joints: arm})
	efforts := make([]float64, 5)
	for i := 0; i < 1000 && err == nil; i++ { // 320 MB
		err = law.Effort(efforts, float64(i), state[0], state[1])
	}
	if err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		items int
		fits  bool
	}{{200_000, true}, {300_000, false}} {
		s := fmt.Sprintf("def cost(metrics):\n  return len([0.0] * %d)\n", c.items)
		held, err := script.Load("cost.star", []byte(s), limits, nil)
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan bool)
		for range 8 {
			go func() {
				_, err := held.Cost(nil)
				done <- err == nil
			}()
		}
		for range 8 {
			if <-done != c.fits {
				t.Errorf("%d items: %v", c.items, !c.fits)
			}
		}
	}
}

// plain executes a file without guards and returns what it prints and its error.
func plain(text string) (printed []string, err error) {
	thread := &starlark.Thread{Print: func(_ *starlark.Thread, s string) { printed = append(printed, s) }}
	thread.SetMaxExecutionSteps(100_000)
	_, err = starlark.ExecFileOptions(&syntax.FileOptions{Set: true, While: true, TopLevelControl: true,
		GlobalReassign: true}, thread, "a.star", text, nil)
	return printed, err
}

var place = regexp.MustCompile(`^a.star:\d+:\d+: `)

// sameAsPlain compares a file with the same one without guards.
func sameAsPlain(t interface{ Errorf(string, ...any) }, text string) {
	want, wantErr := plain(text)
	var printed []string
	_, err := script.Load("a.star", []byte(text), script.Limits{}, func(s string) { printed = append(printed, s) })
	message := "" // without its place, which only those of the syntax have
	if wantErr != nil {
		message = place.ReplaceAllString(wantErr.Error(), "")
	}
	if fmt.Sprint(printed) != fmt.Sprint(want) || (err == nil) != (wantErr == nil) ||
		err != nil && !strings.Contains(err.Error(), message) {
		t.Errorf("%s\nprints %v, %v\nwithout guards %v, %v", text, printed, err, want, wantErr)
	}
}

// TestGuardsKeepMeaning compares files with what they do without guards: operators, methods, slices, order of
// evaluation, assignments in place, errors.
func TestGuardsKeepMeaning(t *testing.T) {
	for _, text := range []string{
		"a = [1]\nb = a\na += [2]\nprint(a, b)\n",
		"a = {'x': [1]}\nb = a['x']\na['x'] += (2, 3)\nprint(a, b)\n",
		"n = []\ndef f():\n  n.append(1)\n  return [5, 6]\ndef i():\n  n.append(2)\n  return 1\nx = f()\n" +
			"f()[i()] += 3\nx[i()] -= 1\nprint(n, x)\n",
		"a = {1: 2} | {3: 4}\na |= {5: 6}\nprint(a, 5 in a, 7 not in a)\n",
		"a = 'abc'\nprint(a[::-1], a[1:], a[:-1], a[5:], a[-9:2], a[::2], a[2:0:-1], a[0:9:5])\n",
		"print([1, 2, 3][1:][::-1], (1, 2, 3)[-2:], range(10)[2:8:3])\n",
		"print('%s %d %r' % ('a', 1, 'b'), '%(x)s' % {'x': 1}, '{} {x}'.format(1, x=2))\n",
		"print('a-b'.split('-'), ','.join(['a', 'b']), 'aXb'.replace('X', '--'), ' a '.strip())\n",
		"print(sorted([3, 1, 2], key=lambda x: -x), sorted([1, 2], reverse=True), max([1, 5, 2]), min('b', 'a'))\n",
		"f = 'abc'.upper\nprint(f(), getattr('abc', 'title')(), hasattr('a', 'upper'), dir([])[0])\n",
		"def f(*a, **k):\n  return a, k\nprint(f(*[1, 2], **{'x': 3}), f(1, y=2))\n",
		"print({(1, 2): 3, 'a': 4}, {x: x + 1 for x in [1, 2]}, [(x, y) for x in [1] for y in 'ab'.elems()])\n",
		"print(7 // 2, -7 % 3, 7.5 // 2, 1 << 70, (1 << 70) >> 68, 5 & 3, 5 | 3, 5 ^ 3, -(1 << 70))\n",
		"print([1, 2] < [1, 3], (1,) == (1,), 'a' != 'b', {1: 2} == {1: 2}, set([1]) | set([2]))\n",
		"d = {}\nd['a'] = 1\nd.update(b=2)\nd.setdefault('c', [])\nd['c'].append(1)\nprint(d, d.pop('a'), d.items())\n",
		"(a, [b, c]), d = (1, [2, 3]), 4\nx = [0, 0]\n(x[0], x[1]) = 5, 6\nprint(a, b, c, d, x)\n",
		"x = 5\nx += 1\nx *= 2\nx //= 5\nx <<= 3\nx %= 7\nx |= 8\nx &= 12\nx ^= 1\nx -= 1\nx >>= 1\nprint(x)\n",
		"print('a' + 1)\n", "print([] - [])\n", "print({}[1])\n", "print([1][2])\n", "'a'.foo\n", "print(1 + None)\n",
		"print('%d' % 'a')\n", "print('%s %s' % 1)\n", "'a'.join([1])\n", "x = {[]: 1}\n", "print([] < {})\n",
		"def f():\n  x += 1\nf()\n", "(1)[0:1]\n", "[1][::0]\n", "[1]['a':]\n", "1 in 2\n", "[].append(1, 2)\n",
		"sorted([1, 'a'])\n", "zip(1)\n", "len(5)\n", "int('x')\n", "'a' * 'b'\n", "{1: 1, 1: 2}\n", "[].pop()\n",
		"for i in range(3):\n  print(i + i * i - i // 2, [0, 1, 2][i], {i: i}[i])\n",
		"for i, x in enumerate(['a', 'b']):\n  print(i * 2, x * 2, x + x)\n",
		"print([x for x in range(5) if x % 2 == 0], 3 not in [1, 2], 'a' in 'cab')\n",
	} {
		sameAsPlain(t, text)
	}
}

// TestGuardsKeepRandom does the same with random expressions.
func TestGuardsKeepRandom(t *testing.T) {
	words := []string{"a", "b", "1", "2.5", "'x'", "[1, 2]", "{'k': 1}", "(1, 'y')", "range(3)", "f"}
	ops := []string{"+", "-", "*", "//", "%", "<<", "&", "|", "in", "not in", "==", "<", ">=", "and", "or", "/"}
	rapid.Check(t, func(t *rapid.T) {
		var expr func(depth int) string
		expr = func(depth int) string {
			if depth == 0 {
				return rapid.SampledFrom(words).Draw(t, "word")
			}
			x := func() string { return expr(rapid.IntRange(0, depth-1).Draw(t, "depth")) }
			switch rapid.IntRange(0, 9).Draw(t, "form") {
			case 0:
				return x() + "[" + x() + "]"
			case 1:
				return x() + "[" + x() + ":" + x() + "]"
			case 2:
				return "[" + x() + " for b in " + x() + "]"
			case 3:
				return "f(" + x() + ", " + x() + ")"
			case 4:
				return x() + ".get(" + x() + ")"
			case 5:
				return "str(" + x() + ")"
			case 6:
				return "{" + x() + ": " + x() + "}"
			}
			return "(" + x() + " " + rapid.SampledFrom(ops).Draw(t, "op") + " " + x() + ")"
		}
		text := "def f(a, b=2):\n  return a\na, b = 3, [1]\nprint(" + expr(3) + ")\na = " + expr(2) + "\na " +
			rapid.SampledFrom([]string{"+=", "-=", "*=", "|="}).Draw(t, "in place") + " " + expr(2) + "\nprint(a)\n"
		sameAsPlain(t, text)
	})
}

// TestWorth checks that functions which take long for each item, or for each pair of items, count it: a hundred calls,
// which take a second and more, are too much for a limit that stands for half of one.
func TestWorth(t *testing.T) {
	const before = "whole = list(range(100000))\ntext = 'ab' * 50000\nd = {str(i): i for i in range(10000)}\n" +
		"def named(**k): pass\ndef cost(metrics):\n    for _ in range(100): "
	for _, call := range []string{"-1.5 in whole", "-1.5 not in whole", "[-1.5] in whole", "whole.index(99999.0)",
		"[0] * 10000 == [0.0] * 10000", "max([1, 1.5] * 10000)", "sorted([1, 1.5] * 10000)", "named(**d)",
		"list(text.codepoints())", "text.split('a')", "sum(whole)"} {
		s, err := script.Load("a.star", []byte(before+call+"\n    return 0\n"), script.Limits{Steps: 5_000_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Cost(nil); err == nil || !strings.Contains(err.Error(), "takes more than") {
			t.Errorf("%s: %v; expected the end of the steps", call, err)
		}
	}
}

// TestNamedArguments checks that a call by many names takes a time in proportion to them, which nothing could end: with
// the square of them it were minutes.
func TestNamedArguments(t *testing.T) {
	const text = "d = {str(i): i for i in range(100000)}\ndef f(**k): return k\n"
	for _, call := range []string{"dict(**d)", "{}.update(**d)", "f(**d)", "getattr({}, 'update')(**d)"} {
		begin := time.Now()
		if _, err := script.Load("a.star", []byte(text+call), script.Limits{}, nil); err != nil {
			t.Errorf("%s: %v", call, err)
		}
		if took := time.Since(begin); took > 15*time.Second {
			t.Errorf("%s: %v for 100,000 names; expected a second at most", call, took)
		}
	}
}
