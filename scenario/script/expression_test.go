package script_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"kinetree/scenario/script"
)

var numbers = []script.Metric{{"itae", 2}, {"overshoot", 8}, {"settling_time", math.NaN()}}

func names() (list []string) {
	for _, m := range numbers {
		list = append(list, m.Name)
	}
	return list
}

func TestExpression(t *testing.T) {
	groups := map[string][]script.Metric{"elbow": {{"overshoot", 3}}}
	for text, want := range map[string]float64{
		"itae + 10*max(0, overshoot - 5)":                32,
		"itae*overshoot\n + 1":                           17,
		"math.sqrt(itae*overshoot)":                      4,
		`joints["elbow"]["overshoot"] * 2`:               6,
		"settling_time + itae":                           math.NaN(),
		"max(0, settling_time)":                          math.NaN(),
		"7":                                              7,
		"sum([j['overshoot'] for j in joints.values()])": 3,
		"itae # the rest does not matter":                2,
	} {
		e, err := script.NewExpression("cost", text, names())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if x, err := e.Evaluate(numbers, groups); err != nil || x != want && !(math.IsNaN(x) && math.IsNaN(want)) {
			t.Errorf("%s = %v, %v; want %v", text, x, err, want)
		}
	}
}

// TestArithmetic checks that expressions of numbers alone, random ones, have the bits and the errors that Starlark's
// interpreter gives them, which has those with a condition.
func TestArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	one := func(list ...string) string { return list[rng.IntN(len(list))] }
	var expression func(depth int) string
	expression = func(depth int) string {
		if depth == 0 {
			return one("itae", "overshoot", "settling_time", "0", "1", "3", "9007199254740991", "4503599627370497",
				"0.1", "2.5e-3", "1e300", "0.0")
		}
		a, b, c := expression(rng.IntN(depth)), expression(rng.IntN(depth)), expression(depth-1)
		return one("-"+c, "+"+c, "("+c+")", c+" + "+a, a+" - "+c, c+"*"+b, a+"/"+c, "max("+c+", "+a+")",
			"min("+a+", "+c+", "+b+")", "abs("+c+")", "("+a+" - "+c+")*"+b)
	}
	values := []float64{0, math.Copysign(0, -1), 1, -2.5, 0.1, 1e308, -1e-310, math.Inf(1), math.Inf(-1), math.NaN(), 5,
		9007199254740993}
	failed, numbers := 0, []script.Metric{{Name: "itae"}, {Name: "overshoot"}, {Name: "settling_time"}}
	for range 3000 {
		text := expression(1 + rng.IntN(4))
		e, err := script.NewExpression("cost", text, names())
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		f, err := script.NewExpression("cost", "("+text+") if True else 0", names())
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for range 5 {
			for i := range numbers {
				if numbers[i].Value = values[rng.IntN(len(values))]; rng.IntN(2) == 0 {
					numbers[i].Value = rng.NormFloat64()
				}
			}
			x, errX := e.Evaluate(numbers, nil)
			y, errY := f.Evaluate(numbers, nil)
			if (errX == nil) != (errY == nil) || math.Float64bits(x) != math.Float64bits(y) && !(x != x && y != y) {
				t.Fatalf("%s of %v = %v, %v; want %v, %v", text, numbers, x, errX, y, errY)
			}
			if errX != nil {
				failed++
			}
		}
	}
	if failed == 0 {
		t.Error("no expression has an error")
	}
}

func TestExpressionFaults(t *testing.T) {
	for text, want := range map[string]string{
		"itea + 1":        `there is no number "itea" (did you mean "itae"?); expected one of`,
		"itea + overshot": `there is no number "overshot"`,
		"itae +":          "got end of file",
		"":                "got end of file",
		"itae) + (itae":   "unexpected ')'",
		"itae\nx = 1":     "got",
		"load('a', 'b')":  "load",
	} {
		if _, err := script.NewExpression("cost", text, names()); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.HasPrefix(err.Error(), "cost") {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"'a'":                                `the value is the text "a"; expected a number`,
		"None":                               "the value is None; expected a number",
		"itae + 'a'":                         "unknown binary op",
		"joints['x']":                        "not in dict",
		"sum([i for i in range(1000*1000)])": "more than 100000 steps",
		"len('a'*1000000000)":                "has more than",
	} {
		e, err := script.NewExpression("cost", text, names())
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if _, err := e.Evaluate(numbers, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
}

func ExampleExpression() {
	cost, err := script.NewExpression("cost", "itae + 10*max(0, overshoot - 5)", []string{"itae", "overshoot"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cost.Evaluate([]script.Metric{{"itae", 0.5}, {"overshoot", 7}}, nil))
	// Output: 20.5 <nil>
}

// TestExpressionUses checks what expressions say that they use: all that they do.
func TestExpressionUses(t *testing.T) {
	for text, want := range map[string]script.Used{
		"itae + 10*max(0, overshoot - 5)": {Numbers: []string{"itae", "overshoot"}},
		`joints["elbow"]["itae"] + math.sqrt(joints['wrist']["overshoot"])`: {
			Groups: map[string][]string{"elbow": {"itae"}, "wrist": {"overshoot"}}},
		`itae if joints["elbow"]["itae"] > 1 else joints["elbow"]["overshoot"]`: {Numbers: []string{"itae"},
			Groups: map[string][]string{"elbow": {"itae", "overshoot"}}},
		`joints["elbow"]["ita" + "e"]`:                   {All: true},
		"sum([j['overshoot'] for j in joints.values()])": {All: true},
		"(lambda j: j['elbow']['itae'])(joints)":         {All: true},
		`joints[["elbow"][0]]["itae"]`:                   {All: true},
		"[itae for itae in [1, 2]][0]":                   {Numbers: []string{"itae", "itae"}},
		"(lambda f: f())(lambda: settling_time)":         {Numbers: []string{"settling_time"}},
		`{"itae": 1}["itae"] + len(joints["elbow"])`:     {All: true},
		`joints.get("elbow")["itae"]`:                    {All: true},
		`joints["elbow"]["itae"] + sum(joints["elbow"].values())`: {All: true,
			Groups: map[string][]string{"elbow": {"itae"}}},
	} {
		e, err := script.NewExpression("cost", text, names())
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if want.Groups == nil {
			want.Groups = map[string][]string{}
		}
		if got := e.Used(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s uses %+v, want %+v", text, got, want)
		}
	}
}
