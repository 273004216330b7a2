// Package fusion finds what would give other digits on another machine.
//
// A Go compiler may fuse a product with a sum that it feeds, across statements and calls, and so round once where the
// source rounds twice; the one for arm64 does, the one for amd64 does not. An explicit conversion prevents it (Go
// specification, "Floating-point operators"). So each product that may feed a sum is written float64(x*y), in all code
// that results go through, and the test of this package finds those that are not.
package fusion

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A product is a place where a rounding is missing.
type product struct {
	at   ast.Node // *ast.BinaryExpr, or *ast.AssignStmt with *=
	kind string   // the type to convert to
}

// finder looks for products in the files of one package.
type finder struct {
	pkg     *types.Package
	info    *types.Info
	parents map[ast.Node]ast.Node
	uses    map[types.Object][]*ast.Ident // of local variables
	results map[types.Object]bool         // named results, which a return without operands hands out
	seen    map[types.Object]bool         // variables through which the value of a product was followed
}

func newFinder(p *loaded) *finder {
	f := &finder{pkg: p.types, info: p.info, parents: map[ast.Node]ast.Node{}, uses: map[types.Object][]*ast.Ident{},
		results: map[types.Object]bool{}}
	for _, file := range p.files {
		var stack []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			if len(stack) > 0 {
				f.parents[n] = stack[len(stack)-1]
			}
			stack = append(stack, n)
			switch n := n.(type) {
			case *ast.Ident:
				if o := f.info.Uses[n]; o != nil {
					f.uses[o] = append(f.uses[o], n)
				}
			case *ast.FuncType:
				if n.Results != nil {
					for _, field := range n.Results.List {
						for _, name := range field.Names {
							f.results[f.info.Defs[name]] = true
						}
					}
				}
			}
			return true
		})
	}
	return f
}

// products returns the products in a node that may feed a sum, from left to right.
func (f *finder) products(root ast.Node) []product {
	var found []product
	ast.Inspect(root, func(n ast.Node) bool {
		f.seen = map[types.Object]bool{}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.MUL && f.isFloat(n) && f.feeds(n) {
				found = append(found, product{n, f.name(n)})
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN && f.isFloat(n.Lhs[0]) && f.stored(n.Lhs[0]) {
				found = append(found, product{n, f.name(n.Lhs[0])})
			}
		}
		return true
	})
	return found
}

func (f *finder) isFloat(e ast.Expr) bool { return f.is(e, types.IsFloat) }

// name returns the type of an expression as its package writes it.
func (f *finder) name(e ast.Expr) string {
	return types.TypeString(f.info.Types[e].Type, func(p *types.Package) string {
		if p == f.pkg {
			return ""
		}
		return p.Name()
	})
}

func (f *finder) is(e ast.Expr, kind types.BasicInfo) bool {
	tv := f.info.Types[e]
	if tv.Type == nil || tv.Value != nil {
		return false
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&kind != 0
}

// feeds tells whether the value of an expression may be an operand of a sum or difference: at once, in a variable, or
// out of sight, in memory or in another function, into which this one may be inlined.
func (f *finder) feeds(e ast.Expr) bool {
	switch p := f.parents[e].(type) {
	case *ast.ParenExpr:
		return f.feeds(p)
	case *ast.UnaryExpr:
		return p.Op == token.AND || f.feeds(p)
	case *ast.BinaryExpr:
		return p.Op == token.ADD || p.Op == token.SUB // the others round, or compare
	case *ast.IncDecStmt:
		return true
	case *ast.AssignStmt:
		return f.assigned(p, e)
	case *ast.ValueSpec:
		for i, v := range p.Values {
			if v == e && len(p.Names) == len(p.Values) {
				return f.stored(p.Names[i])
			}
		}
		return true
	case *ast.CallExpr:
		return f.passed(p, e)
	case *ast.SwitchStmt, *ast.CaseClause, *ast.ExprStmt:
		return false
	}
	return true
}

// assigned is feeds for a value at the left or right of an assignment.
func (f *finder) assigned(a *ast.AssignStmt, e ast.Expr) bool {
	for i, l := range a.Lhs {
		if l == e { // the value that the variable had
			return a.Tok == token.ADD_ASSIGN || a.Tok == token.SUB_ASSIGN
		}
		if len(a.Rhs) == len(a.Lhs) && a.Rhs[i] == e {
			switch a.Tok {
			case token.ASSIGN, token.DEFINE:
				return f.stored(l)
			default:
				return a.Tok == token.ADD_ASSIGN || a.Tok == token.SUB_ASSIGN
			}
		}
	}
	return true
}

// passed is feeds for an argument of a call.
func (f *finder) passed(call *ast.CallExpr, e ast.Expr) bool {
	if call.Fun == e {
		return true
	}
	tv := f.info.Types[call.Fun]
	if tv.IsType() {
		return false // a conversion rounds
	}
	if tv.IsBuiltin() {
		name := ast.Unparen(call.Fun).(*ast.Ident).Name
		return name != "panic" && (name != "min" && name != "max" || f.feeds(call))
	}
	if fn, ok := callee(f.info, call).(*types.Func); ok && fn.Pkg() != nil && fn.Pkg().Path() == "math" {
		return fn.Name() == "Dim" // the only one that is inlined and takes a difference
	}
	signature, ok := tv.Type.Underlying().(*types.Signature)
	if !ok {
		return true
	}
	for i, arg := range call.Args {
		if arg == e {
			var param types.Type
			if last := signature.Params().Len() - 1; i >= last && signature.Variadic() {
				param = signature.Params().At(last).Type().(*types.Slice).Elem()
			} else {
				param = signature.Params().At(i).Type()
			}
			return !types.IsInterface(param) // boxed, for a printer
		}
	}
	return true
}

// stored tells whether what is assigned to a place may reach a sum. Memory is out of sight; a local variable is
// followed through all its uses.
func (f *finder) stored(place ast.Expr) bool {
	id, ok := ast.Unparen(place).(*ast.Ident)
	if !ok {
		return true
	}
	if id.Name == "_" {
		return false
	}
	o := f.info.Defs[id]
	if o == nil {
		o = f.info.Uses[id]
	}
	v, ok := o.(*types.Var)
	if !ok || v.IsField() || v.Parent() == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() || f.results[o] {
		return true
	}
	if f.seen[o] {
		return false
	}
	f.seen[o] = true
	return slices.ContainsFunc(f.uses[o], func(use *ast.Ident) bool { return f.feeds(use) })
}

// callee returns what a call names, if it names something.
func callee(info *types.Info, call *ast.CallExpr) types.Object {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return info.Uses[fun]
	case *ast.SelectorExpr:
		return info.Uses[fun.Sel]
	case *ast.IndexExpr: // an instance of a generic function
		return callee(info, &ast.CallExpr{Fun: fun.X})
	}
	return nil
}
