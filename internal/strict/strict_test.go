package strict_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"kinetree/internal/strict"
)

type gains struct {
	P *float64 `json:"p,omitempty"`
	D *float64 `json:"d,omitempty"`
}

type document struct {
	Version int                `json:"kinetree"`
	Model   string             `json:"model" required:"true" doc:"file or embedded model"`
	Base    string             `json:"base" enum:"fixed|floating"`
	Gravity [3]float64         `json:"gravity"`
	Ideal   bool               `json:"ideal"`
	Gains   map[string]gains   `json:"gains"`
	Stop    []string           `json:"stop" doc:"< > & stay"`
	Hidden  int                `json:"-"`
	Values  map[string]numbers `json:"values"`
	Hollow  *[3]float64        `json:"hollow,omitempty"`
	Given   float64            `json:"given,omitempty" default:"0.5"`
}

// numbers is a number or a list.
type numbers []float64

func (v *numbers) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind == strict.Number {
		*v = numbers{n.Number}
		return nil
	}
	return n.Decode((*[]float64)(v))
}

func decode(t *testing.T, text string) (document, error) {
	t.Helper()
	d := document{Base: "fixed", Gravity: [3]float64{0, 0, -9.81}}
	n, err := strict.Parse([]byte(text), "a.yaml")
	if err != nil {
		return d, err
	}
	return d, n.Decode(&d).Err()
}

func TestDecode(t *testing.T) {
	d, err := decode(t, `
kinetree: 1
model: ur5   # a comment
gravity: [0, 1e-4, -9.81]
ideal: true
gains:
  "*": &soft {p: 100, d: 1e1}
  elbow.joint: *soft
  wrist:
    p: .5
stop:
  - "elbow/position > 2.5"
values: {a: 1, b: [1, 2]}
`)
	if err != nil {
		t.Fatal(err)
	}
	p, ten, half := 100.0, 10.0, 0.5
	want := document{1, "ur5", "fixed", [3]float64{0, 1e-4, -9.81}, true,
		map[string]gains{"*": {&p, &ten}, "elbow.joint": {&p, &ten}, "wrist": {P: &half}},
		[]string{"elbow/position > 2.5"}, 0,
		map[string]numbers{"a": {1}, "b": {1, 2}}, nil, 0}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("got %+v\nwant %+v", d, want)
	}
}

func TestJSON(t *testing.T) {
	d, err := decode(t, "{\n\t\"model\": \"a\\u003cb\",\n\t\"gravity\": [0, 0, -1.5e+00],\n\t\"gains\": {\"j\": "+
		"{\"p\": 1}}\n}\n")
	if err != nil || d.Model != "a<b" || d.Gravity[2] != -1.5 || *d.Gains["j"].P != 1 {
		t.Errorf("%+v: %v", d, err)
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"modle: ur5", `a.yaml:1:1: error: modle: there is no such key (did you mean "model"?); expected one of ` +
			`kinetree, model, base, gravity, ideal, gains, stop, values, hollow, given`},
		{"base: flaoting", `a.yaml:1:7: error: base: "flaoting" (did you mean "floating"?); expected one of fixed, ` +
			`floating`},
		{"kinetree: 1.5\nideal: yes",
			"a.yaml:1:11: error: kinetree: \"1.5\"; expected a whole number\na.yaml:2:8: error: ideal: \"yes\"; " +
				"expected true or false"},
		{"model: 12", `a.yaml:1:8: error: model: "12"; expected a text, which takes quotes here`},
		{"model:", `a.yaml:1:7: error: model: nothing; expected a text`},
		{"gravity: [0, 0]", `a.yaml:1:10: error: gravity: a list of 2; expected a list of 3`},
		{"gravity: -9.81", `a.yaml:1:10: error: gravity: "-9.81"; expected a list of 3`},
		{"gravity: [0, 0, x]\nHidden: 1",
			"a.yaml:1:17: error: gravity.2: \"x\"; expected a finite number\na.yaml:2:1: error: Hidden: there is no " +
				"such key"},
		{"gains:\n  elbow.j: {p: .inf}", `a.yaml:2:16: error: gains."elbow.j".p: ".inf"; expected a finite number`},
		{"gains: {j: {p: 0x10}}", `expected a finite number`},
		{"gains: {j: {p: 1e999}}", `expected a finite number`},
		{"gains: [1]", `a.yaml:1:8: error: gains: a list; expected a mapping`},
		{"stop: a > 1", `a.yaml:1:7: error: stop: "a > 1"; expected a list`},
		{"- 1", `a.yaml:1:1: error: a list; expected a mapping of`},
		{"model: a\nmodel: b", `model`},
		{"model: !!str a", `a.yaml:1:8: error: model: tags such as !!str are not supported`},
		{"gains:\n  a: &a {p: 1}\n  b:\n    <<: *a", `merge keys (<<) are not supported`},
		{"model: *nothing", `nothing`},
		{"model: a\n---\nmodel: b", `a second document begins`},
		{"model: [", `a.yaml:1:8: error: did not find expected node content, or the bracket does not end`},
		{"model: x\ngravity: [0, 0\nbase: fixed\n", `a.yaml:2:14: error: did not find expected ',' or ']', or the ` +
			`bracket`},
		{"model: a\nbase: b: c", `a.yaml:2:8: error: mapping values are not allowed`},
		{"model: 'ä' b", `a.yaml:1:12: error: did not find expected key`},
		{"base: fixed\nmodel: \"a\n", `a.yaml:2:8: error: the quote that begins here does not end`},
		{"model: @a", `a.yaml:1:8: error: a value without quotes cannot begin with '@'; expected it in quotes`},
		{"base: fixed\nmodel: *nothing\n", `a.yaml:2:8: error: unknown anchor 'nothing'`},
		{"gains: {[a]: b}", `a.yaml:1:9: error: gains: a key is no text`},
		{"gains: {!!str a: b}", `a.yaml:1:9: error: gains: tags such as !!str`},
		{"model: &a [*a]", `nested more than`},
		{"model: a\x1b", `a.yaml:1:9: error: control characters are not allowed`},
		{"model: \xff", `a.yaml:1:8: error: invalid leading UTF-8 octet`},
		{"model: [" + strings.Repeat("a,", 2_000_000) + "]", `expected at most 1048576`},
		{"a: [" + strings.Repeat("b, \n", 1<<17) + ": ", `a.yaml:131072:1: error: did not find expected`},
		{"model: a\x00", `bytes that are zero`},
		{"model: " + strings.Repeat("[", 1<<20), `nested more than`},
		{strings.Repeat("- ", 1<<20), `nested more than`},
		{"model: " + strings.Repeat("a", 5<<20), `expected at most`},
	} {
		_, err := decode(t, c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80q: %.300v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestAliasBomb checks that anchors which repeat others over and over are refused.
func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), i-1)
	}
	if _, err := strict.Parse([]byte(b.String()), ""); err == nil || !strings.Contains(err.Error(),
		"values; expected fewer") {
		t.Errorf("%.200v", err)
	}
}

// TestSet sets paths, in a copy: what the original has stays as it is.
func TestSet(t *testing.T) {
	text := "gains:\n  \"*\": {p: 1}\nstop: [a, b]\nmodel: x\n"
	for _, c := range []struct {
		path string
		v    any
		want string // of the error, or empty
		ok   func(d document) bool
	}{
		{"gains.j.p", 5.0, "", func(d document) bool { return *d.Gains["j"].P == 5 && *d.Gains["*"].P == 1 }},
		{"gains.*.p", 5.0, "", func(d document) bool { return *d.Gains["*"].P == 5 }},
		{"gains.*", map[string]any{"d": 5.0}, "",
			func(d document) bool { return *d.Gains["*"].D == 5 && d.Gains["*"].P == nil }},
		{`gains."a.b".d`, 2.0, "", func(d document) bool { return *d.Gains["a.b"].D == 2 }},
		{"stop.1", "c", "", func(d document) bool { return d.Stop[0] == "a" && d.Stop[1] == "c" }},
		{"gravity", []any{1.0, 2.0, 3}, "", func(d document) bool { return d.Gravity == [3]float64{1, 2, 3} }},
		{"gravity.1", 1.0, "", func(d document) bool { return d.Gravity == [3]float64{0, 1, -9.81} }},
		{"gravity", nil, "nothing; expected a list of 3", nil},
		{"values", map[string]any{"k": 3}, "", func(d document) bool { return d.Values["k"][0] == 3 }},
		{"base", "floating", "", func(d document) bool { return d.Base == "floating" }},
		{"base", "flaoting", `base: "flaoting" (did you mean "floating"?)`, nil},
		{"gains.j.q", 5.0, "gains.j.q: there is no such key; expected one of p, d", nil},
		{"gain.j.p", 5.0, `gain: there is no such key (did you mean "gains"?)`, nil},
		{"model.p", 5.0, "model.p: model is one value, which has no keys; expected the path model", nil},
		{"stop.2", "c", "stop: the list has 2 items; expected a number from 0 to 1, not \"2\"", nil},
		{"gains..p", 1.0, "empty key", nil},
		{`gains."a`, 1.0, "quote that does not end", nil},
		{"kinetree", 1.5, `kinetree: "1.5"; expected a whole number`, nil},
	} {
		d, err := decode(t, text)
		if err != nil {
			t.Fatal(err)
		}
		before, _ := decode(t, text)
		changed := d
		err = strict.Set(&changed, &document{}, c.path, strict.Encode(c.v))
		if !reflect.DeepEqual(d, before) {
			t.Errorf("%s: setting in a copy changes the original", c.path)
		}
		if c.want == "" && (err != nil || !c.ok(changed)) || c.want != "" && (err == nil ||
			!strings.Contains(err.Error(), c.want) || !reflect.DeepEqual(changed, before)) {
			t.Errorf("%s: %+v, %v; want %q", c.path, changed, err, c.want)
		}
	}
}

// TestGet checks what is given, what is not, and what could never be.
// TestNumbers changes numbers in place: of a document, and not of its copy.
func TestNumbers(t *testing.T) {
	d, err := decode(t, "gains: {j: {p: 1, d: 2}}\nvalues: {k: [3, 4]}\ngravity: [5, 6, 7]\nstop: [a]\n")
	if err != nil {
		t.Fatal(err)
	}
	before := d
	paths := [][]string{{"gains", "j", "p"}, {"gains", "j", "d"}, {"values", "k"}, {"values", "k", "1"},
		{"gravity", "2"}}
	for k, list := range strict.Numbers(&d, paths) {
		for i, x := range list {
			if want := [][]float64{{1}, {2}, {3, 4}, {4}, {7}}[k][i]; *x != want {
				t.Errorf("number %d of %v is %v, want %v", i, paths[k], *x, want)
			}
		}
		if want := []int{1, 1, 2, 1, 1}[k]; len(list) != want {
			t.Fatalf("%d numbers at %v, want %d", len(list), paths[k], want)
		}
	}
	for k, list := range strict.Numbers(&d, paths) {
		*list[len(list)-1] = float64(10 + k)
	}
	if *d.Gains["j"].P != 10 || *d.Gains["j"].D != 11 || d.Values["k"][1] != 13 || d.Gravity[2] != 14 {
		t.Errorf("the document is %+v", d)
	}
	if *before.Gains["j"].P != 1 || *before.Gains["j"].D != 2 || before.Values["k"][1] != 4 || before.Gravity[2] != 7 {
		t.Errorf("its copy has become %+v", before)
	}
	for _, keys := range [][]string{{"stop", "0"}, {"gains", "i", "p"}, {"gains"}, {"values", "k", "2"}, {"nothing"}} {
		if list := strict.Numbers(&d, [][]string{keys})[0]; list != nil {
			t.Errorf("%d numbers at %v", len(list), keys)
		}
	}
}

func TestGet(t *testing.T) {
	d, err := decode(t, "gains: {j: {p: 0}}\nstop: [a]\nvalues: {k: 3}\nkinetree: 1\n")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]any{"gains.j.p": 0.0, "gains.j.d": nil, "gains.i.d": nil, "stop.0": "a",
		"gravity.2": -9.81, "kinetree": 1.0, "ideal": false, "values.k.0": 3.0, "hollow": nil, "hollow.0": nil,
		"given": nil, "gains": map[string]any{"j": map[string]any{"p": 0.0}}} {
		if n, err := strict.Get(&d, path); err != nil || want == nil && n != nil ||
			want != nil && (n == nil || !reflect.DeepEqual(n.Value(), want)) {
			t.Errorf("%s is %+v, %v; want %v", path, n, err, want)
		}
	}
	for path, want := range map[string]string{"gains.i.e": "gains.i.e: there is no such key", "a.b": "a: there",
		"stop.1": "has 1 items", "ideal.x": "ideal is one value", "a..b": "empty key", "hollow.9": "has 3 items"} {
		if n, err := strict.Get(&d, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is %+v, %v; want %s", path, n, err, want)
		}
	}
	err = strict.Set(&d, &document{}, "hollow.1", strict.Encode(3.0))
	if err == nil || !strings.Contains(err.Error(), "expected the whole list at hollow") {
		t.Errorf("an item of no list: %v", err)
	}
}

func TestFind(t *testing.T) {
	n, err := strict.Parse([]byte("a:\n  b: [1, {c: 2}]\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]strict.Position{"a.b.1.c": {2, 14}, "a.b.1.d": {2, 11}, "a.x": {2, 3},
		"a.b.0": {2, 7}} {
		if got := n.Find(path).Pos; got != want {
			t.Errorf("%s is at %v, want %v", path, got, want)
		}
	}
}

func TestSchema(t *testing.T) {
	s := strict.NewSchema(document{Base: "fixed", Gravity: [3]float64{0, 0, -9.81}}, "urn:a", "A")
	text, err := s.JSON("  ")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"description": "file or embedded model"`, `"enum": [`, `"required": [`,
		`"minItems": 3`, `"additionalProperties": false`, `"default": "fixed"`, `"default": 0.5`, `"< > & stay"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if base := s.Property("base"); len(base.Enum) != 2 || base.Enum[1] != "floating" {
		t.Errorf("the property base is %+v", base)
	}
	page := s.Page()
	for _, want := range []string{"- `model` (text; required): file or embedded model\n",
		"- `base` (`fixed` or `floating`; default `fixed`)", "- `gravity` (list of 3 numbers; default `[0, 0, -9.81]`)",
		"- `ideal` (`true` or `false`; default `false`)", "- `gains` (mapping)", "\n  - `",
		"- `stop` (list of texts)"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

// FuzzParse checks that no bytes make a panic, and that what is read can be decoded or is refused.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"a: 1", "model: ur5\ngains: {j: {p: 1}}", "- [1, {a: b}]", "a: &x 1\nb: *x", "? a\n: b",
		"a: |\n  text\n", "%YAML 1.2\n---\na: 1", "{\"a\": \"\\u0041\"}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		n, err := strict.Parse(text, "f")
		if err != nil {
			return
		}
		var d document
		n.Decode(&d)
	})
}

func Example() {
	var scenario struct {
		Step float64 `json:"dt"`
	}
	n, err := strict.Parse([]byte("td: 3\n"), "run.yaml")
	if err == nil {
		err = n.Decode(&scenario).Err()
	}
	fmt.Println(err)
	// Output: run.yaml:1:1: error: td: there is no such key; expected one of dt
}

// TestManyKeys checks that the time to read a mapping grows with its keys, and not with their square.
func TestManyKeys(t *testing.T) {
	for name, entry := range map[string]string{"block": "k%d: {x: 1}\n", "flow": "{k%d: 1}, ", "lists": "- k%d: 1\n",
		"asked": "? k%d\n: 1\n", "anchors": "k%d: &k%[1]d 1\n"} {
		keys := 20_000
		if testing.Short() {
			keys = 5_000
		}
		var b strings.Builder
		if name == "flow" {
			b.WriteString("[")
		}
		for i := range keys {
			fmt.Fprintf(&b, entry, i)
		}
		if name == "flow" {
			b.WriteString("]")
		}
		least := time.Hour // of some tries, for others may use the machine
		for range 5 {
			begin := time.Now()
			n, err := strict.Parse([]byte(b.String()), "")
			if least = min(least, time.Since(begin)); err != nil || len(n.Pairs)+len(n.Items) != keys {
				t.Fatalf("%s: %v", name, err)
			}
			if least < time.Second {
				break
			}
		}
		if least > time.Second { // a tenth of it is usual
			t.Errorf("%s: %d keys take %v", name, keys, least)
		}
	}
}

// TestForms reads what is YAML in less common forms, and JSON with escapes that YAML does not have.
func TestForms(t *testing.T) {
	for text, want := range map[string]string{
		"\ufeffmodel: a\r\nkinetree: 2\r\n":             `{"model":"a","kinetree":2}`,
		"%YAML 1.2\n---\nmodel: a\n...\n":               `{"model":"a"}`,
		"---\n# nothing\n---\nmodel: a":                 `{"model":"a"}`,
		"? model\n: a":                                  `{"model":"a"}`,
		"a: ~\nb: Null\nc: TRUE\nd: False\ne: yes":      `{"a":null,"b":null,"c":true,"d":false,"e":"yes"}`,
		"a: 012\nb: 0x1F\nc: 1_000\nd: '1'\ne: 1e3":     `{"a":12,"b":"0x1F","c":"1_000","d":"1","e":1000}`,
		"a: |\n  x\n  y\nb: >\n  x\n  y\n":              `{"a":"x\ny\n","b":"x y\n"}`,
		"{\r\n\"a\u009b\": \"\u007f\u202e\U000e0041\"}": "{\"a\u009b\":\"\u007f\u202e\U000e0041\"}",
		`{"a": "\ud83d\ude00 "}`:                        `{"a":"😀 "}`,
		`{"a": "\\ud83d\\ude00 \\\ud83d\ude00"}`:        `{"a":"\\ud83d\\ude00 \\😀"}`,
		"a: 2001-01-01\nb: 12:30\nc<<: 1":               `{"a":"2001-01-01","b":"12:30","c\u003c\u003c":1}`,
	} {
		n, err := strict.Parse([]byte(text), "")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got, err := n.MarshalJSON(); err != nil || string(got) != want {
			t.Errorf("%q: %s, %v; want %s", text, got, err, want)
		}
	}
}
