package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/control/analysis"
	"kinetree/scenario"
)

func newAnalyze() *cobra.Command {
	st, asJSON, bode := &settings{}, false, ""
	cmd := &cobra.Command{
		Use:   "analyze [flags] SCENARIO.yaml",
		Short: "Tell how stable the control loop of a scenario is",
		Args:  usage(oneScenario),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openScenario(args[0], st, cmd.InOrStdin())
			if err != nil {
				return err
			}
			if err := checkOutputs(cmd, s.Inputs(),
				output.Target{Flag: "--bode", Name: bode, Endings: []string{".csv"},
					Mark:   "joint,frequency,gain,phase\n",
					Costly: true}); err != nil {
				return err
			}
			run, err := s.Prepare(scenario.Env{Input: cmd.InOrStdin(), Version: version.String(), Unlogged: true})
			if err != nil {
				return s.Locate(err)
			}
			warn(cmd.ErrOrStderr(), run)
			a, err := run.Analyze()
			if err != nil {
				return s.Locate(err)
			}
			if bode != "" {
				if err := writeBode(bode, a, cmd.OutOrStdout()); err != nil {
					return fmt.Errorf("the Bode data cannot be written: %w", err)
				}
			}
			out := cmd.OutOrStdout()
			if bode == "-" { // the data are the output
				out = cmd.ErrOrStderr()
			}
			if asJSON {
				return terminal.WriteJSON(out, a, "  ")
			}
			return analysisText(out, a)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asJSON, "json", false, "print the analysis as JSON")
	st.sets(f)
	f.StringVar(&bode, "bode", "",
		"CSV `file` for the frequency response of each loop: joint, frequency, gain, phase; - for the output")
	addForce(cmd)
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

// openScenario reads a scenario file, with what flags set.
func openScenario(name string, st *settings, input io.Reader) (*scenario.Scenario, error) {
	s, err := scenario.Open(name, input)
	if err != nil {
		return nil, err
	}
	return s, st.apply(s)
}

// analysisText writes the analysis as text.
func analysisText(w io.Writer, a *analysis.Analysis) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: %s, period %v s, delay %v s, at rest at the start\n", terminal.Plain(a.Model), a.Controller,
		a.Period, a.Delay)
	fmt.Fprintf(out, "  closed loop     %s\n", terminal.PlainLines(terminal.Verdict(a)))
	if a.Stable != nil {
		loopsText(out, a)
	}

	fmt.Fprintf(out, "\nPoles of the robot alone\n")
	open := terminal.NewTable("pole 1/s", "frequency rad/s@.", "damping ratio@.")
	for _, p := range a.Open {
		open.Add(terminal.Complex(p.S), terminal.Figure(p.Frequency), terminal.Figure(p.Damping))
	}
	open.Write(out)

	if a.Stable != nil {
		fmt.Fprintf(out, "\nPoles of the closed loop, the slowest first\n")
		titles, rows := terminal.PoleTable(a)
		closed := terminal.NewTable(titles[0], titles[1]+"@.", titles[2], titles[3]+"@.", titles[4]+"@.")
		for _, row := range rows {
			closed.Add(row...)
		}
		closed.Write(out)
	}
	if a.Regulator != nil {
		terminal.WriteGains(out, a.Regulator)
	}
	return out.Flush()
}

// loopsText writes how near the loops of the joints are to instability.
func loopsText(out *bufio.Writer, a *analysis.Analysis) {
	fmt.Fprintf(out, "  nearest         %s\n  largest period  %s\n", terminal.Plain(terminal.Nearest(a)),
		terminal.LargestPeriod(a))

	fmt.Fprintf(out, "\nLoops, broken at the actuator with all others closed\n")
	if !a.IsStable() {
		fmt.Fprintf(out, "The closed loop is unstable, so margins do not tell how far it is from instability.\n")
	}
	titles, rows := terminal.MarginTable(a)
	for i := range titles[1:] {
		titles[i+1] += "@."
	}
	loops := terminal.NewTable(titles...)
	for _, row := range rows {
		loops.Add(row...)
	}
	loops.Write(out)
}

// writeBode writes the frequency responses as CSV.
func writeBode(name string, a *analysis.Analysis, stdout io.Writer) error {
	var b bytes.Buffer
	if err := a.WriteBode(&b); err != nil {
		return err
	}
	return writeFile(name, b.Bytes(), stdout)
}
