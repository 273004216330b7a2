package tune

import (
	"cmp"
	"math"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/philox"
)

// Edges of simplexes on the unit scale: of the first of a search, the shortest of the first that polishes, and the
// shortest of those that begin anew.
const (
	firstEdge    = 0.3
	shortestEdge = 1e-3
	lastEdge     = 0.02
)

// descend searches by simplexes until there are no more runs. The first begins at the best point with its width as
// edges; each of the others begins when the one before has come to an end, near the best point and smaller.
func (c *chain) descend() {
	edges, start := slices.Clone(c.width), slices.Clone(c.best)
	for !c.over {
		c.simplex(start, edges)
		for i, x := range c.best {
			edges[i] = math.Max(edges[i]/2, lastEdge)
			start[i] = x + float64(edges[i]/4*philox.Normal(c.rng.Uint64(),
				c.rng.Uint64())) // another simplex than before
		}
	}
}

// A simplex is at an end when the costs of its vertices differ by less than flatCost of their magnitude, or its least
// cost has fallen by less than stalledCost of it in stalledSteps steps for each parameter.
const (
	flatCost     = 1e-14
	stalledCost  = 1e-6
	stalledSteps = 20
)

// vertex is a corner of a simplex.
type vertex struct {
	x    []float64
	cost float64
}

// simplex moves and changes a simplex of n + 1 vertices, that begins with a vertex and edges from it along the axes,
// towards less cost until it comes to an end. Reflections, expansions and contractions of its worst vertex are those of
// Nelder and Mead, The Computer Journal 7, 1965, in the order of Lagarias and others, SIAM J. Optim. 9, 1998; how far
// they go depends on n as in F. Gao and L. Han, "Implementing the Nelder-Mead simplex algorithm with adaptive
// parameters", Comput. Optim. Appl. 51, 2012, where n is 2 or more.
func (c *chain) simplex(start, edges []float64) {
	n := len(start)
	dimension := math.Max(2, float64(n))
	expand, contract, shrink := 1+2/dimension, 0.75-1/(2*dimension), 1-1/dimension
	vertices := make([]vertex, n+1)
	for i := range vertices {
		x := slices.Clone(start)
		if i > 0 {
			x[i-1] += edges[i-1]
		}
		vertices[i].x = x
	}
	c.costs(vertices)
	center := make([]float64, n)
	ways := [...]float64{-1, contract, -expand, -contract}
	// along returns the vertex whose way from the centre of the others is a multiple of that of the worst.
	along := func(factor float64) vertex {
		x := place(center, vertices[n].x, factor)
		return vertex{x, c.cost(x, func() [][]float64 { return foresee(vertices, x, center, factor, ways[:]) })}
	}
	least, since := math.Inf(1), 0
	for ; !c.over; since++ {
		slices.SortStableFunc(vertices, func(a, b vertex) int { return cmp.Compare(a.cost, b.cost) })
		best, worst := vertices[0].cost, vertices[n].cost
		if best < least-float64(stalledCost*math.Abs(least)) || math.IsInf(least, 0) {
			least, since = best, 0
		}
		if worst-best <= flatCost*math.Abs(worst) || since > stalledSteps*n {
			return
		}
		centre(center, vertices[:n])
		next := along(-1)
		switch {
		case next.cost < best:
			if further := along(-expand); further.cost < next.cost {
				next = further
			}
		case next.cost < vertices[n-1].cost:
		case next.cost < worst:
			if nearer := along(-contract); nearer.cost <= next.cost {
				next = nearer
			} else {
				next.cost = worst // shrink
			}
		default:
			next = along(contract)
		}
		if next.cost < worst {
			vertices[n] = next
			continue
		}
		for _, v := range vertices[1:] {
			for i, b := range vertices[0].x {
				v.x[i] = b + float64(shrink*(v.x[i]-b))
			}
		}
		c.costs(vertices[1:])
	}
}

// costs sets the costs of vertices.
func (c *chain) costs(vertices []vertex) {
	points := make([][]float64, len(vertices))
	for i, v := range vertices {
		points[i] = v.x
	}
	for i, cost := range c.evaluate(points...) {
		vertices[i].cost = cost
	}
}

// centre sets dst to the mean of vertices.
func centre(dst []float64, vertices []vertex) {
	clear(dst)
	for _, v := range vertices {
		floats.AddScaled(dst, 1/float64(len(vertices)), v.x)
	}
}

// place returns the point whose way from a centre is a multiple of that of x.
func place(center, x []float64, factor float64) []float64 {
	p := make([]float64, len(x))
	for i, w := range x {
		p[i] = center[i] + float64(factor*(w-center[i]))
	}
	return p
}

// foresee returns points that a simplex may ask for after x, at a multiple of the worst vertex's way from the centre of
// the others: at the other multiples, if it is the first one that is asked for, and then those of the steps after which
// x, or another of these points, has taken the place of the worst vertex, and the second worst one is worst.
func foresee(vertices []vertex, x, center []float64, factor float64, ways []float64) (list [][]float64) {
	n := len(center)
	taken := [][]float64{x}
	if factor == -1 {
		for _, way := range ways[1:] {
			taken = append(taken, place(center, vertices[n].x, way))
		}
		list = append(list, taken[1:]...)
	} else if factor < -1 {
		taken = append(taken, place(center, vertices[n].x, -1))
	}
	later := make([]float64, n)
	for _, way := range ways {
		for _, y := range taken {
			centre(later, slices.Concat([]vertex{{x: y}}, vertices[:n-1]))
			list = append(list, place(later, vertices[n-1].x, way))
		}
	}
	return list
}
