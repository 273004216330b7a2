package fusion

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"testing"
)

// same are the functions whose results are the same on every machine, by the paths of their packages: those that are
// exact or round once.
var same = map[string]string{
	"math": "Abs Ceil Copysign Float32bits Float32frombits Float64bits Float64frombits Floor Frexp Inf IsInf IsNaN " +
		"Ldexp Max Min Mod Modf NaN Nextafter Remainder Round RoundToEven Signbit Sqrt Trunc",
	"math/cmplx":   "Inf IsInf IsNaN",
	"math/rand/v2": "Float64 New NewPCG Uint32 Uint64", // whole numbers, and one of 53 bits
	// Parts are put in other places, and sums of two numbers. All that multiplies and adds may be fused.
	"github.com/go-gl/mathgl/mgl64": "Add At Col Conjugate Diag3 Ident3 Ident4 Mat3 Mat4FromCols Scale3D Set SetCol " +
		"Sub Translate3D Transpose Vec3 Vec4",
	// A sum or a product for each element, which is stored. Its assembly does the same as its Go code.
	"gonum.org/v1/gonum/floats": "Add Scale ScaleTo Sub SubTo",
}

// others are the modules of which nothing else is called, but by what is exempt or shown.
var others = []string{"github.com/go-gl/mathgl/", "gonum.org/v1/"}

// shown are the packages that show results and compute none, whose numbers are rounded for readers.
var shown = []string{"cmd/internal/terminal", "internal/libm"}

// TestCalls checks that results call no function of packages of numbers that some machine computes in another way, and
// multiply or divide no complex numbers, which take sums of products: these are in internal/libm, internal/vec and
// spatial/mat.
func TestCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("calls were not looked for: that takes the types of all packages and of what they import")
	}
	l, err := newLoader("../..", "./...")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, path := range ours(l) {
		if slices.Contains(shown, strings.TrimPrefix(path, "kinetree/")) {
			continue
		}
		p, err := l.load(path)
		if err != nil {
			t.Fatal(err)
		}
		wrong := map[string]bool{}
		for at, obj := range p.info.Uses {
			f, ok := obj.(*types.Func)
			if !ok || f.Pkg() == nil {
				continue
			}
			of := f.Pkg().Path()
			allowed, judged := same[of]
			if !judged && !slices.ContainsFunc(others, func(m string) bool { return strings.HasPrefix(of, m) }) {
				continue
			}
			seen[of]++
			if !slices.Contains(strings.Fields(allowed), f.Name()) {
				wrong[l.fset.Position(at.Pos()).String()+": "+f.FullName()] = true
			}
		}
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				if op, x := operation(n); x != nil && complexNumber(p.info, x) {
					wrong[l.fset.Position(n.Pos()).String()+": complex "+op.String()] = true
				}
				return true
			})
		}
		for _, place := range slices.Sorted(maps.Keys(wrong)) {
			t.Errorf("%s, which is not the same on every machine; expected one of internal/libm, internal/vec or "+
				"spatial/mat, or a reason in this test", place)
		}
	}
	for of := range same {
		if least := map[string]int{"math": 500}[of]; seen[of] <= least {
			t.Errorf("%d calls of package %s were seen; expected more", seen[of], of)
		}
	}
}

// operation returns an operator that multiplies or divides and its result, which is nil for all other nodes.
func operation(n ast.Node) (op token.Token, x ast.Expr) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		op, x = n.Op, n
	case *ast.AssignStmt:
		op, x = n.Tok, n.Lhs[0]
	}
	switch op {
	case token.MUL, token.QUO, token.MUL_ASSIGN, token.QUO_ASSIGN:
		return op, x
	}
	return op, nil
}

// complexNumber reports whether an expression is a complex number that is no constant.
func complexNumber(info *types.Info, x ast.Expr) bool {
	of := info.Types[x]
	if name, ok := x.(*ast.Ident); ok && of.Type == nil { // what is assigned to
		of.Type = info.Uses[name].Type()
	}
	b, ok := of.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsComplex != 0 && of.Value == nil
}

// TestOperation checks what is found.
func TestOperation(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", `package p

type phasor complex128

func f(z complex128, p phasor, x float64, list []complex128) {
	_ = z * 2
	_ = 2 * z
	_, _ = p*p, z/z
	z *= z
	list[0] /= z
	_ = z + z - 2
	_ = x * x / 2
	x *= x
	_ = complex(x*x, 0) == z
	const i = 1i * 1i
	_ = z + 2i*3
}
`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if _, x := operation(n); x != nil && complexNumber(info, x) {
			found++
		}
		return true
	})
	if found != 6 {
		t.Errorf("%d products and quotients were found; want 6", found)
	}
}
