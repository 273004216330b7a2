package compile

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinetree/compile/graph"
	"kinetree/internal/suggest"
	tracedtree "kinetree/internal/traced/tree"
	"kinetree/tree"
)

// Languages lists the languages that [Source] writes.
func Languages() []string { return []string{"c", "go"} }

// Algorithms lists the algorithms that [Source] writes.
func Algorithms() (names []string) {
	for _, f := range functions {
		names = append(names, f.name)
	}
	return names
}

// Dynamics lists those of the equation of motion.
func Dynamics() []string { return []string{"aba", "rnea", "crba"} }

// functions describe what [Source] writes: what a function sets, of which inputs, and its results in their order.
var functions = []struct {
	name, sets string
	make       func(m *tree.Model) *algorithm
	in         [3]string // of the rows of the algorithm
	out        func(links, nv int) []parameter
}{
	{"aba", "the accelerations qdd", func(m *tree.Model) *algorithm { return forwardDynamics(m, 0, false, false) },
		[3]string{"q", "qd", "tau"}, func(_, n int) []parameter { return []parameter{{"qdd", n}} }},
	{"rnea", "the efforts tau", func(m *tree.Model) *algorithm { return inverseDynamics(m, 0) },
		[3]string{"q", "qd", "qdd"}, func(_, n int) []parameter { return []parameter{{"tau", n}} }},
	{"crba", "the mass matrix m, row by row", massMatrix,
		[3]string{"q"}, func(_, n int) []parameter { return []parameter{{"m", n * n}} }},
	{"bias", "the efforts tau of Coriolis, centrifugal and gravity forces", biasEfforts,
		[3]string{"q", "qd"}, func(_, n int) []parameter { return []parameter{{"tau", n}} }},
	{"gravity", "the efforts tau that hold the robot still", gravityEfforts,
		[3]string{"q"}, func(_, n int) []parameter { return []parameter{{"tau", n}} }},
	{"derivatives", "the accelerations qdd and their derivatives by positions, velocities and efforts, row by row",
		func(m *tree.Model) *algorithm { return derivatives(m, 0) }, [3]string{"q", "qd", "tau"},
		func(_, n int) []parameter {
			return []parameter{{"qdd", n}, {"by_q", n * n}, {"by_qd", n * n}, {"by_tau", n * n}}
		}},
	{"kinematics", "the rotation r, row by row, and the position p of each link in the base", linkPoses,
		[3]string{"q"}, func(links, _ int) []parameter { return []parameter{{"r", 9 * links}, {"p", 3 * links}} }},
	{"jacobians", "the Jacobian j of each link, row by row, angular rows first: of the velocities of the link and of " +
		"its origin in the axes of the base", linkJacobians,
		[3]string{"q"}, func(links, n int) []parameter { return []parameter{{"j", 6 * n * links}} }},
}

// Source returns straight-line source code of algorithms for one robot, with its constants and without dependencies but
// the standard library, such as for a controller in firmware. A function computes what the solvers of the project do,
// with the same bits but for the signs of zeros, if no product is fused with a sum; a compiler of C may have to be told
// so. It returns whether its results count: otherwise the state is not finite or far out, or the mass matrix is
// singular.
//
// The error says that a language or an algorithm is unknown, or why there can be no code for the model; it is a
// *tree.SingularError if a joint moves no inertia whatever the state.
func Source(m *tree.Model, language string, algorithms []string) ([]byte, error) {
	p := printer{language: language, model: m}
	if !slices.Contains(Languages(), language) {
		return nil, fmt.Errorf("there is no language %q; expected one of %s", language, suggest.List(Languages()))
	}
	p.begin(algorithms)
	for i, name := range algorithms {
		if slices.Contains(algorithms[:i], name) {
			return nil, fmt.Errorf("%s is asked for twice; expected each algorithm once", name)
		}
		if err := p.function(name); err != nil {
			var none *tracedtree.SingularError
			if errors.As(err, &none) {
				return nil, &tree.SingularError{Joint: none.Joint}
			}
			return nil, err
		}
	}
	if language == "go" {
		return format.Source(p.Bytes())
	}
	return p.Bytes(), nil
}

// printer writes source code.
type printer struct {
	bytes.Buffer
	language string
	model    *tree.Model
}

// begin writes what stands before the functions.
func (p *printer) begin(algorithms []string) {
	of, name, order := strings.Join(algorithms, ", "), plain(p.model.Name()), p.order(algorithms)
	if p.language == "go" {
		fmt.Fprintf(p, goBegin, of, name, strings.ReplaceAll(order, "\n  ", "\n//\t"))
	} else {
		fmt.Fprintf(p, cBegin, of, name, order)
	}
}

// order returns lines that say what the elements of the arrays are.
func (p *printer) order(algorithms []string) string {
	order := plain("q: "+strings.Join(p.model.PositionNames(), ", ")) +
		"\n   qd, qdd, tau: " + plain(strings.Join(p.model.RateNames(), ", "))
	if slices.Contains(algorithms, "kinematics") || slices.Contains(algorithms, "jacobians") {
		var links []string
		for _, l := range p.model.Links() {
			links = append(links, l.Name)
		}
		order += "\n   links: " + plain(strings.Join(links, ", "))
	}
	return order
}

// plain returns names without what would end a comment or its line.
func plain(names string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '*' || r == '/' {
			return '_'
		}
		return r
	}, names)
}

// goBegin and cBegin are what begin writes: the algorithms, the robot and the order of the arrays, and the operations
// that are no operators of the language.
const goBegin = `// Package robot has %s of the robot %q, written by kinetree.
// Arrays are in SI units and radians, in this order:
//
//	%s
package robot

import "math"

func number(bits uint64) float64 { return math.Float64frombits(bits) }

func shifted(x float64, n int) float64 {
	if n < 0 {
		return number(math.Float64bits(x) >> -n)
	}
	return number(math.Float64bits(x) << n)
}

func flipped(x, y float64) float64 {
	return number(math.Float64bits(x) ^ math.Float64bits(y)&(1<<63))
}

func common(x, y float64) float64 { return number(math.Float64bits(x) & math.Float64bits(y)) }

func differing(x, y float64) float64 { return number(math.Float64bits(x) ^ math.Float64bits(y)) }

func product(x, y float64) float64 {
	return number(uint64(uint32(math.Float64bits(x))) * uint64(uint32(math.Float64bits(y))))
}

func chosen(x, yes, no float64) float64 {
	if math.Signbit(x) {
		return yes
	}
	return no
}

func where(a, b, yes, no float64) float64 {
	if a < b {
		return yes
	}
	return no
}

// Some are used if the robot has joints that turn, some if there are random numbers.
var _, _, _, _, _, _, _, _ = shifted, flipped, chosen, where, common, differing, product, math.Sqrt
`

const cBegin = `/* %s of the robot "%s", written by kinetree. Compile it such that no product is fused with a sum:
   -ffp-contract=off for gcc and clang. Arrays are in SI units and radians, in this order:
   %s */
#include <math.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t bits(double x) { uint64_t b; memcpy(&b, &x, 8); return b; }
static inline double number(uint64_t b) { double x; memcpy(&x, &b, 8); return x; }
static inline double shifted(double x, int n) { return number(n < 0 ? bits(x) >> -n : bits(x) << n); }
static inline double flipped(double x, double y) { return number(bits(x) ^ (bits(y) & (UINT64_C(1) << 63))); }
static inline double common(double x, double y) { return number(bits(x) & bits(y)); }
static inline double differing(double x, double y) { return number(bits(x) ^ bits(y)); }
static inline double product(double x, double y) { return number((uint64_t)(uint32_t)bits(x) * (uint32_t)bits(y)); }
static inline double chosen(double x, double yes, double no) { return bits(x) >> 63 ? yes : no; }
static inline double where(double a, double b, double yes, double no) { return a < b ? yes : no; }
`

// parameter is an array of a function.
type parameter struct {
	name string
	n    int
}

// function writes the function of an algorithm.
func (p *printer) function(name string) error {
	k := slices.Index(Algorithms(), name)
	if k < 0 {
		return fmt.Errorf("there is no algorithm %q%s; expected one of %s", name, suggest.Hint(name, Algorithms()),
			suggest.List(Algorithms()))
	}
	f := &functions[k]
	a := f.make(p.model)
	g, err := a.graph()
	if err != nil {
		return err
	}
	out := f.out(len(p.model.Links()), p.model.NV())
	var in []parameter
	for i, n := range a.rows() {
		if n > 0 {
			in = append(in, parameter{f.in[i], n})
		}
	}
	p.head(name, f.sets, out, in)
	p.body(g, out, in)
	return nil
}

// head writes what a function does and what it takes.
func (p *printer) head(name, sets string, out, in []parameter) {
	var list []string
	for i, x := range slices.Concat(out, in) {
		switch {
		case p.language == "go":
			list = append(list, fmt.Sprintf("%s *[%d]float64", x.name, x.n))
		case i < len(out):
			list = append(list, fmt.Sprintf("double %s[%d]", x.name, x.n))
		default:
			list = append(list, fmt.Sprintf("const double %s[%d]", x.name, x.n))
		}
	}
	if p.language == "go" {
		name = strings.ToUpper(name)
		fmt.Fprintf(p, "\n// %s sets %s, and reports whether they count.\nfunc %s(%s) bool {\n", name, sets, name,
			strings.Join(list, ", "))
		return
	}
	fmt.Fprintf(p, "\n/* %s sets %s, and returns 1 if they count, else 0. */\nint %s(%s) {\n", name, sets, name,
		strings.Join(list, ", "))
}

// body writes the operations that outputs and requirements need.
func (p *printer) body(g *graph.Graph, out, in []parameter) {
	needed := g.Needed()
	for i := 1; i < len(g.Nodes); i++ {
		n := &g.Nodes[i]
		if !needed[i] || n.Op == graph.Const || n.Op == graph.Input {
			continue
		}
		define := "\tconst double v%d = %s;\n"
		if p.language == "go" {
			define = "\tv%d := %s\n"
		}
		fmt.Fprintf(p, define, i, p.operation(g, n, in))
	}
	conditions := []string{}
	for _, r := range g.Requires {
		conditions = append(conditions, p.operand(g, r.Less, in)+" < "+p.operand(g, r.More, in))
	}
	if len(conditions) == 0 {
		conditions = []string{map[string]string{"go": "true", "c": "1"}[p.language]}
	}
	end := ";"
	if p.language == "go" {
		end = ""
	}
	holds := "\tconst int holds = %s;\n"
	if p.language == "go" {
		holds = "\tholds := %s\n"
	}
	fmt.Fprintf(p, holds, strings.Join(conditions, " &&\n\t\t"))
	outputs := g.Outputs
	for _, x := range out {
		for k := range x.n {
			fmt.Fprintf(p, "\t%s[%d] = %s%s\n", x.name, k, p.operand(g, outputs[k], in), end)
		}
		outputs = outputs[x.n:]
	}
	fmt.Fprintf(p, "\treturn holds%s\n}\n", end)
}

// operand returns a node as an operand.
func (p *printer) operand(g *graph.Graph, i int32, inputs []parameter) string {
	n := &g.Nodes[i]
	switch n.Op {
	case graph.Const:
		return p.constant(n.Value)
	case graph.Input:
		at := int(n.Index)
		for _, x := range inputs {
			if at < x.n {
				return fmt.Sprintf("%s[%d]", x.name, at)
			}
			at -= x.n
		}
	}
	return fmt.Sprintf("v%d", i)
}

// constant returns a number as the language has it: by its bits where it has no other way, such as for -0.
func (p *printer) constant(x float64) string {
	switch bits := math.Float64bits(x); {
	case !math.IsNaN(x) && !math.IsInf(x, 0) && bits != 1<<63:
		return strconv.FormatFloat(x, 'x', -1, 64)
	case p.language == "go":
		return fmt.Sprintf("number(%#x)", bits)
	default:
		return fmt.Sprintf("number(UINT64_C(%#x))", bits)
	}
}

// operation returns what a node computes as an expression.
func (p *printer) operation(g *graph.Graph, n *graph.Operation, inputs []parameter) string {
	x := make([]any, n.Op.Arity())
	for k := range x {
		x[k] = p.operand(g, n.Args[k], inputs)
	}
	formats := map[graph.Op]string{graph.Add: "%s + %s", graph.Sub: "%s - %s", graph.Mul: "%s * %s",
		graph.Div: "%s / %s", graph.Sqrt: "sqrt(%s)", graph.Abs: "fabs(%s)", graph.Neg: "-%s",
		graph.Select: "where(%s, %s, %s, %s)", graph.Flip: "flipped(%s, %s)", graph.Choose: "chosen(%s, %s, %s)",
		graph.And: "common(%s, %s)", graph.Xor: "differing(%s, %s)", graph.Words: "product(%s, %s)",
		graph.Shift: "shifted(%s, " + strconv.Itoa(int(n.Index)) + ")"}
	if p.language == "go" {
		formats[graph.Mul] = "float64(%s * %s)"
		formats[graph.Sqrt], formats[graph.Abs] = "math.Sqrt(%s)", "math.Abs(%s)"
	}
	return fmt.Sprintf(formats[n.Op], x...)
}
