package integrate

import (
	"errors"
	"math"

	"kinetree/internal/floats"
	"kinetree/internal/libm"
)

// IMEX takes damping and springs implicitly and all else explicitly, with order 4. It is the additive Runge-Kutta
// method ARK4(3)6L[2]SA of Kennedy and Carpenter: an explicit method and an implicit one with the same nodes and
// weights. Stage i evaluates the law of motion at the position and velocity of the explicit method, and damping B and
// stiffness K of a [Stiff] system at those of the implicit one, of coefficients a and α:
//
//	q_i = q + h Σ a_ij q̇_j    v_i = v + h Σ a_ij a_j              j < i
//	p_i = q + h Σ α_ij v̄_j    v̄_i = v + h Σ α_ij a_j              j ≤ i
//	M a_i = M a(t + c_i h, q_i, v_i) − B (v̄_i − v_i) − K (p_i − q_i)
//
// The coefficient α_ii = γ is the same for all stages but the first, which is the acceleration of the state. So a stage
// is one solution with γ h B + γ² h² K added to the mass matrix, which the articulated-body algorithm does at its usual
// cost. The step is q' = q + h Σ b_i q̇_i, v' = v + h Σ b_i a_i with q̇_i = q̇(q_i, v̄_i). Without B and K this is the
// explicit method.
//
// Order 4, five solutions for each step and one evaluation of the acceleration at its end. What B and K do is stable
// at any step and gone at once if it is much faster than the step (the implicit method is L-stable). That a transient
// is not skipped but followed, and its energy booked as what it is, an embedded method of order 3 sees to: steps are
// as short as keeps the error of each below 1e-6 of the state. So the time taken by Step may be less than h. But
// after 512 parts of a step that was asked for none is shorter than a 512th of it, whatever its error: efforts that
// jump without end must not stop time, and faster oscillations are then damped. On poses it integrates quaternions as
// four numbers (see [Ambient]). On systems that are not Stiff it has its explicit method alone. Sources: Kennedy and
// Carpenter, "Additive Runge-Kutta schemes for convection-diffusion-reaction equations", Appl. Numer. Math. 44, 2003,
// appendix C; Boscarino, Filbet and Russo, "High order semi-implicit schemes for time dependent partial differential
// equations", J. Sci. Comput. 68, 2016, for the two arguments of one law.
type IMEX struct {
	next           float64 // the step to try next; 0 before the first
	whole          float64 // the step asked for, of which some parts were taken; 0 if it is over
	parts          int
	q              []float64
	v, dq, dv, sum []float64
	a, vel, rate   [imexStages][]float64 // a_i, v̄_i and q̇_i
	from           *State                // the state before the step
	still          []float64             // a velocity of zero, for positions that are poses; nil otherwise
}

const imexStages = 6

// The tableau: nodes c, rows of the explicit method, rows of the implicit one (its last row has the weights b), and the
// weights of the embedded method.
var (
	imexC        = [imexStages]float64{0, 1.0 / 2, 83.0 / 250, 31.0 / 50, 17.0 / 20, 1}
	imexExplicit = [imexStages][imexStages]float64{
		{},
		{1.0 / 2},
		{13861.0 / 62500, 6889.0 / 62500},
		{-116923316275.0 / 2393684061468, -2731218467317.0 / 15368042101831, 9408046702089.0 / 11113171139209},
		{-451086348788.0 / 2902428689909, -2682348792572.0 / 7519795681897, 12662868775082.0 / 11960479115383,
			3355817975965.0 / 11060851509271},
		{647845179188.0 / 3216320057751, 73281519250.0 / 8382639484533, 552539513391.0 / 3454668386233,
			3354512671639.0 / 8306763924573, 4040.0 / 17871},
	}
	imexImplicit = [imexStages][imexStages]float64{
		{},
		{1.0 / 4, 1.0 / 4},
		{8611.0 / 62500, -1743.0 / 31250, 1.0 / 4},
		{5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108, 1.0 / 4},
		{15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768, 2285395.0 / 8070912, 1.0 / 4},
		{82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211, 1.0 / 4},
	}
	imexEmbedded = [imexStages]float64{4586570599.0 / 29645900160, 0, 178811875.0 / 945068544,
		814220225.0 / 1159782912, -3700637.0 / 11593932, 61727.0 / 225920}
)

// The accuracy that IMEX asks of its steps.
const (
	imexParts = 512
	imexRTol  = 1e-6
	imexATol  = 1e-9 // rad, m, rad/s, m/s
)

// NewIMEX returns a stepper for systems of the lengths of sys. It panics if their positions are poses and sys is not
// Ambient.
func NewIMEX(sys System) *IMEX {
	nq, nv := sys.NQ(), sys.NV()
	m := &IMEX{q: make([]float64, nq),
		from: &State{Q: make([]float64, nq), Qd: make([]float64, nv), Qdd: make([]float64, nv)}}
	if nq != nv {
		if _, ok := sys.(Ambient); !ok {
			panic("integrate: IMEX asks for the rate of positions that are poses; the system has no method " +
				"PositionRate")
		}
		m.still = make([]float64, nv)
	}
	for _, s := range []*[]float64{&m.v, &m.dq, &m.dv, &m.sum} {
		*s = make([]float64, nv)
	}
	for i := range imexStages {
		m.a[i], m.vel[i], m.rate[i] = make([]float64, nv), make([]float64, nv), make([]float64, nq)
	}
	return m
}

// Reset implements Resetter.
func (m *IMEX) Reset() { m.next, m.whole = 0, 0 }

// Step implements Stepper. The time taken is less than h where the accuracy asks for it.
func (m *IMEX) Step(sys System, s *State, h float64) (float64, error) {
	if m.whole == 0 {
		m.whole, m.parts = h, 0
	}
	least := 0x1p-60 * h // the fastest transient that is followed
	if m.parts++; m.parts > imexParts {
		least = m.whole / imexParts
	}
	m.from.CopyFrom(s)
	try, wanted := h, m.next
	switch { // the last two steps divide the rest equally
	case wanted == 0 || wanted >= h:
	case 2*wanted > h:
		try = h / 2
	default:
		try = wanted
	}
	for rejected := false; ; rejected = true {
		err := m.stages(sys, s, try)
		failure := math.Inf(1)
		if err == nil {
			failure = m.failure(s, try)
		}
		if failure <= 1 || try <= least {
			m.choose(try, wanted, failure, rejected)
			if try == h {
				m.whole = 0
			}
			return try, errors.Join(err, arrive(sys, s))
		}
		factor := 0.1 // where the failure is not a number
		if failure > 1 {
			factor = math.Max(factor, 0.9*libm.Pow(failure, -0.25))
		}
		try = float64(try * factor)
		s.CopyFrom(m.from)
	}
}

// choose sets the next step after one that was accepted. One that was shorter than wanted only to end where it should
// does not shorten the next.
func (m *IMEX) choose(taken, wanted, failure float64, rejected bool) {
	factor := 5.0
	if failure > 0 {
		factor = math.Min(factor, math.Max(0.2, 0.9*libm.Pow(failure, -0.25)))
	}
	m.next = float64(taken * factor)
	switch {
	case rejected:
		m.next = math.Min(taken, m.next)
	case taken < wanted:
		m.next = math.Max(m.next, wanted)
	}
}

// stages computes the stages of a step and moves the state to its end.
func (m *IMEX) stages(sys System, s *State, h float64) error {
	const gamma = 0.25
	stiff, _ := sys.(Stiff)
	copy(m.a[0], s.Qdd)
	copy(m.vel[0], s.Qd)
	m.positionRate(sys, 0, s.Q)
	for i := 1; i < imexStages; i++ {
		copy(m.q, m.from.Q)
		copy(m.v, m.from.Qd)
		copy(m.sum, m.from.Qd)
		clear(m.dq)
		for j := range i {
			x, y := float64(h*imexExplicit[i][j]), float64(h*imexImplicit[i][j])
			floats.AddScaled(m.q, x, m.rate[j])
			floats.AddScaled(m.v, x, m.a[j])
			floats.AddScaled(m.sum, y, m.a[j])
			floats.AddScaled(m.dq, y-x, m.vel[j])
		}
		m.normalize(sys, m.q)
		floats.AddScaled(m.dq, float64(gamma*h), m.sum)
		floats.SubTo(m.dv, m.sum, m.v)
		t, a := m.from.T+float64(imexC[i]*h), m.a[i]
		if stiff != nil {
			if err := stiff.StiffAcceleration(a, t, m.q, m.v, m.dq, m.dv, float64(gamma*h)); err != nil {
				return err
			}
		} else if err := sys.Acceleration(a, t, m.q, m.v); err != nil {
			return err
		}
		floats.AddScaledTo(m.vel[i], m.sum, float64(gamma*h), a)
		m.positionRate(sys, i, m.q)
	}
	for j, b := range imexImplicit[imexStages-1] {
		floats.AddScaled(s.Q, float64(h*b), m.rate[j])
		floats.AddScaled(s.Qd, float64(h*b), m.a[j])
	}
	m.normalize(sys, s.Q)
	s.T = m.from.T + h
	return nil
}

// positionRate sets q̇_i, at the position q and the velocity v̄_i.
func (m *IMEX) positionRate(sys System, i int, q []float64) {
	if m.still == nil {
		copy(m.rate[i], m.vel[i])
		return
	}
	sys.(Ambient).PositionRate(m.rate[i], q, m.vel[i])
}

// normalize scales the quaternions of a position to length 1.
func (m *IMEX) normalize(sys System, q []float64) {
	if m.still != nil {
		sys.Retract(q, q, m.still, 0)
	}
}

// failure returns the estimated error of the step, 1 where it is just as large as allowed.
func (m *IMEX) failure(s *State, h float64) float64 {
	sum := m.square(&m.rate, m.from.Q, s.Q, h) + m.square(&m.a, m.from.Qd, s.Qd, h)
	return math.Sqrt(sum / float64(len(s.Q)+len(s.Qd)))
}

// square returns the sum of the squares of the errors in units of the tolerance at the larger of y and z.
func (m *IMEX) square(k *[imexStages][]float64, y, z []float64, h float64) float64 {
	sum := 0.0
	for i := range y {
		e := 0.0
		for j, b := range imexImplicit[imexStages-1] {
			e += float64((b - imexEmbedded[j]) * k[j][i])
		}
		e = float64(e * (h / (imexATol + float64(imexRTol*math.Max(math.Abs(y[i]), math.Abs(z[i]))))))
		sum += float64(e * e)
	}
	return sum
}
