package script

import (
	"maps"
	"reflect"
	"strconv"

	"go.starlark.net/syntax"
)

// One step of the interpreter may double a text, compare lists of a million lists or hash a tuple that holds itself
// sixty times over, and a method of a text may make one of any length. So guard replaces in the syntax tree of a file
// what may take long or much by calls of [guards], which judge the operands before the operation begins:
//
//	x + y     +(x, y)          also -, *, //, %, <<, >>, &, |, ^, in, not in and comparisons
//	x += y    x += +=(x, y)    the call returns y
//	x.name    .(x, "name")     methods that judge their arguments
//	x[y]      x[[](y)]         the key of a dict is hashed
//	x[a:b]    [:](x, a, b, c)
//	{k: v}    {({{}(k): v})    each new dict and each key
//	f(*x)     f(**(x))
//
// What is harmless for sure stays: numbers with a literal, literals as keys, counters of loops over range, constants,
// math.NAME, and a variable as a key that the same expression has judged just before.
// No script can write the names of guards.
func guard(file *syntax.File) {
	g := &guarding{names: numbersOf(file), kinds: map[syntax.Expr]kind{}}
	file.Stmts = g.statements(file.Stmts)
}

type guarding struct {
	names  map[string]kind // see [numbersOf]
	kinds  map[syntax.Expr]kind
	hidden int // names made so far

	// Variables whose values were judged as keys at this place of an expression, and how often they may still be keys
	// without that. No value that can be a key ever changes, and no variable does within an expression.
	judged map[string]*int
}

// oftener is how often a key that was judged may be one again, so that what is counted is at least a quarter of what
// is done.
const oftener = 3

// maybe guards a part of an expression that may not be evaluated: what it judges does not count outside of it.
func (g *guarding) maybe(e syntax.Expr) syntax.Expr {
	defer func(before map[string]*int) { g.judged = before }(g.judged)
	g.judged = maps.Clone(g.judged)
	return g.expression(e)
}

// repeatedly guards what may be evaluated many times: what was judged before does not count in it, nor the reverse.
func (g *guarding) repeatedly(f func()) {
	defer func(before map[string]*int) { g.judged = before }(g.judged)
	g.judged = map[string]*int{}
	f()
}

// statements guards a block.
func (g *guarding) statements(block []syntax.Stmt) []syntax.Stmt {
	var all []syntax.Stmt
	for _, s := range block {
		g.judged = map[string]*int{}
		if a, ok := s.(*syntax.AssignStmt); ok {
			all = append(all, g.assignment(a)...)
			continue
		}
		g.parts(reflect.ValueOf(s).Elem())
		all = append(all, s)
	}
	return all
}

// parts guards the fields of a node.
func (g *guarding) parts(node reflect.Value) {
	for i := range node.NumField() {
		f := node.Field(i)
		if !node.Type().Field(i).IsExported() {
			continue
		}
		switch x := f.Interface().(type) {
		case []syntax.Stmt:
			f.Set(reflect.ValueOf(g.statements(x)))
		case []syntax.Expr:
			for k := range x {
				x[k] = g.expression(x[k])
			}
		case []syntax.Node: // the clauses of a comprehension
			for _, clause := range x {
				g.repeatedly(func() { g.parts(reflect.ValueOf(clause).Elem()) })
			}
		case syntax.Expr:
			if node.Type().Field(i).Name == "Vars" {
				g.target(x)
			} else {
				f.Set(reflect.ValueOf(g.expression(x)))
			}
		}
	}
}

// expression returns what takes the place of an expression.
func (g *guarding) expression(e syntax.Expr) syntax.Expr {
	if e == nil || reflect.ValueOf(e).IsNil() {
		return e
	}
	switch x := e.(type) { // what depends on the parts as the file has them
	case *syntax.BinaryExpr:
		name, harmless := x.Op.String(), g.harmless(x)
		if x.X = g.expression(x.X); x.Op == syntax.AND || x.Op == syntax.OR {
			x.Y = g.maybe(x.Y)
		} else {
			x.Y = g.expression(x.Y)
		}
		if !harmless {
			return invoke(name, x.OpPos, x.X, x.Y)
		}
		return x
	case *syntax.CondExpr:
		x.Cond, x.True, x.False = g.expression(x.Cond), g.maybe(x.True), g.maybe(x.False)
		return x
	case *syntax.LambdaExpr:
		for i := range x.Params {
			x.Params[i] = g.expression(x.Params[i])
		}
		g.repeatedly(func() { x.Body = g.expression(x.Body) })
		return x
	case *syntax.DotExpr:
		if m, ok := x.X.(*syntax.Ident); ok && m.Name == "math" && g.names["math"] != 0 {
			return x
		}
		return invoke(attributeName, x.Dot, g.expression(x.X),
			&syntax.Literal{Token: syntax.STRING, TokenPos: x.NamePos, Raw: x.Name.Name, Value: x.Name.Name})
	case *syntax.IndexExpr:
		x.X, x.Y = g.expression(x.X), g.key(x.Y, keyName)
		return x
	case *syntax.SliceExpr:
		part := func(e syntax.Expr) syntax.Expr {
			if e == nil {
				return &syntax.Ident{NamePos: x.Lbrack, Name: noneName}
			}
			return g.expression(e)
		}
		return invoke(sliceName, x.Lbrack, g.expression(x.X), part(x.Lo), part(x.Hi), part(x.Step))
	case *syntax.DictEntry:
		x.Key, x.Value = g.key(x.Key, newKeyName), g.expression(x.Value)
		return x
	case *syntax.DictExpr:
		g.parts(reflect.ValueOf(x).Elem())
		return invoke(newName, x.Lbrace, x)
	case *syntax.Comprehension:
		list := !x.Curly
		g.repeatedly(func() { x.Body = g.expression(x.Body) })
		for _, clause := range x.Clauses {
			g.repeatedly(func() { g.parts(reflect.ValueOf(clause).Elem()) })
		}
		if list {
			switch x.Body.(type) {
			case *syntax.ListExpr, *syntax.TupleExpr, *syntax.LambdaExpr, *syntax.ParenExpr, *syntax.Comprehension:
				x.Body = invoke(newName, x.Lbrack, x.Body)
			}
			return x
		}
		return invoke(newName, x.Lbrack, x)
	case *syntax.CallExpr:
		x.Fn = g.expression(x.Fn)
		for i, a := range x.Args {
			if spread, ok := a.(*syntax.UnaryExpr); ok && (spread.Op == syntax.STAR || spread.Op == syntax.STARSTAR) {
				spread.X = invoke(spreadName, spread.OpPos, g.expression(spread.X))
			} else if named, ok := a.(*syntax.BinaryExpr); ok && named.Op == syntax.EQ {
				named.Y = g.expression(named.Y)
			} else {
				x.Args[i] = g.expression(a)
			}
		}
		return x
	}
	g.parts(reflect.ValueOf(e).Elem())
	return e
}

// key guards what stands in brackets or before a colon.
func (g *guarding) key(e syntax.Expr, name string) syntax.Expr {
	harmless := g.kind(e) != anything
	if text, ok := e.(*syntax.Literal); ok && text.Token == syntax.STRING {
		harmless = true
	}
	guarded := g.expression(e)
	if harmless && (name == keyName || literal(e)) {
		return guarded
	}
	if variable, ok := e.(*syntax.Ident); ok {
		if left := g.judged[variable.Name]; left != nil && *left > 0 && name == keyName {
			*left--
			return guarded
		}
		left := oftener
		g.judged[variable.Name] = &left
	}
	start, _ := e.Span()
	return invoke(name, start, guarded)
}

// target guards the parts of what is assigned to.
func (g *guarding) target(e syntax.Expr) {
	switch x := e.(type) {
	case *syntax.IndexExpr:
		g.repeatedly(func() { x.X, x.Y = g.expression(x.X), g.key(x.Y, newKeyName) })
	case *syntax.DotExpr:
		g.repeatedly(func() { x.X = g.expression(x.X) })
	case *syntax.ParenExpr:
		g.target(x.X)
	case *syntax.TupleExpr:
		for _, part := range x.List {
			g.target(part)
		}
	case *syntax.ListExpr:
		for _, part := range x.List {
			g.target(part)
		}
	}
}

// assignment guards an assignment. The parts of one such as f()[i()] += y get names, since they are evaluated once.
func (g *guarding) assignment(a *syntax.AssignStmt) []syntax.Stmt {
	op := a.Op - syntax.PLUS_EQ + syntax.PLUS
	if a.Op == syntax.EQ || g.harmless(&syntax.BinaryExpr{X: a.LHS, Op: op, Y: a.RHS}) {
		a.RHS = g.expression(a.RHS)
		g.target(a.LHS)
		return []syntax.Stmt{a}
	}
	x := a.LHS
	for paren, ok := x.(*syntax.ParenExpr); ok; paren, ok = x.(*syntax.ParenExpr) {
		x = paren.X
	}
	all := []syntax.Stmt{a}
	switch x := x.(type) {
	case *syntax.Ident:
		a.RHS = invoke(a.Op.String(), a.OpPos, &syntax.Ident{NamePos: x.NamePos, Name: x.Name}, g.expression(a.RHS))
	case *syntax.IndexExpr:
		value, index := g.named(x.X), g.named(x.Y)
		old := &syntax.IndexExpr{X: value.again(), Lbrack: x.Lbrack, Y: invoke(keyName, x.Lbrack, index.again())}
		a.RHS = invoke(a.Op.String(), a.OpPos, old, g.expression(a.RHS))
		x.X, x.Y = value.again(), invoke(newKeyName, x.Lbrack, index.again())
		all = []syntax.Stmt{value.assign, index.assign, a}
	}
	return all
}

// hidden is a variable that no script can name.
type hidden struct {
	assign *syntax.AssignStmt
	name   syntax.Ident
}

// named gives a name to the value of an expression.
func (g *guarding) named(e syntax.Expr) *hidden {
	start, _ := e.Span()
	g.hidden++
	h := &hidden{name: syntax.Ident{NamePos: start, Name: "=" + strconv.Itoa(g.hidden)}}
	h.assign = &syntax.AssignStmt{OpPos: start, Op: syntax.EQ, LHS: h.again(), RHS: g.expression(e)}
	return h
}

// again returns the name, once more.
func (h *hidden) again() *syntax.Ident {
	name := h.name
	return &name
}

// invoke returns a call of a guard.
func invoke(name string, at syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: args, Rparen: at}
}

// harmless reports whether an operation takes a bounded time and memory whatever its operands are.
func (g *guarding) harmless(x *syntax.BinaryExpr) bool {
	kindX, kindY := g.kind(x.X), g.kind(x.Y)
	a, b := kindX != anything, kindY != anything
	switch x.Op {
	case syntax.SLASH, syntax.AND, syntax.OR, syntax.EQ:
		return true
	case syntax.PLUS:
		return a || b
	case syntax.MINUS:
		return a || b || product(x.X) || product(x.Y) // a whole number that was judged, less another one
	case syntax.STAR:
		return kindX == fraction || kindY == fraction || a && b || a && g.difference(x.Y) ||
			b && g.difference(x.X)
	case syntax.LTLT, syntax.IN, syntax.NOT_IN:
		return false
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		return a || b || literal(x.X) || literal(x.Y)
	case syntax.PERCENT:
		return a
	}
	return a || b
}

// kind is what an expression is for sure, if it is no error.
type kind int

const (
	anything kind = iota + 1
	moderate      // a number of moderate size
	fraction      // a float
)

// kind returns what an expression is, which is remembered.
func (g *guarding) kind(e syntax.Expr) kind {
	if k := g.kinds[e]; k != 0 {
		return k
	}
	k := anything
	switch x := e.(type) {
	case *syntax.ParenExpr:
		k = g.kind(x.X)
	case *syntax.UnaryExpr:
		if x.X != nil && (x.Op == syntax.MINUS || x.Op == syntax.PLUS) {
			k = g.kind(x.X)
		}
	case *syntax.Ident:
		if known := g.names[x.Name]; x.Name != "math" && known != 0 {
			k = known
		}
	case *syntax.Literal:
		if _, small := x.Value.(int64); small {
			k = moderate
		} else if x.Token == syntax.FLOAT {
			k = fraction
		}
	case *syntax.BinaryExpr:
		switch a, b := g.kind(x.X), g.kind(x.Y); {
		case x.Op == syntax.SLASH:
			k = fraction
		case x.Op != syntax.PLUS && x.Op != syntax.MINUS && x.Op != syntax.STAR:
		case a == fraction || b == fraction:
			k = fraction
		case a == moderate && b == moderate:
			k = moderate
		}
	}
	g.kinds[e] = k
	return k
}

// product reports whether an expression is x * y.
func product(e syntax.Expr) bool {
	if p, ok := e.(*syntax.ParenExpr); ok {
		return product(p.X)
	}
	x, ok := e.(*syntax.BinaryExpr)
	return ok && x.Op == syntax.STAR
}

// difference reports whether an expression is x - y that is judged: a number of moderate size, or a set, which no
// number multiplies.
func (g *guarding) difference(e syntax.Expr) bool {
	if p, ok := e.(*syntax.ParenExpr); ok {
		return g.difference(p.X)
	}
	x, ok := e.(*syntax.BinaryExpr)
	return ok && x.Op == syntax.MINUS && !g.harmless(x)
}

// literal reports whether an expression is a literal.
func literal(e syntax.Expr) bool {
	_, ok := e.(*syntax.Literal)
	return ok
}

// numbersOf returns what names are numbers for sure: those that are but counters of loops over range anywhere in
// a file, or the first of two variables of a loop over enumerate, and those that the file binds once, to a number; and
// math if the file binds no such name.
func numbersOf(file *syntax.File) map[string]kind {
	b := &bindings{numbers: map[string]kind{"math": moderate}, counters: map[string]bool{}, others: map[string]int{},
		literals: guarding{kinds: map[syntax.Expr]kind{}}}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.AssignStmt:
			b.bind(x.LHS)
			if x.Op == syntax.EQ {
				b.constant(x.LHS, x.RHS)
			}
		case *syntax.DefStmt:
			b.bind(x.Name)
			b.bindAll(x.Params)
		case *syntax.LambdaExpr:
			b.bindAll(x.Params)
		case *syntax.ForStmt:
			b.loop(x.Vars, x.X)
		case *syntax.ForClause:
			b.loop(x.Vars, x.X)
		}
		return true
	})
	for name := range b.numbers {
		if b.others[name] > 1 || name == "math" && b.others[name] > 0 || b.counters[name] {
			delete(b.numbers, name)
		}
	}
	for name := range b.counters {
		if b.others[name]+b.others["range"]+b.others["enumerate"] == 0 {
			b.numbers[name] = moderate
		}
	}
	return b.numbers
}

// bindings are what the names of a file are bound to.
type bindings struct {
	numbers  map[string]kind // names that are assigned a number
	counters map[string]bool // names that count the rounds of a loop
	others   map[string]int  // how often names are bound otherwise; assigned numbers count here, too
	literals guarding        // which knows no names
}

// bind counts the names in what an assignment, a parameter or a loop binds.
func (b *bindings) bind(e syntax.Expr) {
	switch x := e.(type) {
	case *syntax.Ident:
		b.others[x.Name]++
	case *syntax.ParenExpr:
		b.bind(x.X)
	case *syntax.TupleExpr:
		b.bindAll(x.List)
	case *syntax.ListExpr:
		b.bindAll(x.List)
	case *syntax.UnaryExpr: // *args
		if x.X != nil {
			b.bind(x.X)
		}
	case *syntax.BinaryExpr: // a parameter with a default
		b.bind(x.X)
	}
}

func (b *bindings) bindAll(list []syntax.Expr) {
	for _, e := range list {
		b.bind(e)
	}
}

// loop notes the variables of a loop.
func (b *bindings) loop(vars, over syntax.Expr) {
	of := ""
	if call, ok := over.(*syntax.CallExpr); ok {
		if f, ok := call.Fn.(*syntax.Ident); ok {
			of = f.Name
		}
	}
	if name, ok := vars.(*syntax.Ident); ok && of == "range" {
		b.counters[name.Name] = true
		return
	}
	if pair, ok := vars.(*syntax.TupleExpr); ok && of == "enumerate" && len(pair.List) == 2 {
		if name, ok := pair.List[0].(*syntax.Ident); ok {
			b.counters[name.Name] = true
			b.bind(pair.List[1])
			return
		}
	}
	b.bind(vars)
}

// constant notes the names that an assignment gives numbers.
func (b *bindings) constant(name, value syntax.Expr) {
	if names, ok := name.(*syntax.TupleExpr); ok {
		if values, ok := value.(*syntax.TupleExpr); ok && len(names.List) == len(values.List) {
			for i := range names.List {
				b.constant(names.List[i], values.List[i])
			}
		}
	} else if name, ok := name.(*syntax.Ident); ok && b.literals.kind(value) != anything {
		b.numbers[name.Name] = b.literals.kind(value)
	}
}
