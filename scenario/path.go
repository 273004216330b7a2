package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kinetree/internal/floats"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
)

// Get returns the value at a path such as controller.gains.elbow_joint.p or gravity.2: nil, a bool, a float64, a
// string, or []any and map[string]any of these. It is nil where the scenario leaves the value to its robot or to a
// default that depends on others. The error is that of a path that could never be set.
func (s *Scenario) Get(path string) (any, error) {
	n, err := strict.Get(s, path)
	if n == nil || err != nil {
		return nil, err
	}
	return n.Value(), nil
}

// defaults are those of values that are set. Nobody changes them.
var defaults = Default()

// Set puts a value, one that [Scenario.Get] returns, at a path. Copies of the scenario keep theirs. The error is a
// *strict.Fault or strict.Faults for a path that could never be set and for values that mean nothing there.
func (s *Scenario) Set(path string, value any) error {
	n, ok := value.(*strict.Node) // a value with its place
	if !ok {
		n = strict.Encode(value)
	}
	keys, _ := strict.Split(path) // what is wrong with it Set tells
	given := n.Clone()
	angles := takeDegrees(given, keys)
	if err := strict.Set(s, defaults, path, given); err != nil {
		return err
	}
	s.angles = append(withoutAngles(s.angles, keys), angles...)
	s.set = append(s.set[:len(s.set):len(s.set)], Override{path, n})
	return nil
}

// Clone returns a copy whose fields may be changed. What its maps and lists hold is shared. A plain copy of *s is
// enough for [Scenario.Set].
func (s *Scenario) Clone() *Scenario {
	c := *s
	c.Initial.Position, c.Initial.Velocity = maps.Clone(s.Initial.Position), maps.Clone(s.Initial.Velocity)
	c.Efforts, c.Reference = maps.Clone(s.Efforts), maps.Clone(s.Reference)
	c.LinkMotions = maps.Clone(s.LinkMotions)
	c.Prescribed, c.BaseMotion = maps.Clone(s.Prescribed), maps.Clone(s.BaseMotion)
	c.Joints, c.Links = maps.Clone(s.Joints), maps.Clone(s.Links)
	c.Bodies = slices.Clone(s.Bodies)
	c.Disturbances, c.Until = slices.Clone(s.Disturbances), slices.Clone(s.Until)
	return &c
}

// Override is a value for a path of a scenario, with the place where it was said.
type Override struct {
	Path  string
	Value *strict.Node
}

// NewOverride returns an override with a value that [Scenario.Set] takes. The name of what says so, such as a flag,
// stands in faults.
func NewOverride(path string, value any, name string) Override {
	n, ok := value.(*strict.Node)
	if !ok {
		n = strict.Encode(value)
	}
	n.File, n.Pos = name, strict.Position{}
	return Override{path, n}
}

// String returns PATH=VALUE, as ParseOverride reads it, with the value as JSON.
func (o Override) String() string {
	text, _ := json.Marshal(o.Value) // a value always can be
	return o.Path + "=" + string(text)
}

// ParseOverride reads PATH=VALUE, where the value is YAML: a number, a text, a list or a mapping.
func ParseOverride(text string) (path string, value any, err error) {
	path, yaml, ok := strings.Cut(text, "=")
	for ok && strings.Count(path, `"`)%2 == 1 { // a quoted key with the sign in it
		var more string
		more, yaml, ok = strings.Cut(yaml, "=")
		path += "=" + more
	}
	if path = strings.TrimSpace(path); !ok || path == "" {
		return "", nil, fmt.Errorf("%q; expected PATH=VALUE, such as controller.gains.elbow_joint.p=300", text)
	}
	if _, err := strict.Split(path); err != nil {
		return "", nil, err
	}
	n, err := strict.Parse([]byte(yaml), "")
	if err != nil {
		return "", nil, fmt.Errorf("the value of %s: %s", path, Reason(err))
	}
	return path, n, nil
}

// keys returns the keys of the path, which can be split.
func (o *Override) keys() []string {
	keys, _ := strict.Split(o.Path)
	return keys
}

// Number returns a place of a number, or nil for one that files cannot hold.
func Number(x float64) *float64 {
	if !floats.Finite(x) {
		return nil
	}
	return &x
}

// Value returns what Get does, and where the scenario has nothing what its file says, such as 0, and for a gain or
// the cascade of a joint that of all joints. It is nil for a path without a value.
func (s *Scenario) Value(path string) any {
	if v, _ := s.Get(path); v != nil {
		return v
	}
	keys, err := strict.Split(path)
	if err != nil {
		return nil
	}
	if s.text != nil {
		if n := s.text.At(keys...); n != nil {
			return n.Value()
		}
	}
	if len(keys) >= 4 && keys[0] == "controller" && (keys[1] == "gains" || keys[1] == "joints") {
		v, _ := s.Get("controller." + keys[1] + "." + Every + "." + strings.Join(keys[3:], "."))
		return v
	}
	return nil
}

// Settle puts the list of which a path is an item into the scenario, if it leaves that to its robot, so that the item
// can be set.
func (s *Scenario) Settle(path string, effective func() (*Scenario, error)) error {
	list, ok := listOf(path)
	if !ok {
		return nil
	}
	if given, err := s.Get(list); given != nil || err != nil {
		return nil // what is wrong with the path is told when it is set
	}
	e, err := effective()
	if err != nil {
		return err
	}
	if v := e.Value(list); v != nil {
		return s.Set(list, v)
	}
	o := Override{Path: list}
	keys, names := o.keys(), map[string][]string{"links": slices.Sorted(maps.Keys(e.Model.Links)),
		"joints": slices.Sorted(maps.Keys(e.Model.Joints))}
	if len(keys) < 3 || keys[0] != "model" || slices.Contains(names[keys[1]], keys[2]) {
		return nil // what is wrong with the path is told when it is set
	}
	return Wrong(strict.Join("model."+keys[1], keys[2]), "the robot says nothing of such a part%s; expected one of %s",
		suggest.Hint(keys[2], names[keys[1]]), suggest.List(names[keys[1]]))
}

// listOf returns the path of the list of which a path is an item, if it ends in a whole number.
func listOf(path string) (list string, ok bool) {
	dot := strings.LastIndexByte(path, '.')
	_, err := strconv.Atoi(path[dot+1:])
	return path[:max(0, dot)], dot > 0 && err == nil
}
