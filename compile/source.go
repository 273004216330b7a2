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
	tracedtree "kinetree/compile/traced/tree"
	"kinetree/internal/suggest"
	"kinetree/tree"
)

// Languages lists the languages that [Source] writes.
func Languages() []string { return []string{"c", "go"} }

// Algorithms lists the algorithms that [Source] writes.
func Algorithms() []string { return []string{"aba", "rnea", "crba"} }

// Source returns straight-line source code of algorithms for one robot, with its constants and without dependencies but
// the standard library, such as for a controller in firmware. A function computes what the solver of the package of
// its name does, with the same bits but for the signs of zeros, if no product is fused with a sum; a compiler of C may
// have to be told so. It returns whether its result counts: otherwise the state is not finite or far out, or the mass
// matrix is singular.
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

func (p *printer) begin(algorithms []string) {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || r == '*' || r == '/' {
			return '_'
		}
		return r
	}, p.model.Name())
	if p.language == "go" {
		fmt.Fprintf(p, `// Package robot has %s of the robot %q, written by kinetree.
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
`, strings.Join(algorithms, ", "), name)
		return
	}
	fmt.Fprintf(p, `/* %s of the robot "%s", written by kinetree. Compile it such that no product is fused with a sum:
   -ffp-contract=off for gcc and clang. */
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
`, strings.Join(algorithms, ", "), name)
}

// parameter is an array of a function.
type parameter struct {
	name string
	n    int
}

// function writes the function of an algorithm.
func (p *printer) function(name string) error {
	var a *algorithm
	in, out := []string{"q", "qd", ""}, ""
	switch name {
	case "aba":
		a, in[2], out = forwardDynamics(p.model, 0, false), "tau", "qdd"
	case "rnea":
		a, in[2], out = inverseDynamics(p.model, 0), "qdd", "tau"
	case "crba":
		a, out = massMatrix(p.model), "m"
	default:
		return fmt.Errorf("there is no algorithm %q%s; expected one of %s", name, suggest.Hint(name, Algorithms()),
			suggest.List(Algorithms()))
	}
	g, err := a.graph()
	if err != nil {
		return err
	}
	rows := a.rows()
	parameters := []parameter{{out, a.size}, {in[0], rows[0]}, {in[1], rows[1]}, {in[2], rows[2]}}
	parameters = slices.DeleteFunc(parameters, func(x parameter) bool { return x.n == 0 })
	p.head(name, parameters)
	p.body(g, parameters)
	return nil
}

// head writes what a function does and what it takes.
func (p *printer) head(name string, parameters []parameter) {
	var list []string
	for i, x := range parameters {
		switch {
		case p.language == "go":
			list = append(list, fmt.Sprintf("%s *[%d]float64", x.name, x.n))
		case i == 0:
			list = append(list, fmt.Sprintf("double %s[%d]", x.name, x.n))
		default:
			list = append(list, fmt.Sprintf("const double %s[%d]", x.name, x.n))
		}
	}
	out := parameters[0].name
	if p.language == "go" {
		name = strings.ToUpper(name)
		fmt.Fprintf(p, "\n// %s sets %s and reports whether it counts.\nfunc %s(%s) bool {\n", name, out, name,
			strings.Join(list, ", "))
		return
	}
	fmt.Fprintf(p, "\n/* %s sets %s and returns 1 if it counts, else 0. */\nint %s(%s) {\n", name, out, name,
		strings.Join(list, ", "))
}

// body writes the operations that outputs and requirements need.
func (p *printer) body(g *graph.Graph, parameters []parameter) {
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
		fmt.Fprintf(p, define, i, p.operation(g, n, parameters[1:]))
	}
	conditions := []string{}
	for _, r := range g.Requires {
		conditions = append(conditions, p.operand(g, r.Less, parameters[1:])+" < "+p.operand(g, r.More, parameters[1:]))
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
	for k, i := range g.Outputs {
		fmt.Fprintf(p, "\t%s[%d] = %s%s\n", parameters[0].name, k, p.operand(g, i, parameters[1:]), end)
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
