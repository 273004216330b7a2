package scenario

import (
	"bytes"
	"errors"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"kinetree/internal/strict"
)

// Text returns the scenario as its file says it, with what was set since and all keys in their order; of a scenario
// without a file it says every option. Files are named as a file in the folder dir names them.
func (s *Scenario) Text(dir string) *strict.Node {
	if s.text == nil {
		return s.Whole(dir)
	}
	root := s.text.Clone()
	files(root, nil, func(n *strict.Node) {
		if !filepath.IsAbs(n.Text) {
			n.Text = Relative(dir, place(s.dir, n.Text))
		}
	})
	whole := s.Whole(dir)
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
	return asYAML(s.Text(dir))
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
		if Exists(n.Text) {
			n.Text = move(n.Text)
		}
	})
	return asYAML(root)
}

// Whole returns the scenario with every option. Files are named as a file in the folder dir names them.
func (s *Scenario) Whole(dir string) *strict.Node {
	n := strict.Encode(s)
	files(n, nil, func(n *strict.Node) { rename(n, dir) })
	return n
}

// MarshalJSON writes every option.
func (s Scenario) MarshalJSON() ([]byte, error) { return strict.Encode(s).MarshalJSON() }

// asYAML returns a value as YAML with a line for each key and item.
func asYAML(n *strict.Node) ([]byte, error) {
	var text bytes.Buffer
	enc := yaml.NewEncoder(&text)
	enc.SetIndent(2)
	err := errors.Join(enc.Encode(yamlNode(n)), enc.Close())
	return text.Bytes(), err
}

// yamlNode returns a value as the encoder of YAML takes it.
func yamlNode(n *strict.Node) *yaml.Node {
	switch n.Kind {
	case strict.Bool:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(n.Bool)}
	case strict.Number:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: decimal(n.Number)}
	case strict.String:
		text := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: n.Text}
		if !Word.MatchString(n.Text) {
			text.Style = yaml.DoubleQuotedStyle
		}
		return text
	case strict.List:
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for _, item := range n.Items {
			list.Content = append(list.Content, yamlNode(item))
		}
		return list
	case strict.Map:
		m := &yaml.Node{Kind: yaml.MappingNode}
		for _, p := range n.Pairs {
			key := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: p.Key}
			m.Content = append(m.Content, key, yamlNode(p.Value))
		}
		return m
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
}

// decimal returns a number; one with an exponent has a point, without which readers of YAML 1.1 take 1e-06 for a text.
func decimal(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 && (x != 0 || !math.Signbit(x)) {
		return strconv.FormatInt(int64(x), 10)
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if mantissa, exponent, ok := strings.Cut(text, "e"); ok && !strings.Contains(mantissa, ".") {
		text = mantissa + ".0e" + exponent
	}
	return text
}

// Word is a text that takes no quotes, if it is none of the words of YAML, which the encoder knows.
var Word = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./-]*$`)

// OriginFrom returns the name of the file that the scenario was read from as a file in the folder dir names it. What is
// embedded, and the input, keep their names.
func (s *Scenario) OriginFrom(dir string) string {
	if !Exists(s.origin) {
		return s.origin
	}
	return Relative(dir, s.origin)
}
