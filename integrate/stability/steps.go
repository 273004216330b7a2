package stability

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"kinetree/spatial/mat"

	"kinetree/integrate"
	"kinetree/internal/libm"
)

// Steps are the stable steps of a method on the linearized robot.
type Steps struct {
	// Largest is the largest step at which no mode that should decay or persist grows (s): infinite if all are, 0 if
	// no step is, or none that is longer than a hundredth of the mode's own time 1/|λ|.
	Largest float64
	// Limiting is the mode that grows beyond it, if it is finite. Its Lambda is 0 for methods that mix the modes.
	Limiting Mode
}

// The shares of its own time that a mode is followed over, in search of the edge of stability.
const (
	shortest = 0.01
	longest  = 50   // for a stability function; beyond it, a step is stable at any length
	finest   = 0.02 // steps of the search
)

// distorted is the factor by which a method may change the rate of a mode that grows by itself: the semi-implicit
// method changes that of an oscillation by up to half at the edge of stability.
const distorted = 1.5

// Rounding of a factor of growth: of a stability function, and of an eigenvalue. Double eigenvalues are exact to half
// the digits. Those near 1 may be of modes that nothing drives, four at a time, exact to a quarter of the digits: a
// mode that is slower than that in one step is not followed in the search, and with less precision otherwise.
const (
	ofFunction = 1e-12
	ofSpectrum = 1e-6
	slow       = 0.005
	ofSlow     = 1e-5
)

// Steps returns what steps of a method are stable. For a method that chooses its own steps, these are the ones it is
// held to.
func (l *Spectrum) Steps(method integrate.Method) (Steps, error) {
	if method.Stability != nil {
		return l.byFunction(method.Stability), nil
	}
	return l.bySpectrum(method)
}

// steady returns the λ that a stability function is asked about: of a mode that grows by itself, that of its
// oscillation alone.
func steady(lambda complex128) complex128 { return complex(math.Min(0, real(lambda)), imag(lambda)) }

// byFunction finds the first mode λ with |R(hλ)| > 1.
func (l *Spectrum) byFunction(r func(complex128) complex128) Steps {
	s := Steps{Largest: math.Inf(1)}
	for _, m := range l.modes {
		lambda := steady(m.Lambda)
		size := libm.CAbs(lambda)
		if size == 0 {
			continue
		}
		if h := edge(r, libm.CQuo(lambda, complex(size, 0))) / size; h < s.Largest*(1-1e-9) { // of equal ones the first
			s = Steps{h, m}
		}
	}
	return s
}

// edge returns the largest x such that |R(x direction)| ≤ 1 from 0 to there.
func edge(r func(complex128) complex128, direction complex128) float64 {
	stable := func(x float64) bool { return libm.CAbs(r(libm.CMul(complex(x, 0), direction))) <= 1+ofFunction }
	if !stable(shortest) {
		return 0
	}
	x := shortest
	for x += finest; stable(x); x += finest {
		if x > longest {
			return math.Inf(1)
		}
	}
	return bisect(x-finest, x, finely, stable)
}

// How often an interval is cut in two in search of the edge of stability: to rounding where that takes a function of
// one number, to 1e-6 where it takes eigenvalues.
const (
	finely   = 45
	coarsely = 20
)

// bisect returns the largest number that is stable between one that is and one that is not.
func bisect(low, high float64, times int, stable func(float64) bool) float64 {
	for range times {
		if middle := (low + high) / 2; stable(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// bySpectrum finds the step from which on the matrix of a step has larger growth than the robot itself.
func (l *Spectrum) bySpectrum(method integrate.Method) (Steps, error) {
	var failed error
	stable := func(h float64) bool {
		growth, err := l.excess(method, h, math.Inf(1))
		failed = errors.Join(failed, err)
		return err != nil || growth == 0
	}
	fastest := libm.CAbs(l.Fastest().Lambda)
	if fastest == 0 { // nothing but free masses
		return Steps{Largest: math.Inf(1)}, nil
	}
	h := shortest / fastest
	if !stable(h) {
		h = 0
	}
	for h > 0 && stable(float64(2*h)) {
		if h = float64(h * 2); h*fastest > 1e8 {
			return Steps{Largest: math.Inf(1)}, failed
		}
	}
	if h > 0 {
		h = bisect(h, float64(2*h), coarsely, stable)
	}
	if failed != nil {
		return Steps{}, failed
	}
	beyond := math.Max(h*(1+1e-4), shortest/fastest)
	step, err := l.step(method, beyond)
	if err != nil {
		return Steps{}, err
	}
	values, rates, err := l.spectrum(step)
	if err != nil {
		return Steps{}, err
	}
	return Steps{h, l.mode(0, rates[l.strangest(values, beyond)])}, nil
}

// strangest returns which eigenvalue of a step that grows is farthest from all e^(hλ).
func (l *Spectrum) strangest(values []complex128, h float64) (most int) {
	farthest := -1.0
	for i, z := range values {
		if libm.CAbs(z) <= 1 {
			continue
		}
		nearest := math.Inf(1)
		for _, m := range l.modes {
			growth := libm.CExp(complex(float64(h*real(m.Lambda)), float64(h*imag(m.Lambda))))
			nearest = min(nearest, libm.CAbs(z-growth))
		}
		if nearest > farthest*(1+1e-9) { // of equal ones the first
			farthest, most = nearest, i
		}
	}
	return most
}

// Growth returns the rate (1/s) at which a step of length h makes something grow that should not, or much faster than
// it should; 0 if it makes nothing grow.
func (l *Spectrum) Growth(method integrate.Method, h float64) (float64, error) {
	most := 0.0
	if method.Stability == nil {
		most, err := l.excess(method, h, ofSlow)
		return most / h, err
	}
	for _, m := range l.modes {
		if x := libm.Log(libm.CAbs(method.Stability(libm.CMul(complex(h, 0), steady(m.Lambda))))); x > ofFunction {
			most = math.Max(most, x)
		}
	}
	return most / h, nil
}

// excess returns by how much a step makes something grow more than the robot does itself; see compare.
func (l *Spectrum) excess(method integrate.Method, h, ofSlow float64) (float64, error) {
	step, err := l.step(method, h)
	if err != nil {
		return 0, err
	}
	values, err := eigenvalues(step)
	if err != nil {
		return 0, err
	}
	return l.compare(values, h, ofSlow), nil
}

// compare returns by how much the logarithms of the eigenvalues of a step exceed those of the robot's own growth at
// most, both in order of size; 0 where that is rounding, which for slow modes is as given.
func (l *Spectrum) compare(values []complex128, h, ofSlow float64) (excess float64) {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(libm.CAbs(values[b]), libm.CAbs(values[a])) })
	for k, i := range order {
		rounding := ofSpectrum
		if libm.CAbs(values[i]-1) <= slow {
			rounding = ofSlow
		}
		if more := libm.Log(libm.CAbs(values[i])) - float64(distorted*h*l.growths[k]); more > rounding {
			excess = max(excess, more)
		}
	}
	return excess
}

// step returns the matrix of one step, which it finds by taking it from every unit vector.
func (l *Spectrum) step(method integrate.Method, h float64) (*mat.Dense, error) {
	n, s := l.n, l.rates()
	linear := &linear{Spectrum: l, h: -1}
	stepper := method.New(linear, integrate.Options{})
	matrix := mat.NewDense(n+s, n+s, nil)
	for j := range n + s {
		state := &integrate.State{Q: make([]float64, n), Qd: make([]float64, s), Qdd: make([]float64, s)}
		if j < n {
			state.Q[j] = 1
		} else {
			state.Qd[j-n] = 1
		}
		linear.Acceleration(state.Qdd, 0, state.Q, state.Qd)
		if _, err := stepper.Step(linear, state, h); err != nil {
			return nil, err
		}
		for i, x := range state.Q {
			matrix.Set(i, j, x)
		}
		for i, x := range state.Qd {
			matrix.Set(n+i, j, x)
		}
	}
	return matrix, nil
}
