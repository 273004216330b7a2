package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/identify"
	"kinetree/identify/fit"
	"kinetree/internal/infile"
	"kinetree/internal/require"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/tree"
	"kinetree/urdf"
)

// identification is the command identify.
type identification struct {
	model  *modelFlags
	terms  []string
	cutoff float64
	delay  string
	format fit.LogFormat
	others []string // logs to compare with
	wanted []string // bounds of figures
	out    string
	plot   string
	asJSON bool
}

func newIdentify() *cobra.Command {
	i := &identification{model: newModelFlags()}
	i.model.checks = append(i.model.checks, (*scenario.Scenario).CheckLinear)
	cmd := &cobra.Command{
		Use:   "identify [flags] MODEL.urdf|SCENARIO.yaml LOG.csv...",
		Short: "Find a robot's inertial and friction parameters from a log of its motion",
		Args:  usage(modelAndLog),
		RunE:  func(cmd *cobra.Command, args []string) error { return i.run(cmd, args[0], args[1:]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringSliceVar(&i.terms, "terms", []string{"damping", "friction"},
		"what to find of joints, besides the inertial parameters: damping, friction, armature, asymmetric_friction, "+
			"stiffness, offset, or none")
	f.Float64Var(&i.cutoff, "cutoff", math.NaN(),
		"cutoff of the low-pass filter in Hz, 0 for none (default none if the log has all accelerations, else five "+
			"times the highest frequency of the motion)")
	f.StringVar(&i.delay, "delay", "0",
		"time in s by which the efforts act later than they are logged, or auto for the one that explains the log best")
	f.StringSliceVar(&i.others, "validate", nil, "`log` of another motion, to compare the parameters with; repeatable")
	f.StringSliceVar(&i.wanted, "require", nil,
		"bound of a figure without which the exit status is 1, such as r2>0.95: r2, share, residual, condition, off, "+
			"doubts, validation_r2, validation_share; repeatable")
	f.BoolVar(&i.format.Degrees, "degrees", false, "angles in the log are in degrees, and so are their rates")
	f.BoolVar(&i.format.Measured, "measured", false,
		"take the motion from the columns JOINT/measured/position and JOINT/measured/velocity")
	f.StringVarP(&i.out, "out", "o", "",
		"`file` for the robot, - for the output (default MODEL's name with .identified.urdf in the current folder)")
	f.StringVar(&i.plot, "plot", "",
		"`file` for the plot, .svg or .png (default MODEL's name with .residuals.svg in the current folder)")
	i.model.add(cmd)
	addForce(cmd)
	f.BoolVar(&i.asJSON, "json", false, "print the report as JSON")
	f.Lookup("cutoff").DefValue = "0" // which is not shown
	return cmd
}

func modelAndLog(cmd *cobra.Command, args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("%d arguments; expected a model and one log or more, for example: %s ur5 log.csv", len(args),
			cmd.CommandPath())
	}
	inputs := 0
	for _, name := range args {
		if name == "-" {
			inputs++
		}
	}
	if inputs > 1 {
		return fmt.Errorf("%d arguments are -, the input; expected a file for all but one of them", inputs)
	}
	return nil
}

// check returns the task and what is required of its result, or an error for flags that mean nothing.
func (i *identification) check(cmd *cobra.Command) (task fit.Task,
	required []require.Bound[*fit.Identification], err error) {
	var errs []error
	task = fit.Task{Cutoff: i.cutoff, Delay: math.NaN()}
	if task.Terms, err = identify.ParseTerms(i.terms); err != nil {
		errs = append(errs, fmt.Errorf("--terms: %w", err))
	}
	if i.delay != "auto" {
		if task.Delay, err = strconv.ParseFloat(i.delay, 64); err != nil || math.IsNaN(task.Delay-task.Delay) {
			errs = append(errs, fmt.Errorf("--delay: %q; expected a number of seconds, or auto", i.delay))
		}
	}
	if required, err = requirements(i.wanted, fit.ParseRequirement); err != nil {
		errs = append(errs, err)
	}
	for _, q := range required {
		if strings.HasPrefix(q.Figure(), "validation") && len(i.others) == 0 {
			errs = append(errs, fmt.Errorf("--require %s: it takes a log to compare with, --validate", q))
		}
	}
	if i.cutoff < 0 || math.IsInf(i.cutoff, 0) {
		errs = append(errs, fmt.Errorf("--cutoff: %v Hz; expected 0 or more", i.cutoff))
	}
	if format := strings.ToLower(filepath.Ext(i.plot)); i.plot != "" && format != ".svg" && format != ".png" {
		errs = append(errs, fmt.Errorf("--plot: %q; expected a name that ends in .svg or .png", i.plot))
	}
	if i.plot != "" && filepath.Clean(i.plot) == filepath.Clean(i.out) {
		errs = append(errs, fmt.Errorf("--plot and --out: both %q; expected two files", i.out))
	}
	if i.asJSON && i.out == "-" {
		errs = append(errs, errors.New("--json and --out - both want stdout; expected one of them"))
	}
	if errs == nil {
		return task, required, nil
	}
	return task, nil, &usageError{cmd.CommandPath(), errors.Join(errs...)}
}

func (i *identification) run(cmd *cobra.Command, modelName string, logNames []string) error {
	task, required, err := i.check(cmd)
	if err != nil {
		return err
	}
	source, m, err := i.model.open(cmd, modelName, cmd.InOrStdin())
	if err != nil {
		return err
	}
	if task.Constraints, task.Start, err = prepare.Assembly(i.model.scenario, source, m); err != nil {
		return err
	}
	i.format.Closed = len(task.Constraints) > 0
	out, picture := cmp.Or(i.out, source.Stem()+".identified.urdf"), cmp.Or(i.plot, source.Stem()+".residuals.svg")
	beside := "" // the scenario
	if out != "-" {
		beside = strings.TrimSuffix(out, ".urdf") + ".yaml"
	}
	if err := checkOutputs(cmd, slices.Concat([]string{modelName, source.Name}, logNames, i.others),
		output.Target{Flag: "--out", Name: out, Mark: signature},
		output.Target{Flag: "--plot", Name: picture, Mark: plot.Mark},
		output.Target{Flag: "--out", Name: beside, Mark: signature}); err != nil {
		return err
	}
	logs, err := i.readLogs(cmd, m, logNames)
	if err != nil {
		return err
	}
	others, err := i.readLogs(cmd, m, i.others)
	if err != nil {
		return err
	}
	result, err := task.Run(m, source.Robot, logs, others)
	if err != nil {
		return err
	}
	for _, d := range result.Doubts {
		fmt.Fprintf(cmd.ErrOrStderr(), "doubt: %s\n", terminal.Plain(d.Text))
	}
	r := result.Report()
	r.File, r.Out, r.Plot = source.Name, out, picture
	if err := writeIdentified(cmd, r, result, source.Robot, beside); err != nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	if i.out == "-" {
		stdout = cmd.ErrOrStderr()
	}
	if i.asJSON {
		err = terminal.WriteJSON(stdout, r, "  ")
	} else {
		err = terminal.Identification(stdout, r)
	}
	for _, q := range required {
		err = errors.Join(err, q.Check(result))
	}
	return err
}

// readLogs reads logs.
func (i *identification) readLogs(cmd *cobra.Command, m *tree.Model, names []string) (logs []*fit.Log, err error) {
	for _, name := range names {
		log, err := i.readLog(cmd, m, name)
		if err != nil {
			return nil, err
		}
		logs = append(logs, log)
	}
	return logs, nil
}

// readLog reads a log.
func (i *identification) readLog(cmd *cobra.Command, m *tree.Model, name string) (*fit.Log, error) {
	input := cmd.InOrStdin()
	if name != "-" {
		file, err := infile.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		input = file
	}
	log, err := fit.ReadLog(input, name, m, i.format)
	if err == nil && len(log.Unknown) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: %s: %d columns that logs of this robot do not have are not used: %s\n",
			terminal.Plain(name), len(log.Unknown), terminal.Plain(suggest.List(log.Unknown)))
	}
	return log, err
}

// writeIdentified writes the plot, the robot and, if joints were identified, the scenario beside it.
func writeIdentified(cmd *cobra.Command, r *fit.Report, result *fit.Identification, robot *urdf.Robot,
	beside string) error {
	var logs []string
	for _, log := range r.Logs {
		logs = append(logs, filepath.Base(log.File))
	}
	var document, picture bytes.Buffer
	if err := result.Consistent.Robot(robot).WriteURDF(&document); err != nil {
		return fmt.Errorf("the robot cannot be written: %w", err)
	}
	drawing, err := plot.Residuals(result.Fit, suggest.List(logs))
	if err == nil {
		err = drawing.Encode(&picture, r.Plot, 2)
	}
	if err == nil {
		err = writeFile(r.Plot, picture.Bytes(), cmd.OutOrStdout())
	}
	if err != nil {
		return fmt.Errorf("the plot cannot be written: %w", err)
	}
	// below the first line
	text := bytes.Replace(document.Bytes(), []byte("\n"), []byte("\n<!-- "+signature+" -->\n"), 1)
	if err := writeFile(r.Out, text, cmd.OutOrStdout()); err != nil {
		return fmt.Errorf("the robot cannot be written: %w", err)
	}
	values := result.Consistent.Scenario(filepath.Base(r.Out))
	if values == "" || beside == "" {
		return nil
	}
	r.Scenario = beside
	if err := writeFile(beside, []byte("# "+signature+"\n"+values), nil); err != nil {
		return fmt.Errorf("the scenario cannot be written: %w", err)
	}
	return nil
}
