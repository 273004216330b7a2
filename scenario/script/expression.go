package script

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"kinetree/internal/suggest"
)

// Expression is a number that depends on others by name, such as itae + 10*max(0, overshoot - 5). Besides the numbers
// it knows the functions of Starlark and what [Load] knows. It is immutable.
type Expression struct {
	name, text string
	names      []string
	program    *starlark.Program
	plain      arithmetic // in place of the program; nil for none
	used       Used
	functions  starlark.StringDict // and constants that it uses
	limits     *Script             // for its threads
}

// Used is what an expression may use, and maybe more than it does.
type Used struct {
	Numbers []string
	Groups  map[string][]string // numbers of groups
	All     bool                // of the groups all numbers, as it does not say which
}

// Grouped reports whether numbers of groups may be used.
func (u *Used) Grouped() bool { return u.All || len(u.Groups) > 0 }

// expressionSteps bounds how long an evaluation takes, some ms.
const expressionSteps = 100_000

// groupsName is the dict of further numbers in groups.
const groupsName = "joints"

// NewExpression reads an expression of numbers of the given names. It may also use joints, a dict of dicts. name
// stands in errors.
func NewExpression(name, text string, names []string) (*Expression, error) {
	e := &Expression{name: name, text: strings.ReplaceAll(text, "\n", " "), names: slices.Sorted(slices.Values(names)),
		limits: &Script{limits: Limits{Steps: expressionSteps, Memory: 1 << 30}, print: func(string) {}}}
	var err error
	e.program, err = e.compile()
	return e, err
}

// compile makes a program of the expression, a file that assigns it to a variable.
func (e *Expression) compile() (p *starlark.Program, err error) {
	defer recovered(e.name, &err)
	if len(e.text) > MaxBytes {
		return nil, &Error{File: e.name, Message: fmt.Sprintf("the expression has %d bytes; expected at most %d",
			len(e.text), MaxBytes)}
	}
	if _, err := options.ParseExpr(e.name, e.text, 0); err != nil {
		return nil, toError(err)
	}
	file, err := parse(e.name, []byte(resultName+" = (\n"+e.text+"\n)\n"))
	if err != nil {
		return nil, err
	}
	e.used = e.uses(file)
	if t, ok := newArithmetic(file.Stmts[0].(*syntax.AssignStmt).RHS); ok {
		e.plain = t.value
	}
	guard(file)
	e.functions = starlark.StringDict{}
	p, err = starlark.FileProgram(file, func(name string) bool {
		if _, found := slices.BinarySearch(e.names, name); found || name == groupsName {
			return true
		}
		value, known := predeclared[name]
		if known {
			e.functions[name] = value
		}
		return known
	})
	var unknown resolve.ErrorList
	if errors.As(err, &unknown) {
		var errs []error
		for _, fault := range unknown {
			errs = append(errs, e.unknown(fault))
		}
		return nil, errors.Join(errs...)
	}
	if err != nil {
		return nil, toError(err)
	}
	return p, nil
}

// Used returns what the expression may use.
func (e *Expression) Used() Used { return e.used }

// uses returns what an expression uses, as it was parsed: each of the names that stand in it, and of the groups what it
// asks for as in joints["elbow"]["itae"].
func (e *Expression) uses(file *syntax.File) Used {
	u := Used{Groups: map[string][]string{}}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.IndexExpr:
			if group, number, ok := groupNumber(n); ok {
				u.Groups[group] = append(u.Groups[group], number)
				return false
			}
		case *syntax.Ident:
			u.All = u.All || n.Name == groupsName
			if _, found := slices.BinarySearch(e.names, n.Name); found {
				u.Numbers = append(u.Numbers, n.Name)
			}
		}
		return true
	})
	return u
}

// groupNumber returns the names of a group and of its number where an expression is joints["group"]["number"].
func groupNumber(x *syntax.IndexExpr) (group, number string, ok bool) {
	of, isIndex := x.X.(*syntax.IndexExpr)
	if !isIndex {
		return "", "", false
	}
	text := func(x syntax.Expr) string {
		if l, isLiteral := x.(*syntax.Literal); isLiteral && l.Token == syntax.STRING {
			return l.Value.(string)
		}
		ok = false
		return ""
	}
	all, isName := of.X.(*syntax.Ident)
	ok = isName && all.Name == groupsName
	group, number = text(of.Y), text(x.Y)
	return group, number, ok
}

// resultName is the variable of the value.
const resultName = "expression_value"

// unknown adds to a fault about a name what names there are.
func (e *Expression) unknown(fault resolve.Error) error {
	var name string
	if _, err := fmt.Sscanf(fault.Msg, "undefined: %s", &name); err != nil {
		return &Error{File: e.name, Message: fault.Msg}
	}
	return &Error{File: e.name, Message: fmt.Sprintf("there is no number %q%s; expected one of %s", name,
		suggest.Hint(name, e.names), suggest.List(e.names))}
}

// Evaluate returns the value with numbers, all those that the expression may use, and groups of numbers by name. The
// value may be infinite or NaN. The error says what is no number, or that it takes too long.
func (e *Expression) Evaluate(numbers []Metric, groups map[string][]Metric) (value float64, err error) {
	defer recovered(e.name, &err)
	if e.plain != nil {
		if value, ok := e.plain(numbers); ok {
			return value, nil
		}
	}
	env := maps.Clone(e.functions)
	for _, m := range numbers {
		env[m.Name] = starlark.Float(m.Value)
	}
	if e.used.Grouped() {
		dict := starlark.NewDict(len(groups))
		for _, name := range slices.Sorted(maps.Keys(groups)) {
			group := starlark.NewDict(len(groups[name]))
			for _, m := range groups[name] {
				group.SetKey(starlark.String(m.Name), starlark.Float(m.Value))
			}
			dict.SetKey(starlark.String(name), group)
		}
		dict.Freeze()
		env[groupsName] = dict
	}
	t := e.limits.thread(nil)
	t.begin(expressionSteps, nil)
	globals, err := e.program.Init(t.Thread, env)
	if err != nil {
		message := err.Error()
		var evaluation *starlark.EvalError
		if errors.As(err, &evaluation) {
			message = evaluationError(evaluation).Message
		}
		return 0, &Error{File: e.name, Message: message, cause: err}
	}
	result := globals[resultName]
	switch x := result.(type) {
	case starlark.Float:
		return float64(x), nil
	case starlark.Int:
		return float64(x.Float()), nil
	}
	return 0, &Error{File: e.name, Message: fmt.Sprintf("the value is %s; expected a number", article(result))}
}
