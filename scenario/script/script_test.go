package script_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kinetree/models/oracle/expect"
	"kinetree/scenario/script"
)

func load(t testing.TB, text string) *script.Script {
	t.Helper()
	s, err := script.Load("law.star", []byte(text), script.Limits{Steps: 1_000_000, CallSteps: 10_000,
		Memory: 64 << 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var arm = []script.Joint{{Name: "shoulder", NQ: 1, NV: 1}, {Name: "ball", NQ: 4, NV: 3}, {Name: "elbow", NQ: 1, NV: 1}}

// state is a position, a velocity and a reference of the arm.
var state = [3][]float64{{1, 0, 0, 0, 1, 2}, {3, 4, 5, 6, 7}, {1.5, 0, 0, 0, 1, 2.5}}

// sample returns one with a reference at rest.
func sample(t float64, position, velocity, reference []float64) *script.Instant {
	rest := make([]float64, len(velocity))
	return &script.Instant{Time: t, Position: position, Velocity: velocity, Reference: reference,
		ReferenceVelocity: rest, ReferenceAcceleration: rest}
}

func control(s *script.Script) ([]float64, error) {
	law, err := s.NewInstance(script.Run{Joints: arm})
	if err != nil {
		return nil, err
	}
	efforts := []float64{9, 9, 9, 9, 9}
	return efforts, law.Control(efforts, sample(0.5, state[0], state[1], state[2]))
}

func TestControl(t *testing.T) {
	for _, c := range []struct {
		body string
		want []float64
	}{
		{"return {}", []float64{0, 0, 0, 0, 0}},
		{"return {'elbow': 2}", []float64{0, 0, 0, 0, 2}},
		{"return {j: 100 * (reference[j] - position[j]) - velocity[j] for j in ['shoulder', 'elbow']}",
			[]float64{47, 0, 0, 0, 43}},
		{"return {'ball': velocity['ball'], 'elbow': t}", []float64{0, 4, 5, 6, 0.5}},
		{"return {'ball': [x * -1 for x in velocity['ball']]}", []float64{0, -4, -5, -6, 0}},
		{"return velocity", []float64{3, 4, 5, 6, 7}},
		{"return dict(velocity)", []float64{3, 4, 5, 6, 7}},
		{"return {j: v if type(v) == 'float' else [len(position)] * 3 for j, v in velocity.items()}",
			[]float64{3, 3, 3, 3, 7}},
		{"return {'elbow': position.get('wrist', 5) + position.get('elbow'), 'shoulder': len(position.keys()) + " +
			"('elbow' in position) * 0.5 if False else len(position.values())}", []float64{3, 0, 0, 0, 7}},
		{"return {'elbow': math.sin(0.5) * math.pi}", []float64{0, 0, 0, 0, math.Sin(0.5) * math.Pi}},
		{"return {'elbow': sum([1, 2.5]) + linspace(0, 1, 3)[1] + logspace(1, 100, 3)[1]}", []float64{0, 0, 0, 0, 14}},
		{"return {'shoulder': sum([x for x in [1, 2]]), 'elbow': {'a': 2}['a'] * int(str(position)[13:14])}",
			[]float64{3, 0, 0, 0, 2}},
	} {
		got, err := control(load(t, "def control(t, position, velocity, reference):\n  "+c.body+"\n"))
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-13 { // a few roundings of numbers up to 50
				t.Errorf("%s: %v, want %v", c.body, got, c.want)
				break
			}
		}
	}
}

func TestEffort(t *testing.T) {
	law, err := load(t, "def effort(t, position, velocity):\n  return {'elbow': t + position['elbow'] + "+
		"velocity['elbow']}\n").NewInstance(script.Run{Joints: arm})
	if err != nil {
		t.Fatal(err)
	}
	efforts := make([]float64, 5)
	if err := law.Effort(efforts, 0.5, state[0], state[1]); err != nil || !reflect.DeepEqual(efforts,
		[]float64{0, 0, 0, 0, 9.5}) {
		t.Errorf("%v: %v", efforts, err)
	}
}

// TestProducts compares * in scripts, which is replaced, with what it means.
func TestProducts(t *testing.T) {
	for text, want := range map[string]string{
		"2 * 3": "6", "2 * 3.5": "7.0", "2.5 * 4": "10.0", "1.5 * 1.5": "2.25", "'ab' * 2": "abab",
		"2 * [1]": "[1, 1]", "(1,) * 2": "(1, 1)", "[1] * 0": "[]", "[1] * -1": "[]", "-2 * -3 * 2": "12",
		"1 + 2 * 3 - 4 * 5": "-13", "[2 * x for x in [3 * y for y in [1, 2]]]": "[6, 12]", "{2 * 1: 3 * 1}[2]": "3",
		"(lambda x: x * x)(4)": "16", "5 if 2 * 0 else 6": "6", "[1, 2, 3][1 * 1:3 * 1]": "[2, 3]",
		"max(2 * 3, 2 * 4)": "8", "-(2 * 3)": "-6", "'%d' % (2 * 3)": "6",
		"(1 << 62) * (1 << 62)":                                "21267647932558653966460912964485513216",
		"[i * j for i in [1, 2] for j in [3, 4] if i * j > 3]": "[4, 6, 8]",
	} {
		var printed []string
		_, err := script.Load("a.star", []byte("print("+text+")\n"), script.Limits{},
			func(s string) { printed = append(printed, s) })
		if err != nil || len(printed) != 1 || printed[0] != want {
			t.Errorf("%s = %v, want %s: %v", text, printed, want, err)
		}
	}
	var printed []string
	_, err := script.Load("a.star", []byte(`
x = 3
x *= 4
l = [2, 3]
l[0] *= 5
s = [1]
s *= 2
for i in [1 * 1]:
    if i * 1 == 1:
        x *= 1.5
def f(a=2 * 3):
    while a * 1 < 10:
        a *= 2
    return a * 1
print(x, l, s, f())
`), script.Limits{}, func(s string) { printed = append(printed, s) })
	if err != nil || printed[0] != "18.0 [10, 3] [1, 1] 12" {
		t.Errorf("%q: %v", printed, err)
	}
}

// TestState checks that a law keeps state in a run, that each run begins anew, and that the other functions cannot
// keep any.
func TestState(t *testing.T) {
	s := load(t, `
integral = {"elbow": 0.0}
noise = random(3)
def control(t, position, velocity, reference):
    integral["elbow"] += 1
    return {"elbow": integral["elbow"], "shoulder": noise.uniform(0, 1)}
def metrics(trajectory):
    integral["elbow"] += 1
    return {}
def cost(metrics):
    return noise.uniform(0, 1)
`)
	var before [][]float64
	for run := range 2 {
		law, err := s.NewInstance(script.Run{Joints: arm})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			efforts := make([]float64, 5)
			err := law.Control(efforts, sample(0, state[0], state[1], state[2]))
			if err != nil || efforts[4] != float64(i+1) {
				t.Fatalf("call %d: %v, %v", i, efforts, err)
			}
			if run == 0 {
				before = append(before, efforts)
			} else if !reflect.DeepEqual(before[i], efforts) {
				t.Errorf("call %d of the second run: %v, of the first %v", i, efforts, before[i])
			}
		}
	}
	if before[0][0] == before[1][0] {
		t.Error("the generator gives the same number twice")
	}
	if _, err := s.Metrics(context.Background(), script.RunLog{}); err == nil || !strings.Contains(err.Error(),
		"law.star:8:13: error: cannot insert into frozen hash table (in metrics)") {
		t.Error(err)
	}
	if _, err := s.Cost(nil); err == nil || !strings.Contains(err.Error(),
		"this function sees the globals frozen; make a generator inside of it: random(seed) (in cost)") {
		t.Error(err)
	}
}

// TestKept checks that what a script keeps of its arguments does not change.
func TestKept(t *testing.T) {
	law, err := load(t, "kept = []\ndef control(t, position, velocity, reference):\n  kept.append(position)\n  "+
		"return {'elbow': kept[0]['elbow']}\n").NewInstance(script.Run{Joints: arm})
	if err != nil {
		t.Fatal(err)
	}
	efforts, q := make([]float64, 5), append([]float64(nil), state[0]...)
	for range 2 {
		if err := law.Control(efforts, sample(0, q, state[1], state[2])); err != nil || efforts[4] != 2 {
			t.Errorf("%v: %v", efforts, err)
		}
		q[5] = 7
	}
}

func TestRuns(t *testing.T) {
	s := load(t, `
def runs():
    list = []
    for p in linspace(50, 100, 2):
        for d in [1, 2]:
            list.append(scenario("base.yaml", {"gains.p": p, "gains.d": d}))
    return list + [scenario("other.yaml"), scenario(file="a", overrides={"b": [1, True, None, "x", {"k": (1, 2.5)}]})]
`)
	if !s.Has("runs") || s.Has("control") || s.Has("integral") {
		t.Error("Has")
	}
	var checked int
	got, err := s.Runs(func(script.RunSpec) error { checked++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	at := func(p, d float64) script.RunSpec {
		return script.RunSpec{File: "base.yaml", Set: []script.Setting{{Path: "gains.p", Value: p},
			{Path: "gains.d", Value: d}}}
	}
	want := []script.RunSpec{at(50, 1), at(50, 2), at(100, 1), at(100, 2), {File: "other.yaml"},
		{File: "a", Set: []script.Setting{{Path: "b",
			Value: []any{1.0, true, nil, "x", map[string]any{"k": []any{1.0, 2.5}}}}}}}
	if !reflect.DeepEqual(got, want) || checked != 6 {
		t.Errorf("%v\nwant %v, %d checked", got, want, checked)
	}
}

func TestMetrics(t *testing.T) {
	s := load(t, `
def metrics(trajectory):
    x = trajectory["elbow/position"]
    late = [v for t, v in zip(trajectory["time"], x) if t >= 1]
    return {"peak": max(x), "last": x[-1], "n": len(x), "late": sum(late), "none": None, "slice": sum(x[1:]) + `+
		`sum(x[::-2]), "columns": len(trajectory), "names": len([c for c in trajectory]), "has": 1 if "time" in `+
		`trajectory and "x" not in trajectory else 0}
`)
	asked := map[int]int{}
	columns := [][]float64{{0, 1, 2}, {5, 9, 7}, nil}
	got, err := s.Metrics(context.Background(), script.RunLog{Columns: []string{"time", "elbow/position", "unused"},
		Column: func(i int) []float64 { asked[i]++; return columns[i] }})
	if err != nil {
		t.Fatal(err)
	}
	want := []script.Metric{{"peak", 9}, {"last", 7}, {"n", 3}, {"late", 16}, {"none", math.NaN()}, {"slice", 28},
		{"columns", 3}, {"names", 3}, {"has", 1}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v\nwant %v", got, want)
	}
	if !reflect.DeepEqual(asked, map[int]int{0: 1, 1: 1}) {
		t.Errorf("columns that were made: %v", asked)
	}
}

func TestCost(t *testing.T) {
	s := load(t, "def cost(metrics):\n  return metrics['itae'] + 10 * max(0, metrics['overshoot'] - 5) + (100 if "+
		"metrics['settling_time'] == None else 0)\n")
	got, err := s.Cost([]script.Metric{{"itae", 2}, {"overshoot", 6}, {"settling_time", math.NaN()}})
	if err != nil || got != 112 {
		t.Errorf("%v: %v", got, err)
	}
}

// TestRandom checks the ranges and means of the draws; the mean of n uniform numbers has a deviation of sqrt(1/12n),
// and the bound is five of them at a fixed seed.
func TestRandom(t *testing.T) {
	s := load(t, `
def cost(metrics):
    r = random(7)
    n = 5000
    u, z, l, i, c = [], [], [], [], []
    for _ in range(n):
        u.append(r.uniform(2, 3))
        z.append(r.normal(0, 1))
        l.append(r.log_uniform(0.01, 100))
        i.append(r.integer(1, 6))
        c.append(r.choice("ab".elems()) == "a")
    if random(7).uniform(2, 3) != u[0] or min(u) <= 2 or max(u) >= 3 or min(i) != 1 or max(i) != 6 or type(i[0]) != `+
		`"int" or min(l) < 0.01 or max(l) > 100:
        fail("ranges", u[0], min(u), max(u), i[0], min(i), max(i))
    means = [sum(u) / n - 2.5, sum(z) / n / math.sqrt(12), sum([math.log(x) for x in l]) / n / math.log(1e4), `+
		`(sum(i) / n - 3.5) / 6, (len([1 for x in c if x]) / n - 0.5) / math.sqrt(3)]
    return max([abs(m) for m in means]) / math.sqrt(1 / 12 / n)
`)
	if got, err := s.Cost(nil); err != nil || got > 5 {
		t.Errorf("%v deviations: %v", got, err)
	}
}

// faults are scripts that are wrong, with what is called and what the error is.
var faults = []struct{ name, text, call, want string }{
	{"syntax", "def control(:\n", "", "law.star:1:14: error: got ':', want ')'"},
	{"undefined", "x = foo\ny = bar\n", "", "law.star:1:5: error: undefined: foo\nlaw.star:2:5: error: undefined: bar"},
	{"misspelled", "integral = 1\nx = integrl\n", "",
		"law.star:2:5: error: undefined: integrl (did you mean integral?)"},
	{"load", "load('a.star', 'b')\n", "", "law.star:1:6: error: load is not available; expected all in one file"},
	{"open", "open('/etc/passwd')\n", "", "law.star:1:1: error: undefined: open"},
	{"import", "import os\n", "", "law.star:1:1: error: got import"},
	{"time", "time.now()\n", "", "undefined: time"},
	{"not a function", "control = 3\n", "", "law.star: error: control is 3; expected a function"},
	{"parameters", "\ndef control(t, q):\n  return {}\ndef runs(n):\n  return []\n", "",
		"law.star:2:1: error: control has 2 parameters; expected def control(t, position, velocity, " +
			"reference), and behind these, by name, any of state, params, period, model, lost\n" +
			"law.star:4:1: error: runs has 1 parameters; expected def runs()"},
	{"top", "x = [1][2]\n", "", "law.star:1:8: error: list index 2 out of range [-1:0]"},
	{"nested", "x = " + strings.Repeat("[", 300), "", "brackets are nested more than 200 deep"},
	{"large", "x = '" + strings.Repeat("a", 1<<18) + "'", "", "expected at most 262144"},
	{"no function", "x = 1\n", "control",
		"law.star: error: there is no function control; expected def control(t, position, velocity, reference)"},

	{"endless loop at the top", "while True:\n  pass\n", "",
		"law.star:1:1: error: the script takes more than 1000000 steps"},
	{"endless loop", "def control(t, position, velocity, reference):\n  x = 0\n  while True:\n    x += 1\n", "control",
		"error: the script takes more than 10000 steps; expected an end, is there a loop without one? (in control)"},
	{"division by zero", "def pd(e):\n  return 1 / e\ndef control(t, position, velocity, reference):\n  a = 1\n  " +
		"return {'elbow': pd(0)}\n", "control",
		"law.star:2:12: error: floating-point division by zero (in pd called in line 5, in control)"},
	{"modulo", "def control(t, position, velocity, reference):\n  return {'elbow': 1 % 0}\n", "control",
		"law.star:2:22: error: integer modulo by zero (in control)"},
	{"wrong type", "def control(t, position, velocity, reference):\n  return {'elbow': 'a' + 1}\n", "control",
		"law.star:2:24: error: unknown binary op: string + int (in control)"},
	{"wrong product", "def control(t, position, velocity, reference):\n  return {'elbow': position * 2}\n", "control",
		"law.star:2:29: error: unknown binary op: dict * int (in control)"},
	{"unknown joint", "def control(t, position, velocity, reference):\n  return {'elbwo': 1}\n", "control",
		`law.star:1:1: error: control returned an effort for "elbwo", which is no joint (did you mean "elbow"?); ` +
			`expected one of shoulder, ball, elbow`},
	{"unknown position", "def control(t, position, velocity, reference):\n  return {'elbow': position['elbwo']}\n",
		"control",
		`law.star:2:28: error: there is no joint "elbwo" (did you mean "elbow"?); expected one of shoulder, ball, ` +
			`elbow (in control)`},
	{"None", "def control(t, position, velocity, reference):\n  pass\n", "control",
		"law.star:1:1: error: control returned None; expected a dict {joint: effort}"},
	{"text effort", "def control(t, position, velocity, reference):\n  return {'elbow': '1'}\n", "control",
		`control returned the effort the text "1" for elbow; expected a finite number`},
	{"infinite effort", "def control(t, position, velocity, reference):\n  return {'elbow': float('inf')}\n",
		"control", "control returned the effort +inf for elbow; expected a finite number"},
	{"huge effort", "def control(t, position, velocity, reference):\n  return {'elbow': (1 << 511) * (1 << 511) * (1 " +
		"<< 511)}\n", "control", "control returned the effort a very large number for elbow; expected a finite number"},
	{"number for three", "def control(t, position, velocity, reference):\n  return {'ball': 1}\n", "control",
		"control returned 1 for ball; expected a list of 3 efforts"},
	{"two for three", "def control(t, position, velocity, reference):\n  return {'ball': [1, 2]}\n", "control",
		"expected a list of 3 efforts"},
	{"text in three", "def control(t, position, velocity, reference):\n  return {'ball': [1, 2, None]}\n", "control",
		"the effort None for ball"},
	{"key", "def control(t, position, velocity, reference):\n  return {1: 1}\n", "control",
		"a dict with the key 1; expected names of joints"},
	{"argument", "def control(t, position, velocity, reference):\n  position['elbow'] = 1\n", "control",
		"law.star:2:11: error: dict value does not support item assignment (in control)"},
	{"recursion", "def f(n):\n  return f(n + 1)\ndef control(t, position, velocity, reference):\n  return f(0)\n",
		"control", "law.star:2:10: error: function f called recursively (in f called in line 2, in f called in line " +
			"4, in control)"},
	{"fail", "def control(t, position, velocity, reference):\n  fail('no', 1)\n", "control",
		"law.star:2:7: error: fail: no 1 (in control)"},

	{"list times", "x = [0] * (1 << 29)\n", "",
		"law.star:1:9: error: list of 1 items times 536870912 has more than 1000000"},
	{"times list", "n = 1 << 80\nx = n * (0, 1)\n", "",
		"law.star:2:7: error: tuple of 2 items times 1208925819614629174706176 has more than 1000000"},
	{"text times", "x = 'ab'\nx *= 600000\n", "",
		"law.star:2:3: error: string of 2 items times 600000 has more than 1000000"},
	{"range", "x = list(range(1 << 40))\n", "",
		"law.star:1:15: error: range: 1099511627776 items; expected at most 1000000"},
	{"range of texts", "x = range('a')\n", "", "law.star:1:10: error: range: "},
	{"large numbers", "x = 3\nwhile True:\n  x = x * x\n", "",
		"law.star:3:9: error: the product is a whole number of more than 65536 bits"},
	{"doubling", "x = [1, 2, 3]\nwhile True:\n  x = x + x\n", "", "the script takes more than 64 MiB of memory"},
	{"linspace", "linspace(0, 1, 1 << 30)\n", "",
		"law.star:1:9: error: linspace: 1073741824 numbers; expected 1 to 1000000"},
	{"linspace of texts", "linspace('a', 1, 2)\n", "", `linspace: from the text "a" to 1; expected finite numbers`},
	{"logspace", "logspace(0, 1, 2)\n", "", "logspace: from 0 to 1; expected positive numbers"},
	{"sum", "sum([1, 'a'])\n", "", `law.star:1:4: error: sum: the text "a" among the items; expected numbers`},
	{"uniform", "random(1).uniform(2, 1)\n", "",
		"law.star:1:18: error: uniform: from 2 to 1; expected [low, high] with low < high"},
	{"normal", "random(1).normal(0, 0)\n", "", "normal: the standard deviation is 0; expected a positive number"},
	{"integer", "random(1).integer(2, 1)\n", "", "integer: from 2 to 1; expected low <= high"},
	{"integer of a fraction", "random(1).integer(0, 1.5)\n", "", "integer: 1.5; expected a whole number"},
	{"choice", "random(1).choice([])\n", "", "choice: a list; expected a list with items"},
	{"seed", "random('a')\n", "", "random: for parameter seed"},
	{"method", "random(1).gauss(0, 1)\n", "", "random has no .gauss field or method"},

	{"runs None", "def runs():\n  pass\n", "runs",
		"law.star:1:1: error: runs returned None; expected a list of 1 to 10000000 scenarios"},
	{"runs empty", "def runs():\n  return []\n", "runs", "runs returned a list of 0; expected a list of 1"},
	{"runs of numbers", "def runs():\n  return [scenario('a'), 1]\n", "runs",
		"runs returned a list whose item 1 is 1; expected scenario(file, {path: value})"},
	{"scenario of a number", "def runs():\n  return [scenario(1)]\n", "runs",
		"law.star:2:19: error: scenario: for parameter file: got int, want string (in runs)"},
	{"scenario of a function", "def runs():\n  return [scenario('a', {'p': len})]\n", "runs",
		"scenario: p: a builtin_function_or_method; expected a number, a text, a truth value, a list or a dict"},
	{"scenario of nan", "def runs():\n  return [scenario('a', {'p': [float('nan')]})]\n", "runs",
		"scenario: p: nan; expected a finite number"},
	{"scenario of a large number", "def runs():\n  return [scenario('a', {'seed': (1 << 53) + 1})]\n", "runs",
		"scenario: seed: 9007199254740993; expected whole numbers up to 2^53"},
	{"path", "def runs():\n  return [scenario('a', {1: 1})]\n", "runs", "scenario: the path 1; expected a text"},
	{"scenario in a circle", "def runs():\n  x = []\n  x.append(x)\n  return [scenario('a', {'p': x})]\n", "runs",
		"law.star:4:19: error: scenario: p: lists or dicts are nested more than 200 deep"},
	{"bad path", "def runs():\n  a = scenario('a', {'q': 1})\n  return [scenario('a', {'controler': 1})]\n", "runs",
		"law.star:3:19: error: there is no key controler (in runs)"},
	{"scenario outside", "x = scenario('a')\n", "", "law.star:1:13: error: scenario: only runs() can make scenarios"},

	{"column", "def metrics(trajectory):\n  return {'a': trajectory['elbow/positon'][0]}\n", "metrics",
		`law.star:2:26: error: the trajectory has no column "elbow/positon" (did you mean "elbow/position"?); ` +
			`expected one of time, elbow/position (in metrics)`},
	{"column index", "def metrics(trajectory):\n  return {'a': trajectory['time'][3]}\n", "metrics",
		"law.star:2:34: error: column index 3 out of range [-3:2] (in metrics)"},
	{"column change", "def metrics(trajectory):\n  trajectory['time'][0] = 1\n", "metrics",
		"column value does not support item assignment"},
	{"metrics list", "def metrics(trajectory):\n  return [1]\n", "metrics",
		"law.star:1:1: error: metrics returned a list; expected a dict {name: number}"},
	{"metrics text", "def metrics(trajectory):\n  return {'a': 'b'}\n", "metrics",
		`metrics returned the text "b" for a; expected a finite number or None`},
	{"metrics infinite", "def metrics(trajectory):\n  return {'a': float('inf')}\n", "metrics",
		"metrics returned +inf for a"},
	{"metrics key", "def metrics(trajectory):\n  return {1: 1}\n", "metrics",
		"metrics returned a dict with the key 1; expected names"},
	{"cost None", "def cost(metrics):\n  pass\n", "cost",
		"law.star:1:1: error: cost returned None; expected a finite number"},
	{"cost True", "def cost(metrics):\n  return True\n", "cost", "cost returned True; expected a finite number"},
}

// call calls a function of a script, or none.
func call(s *script.Script, function string) error {
	var err error
	switch function {
	case "control":
		_, err = control(s)
	case "runs":
		_, err = s.Runs(func(x script.RunSpec) error {
			for _, set := range x.Set {
				if set.Path == "controler" {
					return errPath
				}
			}
			return nil
		})
	case "metrics":
		_, err = s.Metrics(context.Background(), script.RunLog{Columns: []string{"time", "elbow/position"},
			Column: func(int) []float64 { return []float64{1, 2, 3} }})
	case "cost":
		_, err = s.Cost([]script.Metric{{Name: "itae", Value: 1}})
	}
	return err
}

var errPath = errors.New("there is no key controler")

func TestFaults(t *testing.T) {
	for _, c := range faults {
		s, err := script.Load("law.star", []byte(c.text), script.Limits{Steps: 1_000_000, CallSteps: 10_000,
			Memory: 64 << 20}, nil)
		if err == nil {
			err = call(s, c.call)
		} else if c.call != "" {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
			continue
		}
		var e *script.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %T", c.name, err)
		}
		if c.name == "bad path" && !errors.Is(err, errPath) {
			t.Errorf("%s: the error does not wrap that of the caller", c.name)
		}
	}
}

// TestAfterError checks that a law works on after an error, and after one that took all its steps.
func TestAfterError(t *testing.T) {
	law, err := load(t, "def control(t, position, velocity, reference):\n  while t == 1:\n    pass\n  return "+
		"{'elbow': 1 / t}\n").NewInstance(script.Run{Joints: arm})
	if err != nil {
		t.Fatal(err)
	}
	efforts := make([]float64, 5)
	for i, at := range []float64{2, 0, 2, 1, 2} {
		err := law.Control(efforts, sample(at, state[0], state[1], state[2]))
		if wrong := i%2 == 1; wrong != (err != nil) || !wrong && efforts[4] != 0.5 {
			t.Errorf("call %d: %v, %v", i, efforts, err)
		}
	}
}

// TestStepsAreOfOneCall checks that calls do not share a limit.
func TestStepsAreOfOneCall(t *testing.T) {
	law, err := load(t, "def control(t, position, velocity, reference):\n  for i in range(1000):\n    pass\n  return "+
		"{}\n").NewInstance(script.Run{Joints: arm})
	if err != nil {
		t.Fatal(err)
	}
	efforts := make([]float64, 5)
	for range 100 {
		if err := law.Control(efforts, sample(0, state[0], state[1], state[2])); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDeepFiles checks files of the largest size that are nested in ways that brackets do not show: an error or none,
// but no overflow of the stack.
func TestDeepFiles(t *testing.T) {
	const nested = "error: excessive nesting"
	for part, want := range expect.SomeOf(t, 3, map[string]string{"-": nested, "not ": nested, "lambda: ": nested,
		"1 if 1 else ": nested, "1+": "", "a.": "error: got float literal"}) {
		_, err := script.Load("deep.star", []byte("a = 1\nx = "+strings.Repeat(part, (1<<18-100)/len(part))+"1\n"),
			script.Limits{}, nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("many times %q: got %v, want %q", part, err, want)
		}
	}
}

func TestWrongLengthsPanic(t *testing.T) {
	s := load(t, "def control(t, position, velocity, reference):\n  return {}\n")
	law, err := s.NewInstance(script.Run{Joints: arm})
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(){
		"efforts":   func() { law.Control(make([]float64, 4), sample(0, state[0], state[1], state[2])) },
		"reference": func() { law.Control(make([]float64, 5), sample(0, state[0], state[1], nil)) },
		"velocity":  func() { law.Effort(make([]float64, 5), 0, state[0], state[0]) },
	} {
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.HasPrefix(fmt.Sprint(r), "script: ") {
					t.Errorf("%s: %v", name, r)
				}
			}()
			f()
		}()
	}
}

// TestSameForAll calls one script from many goroutines.
func TestSameForAll(t *testing.T) {
	s := load(t, "gains = {'elbow': 3}\nx = [0]\ndef control(t, position, velocity, reference):\n  x[0] += 1\n  "+
		"return {'elbow': gains['elbow'] * x[0]}\ndef cost(metrics):\n  return sum([m * 2 for m in "+
		"metrics.values()])\n")
	done := make(chan error)
	for range 8 {
		go func() {
			for range 100 {
				law, err := s.NewInstance(script.Run{Joints: arm})
				efforts := make([]float64, 5)
				for i := 1; i < 4 && err == nil; i++ {
					if err = law.Control(efforts, sample(0, state[0], state[1], state[2])); efforts[4] != float64(3*i) {
						err = fmt.Errorf("effort %v in call %d", efforts[4], i)
					}
				}
				if c, wrong := s.Cost([]script.Metric{{Name: "a", Value: 2}}); wrong != nil || c != 4 {
					err = fmt.Errorf("cost %v: %v", c, wrong)
				}
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestAnyText checks that no text makes a panic.
func TestAnyText(t *testing.T) {
	words := []string{"def control(t, position, velocity, reference):\n  ", "return ", "x", " = ", "[", "]", "(", ")",
		"{", "}", ":", ",", " * ", " + ", "1", "2.5", "'a'", "for x in ", "range", "\n", "  ", "if ", "else ",
		"lambda ", "*", "**", "random", ".", "%", "while "}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 30).Draw(t, "words"), "")
		s, err := script.Load("any.star", []byte(text), script.Limits{Steps: 1000, CallSteps: 1000}, nil)
		if err == nil {
			for _, f := range []string{"control", "runs", "metrics", "cost"} {
				call(s, f)
			}
		}
	})
}

// FuzzLoad checks that no bytes make a panic.
func FuzzLoad(f *testing.F) {
	for _, c := range faults {
		if len(c.text) < 1000 && c.name != "doubling" {
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := script.Load("any.star", text, script.Limits{Steps: 1000, CallSteps: 1000}, nil)
		if err == nil {
			for _, name := range []string{"control", "runs", "metrics", "cost"} {
				call(s, name)
			}
		}
	})
}

func BenchmarkControl(b *testing.B) {
	var joints []script.Joint
	for i := range 6 {
		joints = append(joints, script.Joint{Name: fmt.Sprintf("joint%d", i), NQ: 1, NV: 1})
	}
	law, err := load(b, "kp, kd = 100, 10\ndef control(t, position, velocity, reference):\n  return {j: kp * "+
		"(reference[j] - q) - kd * velocity[j] for j, q in position.items()}\n").NewInstance(script.Run{Joints: joints})
	if err != nil {
		b.Fatal(err)
	}
	efforts, x := make([]float64, 6), make([]float64, 6)
	b.ReportAllocs()
	for b.Loop() {
		if err := law.Control(efforts, sample(0, x, x, x)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewLaw(b *testing.B) {
	s := load(b, "state = {'i': 0.0}\ndef control(t, position, velocity, reference):\n  return {}\n")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.NewInstance(script.Run{Joints: arm}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAtOnce checks that no operation looks at values for seconds, in which nothing could end it: to hash, to compare
// or to order tuples that double.
func TestAtOnce(t *testing.T) {
	const doubled = "x = (1,)\nfor i in range(60): x = (x, x)\ny = (1,)\nfor i in range(60): y = (y, y)\n"
	for _, use := range expect.Some(t, 1, "d = {x: 1}", "hash(str(x))", "x < y", "x in [y]", "x == y", "sorted([x, y])",
		"set([x])", "max(x, y)", "[x].index(y)") {
		_, err := script.Load("law.star", []byte(doubled+use), script.Limits{}, nil)
		if err == nil || !strings.Contains(err.Error(), "looks at more than 10000000 values") &&
			!strings.Contains(err.Error(), "as text has more than") && !strings.Contains(err.Error(), "hash") {
			t.Errorf("%s: %v", use, err)
		}
	}
}

// TestDone tells scripts to end that would go on for minutes: while they are loaded, made for a run, called for
// efforts, and measure. Each ends with an error that says so, and where.
func TestDone(t *testing.T) {
	const endless = 1 << 50 // steps
	limits := script.Limits{Steps: endless, CallSteps: endless}
	done := make(chan struct{})
	soon := func() { time.AfterFunc(20*time.Millisecond, func() { close(done) }) }
	check := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.HasPrefix(err.Error(), "law.star:") ||
			!strings.Contains(err.Error(), "the script was interrupted") {
			t.Errorf("%s: %v", what, err)
		}
		done = make(chan struct{})
	}
	ended := limits
	ended.Done = done
	soon()
	_, err := script.Load("law.star", []byte("while True: pass"), ended, nil)
	check("top", err)

	const law = "def spin():\n    while True: pass\n" +
		"def control(t, position, velocity, reference): spin()\n" +
		"a, b = [1] * 100000, [1] * 100000\n" +
		"def effort(t, position, velocity):\n    while a == b: pass\n" +
		"def metrics(trajectory): spin()\n"
	s, err := script.Load("law.star", []byte(law), limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	joints := []script.Joint{{Name: "elbow", NQ: 1, NV: 1}}
	one := []float64{0}
	for _, name := range []string{"control", "effort"} {
		in, err := s.NewInstance(script.Run{Joints: joints, Done: done})
		if err != nil {
			t.Fatal(err)
		}
		soon()
		if name == "effort" {
			err = in.Effort(one, 0, one, one)
		} else {
			err = in.Control(one, &script.Instant{Position: one, Velocity: one, Reference: one, ReferenceVelocity: one,
				ReferenceAcceleration: one})
		}
		check(name, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err = s.Metrics(ctx, script.RunLog{})
	check("metrics", err)

	// The top of the file, which is executed for each run.
	s, err = script.Load("law.star", []byte("n = 0\nfor i in range(1000000): n += 1\ndef effort(t, p, v): return {}\n"),
		limits, nil)
	if err != nil {
		t.Fatal(err)
	}
	close(done)
	_, err = s.NewInstance(script.Run{Joints: joints, Done: done})
	check("run", err)
}
