package script

import (
	"fmt"
	"reflect"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// bound replaces x * y in a file by a call of [times], which looks at the size of what comes out: a sequence times a
// large number would take all memory in one step. Products with a factor that is a fraction for sure stay as they
// are, and so does the assignment *= to something that a call finds.
func bound(file *syntax.File) { boundIn(reflect.ValueOf(file).Elem()) }

var expression = reflect.TypeFor[syntax.Expr]()

// boundIn visits a part of the syntax tree: structs behind pointers, interfaces, and slices of these.
func boundIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				boundIn(v.Field(i))
			}
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		boundIn(v.Elem())
		if x, ok := v.Interface().(*syntax.BinaryExpr); ok && v.Type() == expression && x.Op == syntax.STAR &&
			!fraction(x.X) && !fraction(x.Y) {
			v.Set(reflect.ValueOf(product(x.X, x.Y, x.OpPos)))
		}
		if x, ok := v.Interface().(*syntax.AssignStmt); ok && x.Op == syntax.STAR_EQ && !fraction(x.RHS) {
			if name, ok := x.LHS.(*syntax.Ident); ok {
				x.Op, x.RHS = syntax.EQ, product(&syntax.Ident{NamePos: name.NamePos, Name: name.Name}, x.RHS, x.OpPos)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			boundIn(v.Index(i))
		}
	}
}

// timesName is the name of the function, which no script can write.
const timesName = "*"

func product(x, y syntax.Expr, at syntax.Position) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: timesName}, Lparen: at, Args: []syntax.Expr{x, y},
		Rparen: at}
}

// fraction reports whether an expression is a number that is not whole for sure, which no sequence can be multiplied
// with.
func fraction(e syntax.Expr) bool {
	switch x := e.(type) {
	case *syntax.ParenExpr:
		return fraction(x.X)
	case *syntax.UnaryExpr:
		return x.X != nil && fraction(x.X)
	case *syntax.Literal:
		return x.Token == syntax.FLOAT
	case *syntax.BinaryExpr:
		return x.Op == syntax.SLASH
	}
	return false
}

// times is the operator *.
func times(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	x, y := args[0], args[1]
	a, aFloat := x.(starlark.Float)
	b, bFloat := y.(starlark.Float)
	if aFloat && bFloat {
		return a * b, nil
	}
	i, aInt := x.(starlark.Int)
	j, bInt := y.(starlark.Int)
	switch {
	case aInt && bInt:
		if _, small := i.Int64(); small {
			if _, small := j.Int64(); small {
				break
			}
		}
		if i.BigInt().BitLen()+j.BigInt().BitLen() > maxBits {
			return nil, fmt.Errorf("the product is a whole number of more than %d bits", maxBits)
		}
	case aInt && !bFloat:
		if err := checkRepeat(y, i); err != nil {
			return nil, err
		}
	case bInt && !aFloat:
		if err := checkRepeat(x, j); err != nil {
			return nil, err
		}
	}
	return starlark.Binary(syntax.STAR, x, y)
}

// checkRepeat checks the size of a sequence times n.
func checkRepeat(v starlark.Value, n starlark.Int) error {
	length := starlark.Len(v)
	if k, ok := n.Int64(); length > 0 && (n.Sign() > 0 && !ok || k > int64(maxItems/length)) {
		return fmt.Errorf("%s of %d items times %v has more than %d", v.Type(), length, n, maxItems)
	}
	return nil
}
