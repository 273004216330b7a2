package xacro

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"kinetree/urdf/xacro/expression"
)

// The limits of a table.
const (
	maxYAML      = 4 << 20 // bytes
	maxYAMLDepth = 100
	maxYAMLNodes = 1 << 20 // those that aliases repeat counted again
)

// loadYAML reads a table. Its dicts have their values as attributes.
func (x *expander) loadYAML(c *expression.Call) (expression.Object, error) {
	name, err := textOf(c, "the name of a file")
	if err != nil {
		return nil, fmt.Errorf("load_yaml: %w", err)
	}
	file := x.fromHere(name)
	d, err := x.read(file)
	if err != nil {
		return nil, fmt.Errorf("load_yaml: the file %s: %w", file, cause(err))
	}
	if len(d.data) > maxYAML {
		return nil, fmt.Errorf("load_yaml: the file %s has more than %d bytes; expected at most so many", file, maxYAML)
	}
	node, err := parseYAML(d.data)
	if err != nil {
		return nil, fmt.Errorf("load_yaml: %s: %w", file, err)
	}
	y := &yamlReader{x: x, nodes: maxYAMLNodes, budget: c.Budget}
	v, err := y.value(node, 0)
	if err != nil {
		return nil, fmt.Errorf("load_yaml: %s:%w", file, err)
	}
	return v, nil
}

// parseYAML returns the value of a document, nil of an empty one. The library's parser meets any bytes, so a panic of
// it is an error of the document.
func parseYAML(data []byte) (node *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the table cannot be read (%v); expected YAML", r)
		}
	}()
	var document yaml.Node
	err = yaml.NewDecoder(bytes.NewReader(data)).Decode(&document)
	if errors.Is(err, io.EOF) || err == nil && len(document.Content) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return document.Content[0], nil
}

// yamlReader makes values of the nodes of a table.
type yamlReader struct {
	x      *expander
	nodes  int // that are left
	budget *expression.Budget
}

func (y *yamlReader) value(n *yaml.Node, depth int) (expression.Object, error) {
	if n == nil {
		return nil, nil
	}
	if y.nodes--; y.nodes < 0 || depth > maxYAMLDepth {
		return nil, fmt.Errorf("%d: the table is too large or too deep; expected at most %d values, %d deep", n.Line,
			maxYAMLNodes, maxYAMLDepth)
	}
	y.budget.Bytes -= 128 + len(n.Value)
	switch n.Kind {
	case yaml.AliasNode:
		return y.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		list := &expression.List{}
		for _, item := range n.Content {
			v, err := y.value(item, depth+1)
			if err != nil {
				return nil, err
			}
			list.Items = append(list.Items, v)
		}
		return list, nil
	case yaml.MappingNode:
		return y.dict(n, depth)
	}
	return y.scalar(n)
}

// dict reads a mapping; the entries of << are those of others.
func (y *yamlReader) dict(n *yaml.Node, depth int) (expression.Object, error) {
	d := expression.NewDict()
	d.Dotted = true
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag != "!!merge" {
			continue
		}
		others, err := y.value(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		list := []expression.Object{others}
		if l, ok := others.(*expression.List); ok {
			list = l.Items
		}
		for _, other := range list {
			from, ok := other.(*expression.Dict)
			if !ok {
				return nil, fmt.Errorf("%d: << with what is no mapping; expected one", n.Content[i].Line)
			}
			for _, key := range from.Keys() {
				if _, known, _ := d.Get(key); !known {
					v, _, _ := from.Get(key)
					_ = d.Set(key, v) // a key of another dict
				}
			}
		}
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Tag == "!!merge" {
			continue
		}
		key, err := y.value(n.Content[i], depth+1)
		if err != nil {
			return nil, err
		}
		v, err := y.value(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		if l, ok := key.(*expression.List); ok {
			l.Tuple = true
		}
		if err := d.Set(key, v); err != nil {
			return nil, fmt.Errorf("%d: %w", n.Content[i].Line, err)
		}
	}
	return d, nil
}

// units are the tags of values with a unit, and what they are in radians and metres.
var units = map[string]float64{"!radians": 1, "!degrees": math.Pi / 180, "!turns": 2 * math.Pi, "!meters": 1,
	"!millimeters": 0.001, "!inches": 0.0254, "!foot": 0.3048}

func (y *yamlReader) scalar(n *yaml.Node) (expression.Object, error) {
	if unit, ok := units[n.Tag]; ok {
		v, err := y.x.compute(n.Value, y.x.newScope(nil, nil))
		var number float64
		if err == nil {
			number, err = expression.Float(v)
		}
		if err != nil {
			return nil, fmt.Errorf("%d: %s %s: %w", n.Line, n.Tag, n.Value, err)
		}
		return float64(number * unit), nil
	}
	explicit := n.Style&yaml.TaggedStyle != 0
	if !explicit {
		if n.Style != 0 {
			return n.Value, nil
		}
		return plainScalar(n.Value), nil
	}
	switch n.Tag {
	case "!!str":
		return n.Value, nil
	case "!!int", "!!bool", "!!null":
		return plainScalar(n.Value), nil
	case "!!float":
		if v, err := expression.Float(plainScalar(n.Value)); err == nil {
			return v, nil
		}
		if v, ok := expression.ParseFloat(n.Value); ok {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%d: the tag %s of %q; expected a unit such as !degrees, or none", n.Line, n.Tag, n.Value)
}

var (
	yamlInt   = regexp.MustCompile(`^[-+]?(0b[0-1_]+|0x[0-9a-fA-F_]+|0[0-7_]*|[1-9][0-9_]*)$`)
	yamlBase  = regexp.MustCompile(`^[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$`) // of 60
	yamlFloat = regexp.MustCompile(`^[-+]?([0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?|\.[0-9][0-9_]*([eE][-+][0-9]+)?)$`)
)

// plainScalar returns what a scalar without quotes is in YAML 1.1.
func plainScalar(s string) expression.Object {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return nil
	case "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		return true
	case "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		return false
	case ".nan", ".NaN", ".NAN":
		return math.NaN()
	}
	sign := 1.0
	switch strings.ToLower(strings.TrimLeft(s, "+-")) {
	case ".inf":
		if s[0] == '-' {
			sign = -1
		}
		return math.Inf(int(sign))
	}
	digits := strings.ReplaceAll(s, "_", "")
	switch {
	case yamlInt.MatchString(s):
		if i, ok := new(big.Int).SetString(strings.TrimPrefix(digits, "+"), 0); ok && len(s) < 1000 {
			return i
		}
	case yamlFloat.MatchString(s):
		if x, ok := expression.ParseFloat(digits); ok {
			return x
		}
	case yamlBase.MatchString(s):
		return sexagesimal(digits)
	}
	return s
}

// sexagesimal returns a number such as 1:30:00, each part of which is sixty of the next.
func sexagesimal(s string) expression.Object {
	body := strings.TrimLeft(s, "+-")
	total := 0.0
	for _, part := range strings.Split(body, ":") {
		x, _ := expression.ParseFloat(part)
		total = float64(total*60) + x
	}
	if strings.HasPrefix(s, "-") {
		total = -total
	}
	if strings.Contains(s, ".") {
		return total
	}
	i, _ := big.NewFloat(total).Int(nil)
	return i
}
