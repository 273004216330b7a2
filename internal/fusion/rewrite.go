package fusion

import (
	"go/ast"
	"go/format"
	"go/token"
	"slices"
	"strings"
)

// rounded returns the source of a file with the conversions that its products lack.
func rounded(fset *token.FileSet, f *finder, source []byte, products []product) ([]byte, error) {
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	type edit struct {
		at, end int
		text    string
	}
	var edits []edit
	for _, p := range products {
		switch at := p.at.(type) {
		case *ast.BinaryExpr:
			if outer, ok := f.parents[at].(*ast.ParenExpr); ok {
				edits = append(edits, edit{offset(outer.Pos()), offset(outer.Pos()), p.kind})
				continue
			}
			edits = append(edits, edit{offset(at.Pos()), offset(at.Pos()), p.kind + "("},
				edit{offset(at.End()), offset(at.End()), ")"})
		case *ast.AssignStmt: // x *= y becomes x = float64(x * y)
			left := source[offset(at.Lhs[0].Pos()):offset(at.Lhs[0].End())]
			open, closed := "= "+p.kind+"("+string(left)+" *", ")"
			if _, sum := at.Rhs[0].(*ast.BinaryExpr); sum {
				open, closed = open+" (", "))"
			}
			edits = append(edits, edit{offset(at.TokPos), offset(at.TokPos) + len("*="), open},
				edit{offset(at.End()), offset(at.End()), closed})
		}
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.at - b.at })
	var b strings.Builder
	done := 0
	for _, e := range edits {
		b.Write(source[done:e.at])
		b.WriteString(e.text)
		done = e.end
	}
	b.Write(source[done:])
	return format.Source([]byte(b.String()))
}
