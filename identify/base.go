package identify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"kinetree/internal/floats"
	"kinetree/tree"
)

// dependent bounds how far a column of W may stand out of the span of others, as the sine of the angle, and still
// count as dependent on them. On real and random robots columns stand out by more than 1e-3 or by rounding, 1e-13.
// Between them are files whose right angles have five digits or more, 1.5708 for π/2; what sticks out of such a
// robot's columns no log shows.
const dependent = 1e-5

// negligible is the smallest coefficient of a dependent column, relative to the lengths of both columns, and the
// smallest length of a column, relative to the longest, that are not rounding.
const negligible = 1e-9

// comparable is the least share of the longest column that a lead's column has, of the parameters of a body with one
// unit: so that coefficients are not large, and of parameters that do equally well the first leads.
const comparable = 0.5

// BaseParameters are the base parameters of an equation: combinations of parameters, one of which leads and counts 1,
// such that the efforts depend on them alone and on each of them,
//
//	τ = W θ = W_b β,   β = θ_lead + Σ coefficient θ_other
//
// with the columns of the leads as W_b. They are found numerically from random states, by orthogonalisation of the
// columns from the first on, with a choice of the leads among parameters of one body and one unit: a column that
// depends on those before it gives its parameter to them. So parameters move from the tips to the base, as the known
// grouping rules have it.
type BaseParameters struct {
	Equation *Equation
	Groups   []BaseParameter // in the order of their leads
	Hidden   []int           // parameters that are in groups of others only; their own values cannot be found
	Idle     []int           // parameters that no effort depends on
}

// BaseParameter is a combination of parameters: its lead, and those that the lead stands for in the efforts.
type BaseParameter struct {
	Lead   int    // a parameter
	Others []Part // the parameters that it takes up
}

// Part is a parameter in a combination.
type Part struct {
	Parameter   int
	Coefficient float64
}

// column is a column of W: length Σ r_k basis_k + length x, with x orthogonal to the basis.
type column struct {
	parameter int
	length    float64
	r, x      []float64
}

// FindBase finds the base parameters of an equation. The result depends on the geometry of the robot and on the
// direction of gravity, not on the values of the parameters nor on the limits of joints. O(c³) for c parameters.
func FindBase(e *Equation) *BaseParameters {
	b := &BaseParameters{Equation: e}
	columns := randomColumns(e)
	longest := 0.0
	for p := range columns {
		longest = math.Max(longest, columns[p].length)
	}
	var basis [][]float64
	var leads []*column
	for first := 0; first < len(columns); {
		end := first + 1
		for end < len(columns) && e.alike(first, end) {
			end++
		}
		var rest []*column
		for ; first < end; first++ {
			if c := &columns[first]; c.length > negligible*longest {
				rest = append(rest, c)
			} else {
				b.Idle = append(b.Idle, first)
			}
		}
		for {
			for _, c := range rest {
				c.reduce(basis, len(c.r))
			}
			i := lead(rest, float64(dependent*longest))
			if i < 0 {
				break
			}
			c := rest[i]
			c.reduce(basis, 0) // which removes the rounding of the first time
			size := floats.Norm(c.x, 2)
			floats.Scale(1/size, c.x)
			c.r = append(c.r, size)
			basis, leads = append(basis, c.x), append(leads, c)
			b.Groups = append(b.Groups, BaseParameter{Lead: c.parameter})
			rest = slices.Delete(rest, i, i+1)
		}
		for _, c := range rest {
			if c.length <= dependent*longest && floats.Norm(c.x, 2) > dependent { // its own, and next to nothing
				b.Idle = append(b.Idle, c.parameter)
				continue
			}
			b.Hidden = append(b.Hidden, c.parameter)
			b.give(c, leads)
		}
	}
	slices.Sort(b.Idle)
	for _, g := range b.Groups {
		slices.SortFunc(g.Others, func(p, q Part) int { return p.Parameter - q.Parameter })
	}
	slices.SortFunc(b.Groups, func(g, h BaseParameter) int { return g.Lead - h.Lead })
	return b
}

// reduce makes x orthogonal to the basis from an index on.
func (c *column) reduce(basis [][]float64, from int) {
	c.r = append(c.r, make([]float64, len(basis)-len(c.r))...)
	for k, u := range basis[from:] {
		along := floats.Dot(u, c.x)
		c.r[from+k] += along
		floats.AddScaled(c.x, -along, u)
	}
}

// lead returns the index of the column that leads the next group, or -1 if all depend on the basis or what is their
// own is shorter than least.
func lead(columns []*column, least float64) int {
	longest := 0.0
	for _, c := range columns {
		if out := floats.Norm(c.x, 2); out > dependent {
			longest = math.Max(longest, out*c.length)
		}
	}
	return slices.IndexFunc(columns, func(c *column) bool {
		out := floats.Norm(c.x, 2)
		return out > dependent && out*c.length > least && out*c.length >= comparable*longest
	})
}

// give adds the parameter of a column that depends on those of the leads to their groups, which are in their order.
func (b *BaseParameters) give(c *column, leads []*column) {
	r := c.r
	for k := len(leads) - 1; k >= 0; k-- { // back substitution: r becomes the coefficients of columns of length 1
		r[k] /= leads[k].r[k]
		for i := range k {
			r[i] -= float64(r[k] * leads[k].r[i])
		}
		if math.Abs(r[k]) > negligible {
			b.Groups[k].Others = append(b.Groups[k].Others, Part{c.parameter, r[k] * c.length / leads[k].length})
		}
	}
}

// randomColumns returns the columns of W for some more random states than are needed.
func randomColumns(e *Equation) []column {
	m := e.model
	n, count := m.NV(), len(e.names)
	columns := make([]column, count)
	states := 0
	if n > 0 {
		states = 30 + 3*count/n
	}
	for p := range columns {
		columns[p] = column{parameter: p, x: make([]float64, states*n)}
	}
	rng := rand.New(rand.NewPCG(1, 0))
	q, v, a, w := m.Neutral(), make([]float64, n), make([]float64, n), make([]float64, n*count)
	for s := range states {
		if e.Bound == nil {
			randomPosition(q, m, rng)
		}
		for i := range n { // such that accelerations, squares of velocities and gravity are of one magnitude
			v[i], a[i] = float64(6*rng.Float64())-3, float64(20*rng.Float64())-10
		}
		if e.Bound == nil {
			e.Rows(w, q, v, a)
		} else {
			e.randomRows(w, q, v, a, rng)
		}
		for row := range n {
			for p := range columns {
				columns[p].x[s*n+row] = w[row*count+p]
			}
		}
	}
	for p := range columns {
		c := &columns[p]
		if c.length = floats.Norm(c.x, 2); c.length > 0 {
			floats.Scale(1/c.length, c.x)
		}
	}
	return columns
}

// randomRows sets w to the rows of the equation in a random state that meets the constraints, or to zero if none is
// found.
func (e *Equation) randomRows(w, q, v, a []float64, rng *rand.Rand) {
	clear(w)
	if e.Bound.Wander(q, v, a, rng) != nil {
		return
	}
	if ties := e.Bound.Ties(q); ties != nil {
		e.Rows(w, q, v, a)
		e.Bound.Fold(w, len(e.names), ties)
	}
}

// randomPosition sets q to a random position that limits do not bound, for a joint whose limits are equal would hide
// parameters.
func randomPosition(q []float64, m *tree.Model, rng *rand.Rand) {
	m.Random(q, rng)
	for _, j := range m.Joints() {
		if j.NQ == 1 && j.Leader < 0 {
			q[j.Q] = float64((float64(2*rng.Float64()) - 1) * math.Pi)
		}
	}
}

// Values returns β for the parameters θ.
func (b *BaseParameters) Values(theta []float64) []float64 {
	beta := make([]float64, len(b.Groups))
	for i, g := range b.Groups {
		beta[i] = theta[g.Lead]
		for _, p := range g.Others {
			beta[i] += float64(p.Coefficient * theta[p.Parameter])
		}
	}
	return beta
}

// Name returns the name of a group: that of its lead, with an asterisk if it takes up others.
func (b *BaseParameters) Name(g *BaseParameter) string {
	name := b.Equation.names[g.Lead]
	if len(g.Others) > 0 {
		name += "*"
	}
	return name
}

// Unit returns the unit of a group.
func (b *BaseParameters) Unit(g *BaseParameter) string { return b.Equation.units[g.Lead] }

// Formula writes a group in full, such as elbow_joint/mcx + 0.39225 wrist_1_joint/m.
func (b *BaseParameters) Formula(g *BaseParameter) string {
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
