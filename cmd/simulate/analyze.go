package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/control/analysis"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
)

func newAnalyze() *cobra.Command {
	st, asJSON, bode, skew := &flags.Settings{}, false, "", 0.0
	var picture loopPicture
	poses, seed := 0, uint64(1)
	var chart poseMap
	var wanted []string
	cmd := &cobra.Command{
		Use:   "analyze [flags] SCENARIO.yaml",
		Short: "Tell how stable the control loop of a scenario is",
		Args:  usage(oneScenario),
		RunE: func(cmd *cobra.Command, args []string) error {
			required, err := requirements(wanted, analysis.ParseRequirement)
			if err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			s, err := openScenario(args[0], st, cmd.InOrStdin())
			if err != nil {
				return err
			}
			if err := checkOutputs(cmd, s.Inputs(), output.Target{Flag: "--bode", Name: bode, Endings: []string{".csv"},
				Mark:   "joint,frequency,gain,phase\n",
				Costly: true}, output.Target{Flag: "--plot", Name: picture.file, Endings: []string{".svg", ".png"},
				Mark: plot.Mark, Costly: true}, output.Target{Flag: "--map", Name: chart.file,
				Endings: []string{".svg", ".png"}, Mark: plot.Mark, Costly: true}); err != nil {
				return err
			}
			if poses < 0 || poses > 100_000 {
				return &usageError{cmd.CommandPath(), fmt.Errorf("--poses: %d; expected 0 to 100000", poses)}
			}
			if poses > 0 || len(s.Cases.List()) > 0 {
				if picture.file != "" || chart.file != "" {
					return &usageError{cmd.CommandPath(), errors.New("--plot and --map draw the loops of one case; " +
						"expected --case NAME for a scenario with cases, and no --poses")}
				}
				p, err := analyzePoints(cmd, s, poses, seed, skew, required)
				if err != nil {
					return err
				}
				return p.tell(cmd, bode, asJSON, required)
			}
			run, err := prepare.New(s, prepare.Env{Input: cmd.InOrStdin(), Version: version.String(), Unlogged: true})
			if err != nil {
				return s.Locate(err)
			}
			warn(cmd.ErrOrStderr(), run)
			if run.Constrained() && bode == "" && picture.file == "" {
				return printPoles(cmd, run, wanted, asJSON)
			}
			if run.Loop != nil {
				run.Loop.Skew = skew
			}
			a, err := run.Analyze()
			if err != nil {
				return s.Locate(err)
			}
			if bode != "" {
				if err := writeBode(bode, a, cmd.OutOrStdout()); err != nil {
					return fmt.Errorf("the Bode data cannot be written: %w", err)
				}
			}
			if err := errors.Join(picture.write(a, chart.file, cmd.OutOrStdout()),
				chart.write(s, picture.joint, cmd)); err != nil {
				return err
			}
			if err := a.FindOwners(); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if bode == "-" { // the data are the output
				out = cmd.ErrOrStderr()
			}
			if asJSON {
				err = terminal.WriteJSON(out, a, "  ")
			} else {
				err = terminal.Analysis(out, a)
			}
			for _, q := range required {
				err = errors.Join(err, q.Check(a))
			}
			return err
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&asJSON, "json", false, "print the analysis as JSON")
	st.Controllers(f)
	st.Sets(f)
	f.StringVar(&bode, "bode", "",
		"CSV `file` for the frequency response of each loop: joint, frequency, gain, phase; - for the output")
	f.StringVar(&picture.file, "plot", "", "SVG or PNG `file` for the pictures of a loop: Bode, Nyquist, root locus, "+
		"sensitivities, singular values, compliance")
	f.StringVar(&picture.joint, "of", "", "`joint` whose loop --plot and --map draw; the nearest one to instability "+
		"and the worst of all if it is not given")
	f.BoolVar(&picture.hertz, "hz", false, "--plot has frequencies in Hz instead of rad/s")
	f.StringVar(&chart.file, "map", "", "SVG or PNG `file` for a map of margins over poses")
	f.StringSliceVar(&chart.joints, "over", nil, "both `joints` whose positions --map goes over, such as "+
		"shoulder,elbow")
	f.Float64Var(&skew, "skew", 0, "of disk margins: 0 counts more and less gain alike, 1 is the peak of the "+
		"sensitivity, -1 that of the complementary one")
	f.IntVar(&poses, "poses", 0, "analyse the start and poses that are drawn within the limits, so many in all, and "+
		"tell the worst")
	f.Uint64Var(&seed, "poses-seed", 1, "of the poses")
	f.StringSliceVar(&wanted, "require", nil, "stable, or a bound of a figure, without which the exit status is 1, "+
		"such as phase_margin>30deg or elbow/phase_margin>30deg: gain_margin, lower_gain_margin, phase_margin, "+
		"delay_margin, disk_margin, multiloop_disk_margin, sensitivity_peak, complementary_peak, bandwidth, "+
		"damping_ratio, spectral_radius, largest_period; repeatable")
	addForce(cmd)
	return cmd
}

// loopPicture is a picture of a loop that is asked for.
type loopPicture struct {
	file, joint string
	hertz       bool
}

// write writes the picture, if there is a file for it; --of may be of another one.
func (p *loopPicture) write(a *analysis.Analysis, other string, stdout io.Writer) error {
	if p.file == "" {
		if p.joint != "" && other == "" || p.hertz {
			return &usageError{"simulate analyze", errors.New("--of and --hz are of --plot; expected --plot FILE, too")}
		}
		return nil
	}
	name, names := p.joint, []string{}
	if name == "" && a.Nearest != nil {
		name = *a.Nearest
	}
	for i := range a.Loops {
		names = append(names, a.Loops[i].Name)
		if a.Loops[i].Name != name {
			continue
		}
		drawing, err := plot.Loop(a, i, p.hertz, plot.Size{})
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := drawing.Encode(&b, p.file, 2); err != nil {
			return err
		}
		return writeFile(p.file, b.Bytes(), stdout)
	}
	switch {
	case a.Reason != "":
		return fmt.Errorf("--plot: the loop cannot be judged: %s", a.Reason)
	case len(names) == 0:
		return errors.New("--plot: no effort of the law comes back to its actuator, so there is no loop")
	}
	return &usageError{"simulate analyze", fmt.Errorf("--of: there is no loop of %q%s; expected one of %s", name,
		suggest.Hint(name, names), suggest.List(names))}
}

// poseMap is a map of margins over poses that is asked for.
type poseMap struct {
	file   string
	joints []string
}

// mapSide is how many positions of each joint a map has.
const mapSide = 25

// write writes the map, if there is a file for it.
func (p *poseMap) write(s *scenario.Scenario, of string, cmd *cobra.Command) error {
	switch {
	case p.file == "" && p.joints == nil:
		return nil
	case p.file == "":
		return &usageError{cmd.CommandPath(), errors.New("--over is of --map; expected --map FILE, too")}
	case len(p.joints) != 2:
		return &usageError{cmd.CommandPath(), fmt.Errorf("--over: %d joints; expected two, such as --over "+
			"shoulder,elbow", len(p.joints))}
	}
	m, err := prepare.MapMargins(s, [2]string(p.joints), of, mapSide, prepare.Env{Cache: robot.NewCache()})
	if err != nil {
		return fmt.Errorf("--map: %w", s.Locate(err))
	}
	drawing, err := plot.MarginMap(m, plot.Size{})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := drawing.Encode(&b, p.file, 2); err != nil {
		return err
	}
	return writeFile(p.file, b.Bytes(), cmd.OutOrStdout())
}

// printPoles prints the poles of a robot with constraints that no law drives, and checks what is required of them.
func printPoles(cmd *cobra.Command, run *prepare.Run, wanted []string, asJSON bool) error {
	required, err := requirements(wanted, prepare.ParsePoleRequirement)
	if err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	p, err := run.Poles()
	if err != nil {
		return err
	}
	if asJSON {
		err = terminal.WriteJSON(cmd.OutOrStdout(), p, "  ")
	} else {
		err = terminal.Poles(cmd.OutOrStdout(), p)
	}
	for _, q := range required {
		err = errors.Join(err, q.Check(p))
	}
	return err
}

// requirements reads what a flag --require asks of a result.
func requirements[Q any](texts []string, parse func(text string) (Q, error)) (list []Q, err error) {
	for _, text := range texts {
		q, wrong := parse(text)
		if wrong != nil {
			err = errors.Join(err, fmt.Errorf("--require: %w", wrong))
		}
		list = append(list, q)
	}
	return list, err
}

func oneScenario(cmd *cobra.Command, args []string) error {
	if err := one("scenarios", "arm.yaml")(cmd, args); err != nil {
		return err
	}
	if f := cmd.Flags().Lookup("controllers"); f != nil && f.Changed { // which make a scenario of a model
		return nil
	}
	if name := args[0]; name != "-" && !scenario.IsFile(name) {
		return fmt.Errorf("%s is no scenario; expected a file whose name ends in .yaml, or the name of an embedded "+
			"scenario", name)
	}
	return nil
}

// openScenario returns the scenario of an argument with what flags set; - is one, too.
func openScenario(name string, st *flags.Settings, input io.Reader) (*scenario.Scenario, error) {
	if name != "-" {
		return load(name, st, input)
	}
	s, err := robot.Checked(scenario.Open(name, input))
	if err != nil {
		return nil, err
	}
	return s, st.Apply(s)
}

// writeBode writes the frequency responses as CSV.
func writeBode(name string, a *analysis.Analysis, stdout io.Writer) error {
	var b bytes.Buffer
	if err := a.WriteBode(&b); err != nil {
		return err
	}
	return writeFile(name, b.Bytes(), stdout)
}
