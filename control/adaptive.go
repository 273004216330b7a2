package control

import (
	"fmt"
	"slices"

	"kinetree/compile/tape"
	"kinetree/dynamics/regressor"
	"kinetree/tree"
)

// AdaptiveConfig describes an [Adaptive] law.
type AdaptiveConfig struct {
	Lambda float64   // Λ (1/s)
	K      []float64 // of each rate (N m s/rad, N s/m)
	// Adaptation is Γ, a number for each of regressor.Parameters; those of 0 keep their values.
	Adaptation []float64
	Initial    []float64 // the first estimates of these parameters; nil for those of the model
	// Projection keeps the estimates among those that bodies can have, see consistency.go.
	Projection bool
}

// Adaptive is the law
//
//	τ = Y p̂ + K s,   p̂' = Γ Yᵀ s,   s = ė + Λ e,   Y = Y(q, q̇, q̇_r, q̈_r)
//
// with e = r ⊖ q and the references q̇_r = ṙ + Λ e and q̈_r = r̈ + Λ ė, where Y p = M q̈_r + C q̇_r + g for the
// parameters p of the robot. So it needs no parameters to begin with, only the geometry of the model that it believes
// in, and V = ½ sᵀ M s + ½ (p̂ − p)ᵀ Γ⁻¹ (p̂ − p) falls by sᵀ K s. What drives have of armature is known to it. Source:
// Slotine and Li, "On the adaptive control of robot manipulators", Int. J. Robotics Research 6(3), 1987.
//
// On samples the estimates take a step p̂⁺ = p̂ + T Γ Yᵀ s at each of them, after the efforts. As a law that acts at
// every instant it is [Accumulating].
type Adaptive struct {
	tracking
	c          AdaptiveConfig
	regressor  *regressor.Solver
	adapted    []int     // the parameters with Γ > 0
	p, used    []float64 // estimates: now, and in the last efforts
	s, qdr, qr []float64 // s, q̇_r and q̈_r
	y          []float64
	names      []string
	body       *consistency // nil without a projection
}

// NewAdaptive returns the law with the model that it believes in. It panics if a length is wrong.
func NewAdaptive(believed *tree.Model, c AdaptiveConfig) *Adaptive {
	checkGains(believed, c.K)
	r, nv := regressor.New(believed), believed.NV()
	if c.Initial == nil {
		c.Initial = regressor.Parameters(believed)
	}
	if len(c.Adaptation) != r.Columns() || len(c.Initial) != r.Columns() {
		panic(fmt.Sprintf("control: %d numbers of adaptation and %d estimates, the model %s has %d parameters",
			len(c.Adaptation), len(c.Initial), believed.Name(), r.Columns()))
	}
	l := &Adaptive{tracking: newTracking(believed), c: c, regressor: r, p: slices.Clone(c.Initial),
		used: slices.Clone(c.Initial), s: make([]float64, nv), qdr: make([]float64, nv), qr: make([]float64, nv),
		y: make([]float64, nv*r.Columns())}
	blocks := regressor.Blocks(believed)
	for i, gamma := range c.Adaptation {
		if gamma > 0 {
			l.adapted = append(l.adapted, i)
			l.names = append(l.names, blocks[i/regressor.Size].Name+"/"+regressor.Names[i%regressor.Size])
		}
	}
	if c.Projection {
		l.body = newConsistency(c.Adaptation)
	}
	return l
}

// refer computes s, the references and Y for an input.
func (l *Adaptive) refer(in *Input) {
	l.update(in)
	for i, e := range l.e {
		l.s[i] = l.ed[i] + float64(l.c.Lambda*e)
		l.qdr[i] = in.Reference.Qd[i] + float64(l.c.Lambda*e)
		l.qr[i] = in.Reference.Qdd[i] + float64(l.c.Lambda*l.ed[i])
	}
	l.regressor.ReferenceRegressor(l.y, in.Q, in.Qd, l.qdr, l.qr)
}

// Effort implements Law. It does not allocate, unless a projection acts. On samples the estimates go on.
func (l *Adaptive) Effort(tau []float64, in *Input) error {
	l.refer(in)
	n := len(l.p)
	for i := range tau {
		tau[i] = float64(l.c.K[i] * l.s[i])
		for k, y := range l.y[i*n : (i+1)*n] {
			tau[i] += float64(y * l.p[k])
		}
	}
	for i, x := range l.model.Armature() {
		tau[i] += float64(x * l.qr[i])
	}
	copy(l.used, l.p)
	if in.Period > 0 {
		for _, k := range l.adapted {
			l.p[k] += float64(in.Period * l.rate(k))
		}
		l.Settle()
	}
	return nil
}

// Rows implements tape.Rowed: of the estimates those that adapt are carried.
func (l *Adaptive) Rows(r *tape.RowList) {
	r.FixedNumber(&l.c.Lambda)
	r.Fixed(l.c.K)
	next := 0
	for k := range l.p {
		if next < len(l.adapted) && l.adapted[next] == k {
			r.Fixed(l.c.Adaptation[k:][:1])
			r.Carried(l.p[k:][:1], l.used[k:][:1])
			next++
		} else {
			r.Fixed(l.p[k:][:1], l.used[k:][:1])
		}
	}
	r.Scratch(l.e, l.ed, l.s, l.qdr, l.qr, l.y, l.c.Initial)
	if l.body != nil {
		r.Scratch(l.body.l[:])
	}
}

// Believed implements Recordable.
func (l *Adaptive) Believed() *tree.Model { return l.model }

// rate returns the rate of a parameter, (Γ Yᵀ s)_k.
func (l *Adaptive) rate(k int) float64 {
	sum := 0.0
	for i, s := range l.s {
		sum += float64(l.y[i*len(l.p)+k] * s)
	}
	return float64(l.c.Adaptation[k] * sum)
}

// AppendRate implements Accumulating.
func (l *Adaptive) AppendRate(rate []float64, in *Input) []float64 {
	l.refer(in)
	for _, k := range l.adapted {
		rate = append(rate, l.rate(k))
	}
	return rate
}

// Sampled implements Accumulating: estimates are integrals.
//
//twin:never
func (l *Adaptive) Sampled() bool { return false }

// Settle implements Accumulating: it projects the estimates.
func (l *Adaptive) Settle() {
	if l.body != nil {
		l.body.project(l.p)
	}
}

// AppendState implements Stateful: the estimates that adapt.
func (l *Adaptive) AppendState(state []float64) []float64 {
	for _, k := range l.adapted {
		state = append(state, l.p[k])
	}
	return state
}

// SetState implements Stateful.
func (l *Adaptive) SetState(state []float64) {
	for i, k := range l.adapted {
		l.p[k] = state[i]
	}
	copy(l.used, l.p)
}

// Estimates implements Estimating: the names <joint>/<parameter> of those that adapt.
func (l *Adaptive) Estimates() []string { return l.names }

// AppendEstimates implements Estimating: those in the last efforts.
func (l *Adaptive) AppendEstimates(row []float64) []float64 {
	for _, k := range l.adapted {
		row = append(row, l.used[k])
	}
	return row
}
