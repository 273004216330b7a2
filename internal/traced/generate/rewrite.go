package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// The paths of what twins use instead.
const (
	graphPath = module + "compile/graph"
	twinPath  = module + "internal/traced/"
	mgl64     = "github.com/go-gl/mathgl/mgl64"
)

// rewriter makes expressions on float64 those on graph.Num, in place.
type rewriter struct {
	*reach
	imports  map[string]bool // of the file at work
	errs     []error
	ordinary bool // see directive
	function *ast.FuncType
	loops    int // around the statement at work, in its function
	within   int // ways of graph.Either around it
}

// methods are those of graph.Num that do what operators do.
var methods = map[token.Token]string{token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Div",
	token.LSS: "Less", token.GTR: "Greater", token.EQL: "Equal", token.ADD_ASSIGN: "Add", token.SUB_ASSIGN: "Sub",
	token.MUL_ASSIGN: "Mul", token.QUO_ASSIGN: "Div"}

// functions are those of package graph that do what those of packages math and libm and of the language do.
var functions = map[string]string{"math.Sqrt": "Root", "math.Abs": "Absolute", "libm.Hypot": "Hypot",
	"libm.Sincos": "Sincos",
	"libm.Exp":    "Exp", "libm.Expm1": "Expm1", "math.Inf": "Inf", "math.Max": "Max", "math.Min": "Min",
	"math.Round":    "Rounded",
	"math.Copysign": "Copysign", "math.IsNaN": "IsNaN", "math.IsInf": "IsInf", "math.NaN": "NaN", "max": "Max",
	"min": "Min"}

func (r *rewriter) fail(n ast.Node, format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("%s: %s", r.fset.Position(n.Pos()), fmt.Sprintf(format, args...)))
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

func (r *rewriter) float(e ast.Expr) bool {
	tv, ok := r.info.Types[e]
	return ok && tv.IsValue() && isFloat(tv.Type)
}

func (r *rewriter) graph(name string) ast.Expr {
	r.imports[graphPath] = true
	return &ast.SelectorExpr{X: ast.NewIdent("graph"), Sel: ast.NewIdent(name)}
}

func call(f ast.Expr, args ...ast.Expr) ast.Expr { return &ast.CallExpr{Fun: f, Args: args} }

func method(x ast.Expr, name string, args ...ast.Expr) ast.Expr {
	return call(&ast.SelectorExpr{X: x, Sel: ast.NewIdent(name)}, args...)
}

// expr returns the twin of an expression or a type.
func (r *rewriter) expr(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	if tv, ok := r.info.Types[e]; ok && tv.Value != nil && isFloat(tv.Type) {
		r.keep(e)
		return call(r.graph("Known"), e)
	}
	switch e := e.(type) {
	case *ast.Ident:
		if r.info.Uses[e] == types.Universe.Lookup("float64") {
			return r.graph("Num")
		}
	case *ast.ParenExpr:
		e.X = r.expr(e.X)
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok {
			if pkg, ok := r.info.Uses[id].(*types.PkgName); ok {
				r.qualify(e, pkg)
				return e
			}
		}
		e.X = r.expr(e.X)
	case *ast.BinaryExpr:
		return r.binary(e)
	case *ast.UnaryExpr:
		float := r.float(e)
		e.X = r.expr(e.X)
		if float && e.Op == token.SUB {
			return method(e.X, "Neg")
		}
	case *ast.StarExpr:
		e.X = r.expr(e.X)
	case *ast.IndexExpr:
		e.X, e.Index = r.expr(e.X), r.expr(e.Index)
	case *ast.SliceExpr:
		e.X, e.Low, e.High, e.Max = r.expr(e.X), r.expr(e.Low), r.expr(e.High), r.expr(e.Max)
	case *ast.CallExpr:
		return r.call(e)
	case *ast.CompositeLit:
		e.Type = r.expr(e.Type)
		r.exprs(e.Elts)
	case *ast.KeyValueExpr:
		if _, field := e.Key.(*ast.Ident); !field {
			e.Key = r.expr(e.Key)
		}
		e.Value = r.expr(e.Value)
	case *ast.ArrayType:
		e.Len, e.Elt = r.expr(e.Len), r.expr(e.Elt)
	case *ast.MapType:
		e.Key, e.Value = r.expr(e.Key), r.expr(e.Value)
	case *ast.StructType:
		r.fields(e.Fields)
	case *ast.InterfaceType:
		r.fields(e.Methods)
	case *ast.TypeAssertExpr:
		e.X, e.Type = r.expr(e.X), r.expr(e.Type)
	case *ast.FuncType:
		r.fields(e.Params)
		r.fields(e.Results)
	case *ast.FuncLit:
		r.expr(e.Type)
		function, loops, within := r.function, r.loops, r.within
		r.function, r.loops, r.within = e.Type, 0, 0
		e.Body.List = r.list(e.Body.List, staying)
		r.function, r.loops, r.within = function, loops, within
	case *ast.Ellipsis:
		e.Elt = r.expr(e.Elt)
	case *ast.BasicLit:
	default:
		r.fail(e, "an expression of the kind %T has no twin", e)
	}
	return e
}

func (r *rewriter) exprs(list []ast.Expr) {
	for i := range list {
		list[i] = r.expr(list[i])
	}
}

func (r *rewriter) fields(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		f.Type, f.Comment, f.Doc = r.expr(f.Type), nil, nil
	}
}

// keep notes the packages that an expression uses which stays as it is.
func (r *rewriter) keep(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok {
				if pkg, ok := r.info.Uses[id].(*types.PkgName); ok {
					r.qualify(s, pkg)
				}
			}
		}
		return true
	})
}

// qualify notes the import that a name of a package takes.
func (r *rewriter) qualify(e *ast.SelectorExpr, pkg *types.PkgName) {
	path := pkg.Imported().Path()
	switch obj := r.info.Uses[e.Sel]; {
	case path == mgl64:
		path = twinPath + "mgl64"
	case r.twinned(obj):
		path = twinPath + pkg.Imported().Name()
	}
	r.imports[path] = true
}

func (r *rewriter) binary(e *ast.BinaryExpr) ast.Expr {
	float := r.float(e.X) || r.float(e.Y)
	e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	if !float {
		return e
	}
	if comparisons[e.Op] != "" && !r.ordinary {
		r.fail(e, "a comparison of numbers has a twin in the condition of an if or a switch, or in a function that is "+
			"marked %s", directive)
	}
	if e.Op == token.NEQ {
		return &ast.UnaryExpr{Op: token.NOT, X: method(e.X, "Equal", e.Y)}
	}
	name := methods[e.Op]
	if name == "" {
		r.fail(e, "the operator %s has no twin for numbers", e.Op)
	}
	return method(e.X, name, e.Y)
}

func (r *rewriter) call(e *ast.CallExpr) ast.Expr {
	if tv := r.info.Types[e.Fun]; tv.IsType() { // a conversion
		switch from := e.Args[0]; {
		case !isFloat(tv.Type):
			e.Fun = r.expr(e.Fun)
		case r.float(from):
			return &ast.ParenExpr{X: r.expr(from)} // a product that is rounded, as all are here
		default:
			return call(r.graph("Known"), call(ast.NewIdent("float64"), r.expr(from)))
		}
		r.exprs(e.Args)
		return e
	}
	name := ""
	switch f := e.Fun.(type) {
	case *ast.Ident:
		if _, builtin := r.info.Uses[f].(*types.Builtin); builtin {
			name = f.Name
		}
	case *ast.SelectorExpr:
		if obj := r.info.Uses[f.Sel]; obj != nil && obj.Pkg() != nil {
			if path := obj.Pkg().Path(); path == "math" || path == module+"internal/libm" {
				name = obj.Pkg().Name() + "." + f.Sel.Name
			}
		}
	}
	isNumber := r.float(e) || len(e.Args) > 0 && r.float(e.Args[0])
	if twin := functions[name]; twin != "" && isNumber {
		e.Fun = r.graph(twin)
	} else if strings.Contains(name, ".") && isNumber {
		r.fail(e, "%s has no twin", name)
	} else {
		e.Fun = r.expr(e.Fun)
	}
	r.exprs(e.Args)
	return e
}

// stmt rewrites a statement.
func (r *rewriter) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case nil, *ast.BranchStmt, *ast.EmptyStmt:
	case *ast.BlockStmt:
		if s != nil {
			s.List = r.list(s.List, within)
		}
	case *ast.ExprStmt:
		s.X = r.expr(s.X)
	case *ast.DeferStmt:
		s.Call = r.expr(s.Call).(*ast.CallExpr)
	case *ast.AssignStmt:
		float := r.float(s.Lhs[0])
		r.exprs(s.Lhs)
		r.exprs(s.Rhs)
		if name := methods[s.Tok]; name != "" && float {
			s.Tok = token.ASSIGN
			s.Rhs[0] = method(s.Lhs[0], name, s.Rhs[0])
		}
	case *ast.IncDecStmt:
		if r.float(s.X) {
			r.fail(s, "%s has no twin for numbers", s.Tok)
		}
		s.X = r.expr(s.X)
	case *ast.DeclStmt:
		r.declaration(s.Decl.(*ast.GenDecl))
	case *ast.ReturnStmt:
		if r.within > 0 {
			r.fail(s, "a return within a loop, under a condition on numbers, has no twin")
		}
		r.exprs(s.Results)
	case *ast.IfStmt:
		r.stmt(s.Init)
		s.Cond = r.expr(s.Cond)
		r.stmt(s.Body)
		if f, ok := s.Else.(*ast.IfStmt); ok && r.unsure(f.Cond) {
			s.Else = &ast.BlockStmt{List: []ast.Stmt{f}}
		}
		r.stmt(s.Else)
	case *ast.ForStmt:
		r.stmt(s.Init)
		s.Cond = r.expr(s.Cond)
		r.stmt(s.Post)
		r.loop(s.Body)
	case *ast.RangeStmt:
		s.Key, s.Value, s.X = r.expr(s.Key), r.expr(s.Value), r.expr(s.X)
		r.loop(s.Body)
	case *ast.SwitchStmt:
		if s.Tag != nil && r.float(s.Tag) {
			r.fail(s, "a switch on a number has no twin")
		}
		r.stmt(s.Init)
		s.Tag = r.expr(s.Tag)
		r.stmt(s.Body)
	case *ast.CaseClause:
		r.exprs(s.List)
		s.Body = r.list(s.Body, within)
	default:
		r.fail(s, "a statement of the kind %T has no twin", s)
	}
}

// loop rewrites the body of a loop.
func (r *rewriter) loop(body *ast.BlockStmt) {
	r.loops++
	r.stmt(body)
	r.loops--
}

// declaration rewrites types and values of variables. Constants stay what they are.
func (r *rewriter) declaration(d *ast.GenDecl) {
	d.Doc = nil
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			s.Type = r.expr(s.Type)
			s.Doc, s.Comment = nil, nil
		case *ast.ValueSpec:
			s.Doc, s.Comment = nil, nil
			if d.Tok == token.CONST {
				for _, x := range s.Values {
					r.keep(x)
				}
				continue
			}
			s.Type = r.expr(s.Type)
			r.exprs(s.Values)
		}
	}
}
