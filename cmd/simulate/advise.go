package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/integrate"
	"kinetree/integrate/stability"
	"kinetree/scenario"
)

func newAdvise() *cobra.Command {
	var st *settings
	asJSON := false
	cmd := &cobra.Command{
		Use:   "advise [flags] MODEL.urdf | SCENARIO.yaml",
		Short: "Show which step each integrator can take",
		Args:  usage(oneArgument),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := load(args[0], st, cmd.InOrStdin())
			if err != nil {
				return err
			}
			s.Log.File = "-" // nothing is run, nothing written
			run, err := s.Prepare(scenario.Env{Input: cmd.InOrStdin(), Output: io.Discard, Version: version.String()})
			if err != nil {
				return s.Locate(err)
			}
			warn(cmd.ErrOrStderr(), run)
			system, err := run.Linearized()
			if err != nil {
				return err
			}
			a, err := stability.NewAdvice(system, s.Step)
			if err != nil {
				return err
			}
			if asJSON {
				return terminal.WriteJSON(cmd.OutOrStdout(), a, "  ")
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			adviceText(out, a)
			return out.Flush()
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	st = newSettings(f)
	f.BoolVar(&asJSON, "json", false, "print the advice as JSON")
	return cmd
}

// adviceText writes the advice as text.
func adviceText(out *bufio.Writer, a *stability.Advice) {
	freedom := "1 degree of freedom"
	if a.NV != 1 {
		freedom = fmt.Sprintf("%d degrees of freedom", a.NV)
	}
	fmt.Fprintf(out, "%s: %s, dt %v s\n", terminal.Plain(a.Model), freedom, a.Step)
	if a.Fastest.Lambda == 0 {
		fmt.Fprintln(out, "  no mode: at the start nothing swings, decays or grows")
	} else {
		fmt.Fprintf(out, "  fastest mode: %s; %s\n", pace(a.Fastest.Lambda), whose(&a.Fastest.Mode))
	}
	if t := a.Turning; t.Acceleration > 0 {
		fmt.Fprintf(out, "  not at rest: %s turns with %.3g rad/s^2 at the start, so within some %.2g s the robot "+
			"has other modes\n", terminal.Plain(t.Name), t.Acceleration, 1/math.Sqrt(t.Acceleration))
	}
	fmt.Fprintln(out)
	t := terminal.NewTable("integrator", "largest step, s", fmt.Sprintf("at dt %v s", a.Step), "set by")
	for _, one := range a.Integrators {
		limit, now, by := fmt.Sprintf("%.3g", one.Largest), "stable", ""
		switch {
		case one.Largest == 0:
			limit = "none"
		case one.Any:
			limit = "any"
		}
		if one.Adaptive {
			now = "chooses its own"
		} else if !one.Stable {
			now = "grows " + twofold(one.Growth)
			if method, err := integrate.ByName(one.Method); err == nil && method.Stiff != nil {
				now += "; a run takes its damping and springs implicitly"
			}
		}
		if one.SetBy != nil {
			by = whose(one.SetBy)
		}
		t.Add(one.Method, limit, now, by)
	}
	t.Write(out)
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
func whose(m *stability.Mode) string {
	inertia, damping, stiffness := "kg m^2", "N m s/rad", "N m/rad"
	if m.Slides {
		inertia, damping, stiffness = "kg", "N s/m", "N/m"
	}
	return fmt.Sprintf("%s (inertia %.3g %s, damping %.3g %s, stiffness %.3g %s)", terminal.Plain(m.Name),
		m.Inertia, inertia, m.Damping, damping, m.Stiffness, stiffness)
}

// stepWarning returns what the user should know of the step before a run, or "". It looks at the start alone, and is
// silent where that cannot be done.
func stepWarning(run *scenario.Run) string {
	method, step := run.Method, run.Scenario.Step
	if method.Adaptive || run.World.Stiff() != nil {
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
