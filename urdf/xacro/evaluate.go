package xacro

import (
	"fmt"
	"strings"

	"kinetree/urdf/xacro/expression"
)

// evaluate replaces each ${...} and $(...) of a text by its value. A text that is one of them alone has its value,
// which need not be a text.
func (x *expander) evaluate(s string, names *scope) (expression.Object, error) {
	if !strings.Contains(s, "$") {
		return s, nil
	}
	var parts []expression.Object
	for rest := s; rest != ""; {
		i := strings.IndexByte(rest, '$')
		if i < 0 {
			parts = append(parts, rest)
			break
		}
		if i > 0 {
			parts = append(parts, rest[:i])
		}
		rest = rest[i:]
		dollars := len(rest) - len(strings.TrimLeft(rest, "$"))
		opens := dollars < len(rest) && (rest[dollars] == '{' || rest[dollars] == '(')
		switch {
		case !opens:
			parts, rest = append(parts, rest[:dollars]), rest[dollars:]
			continue
		case dollars > 1: // an escape
			parts, rest = append(parts, rest[1:dollars+1]), rest[dollars+1:]
			continue
		}
		n, err := x.piece(rest, names, &parts)
		if err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(expression.Str(p))
	}
	if x.budget.Bytes -= b.Len(); x.budget.Bytes < 0 {
		return nil, &expression.LimitError{What: "texts take more memory than they may; expected shorter ones"}
	}
	return b.String(), nil
}

// piece appends the value of the ${...} or $(...) that a text begins with, and returns its length.
func (x *expander) piece(s string, names *scope, parts *[]expression.Object) (int, error) {
	closing := byte('}')
	if s[1] == '(' {
		closing = ')'
	}
	end := strings.IndexByte(s, closing)
	if strings.HasPrefix(s, "$(eval ") {
		end = balanced(s)
	}
	if end < 0 {
		return 0, fmt.Errorf("%s is not closed; expected %c", shortened(s), closing)
	}
	inner, err := x.evaluate(s[2:end], names)
	if err != nil {
		return 0, err
	}
	var v expression.Object
	if closing == '}' {
		v, err = x.compute(expression.Str(inner), names)
	} else {
		v, err = x.substitute(expression.Str(inner))
	}
	if err != nil && closing == '}' && strings.Contains(s[2:end], "{") {
		err = fmt.Errorf("%w; ${ ends at the first }, so dict(NAME=VALUE) has to stand for a dict in braces", err)
	}
	if err != nil {
		return 0, &pieceError{shortened(s[:end+1]), err}
	}
	*parts = append(*parts, v)
	return end + 1, nil
}

// pieceError is an error in an expression.
type pieceError struct {
	text string
	err  error
}

func (e *pieceError) Error() string { return e.text + ": " + e.err.Error() }
func (e *pieceError) Unwrap() error { return e.err }

// shortened returns a text, or what it begins with.
func shortened(s string) string {
	const most = 80
	if r := []rune(s[:min(len(s), 4*most)]); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// balanced returns the offset of the parenthesis that closes the first one, or -1.
func balanced(s string) int {
	depth := 0
	quote := byte(0)
	for i := range len(s) {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// compute evaluates an expression.
func (x *expander) compute(text string, names expression.Names) (expression.Object, error) {
	e, ok := x.parsed[text]
	if !ok {
		var err error
		if e, err = expression.Parse(strings.TrimSpace(text)); err != nil {
			return nil, err
		}
		const most = 10_000
		if len(x.parsed) >= most {
			clear(x.parsed)
		}
		x.parsed[text] = e
	}
	return e.Eval(names, &x.budget)
}

// substitute returns what $(...) stands for.
func (x *expander) substitute(text string) (expression.Object, error) {
	command, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	first, others, _ := strings.Cut(rest, " ")
	switch command {
	case "cwd":
		return workingFolder()
	case "dirname":
		return x.folder()
	case "anon": // which only a launch file makes a name of
		return "$(" + text + ")", nil
	case "eval":
		return x.compute(rest, substitutions{x})
	}
	if first == "" {
		switch command {
		case "find", "arg", "env", "optenv":
			return nil, fmt.Errorf("$(%s) without a name; expected one", command)
		}
	}
	switch command {
	case "find":
		return x.find(first)
	case "arg":
		return x.givenArgument(first)
	case "env":
		return environment(first)
	case "optenv":
		v, err := environment(first)
		if err != nil {
			return strings.TrimSpace(others), nil
		}
		return v, nil
	}
	return nil, fmt.Errorf("the command %q; expected arg, find, env, optenv, dirname, cwd or eval", command)
}

// givenArgument returns the value of an argument.
func (x *expander) givenArgument(name string) (expression.Object, error) {
	if v, ok := x.arguments[name]; ok {
		if strings.Contains(v, "$(") && !x.resolving {
			x.resolving = true
			defer func() { x.resolving = false }()
			return x.evaluate(v, x.newScope(nil, nil))
		}
		return v, nil
	}
	return nil, fmt.Errorf("%w; expected %s:=VALUE, or a default by <xacro:arg name=%q default=\"VALUE\"/> before it",
		&expression.NameError{Name: name}, name, name)
}
