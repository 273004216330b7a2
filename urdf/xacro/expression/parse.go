package expression

import (
	"fmt"
	"slices"
)

// parser reads the tokens of an expression, by precedence.
type parser struct {
	tokens []token
	next   int
	depth  int
}

// Parse reads an expression. The result may be evaluated any number of times.
func Parse(text string) (*Parsed, error) {
	tokens, err := lex(text)
	if err != nil {
		return nil, err
	}
	p := &parser{tokens: tokens}
	root, err := p.list()
	if err == nil && p.peek().kind != endToken {
		err = p.unexpected("the end of the expression")
	}
	if err != nil {
		return nil, err
	}
	return &Parsed{root}, nil
}

// Parsed is an expression that was read.
type Parsed struct{ root operation }

func (p *parser) peek() token { return p.tokens[p.next] }

// is reports whether the next token is this operator or keyword.
func (p *parser) is(text string) bool {
	t := p.peek()
	return (t.kind == operatorToken || t.kind == nameToken) && t.text == text
}

// skip passes this operator or keyword, if it is the next.
func (p *parser) skip(text string) bool {
	if p.is(text) {
		p.next++
		return true
	}
	return false
}

func (p *parser) expect(text string) error {
	if !p.skip(text) {
		return p.unexpected(text)
	}
	return nil
}

func (p *parser) unexpected(expected string) error {
	t := p.peek()
	found := t.text
	switch t.kind {
	case endToken:
		found = "the end"
	case literalToken:
		found = Repr(t.value)
	}
	return fmt.Errorf("%s at character %d of the expression; expected %s", found, t.at+1, expected)
}

// nest counts how deep the text is nested.
func (p *parser) nest() error {
	if p.depth++; p.depth > maxNested {
		return &LimitError{fmt.Sprintf("an expression that is nested more than %d deep; expected less", maxNested)}
	}
	return nil
}

// list reads an expression, or several with commas, which are a tuple.
func (p *parser) list() (operation, error) {
	first, err := p.whole()
	if err != nil || !p.is(",") {
		return first, err
	}
	items := []operation{first}
	for p.skip(",") {
		if t := p.peek(); t.kind == endToken || p.is(")") || p.is("]") || p.is("=") {
			break
		}
		item, err := p.whole()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return &sequence{items, true}, nil
}

// whole reads a conditional expression, a lambda, or what has no such.
func (p *parser) whole() (operation, error) {
	if err := p.nest(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	if p.skip("lambda") {
		return p.lambda()
	}
	if p.is("*") || p.is("**") {
		return nil, p.unexpected("a value")
	}
	yes, err := p.binary(0)
	if err != nil || !p.skip("if") {
		return yes, err
	}
	condition, err := p.binary(0)
	if err != nil {
		return nil, err
	}
	if err := p.expect("else"); err != nil {
		return nil, err
	}
	no, err := p.whole()
	return &choice{condition, yes, no}, err
}

func (p *parser) lambda() (operation, error) {
	var f lambda
	for !p.is(":") {
		t := p.peek()
		if t.kind != nameToken || keywords[t.text] {
			return nil, p.unexpected("the name of an argument")
		}
		p.next++
		f.names = append(f.names, t.text)
		var value operation
		if p.skip("=") {
			var err error
			if value, err = p.whole(); err != nil {
				return nil, err
			}
		}
		f.defaults = append(f.defaults, value)
		if !p.skip(",") {
			break
		}
	}
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	var err error
	f.body, err = p.whole()
	return &f, err
}

// levels are the binary operators, those that bind least first.
var levels = [][]string{{"or"}, {"and"}, {"not"}, {"in", "not", "is", "<", ">", "<=", ">=", "==", "!="}, {"|"}, {"^"},
	{"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%"}}

const (
	notLevel     = 2
	compareLevel = 3
)

// binary reads operators of a level and of those that bind more.
func (p *parser) binary(level int) (operation, error) {
	if level == len(levels) {
		return p.unary()
	}
	if level == notLevel {
		if !p.skip("not") {
			return p.binary(level + 1)
		}
		if err := p.nest(); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		x, err := p.binary(level)
		return &unary{"not", x}, err
	}
	left, err := p.binary(level + 1)
	if err != nil {
		return nil, err
	}
	var chain comparison
	for {
		op := p.operator(levels[level])
		if op == "" {
			break
		}
		right, err := p.binary(level + 1)
		if err != nil {
			return nil, err
		}
		switch {
		case level == compareLevel:
			if chain.first == nil {
				chain.first = left
			}
			chain.operators, chain.rest = append(chain.operators, op), append(chain.rest, right)
		case op == "and" || op == "or":
			left = &shortcut{op == "and", left, right}
		default:
			left = &binary{op, left, right}
		}
	}
	if chain.first != nil {
		return &chain, nil
	}
	return left, nil
}

// operator passes one of the operators and returns it, or "".
func (p *parser) operator(list []string) string {
	t := p.peek()
	if t.kind != operatorToken && t.kind != nameToken || !slices.Contains(list, t.text) {
		return ""
	}
	if t.text == "not" {
		if next := p.tokens[p.next+1]; next.kind != nameToken || next.text != "in" {
			return ""
		}
		p.next += 2
		return "not in"
	}
	p.next++
	if t.text == "is" && p.skip("not") {
		return "is not"
	}
	return t.text
}

// unary reads signs, which bind less than a power.
func (p *parser) unary() (operation, error) {
	for _, sign := range []string{"-", "+", "~"} {
		if p.skip(sign) {
			if err := p.nest(); err != nil {
				return nil, err
			}
			defer func() { p.depth-- }()
			x, err := p.unary()
			return &unary{sign, x}, err
		}
	}
	base, err := p.primary()
	if err != nil || !p.skip("**") {
		return base, err
	}
	if err := p.nest(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	exponent, err := p.unary()
	return &binary{"**", base, exponent}, err
}

// primary reads a value with its calls, indices and attributes.
func (p *parser) primary() (operation, error) {
	x, err := p.atom()
	for err == nil {
		switch {
		case p.skip("."):
			t := p.peek()
			if t.kind != nameToken {
				return nil, p.unexpected("the name of a part")
			}
			p.next++
			x = &attribute{x, t.text}
		case p.skip("("):
			x, err = p.call(x)
		case p.skip("["):
			x, err = p.index(x)
		default:
			return x, nil
		}
	}
	return nil, err
}

func (p *parser) call(of operation) (operation, error) {
	c := &call{of: of}
	for !p.skip(")") {
		if t := p.peek(); t.kind == nameToken && p.tokens[p.next+1].text == "=" &&
			p.tokens[p.next+1].kind == operatorToken {
			p.next += 2
			value, err := p.whole()
			if err != nil {
				return nil, err
			}
			c.names, c.named = append(c.names, t.text), append(c.named, value)
		} else {
			arg, err := p.whole()
			if err != nil {
				return nil, err
			}
			if p.is("for") {
				if arg, err = p.comprehension(&comprehension{item: arg}); err != nil {
					return nil, err
				}
			}
			if len(c.names) > 0 {
				return nil, fmt.Errorf("an argument after the argument %s=; expected it before", c.names[0])
			}
			c.args = append(c.args, arg)
		}
		if !p.skip(",") && !p.is(")") {
			return nil, p.unexpected(") or a comma")
		}
	}
	return c, nil
}

// index reads an index or a slice, up to the bracket.
func (p *parser) index(of operation) (operation, error) {
	var bounds [3]operation
	colons := 0
	for !p.is("]") {
		if p.skip(":") {
			if colons++; colons > 2 {
				return nil, p.unexpected("]")
			}
			continue
		}
		if bounds[colons] != nil {
			return nil, p.unexpected("]")
		}
		x, err := p.list()
		if err != nil {
			return nil, err
		}
		bounds[colons] = x
	}
	p.next++
	if colons > 0 {
		return &slice{of, bounds}, nil
	}
	if bounds[0] == nil {
		p.next--
		return nil, p.unexpected("an index")
	}
	return &index{of, bounds[0]}, nil
}

// atom reads a literal, a name, or what stands in brackets.
func (p *parser) atom() (operation, error) {
	t := p.peek()
	switch {
	case t.kind == literalToken:
		p.next++
		v := t.value
		if s, ok := v.(string); ok { // texts that follow each other are one
			for p.peek().kind == literalToken {
				more, ok := p.peek().value.(string)
				if !ok {
					break
				}
				s += more
				p.next++
			}
			v = s
		}
		return constant{v}, nil
	case t.kind == nameToken:
		p.next++
		switch t.text {
		case "None":
			return constant{nil}, nil
		case "True":
			return constant{true}, nil
		case "False":
			return constant{false}, nil
		}
		if keywords[t.text] {
			p.next--
			return nil, p.unexpected("a value")
		}
		return name(t.text), nil
	case p.skip("("):
		return p.parenthesis()
	case p.skip("["):
		return p.brackets()
	case p.skip("{"):
		return p.braces()
	}
	return nil, p.unexpected("a value")
}

func (p *parser) parenthesis() (operation, error) {
	if p.skip(")") {
		return &sequence{nil, true}, nil
	}
	x, err := p.list()
	if err != nil {
		return nil, err
	}
	if p.is("for") {
		if x, err = p.comprehension(&comprehension{item: x}); err != nil {
			return nil, err
		}
	}
	return x, p.expect(")")
}

func (p *parser) brackets() (operation, error) {
	var items []operation
	for !p.skip("]") {
		item, err := p.whole()
		if err != nil {
			return nil, err
		}
		if p.is("for") && len(items) == 0 {
			list, err := p.comprehension(&comprehension{item: item})
			if err != nil {
				return nil, err
			}
			return list, p.expect("]")
		}
		items = append(items, item)
		if !p.skip(",") && !p.is("]") {
			return nil, p.unexpected("] or a comma")
		}
	}
	return &sequence{items, false}, nil
}

func (p *parser) braces() (operation, error) {
	d := &mapping{}
	for !p.skip("}") {
		key, err := p.whole()
		if err != nil {
			return nil, err
		}
		if err := p.expect(":"); err != nil {
			return nil, err
		}
		value, err := p.whole()
		if err != nil {
			return nil, err
		}
		if p.is("for") && len(d.keys) == 0 {
			dict, err := p.comprehension(&comprehension{item: value, key: key})
			if err != nil {
				return nil, err
			}
			return dict, p.expect("}")
		}
		d.keys, d.values = append(d.keys, key), append(d.values, value)
		if !p.skip(",") && !p.is("}") {
			return nil, p.unexpected("} or a comma")
		}
	}
	return d, nil
}

// comprehension reads the clauses of a comprehension, whose item was read.
func (p *parser) comprehension(c *comprehension) (operation, error) {
	for p.is("for") || p.is("if") {
		if p.skip("if") {
			condition, err := p.binary(0)
			if err != nil {
				return nil, err
			}
			last := &c.loops[len(c.loops)-1]
			last.conditions = append(last.conditions, condition)
			continue
		}
		p.next++
		target, err := p.target()
		if err != nil {
			return nil, err
		}
		if err := p.expect("in"); err != nil {
			return nil, err
		}
		list, err := p.binary(0)
		if err != nil {
			return nil, err
		}
		c.loops = append(c.loops, loop{target: target, list: list})
	}
	return c, nil
}

// target reads the names of a loop, which may stand in brackets.
func (p *parser) target() (target, error) {
	var t target
	for {
		var part target
		if p.is("(") || p.is("[") {
			closing := ")"
			if p.is("[") {
				closing = "]"
			}
			p.next++
			if err := p.nest(); err != nil {
				return t, err
			}
			var err error
			if part, err = p.target(); err != nil {
				return t, err
			}
			p.depth--
			if err := p.expect(closing); err != nil {
				return t, err
			}
		} else {
			n := p.peek()
			if n.kind != nameToken || keywords[n.text] {
				return t, p.unexpected("the name of a variable")
			}
			p.next++
			part.name = n.text
		}
		t.parts = append(t.parts, part)
		if !p.skip(",") {
			break
		}
		t.several = true
		if p.is("in") {
			break
		}
	}
	if !t.several {
		return t.parts[0], nil
	}
	return t, nil
}
