package tune

import (
	"math"
	"slices"

	"kinetree/internal/cmaes"
	"kinetree/internal/libm"
)

// evolve searches by CMA-ES until there are no more runs. When a distribution has come to an end, another one begins
// at a random point: BIPOP takes turns between populations that double, and small ones, of a random size and width, so
// that both get as many runs.
//
// Source: N. Hansen, "Benchmarking a BI-population CMA-ES on the BBOB-2009 function testbed", GECCO 2009.
func (c *chain) evolve() {
	n := len(c.best)
	least := max(abreast, cmaes.Population(n))
	large, spent := least, [2]int{}
	start, size, width, regime := slices.Clone(c.best), least, firstWidth, 0
	c.evaluate(start)
	for !c.over {
		before := len(c.trials)
		c.distribution(start, width, size)
		spent[regime] += len(c.trials) - before
		start = c.random()
		if spent[0] <= spent[1] {
			u, v := c.rng.Float64(), c.rng.Float64()
			regime, width = 0, float64(firstWidth*libm.Pow(10, float64(-2*v)))
			size = max(least, int(float64(least)*libm.Pow(float64(large)/float64(2*least), float64(u*u))))
		} else {
			large *= 2
			regime, width, size = 1, firstWidth, large
		}
	}
}

// distribution samples around a mean, with a standard deviation along each coordinate and size candidates a generation,
// and adapts to what it finds until it comes to an end, or no candidate of a generation has a cost.
func (c *chain) distribution(mean []float64, width float64, size int) {
	e := cmaes.New(mean, slices.Repeat([]float64{width}, len(mean)), size)
	e.Widest, e.Narrowest = mostWidth, leastWidth
	points := make([][]float64, size)
	for k := range points {
		points[k] = make([]float64, len(mean))
	}
	for known := true; known && !c.over && !e.Ended(); {
		e.Sample(points, c.rng)
		before := c.least
		costs := c.evaluate(points...)
		known = slices.Min(costs) < worst
		e.Update(costs)
		if c.least < before {
			for i := range c.width {
				c.width[i] = math.Max(2*e.Deviation(i), shortestEdge)
			}
		}
	}
}

// abreast is how many candidates a generation has at least: machine code judges as many in the time of one.
const abreast = 8

// A first distribution has the standard deviation firstWidth. None has a larger one than mostWidth along a coordinate:
// beyond the bounds the cost is that of the mirrored points, so that a distribution across a bound that is a ridge
// would grow without end. One is at an end with less than leastWidth of the way between the bounds.
const (
	firstWidth = 0.2
	mostWidth  = 1.0 / 3
	leastWidth = 1e-11
)
