package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/terminal"
	"kinetree/control/analysis"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/ros/controllers"
	"kinetree/scenario"
	"kinetree/scenario/draft"
	"kinetree/scenario/robot"
)

func newGains() *cobra.Command {
	w := draft.GainWishes{}
	out, format, asJSON := "", "", false
	var target into
	var reading flags.Reading
	var joints flags.Settings
	cmd := &cobra.Command{
		Use:   "gains [flags] MODEL.urdf|SCENARIO.yaml",
		Short: "First gains of a robot without a search, and their margins in the worst pose",
		Args:  usage(one("robots or scenarios", "ur5")),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(checkWishes(&w, format), target.check(cmd)); err != nil {
				return &usageError{cmd.CommandPath(), err}
			}
			s := scenario.Default()
			s.Model.File = args[0]
			var err error
			if scenario.IsFile(args[0]) {
				if s, err = robot.Checked(scenario.Open(args[0], cmd.InOrStdin())); err != nil {
					return err
				}
			}
			if err := joints.Apply(s); err != nil {
				return err
			}
			reading.Apply(s)
			target.from(&s.Controller)
			driven, err := drivenJoints(&target, cmd.Flags().Changed("period"), &w)
			if err != nil {
				return err
			}
			if err := checkOutputs(cmd, []string{args[0]}, output.Target{Flag: "--out", Name: out,
				Endings: []string{".yaml", ".yml"}, Mark: signature}); err != nil {
				return err
			}
			g, err := draft.FindGains(s, w)
			if err != nil {
				return err
			}
			for _, text := range g.Warnings {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+terminal.Plain(text))
			}
			if out != "" {
				text, err := g.Scenario.YAML(filepath.Dir(out))
				if err == nil {
					err = writeFile(out, append([]byte("# "+signature+"\n"), text...), cmd.OutOrStdout())
				}
				if err != nil {
					return fmt.Errorf("the scenario cannot be written: %w", err)
				}
			}
			if err := writeGains(&target, driven, g); err != nil {
				return err
			}
			stdout := cmd.OutOrStdout()
			switch {
			case out == "-":
				return nil
			case asJSON:
				return terminal.WriteJSON(stdout, g, "  ")
			case format == "" || format == "table":
				w := bufio.NewWriter(stdout)
				gainTable(g).Write(w)
				return w.Flush()
			}
			fmt.Fprint(stdout, driveNumbers(g, format))
			return nil
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.Float64Var(&w.Bandwidth, "bandwidth", 5, "of each joint at its largest inertia (Hz)")
	f.Float64Var(&w.Damping, "damping", 1, "damping ratio there")
	f.Float64Var(&w.Period, "period", 0.001, "of the law (s)")
	f.Float64Var(&w.Delay, "delay", 0, "from sample to effort (s)")
	f.IntVar(&w.Poses, "poses", 200, "poses that are drawn within the limits")
	f.Uint64Var(&w.Seed, "seed", 1, "of the poses")
	f.StringVar(&w.Law, "law", "cascade", strings.Join(draft.GainLaws(), ", "))
	f.StringVar(&w.Rule, "rule", "pole", "pole: the bandwidth and damping; modulus, symmetric: those optima of the "+
		"velocity loop, by period and delay")
	f.StringVar(&format, "format", "", "numbers of a drive: "+strings.Join(gainFormats, ", "))
	f.StringVarP(&out, "out", "o", "", "scenario with the gains, a `file` .yaml, or - for the output")
	f.BoolVar(&asJSON, "json", false, "print the gains as JSON")
	target.add(f)
	joints.Joints(f)
	reading.Add(f)
	addForce(cmd)
	return cmd
}

// drivenJoints returns those of the controller of a parameter file into which gains are to be written, nil for another
// file or none. The period of the law is that of the controller, unless it is given.
func drivenJoints(target *into, given bool, w *draft.GainWishes) ([]string, error) {
	file, err := target.open()
	if file == nil {
		return nil, err
	}
	parameters, err := file.Parameters()
	if parameters == nil && err == nil {
		return nil, nil
	}
	var system *controllers.ControllerSystem
	var of *controllers.Controller
	if err == nil {
		system, of, err = controllers.LoadGained(parameters, target.controller)
	}
	if err != nil {
		return nil, fmt.Errorf("--into: %w", err)
	}
	if !given {
		w.Period = 1 / system.Rate
	}
	return of.Joints, nil
}

// writeGains writes the gains into the file that has them already: p, i and d of the driven joints into a parameter
// file, and those of the law into a scenario, which has no driven joints.
func writeGains(target *into, driven []string, g *draft.FirstGains) error {
	if driven == nil {
		return target.write(g.Numbers())
	}
	var paths []string
	var numbers []float64
	for _, name := range g.Order {
		if !slices.Contains(driven, name) {
			continue
		}
		p, i, d := g.Joints[name].PID()
		at := strict.Join("controller.gains", name)
		paths, numbers = append(paths, at+".p", at+".d"), append(numbers, p, d)
		if i > 0 {
			paths, numbers = append(paths, at+".i"), append(numbers, i)
		}
	}
	return target.write(paths, numbers)
}

// gainFormats are the forms in which gains are printed.
var gainFormats = []string{"table", "ros2_control", "odrive", "moteus", "sinamics"}

// checkWishes returns all that is wrong with the flags.
func checkWishes(w *draft.GainWishes, format string) error {
	var wrong []string
	add := func(ok bool, text string, args ...any) {
		if !ok {
			wrong = append(wrong, fmt.Sprintf(text, args...))
		}
	}
	positive := func(x float64) bool { return x > 0 && !math.IsInf(x, 0) }
	add(positive(w.Bandwidth), "--bandwidth: %v; expected a positive number of Hz", w.Bandwidth)
	add(positive(w.Damping), "--damping: %v; expected a positive number", w.Damping)
	add(positive(w.Period), "--period: %v; expected a positive number of s", w.Period)
	add(w.Delay >= 0 && w.Delay <= 50*w.Period, "--delay: %v; expected 0 to 50 periods, in s", w.Delay)
	add(w.Poses >= 1 && w.Poses <= 100_000, "--poses: %d; expected 1 to 100000", w.Poses)
	add(slices.Contains(draft.GainLaws(), w.Law), "--law: %q; expected one of %s", w.Law,
		suggest.List(draft.GainLaws()))
	add(slices.Contains(draft.GainRules(), w.Rule), "--rule: %q; expected one of %s", w.Rule,
		suggest.List(draft.GainRules()))
	add(format == "" || slices.Contains(gainFormats, format), "--format: %q; expected one of %s", format,
		suggest.List(gainFormats))
	add(w.Law != "lqr" || format == "" || format == "table", "--format: %s has no weights of a regulator; expected "+
		"another law", format)
	if len(wrong) > 0 {
		return fmt.Errorf("%s", strings.Join(wrong, "\n"))
	}
	return nil
}

// gainTable has a row for each joint.
func gainTable(g *draft.FirstGains) *terminal.Table {
	first := g.Joints[g.Order[0]]
	titles := []string{"joint", "least inertia@.", "largest@.", "frequency Hz@."}
	var keys []string
	for key := range first.Gains {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		titles = append(titles, key+"@.")
	}
	t := terminal.NewTable(append(titles, "dead band@.", "phase margin °@.", "gain margin dB@.", "sensitivity dB@.")...)
	for _, name := range g.Order {
		x := g.Joints[name]
		row := []string{terminal.Plain(name), terminal.Figure(x.Inertia.Least), terminal.Figure(x.Inertia.Largest),
			terminal.Figure(x.Frequency / (2 * math.Pi))}
		for _, key := range keys {
			row = append(row, terminal.Figure(x.Gains[key]))
		}
		t.Add(append(row, terminal.Figure(x.DeadBand), terminal.Figure(analysis.Degrees(x.Margins["phase_margin"])),
			terminal.Figure(analysis.Decibels(x.Margins["gain_margin"])),
			terminal.Figure(analysis.Decibels(x.Margins["sensitivity_peak"])))...)
	}
	return t
}

// driveNumbers returns the gains in the numbers and units of a drive.
func driveNumbers(g *draft.FirstGains, format string) string {
	var b strings.Builder
	line := func(text string, args ...any) { fmt.Fprintf(&b, text+"\n", args...) }
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	double := func(x float64) string { return strict.WithDigits(x, 6, true) } // of ROS, which takes 100 for an integer
	if format == "ros2_control" {
		line("joint_trajectory_controller:\n  ros__parameters:\n    gains:")
	}
	for _, name := range g.Order {
		p, i, d := g.Joints[name].PID()
		speed, time := p/d, 0.0
		if i > 0 {
			time = p / i
		}
		switch format {
		case "ros2_control":
			line("      %s: {p: %s, i: %s, d: %s}", strconv.Quote(name), double(p), double(i), double(d))
		case "odrive":
			line("# %s", name)
			line("axis.controller.config.pos_gain = %s  # (turn/s)/turn", number(speed))
			line("axis.controller.config.vel_gain = %s  # N m/(turn/s)", number(float64(2*math.Pi*d)))
			integral := 0.0
			if time > 0 {
				integral = 2 * math.Pi * d / time
			}
			line("axis.controller.config.vel_integrator_gain = %s  # N m/turn", number(integral))
		case "moteus":
			line("# %s", name)
			line("conf set servo.pid_position.kp %s", number(float64(2*math.Pi*p)))
			line("conf set servo.pid_position.ki %s", number(float64(2*math.Pi*i)))
			line("conf set servo.pid_position.kd %s", number(float64(2*math.Pi*d)))
		case "sinamics":
			line("# %s", name)
			line("p1460 = %s  # N m s/rad", number(d))
			line("p1462 = %s  # ms; 0: no integral", number(float64(1000*time)))
			line("p2538 = %s  # 1000/min", number(speed*60/1000))
		}
	}
	return b.String()
}
