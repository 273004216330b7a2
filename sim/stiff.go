package sim

import (
	"math"
	"math/bits"

	"kinetree/integrate"
	"kinetree/internal/floats"
	"kinetree/tree"
)

// implicit is the workspace for StiffAcceleration.
type implicit struct {
	controller LinearFeedback // nil if there is none
	kp, kd     []float64      // of damping, springs and controller
	added      []float64      // h B + h² K, infinite for rates that are held
	lines      *stiffLines    // nil without line springs
}

func newImplicit(c *Config) *implicit {
	n := c.Model.NV()
	x := &implicit{kp: make([]float64, n), kd: make([]float64, n), added: make([]float64, n),
		lines: newStiffLines(c)}
	x.controller, _ = c.Controller.(LinearFeedback)
	return x
}

// StiffAcceleration implements integrate.Stiff with the damping and the springs of the joints and the gains of the
// controller. A joint whose actuator is at its limit has no gains.
func (w *World) StiffAcceleration(qdd []float64, t float64, q, qd, dq, dv []float64, h float64) error {
	tau, err := w.plant.efforts(t, q, qd)
	if err != nil {
		return err
	}
	x := w.implicit
	clear(x.kp)
	clear(x.kd)
	if x.controller != nil {
		x.controller.Gains(x.kp, x.kd)
		for i := range w.drive.actuators {
			if a := &w.drive.actuators[i]; a.exceeded {
				j := &w.Model().Joints()[a.joint]
				x.kp[j.V], x.kd[j.V] = 0, 0
			}
		}
	}
	w.mechanism.Stiffen(x.added, tau, x.kp, x.kd, dq, dv, h)
	return w.plant.solveAugmented(qdd, t, q, qd, tau, dq, dv, h)
}

// Damps implements integrate.Damped.
func (w *World) Damps() bool {
	return w.mechanism.Passive.Damping != nil || w.implicit.lines != nil && w.implicit.lines.damped()
}

// DampedAcceleration implements integrate.Damped with the damping of the joints and of line springs.
func (w *World) DampedAcceleration(qdd []float64, t float64, q, qd []float64, h float64) error {
	tau, err := w.plant.efforts(t, q, qd)
	if err != nil {
		return err
	}
	w.mechanism.Damp(w.implicit.added, h)
	return w.plant.solveAugmented(qdd, t, q, qd, tau, nil, nil, h)
}

// solveAugmented sets qdd to the accelerations under the efforts tau, with the additions of an implicit law to the mass
// matrix. Held rates stay held. Line springs make their additions here; if the position is explicit (dq is nil), only
// the dampers of line springs do.
func (w *plant) solveAugmented(qdd []float64, t float64, q, qd, tau, dq, dv []float64, h float64) error {
	if w.modes != nil {
		floats.Add(w.implicit.added, w.modes.hold)
	}
	lines := w.implicit.lines
	for again := true; again; again = w.turned(qdd, tau) {
		w.augment(w.modes.withShifts(w.implicit.added))
		w.stale = true
		if lines != nil {
			if err := lines.respond(w.World, t, q); err != nil {
				return err
			}
		}
		if err := w.solve(qdd, t, q, qd, tau); err != nil {
			return err
		}
		if lines != nil {
			lines.correct(qdd, q, dq, dv, h)
		}
	}
	return nil
}

// A Stiffness is a damper or spring of a joint, or between two links, that is too fast for the steps of a run. From
// then on the run takes all dampers and springs implicitly, see integrate.IMEX.
type Stiffness struct {
	// Joint is "base" for a floating base, JOINT/motor for an elastic drive, and empty for one between links.
	Joint string    `json:"joint,omitempty"`
	Links [2]string `json:"links,omitzero"` // between which it is
	What  string    `json:"what"`           // "damping" or "spring"
	Rate  float64   `json:"rate"`           // at which it decays, or angular frequency at which it swings (1/s)
	Time  float64   `json:"time"`           // s
}

// fastness looks for dampers and springs that are too fast for the step.
type fastness struct {
	looks   bool              // there is something to look for
	joints  bool              // of joints
	elastic []elastic         // transmissions to rotors
	lines   *stiffLines       // between links; nil for none
	inverse []float64         // M⁻¹; nil of robots with more than mostDense rates and without constraints
	scratch []float64         // 5 vectors for these instead
	found   []Stiffness       // of the run
	method  integrate.Stepper // of the method that was chosen, while another is in its place
	instead integrate.Stepper // which is made once; nil before
}

const (
	// tooFast is the largest h |λ| of damping that is left to an explicit method. RK4 is stable to 2.785 and a multiple
	// of it means that the inertia has become that much smaller between two looks.
	tooFast = 1
	// swift is the largest turn of a swing in a step, h |λ| of springs, that is left to an explicit method: RK4 takes
	// (h λ)⁶/144 of an amplitude in a step, 5e-6 there and 0.7 % with h λ = 1.
	swift = 0.3
	// lookEvery is the number of steps from one look to the next. A look costs O(nv² d), as M⁻¹ does, and O(nv) for
	// robots with more than mostDense rates.
	lookEvery = 32
	mostDense = 100
)

// elastic is a tree.Coupling with the rates that it connects.
type elastic struct {
	tree.Coupling
	v, rotor int
}

// newFastness returns the search for fast dampers and springs, which is off for methods that are stable with them.
func newFastness(c *Config) (f fastness) {
	if c.Integration.Method.Stiff == nil {
		return f
	}
	f.lines = newStiffLines(c)
	has := newFeatures(c)
	for _, x := range c.Disturbances.Changes {
		later := Config{Model: x.Model, Joints: c.Joints, Ideal: c.Ideal}
		has.damping = has.damping || newFeatures(&later).damping
	}
	f.joints = has.damping || has.springs
	joints := c.Model.Joints()
	for k := range c.Joints {
		if e := c.Joints[k].Elastic; e != nil {
			f.elastic = append(f.elastic, elastic{*e, joints[k].V, joints[joints[k].Rotor].V})
		}
	}
	f.looks = f.lines != nil || f.joints || f.elastic != nil
	switch n := c.Model.NV(); {
	case f.elastic != nil, f.joints && (n <= mostDense || len(c.Imposed.Constraints) > 0):
		f.inverse = make([]float64, n*n)
	case f.joints:
		f.scratch = make([]float64, 5*n)
	}
	return f
}

// lookForFast changes over to the stepper for stiff systems if damping or springs are too fast for the step in the
// current state. The rates λ of the damping alone are the eigenvalues of √B M⁻¹ √B, which its largest row sum bounds;
// the frequencies of the springs are the roots of the eigenvalues of √K M⁻¹ √K.
func (w *plant) lookForFast() error {
	if !w.fast.looks || w.Stiff() != nil {
		return nil
	}
	w.augment(nil)
	w.stale = true
	if w.fast.joints || w.fast.elastic != nil {
		if err := w.lookAtJoints(); err != nil {
			return err
		}
	}
	if w.fast.lines != nil {
		if err := w.fast.lines.respond(w.World, w.state.T, w.state.Q); err != nil {
			return err
		}
		w.fast.lines.find(w.World, w.config.Integration.Step)
	}
	if w.Stiff() == nil {
		return nil
	}
	if w.fast.instead == nil {
		w.fast.instead = w.config.Integration.Method.Stiff(w.World)
	}
	w.fast.method, w.stepper = w.stepper, w.fast.instead
	w.detector.restart()
	return nil
}

// lookAtJoints notes dampers and springs of joints that are too fast for the step.
func (w *plant) lookAtJoints() error {
	find := w.findFast
	if w.fast.inverse == nil {
		find = w.findFastOfMany
	} else if err := w.inverseMassMatrix(w.fast.inverse); err != nil {
		return err
	}
	h := w.config.Integration.Step
	damping := w.mechanism.Passive.Damping
	if err := find("damping", damping, tooFast/h, func(x float64) float64 { return x }); err != nil {
		return err
	}
	if err := find("spring", w.mechanism.Passive.Stiffness, swift/h*swift/h, math.Sqrt); err != nil {
		return err
	}
	w.findFastElastic(h)
	return nil
}

// rowSum returns the sum of the magnitudes of row i of √X A √X, with n numbers x on the diagonal of X and the coupling
// A. No eigenvalue of √X A √X exceeds the largest row sum.
func rowSum(n, i int, coupling func(i, j int) float64, x func(i int) float64) (sum float64) {
	for j := range n {
		sum += float64(math.Abs(coupling(i, j)) * math.Sqrt(x(i)*x(j)))
	}
	return sum
}

// findFastElastic is findFast for the twists of elastic transmissions, which the springs and dampers act on.
func (w *plant) findFastElastic(h float64) {
	list, inverse, n := w.fast.elastic, w.fast.inverse, w.NV()
	coupling := func(i, j int) float64 {
		a, b := &list[i], &list[j]
		return inverse[a.rotor*n+b.rotor] - inverse[a.rotor*n+b.v] - inverse[a.v*n+b.rotor] + inverse[a.v*n+b.v]
	}
	for i := range list {
		damping := rowSum(len(list), i, coupling, func(i int) float64 { return list[i].Damping })
		if damping > tooFast/h {
			w.noteFast("damping", list[i].rotor, damping)
		}
		rate := math.Sqrt(rowSum(len(list), i, coupling, func(i int) float64 { return list[i].Stiffness }))
		if rate > swift/h {
			w.noteFast("spring", list[i].rotor, rate)
		}
	}
}

// resetStepper brings back the stepper of the method, as it was before its first step.
func (w *plant) resetStepper() {
	if w.Stiff() != nil {
		w.stepper, w.fast.found = w.fast.method, w.fast.found[:0]
	}
	for _, s := range [...]integrate.Stepper{w.stepper, w.fast.instead} {
		if r, ok := s.(integrate.Resetter); ok {
			r.Reset()
		}
	}
}

// findFast notes the joints of the rows that exceed a bound.
func (w *plant) findFast(what string, x []float64, bound float64, rate func(float64) float64) error {
	n := len(x)
	coupling := func(i, j int) float64 { return w.fast.inverse[i*n+j] }
	for i := range n {
		if sum := rowSum(n, i, coupling, func(i int) float64 { return x[i] }); sum > bound {
			w.noteFast(what, i, rate(sum))
		}
	}
	return nil
}

// noteFast notes what is too fast at rate i.
func (w *plant) noteFast(what string, i int, rate float64) {
	s := Stiffness{Joint: "base", What: what, Rate: rate, Time: w.state.T}
	for _, j := range w.Model().Joints() {
		if j.Leader < 0 && j.V <= i && i < j.V+j.NV {
			s.Joint = j.Name
		}
	}
	if k := len(w.fast.found) - 1; k >= 0 && w.fast.found[k].Joint == s.Joint && w.fast.found[k].What == what {
		w.fast.found[k].Rate = max(w.fast.found[k].Rate, s.Rate) // another rate of the same joint
		return
	}
	w.fast.found = append(w.fast.found, s)
}

// powers is how often findFastOfMany multiplies; after that the largest eigenvalue of a long chain is known to 10 %.
const powers = 20

// findFastOfMany is findFast without M⁻¹, for many rates: by power iteration it finds the largest eigenvalue of √X M⁻¹
// √X, X = diag(x), and notes the rates that have at least half of the largest part in its vector. A product with M⁻¹ is
// a difference of forward dynamics at rest, O(nv).
func (w *plant) findFastOfMany(what string, x []float64, bound float64, rate func(float64) float64) error {
	n := len(x)
	if n == 0 {
		return nil
	}
	s := w.fast.scratch
	rest, tau, falls, qdd, u := s[:n], s[n:2*n], s[2*n:3*n], s[3*n:4*n], s[4*n:]
	if err := w.forward.ForwardDynamics(falls, w.state.Q, rest, rest, nil); err != nil {
		return err
	}
	for i := range u { // signs without a pattern, because the fastest motion may have any pattern
		u[i] = 1 - float64(2*float64(bits.OnesCount32(uint32(i)*2654435769)%2))
	}
	largest := 0.0
	for range powers {
		floats.Scale(1/floats.Norm(u, 2), u)
		for i := range tau {
			tau[i] = float64(math.Sqrt(x[i]) * u[i])
		}
		if err := w.forward.ForwardDynamics(qdd, w.state.Q, rest, tau, nil); err != nil {
			return err
		}
		for i := range u {
			u[i] = float64(math.Sqrt(x[i]) * (qdd[i] - falls[i]))
		}
		largest = floats.Norm(u, 2)
		if largest == 0 {
			return nil
		}
	}
	part := floats.Norm(u, math.Inf(1))
	for i := range u {
		if largest > bound && math.Abs(u[i]) >= part/2 {
			w.noteFast(what, i, rate(largest))
		}
	}
	return nil
}

// Stiff returns the dampers and springs for which the run has changed over to an implicit method, nil if it has not. It
// must not be changed, and is valid up to the next Reset.
func (w *World) Stiff() []Stiffness {
	if len(w.fast.found) == 0 {
		return nil
	}
	return w.fast.found
}
