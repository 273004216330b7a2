package script_test

import (
	"fmt"
	"math"
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
