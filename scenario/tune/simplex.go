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
		vertices[i] = vertex{x, c.evaluate(x)[0]}
	}
	center := make([]float64, n)
	// along returns the vertex whose way from the centre of the others is a multiple of that of the worst.
	along := func(factor float64) vertex {
		x := make([]float64, n)
		for i, w := range vertices[n].x {
			x[i] = center[i] + float64(factor*(w-center[i]))
		}
		return vertex{x, c.evaluate(x)[0]}
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
		clear(center)
		for _, v := range vertices[:n] {
			floats.AddScaled(center, 1/float64(n), v.x)
		}
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
		for k := 1; k <= n; k++ {
			vertices[k].cost = c.evaluate(vertices[k].x)[0]
		}
	}
}
