package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/cmplx"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/scenario"
	"kinetree/sim/record"
	"kinetree/tree"
)

func newAdvise() *cobra.Command {
	var st *settings
	asJSON := false
	cmd := &cobra.Command{
		Use:   "advise [flags] MODEL.urdf | SCENARIO.yaml",
		Short: "Show which step each integrator can take",
		Long: "Show which step each integrator can take, before a run.\n\n" +
			"MODEL.urdf is a file, the name of an embedded model where no such file exists (`simulate models` lists " +
			"them), or - for the input.\n" +
			"SCENARIO.yaml describes a run, and the flags are those of simulate run; what they say about logs and " +
			"durations has no effect.\n" +
			"The robot is linearized about its start. Its fastest motion, and the joint that it belongs to most, set " +
			"the largest step at which nothing\n" +
			"grows that should not: `any` where every step is stable, `none` where no step is, and then how fast the " +
			"motion grows at --dt. A stable step may still\n" +
			"be too long to be accurate: a tenth of it is a good start. Farther on the robot may have faster " +
			"motions; friction and stops are not looked at.\n" +
			"dormand-prince chooses its own steps, which its limit holds as it does others; --dt is the interval of " +
			"its output.",
		Example: "  simulate advise ur5\n" +
			"  simulate advise arm.urdf --position elbow=1.2 --dt 0.0005 --json",
		Args: usage(oneArgument),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, doc, err := load(args[0], st, cmd.InOrStdin())
			if err != nil {
				return err
			}
			s.Log.File = "-" // nothing is run, nothing written
			run, err := s.Prepare(scenario.Env{Input: cmd.InOrStdin(), Output: io.Discard, Version: version()})
			if err != nil {
				return doc.Locate(err)
			}
			warn(cmd.ErrOrStderr(), run)
			a, err := newAdvice(run)
			if err != nil {
				return err
			}
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), a.description(), "  ")
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			a.text(out)
			return out.Flush()
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	st = newSettings(f)
	f.BoolVar(&asJSON, "json", false, "print the advice as JSON")
	return cmd
}

// advice is what a look at the start of a run tells.
type advice struct {
	model  *tree.Model
	step   float64
	system *stability.System
	list   []assessment
}

// assessment is what a method does at the start.
type assessment struct {
	method integrate.Method
	stability.Steps
	growth float64 // at the step of the run (1/s)
}

// linearize looks at the start of a run.
func linearize(run *scenario.Run) (*stability.System, error) {
	w := run.World
	m, state := w.Model(), w.State()
	layout := m.EffortLayout()
	effort := make([]float64, layout.Len())
	if err := w.Effort(effort, state.T, state.Q, state.Qd); err != nil {
		return nil, err
	}
	s := stability.Start{Position: state.Q, Velocity: state.Qd, Effort: layout.Generalized(effort),
		Damping: make([]float64, m.NV()), Stiffness: make([]float64, m.NV())}
	if run.Scenario.Ideal {
		return stability.Linearize(m, s)
	}
	for _, j := range m.Joints() {
		for i := range j.NV {
			s.Damping[j.V+i] += j.Ratio * j.Ratio * j.Damping
		}
		spring := run.Scenario.Joints[j.Name]
		if spring.Stiffness == nil || j.NV != 1 {
			continue
		}
		stretch := j.Ratio*state.Q[j.Q] + j.Offset
		if spring.Rest != nil {
			stretch -= *spring.Rest
		}
		s.Stiffness[j.V] += j.Ratio * j.Ratio * *spring.Stiffness
		s.Effort[j.V] -= j.Ratio * *spring.Stiffness * stretch
	}
	return stability.Linearize(m, s)
}

func newAdvice(run *scenario.Run) (*advice, error) {
	system, err := linearize(run)
	if err != nil {
		return nil, err
	}
	a := &advice{model: run.World.Model(), step: run.Scenario.Step, system: system}
	for _, method := range integrate.Methods() {
		one, err := assess(system, method, a.step)
		if err != nil {
			return nil, err
		}
		a.list = append(a.list, one)
	}
	return a, nil
}

// assess looks at a method. One that chooses its own steps does not take those of the output, so they do not grow.
func assess(system *stability.System, method integrate.Method, step float64) (a assessment, err error) {
	a.method = method
	if a.Steps, err = system.Steps(method); err != nil || method.Adaptive {
		return a, err
	}
	a.growth, err = system.Growth(method, step)
	return a, err
}

// text writes the advice for people.
func (a *advice) text(out *bufio.Writer) {
	freedom := "1 degree of freedom"
	if n := a.model.NV(); n != 1 {
		freedom = fmt.Sprintf("%d degrees of freedom", n)
	}
	fmt.Fprintf(out, "%s: %s, dt %v s\n", terminal.Plain(a.model.Name()), freedom, a.step)
	if fastest := a.system.Fastest(); fastest.Lambda == 0 {
		fmt.Fprintln(out, "  no mode: at the start nothing swings, decays or grows")
	} else {
		fmt.Fprintf(out, "  fastest mode: %s; %s\n", pace(fastest.Lambda), a.whose(fastest))
	}
	if rate, a0 := a.turning(); a0 > 0 {
		fmt.Fprintf(out, "  not at rest: %s turns with %.3g rad/s^2 at the start, so within some %.2g s the robot "+
			"has other modes\n", terminal.Plain(a.name(rate)), a0, 1/math.Sqrt(a0))
	}
	fmt.Fprintln(out)
	t := terminal.NewTable("integrator", "largest step, s", fmt.Sprintf("at dt %v s", a.step), "set by")
	for _, one := range a.list {
		limit, now, by := "any", "stable", ""
		switch {
		case one.Largest == 0:
			limit = "none"
		case !math.IsInf(one.Largest, 1):
			limit = fmt.Sprintf("%.3g", one.Largest)
		}
		if one.method.Adaptive {
			now = "chooses its own"
		} else if one.growth > 0 {
			now = "grows " + twofold(one.growth)
		}
		if !math.IsInf(one.Largest, 1) {
			by = a.whose(one.Limiting)
		}
		t.Add(one.method.Name, limit, now, by)
	}
	t.Write(out)
}

// turning returns the rate that has the largest angular acceleration at the start, and its size (rad/s²).
func (a *advice) turning() (rate int, most float64) {
	for i, x := range a.system.Acceleration() {
		if x := math.Abs(x); x > most && x > 1e-9 && !slides(a.model, i) {
			rate, most = i, x
		}
	}
	return rate, most
}

// twofold says how fast something grows at a rate in 1/s.
func twofold(growth float64) string { return fmt.Sprintf("twofold in %.2g s", math.Ln2/growth) }

// pace says what a mode does.
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
func (a *advice) whose(m stability.Mode) string { return whose(a.model, m) }

func whose(model *tree.Model, m stability.Mode) string {
	inertia, damping, stiffness := "kg m^2", "N m s/rad", "N m/rad"
	if slides(model, m.Rate) {
		inertia, damping, stiffness = "kg", "N s/m", "N/m"
	}
	return fmt.Sprintf("%s (inertia %.3g %s, damping %.3g %s, stiffness %.3g %s)",
		terminal.Plain(rateName(model, m.Rate)),
		m.Inertia, inertia, m.Damping, damping, tidy(m.Stiffness), stiffness)
}

// tidy makes a zero that is negative, or rounding, a zero.
func tidy(x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	return x
}

// name names a rate by its joint.
func (a *advice) name(rate int) string { return rateName(a.model, rate) }

func rateName(model *tree.Model, rate int) string {
	for _, j := range model.Joints() {
		if j.Leader < 0 && j.V <= rate && rate < j.V+j.NV {
			return tree.CoordinateNames(j.Name, j.NV)[rate-j.V]
		}
	}
	return tree.CoordinateNames(model.BaseName(), 6)[rate]
}

// slides reports whether a rate is in m/s.
func slides(model *tree.Model, rate int) bool {
	for i := 1; i < len(model.Bodies()); i++ {
		if b := &model.Bodies()[i]; b.V <= rate && rate < b.V+len(b.S) {
			return b.S[rate-b.V].Ang.Len() == 0
		}
	}
	return false
}

// modeJSON and methodJSON are what programs read.
type modeJSON struct {
	Joint     string        `json:"joint"`
	Component int           `json:"component"`
	Inertia   record.Number `json:"inertia"`
	Damping   record.Number `json:"damping"`
	Stiffness record.Number `json:"stiffness"`
}

type methodJSON struct {
	Name    string         `json:"name"`
	Own     bool           `json:"chooses_its_own_steps"`
	Any     bool           `json:"stable_at_any_step"`
	Largest *record.Number `json:"largest_step"` // null if any is stable
	Stable  bool           `json:"stable_at_dt"`
	Growth  record.Number  `json:"growth_at_dt"`
	SetBy   *modeJSON      `json:"set_by,omitempty"`
}

// description returns the advice for programs.
func (a *advice) description() any {
	mode := func(m stability.Mode) *modeJSON {
		return &modeJSON{m.Joint, m.Component, record.Number(m.Inertia), record.Number(m.Damping),
			record.Number(tidy(m.Stiffness))}
	}
	type fastest struct {
		Decay     record.Number `json:"decay"`
		Frequency record.Number `json:"angular_frequency"`
		*modeJSON
	}
	var methods []methodJSON
	for _, one := range a.list {
		x := methodJSON{Name: one.method.Name, Own: one.method.Adaptive, Any: math.IsInf(one.Largest, 1),
			Stable: one.growth == 0, Growth: record.Number(one.growth)}
		if !x.Any {
			largest := record.Number(one.Largest)
			x.Largest, x.SetBy = &largest, mode(one.Limiting)
		}
		methods = append(methods, x)
	}
	m := a.system.Fastest()
	return struct {
		Model       string       `json:"model"`
		Step        float64      `json:"dt"`
		Fastest     fastest      `json:"fastest_mode"`
		Integrators []methodJSON `json:"integrators"`
	}{a.model.Name(), a.step, fastest{record.Number(tidy(-real(m.Lambda))), record.Number(math.Abs(imag(m.Lambda))),
		mode(m)}, methods}
}

// stepWarning returns what the user should know of the step before a run, or "". It looks at the start alone, and is
// silent where that cannot be done.
//
// It speaks where the step exceeds the largest stable one, or where no step is stable and the motion would grow
// twofold in the time of the run.
func stepWarning(run *scenario.Run) string {
	method, step := run.Method, run.Scenario.Step
	if method.Adaptive {
		return ""
	}
	system, err := linearize(run)
	if err != nil || cmplx.Abs(system.Fastest().Lambda) == 0 {
		return ""
	}
	growth, err := system.Growth(method, step)
	if err != nil || growth*run.Scenario.Duration < math.Ln2 {
		return ""
	}
	at, err := system.Steps(method)
	if err != nil || at.Largest > step {
		return ""
	}
	what := fmt.Sprintf("no step of %s is stable at the start, and at dt %v s the motion grows %s", method.Name, step,
		twofold(growth))
	if at.Largest > 0 {
		what = fmt.Sprintf("dt %v s is longer than the largest stable step of %s at the start, %.3g s", step,
			method.Name, at.Largest)
	}
	return fmt.Sprintf("%s, because of joint %s; expected %s (`simulate advise` tells more)", what,
		whose(run.World.Model(), at.Limiting), remedy(system, at, step))
}

// remedy says what to do about a step.
func remedy(system *stability.System, at stability.Steps, step float64) string {
	var ways []string
	if at.Largest > 0 {
		ways = append(ways, "a smaller --dt")
	}
	for _, method := range []integrate.Method{integrate.ImplicitMethod, integrate.SemiImplicitMethod,
		integrate.RK4Method, integrate.ImplicitMidpointMethod} {
		if growth, err := system.Growth(method, step); err == nil && growth == 0 {
			ways = append(ways, "--integrator "+method.Name)
			break
		}
	}
	return strings.Join(ways, " or ")
}
