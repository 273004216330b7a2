package xacro

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/urdf/xacro/expression"
)

// defineGlobals makes the names that expressions have: the functions of Python, those of its module math, and those of
// xacro, each also within its namespace.
func (x *expander) defineGlobals() {
	python, mathematics := expression.Builtins(), expression.Mathematics()
	own := expression.Module{}
	for name, f := range map[string]func(c *expression.Call) (expression.Object, error){
		"load_yaml": x.loadYAML, "abs_filename": x.absoluteName, "dotify": dotify, "tokenize": tokenize,
		"arg": func(c *expression.Call) (expression.Object, error) {
			name, err := textOf(c, "the name of an argument")
			if err != nil {
				return nil, err
			}
			return x.givenArgument(name)
		},
		"fatal":   func(c *expression.Call) (expression.Object, error) { return nil, errors.New(message(c)) },
		"error":   x.say,
		"warning": x.say,
		"message": func(*expression.Call) (expression.Object, error) { return "", nil },
		"print_location": func(*expression.Call) (expression.Object, error) {
			return "", nil
		},
	} {
		own[name] = &expression.Function{Name: name, Call: f}
	}
	x.globals = expression.Module{"python": python, "math": mathematics, "xacro": own}
	maps.Copy(x.globals, python)
	maps.Copy(x.globals, mathematics)
	for _, name := range []string{"load_yaml", "abs_filename", "dotify"} {
		x.globals[name] = own[name]
	}
	x.hidden = map[string]bool{}
	for name := range mathematics {
		x.hidden[name] = true
	}
	for _, name := range []string{"list", "dict", "map", "len", "str", "float", "int", "min", "max", "round"} {
		x.hidden[name] = true
	}
}

// textOf returns the one argument of a call, which is a text.
func textOf(c *expression.Call, expected string) (string, error) {
	if len(c.Args) == 1 && len(c.Names) == 0 {
		if s, ok := c.Args[0].(string); ok {
			return s, nil
		}
	}
	return "", fmt.Errorf("a call with other arguments than %s; expected that", expected)
}

// message returns the arguments of a call as a text.
func message(c *expression.Call) string {
	parts := make([]string, len(c.Args))
	for i, v := range c.Args {
		parts[i] = shortened(expression.Str(v))
	}
	return strings.Join(parts, " ")
}

// say warns of what a file wants to say.
func (x *expander) say(c *expression.Call) (expression.Object, error) {
	x.warn(&node{place: place{x.file, 0}}, "the file says: %s", message(c))
	return "", nil
}

func (x *expander) absoluteName(c *expression.Call) (expression.Object, error) {
	name, err := textOf(c, "the name of a file")
	if err != nil {
		return nil, err
	}
	return x.fromHere(name), nil
}

// dotify makes the values of a dict, and those within, its attributes.
func dotify(c *expression.Call) (expression.Object, error) {
	if len(c.Args) == 1 {
		if d, ok := c.Args[0].(*expression.Dict); ok {
			return dotted(d, c.Budget, 0)
		}
	}
	return nil, errors.New("dotify of other than a dict; expected one")
}

func dotted(v expression.Object, b *expression.Budget, depth int) (expression.Object, error) {
	if depth > 100 {
		return nil, &expression.LimitError{What: "a dict that nests more than 100 deep; expected less"}
	}
	if b.Steps--; b.Steps < 0 {
		return nil, &expression.LimitError{What: "a dict that is too large"}
	}
	switch v := v.(type) {
	case *expression.List:
		list := &expression.List{Tuple: v.Tuple}
		for _, item := range v.Items {
			d, err := dotted(item, b, depth+1)
			if err != nil {
				return nil, err
			}
			list.Items = append(list.Items, d)
		}
		return list, nil
	case *expression.Dict:
		dict := expression.NewDict()
		dict.Dotted = true
		for _, key := range v.Keys() {
			item, _, err := v.Get(key)
			if err == nil {
				item, err = dotted(item, b, depth+1)
			}
			if err == nil {
				err = dict.Set(key, item)
			}
			if err != nil {
				return nil, err
			}
		}
		return dict, nil
	}
	return v, nil
}

// tokenize splits a text at any of some characters.
func tokenize(c *expression.Call) (expression.Object, error) {
	args := []expression.Object{"", ",; ", true}
	names := []string{"s", "sep", "skip_empty"}
	if len(c.Args) == 0 || len(c.Args) > len(args) {
		return nil, errors.New("tokenize with other arguments; expected a text, separators and whether to skip empty " +
			"parts")
	}
	copy(args, c.Args)
	for i, name := range c.Names {
		if k := slices.Index(names, name); k >= 0 {
			args[k] = c.Named[i]
		}
	}
	s, ok1 := args[0].(string)
	separators, ok2 := args[1].(string)
	if !ok1 || !ok2 {
		return nil, errors.New("tokenize of other than texts; expected a text and separators")
	}
	list := &expression.List{}
	for s != "" || len(list.Items) == 0 {
		i := strings.IndexAny(s, separators)
		part, rest := s, ""
		if i >= 0 {
			part, rest = s[:i], s[i+1:]
		}
		if part != "" || !expression.Truth(args[2]) {
			list.Items = append(list.Items, part)
		}
		if s = rest; i < 0 {
			break
		}
	}
	return list, nil
}

func workingFolder() (expression.Object, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	return folder, nil
}

// folder returns the absolute name of the folder of the file that is expanded.
func (x *expander) folder() (expression.Object, error) {
	folder, err := filepath.Abs(filepath.Dir(x.file.name))
	if err != nil {
		return nil, err
	}
	return folder, nil
}

func environment(name string) (expression.Object, error) {
	if v, ok := os.LookupEnv(name); ok {
		return v, nil
	}
	return nil, fmt.Errorf("the environment has no variable %s; expected it, or $(optenv %[1]s VALUE)", name)
}

// find returns the folder of a package.
func (x *expander) find(name string) (expression.Object, error) {
	folder, err := x.settings.Resolver.Package(name, x.file.name)
	if err != nil && x.file != x.main {
		if near, again := x.settings.Resolver.Package(name, x.main.name); again == nil {
			return near, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w; --package %s=FOLDER gives it", err, name)
	}
	return folder, nil
}

// substitutions are the names that $(eval ...) has.
type substitutions struct{ x *expander }

// Value implements expression.Names.
func (s substitutions) Value(name string) (expression.Object, bool, error) {
	if strings.HasPrefix(name, "__") {
		return nil, false, fmt.Errorf("the name %s begins with __; expected another", name)
	}
	call := func(f func(name string) (expression.Object, error)) (expression.Object, bool, error) {
		return &expression.Function{Name: name, Call: func(c *expression.Call) (expression.Object, error) {
			first, err := textOf(c, "a name")
			if err != nil {
				return nil, err
			}
			return f(first)
		}}, true, nil
	}
	switch name {
	case "arg":
		return call(func(name string) (expression.Object, error) {
			v, err := s.x.givenArgument(name)
			return literal(v), err
		})
	case "env":
		return call(environment)
	case "find":
		return call(s.x.find)
	case "optenv":
		return &expression.Function{Name: name, Call: optional}, true, nil
	case "dirname":
		return &expression.Function{Name: name, Call: func(*expression.Call) (expression.Object, error) {
			return s.x.folder()
		}}, true, nil
	case "true", "false":
		return name == "true", true, nil
	}
	if v, ok := s.x.arguments[name]; ok {
		return literal(v), true, nil
	}
	v, ok := s.x.globals[name]
	return v, ok, nil
}

// optional returns a variable of the environment, or the second argument.
func optional(c *expression.Call) (expression.Object, error) {
	if len(c.Args) == 0 || len(c.Args) > 2 {
		return nil, errors.New("optenv with other arguments; expected a name and a value")
	}
	v, err := environment(expression.Str(c.Args[0]))
	if err == nil {
		return v, nil
	}
	if len(c.Args) == 2 {
		return c.Args[1], nil
	}
	return "", nil
}

// Known implements expression.Names.
func (s substitutions) Known() []string {
	names := slices.Collect(maps.Keys(s.x.globals))
	names = slices.AppendSeq(names, maps.Keys(s.x.arguments))
	slices.Sort(names)
	return names
}
