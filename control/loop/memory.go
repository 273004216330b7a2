package loop

import (
	"math"
	"slices"

	"kinetree/control"
	"kinetree/tree"
)

// memory integrates the state of a law that accumulates, x' = f(t, q, q̇), along the motion. At a time t = t₀ + h of a
// step that began at t₀, Simpson's rule gives
//
//	x(t) = x₀ + h/6 (f₀ + 4 f_m + f)
//
// The rate f_m in the middle lies on the cubic in time through four rates: the rate now, and the rates at the start of
// this step and of the two steps before it. This is a method of Adams and Moulton, of order 4 in the step. The state x
// is a function of the time and the state of the robot, as an integrator requires. At the start and behind jumps of the
// reference there are no two steps before. Then f_m is the rate in the state on the cubic through both ends,
//
//	δ = q ⊖ q₀,   δ_m = δ/2 + h/8 (q̇₀ − q̇),   q̇_m = 3/2 δ/h − (q̇₀ + q̇)/4
//
// This rate is less exact, because the inner stages of a step have errors in δ/h.
type memory struct {
	law     control.Accumulating
	model   *tree.Model
	step    float64
	next    int // step
	initial []float64

	begun  bool         // a step has begun
	t      float64      // start of the step
	q, qd  []float64    // at the start of the step
	x, f   []float64    // state of the law and its rates, at the start of the step
	before [2]float64   // starts of the two steps before, the last step first
	was    [2][]float64 // rates at these starts
	known  int          // number of these starts that are known

	qm, qdm, delta []float64
	fm, fn, y      []float64
}

func newMemory(m *tree.Model, law control.Accumulating, step float64) *memory {
	nq, nv := m.NQ(), m.NV()
	x := law.AppendState(nil)
	list := func() []float64 { return make([]float64, len(x)) }
	return &memory{law: law, model: m, step: step, initial: x, x: slices.Clone(x), q: make([]float64, nq),
		qd: make([]float64, nv), qm: make([]float64, nq), qdm: make([]float64, nv), delta: make([]float64, nv),
		f: list(), fm: list(), fn: list(), y: list(), was: [2][]float64{list(), list()}}
}

// reset makes the law forget.
func (m *memory) reset() {
	m.begun, m.next, m.known = false, 0, 0
	copy(m.x, m.initial)
	m.law.SetState(m.x)
}

// to sets the state of the law to its value at time t of the step.
func (m *memory) to(l *Continuous, t float64, q, qd []float64) {
	h := t - m.t
	if !m.begun || h == 0 {
		m.law.SetState(m.x)
		return
	}
	m.fn = m.law.AppendRate(m.fn[:0], l.instant(t, q, qd))
	if m.known == len(m.was) {
		m.interpolate(h)
	} else {
		m.model.Difference(m.delta, m.q, q)
		for i, d := range m.delta {
			m.qdm[i] = 1.5*d/h - (m.qd[i]+qd[i])/4
			m.delta[i] = d/2 + float64(h/8*(m.qd[i]-qd[i]))
		}
		m.model.Integrate(m.qm, m.q, m.delta, 1)
		m.fm = m.law.AppendRate(m.fm[:0], l.instant(m.t+h/2, m.qm, m.qdm))
	}
	for i, x := range m.x {
		m.y[i] = x + float64(h/6*(m.f[i]+float64(4*m.fm[i])+m.fn[i]))
	}
	m.law.SetState(m.y)
}

// interpolate sets the rates in the middle of a step of length h to the values of the cubic, by Lagrange's weights.
func (m *memory) interpolate(h float64) {
	times := [...]float64{m.before[1] - m.t, m.before[0] - m.t, 0, h}
	var weights [len(times)]float64
	for j, at := range times {
		weights[j] = 1
		for k, other := range times {
			if k != j {
				weights[j] = float64(weights[j] * ((h/2 - other) / (at - other)))
			}
		}
	}
	for i := range m.fm {
		m.fm[i] = float64(weights[0]*m.was[1][i]) + float64(weights[1]*m.was[0][i]) + float64(weights[2]*m.f[i]) +
			float64(weights[3]*m.fn[i])
	}
}

// begin begins a step with the present state of the law, and returns the time of the end of the step. The cubic does
// not reach back beyond a jump of the reference.
func (m *memory) begin(l *Continuous, jump bool, t float64, q, qd []float64) (end float64) {
	switch {
	case jump || !m.begun:
		m.known = 0
	case t > m.t:
		m.before[0], m.before[1] = m.t, m.before[0]
		m.was[0], m.was[1] = m.was[1], m.was[0]
		copy(m.was[0], m.f)
		m.known = min(m.known+1, len(m.was))
	}
	m.law.Settle()
	m.begun, m.t = true, t
	copy(m.q, q)
	copy(m.qd, qd)
	m.x = m.law.AppendState(m.x[:0])
	m.f = m.law.AppendRate(m.f[:0], l.instant(t, q, qd))
	m.next = max(m.next, int(math.Floor(t/m.step+rest)))
	for snap(float64(float64(m.next)*m.step)) <= t+tolerance(t) {
		m.next++
	}
	return snap(float64(float64(m.next) * m.step))
}
