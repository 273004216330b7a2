package constraint

import (
	"math"
	"slices"

	"kinetree/internal/floats"
)

// factor is the triangular factor U of a QR factorization Wᵀ = Q U, of which only U is kept: Uᵀ U = W Wᵀ. The columns
// of Wᵀ are the constraint rows, its rows are those of the rates. A row of a rate has elements for the constraints that
// can move it only, and comes into the front when the first of them is eliminated. Householder reflections then clear
// one column of the front after another, whose first row leaves as a row of U. So U is a band if constraints couple
// their neighbours alone, and both work and memory grow linearly with their number then. Sources: Lawson and Hanson,
// "Solving Least Squares Problems", 1974, chapter 27; George and Heath, "Solution of sparse linear least squares
// problems using Givens rotations", Linear Algebra Appl. 34, 1980; Heath 1982 for the rank.
//
// The columns of a constraint, a group, are taken in the order of their distances from the span of those before, so
// that those which are redundant are the last, whichever they are in a position: they get no row of U.
type factor struct {
	groups    []group
	entries   [][]entry // of each rate
	order     []int     // the columns in the order in which they were eliminated
	places    []place   // of rows of U, by column
	u         []float64
	redundant []bool
	gone      []bool    // columns that are eliminated, or zero
	prior     []bool    // columns to be taken before others of their group, unless far nearer to the span
	weakest   float64   // the square of the least distance of a column from the span of those before, by its scale
	front     []float64 // column by column
	height    int       // of a column of the front, at most
	rows      int       // of the front
}

// group are columns first to last − 1, whose rows have elements up to end − 1.
type group struct {
	first, last, end int
	idle             int   // so many columns at the end are zero
	enters           []int // rates whose first column is one of these
	whole            bool  // these have elements for the columns of the group alone, one behind the other
}

// place is where a row of U has its elements, for all columns from the first of its group on.
type place struct{ first, end, offset int }

// entry is an element of W: the column, and the index among the elements of W.
type entry struct{ column, at int }

// newFactor returns the workspace for elements of Wᵀ by rate, in rising order of columns. sizes are those of the
// groups.
func newFactor(sizes []int, entries [][]entry) *factor {
	f := &factor{entries: entries, weakest: math.Inf(1)}
	var of []int // the group of each column
	n := 0
	for i, size := range sizes {
		f.groups = append(f.groups, group{first: n, last: n + size, end: n + size})
		of = append(of, slices.Repeat([]int{i}, size)...)
		n += size
	}
	for i, list := range entries {
		if len(list) > 0 {
			g := &f.groups[of[list[0].column]]
			g.enters = append(g.enters, i)
			g.end = max(g.end, f.groups[of[list[len(list)-1].column]].last)
		}
	}
	for i := range f.groups {
		f.groups[i].whole = f.groups[i].contiguous(entries)
	}
	size, rows := 0, 0
	for i := range f.groups {
		g := &f.groups[i]
		if i > 0 {
			g.end = max(g.end, f.groups[i-1].end)
		}
		for range g.last - g.first {
			f.places = append(f.places, place{g.first, g.end, size})
			size += g.end - g.first
		}
		rows += len(g.enters)
		f.height = max(f.height, rows)
		rows = min(rows, g.end-g.last)
	}
	f.u, f.front = make([]float64, size), make([]float64, n*f.height)
	f.redundant, f.gone, f.prior = make([]bool, n), make([]bool, n), make([]bool, n)
	f.order = make([]int, 0, n)
	return f
}

// contiguous reports whether the rates that enter have elements for the columns of the group alone, which stand one
// behind the other in each column.
func (g *group) contiguous(entries [][]entry) bool {
	for k, rate := range g.enters {
		list := entries[rate]
		if len(list) != g.last-g.first {
			return false
		}
		for c, e := range list {
			if e.at != entries[g.enters[0]][c].at+k {
				return false
			}
		}
	}
	return len(g.enters) > 0
}

// column returns a column of the front.
func (f *factor) column(c int) []float64 { return f.front[c*f.height : c*f.height+f.rows] }

// decompose factors Wᵀ with the elements w. ranks has for each group how many of its columns are to be eliminated at
// most, nil for all. A column is redundant that is nearer to the span of others than a part of its scale.
func (f *factor) decompose(w, scale []float64, part float64, ranks []int) {
	f.order, f.rows = f.order[:0], 0
	f.weakest = math.Inf(1)
	clear(f.gone)
	before := 0
	for i := range f.groups {
		g := &f.groups[i]
		for c := before; c < g.end; c++ {
			clear(f.column(c))
		}
		before = g.end
		row := f.rows
		f.rows += len(g.enters)
		for c := g.last; c < g.end; c++ {
			clear(f.column(c)[row:])
		}
		if g.whole {
			n := len(g.enters)
			for c := g.first; c < g.last-g.idle; c++ {
				at := f.entries[g.enters[0]][c-g.first].at
				copy(f.front[c*f.height+row:], w[at:at+n])
			}
		} else {
			f.enter(g, row, w)
		}
		rank := g.last - g.first
		for c := g.first; c < g.last; c++ {
			f.redundant[c], f.gone[c] = true, c >= g.last-g.idle
		}
		if ranks != nil {
			rank = ranks[i]
		}
		f.eliminate(g, scale, part, rank)
		f.compress(g)
	}
}

// enter copies the rows of a group that enter the front into it, from a row on.
func (f *factor) enter(g *group, row int, w []float64) {
	for k, rate := range g.enters {
		for _, e := range f.entries[rate] {
			f.front[e.column*f.height+row+k] = w[e.at]
		}
	}
}

// eliminate eliminates columns of a group.
func (f *factor) eliminate(g *group, scale []float64, part float64, rank int) {
	for range min(rank, f.rows) {
		column, most, sum := -1, 0.0, 0.0
		for c := g.first; c < g.last; c++ {
			if f.gone[c] {
				continue
			}
			square := squares(f.column(c))
			if square == 0 {
				continue
			}
			relative := square / float64(scale[c]*scale[c])
			weight := relative
			if f.prior[c] {
				weight *= 1e4
			}
			if weight > most && relative > part*part {
				column, most, sum = c, weight, square
			}
		}
		if column < 0 {
			return
		}
		f.weakest = min(f.weakest, sum/float64(scale[column]*scale[column]))
		f.redundant[column], f.gone[column] = false, true
		f.reflect(column, g.first, g.end, sum)
		u, _ := f.row(column)
		for j := range u {
			u[j] = 0
			if c := g.first + j; c == column || !f.gone[c] {
				u[j] = f.front[c*f.height+f.rows-1]
			}
		}
		f.order = append(f.order, column)
		f.rows--
	}
}

// tiny is the square of numbers that are nothing beside any others, whose reciprocal is a number yet.
const tiny = 1e-290

// compress reduces the front to at most as many rows as there are columns after the group.
func (f *factor) compress(g *group) {
	n, rows := g.end-g.last, f.rows
	if rows <= n {
		return
	}
	for c := g.last; c < g.end; c++ {
		if sum := squares(f.column(c)); sum > tiny {
			f.reflect(c, c+1, g.end, sum)
		}
		f.rows--
	}
	f.rows = n
	for c := g.last; c < g.end; c++ { // the other rows are zero
		x := f.front[c*f.height : c*f.height+rows]
		copy(x, x[rows-n:])
	}
}

func squares(x []float64) (sum float64) {
	for _, y := range x {
		sum += float64(y * y)
	}
	return sum
}

// reflect reflects the front so that of a column, whose squares have the given sum, the last element remains alone, and
// with it the columns first to end − 1 that are not gone.
func (f *factor) reflect(column, first, end int, sum float64) {
	v := f.column(column)
	bottom := len(v) - 1
	norm := math.Copysign(math.Sqrt(sum), v[bottom])
	v[bottom] += norm
	scale := 1 / float64(norm*v[bottom]) // 2/|v|² of the reflection I − 2 v vᵀ/|v|²
	for c := first; c < end; c++ {
		if f.gone[c] {
			continue
		}
		x := f.column(c)[:len(v)]
		image := 0.0
		for i, y := range v {
			image += float64(y * x[i])
		}
		floats.AddScaled(x, -float64(image*scale), v)
	}
	clear(v)
	v[bottom] = -norm
}

// row returns the row of U of a column, and the first column of which it has elements.
func (f *factor) row(column int) (u []float64, first int) {
	p := &f.places[column]
	return f.u[p.offset : p.offset+p.end-p.first], p.first
}

// solve replaces x by the solution of Uᵀ U x = x, with 0 for redundant columns.
func (f *factor) solve(x []float64) {
	f.solveTransposed(x)
	for p := len(f.order) - 1; p >= 0; p-- {
		c := f.order[p]
		u, first := f.row(c)
		sum := x[c]
		x[c] = 0
		from := x[first:][:len(u)]
		for j, z := range u {
			sum -= float64(z * from[j])
		}
		x[c] = sum / u[c-first]
	}
}

// solveTransposed replaces x by the solution of Uᵀ y = x, with 0 for redundant columns.
func (f *factor) solveTransposed(x []float64) {
	for _, c := range f.order {
		u, first := f.row(c)
		y := x[c] / u[c-first]
		floats.AddScaled(x[first:][:len(u)], -y, u)
		x[c] = y
	}
	for c, redundant := range f.redundant {
		if redundant {
			x[c] = 0
		}
	}
}

// applyTransposed replaces y by Uᵀ y.
func (f *factor) applyTransposed(y []float64) {
	for p := len(f.order) - 1; p >= 0; p-- {
		c := f.order[p]
		u, first := f.row(c)
		z := y[c]
		y[c] = 0
		floats.AddScaled(y[first:][:len(u)], z, u)
	}
}

// pivot returns the element of U on the diagonal of a column that is not redundant.
func (f *factor) pivot(c int) float64 {
	u, first := f.row(c)
	return u[c-first]
}
