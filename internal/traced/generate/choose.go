package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
)

// directive marks a function whose comparisons of numbers are taken to hold in the ordinary case, and those with == not
// to: its twin requires that. In all other functions the twin records both ways of an if whose condition has numbers,
// and selects (graph.Either).
const directive = "//twin:ordinary"

// never marks a function that is called in no ordinary step. Its twin takes a step out of the recording's hands: the
// graph can never hold.
const never = "//twin:never"

func marked(doc *ast.CommentGroup, with string) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return c.Text == with })
}

// comparisons are functions of package graph that compare numbers which need not be known.
var comparisons = map[token.Token]string{token.LSS: "IsLess", token.GTR: "IsMore", token.LEQ: "IsNotMore",
	token.GEQ: "IsNotLess", token.EQL: "IsEqual", token.NEQ: "IsDifferent"}

// unsure reports whether the truth of an expression depends on a comparison of numbers that need not be known.
func (r *rewriter) unsure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.unsure(e.X)
	case *ast.UnaryExpr:
		return e.Op == token.NOT && r.unsure(e.X)
	case *ast.BinaryExpr:
		if comparisons[e.Op] != "" {
			return !r.ordinary && (r.float(e.X) || r.float(e.Y))
		}
		return (e.Op == token.LAND || e.Op == token.LOR) && (r.unsure(e.X) || r.unsure(e.Y))
	}
	return false
}

// truth returns the twin of a condition as a graph.Bool.
func (r *rewriter) truth(e ast.Expr) ast.Expr {
	if !r.unsure(e) {
		return call(r.graph("Sure"), r.expr(e))
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.truth(e.X)
	case *ast.UnaryExpr:
		return method(r.truth(e.X), "Not")
	}
	b := e.(*ast.BinaryExpr)
	if name := comparisons[b.Op]; name != "" {
		return call(r.graph(name), r.expr(b.X), r.expr(b.Y))
	}
	x := r.truth(b.X)
	later := &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{},
		Results: &ast.FieldList{List: []*ast.Field{{Type: r.graph("Bool")}}}},
		Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{r.truth(b.Y)}}}}}
	return method(x, map[token.Token]string{token.LAND: "And", token.LOR: "Or"}[b.Op], later)
}

// ending says where the end of a list of statements leads.
type ending int

const (
	staying   ending = iota // to the end of the function, with a return there
	within                  // to what follows a block, which the list does not know
	returning               // to the end of the function: a return sets the results, and nothing more
	going                   // to the next round of a loop: continue does nothing
)

// list rewrites a list of statements. An if that is unsure becomes a call of graph.Either; where it leaves the function
// or the round of a loop, what follows is a part of the other way.
func (r *rewriter) list(in []ast.Stmt, end ending) (out []ast.Stmt) {
	for i, s := range in {
		if w, ok := s.(*ast.SwitchStmt); ok {
			s = r.chain(w)
		}
		f, ok := s.(*ast.IfStmt)
		if !ok || !r.unsure(f.Cond) {
			switch x := s.(type) {
			case *ast.ReturnStmt:
				if end == returning {
					return append(out, r.results(x)...)
				}
			case *ast.BranchStmt:
				if end == going && x.Tok == token.CONTINUE {
					return out
				}
			case *ast.BlockStmt:
				x.List = r.list(x.List, end)
				out = append(out, x)
				continue
			case *ast.IfStmt:
				if (end == returning || end == going) && leaves(x) != token.ILLEGAL { // a known condition
					r.stmt(x.Init)
					x.Cond = r.expr(x.Cond)
					yes, no := r.ways(x, in[i+1:])
					x.Body, x.Else = &ast.BlockStmt{List: r.list(yes, end)}, &ast.BlockStmt{List: r.list(no, end)}
					return append(out, x)
				}
			}
			r.stmt(s)
			out = append(out, s)
			continue
		}
		if f.Init != nil { // its variables are of this statement alone
			init := f.Init
			f.Init = nil
			if leaves(f) == token.ILLEGAL {
				out = append(out, &ast.BlockStmt{List: r.list([]ast.Stmt{init, f}, staying)})
				continue
			}
			r.stmt(init)
			out = append(out, init)
		}
		switch leaves(f) {
		case token.ILLEGAL:
			yes, no := r.ways(f, nil)
			out = append(out, r.either(f, yes, no, staying))
			continue
		case token.CONTINUE:
			yes, no := r.ways(f, in[i+1:])
			return append(out, r.either(f, yes, no, going))
		case token.RETURN:
			if r.loops > 0 {
				r.fail(f, "a return within a loop, under a condition on numbers, has no twin")
			}
			r.nameResults()
			yes, no := r.ways(f, in[i+1:])
			if end == within && !(returns(yes) && returns(no)) {
				r.fail(f, "a return under a condition on numbers, in a block within a function that goes on, "+
					"has no twin")
			}
			out = append(out, r.either(f, yes, no, returning))
			if end == staying || end == within {
				out = append(out, &ast.ReturnStmt{Results: r.resultNames()})
			}
			return out
		default:
			r.fail(f, "a break under a condition on numbers has no twin")
			return out
		}
	}
	return out
}

// chain returns a switch without a tag as a chain of ifs, if one of its cases is unsure; else the switch.
func (r *rewriter) chain(s *ast.SwitchStmt) ast.Stmt {
	unsure := false
	if s.Tag == nil {
		for _, c := range s.Body.List {
			unsure = unsure || slices.ContainsFunc(c.(*ast.CaseClause).List, r.unsure)
		}
	}
	if !unsure {
		return s
	}
	var first ast.Stmt
	put := func(s ast.Stmt) { first = s }
	var others []ast.Stmt // of the default
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			others = c.Body
			continue
		}
		cond := c.List[0]
		for _, x := range c.List[1:] {
			cond = &ast.BinaryExpr{X: cond, Op: token.LOR, OpPos: x.Pos(), Y: x}
		}
		f := &ast.IfStmt{If: c.Case, Cond: cond, Body: &ast.BlockStmt{Lbrace: c.Colon, List: c.Body, Rbrace: c.End()}}
		put(f)
		put = func(s ast.Stmt) { f.Else = s }
	}
	if others != nil {
		put(&ast.BlockStmt{List: others})
	}
	if s.Init != nil {
		return &ast.BlockStmt{List: []ast.Stmt{s.Init, first}}
	}
	return first
}

// leaves returns how an if leaves the list that it stands in on some way: by token.RETURN, CONTINUE or BREAK;
// token.ILLEGAL if it does not.
func leaves(f ast.Stmt) (how token.Token) {
	how = token.ILLEGAL
	depth := 0 // of loops and switches
	var look func(n ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt:
			body := func() ast.Node {
				switch n := n.(type) {
				case *ast.ForStmt:
					return n.Body
				case *ast.RangeStmt:
					return n.Body
				}
				return n.(*ast.SwitchStmt).Body
			}()
			depth++
			ast.Inspect(body, look)
			depth--
			return false
		case *ast.ReturnStmt:
			how = token.RETURN
		case *ast.BranchStmt:
			if depth == 0 && how != token.RETURN {
				how = n.Tok
			}
		}
		return true
	}
	ast.Inspect(f, look)
	return how
}

// returns reports whether a list of statements ends with a return on all ways.
func returns(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch x := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BlockStmt:
		return returns(x.List)
	case *ast.IfStmt:
		return x.Else != nil && returns(x.Body.List) && returns([]ast.Stmt{x.Else})
	}
	return false
}

// ways returns the two ways of an if, of which the one that does not leave goes on with the rest.
func (r *rewriter) ways(f *ast.IfStmt, rest []ast.Stmt) (yes, no []ast.Stmt) {
	yes = f.Body.List
	switch x := f.Else.(type) {
	case *ast.BlockStmt:
		no = x.List
	case nil:
	default:
		no = []ast.Stmt{x}
	}
	if rest == nil {
		return yes, no
	}
	left := func(list []ast.Stmt) bool {
		if len(list) == 0 {
			return false
		}
		switch list[len(list)-1].(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return true
		}
		return false
	}
	switch {
	case left(yes):
		no = append(slices.Clone(no), rest...)
	case left(no):
		yes = append(slices.Clone(yes), rest...)
	default:
		r.fail(f, "an if on numbers, of which no way leaves in any case and one leaves in some, has no twin")
	}
	return yes, no
}

// either returns the call of graph.Either for an if.
func (r *rewriter) either(f *ast.IfStmt, yes, no []ast.Stmt, end ending) ast.Stmt {
	roots := map[string]ast.Expr{}
	for _, list := range [...][]ast.Stmt{yes, no} {
		r.roots(f, list, roots)
	}
	if end == returning {
		for _, x := range r.resultNames() {
			roots[x.(*ast.Ident).Name] = x
		}
	}
	args := []ast.Expr{r.truth(f.Cond)}
	r.within++
	defer func() { r.within-- }()
	for _, list := range [...][]ast.Stmt{yes, no} {
		args = append(args, &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}},
			Body: &ast.BlockStmt{List: r.list(list, end)}})
	}
	for _, name := range slices.Sorted(maps.Keys(roots)) {
		args = append(args, &ast.UnaryExpr{Op: token.AND, X: roots[name]})
	}
	return &ast.ExprStmt{X: call(r.graph("Either"), args...)}
}

// roots finds the variables from outside of a way that the way may change.
func (r *rewriter) roots(f *ast.IfStmt, way []ast.Stmt, roots map[string]ast.Expr) {
	inside := func(v *types.Var) bool {
		return slices.ContainsFunc(way, func(s ast.Stmt) bool { return s.Pos() <= v.Pos() && v.Pos() < s.End() })
	}
	add := func(e ast.Expr) {
		x := place(e)
		id := x
		for {
			s, ok := id.(*ast.SelectorExpr)
			if !ok {
				break
			}
			id = s.X
		}
		first, ok := id.(*ast.Ident)
		if !ok {
			return
		}
		base := original(e)
		if base == nil {
			return
		}
		v, ok := r.info.ObjectOf(base).(*types.Var)
		if !ok || inside(v) || first.Name == "_" {
			return
		}
		roots[types.ExprString(x)] = x
	}
	for _, s := range way {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, x := range n.Lhs {
					if n.Tok == token.DEFINE {
						continue
					}
					if add(x); !r.numeric(r.info.TypeOf(x)) && !r.own(x, inside) {
						r.fail(x, "an assignment of what has no numbers, under a condition on numbers, has no twin")
					}
				}
			case *ast.IncDecStmt:
				if !r.own(n.X, inside) {
					r.fail(n, "a count under a condition on numbers has no twin")
				}
			case *ast.CallExpr:
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && r.info.Selections[s] != nil {
					add(s.X)
				}
				for _, x := range n.Args {
					switch r.info.TypeOf(x).(type) {
					case *types.Slice, *types.Pointer:
						if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
							x = u.X
						}
						add(x)
					}
				}
			}
			return true
		})
	}
}

// own reports whether an expression is a variable that is declared inside of a way, or the blank one.
func (r *rewriter) own(e ast.Expr, inside func(*types.Var) bool) bool {
	id := original(e)
	if id == nil {
		return false
	}
	v, ok := r.info.ObjectOf(id).(*types.Var)
	return !ok || inside(v)
}

// original returns the variable at the beginning of an expression, nil if there is none.
func original(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// place returns a copy of an expression up to its first index: what it changes a part of.
func place(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.Ident:
		return ast.NewIdent(x.Name)
	case *ast.SelectorExpr:
		inner := place(x.X)
		if direct(x.X) {
			return &ast.SelectorExpr{X: inner, Sel: ast.NewIdent(x.Sel.Name)}
		}
		return inner
	case *ast.IndexExpr:
		return place(x.X)
	case *ast.SliceExpr:
		return place(x.X)
	case *ast.StarExpr:
		return place(x.X)
	case *ast.ParenExpr:
		return place(x.X)
	}
	return e
}

// direct reports whether an expression is a variable or a field of one, without an index.
func direct(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return direct(x.X)
	}
	return false
}

// numeric reports whether values of a type have numbers.
func (r *rewriter) numeric(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return isFloat(t)
	case *types.Array:
		return r.numeric(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if r.numeric(t.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

// nameResults gives names to the results of the function at work.
func (r *rewriter) nameResults() {
	if r.function.Results == nil {
		return
	}
	n := 0
	for _, f := range r.function.Results.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{ast.NewIdent(fmt.Sprintf("result%d", n))}
		}
		n += len(f.Names)
	}
}

// resultNames returns the names of the results of the function at work.
func (r *rewriter) resultNames() (names []ast.Expr) {
	if r.function.Results == nil {
		return nil
	}
	for _, f := range r.function.Results.List {
		for _, n := range f.Names {
			names = append(names, ast.NewIdent(n.Name))
		}
	}
	return names
}

// results returns what sets the results of the function as a return statement does. A result that is nil, or
// what it is already, stays so.
func (r *rewriter) results(s *ast.ReturnStmt) []ast.Stmt {
	names := r.resultNames()
	assign := &ast.AssignStmt{Tok: token.ASSIGN}
	if len(s.Results) == 1 && len(names) > 1 { // of a call
		if !r.numeric(r.info.TypeOf(s.Results[0]).(*types.Tuple).At(0).Type()) {
			r.fail(s, "a result without numbers, under a condition on numbers, has no twin")
		}
		assign.Lhs, assign.Rhs = names, []ast.Expr{r.expr(s.Results[0])}
		return []ast.Stmt{assign}
	}
	for i, x := range s.Results {
		if id, ok := x.(*ast.Ident); ok && (id.Name == "nil" || id.Name == names[i].(*ast.Ident).Name) {
			continue
		}
		if !r.numeric(r.info.TypeOf(x)) {
			r.fail(x, "a result without numbers, under a condition on numbers, has no twin")
		}
		assign.Lhs, assign.Rhs = append(assign.Lhs, names[i]), append(assign.Rhs, r.expr(x))
	}
	if assign.Lhs == nil {
		return nil
	}
	return []ast.Stmt{assign}
}
