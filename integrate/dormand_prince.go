package integrate

import (
	"fmt"
	"math"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
)

// The accuracy that DormandPrince asks of its steps by default.
const (
	DefaultRTol = 1e-9
	DefaultATol = 1e-12
)

// DormandPrince is the method of Dormand and Prince of order 5 with an embedded one of order 4, which estimates the
// error of a step, and so chooses its steps itself: as long as the error of no step exceeds atol + rtol |y|, in the
// root mean square over positions and velocities y.
//
// A step is seven stages, of which the last is the first of the next step,
//
//	y_i = y + h Σ a_ij k_j,   k_i = f(t + c_i h, y_i),   y' = y_7,   f(t, (q, v)) = (q̇(q, v), a(t, q, v)),
//
// and between its ends, at t + θ h, a polynomial of order 4 in θ gives the state. Step takes as many steps as reach
// to the time asked for, and reads the state from the polynomial. So the steps asked for do not shorten the method's
// own, but to a hundred of them, and a state that is set back to an earlier one, to look for an event, costs no new
// step as long as it lies in the last one; otherwise the method begins anew at that state, with the step size that it
// has. It never steps beyond Bounded.SmoothUntil. A jump of the law at a time that the system does not announce makes
// steps fail until they are short enough, which costs evaluations.
//
// Where a [Passing] system is near a singular position, the accelerations of stages, whose states are off the
// constraints, are wrong across the motion by more than any tolerance. But that is what the projection at the end of
// the step takes off. So the error that counts is what the projection leaves, and steps do not end where it can take
// off little.
//
// On poses it integrates quaternions as four numbers (see [Ambient]) and takes them back to length 1 after each step
// and at each output. The length is a constant of the exact motion, so this is an error of the size of the step's.
//
// Order 5; six evaluations of the acceleration for each step, those rejected included, one for each output, so that
// the acceleration of the state is that of the law and not of the polynomial, and one to find the first step. The
// energy error grows with time, in proportion to the tolerance. Its stability function is R(z) = 1 + z + z²/2 + z³/6
// + z⁴/24 + z⁵/120 + z⁶/600: a decay rate b bounds its own steps to h b = 3.307, an oscillation w to h w = 0.997,
// which the step control finds. After the first step it does not allocate. Sources: Hairer, Nørsett, Wanner, "Solving
// Ordinary Differential Equations I", 2nd ed. 1993, table II.5.2 (method), section II.4 (first step, control with β =
// 0.04), section II.6 (polynomial); Dormand and Prince, "A family of embedded Runge-Kutta formulae", J. Comp. Appl.
// Math. 6, 1980.
type DormandPrince struct {
	o     Options
	begun bool
	t, t1 float64      // the last step is from t to t1
	y, y1 []float64    // position and velocity there
	k     [7][]float64 // of the last step; k[6] is the first of the next one
	dense [3][]float64 // of the polynomial, besides y and y1 − y
	at    []float64    // of a stage
	next  float64      // the step to try next; 0 before the first
	last  float64      // the error of the last accepted step, for the control
	still []float64    // a velocity of zero, for positions that are poses; nil otherwise
	nq    int
	// of a Passing system: at the end of the last step, and the least in it
	margin, nearest float64
	// with Options.Piecewise, of a request that was left unfinished: the time to reach, and how long it was
	goal, asked float64
}

// DormandPrinceMethod describes DormandPrince.
var DormandPrinceMethod = Method{
	Name: "dormand-prince",
	Equation: "y' = y + h (35/384 k1 + 500/1113 k3 + 125/192 k4 - 2187/6784 k5 + 11/84 k6), y = (q, v), k = (qd, " +
		"a); Dormand-Prince 5(4)",
	OnPoses:  "the same with quaternions as numbers, normalized after each step",
	Purpose:  "order 5, chooses its own steps to --rtol and --atol: highest accuracy, events located exactly",
	Adaptive: true,
	Stability: func(z complex128) complex128 {
		return polynomial(z, 1, 1, 1./2, 1./6, 1./24, 1./120, 1./600)
	},
	New: func(sys System, o Options) Stepper { return NewDormandPrince(sys, o) },
}

// The tableau: nodes c, rows a, the difference of the weights of both orders, and the weights of the polynomial's
// last coefficient.
var (
	dpC = [7]float64{0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1}
	dpA = [7][6]float64{
		{},
		{1.0 / 5},
		{3.0 / 40, 9.0 / 40},
		{44.0 / 45, -56.0 / 15, 32.0 / 9},
		{19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
		{9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
		{35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
	}
	dpE = [7]float64{71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}
	dpD = [7]float64{-12715105075.0 / 11282082432, 0, 87487479700.0 / 32700410799, -10690763975.0 / 1880347072,
		701980252875.0 / 199316789632, -1453857185.0 / 822651844, 69997945.0 / 29380423}
)

// NewDormandPrince returns a stepper for systems of the lengths of sys. It panics if their positions are poses and
// sys is not Ambient.
func NewDormandPrince(sys System, o Options) *DormandPrince {
	if o.RTol == 0 {
		o.RTol = DefaultRTol
	}
	if o.ATol == 0 {
		o.ATol = DefaultATol
	}
	nq, nv := sys.NQ(), sys.NV()
	d := &DormandPrince{o: o, nq: nq, goal: math.NaN(), margin: 1}
	if nq != nv {
		if _, ok := sys.(Ambient); !ok {
			panic("integrate: dormand-prince asks for the rate of positions that are poses; the system has no method " +
				"PositionRate")
		}
		d.still = make([]float64, nv)
	}
	for _, s := range []*[]float64{&d.y, &d.y1, &d.at, &d.dense[0], &d.dense[1], &d.dense[2]} {
		*s = make([]float64, nq+nv)
	}
	for i := range d.k {
		d.k[i] = make([]float64, nq+nv)
	}
	return d
}

// Restart implements Restarter. The step size is kept.
func (d *DormandPrince) Restart() { d.begun, d.goal = false, math.NaN() }

// Reset implements Resetter.
func (d *DormandPrince) Reset() { d.begun, d.next = false, 0 }

// slack is the rounding of a time, in units of its last place, that sums of steps may have.
const slack = 8 * 0x1p-52

// Step implements Stepper. The time taken is h, unless the law is smooth for a shorter time only, or
// Options.Piecewise is set and a step of the method ends before.
func (d *DormandPrince) Step(sys System, s *State, h float64) (float64, error) {
	end, smooth, output := s.T+h, math.Inf(1), h
	if math.Abs(end-d.goal) <= slack*math.Abs(end) { // the rest of a request, as if it were not divided
		end, output = d.goal, d.asked
	}
	d.goal = math.NaN()
	if b, ok := sys.(Bounded); ok {
		smooth = b.SmoothUntil()
	}
	if rounding := float64(slack * math.Abs(end)); end > smooth {
		if end > smooth+rounding {
			h = smooth - s.T
		}
		end = smooth
	}
	if rounding := float64(slack * math.Abs(end)); !d.begun || s.T < d.t-rounding || s.T > d.t1+rounding {
		if err := d.begin(sys, s, smooth); err != nil {
			return 0, err
		}
	}
	for end > d.t1+float64(slack*math.Abs(end)) {
		if err := d.advance(sys, smooth, output); err != nil {
			d.begun = false
			return 0, err
		}
		if d.o.Piecewise && end > d.t1+float64(slack*math.Abs(end)) {
			d.goal, d.asked = end, output
			h, end = d.t1-s.T, d.t1
		}
	}
	s.T += h
	if end >= d.t1-float64(slack*math.Abs(end)) { // d.t1 may be d.t
		copy(s.Q, d.y1)
		copy(s.Qd, d.y1[d.nq:])
		copy(s.Qdd, d.k[6][d.nq:])
		return h, nil
	}
	d.interpolate(d.at, (end-d.t)/(d.t1-d.t))
	d.normalize(sys, d.at)
	copy(s.Q, d.at)
	copy(s.Qd, d.at[d.nq:])
	return h, arrive(sys, s)
}

// begin starts the method at a state, as if the last step had ended there.
func (d *DormandPrince) begin(sys System, s *State, smooth float64) error {
	d.begun, d.t, d.t1, d.last = true, s.T, s.T, 1e-4
	copy(d.y1, s.Q)
	copy(d.y1[d.nq:], s.Qd)
	d.rate(sys, d.k[6], d.y1)
	copy(d.k[6][d.nq:], s.Qdd)
	if d.next > 0 {
		return nil
	}
	return d.firstStep(sys, smooth)
}

// firstStep chooses the first step such that an explicit Euler step would not fail and the second derivative makes an
// error of the size wanted (Hairer, Nørsett, Wanner, section II.4).
func (d *DormandPrince) firstStep(sys System, smooth float64) error {
	size := func(x []float64) float64 { return d.norm(x, d.y1, d.y1) }
	h, slope := 1e-6, size(d.k[6])
	if y := size(d.y1); y > 1e-5 && slope > 1e-5 {
		h = 0.01 * y / slope
	}
	h = math.Min(h, smooth-d.t1)
	floats.AddScaledTo(d.at, d.y1, h, d.k[6])
	if err := d.law(sys, d.k[1], d.t1+h, d.at); err != nil {
		return err
	}
	floats.Sub(d.k[1], d.k[6])
	d.next = math.Max(1e-6, h*1e-3)
	if steepest := math.Max(slope, size(d.k[1])/h); steepest > 1e-15 {
		d.next = libm.Pow(0.01/steepest, 1.0/5)
	}
	d.next = math.Min(d.next, 100*h)
	return nil
}

// apart is the least margin at the end of a step, as a share of that at its beginning: steps end before a singular
// position or behind it.
const apart = 0.1

// longest is the longest step, in output intervals. A motion that the method integrates exactly, such as a free fall,
// would let it take steps so long that the polynomial gives no digits of a state at their beginning.
const longest = 100

// advance takes the next step, as long as the tolerance and the output interval allow and no further than the law is
// smooth.
func (d *DormandPrince) advance(sys System, smooth, output float64) error {
	d.t = d.t1
	d.y, d.y1 = d.y1, d.y
	d.k[0], d.k[6] = d.k[6], d.k[0]
	h, left := d.next, smooth-d.t
	switch { // the last two steps before an end divide the rest equally
	case h >= left:
		h = left
	case 2*h > left:
		h = left / 2
	}
	least := 16 * 0x1p-52 * math.Abs(d.t)
	h = math.Min(h, math.Max(longest*output, longest*least))
	wanted, rejected, begin := d.next, false, d.margin
	for {
		if !(h > least || h == left) {
			return fmt.Errorf("dormand-prince: at t = %v s a step of %.3g s is still not as accurate as asked (rtol "+
				"%g, atol %g); expected a motion that is smooth "+
				"there, so look for an effort or a stop that jumps, for a velocity that grows without bound, and for "+
				"tolerances below rounding", d.t, h, d.o.RTol, d.o.ATol)
		}
		t1 := d.t + h
		if h == left {
			t1 = smooth
		}
		if err := d.stages(sys, h, t1); err != nil {
			return err
		}
		failure := d.failure(sys, h)
		if failure <= 1 && d.margin < apart*begin && !rejected {
			h, rejected = float64(0.8*h), true
			continue
		}
		if failure <= 1 {
			d.accept(h, t1, failure, wanted, rejected)
			return nil
		}
		factor := 0.1 // where the failure is not a number
		if failure > 1 {
			factor = math.Max(0.2, 0.9*libm.Pow(failure, -0.2))
		}
		h, rejected = float64(h*factor), true
		wanted = h
	}
}

// stages sets k[1] to k[6] and y1.
func (d *DormandPrince) stages(sys System, h, t1 float64) error {
	d.nearest = d.margin
	for i := 1; i < 7; i++ {
		at := d.at
		if i == 6 {
			at = d.y1
		}
		copy(at, d.y)
		for j, a := range dpA[i][:i] {
			if a != 0 {
				floats.AddScaled(at, float64(h*a), d.k[j])
			}
		}
		t := d.t + float64(dpC[i]*h)
		if i >= 5 {
			t = t1
		}
		if i == 6 {
			d.normalize(sys, at)
			if err := project(sys, t, at[:d.nq], at[d.nq:]); err != nil {
				return err
			}
		}
		if err := d.law(sys, d.k[i], t, at); err != nil {
			return err
		}
		if p, ok := sys.(Passing); ok {
			d.margin = p.Margin()
			d.nearest = min(d.nearest, d.margin)
		}
	}
	return nil
}

// failure returns the estimated error of the step, 1 where it is just as large as allowed. Near a singular position it
// is that of the state after its projection.
func (d *DormandPrince) failure(sys System, h float64) float64 {
	clear(d.at)
	for i, e := range dpE {
		floats.AddScaled(d.at, float64(h*e), d.k[i])
	}
	if d.nearest < Nearby {
		sys.(Passing).Tangent(d.at[:d.nq], d.at[d.nq:], d.y1[:d.nq])
	}
	return d.norm(d.at, d.y, d.y1)
}

// accept ends a step and chooses the next one, larger where errors are small and do not grow. A step that was shorter
// than wanted only to end where it should does not shorten the next.
func (d *DormandPrince) accept(h, t1, failure, wanted float64, rejected bool) {
	const beta = 0.04
	d.t1 = t1
	factor := 10.0
	if failure > 0 {
		factor = 0.9 * libm.Pow(failure, -0.2+0.75*beta) * libm.Pow(d.last, beta)
		factor = math.Min(10, math.Max(0.2, factor))
	}
	if rejected {
		factor = math.Min(1, factor)
	}
	d.last = math.Max(failure, 1e-4)
	d.next = float64(h * factor)
	if h < wanted {
		d.next = math.Max(d.next, wanted)
	}
	d.prepare(h)
}

// prepare computes the coefficients of the polynomial
//
//	y + θ (y1 − y + (1 − θ) (b + θ (c + (1 − θ) d)))
//
// which has the values and the slopes of both ends.
func (d *DormandPrince) prepare(h float64) {
	b, c, last := d.dense[0], d.dense[1], d.dense[2]
	clear(last)
	for i, x := range dpD {
		floats.AddScaled(last, float64(h*x), d.k[i])
	}
	for i := range b {
		rise := d.y1[i] - d.y[i]
		b[i] = float64(h*d.k[0][i]) - rise
		c[i] = rise - float64(h*d.k[6][i]) - b[i]
	}
}

// interpolate sets dst to the state at θ of the last step.
func (d *DormandPrince) interpolate(dst []float64, theta float64) {
	for i := range dst {
		rest := 1 - theta
		dst[i] = d.y[i] + float64(theta*(d.y1[i]-d.y[i]+
			float64(rest*(d.dense[0][i]+float64(theta*(d.dense[1][i]+float64(rest*d.dense[2][i])))))))
	}
}

// law sets dst to the derivative of y.
func (d *DormandPrince) law(sys System, dst []float64, t float64, y []float64) error {
	d.rate(sys, dst, y)
	return sys.Acceleration(dst[d.nq:], t, y[:d.nq], y[d.nq:])
}

// rate sets the first part of dst to q̇.
func (d *DormandPrince) rate(sys System, dst, y []float64) {
	if d.still == nil {
		copy(dst, y[d.nq:])
		return
	}
	sys.(Ambient).PositionRate(dst[:d.nq], y[:d.nq], y[d.nq:])
}

// normalize scales the quaternions in the position of y to length 1.
func (d *DormandPrince) normalize(sys System, y []float64) {
	if d.still != nil {
		sys.Retract(y[:d.nq], y[:d.nq], d.still, 0)
	}
}

// norm returns the root mean square of x in units of the tolerance at the larger of y and z.
func (d *DormandPrince) norm(x, y, z []float64) float64 {
	sum := 0.0
	for i := range x {
		r := x[i] / (d.o.ATol + float64(d.o.RTol*math.Max(math.Abs(y[i]), math.Abs(z[i]))))
		sum += float64(r * r)
	}
	return math.Sqrt(sum / float64(len(x)))
}
