package identify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"

	"kinetree/tree"
)

// dependent bounds how far a column of W may stand out of the span of others, as the sine of the angle, and still count as dependent on them. On real and
// random robots columns stand out by more than 1e-3 or by rounding, 1e-13. Between them are files whose right angles have five digits or more, 1.5708 for π/2;
// what sticks out of such a robot's columns no log shows.
const dependent = 1e-5

// negligible is the smallest coefficient of a dependent column, relative to the lengths of both columns, that is not rounding.
const negligible = 1e-9

// Base are the base parameters of an equation: combinations of parameters, one of which leads and counts 1, such that the efforts depend on them alone and
// on each of them,
//
//	τ = W θ = W_b β,   β = θ_lead + Σ coefficient θ_other
//
// with the columns of the leads as W_b. They are found numerically from random states, by orthogonalisation of the columns from the first on: a column that
// depends on those before it gives its parameter to them. So parameters move from the tips to the base, as the known grouping rules have it.
type Base struct {
	Equation *Equation
	Groups   []Group // in the order of their leads
	Hidden   []int   // parameters that are in groups of others only; their own values cannot be found
	Idle     []int   // parameters that no effort depends on
}

// Group is a base parameter.
type Group struct {
	Lead   int    // a parameter
	Others []Part // the parameters that it takes up
}

// Part is a parameter in a group.
type Part struct {
	Parameter   int
	Coefficient float64
}

// FindBase finds the base parameters of an equation. The result depends on the geometry of the robot and on the direction of gravity, not on the values of
// the parameters nor on the limits of joints. O(c³) for c parameters.
func FindBase(e *Equation) *Base {
	columns := randomColumns(e)
	b := &Base{Equation: e}
	largest := 0.0
	for _, c := range columns {
		largest = math.Max(largest, floats.Norm(c, 2))
	}
	var basis [][]float64    // orthonormal, of the leads' columns
	var lengths []float64    // of the leads' columns
	var triangle [][]float64 // the leads' columns of length 1 in the basis
	for p, c := range columns {
		length := floats.Norm(c, 2)
		if !(length > dependent*largest) {
			b.Idle = append(b.Idle, p)
			continue
		}
		floats.Scale(1/length, c)
		r := make([]float64, len(basis))
		for range 2 { // the second time removes the rounding of the first
			for k, u := range basis {
				along := floats.Dot(u, c)
				r[k] += along
				floats.AddScaled(c, -along, u)
			}
		}
		if rest := floats.Norm(c, 2); rest > dependent {
			floats.Scale(1/rest, c)
			basis, lengths, triangle = append(basis, c), append(lengths, length), append(triangle, append(r, rest))
			b.Groups = append(b.Groups, Group{Lead: p})
			continue
		}
		b.Hidden = append(b.Hidden, p)
		for k := len(r) - 1; k >= 0; k-- { // back substitution: r becomes the coefficients of the leads
			r[k] /= triangle[k][k]
			for i := range k {
				r[i] -= r[k] * triangle[k][i]
			}
			if math.Abs(r[k]) > negligible {
				b.Groups[k].Others = append(b.Groups[k].Others, Part{p, r[k] * length / lengths[k]})
			}
		}
	}
	return b
}

// randomColumns returns the columns of W for some more random states than are needed.
func randomColumns(e *Equation) [][]float64 {
	m := e.model
	n, count := m.NV(), len(e.names)
	columns := make([][]float64, count)
	if n == 0 {
		return columns
	}
	states := 30 + 3*count/n
	for p := range columns {
		columns[p] = make([]float64, states*n)
	}
	rng := rand.New(rand.NewPCG(1, 0))
	q, v, a, w := m.Neutral(), make([]float64, n), make([]float64, n), make([]float64, n*count)
	for s := range states {
		randomPosition(q, m, rng)
		for i := range n { // such that accelerations, squares of velocities and gravity are of one magnitude
			v[i], a[i] = 6*rng.Float64()-3, 20*rng.Float64()-10
		}
		e.Rows(w, q, v, a)
		for row := range n {
			for p := range columns {
				columns[p][s*n+row] = w[row*count+p]
			}
		}
	}
	return columns
}

// randomPosition sets q to a random position that limits do not bound, for a joint whose limits are equal would hide parameters.
func randomPosition(q []float64, m *tree.Model, rng *rand.Rand) {
	m.Random(q, rng)
	for _, j := range m.Joints() {
		if j.NQ == 1 && j.Leader < 0 {
			q[j.Q] = (2*rng.Float64() - 1) * math.Pi
		}
	}
}

// Values returns β for the parameters θ.
func (b *Base) Values(theta []float64) []float64 {
	beta := make([]float64, len(b.Groups))
	for i, g := range b.Groups {
		beta[i] = theta[g.Lead]
		for _, p := range g.Others {
			beta[i] += p.Coefficient * theta[p.Parameter]
		}
	}
	return beta
}

// Name returns the name of a group: that of its lead, with an asterisk if it takes up others.
func (b *Base) Name(g *Group) string {
	name := b.Equation.names[g.Lead]
	if len(g.Others) > 0 {
		name += "*"
	}
	return name
}

// Unit returns the unit of a group.
func (b *Base) Unit(g *Group) string { return b.Equation.units[g.Lead] }

// Formula writes a group in full, such as elbow_joint/mcx + 0.39225 wrist_1_joint/m.
func (b *Base) Formula(g *Group) string {
	var s strings.Builder
	s.WriteString(b.Equation.names[g.Lead])
	for _, p := range g.Others {
		sign, size := "+", p.Coefficient
		if size < 0 {
			sign, size = "-", -size
		}
		fmt.Fprintf(&s, " %s ", sign)
		if text := fmt.Sprintf("%.6g", size); text != "1" {
			s.WriteString(text + " ")
		}
		s.WriteString(b.Equation.names[p.Parameter])
	}
	return s.String()
}
