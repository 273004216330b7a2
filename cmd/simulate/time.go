package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/terminal"
	"kinetree/control/fastest"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/ros/controllers"
	"kinetree/scenario"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/tree"
)

// pathTiming is the command time.
type pathTiming struct {
	model      *modelFlags
	name       string // of the model
	shape      string
	limits     [4][]string // JOINT=VALUE of each of limitFlags
	speeds     []string    // JOINT=STALL,NOLOAD
	margin     float64
	step       float64
	out, track string
	asJSON     bool
}

// limitFlags set limits of joints.
var limitFlags = [4]struct{ name, unit string }{{"max-effort", "N m or N"}, {"max-velocity", "rad/s or m/s"},
	{"max-acceleration", "rad/s^2 or m/s^2, of acceleration and deceleration"}, {"max-jerk", "rad/s^3 or m/s^3"}}

func newTime() *cobra.Command {
	t := &pathTiming{model: newModelFlags(), step: 0.001}
	cmd := &cobra.Command{
		Use:   "time [flags] PATH.csv --model MODEL.urdf|SCENARIO.yaml",
		Short: "Time a path: the fastest motion along it within the limits of the joints, friction included",
		Args:  usage(one("paths", "path.csv --model ur5")),
		RunE:  func(cmd *cobra.Command, args []string) error { return t.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&t.name, "model", "", "robot, or `scenario` with one, with its friction and motors")
	f.StringVar(&t.shape, "shape", string(fastest.Smooth), "between the points: spline, smooth through all of them, "+
		"or lines, which rests in corners")
	for i, x := range limitFlags {
		f.StringArrayVar(&t.limits[i], x.name, nil, "limit of a joint, `JOINT=VALUE` ("+x.unit+"), * for all "+
			"others, in place of the description's; repeatable")
	}
	f.StringArrayVar(&t.speeds, "torque-speed", nil, "line of a motor, `JOINT=STALL,NOLOAD`: the effort at rest and "+
		"the speed without effort, at the joint; repeatable")
	f.Float64Var(&t.margin, "margin", 0, "share of each limit that is kept free")
	f.Float64Var(&t.step, "dt", t.step, "time between the rows of the file in s")
	f.StringVarP(&t.out, "out", "o", "", "`file` for the motion: .csv, a reference for controllers; .yaml, a message "+
		"JointTrajectory; - for CSV on the output")
	f.StringVar(&t.track, "scenario", "", "`file` to write a scenario to in which the robot follows the motion, for "+
		"simulate run")
	t.model.add(cmd)
	addForce(cmd)
	f.BoolVar(&t.asJSON, "json", false, "print the summary as JSON")
	return cmd
}

// check returns all that is wrong with the flags.
func (t *pathTiming) check() error {
	var faults []error
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if t.name == "" {
		wrong("--model: there is none; expected a robot, such as --model arm.urdf")
	}
	if t.shape != string(fastest.Smooth) && t.shape != string(fastest.Straight) {
		wrong("--shape: %q; expected %s or %s", t.shape, fastest.Smooth, fastest.Straight)
	}
	if !(t.margin >= 0 && t.margin < 1) {
		wrong("--margin: %v; expected a share from 0 to below 1", t.margin)
	}
	if !(t.step > 0) || math.IsInf(t.step, 1) {
		wrong("--dt: %v; expected a positive number of s", t.step)
	}
	if ending := filepath.Ext(t.out); t.out != "" && t.out != "-" && ending != ".csv" && ending != ".yaml" &&
		ending != ".yml" {
		wrong("--out: %q; expected a name that ends in .csv or .yaml", t.out)
	}
	if t.out == "-" && t.asJSON {
		wrong("--json and --out - both want stdout; expected one of them")
	}
	if t.track != "" && (t.out == "" || t.out == "-" || t.name == "-") {
		wrong("--scenario: it names the files of the model and of the motion; expected files for both")
	}
	return errors.Join(faults...)
}

// timingReport is what the command prints.
type timingReport struct {
	File     string                 `json:"file"`
	Model    string                 `json:"model"`
	Duration float64                `json:"duration"` // s
	Change   float64                `json:"change"`   // s
	Gap      float64                `json:"gap"`      // s
	Cells    int                    `json:"cells"`
	Length   float64                `json:"length"`
	Use      float64                `json:"use"` // largest share of a limit
	Joints   map[string]jointTiming `json:"joints"`
	Phases   []phaseTiming          `json:"phases"`
	Out      string                 `json:"out,omitempty"`
}

type jointTiming struct {
	PeakEffort       float64            `json:"peak_effort"`
	PeakVelocity     float64            `json:"peak_velocity"`
	PeakAcceleration float64            `json:"peak_acceleration"`
	PeakJerk         *float64           `json:"peak_jerk,omitempty"`
	Uses             map[string]float64 `json:"uses"`
}

type phaseTiming struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Joint string  `json:"joint"`
	Limit string  `json:"limit"`
	Sign  int     `json:"sign"`
	Use   float64 `json:"use"`
}

func (t *pathTiming) run(cmd *cobra.Command, path string) error {
	if err := t.check(); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	source, m, err := t.model.open(cmd, t.name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	if err := robot.CheckTree(source, "a path is timed joint by joint"); err != nil {
		return err
	}
	task, err := t.task(cmd, source, m, path)
	if err != nil {
		return err
	}
	found, err := task.Solve()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	report := t.report(path, source.Name, task, found)
	out, err := t.write(cmd, path, source, m, found)
	if err != nil {
		return err
	}
	if t.asJSON {
		return terminal.WriteJSON(out, report, "  ")
	}
	return report.print(out)
}

// task reads the path and gathers the limits.
func (t *pathTiming) task(cmd *cobra.Command, source *models.Source, m *tree.Model,
	path string) (*fastest.PathTask, error) {
	open := infile.Opener(func(name string) (io.ReadCloser, error) {
		if name == "-" {
			return io.NopCloser(cmd.InOrStdin()), nil
		}
		return infile.Open(name)
	})
	file, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := infile.All(file, path, strict.MaxBytes)
	if err != nil {
		return nil, err
	}
	table, err := controllers.ReadPath(text, path)
	if err != nil {
		return nil, err
	}
	notes := table.Notes
	limits := fastest.NewPathLimits(m)
	limits.Describe(m, source.Robot)
	extras := robot.Extras(t.model.scenario, m)
	err = errors.Join(limits.Drive(m, extras), t.bound(m, limits))
	points, fault := rowsOf(m, table)
	if err = errors.Join(err, fault); err != nil {
		return nil, err
	}
	route, err := fastest.NewRoute(m, points, fastest.RouteShape(t.shape))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if route.Left > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d points repeat the one before and are left out", path, route.Left))
	}
	for _, note := range notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: "+terminal.Plain(note))
	}
	return &fastest.PathTask{Route: route, Limits: limits.Scaled(1 - t.margin), Passive: sim.Passive(m, extras,
		false)}, nil
}

// rowsOf returns the points of a path, with the joints that it does not have at 0, or in the middle of the limits where
// those exclude 0.
func rowsOf(m *tree.Model, table *controllers.MotionTable) (points [][]float64, err error) {
	var faults []error
	places := make([]int, len(table.Joints))
	for i, name := range table.Joints {
		k, ok := m.Joint(name)
		switch {
		case !ok:
			faults = append(faults, fmt.Errorf("the robot %s has no joint %q%s; expected some of %s", m.Name(), name,
				suggest.Hint(name, m.JointNames()), suggest.List(m.JointNames())))
		case m.Joints()[k].Leader >= 0:
			places[i] = -1 // its leader says where it is
		case m.Joints()[k].NQ == 1:
			places[i] = m.Joints()[k].Q
		}
	}
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	start := m.Neutral()
	ranges, _ := m.Ranges()
	for k, j := range m.Joints() {
		if r := ranges[k]; j.Leader < 0 && j.NQ == 1 && (r.Lower > 0 || r.Upper < 0) {
			start[j.Q] = (r.Lower + r.Upper) / 2
		}
	}
	for _, row := range table.Position {
		p := slices.Clone(start)
		for i, x := range row {
			if places[i] >= 0 {
				p[places[i]] = x
			}
		}
		points = append(points, p)
	}
	return points, nil
}

// bound sets the limits that flags and motors say.
func (t *pathTiming) bound(m *tree.Model, l *fastest.PathLimits) error {
	var faults []error
	for name, j := range t.model.scenario.Joints {
		k, ok := m.Joint(name)
		if !ok || j.Motor == nil || j.Motor.Current == nil {
			continue
		}
		of := &m.Joints()[k]
		torque := math.Abs(*j.Motor.Current * j.Motor.TorqueConstant)
		if r := j.Motor.Ratio; r != nil {
			torque *= math.Abs(*r)
		} else if of.Reduction != 0 {
			torque *= math.Abs(of.Reduction)
		}
		l.Effort[of.V] = math.Min(l.Effort[of.V], torque)
	}
	each := func(flag, text string, n int, set func(rate int, x []float64)) {
		name, numbers, _ := flags.CutLast(text, '=')
		x, err := flags.Positive(numbers, n)
		if err != nil {
			faults = append(faults, fmt.Errorf("--%s: %q: %w", flag, text, err))
			return
		}
		found := false
		for _, j := range m.Joints() {
			if j.Leader < 0 && j.NV == 1 && (j.Name == name || name == "*") {
				set(j.V, x)
				found = true
			}
		}
		if !found {
			faults = append(faults, fmt.Errorf("--%s: the robot %s has no joint %q that moves by itself%s; expected "+
				"one of "+
				"%s, or *", flag, m.Name(), name, suggest.Hint(name, m.JointNames()), suggest.List(m.JointNames())))
		}
	}
	first := func(texts []string) []string { // those of all joints come first, so that the others count
		list := slices.Clone(texts)
		slices.SortStableFunc(list, func(a, b string) int {
			rank := func(s string) int {
				if strings.HasPrefix(s, "*=") {
					return 0
				}
				return 1
			}
			return rank(a) - rank(b)
		})
		return list
	}
	for i, list := range [...][]*[]float64{{&l.Effort}, {&l.Velocity}, {&l.Acceleration, &l.Deceleration}, {&l.Jerk}} {
		for _, text := range first(t.limits[i]) {
			each(limitFlags[i].name, text, 1, func(rate int, x []float64) {
				for _, to := range list {
					(*to)[rate] = x[0]
				}
			})
		}
	}
	for _, text := range first(t.speeds) {
		each("torque-speed", text, 2, func(rate int, x []float64) { l.Stall[rate], l.Droop[rate] = x[0], x[0]/x[1] })
	}
	return errors.Join(faults...)
}

// report gathers what is printed.
func (t *pathTiming) report(path, model string, task *fastest.PathTask, found *fastest.TimedPath) *timingReport {
	r := &timingReport{File: path, Model: model, Duration: found.Duration(), Change: found.Change, Gap: found.Gap,
		Cells: found.Cells, Length: task.Route.Length(), Use: found.Use(), Joints: map[string]jointTiming{}, Out: t.out}
	for i := range found.Peaks {
		p := &found.Peaks[i]
		j := jointTiming{PeakEffort: p.Effort, PeakVelocity: p.Velocity, PeakAcceleration: p.Acceleration,
			Uses: map[string]float64{}}
		for kind, x := range p.Uses {
			if x > 0 {
				j.Uses[fastest.LimitKind(kind).String()] = x
			}
		}
		if p.Uses[fastest.OfJerk] > 0 {
			j.PeakJerk = &p.Jerk
		}
		r.Joints[p.Joint] = j
	}
	for _, p := range found.Phases {
		r.Phases = append(r.Phases, phaseTiming{p.From, p.To, p.Joint, p.Limit.String(), p.Sign, p.Use})
	}
	return r
}

// write writes the motion and the scenario that follows it. It returns where the report goes.
func (t *pathTiming) write(cmd *cobra.Command, path string, source *models.Source, m *tree.Model,
	found *fastest.TimedPath) (io.Writer, error) {
	out := cmd.OutOrStdout()
	if t.out == "" {
		return out, nil
	}
	text := found.CSV
	if ending := filepath.Ext(t.out); ending == ".yaml" || ending == ".yml" {
		text = found.Message
	}
	table := text(t.step)
	header, _, _ := strings.Cut(string(table), "\n")
	if err := checkOutputs(cmd, []string{path, source.Name}, output.Target{Flag: "--out", Name: t.out, Mark: header},
		output.Target{Flag: "--scenario", Name: t.track, Mark: signature}); err != nil {
		return nil, err
	}
	if err := writeFile(t.out, table, out); err != nil {
		return nil, fmt.Errorf("the motion cannot be written: %w", err)
	}
	if t.track != "" {
		text, err := t.following(m, found)
		if err == nil {
			err = writeFile(t.track, append([]byte("# "+signature+"\n"), text...), out)
		}
		if err != nil {
			return nil, fmt.Errorf("the scenario cannot be written: %w", err)
		}
	}
	if t.out == "-" {
		out = cmd.ErrOrStderr()
	}
	return out, nil
}

// following returns a scenario in which the robot follows the motion.
func (t *pathTiming) following(m *tree.Model, found *fastest.TimedPath) ([]byte, error) {
	const settling = 0.2 // s that the run goes on
	p, d := 400.0, 40.0  // 1/s² and 1/s: critically damped, at 20 rad/s
	s := t.model.scenario
	s.Trajectory, s.Duration = t.out, found.Duration()+settling
	s.Controller.Type = "computed_torque"
	s.Controller.Gains = map[string]scenario.Gains{"*": {P: &p, D: &d}}
	s.Controller.Include = []string{"damping", "friction", "springs"}
	n := m.NV()
	q, qd, qdd, tau := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	found.At(q, qd, qdd, tau, 0)
	s.Initial.Position = scenario.Joints{}
	for _, j := range m.Joints() {
		if j.Leader < 0 {
			s.Initial.Position[j.Name] = scenario.Numbers{q[j.Q]}
		}
	}
	return s.YAML(filepath.Dir(t.track))
}

// print writes the report as text.
func (r *timingReport) print(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: %.10g s along %.6g of %s\n", terminal.Plain(r.Model), r.Duration, r.Length,
		terminal.Plain(r.File))
	if r.Change > 0 {
		fmt.Fprintf(out, "  grid   %d cells; half as many make it %.2g s different\n", r.Cells, r.Change)
	}
	if r.Gap > 0 {
		fmt.Fprintf(out, "  gap    at most %.2g s more than the local minimum of this grid\n", r.Gap)
	}
	fmt.Fprintf(out, "  proof  %.6f of a limit at most, by inverse dynamics within the cells\n\n", r.Use)
	joints := terminal.NewTable("joint", "effort@.", "of limit@.", "torque-speed@.", "velocity@.", "of limit@.",
		"acceleration@.", "of limit@.", "jerk@.", "of limit@.")
	share := func(x float64) string {
		if x == 0 {
			return ""
		}
		return fmt.Sprintf("%.4f", x)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Joints)) {
		j := r.Joints[name]
		jerk := ""
		if j.PeakJerk != nil {
			jerk = terminal.Figure(*j.PeakJerk)
		}
		joints.Add(terminal.Plain(name), terminal.Figure(j.PeakEffort), share(j.Uses["effort"]),
			share(j.Uses["torque-speed"]), terminal.Figure(j.PeakVelocity), share(j.Uses["velocity"]),
			terminal.Figure(j.PeakAcceleration), share(math.Max(j.Uses["acceleration"], j.Uses["deceleration"])), jerk,
			share(j.Uses["jerk"]))
	}
	joints.Write(out)
	fmt.Fprintln(out)
	phases := terminal.NewTable("from s@.", "to s@.", "what bounds the motion", "use@.")
	for _, p := range r.Phases {
		sign := "+"
		if p.Sign < 0 {
			sign = "-"
		}
		phases.Add(fmt.Sprintf("%.6f", p.From), fmt.Sprintf("%.6f", p.To), terminal.Plain(p.Joint)+" "+p.Limit+" "+sign,
			fmt.Sprintf("%.4f", p.Use))
	}
	phases.Write(out)
	return out.Flush()
}
