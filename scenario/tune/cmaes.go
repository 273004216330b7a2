package tune

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/internal/libm"
	"kinetree/internal/philox"
)

// evolution is a run of CMA-ES, the evolution strategy that adapts the covariance matrix of a normal distribution to
// the shape of the cost. From generation to generation it samples candidates and moves its distribution towards the
// better half of them and away from the worst. It looks at the order of their costs only.
//
// Source: N. Hansen, "The CMA Evolution Strategy: A Tutorial", 2016, arXiv:1604.00772, to whose equations the numbers
// in parentheses refer; names are those of the tutorial. Products are rounded before they are added (float64(a*b) + c),
// so that the candidates are the same on machines with and without fused operations.
type evolution struct {
	n, lambda, mu int
	weights       []float64 // of the candidates in the order of their costs; the later ones are negative
	muEff         float64   // how many candidates the weights of the better half stand for

	cc, c1, cMu    float64 // learning rates of the evolution path and of the covariance matrix
	cSigma, dSigma float64 // learning rate of the path of the step size, and its damping
	chi            float64 // the mean length of a standard normal vector

	mean, pSigma, pc []float64
	sigma            float64
	c, b             []float64 // covariance matrix C and its eigenvectors, the columns of B, row by row
	d                []float64 // square roots of the eigenvalues
	y                []float64 // the steps of the candidates, (x - mean)/sigma, row by row
	generation       int

	first []float64 // least costs of the generations so far
	last  []float64 // costs of the last generation in their order
}

// evolve searches by CMA-ES until there are no more runs. When a distribution has come to an end, another one begins
// at a random point: BIPOP takes turns between populations that double, and small ones, of a random size and width, so
// that both get as many runs.
//
// Source: N. Hansen, "Benchmarking a BI-population CMA-ES on the BBOB-2009 function testbed", GECCO 2009.
func (c *chain) evolve() {
	n := len(c.best)
	least := population(n)
	large, spent := least, [2]int{}
	start, size, width, regime := slices.Clone(c.best), least, firstWidth, 0
	c.evaluate(start)
	for !c.over {
		before := len(c.trials)
		c.distribution(newEvolution(start, width, size))
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

// distribution samples from a distribution and adapts it until it comes to an end.
func (c *chain) distribution(e *evolution) {
	points := make([][]float64, e.lambda)
	for k := range points {
		points[k] = make([]float64, e.n)
	}
	for !c.over && !e.ended() {
		e.sample(points, c.rng)
		before := c.least
		e.update(c.evaluate(points...))
		if c.least < before {
			for i := range c.width {
				c.width[i] = math.Max(2*e.deviation(i), shortestEdge)
			}
		}
	}
}

// newEvolution returns a run that samples around a mean with the standard deviation sigma, lambda candidates a
// generation.
func newEvolution(mean []float64, sigma float64, lambda int) *evolution {
	n := len(mean)
	e := &evolution{n: n, lambda: lambda, mu: lambda / 2, mean: slices.Clone(mean), sigma: sigma,
		pSigma: make([]float64, n), pc: make([]float64, n), d: make([]float64, n),
		c: make([]float64, n*n), b: make([]float64, n*n), y: make([]float64, lambda*n)}
	for i := range n {
		e.c[i*n+i], e.b[i*n+i], e.d[i] = 1, 1, 1
	}
	e.parameters()
	return e
}

// population returns the number of candidates of a generation for n parameters (48).
func population(n int) int { return 4 + int(3*libm.Log(float64(n))) }

// parameters sets the weights and the learning rates (49) to (58).
func (e *evolution) parameters() {
	n := float64(e.n)
	e.weights = make([]float64, e.lambda)
	var positive, squares, negative, negativeSquares float64
	for i := range e.weights {
		w := libm.Log(float64(e.lambda+1)/2) - libm.Log(float64(i+1)) // (49)
		e.weights[i] = w
		if i < e.mu {
			positive, squares = positive+w, squares+float64(w*w)
		} else {
			negative, negativeSquares = negative-w, negativeSquares+float64(w*w)
		}
	}
	e.muEff = positive * positive / squares
	muEffNegative := negative * negative / negativeSquares
	e.cSigma = (e.muEff + 2) / (n + e.muEff + 5)                                              // (55)
	e.dSigma = 1 + float64(2*math.Max(0, math.Sqrt((e.muEff-1)/(n+1))-1)) + e.cSigma          // (55)
	e.cc = (4 + e.muEff/n) / (n + 4 + 2*e.muEff/n)                                            // (56)
	e.c1 = 2 / (float64((n+1.3)*(n+1.3)) + e.muEff)                                           // (57)
	e.cMu = math.Min(1-e.c1, 2*(0.25+e.muEff+1/e.muEff-2)/(float64((n+2)*(n+2))+e.muEff))     // (58)
	e.chi = float64(math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n)))                                // below (44)
	most := min(1+e.c1/e.cMu, 1+2*muEffNegative/(e.muEff+2), (1-e.c1-e.cMu)/float64(n*e.cMu)) // (50) to (52)
	for i, w := range e.weights {                                                             // (53)
		if w >= 0 {
			e.weights[i] = w / positive
		} else {
			e.weights[i] = most * w / negative
		}
	}
}

// sample sets the candidates of the next generation, lambda lists of numbers (38) to (40).
func (e *evolution) sample(x [][]float64, rng *rand.Rand) {
	n := e.n
	z := make([]float64, n)
	for k := range x {
		y := e.y[k*n : (k+1)*n]
		for i := range z {
			z[i] = float64(e.d[i] * philox.Normal(rng.Uint64(), rng.Uint64()))
		}
		for i := range y {
			y[i] = dot(e.b[i*n:(i+1)*n], z)
			x[k][i] = e.mean[i] + float64(e.sigma*y[i])
		}
	}
}

// update adapts the distribution to the costs of the candidates.
func (e *evolution) update(costs []float64) {
	n := e.n
	order := make([]int, e.lambda)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
	step := make([]float64, n) // <y>_w
	for i, k := range order[:e.mu] {
		axpy(step, e.weights[i], e.y[k*n:(k+1)*n]) // (41)
	}
	axpy(e.mean, e.sigma, step) // (42) with c_m = 1
	e.generation++

	keep := 1 - e.cSigma
	for i, s := range e.whiten(step) {
		e.pSigma[i] = float64(keep*e.pSigma[i]) + float64(math.Sqrt(e.cSigma*(2-e.cSigma)*e.muEff)*s) // (43)
	}
	length := math.Sqrt(dot(e.pSigma, e.pSigma))
	e.sigma = float64(e.sigma * libm.Exp(float64(e.cSigma/e.dSigma*(length/e.chi-1)))) // (44)

	// h_σ stalls the evolution path while the step size grows fast.
	h := 0.0
	if length/math.Sqrt(1-libm.Pow(keep, float64(2*float64(e.generation)))) < (1.4+2/float64(n+1))*e.chi {
		h = 1
	}
	for i, s := range step {
		e.pc[i] = float64((1-e.cc)*e.pc[i]) + float64(h*math.Sqrt(e.cc*(2-e.cc)*e.muEff)*s) // (45)
	}
	sum := 0.0
	for _, w := range e.weights {
		sum += w
	}
	decay := 1 + float64(e.c1*(1-h)*e.cc*(2-e.cc)) - e.c1 - float64(e.cMu*sum)
	for i := range e.c {
		e.c[i] = float64(e.c[i] * decay) // (47)
	}
	e.add(e.c1, e.pc)
	for i, k := range order {
		y, w := e.y[k*n:(k+1)*n], e.weights[i]
		if w < 0 { // (46): as far as keeps C positive definite
			u := e.whiten(y)
			w *= float64(n) / dot(u, u)
		}
		e.add(float64(e.cMu*w), y)
	}
	e.narrow()
	e.d = eigen(e.b, e.c, n)
	for i, x := range e.d {
		e.d[i] = math.Sqrt(math.Max(x, 0))
	}

	e.last = e.last[:0]
	for _, k := range order {
		e.last = append(e.last, costs[k])
	}
	e.first = append(e.first, e.last[0])
}

// narrow keeps the standard deviation along each coordinate within mostWidth. Beyond the bounds the cost is that of the
// mirrored points, so that a distribution across a bound that is a ridge would grow without end.
func (e *evolution) narrow() {
	for i := range e.n {
		if w := e.deviation(i) / mostWidth; w > 1 {
			for j := range e.n {
				e.c[i*e.n+j] /= w
				e.c[j*e.n+i] /= w
			}
		}
	}
}

// deviation returns the standard deviation along a coordinate.
func (e *evolution) deviation(i int) float64 { return float64(e.sigma * math.Sqrt(e.c[i*e.n+i])) }

// whiten returns C^(-1/2) y.
func (e *evolution) whiten(y []float64) []float64 {
	n := e.n
	z, out := make([]float64, n), make([]float64, n)
	for i := range n {
		for j := range n {
			z[i] += float64(e.b[j*n+i] * y[j])
		}
		z[i] /= e.d[i]
	}
	for i := range out {
		out[i] = dot(e.b[i*n:(i+1)*n], z)
	}
	return out
}

// add adds w y yᵀ to C.
func (e *evolution) add(w float64, y []float64) {
	for i, a := range y {
		axpy(e.c[i*e.n:(i+1)*e.n], float64(w*a), y)
	}
}

// A first distribution has the standard deviation firstWidth, and none a larger one than mostWidth along a coordinate.
const (
	firstWidth = 0.2
	mostWidth  = 1.0 / 3
)

// A distribution is at an end (appendix B.3) when its widest deviation is below tolX of the way between the bounds,
// when costs have differed by less than tolCost of their magnitude for a while, or when its condition is above
// mostCondition.
const (
	tolX          = 1e-11
	tolCost       = 1e-11
	mostCondition = 1e14
)

// ended reports whether more generations bring nothing.
func (e *evolution) ended() bool {
	widest, narrowest := slices.Max(e.d), slices.Min(e.d)
	if !(narrowest > 0) || e.sigma*widest < tolX || widest*widest > mostCondition*narrowest*narrowest {
		return true
	}
	before := len(e.first) - (10 + 30*e.n/e.lambda)
	if before < 0 {
		return len(e.first) > 0 && slices.Min(e.first) >= worst
	}
	window := e.first[before:]
	least, most := min(slices.Min(window), e.last[0]), max(slices.Max(window), e.last[len(e.last)-1])
	return most-least <= tolCost*math.Max(math.Abs(most), math.Abs(least))
}

// dot returns aᵀb.
func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// axpy adds w x to y.
func axpy(y []float64, w float64, x []float64) {
	for i := range y {
		y[i] += float64(w * x[i])
	}
}
