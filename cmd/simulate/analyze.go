package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/terminal"
	"kinetree/control/analysis"
	"kinetree/internal/atomicfile"
	"kinetree/internal/decimal"
	"kinetree/scenario"
)

func newAnalyze() *cobra.Command {
	asJSON, bode := false, ""
	cmd := &cobra.Command{
		Use:   "analyze [flags] SCENARIO.yaml",
		Short: "Tell how stable the control loop of a scenario is",
		Long: "Tell how stable the control loop of a scenario is.\n\n" +
			"The robot is linearised at rest at the start position, where its weight is held. With the sensors, the " +
			"control law, the hold, the delay and the lag of the\n" +
			"actuators it is a linear system from sample to sample: its poles, the margins of the loop of each " +
			"joint, broken at its actuator with all others closed,\n" +
			"and the largest stable period. The loop with the highest peak of the sensitivity is the nearest one to " +
			"instability. What is not linear is left out:\n" +
			"limits, dry friction, resolution and noise of sensors.\n\n" +
			"Frequencies are in rad/s, phases in rad. The delay margin is what more delay a loop bears besides that " +
			"of the scenario, if the others have no more. --json has the state matrices: x' = A x + B u\n" +
			"of the robot with x = (positions, velocities), and x+ = A x of the closed loop.",
		Example: "  simulate analyze arm.yaml\n" +
			"  simulate analyze arm.yaml --bode bode.csv --json",
		Args: usage(oneScenario),
		RunE: func(cmd *cobra.Command, args []string) error {
			doc, err := scenario.OpenDocument(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			if err := checkOutputs(doc.Inputs(), output{"--bode", bode, []string{".csv"}}); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			run, err := prepareQuietly(doc, cmd.InOrStdin())
			if err != nil {
				return doc.Locate(err)
			}
			warn(cmd.ErrOrStderr(), run)
			a, err := newAnalysis(run)
			if err != nil {
				return doc.Locate(err)
			}
			if bode != "" {
				if err := a.writeBode(bode, cmd.OutOrStdout()); err != nil {
					return fmt.Errorf("the Bode data cannot be written: %w", err)
				}
			}
			out := cmd.OutOrStdout()
			if bode == "-" { // the data are the output
				out = cmd.ErrOrStderr()
			}
			if asJSON {
				return terminal.WriteJSON(out, a.description(), "  ")
			}
			return a.text(out)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asJSON, "json", false, "print the analysis as JSON")
	f.StringVar(&bode, "bode", "",
		"CSV `file` for the frequency response of each loop: joint, frequency, gain, phase; - for the output")
	return cmd
}

func oneScenario(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%d scenarios; expected one, for example: %s arm.yaml", len(args), cmd.CommandPath())
	}
	if name := args[0]; name != "-" && !scenario.IsFile(name) {
		return fmt.Errorf("%s is no scenario; expected a file whose name ends in .yaml, or the name of an embedded "+
			"scenario", name)
	}
	return nil
}

// prepareQuietly prepares the scenario of a document, which is not going to run.
func prepareQuietly(doc *scenario.Document, input io.Reader) (*scenario.Run, error) {
	s, err := doc.Scenario()
	if err != nil {
		return nil, err
	}
	return s.Prepare(scenario.Env{Input: input, Version: version(), Unlogged: true})
}

// loopAnalysis is the linear analysis of a prepared scenario.
type loopAnalysis struct {
	*analysis.Analysis
	run   *scenario.Run
	setup *analysis.Setup
	rates []string // names
}

func newAnalysis(run *scenario.Run) (*loopAnalysis, error) {
	setup, err := run.Linear()
	if err != nil {
		return nil, err
	}
	a, err := setup.Analyze(run.Loop.Period)
	if err != nil {
		return nil, &scenario.FieldError{Field: "controller", Message: err.Error()}
	}
	return &loopAnalysis{a, run, setup, setup.Model.RateNames()}, nil
}

// verdict says in a sentence whether the loop is stable.
func (a *loopAnalysis) verdict() string {
	if a.Stable() {
		return fmt.Sprintf("stable: the spectral radius is %s", terminal.Figure(a.SpectralRadius))
	}
	return fmt.Sprintf("UNSTABLE: the spectral radius is %s; expected less than 1", terminal.Figure(a.SpectralRadius))
}

// nearest says which loop is the nearest one to instability.
func (a *loopAnalysis) nearest() string {
	if a.Nearest < 0 {
		return "no loop"
	}
	l := a.Rates[a.Nearest]
	return fmt.Sprintf("%s: the sensitivity is %s at %s rad/s", a.rates[l.Rate], terminal.Figure(l.Margins.Sensitivity),
		terminal.Figure(l.Margins.SensitivityFrequency))
}

// largestPeriod says how long the period may be.
func (a *loopAnalysis) largestPeriod() string {
	switch T := a.LargestPeriod; {
	case math.IsInf(T, 1):
		return "none found up to a thousand times the period"
	case T == 0:
		return "no period is stable"
	default:
		return fmt.Sprintf("%s s, %s times the period", terminal.Figure(T), terminal.Figure(T/a.Loop.Period))
	}
}

// complexNumber writes a pole.
func complexNumber(z complex128) string {
	switch {
	case math.IsInf(real(z), -1):
		return "-inf"
	case imag(z) == 0:
		return terminal.Figure(real(z))
	case imag(z) < 0:
		return terminal.Figure(real(z)) + " - " + terminal.Figure(-imag(z)) + "i"
	}
	return terminal.Figure(real(z)) + " + " + terminal.Figure(imag(z)) + "i"
}

// text writes the analysis for people.
func (a *loopAnalysis) text(w io.Writer) error {
	out := bufio.NewWriter(w)
	m, s := a.setup.Model, a.run.Scenario
	fmt.Fprintf(out, "%s: %s, period %v s, delay %v s, at rest at the start\n", terminal.Plain(m.Name()),
		s.Controller.Type,
		a.Loop.Period, a.setup.Delay)
	fmt.Fprintf(out, "  closed loop     %s\n  nearest         %s\n  largest period  %s\n", a.verdict(),
		terminal.Plain(a.nearest()), a.largestPeriod())

	fmt.Fprintf(out, "\nLoops, broken at the actuator with all others closed\n")
	if !a.Stable() {
		fmt.Fprintf(out, "The closed loop is unstable, so margins do not tell how far it is from instability.\n")
	}
	loops := terminal.NewTable("joint", "gain margin@.", "at rad/s@.", "lower gain@.", "phase margin@.", "at rad/s@.",
		"delay margin s@.", "sensitivity@.", "at rad/s@.")
	for _, row := range a.marginRows() {
		loops.Add(row...)
	}
	loops.Write(out)

	fmt.Fprintf(out, "\nPoles of the robot alone\n")
	open := terminal.NewTable("pole 1/s", "frequency rad/s@.", "damping ratio@.")
	for _, p := range a.Open {
		open.Add(complexNumber(p.S), terminal.Figure(p.Frequency), terminal.Figure(p.Damping))
	}
	open.Write(out)

	fmt.Fprintf(out, "\nPoles of the closed loop, the slowest first\n")
	closed := terminal.NewTable("z", "|z|@.", "s 1/s", "frequency rad/s@.", "damping ratio@.")
	for _, row := range a.poleRows() {
		closed.Add(row...)
	}
	closed.Write(out)
	return out.Flush()
}

// marginRows has the margins of each loop.
func (a *loopAnalysis) marginRows() [][]string {
	var rows [][]string
	for _, l := range a.Rates {
		m := l.Margins
		if m.LowerGain < 1e-9 { // rounding of a loop that is stable without any gain
			m.LowerGain = 0
		}
		rows = append(rows, []string{terminal.Plain(a.rates[l.Rate]), terminal.Figure(m.Gain),
			terminal.Figure(m.GainFrequency),
			terminal.Figure(m.LowerGain), terminal.Figure(m.Phase), terminal.Figure(m.PhaseFrequency),
			terminal.Figure(m.Delay), terminal.Figure(m.Sensitivity), terminal.Figure(m.SensitivityFrequency)})
	}
	return rows
}

// poleRows has the poles of the closed loop.
func (a *loopAnalysis) poleRows() [][]string {
	var rows [][]string
	for _, p := range a.Closed {
		rows = append(rows, []string{complexNumber(p.Z), terminal.Figure(math.Hypot(real(p.Z), imag(p.Z))),
			complexNumber(p.S),
			terminal.Figure(p.Frequency), terminal.Figure(p.Damping)})
	}
	return rows
}

// writeBode writes the frequency responses as CSV.
func (a *loopAnalysis) writeBode(name string, stdout io.Writer) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	err := w.Write([]string{"joint", "frequency", "gain", "phase"})
	for _, l := range a.Rates {
		for _, p := range l.Bode {
			row := []string{a.rates[l.Rate]}
			for _, x := range []float64{p.Frequency, p.Gain, p.Phase} {
				row = append(row, string(decimal.Append(nil, x)))
			}
			err = errors.Join(err, w.Write(row))
		}
	}
	w.Flush()
	if err := errors.Join(err, w.Error()); err != nil {
		return err
	}
	if name == "-" {
		_, err := stdout.Write(b.Bytes())
		return err
	}
	return atomicfile.Write(name, b.Bytes())
}
