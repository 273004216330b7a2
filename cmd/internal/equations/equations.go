// Package equations writes the equation of motion of a robot as text.
package equations

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinetree/compile"
	"kinetree/compile/graph"
	"kinetree/internal/libm"
	"kinetree/tree"
)

// Text returns the equation of motion of a robot as text,
//
//	M(q) qdd + c(q, qd) + g(q) = tau
//
// element by element: of joints that turn in sines and cosines of sums of their angles, in which each function has one
// form only. Robots whose elements have more than mostTerms terms, and those with joints whose positions are poses, get
// straight-line programs instead, one operation to a line. Factors of an element below 1e-11 of its largest one are
// rounding, mostly that of right angles in the description, and left out.
//
// The error says why nothing can be recorded for the model.
func Text(m *tree.Model) ([]byte, error) {
	mass, bias, gravity, err := compile.EquationOfMotion(m)
	if err != nil {
		return nil, err
	}
	graphs := [...]*graph.Graph{mass, bias, gravity}
	var sums [len(graphs)][]sum
	var long error
	for i, g := range graphs {
		if sums[i], long = expand(m, g); long != nil {
			break
		}
	}
	var out bytes.Buffer
	n := m.NV()
	fmt.Fprintf(&out, "Equation of motion of %s: M(q) qdd + c(q, qd) + g(q) = tau, in SI units and radians.\n\n",
		m.Name())
	w := 0
	for _, name := range m.RateNames() {
		w = max(w, len(name))
	}
	for i, name := range m.RateNames() {
		fmt.Fprintf(&out, "  %-*s  q%d, qd%d, qdd%d, tau%d\n", w, name, i+1, i+1, i+1, i+1)
	}
	if long != nil {
		fmt.Fprintf(&out, "\nThe closed form %v, so these are straight-line programs.\n", long)
		for i, title := range []string{"M(q)", "h(q, qd) = c + g", "g(q)"} {
			fmt.Fprintf(&out, "\n%s\n", title)
			program(&out, m, graphs[i], title[:1], i == 0)
		}
		return out.Bytes(), nil
	}
	out.WriteString("\n")
	for i := range n {
		for j := i; j < n; j++ {
			fmt.Fprintf(&out, "M%d%d = %s\n", i+1, j+1, sums[0][i*n+j].text(m))
		}
	}
	out.WriteString("Mji = Mij\n\n")
	for i := range n {
		c := sums[1][i].minus(sums[2][i])
		fmt.Fprintf(&out, "c%d = %s\n", i+1, c.text(m))
	}
	out.WriteString("\n")
	for i := range n {
		fmt.Fprintf(&out, "g%d = %s\n", i+1, sums[2][i].text(m))
	}
	return out.Bytes(), nil
}

// mostTerms is how many terms a sum may have.
const mostTerms = 30000

// rounding is the share of the largest factor of an element below which factors are left out.
const rounding = 1e-11

var (
	errLong  = fmt.Errorf("has elements of more than %d terms", mostTerms)
	errPoses = errors.New("has positions that are poses, or angles that are no sums of positions")
)

// term is a product of powers of inputs and of a sine or cosine of a sum of positions, or of 1.
type term struct {
	powers string // how often each input is a factor, a byte each; "" for none
	angle  string // the factor of each position in the angle, a byte above 128 each; "" for none
	sine   bool
}

// sum is a sum of terms with factors.
type sum map[term]float64

// expand returns the outputs of a symbolic graph as sums.
func expand(m *tree.Model, g *graph.Graph) ([]sum, error) {
	if m.NQ() != m.NV() {
		return nil, errPoses
	}
	e := expansion{model: m, width: m.NQ() + m.NV(), sums: make([]sum, len(g.Nodes))}
	requires := g.Requires
	g.Requires = nil
	needed := g.Needed()
	g.Requires = requires
	for i := 1; i < len(g.Nodes); i++ {
		if !needed[i] {
			continue
		}
		var err error
		if e.sums[i], err = e.node(&g.Nodes[i]); err != nil {
			return nil, err
		}
		if len(e.sums[i]) > mostTerms {
			return nil, errLong
		}
	}
	out := make([]sum, len(g.Outputs))
	for k, i := range g.Outputs {
		out[k] = e.sums[i]
	}
	return out, nil
}

type expansion struct {
	model *tree.Model
	width int // of powers and angles: positions and velocities
	sums  []sum
}

// node returns a node as a sum; those before it have been expanded.
func (e *expansion) node(n *graph.Operation) (sum, error) {
	a := func(k int) sum { return e.sums[n.Args[k]] }
	switch n.Op {
	case graph.Const:
		if n.Value == 0 {
			return sum{}, nil
		}
		return sum{term{}: n.Value}, nil
	case graph.Input:
		return sum{term{powers: count("", int(n.Index), e.width, 1)}: 1}, nil
	case graph.Add:
		return a(0).plus(a(1), 1), nil
	case graph.Sub:
		return a(0).plus(a(1), -1), nil
	case graph.Neg:
		return sum{}.plus(a(0), -1), nil
	case graph.Mul:
		if len(a(0))*len(a(1)) > 100*mostTerms {
			return nil, errLong
		}
		return a(0).times(a(1)), nil
	case graph.Sine, graph.Cosine:
		return e.turned(a(0), n.Op == graph.Sine)
	}
	return nil, errPoses
}

// count returns powers or an angle with k more of number i of n.
func count(s string, i, n int, k int8) string {
	b := []byte(s)
	if s == "" {
		b = bytes.Repeat([]byte{128}, n)
	}
	b[i] = byte(int(b[i]) + int(k))
	if bytes.Count(b, []byte{128}) == n {
		return ""
	}
	return string(b)
}

// turned returns the sine or cosine of a sum that is an angle.
func (e *expansion) turned(x sum, sine bool) (sum, error) {
	constant, angle := 0.0, ""
	for t, factor := range x {
		switch {
		case t == term{}:
			constant = factor
		case t.angle != "" || factor != math.Trunc(factor) || math.Abs(factor) > 100:
			return nil, errPoses
		default:
			at := -1
			for i := range len(t.powers) {
				switch t.powers[i] {
				case 128:
				case 129:
					if at >= 0 || i >= e.model.NQ() {
						return nil, errPoses
					}
					at = i
				default:
					return nil, errPoses
				}
			}
			angle = count(angle, at, e.width, int8(factor))
		}
	}
	s, c := libm.Sincos(constant)
	s, c = exact(s), exact(c)
	// sin(x + k) = cos k sin x + sin k cos x, cos(x + k) = cos k cos x − sin k sin x
	if sine {
		return sum{}.add(term{angle: angle, sine: true}, c).add(term{angle: angle}, s), nil
	}
	return sum{}.add(term{angle: angle}, c).add(term{angle: angle, sine: true}, -s), nil
}

// exact returns a sine of a multiple of a right angle without its rounding.
func exact(x float64) float64 {
	if r := math.Round(x); math.Abs(x-r) < 1e-15 {
		return r
	}
	return x
}

// add adds a term, in the form that each function has: the first factor of its angle is positive.
func (s sum) add(t term, factor float64) sum {
	if t.angle == "" && t.sine {
		return s
	}
	for i := range len(t.angle) {
		if t.angle[i] < 128 {
			b := []byte(t.angle)
			for k := range b {
				b[k] = byte(256 - int(b[k]))
			}
			if t.angle = string(b); t.sine {
				factor = -factor
			}
		}
		if t.angle[i] != 128 {
			break
		}
	}
	if s[t] += factor; s[t] == 0 {
		delete(s, t)
	}
	return s
}

// plus returns s + factor x.
func (s sum) plus(x sum, factor float64) sum {
	out := maps.Clone(s)
	if out == nil {
		out = sum{}
	}
	for t, f := range x {
		out.add(t, float64(factor*f))
	}
	return out
}

// minus returns s − x without what is rounding of both.
func (s sum) minus(x sum) sum {
	size := 0.0
	for _, f := range s {
		size = max(size, math.Abs(f))
	}
	out := s.plus(x, -1)
	for t, f := range out {
		if math.Abs(f) <= rounding*size {
			delete(out, t)
		}
	}
	return out
}

// times returns s x, the products of sines and cosines as sums.
func (s sum) times(x sum) sum {
	out := sum{}
	for _, a := range s.terms() { // in an order, so that sums have one rounding
		for _, b := range x.terms() {
			factor, powers := float64(s[a]*x[b]), joined(a.powers, b.powers, 1)
			if a.angle == "" || b.angle == "" {
				out.add(term{powers, joined(a.angle, b.angle, 1), a.sine || b.sine}, factor)
				continue
			}
			together, apart := joined(a.angle, b.angle, 1), joined(a.angle, b.angle, -1)
			switch half := factor / 2; {
			case a.sine && b.sine:
				out.add(term{powers, apart, false}, half).add(term{powers, together, false}, -half)
			case !a.sine && !b.sine:
				out.add(term{powers, apart, false}, half).add(term{powers, together, false}, half)
			case a.sine:
				out.add(term{powers, together, true}, half).add(term{powers, apart, true}, half)
			default:
				out.add(term{powers, together, true}, half).add(term{powers, apart, true}, -half)
			}
		}
	}
	return out
}

// joined returns a + sign b, number by number.
func joined(a, b string, sign int) string {
	switch {
	case b == "":
		return a
	case a == "":
		a = string(bytes.Repeat([]byte{128}, len(b)))
	}
	out, any := []byte(a), false
	for i := range out {
		out[i] = byte(int(out[i]) + sign*(int(b[i])-128))
		any = any || out[i] != 128
	}
	if !any {
		return ""
	}
	return string(out)
}

// terms returns the terms in an order: by powers, then by angles, the simplest first.
func (s sum) terms() []term {
	return slices.SortedFunc(maps.Keys(s), func(a, b term) int {
		sine := func(t term) int {
			if t.sine {
				return 1
			}
			return 0
		}
		return cmp.Or(-cmp.Compare(a.powers, b.powers), cmp.Compare(weight(a.angle), weight(b.angle)),
			-cmp.Compare(a.angle, b.angle), cmp.Compare(sine(a), sine(b)))
	})
}

// weight returns how many positions an angle has.
func weight(angle string) (n int) {
	for i := range len(angle) {
		n += max(int(angle[i])-128, 128-int(angle[i]))
	}
	return n
}

// text writes a sum.
func (s sum) text(m *tree.Model) string {
	size := 0.0
	for _, f := range s {
		size = max(size, math.Abs(f))
	}
	var b strings.Builder
	line := 0 // where it begins
	for _, t := range s.terms() {
		f := s[t]
		if b.Len()-line > 90 {
			b.WriteString("\n   ")
			line = b.Len() - 3
		}
		if math.Abs(f) <= rounding*size {
			continue
		}
		switch {
		case b.Len() == 0 && f < 0:
			b.WriteString("-")
		case b.Len() > 0 && f < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		factors := t.factors(m)
		if f = math.Abs(f); math.Abs(f-1) > 1e-12 || len(factors) == 0 {
			factors = append([]string{strconv.FormatFloat(f, 'g', 12, 64)}, factors...)
		}
		b.WriteString(strings.Join(factors, " "))
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

// factors returns what a term multiplies its number with.
func (t term) factors(m *tree.Model) (list []string) {
	for i := range len(t.powers) {
		name := input(m, i)
		if k := int(t.powers[i]) - 128; k > 1 {
			list = append(list, name+"^"+strconv.Itoa(k))
		} else if k == 1 {
			list = append(list, name)
		}
	}
	if t.angle == "" {
		return list
	}
	var angle strings.Builder
	for i := range len(t.angle) {
		k := int(t.angle[i]) - 128
		switch {
		case k == 0:
			continue
		case k < 0:
			angle.WriteString(" - ")
		case angle.Len() > 0:
			angle.WriteString(" + ")
		}
		if k = max(k, -k); k > 1 {
			angle.WriteString(strconv.Itoa(k) + " ")
		}
		angle.WriteString(input(m, i))
	}
	function := "cos"
	if t.sine {
		function = "sin"
	}
	return append(list, function+"("+angle.String()+")")
}

// input returns the name of an input: a position, and behind these a velocity.
func input(m *tree.Model, i int) string {
	if i < m.NQ() {
		return "q" + strconv.Itoa(i+1)
	}
	return "qd" + strconv.Itoa(i-m.NQ()+1)
}

// program writes the operations that the outputs of a graph need, a line each.
func program(out *bytes.Buffer, m *tree.Model, g *graph.Graph, name string, square bool) {
	g.Requires = nil
	needed := g.Needed()
	operand := func(i int32) string {
		switch n := &g.Nodes[i]; n.Op {
		case graph.Const:
			return strconv.FormatFloat(n.Value, 'g', 17, 64)
		case graph.Input:
			return input(m, int(n.Index))
		}
		return "v" + strconv.Itoa(int(i))
	}
	for i := int32(1); int(i) < len(g.Nodes); i++ {
		n := &g.Nodes[i]
		if !needed[i] || n.Op == graph.Const || n.Op == graph.Input {
			continue
		}
		a, b := operand(n.Args[0]), operand(n.Args[1])
		form := map[graph.Op]string{graph.Add: a + " + " + b, graph.Sub: a + " - " + b, graph.Mul: a + " * " + b,
			graph.Div: a + " / " + b, graph.Sqrt: "sqrt(" + a + ")", graph.Abs: "abs(" + a + ")", graph.Neg: "-" + a,
			graph.Sine: "sin(" + a + ")", graph.Cosine: "cos(" + a + ")"}[n.Op]
		if n.Op == graph.Select {
			form = fmt.Sprintf("if %s < %s then %s else %s", a, b, operand(n.Args[2]), operand(n.Args[3]))
		}
		fmt.Fprintf(out, "v%d = %s\n", i, form)
	}
	for k, i := range g.Outputs {
		switch n := m.NV(); {
		case square && k/n > k%n:
		case square:
			fmt.Fprintf(out, "%s[%d,%d] = %s\n", name, k/n+1, k%n+1, operand(i))
		default:
			fmt.Fprintf(out, "%s[%d] = %s\n", name, k+1, operand(i))
		}
	}
}
