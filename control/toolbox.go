package control

import (
	"fmt"
	"math"
	"slices"

	"kinetree/compile/tape"
)

// ToolboxForm is a form of the PID of control_toolbox, the package of ROS that the controllers of ros2_control use. It
// is named after the distributions that have it.
type ToolboxForm string

// The forms. An error that is not finite changes nothing.
const (
	// ToolboxHumble, of the versions 2 and 3: the integral of the error takes up the sample before the command is
	// made, a limit bounds either that integral or what it adds to the command, and the command is not bounded. Without
	// a period, or for an error that is not finite, the command is 0.
	ToolboxHumble ToolboxForm = "humble"
	// ToolboxJazzy, of version 4: the integral is an effort, a command that is asked for again without a period is the
	// last one, one for an error that is not finite is NaN, and the command is bounded. The legacy anti-windup is that
	// of Humble; the other ones are those of ToolboxRolling, but for the limit of the integral, which they do not know.
	ToolboxJazzy ToolboxForm = "jazzy"
	// ToolboxRolling, of version 5.7 on, which is that of Kilted, too: the command has the integral before it takes up
	// the sample, see ToolboxPID.
	ToolboxRolling ToolboxForm = "rolling"
)

// ToolboxWindup says what a PID of control_toolbox does while its command is at a limit.
type ToolboxWindup string

// The ways against windup. The first two are those of ToolboxHumble and ToolboxJazzy.
const (
	LegacyFree             ToolboxWindup = "legacy"                  // the limits bound what the integral adds
	LegacyClamped          ToolboxWindup = "legacy clamped"          // the limits bound the integral
	NoWindup               ToolboxWindup = "none"                    // integrates all the same
	ToolboxBackCalculation ToolboxWindup = "back_calculation"        // takes back what the limit cuts off
	ToolboxConditional     ToolboxWindup = "conditional_integration" // takes nothing up that makes it worse
)

// epsilon is the distance of 1 from the next number, below which control_toolbox takes numbers for 0.
const epsilon = 0x1p-52

// ToolboxGains are those of one rate. The units are those of the command per unit of the error.
type ToolboxGains struct {
	P, I, D  float64
	UMin     float64 // of the command
	UMax     float64
	IMin     float64 // of the integral
	IMax     float64
	Windup   ToolboxWindup
	Tracking float64 // time constant of ToolboxBackCalculation (s); 0 for sqrt(D/I), or P/I where there is no D
	Deadband float64 // errors up to this are not integrated
}

// check returns what is wrong with the gains.
func (g *ToolboxGains) check(form ToolboxForm) error {
	legacy := g.Windup == LegacyFree || g.Windup == LegacyClamped
	known := legacy || slices.Contains([]ToolboxWindup{NoWindup, ToolboxBackCalculation, ToolboxConditional}, g.Windup)
	switch {
	case !known:
		return fmt.Errorf("the anti-windup is %q; expected none, back_calculation, conditional_integration or legacy",
			g.Windup)
	case legacy && form == ToolboxRolling, !legacy && form == ToolboxHumble:
		return fmt.Errorf("the anti-windup is %q, which the PID of %s does not have", g.Windup, form)
	case !(g.UMin < g.UMax):
		return fmt.Errorf("the command is from %v to %v; expected a lower limit below the upper one", g.UMin, g.UMax)
	case !(g.IMin <= 0 && g.IMax >= 0):
		return fmt.Errorf("the integral is from %v to %v; expected limits around 0", g.IMin, g.IMax)
	case !(g.Deadband >= 0):
		return fmt.Errorf("the deadband of the error is %v; expected 0 or more", g.Deadband)
	case !(g.Tracking >= 0) || math.IsInf(g.Tracking, 1):
		return fmt.Errorf("the tracking time constant is %v s; expected 0 or more", g.Tracking)
	case g.Windup == ToolboxBackCalculation && math.Abs(g.I) > epsilon && !(g.tracking() > 0):
		return fmt.Errorf("the gains p %v, i %v and d %v give no tracking time constant; expected gains of one sign, "+
			"or a tracking_time_constant", g.P, g.I, g.D)
	}
	return nil
}

// tracking returns the time constant that acts.
func (g *ToolboxGains) tracking() float64 {
	switch {
	case g.Tracking > epsilon:
		return g.Tracking
	case math.Abs(g.D) > epsilon:
		return math.Sqrt(g.D / g.I)
	}
	return g.P / g.I
}

// ToolboxPID is the PID of control_toolbox, one for each rate. A command of the error e, of its rate ė and of the
// period T is, in the form ToolboxRolling,
//
//	v = P e + z + D ė
//	u = v within [UMin, UMax]
//	z⁺ = z + T (I e + (u − v) / Tracking) within [IMin, IMax]
//
// with the part of Tracking in ToolboxBackCalculation only; ToolboxConditional leaves z where u ≠ v and e v > 0, and no
// one changes z within the deadband. Where ė is not known it is that of a backward difference from 0. Source: the
// behaviour of control_toolbox 3.6, 4.8 and 6.3, step for step.
type ToolboxPID struct {
	form                   ToolboxForm
	difference             bool // ė is not known
	windup                 []ToolboxWindup
	p, i, d                []float64
	uMin, uMax, iMin, iMax []float64
	tracking, deadband     []float64
	z                      []float64    // integral; of the error in ToolboxHumble
	last                   []float64    // error
	u                      []float64    // command, which no sample depends on
	parts                  [3][]float64 // of the command before its limits: of P, I and D
}

// NewToolboxPID returns a PID before its first sample, one for each of the gains. With difference it is asked without
// rates of the error. The error says what is wrong with the gains, by index.
func NewToolboxPID(form ToolboxForm, gains []ToolboxGains, difference bool) (*ToolboxPID, error) {
	n := len(gains)
	list := func() []float64 { return make([]float64, n) }
	l := &ToolboxPID{form: form, difference: difference, windup: make([]ToolboxWindup, n), p: list(), i: list(),
		d: list(), uMin: list(), uMax: list(), iMin: list(), iMax: list(), tracking: list(), deadband: list(),
		z: list(), last: list(), u: list(), parts: [3][]float64{list(), list(), list()}}
	if !slices.Contains([]ToolboxForm{ToolboxHumble, ToolboxJazzy, ToolboxRolling}, form) {
		return nil, fmt.Errorf("there is no form %q of the PID; expected humble, jazzy or rolling", form)
	}
	for k := range gains {
		g := &gains[k]
		if err := g.check(form); err != nil {
			return nil, fmt.Errorf("PID %d: %w", k, err)
		}
		l.windup[k], l.p[k], l.i[k], l.d[k] = g.Windup, g.P, g.I, g.D
		l.uMin[k], l.uMax[k], l.iMin[k], l.iMax[k] = g.UMin, g.UMax, g.IMin, g.IMax
		l.tracking[k], l.deadband[k] = g.tracking(), g.Deadband
	}
	return l, nil
}

// Command returns the command of PID k for an error and its rate, after a period (s), 0 or more. It does not allocate.
//
//twin:ordinary
func (l *ToolboxPID) Command(k int, period, e, ed float64) float64 {
	if period > epsilon && math.Abs(e) < math.Inf(1) && (l.difference || math.Abs(ed) < math.Inf(1)) {
		return l.sample(k, period, e, ed)
	}
	return l.unchanged(k, period)
}

// unchanged returns the command for an input that changes nothing.
func (l *ToolboxPID) unchanged(k int, period float64) float64 {
	switch {
	case l.form == ToolboxHumble:
		return 0
	case period > epsilon:
		l.u[k] = math.NaN()
	}
	return l.u[k]
}

// sample returns the command for numbers that are finite.
func (l *ToolboxPID) sample(k int, period, e, ed float64) float64 {
	if l.difference {
		ed = (e - l.last[k]) / period
		l.last[k] = e
	}
	way := l.windup[k]
	legacy := way == LegacyFree || way == LegacyClamped
	if legacy {
		l.takeFirst(k, period, e)
	}
	z := l.z[k]
	if l.form == ToolboxHumble {
		z = float64(l.i[k] * z)
	}
	if way == LegacyFree {
		z = within(l.iMin[k], l.iMax[k], z)
	}
	l.parts[0][k], l.parts[1][k], l.parts[2][k] = float64(l.p[k]*e), z, float64(l.d[k]*ed)
	v := l.parts[0][k] + z + l.parts[2][k]
	if l.form == ToolboxHumble {
		l.u[k] = v
		return v
	}
	l.u[k] = within(l.uMin[k], l.uMax[k], v)
	if !legacy && math.Abs(e) > l.deadband[k] {
		l.takeLast(k, period, e, v)
	}
	if l.form == ToolboxRolling {
		l.z[k] = within(l.iMin[k], l.iMax[k], l.z[k])
	}
	return l.u[k]
}

// takeFirst has the integral take up an error before the command is made.
func (l *ToolboxPID) takeFirst(k int, period, e float64) {
	if l.form == ToolboxHumble {
		l.z[k] += float64(period * e)
		if i := l.i[k]; l.windup[k] == LegacyClamped && i != 0 {
			a, b := l.iMin[k]/i, l.iMax[k]/i
			l.z[k] = within(math.Min(a, b), math.Max(a, b), l.z[k])
		}
		return
	}
	if !(math.Abs(e) > l.deadband[k]) {
		return
	}
	l.z[k] += float64(float64(l.i[k]*period) * e)
	if l.windup[k] == LegacyClamped {
		l.z[k] = within(l.iMin[k], l.iMax[k], l.z[k])
	}
}

// takeLast has the integral take up an error after the command v is made and bounded.
func (l *ToolboxPID) takeLast(k int, period, e, v float64) {
	lost := l.u[k] - v
	switch l.windup[k] {
	case ToolboxBackCalculation:
		if math.Abs(l.i[k]) > epsilon {
			l.z[k] += float64(period * (float64(l.i[k]*e) + float64(1/l.tracking[k]*lost)))
		}
	case ToolboxConditional:
		if !(math.Abs(lost) > epsilon && e*v > 0) {
			l.z[k] += float64(float64(period*l.i[k]) * e)
		}
	default:
		l.z[k] += float64(float64(period*l.i[k]) * e)
	}
}

// within returns x within two limits.
func within(least, most, x float64) float64 { return math.Max(least, math.Min(most, x)) }

// rows adds the numbers to a list.
func (l *ToolboxPID) rows(r *tape.RowList) {
	r.Fixed(l.p, l.i, l.d, l.uMin, l.uMax, l.iMin, l.iMax, l.tracking, l.deadband)
	r.Carried(l.z)
	r.Scratch(l.u, l.parts[0], l.parts[1], l.parts[2])
	if l.difference {
		r.Carried(l.last)
	}
}

// appendState appends the state of PID k.
func (l *ToolboxPID) appendState(state []float64, k int) []float64 {
	if l.i[k] != 0 {
		state = append(state, l.z[k])
	}
	if l.difference && l.d[k] != 0 {
		state = append(state, l.last[k])
	}
	return state
}

// setState sets the state of PID k to the first numbers of a list, and returns the others.
func (l *ToolboxPID) setState(state []float64, k int) []float64 {
	if l.i[k] != 0 {
		l.z[k], state = state[0], state[1:]
	}
	if l.difference && l.d[k] != 0 {
		l.last[k], state = state[0], state[1:]
	}
	return state
}
