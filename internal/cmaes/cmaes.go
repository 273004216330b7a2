// Package cmaes minimises a function of several numbers by CMA-ES, the evolution strategy that adapts the covariance
// matrix of a normal distribution to the shape of the function. From generation to generation it samples candidates and
// moves its distribution towards the better half of them and away from the worst. It looks at the order of their costs
// only: it needs no derivatives, and any increasing function of the cost gives the same candidates.
//
// Bounds and restarts are up to the caller, who judges the candidates:
//
//	for !e.Ended() {
//		e.Sample(candidates, rng)
//		... // their costs
//		e.Update(costs)
//	}
//
// Source: N. Hansen, "The CMA Evolution Strategy: A Tutorial", 2016, arXiv:1604.00772, to whose equations the numbers
// in parentheses refer; names are those of the tutorial.
package cmaes

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
	"kinetree/internal/philox"
)

// Evolution is a run of CMA-ES: a distribution of candidates that changes from generation to generation.
type Evolution struct {
	// Widest is the largest standard deviation along a coordinate that the distribution may have; 0 if any.
	Widest float64
	// Narrowest is the standard deviation below which, along all directions, the run is at an end; 0 if there is none.
	Narrowest float64

	n, lambda, mu int
	weights       []float64 // of the candidates in the order of their costs; the later ones are negative
	muEff         float64   // how many candidates the weights of the better half stand for

	cc, c1, cMu    float64 // learning rates of the evolution path and of the covariance matrix
	cSigma, dSigma float64 // learning rate of the path of the step size, and its damping
	chi            float64 // the mean length of a standard normal vector

	mean, pSigma, pc []float64
	sigma            float64
	c                covariance
	y                []float64 // the steps of the candidates, (x - mean)/sigma, row by row
	generation       int

	first []float64 // least costs of the generations so far
	last  []float64 // costs of the last generation in their order
}

// covariance is the matrix C of n rows, with its factors.
type covariance interface {
	// rate returns by how much faster C is learned than a full matrix.
	rate() float64
	// scale multiplies C by a factor, or the row and the column of one coordinate.
	scale(factor float64)
	squeeze(i int, factor float64)
	add(w float64, y []float64)   // adds w y yᵀ
	factor()                      // sets the factors, after C has changed
	diagonal(i int) float64       // C_ii
	color(y, z []float64)         // sets y to B D z, which may change z
	whiten(y []float64) []float64 // returns C^(-1/2) y
	axes() []float64              // the square roots of the eigenvalues
}

// New returns a run that samples lambda candidates a generation, 2 or more, at first around a mean with a standard
// deviation of each coordinate, above 0.
func New(mean, deviations []float64, lambda int) *Evolution {
	return begin(mean, deviations, lambda, newFull(len(mean)))
}

// NewSeparable returns a run that learns the variances of the coordinates alone: in O(n) for each candidate, and within
// some n instead of n² of them, which makes it better for many coordinates than few candidates can tell about.
//
// Source: R. Ros and N. Hansen, "A simple modification in CMA-ES achieving linear time and space complexity", PPSN X,
// 2008.
func NewSeparable(mean, deviations []float64, lambda int) *Evolution {
	return begin(mean, deviations, lambda, newSeparate(len(mean)))
}

func begin(mean, deviations []float64, lambda int, c covariance) *Evolution {
	n := len(mean)
	e := &Evolution{n: n, lambda: lambda, mu: lambda / 2, mean: slices.Clone(mean), sigma: slices.Max(deviations),
		pSigma: make([]float64, n), pc: make([]float64, n), c: c, y: make([]float64, lambda*n)}
	for i, x := range deviations {
		c.squeeze(i, x/e.sigma)
	}
	c.factor()
	e.parameters()
	return e
}

// Population returns the usual number of candidates of a generation for n numbers (48).
func Population(n int) int { return 4 + int(3*libm.Log(float64(n))) }

// parameters sets the weights and the learning rates (49) to (58).
func (e *Evolution) parameters() {
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
	rate := e.c.rate()
	e.cSigma = (e.muEff + 2) / (n + e.muEff + 5)                                     // (55)
	e.dSigma = 1 + float64(2*math.Max(0, math.Sqrt((e.muEff-1)/(n+1))-1)) + e.cSigma // (55)
	e.cc = (4 + e.muEff/n) / (n + 4 + 2*e.muEff/n)                                   // (56)
	e.c1 = math.Min(0.5, rate*2/(float64((n+1.3)*(n+1.3))+e.muEff))                  // (57)
	e.cMu = math.Min(1-e.c1, rate*2*(0.25+e.muEff+1/e.muEff-2)/
		(float64((n+2)*(n+2))+e.muEff)) // (58)
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

// Sample sets the candidates of the next generation, lambda lists of numbers (38) to (40).
func (e *Evolution) Sample(x [][]float64, rng *rand.Rand) {
	n := e.n
	z := make([]float64, n)
	for k := range x {
		y := e.y[k*n : (k+1)*n]
		for i := range z {
			z[i] = philox.Normal(rng.Uint64(), rng.Uint64())
		}
		e.c.color(y, z)
		floats.AddScaledTo(x[k], e.mean, e.sigma, y)
	}
}

// Update adapts the distribution to the costs of the candidates that were sampled last.
func (e *Evolution) Update(costs []float64) {
	n := e.n
	order := make([]int, e.lambda)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
	step := make([]float64, n) // <y>_w
	for i, k := range order[:e.mu] {
		floats.AddScaled(step, e.weights[i], e.y[k*n:(k+1)*n]) // (41)
	}
	floats.AddScaled(e.mean, e.sigma, step) // (42) with c_m = 1
	e.generation++

	keep := 1 - e.cSigma
	for i, s := range e.c.whiten(step) {
		e.pSigma[i] = float64(keep*e.pSigma[i]) + float64(math.Sqrt(e.cSigma*(2-e.cSigma)*e.muEff)*s) // (43)
	}
	length := floats.Norm(e.pSigma, 2)
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
	e.c.scale(1 + float64(e.c1*(1-h)*e.cc*(2-e.cc)) - e.c1 - float64(e.cMu*sum)) // (47)
	e.c.add(e.c1, e.pc)
	for i, k := range order {
		y, w := e.y[k*n:(k+1)*n], e.weights[i]
		if w < 0 { // (46): as far as keeps C positive definite
			u := e.c.whiten(y)
			w *= float64(n) / floats.Dot(u, u)
		}
		e.c.add(float64(e.cMu*w), y)
	}
	if e.Widest > 0 {
		for i := range n {
			if w := e.Deviation(i) / e.Widest; w > 1 {
				e.c.squeeze(i, 1/w)
			}
		}
	}
	e.c.factor()

	e.last = e.last[:0]
	for _, k := range order {
		e.last = append(e.last, costs[k])
	}
	e.first = append(e.first, e.last[0])
}

// Deviation returns the standard deviation along a coordinate.
func (e *Evolution) Deviation(i int) float64 { return float64(e.sigma * math.Sqrt(e.c.diagonal(i))) }

// A distribution is at an end, besides when it is narrow, when costs have differed by less than tolCost of their
// magnitude for a while, or when its condition is above mostCondition (appendix B.3).
const (
	tolCost       = 1e-11
	mostCondition = 1e14
)

// Ended reports whether more generations bring nothing.
func (e *Evolution) Ended() bool {
	widest, narrowest := slices.Max(e.c.axes()), slices.Min(e.c.axes())
	if !(narrowest > 0) || e.sigma*widest < e.Narrowest || widest*widest > mostCondition*narrowest*narrowest {
		return true
	}
	before := len(e.first) - (10 + 30*e.n/e.lambda)
	if before < 0 {
		return false
	}
	window := e.first[before:]
	least, most := min(slices.Min(window), e.last[0]), max(slices.Max(window), e.last[len(e.last)-1])
	return most-least <= tolCost*math.Max(math.Abs(most), math.Abs(least))
}
