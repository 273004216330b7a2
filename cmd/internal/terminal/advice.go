package terminal

import (
	"bufio"
	"fmt"
	"math"
	"strings"

	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/scenario/prepare"
)

// Advice writes which step each integrator can take.
func Advice(out *bufio.Writer, a *stability.Advice) {
	freedom := "1 degree of freedom"
	if a.NV != 1 {
		freedom = fmt.Sprintf("%d degrees of freedom", a.NV)
	}
	fmt.Fprintf(out, "%s: %s, dt %v s\n", Plain(a.Model), freedom, a.Step)
	switch {
	case !a.Judged:
		fmt.Fprintf(out, "  modes are not judged: constraints leave none, or there are too many rates; nor is the run "+
			"looked along\n")
	case a.Fastest.Lambda == 0:
		fmt.Fprintln(out, "  no mode: nothing swings, decays or grows")
	default:
		fmt.Fprintf(out, "  fastest mode%s: %s; %s\n", when(a.Fastest.Time), pace(a.Fastest.Lambda),
			whose(&a.Fastest.Mode))
	}
	if t := a.Turn; t.Speed > 0 {
		fmt.Fprintf(out, "  fastest turn%s: %s turns with %.4g rad/s\n", when(t.Time), Plain(t.Joint), t.Speed)
	}
	if a.Judged && !a.Whole {
		fmt.Fprintf(out, "  with more than %d rates only the fastest modes are judged\n", prepare.MostRates)
	}
	if a.Judged {
		fmt.Fprintf(out, "  looked at from the start to t = %.4g s\n", a.Until)
	}
	fmt.Fprintln(out)
	t := NewTable("integrator", "largest step, s", fmt.Sprintf("at dt %v s", a.Step), "set by")
	for _, one := range a.Integrators {
		limit, now, by := fmt.Sprintf("%.3g", one.Largest), "holds", ""
		switch {
		case one.Largest == 0:
			limit = "none"
		case one.Any:
			limit = "any"
		}
		switch {
		case one.Adaptive:
			now = "chooses its own"
		case !one.Stable:
			now = "grows " + twofold(one.Growth)
			if method, err := integrate.ByName(one.Method); err == nil && method.Stiff != nil {
				now += "; a run takes its damping and springs implicitly"
			}
		case one.Followed < a.Step:
			now = "too long for the turn"
		case !a.Judged:
			limit, now = "at most "+limit, "not judged"
		}
		switch {
		case one.SetBy != nil:
			by = whose(one.SetBy)
		case !one.Any:
			by = "the turn of " + Plain(a.Turn.Joint)
		}
		t.Add(one.Method, limit, now, by)
	}
	t.Write(out)
}

// when returns the time of an event as the end of a sentence, or "" for the start.
func when(t float64) string {
	if t == 0 {
		return ""
	}
	return fmt.Sprintf(" at t = %.4g s", t)
}

// twofold returns a phrase with the time in which a motion doubles that grows at a rate (1/s).
func twofold(growth float64) string { return fmt.Sprintf("twofold in %.2g s", math.Ln2/growth) }

// pace describes a mode: its frequency, and the rate at which it decays or grows.
func pace(lambda complex128) string {
	var parts []string
	if w := math.Abs(imag(lambda)); w > 0 {
		parts = append(parts, fmt.Sprintf("swings with %.4g rad/s (%.4g Hz)", w, w/(2*math.Pi)))
	}
	switch r := real(lambda); {
	case r < 0:
		parts = append(parts, fmt.Sprintf("decays with %.4g 1/s", -r))
	case r > 0:
		parts = append(parts, fmt.Sprintf("grows with %.4g 1/s by itself", r))
	}
	return strings.Join(parts, ", ")
}

// whose names the joint of a mode and what it has.
func whose(m *stability.Mode) string {
	inertia, damping, stiffness := "kg m^2", "N m s/rad", "N m/rad"
	if m.Slides {
		inertia, damping, stiffness = "kg", "N s/m", "N/m"
	}
	return fmt.Sprintf("%s (inertia %.3g %s, damping %.3g %s, stiffness %.3g %s)", Plain(m.Name),
		m.Inertia, inertia, m.Damping, damping, m.Stiffness, stiffness)
}

// StepWarning returns what the user should know of the step before a run, or "". It looks at the start alone, and is
// silent where that cannot be done.
func StepWarning(run *prepare.Run) string {
	method, step := run.Method, run.Scenario.Step
	if method.Adaptive {
		return ""
	}
	// Of a motion that begins, the first steps of a method of low order are less exact, not wrong.
	if turn, within := run.World.Begins(); step > within*max(method.Turns, integrate.RK4Method.Turns) {
		return fmt.Sprintf("dt %v s is too long for the motion that begins: %s turns by the first radian within "+
			"%.2g s; expected a smaller --dt (`simulate advise` tells more)", step, Plain(turn.Joint), within)
	}
	if run.World.Stiff() != nil || !run.JudgedAtOnce() {
		return ""
	}
	system, err := run.Linearized()
	if err != nil {
		return ""
	}
	w := system.Warn(method, step, run.Scenario.Duration)
	if w == nil {
		return ""
	}
	what := fmt.Sprintf("no step of %s is stable at the start, and at dt %v s the motion grows %s", method.Name, step,
		twofold(w.Growth))
	var remedies []string
	if w.Largest > 0 {
		what = fmt.Sprintf("dt %v s is longer than the largest stable step of %s at the start, %.3g s", step,
			method.Name, w.Largest)
		remedies = append(remedies, "a smaller --dt")
	}
	if w.Better != "" {
		remedies = append(remedies, "--integrator "+w.Better)
	}
	return fmt.Sprintf("%s, because of joint %s; expected %s (`simulate advise` tells more)", what, whose(&w.Limiting),
		strings.Join(remedies, " or "))
}

// StepNote says that the step of a run is not judged before it, or "".
func StepNote(run *prepare.Run) string {
	const what = "whether the steps are short enough is not judged before the run, for the robot has "
	switch c := run.World.Constraints(); {
	case run.Method.Adaptive || run.JudgedAtOnce() || c != nil && c.Mobility() == 0:
		return ""
	case run.ModesJudged():
		return what + fmt.Sprintf("%d rates; `simulate advise` does, and the drift tells afterwards", run.World.NV())
	}
	return what + fmt.Sprintf("%d rates, and constraints; its drift tells", run.World.NV())
}

// LoopWarning returns what the user should know of an unstable loop before a run, or "".
func LoopWarning(run *prepare.Run) string {
	radius := run.Unstable()
	if radius == 0 {
		return ""
	}
	period := run.Loop.Period
	return fmt.Sprintf("the control loop is unstable around the start: with a period of %v s and a delay of %v s the "+
		"spectral radius is %s, so deviations grow %s; expected less than 1 (`simulate analyze` tells more)", period,
		run.Loop.Delay, Figure(radius), twofold(math.Log(radius)/period))
}
