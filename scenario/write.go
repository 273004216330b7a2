package scenario

import (
	"encoding/json"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"kinetree/internal/strict"
)

// Text returns the scenario as its file says it, with what was set since and all keys in their order; of a scenario
// without a file it says every option. Files are named as a file in the folder dir names them.
func (s *Scenario) Text(dir string) *strict.Node {
	if s.text == nil {
		return s.whole(dir)
	}
	root := s.text.Clone()
	files(root, nil, func(n *strict.Node) {
		if !filepath.IsAbs(n.Text) {
			n.Text = relative(dir, place(s.dir, n.Text))
		}
	})
	whole := s.whole(dir)
	for i := range s.set {
		keys, value := s.set[i].keys(), s.set[i].Value.Clone()
		files(value, keys, func(n *strict.Node) { rename(n, dir) })
		for k := range keys { // an item of a list that the file leaves away
			if list := whole.At(keys[:k]...); root.At(keys[:k]...) == nil && list != nil && list.Kind == strict.List {
				keys, value = keys[:k], list
				break
			}
		}
		if root.Set(keys, value) != nil { // the file has another form, such as the name of the model alone
			root.Set(keys[:1], whole.Get(keys[0]))
		}
	}
	return root
}

// YAML returns what Text returns as text. Comments are lost.
func (s *Scenario) YAML(dir string) ([]byte, error) {
	return yaml.MarshalWithOptions(plainValue(s.Text(dir)), yaml.IndentSequence(true))
}

// Moved returns what YAML returns with other names for the files that the scenario reads: move gets each as a file in
// the working folder is named, and returns the name that the text has for it. What is embedded stays, and the log is
// the default one.
func (s *Scenario) Moved(move func(file string) string) ([]byte, error) {
	root := s.Text(".")
	if log := root.At("log", "file"); log != nil {
		*log = strict.Node{Kind: strict.String}
	}
	files(root, nil, func(n *strict.Node) {
		if exists(n.Text) {
			n.Text = move(n.Text)
		}
	})
	return yaml.MarshalWithOptions(plainValue(root), yaml.IndentSequence(true))
}

// whole returns the scenario with every option. Files are named as a file in the folder dir names them.
func (s *Scenario) whole(dir string) *strict.Node {
	n := strict.Encode(s)
	files(n, nil, func(n *strict.Node) { rename(n, dir) })
	return n
}

// MarshalJSON writes every option.
func (s Scenario) MarshalJSON() ([]byte, error) { return strict.Encode(s).MarshalJSON() }

// plainValue returns a value as the encoder of YAML takes it.
func plainValue(n *strict.Node) any {
	switch n.Kind {
	case strict.Bool:
		return n.Bool
	case strict.Number:
		if x := n.Number; x == math.Trunc(x) && math.Abs(x) < 1<<53 && (x != 0 || !math.Signbit(x)) {
			return int64(x)
		}
		return decimal(n.Number)
	case strict.String:
		if !word.MatchString(n.Text) {
			return quoted(n.Text)
		}
		return n.Text
	case strict.List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = plainValue(item)
		}
		return list
	case strict.Map:
		m := make(yaml.MapSlice, len(n.Pairs))
		for i, p := range n.Pairs {
			m[i] = yaml.MapItem{Key: p.Key, Value: plainValue(p.Value)}
		}
		return m
	}
	return nil
}

// decimal is a number that is written with a point, without which readers of YAML 1.1 take 1e-06 for a text.
type decimal float64

// MarshalYAML implements yaml.BytesMarshaler.
func (d decimal) MarshalYAML() ([]byte, error) {
	text := strconv.FormatFloat(float64(d), 'g', -1, 64)
	if mantissa, exponent, ok := strings.Cut(text, "e"); ok && !strings.Contains(mantissa, ".") {
		text = mantissa + ".0e" + exponent
	}
	return []byte(text), nil
}

// word is a text that cannot be taken for something else, if it is none of the words of YAML, which the encoder knows.
var word = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./-]*$`)

// quoted is a text that is written in quotes, for the encoder leaves them away where they are needed, as in "1e3".
type quoted string

// MarshalYAML implements yaml.BytesMarshaler: a text of JSON is one of YAML.
func (q quoted) MarshalYAML() ([]byte, error) { return json.Marshal(string(q)) }
