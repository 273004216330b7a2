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

// YAML returns the document as text to stand in a file of the folder dir, with the keys in their order and the names
// of files relative to dir. Comments are lost.
func (d *Document) YAML(dir string) ([]byte, error) {
	c := d.Clone()
	for _, n := range c.fileNames() {
		if placed := d.Place(n.Text); !filepath.IsAbs(n.Text) && (!isEmbedded(n.Text) || exists(placed)) {
			n.Text = relative(dir, placed)
		}
	}
	return yaml.MarshalWithOptions(plainValue(c.Root), yaml.IndentSequence(true))
}

// node returns the value at a path, or nil if the document has none.
func (d *Document) node(path ...string) *strict.Node {
	n := d.Root
	for _, key := range path {
		if n = n.Get(key); n == nil {
			return nil
		}
	}
	return n
}

// Place returns the name of a file that the document names, relative to the current folder.
func (d *Document) Place(name string) string { return place(d.dir, name) }

// Inputs returns the names of the files that are read for the document: its own and those that it names.
func (d *Document) Inputs() []string {
	list := []string{d.Name}
	log := d.node("log", "file")
	for _, n := range d.fileNames() {
		if n != log {
			list = append(list, d.Place(n.Text))
		}
	}
	return list
}

// fileNames returns the values that name files.
func (d *Document) fileNames() []*strict.Node {
	var list []*strict.Node
	add := func(n *strict.Node) {
		if n != nil && n.Kind == strict.String && n.Text != "" && n.Text != "-" {
			list = append(list, n)
		}
	}
	for _, path := range [][]string{{"model"}, {"model", "file"}, {"efforts_table", "file"}, {"controller", "model"},
		{"script"}, {"log", "file"}} {
		add(d.node(path...))
	}
	if references := d.node("reference"); references != nil {
		for _, p := range references.Pairs {
			add(p.Value.Get("file"))
		}
	}
	if efforts := d.node("efforts"); efforts != nil {
		for _, p := range efforts.Pairs {
			if p.Value.Text != fromScript {
				add(p.Value)
			}
		}
	}
	if sweep := d.node("sweep"); sweep != nil {
		for _, axis := range sweep.Items {
			add(axis.Get("csv"))
		}
	}
	return list
}

// plainValue returns a value as the encoder of YAML takes it.
func plainValue(n *strict.Node) any {
	switch n.Kind {
	case strict.Bool:
		return n.Bool
	case strict.Number:
		if x := n.Number; x == math.Trunc(x) && math.Abs(x) < 1<<53 {
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
