package stability

import (
	"math"

	"kinetree/integrate"
	"kinetree/internal/finitejson"
	"kinetree/tree"
)

// Advice tells which step each integrator can take from a state on.
type Advice struct {
	Model       string       `json:"model"`
	NV          int          `json:"-"`
	Step        float64      `json:"dt"`
	Fastest     Fastest      `json:"fastest_mode"`
	Turning     Turning      `json:"-"`
	Integrators []Assessment `json:"integrators"`
}

// Fastest is the mode of the largest |λ|, with what it does.
type Fastest struct {
	Decay     float64 `json:"decay"`             // 1/s; negative if it grows by itself
	Frequency float64 `json:"angular_frequency"` // rad/s
	Mode
}

// Turning is the largest angular acceleration of the state, which soon takes the robot to others. It is 0 at rest.
type Turning struct {
	Name         string // of the rate
	Acceleration float64
}

// Assessment is what steps of a method do to the linearized robot.
type Assessment struct {
	Method   string  `json:"name"`
	Adaptive bool    `json:"chooses_its_own_steps"`
	Any      bool    `json:"stable_at_any_step"`
	Largest  float64 `json:"largest_step"` // (s) 0 if no step is stable, infinite if any is
	Stable   bool    `json:"stable_at_dt"`
	Growth   float64 `json:"growth_at_dt"`     // at the step of the advice (1/s); 0 for a method that chooses its own
	SetBy    *Mode   `json:"set_by,omitempty"` // the mode that sets the largest step, if it is finite
}

// NewAdvice assesses all methods at a step.
func NewAdvice(l *Spectrum, step float64) (*Advice, error) {
	m := l.Fastest()
	a := &Advice{Model: l.robot.Model.Name(), NV: l.robot.Model.NV(), Step: step, Turning: l.turning(),
		Fastest: Fastest{tidy(-real(m.Lambda)), math.Abs(imag(m.Lambda)), m.tidied()}}
	for _, method := range integrate.Methods() {
		s, err := l.Steps(method)
		if err != nil {
			return nil, err
		}
		one := Assessment{Method: method.Name, Adaptive: method.Adaptive, Any: math.IsInf(s.Largest, 1),
			Largest: s.Largest}
		if !one.Any {
			limiting := s.Limiting.tidied()
			one.SetBy = &limiting
		}
		if !method.Adaptive {
			if one.Growth, err = l.Growth(method, step); err != nil {
				return nil, err
			}
		}
		one.Stable = one.Growth == 0
		a.Integrators = append(a.Integrators, one)
	}
	return a, nil
}

// MarshalJSON implements json.Marshaler. A largest step that is infinite is null.
func (a *Advice) MarshalJSON() ([]byte, error) { return finitejson.Marshal(a) }

// turning returns the largest angular acceleration that is more than rounding.
func (l *Spectrum) turning() (t Turning) {
	for i, x := range l.robot.Acceleration {
		if x := math.Abs(x); x > t.Acceleration && x > 1e-9 && l.angular[i] {
			t = Turning{rateName(l.robot.Model, i), x}
		}
	}
	return t
}

// StepWarning says why a run should not have the step that it has.
type StepWarning struct {
	Growth   float64 // 1/s
	Largest  float64 // stable step of the method, 0 if there is none
	Limiting Mode    // that sets it
	Better   string  // a method that is stable at the step, or empty
}

// Warn returns what is wrong with the steps of a method in a run of some duration, or nil: that the step is longer than
// the largest stable one, or no step is stable, and the motion grows at least twofold in the time of the run. It is nil
// too where that cannot be told.
func (l *Spectrum) Warn(method integrate.Method, step, duration float64) *StepWarning {
	if method.Adaptive || l.Fastest().Lambda == 0 {
		return nil
	}
	growth, err := l.Growth(method, step)
	if err != nil || growth*duration < math.Ln2 {
		return nil
	}
	s, err := l.Steps(method)
	if err != nil || s.Largest > step {
		return nil
	}
	w := &StepWarning{Growth: growth, Largest: s.Largest, Limiting: s.Limiting.tidied()}
	for _, other := range []integrate.Method{integrate.ImplicitMethod, integrate.SemiImplicitMethod,
		integrate.RK4Method, integrate.ImplicitMidpointMethod} {
		if growth, err := l.Growth(other, step); err == nil && growth == 0 {
			w.Better = other.Name
			break
		}
	}
	return w
}

// tidied returns the mode without a stiffness that is rounding.
func (m Mode) tidied() Mode {
	m.Stiffness = tidy(m.Stiffness)
	return m
}

// tidy makes a zero that is negative, or rounding, a zero.
func tidy(x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	return x
}

// rateName returns the name of a rate: that of its joint, with an index if the joint has several.
func rateName(m *tree.Model, rate int) string {
	if m.Floating() && rate < 6 {
		return tree.CoordinateNames(m.BaseName(), 6)[rate]
	}
	return m.RateNames()[rate]
}
