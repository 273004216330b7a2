package stability

import (
	"math"

	"kinetree/integrate"
	"kinetree/internal/finitejson"
	"kinetree/internal/libm"
	"kinetree/tree"
)

// Advice tells which step each integrator can take in a motion.
type Advice struct {
	Model   string   `json:"model"`
	NV      int      `json:"-"`
	Step    float64  `json:"dt"`
	Fastest Fastest  `json:"fastest_mode"`
	Turn    FastTurn `json:"fastest_turn"`
	// Until is the time up to which the motion was looked at (s).
	Until       float64      `json:"looked_until"`
	Judged      bool         `json:"modes_judged"`     // false if constraints leave none, or with very many rates
	Whole       bool         `json:"all_modes_judged"` // false where only the fastest are
	Integrators []Assessment `json:"integrators"`
}

// Fastest is the mode of the largest |λ|, with what it does.
type Fastest struct {
	Time      float64 `json:"time"`              // s
	Decay     float64 `json:"decay"`             // 1/s; negative if it grows by itself
	Frequency float64 `json:"angular_frequency"` // rad/s
	Mode
}

// FastTurn is the fastest turn of a joint in a motion. It is 0 if none turns.
type FastTurn struct {
	Joint string  `json:"joint"`
	Speed float64 `json:"speed"` // rad/s
	Time  float64 `json:"time"`  // s
}

// Look is a robot linearized at a time of a motion.
type Look struct {
	Time     float64 // s
	Spectrum *Spectrum
}

// Prospect is what is known of a motion: where the modes of the robot were looked at, its start first; its fastest
// turn; and the time up to which it is known.
type Prospect struct {
	Looks []Look // none if modes are not judged
	Turn  FastTurn
	Until float64 // s
}

// Assessment is what steps of a method do to the robot in the motion.
type Assessment struct {
	Method   string  `json:"name"`
	Adaptive bool    `json:"chooses_its_own_steps"`
	Any      bool    `json:"stable_at_any_step"`
	Largest  float64 `json:"largest_step"` // (s) 0 if no step is stable, infinite if any is
	Stable   bool    `json:"stable_at_dt"`
	Growth   float64 `json:"growth_at_dt"`     // at the step of the advice (1/s); 0 for a method that chooses its own
	SetBy    *Mode   `json:"set_by,omitempty"` // the mode that sets the largest step, if one does
	// Followed is the largest step (s) in which the fastest turn is one that the method follows, infinite for a method
	// that chooses its own steps. The largest step is no longer.
	Followed float64 `json:"largest_step_for_turns"`
}

// NewAdvice assesses all methods at a step.
func NewAdvice(m *tree.Model, motion *Prospect, step float64) (*Advice, error) {
	a := &Advice{Model: m.Name(), NV: m.NV(), Step: step, Turn: motion.Turn, Until: motion.Until,
		Judged: len(motion.Looks) > 0, Whole: len(motion.Looks) > 0}
	for i := range motion.Looks {
		look := &motion.Looks[i]
		mode := look.Spectrum.Fastest()
		a.Whole = a.Whole && look.Spectrum.Whole()
		if i == 0 || libm.CAbs(mode.Lambda) > libm.CAbs(a.Fastest.Lambda) {
			a.Fastest = Fastest{look.Time, tidy(-real(mode.Lambda)), math.Abs(imag(mode.Lambda)), mode.tidied()}
		}
	}
	for _, method := range integrate.Methods() {
		one := Assessment{Method: method.Name, Adaptive: method.Adaptive, Any: true, Largest: math.Inf(1),
			Followed: math.Inf(1)}
		for i := range motion.Looks {
			if err := one.judge(motion.Looks[i].Spectrum, method, step); err != nil {
				return nil, err
			}
		}
		if !method.Adaptive && motion.Turn.Speed > 0 {
			one.Followed = method.Turns / motion.Turn.Speed
		}
		if one.Followed < one.Largest {
			one.Any, one.Largest, one.SetBy = false, one.Followed, nil
		}
		one.Stable = one.Growth == 0
		a.Integrators = append(a.Integrators, one)
	}
	return a, nil
}

// judge takes the modes of a look into account.
func (one *Assessment) judge(l *Spectrum, method integrate.Method, step float64) error {
	s, err := l.Steps(method)
	if err != nil {
		return err
	}
	if s.Largest < one.Largest {
		limiting := s.Limiting.tidied()
		one.Any, one.Largest, one.SetBy = false, s.Largest, &limiting
	}
	if method.Adaptive {
		return nil
	}
	growth, err := l.Growth(method, step)
	one.Growth = max(one.Growth, growth)
	return err
}

// MarshalJSON implements json.Marshaler. A largest step that is infinite is null.
func (a *Advice) MarshalJSON() ([]byte, error) { return finitejson.Marshal(a) }

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

// tidy replaces a negative zero, or a number that is rounding, by 0.
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
