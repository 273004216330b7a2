package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kinetree/batch/study"
	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/control/sizing"
	"kinetree/internal/infile"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// sizer is the command size.
type sizer struct {
	motors     string
	ratioTexts []string
	ratios     []float64
	efficiency float64
	out        string
	asJSON     bool

	scenarios []*scenario.Scenario
	catalogue []sizing.CatalogueMotor
}

// usualRatios are those of gears that are tried if none are given.
var usualRatios = []float64{1, 2, 3, 5, 8, 10, 16, 20, 30, 40, 50, 64, 80, 100, 120, 160}

func newSize() *cobra.Command {
	z := &sizer{efficiency: 1}
	cmd := &cobra.Command{
		Use:   "size [flags] SCENARIO.yaml|STUDY.yaml",
		Short: "Tell what a motion asks of each drive, and which motors and gears of a catalogue can do it",
		Args:  usage(one("scenarios or studies", "ur5_pick_and_place")),
		RunE:  func(cmd *cobra.Command, args []string) error { return z.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&z.motors, "motors", "", "catalogue of motors, a CSV `file` with the columns name, continuous_torque, "+
		"peak_torque, max_speed, rotor_inertia, and maybe rated_speed, mass, torque_constant, resistance")
	f.StringSliceVar(&z.ratioTexts, "ratios", nil, "ratios of gears to choose from, separated by commas (default 1 "+
		"to 160)")
	f.Float64Var(&z.efficiency, "efficiency", z.efficiency, "of the gears, above 0 up to 1")
	f.StringVarP(&z.out, "out", "o", "", "picture of the points over the motors' curves, a `file` .svg or .png")
	addForce(cmd)
	f.BoolVar(&z.asJSON, "json", false, "print JSON on stdout")
	return cmd
}

// check returns all that is wrong with the flags.
func (z *sizer) check() error {
	var faults []error
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	z.ratios = usualRatios
	if z.ratioTexts != nil {
		z.ratios = nil
	}
	for _, text := range z.ratioTexts {
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || !(x > 0) || math.IsInf(x, 1) {
			wrong("--ratios: %q; expected a positive number", text)
		}
		z.ratios = append(z.ratios, x)
	}
	if !(z.efficiency > 0 && z.efficiency <= 1) {
		wrong("--efficiency: %v; expected a number above 0 up to 1", z.efficiency)
	}
	if z.motors == "" && (z.ratioTexts != nil || z.efficiency != 1) {
		wrong("--ratios and --efficiency are for --motors; expected that, too")
	}
	return errors.Join(faults...)
}

// sizingReport is what the command prints.
type sizingReport struct {
	File   string                  `json:"file"`
	Runs   int                     `json:"runs"`
	Order  []string                `json:"-"`
	Joints map[string]*jointSizing `json:"joints"`
	Rounds int                     `json:"rounds"`
}

type jointSizing struct {
	*sizing.Usage
	Motors  []*sizing.Choice `json:"motors,omitempty"` // the best ones first
	Chosen  *sizing.Choice   `json:"chosen,omitempty"` // as the last round has it, with its rotor and mass in the model
	First   *sizing.Usage    `json:"first_round,omitempty"`
	EffUnit string           `json:"-"`
	VelUnit string           `json:"-"`
}

func (z *sizer) run(cmd *cobra.Command, name string) error {
	if err := z.check(); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	if err := checkOutputs(cmd, []string{name, z.motors}, output.Target{Flag: "--out", Name: z.out,
		Endings: []string{".svg", ".png"}, Mark: plot.Mark}); err != nil {
		return err
	}
	if err := errors.Join(z.read(cmd, name), z.readCatalogue(cmd.InOrStdin())); err != nil {
		return err
	}
	ctx, stop := untilSignal(cmd.Context())
	defer stop()
	worst, last, err := z.measure(ctx, cmd, z.scenarios)
	if err != nil {
		return err
	}
	r := &sizingReport{File: name, Runs: len(z.scenarios), Joints: map[string]*jointSizing{}, Rounds: 1}
	turns := last.World.Model().Angular()
	for _, u := range worst.Joints {
		j := &jointSizing{Usage: u, EffUnit: "N m", VelUnit: "rad/s"}
		if k, _ := last.World.Model().Joint(u.Joint); !turns[last.World.Model().Joints()[k].V] {
			j.EffUnit, j.VelUnit = "N", "m/s"
		}
		r.Order = append(r.Order, u.Joint)
		r.Joints[u.Joint] = j
	}
	if z.catalogue != nil {
		if err := z.choose(ctx, cmd, r, last); err != nil {
			return err
		}
	}
	if z.out != "" {
		if err := z.draw(r, cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	if z.asJSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), r, "  ")
	}
	return r.print(cmd.OutOrStdout())
}

// read reads the scenario, or those of the runs of a study.
func (z *sizer) read(cmd *cobra.Command, name string) error {
	if !isStudy(name) {
		s, err := robot.Checked(scenario.Open(name, cmd.InOrStdin()))
		if err == nil {
			z.scenarios, err = robot.Cases(s, robot.Env{})
		}
		return err
	}
	st, err := study.Open(name, func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), terminal.PlainLines(text)) })
	if err != nil {
		return err
	}
	for i := range st.Len() {
		s, err := st.Scenario(i)
		if err != nil {
			return fmt.Errorf("run %d of %s: %w", i, name, err)
		}
		z.scenarios = append(z.scenarios, s)
	}
	return nil
}

// isStudy reports whether a name is that of a study: of an embedded one, a script, or a file with the key scenario.
func isStudy(name string) bool {
	if _, embedded := models.Study(name); embedded || filepath.Ext(name) == ".star" {
		return true
	}
	file, err := infile.Open(name)
	if name == "-" || err != nil {
		return false
	}
	defer file.Close()
	lines := bufio.NewScanner(io.LimitReader(file, 1<<20))
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "scenario:") {
			return true
		}
	}
	return false
}

// readCatalogue reads the motors.
func (z *sizer) readCatalogue(input io.Reader) error {
	if z.motors == "" {
		return nil
	}
	in := input
	if z.motors != "-" {
		file, err := infile.Open(z.motors)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	var err error
	z.catalogue, err = sizing.ReadCatalogue(in, z.motors)
	return err
}

// measure runs scenarios and returns what the hardest of them ask, and the last run.
func (z *sizer) measure(ctx context.Context, cmd *cobra.Command, list []*scenario.Scenario) (*sizing.DriveMeter,
	*prepare.Run,
	error) {
	var all []*sizing.DriveMeter
	var last *prepare.Run
	for i, s := range list {
		var meter *sizing.DriveMeter
		run, err := prepare.New(s.Clone(), prepare.Env{Input: cmd.InOrStdin(), Output: io.Discard, Unlogged: true,
			Version: version.String(), Observer: func(m *tree.Model) sim.Observer {
				meter = sizing.NewMeter(m)
				return meter
			}})
		if err != nil {
			return nil, nil, s.Locate(err)
		}
		if i == 0 {
			warn(cmd.ErrOrStderr(), run)
		}
		if _, err := run.Simulate(ctx); err != nil {
			return nil, nil, fmt.Errorf("run %d: %w", i, err)
		}
		meter.Finish()
		if len(meter.Joints) == 0 {
			return nil, nil, fmt.Errorf("%s has no joint with a drive and one coordinate; expected one",
				run.Source.Name)
		}
		all, last = append(all, meter), run
	}
	if last == nil {
		return nil, nil, errors.New("the study has no runs; expected one at least")
	}
	return sizing.Worst(all), last, nil
}

// mostRounds bounds how often motors are chosen anew.
const mostRounds = 4

// choose chooses motors, and again with their rotors and masses in the model until the choice stays.
func (z *sizer) choose(ctx context.Context, cmd *cobra.Command, r *sizingReport, run *prepare.Run) error {
	for _, s := range z.scenarios {
		for _, name := range r.Order {
			if j := s.Joints[name]; j.Motor != nil || j.Gear != nil || j.Elastic != nil {
				return fmt.Errorf("joint %q has a drive in the scenario; expected none where motors are sought", name)
			}
		}
	}
	for ; ; r.Rounds++ {
		stays := r.Rounds > 1
		for _, name := range r.Order {
			j := r.Joints[name]
			before := j.Chosen
			j.Motors = j.Usage.Choose(z.catalogue, z.ratios, z.efficiency)
			j.Chosen = j.Motors[0]
			if before == nil || before.Motor != j.Chosen.Motor || before.Ratio != j.Chosen.Ratio {
				stays = false
			}
		}
		if stays || r.Rounds > mostRounds {
			return nil
		}
		var changed []*scenario.Scenario
		for _, s := range z.scenarios {
			c := s.Clone()
			equip(c, run, r)
			changed = append(changed, c)
		}
		worst, _, err := z.measure(ctx, cmd, changed)
		if err != nil {
			return fmt.Errorf("with the motors of round %d: %w", r.Rounds, err)
		}
		for _, u := range worst.Joints {
			j := r.Joints[u.Joint]
			if j.First == nil {
				j.First = j.Usage
			}
			j.Usage = u
		}
	}
}

// equip puts the rotors and the masses of the motors that are chosen into a scenario: each motor stands at its joint on
// the link that bears it.
func equip(s *scenario.Scenario, run *prepare.Run, r *sizingReport) {
	m := run.World.Model()
	if s.Joints == nil {
		s.Joints = map[string]scenario.JointChanges{}
	}
	if s.Links == nil {
		s.Links = map[string]scenario.LinkChanges{}
	}
	for _, name := range r.Order {
		c := r.Joints[name].Chosen
		armature := float64(c.Ratio * c.Ratio * c.Motor.RotorInertia)
		joint := s.Joints[name]
		joint.Armature = &armature
		s.Joints[name] = joint
		i := slices.IndexFunc(run.Source.Robot.Joints, func(j urdf.Joint) bool { return j.Name == name })
		if i < 0 || c.Motor.Mass == 0 {
			continue
		}
		of := &run.Source.Robot.Joints[i]
		if k, ok := m.Link(of.Parent); !ok || m.Fixed(of.Parent) || m.Links()[k].Body == 0 && !m.Floating() {
			continue // which does not move
		}
		at := of.Origin.Transform().P
		load := scenario.Payload{Mass: c.Motor.Mass, Position: [3]float64{at[0], at[1], at[2]}}
		if p := s.Links[of.Parent].Payload; p != nil && p.Mass > 0 {
			load = together(load, *p)
		}
		s.Links[of.Parent] = scenario.LinkChanges{Payload: &load}
	}
}

// together returns two point masses as one in their centre. Its inertia about that is left out.
func together(a, b scenario.Payload) scenario.Payload {
	sum := scenario.Payload{Mass: a.Mass + b.Mass}
	for k := range 3 {
		sum.Position[k] = (float64(a.Mass*a.Position[k]) + float64(b.Mass*b.Position[k])) / sum.Mass
	}
	return sum
}

// draw writes the picture.
func (z *sizer) draw(r *sizingReport, stdout io.Writer) error {
	var list []plot.Demand
	for _, name := range r.Order {
		j := r.Joints[name]
		d := plot.Demand{Name: name, RMS: j.RMSEffort, SpeedUnit: j.VelUnit, EffortUnit: j.EffUnit}
		for i := range j.Points {
			p := &j.Points[i]
			speed, effort := p.Velocity, p.Effort
			if c := j.Chosen; c != nil {
				speed, effort = c.Ratio*speed, c.Torque(p, z.efficiency)
			}
			d.Speed, d.Effort = append(d.Speed, math.Abs(speed)), append(d.Effort, math.Abs(effort))
		}
		if c := j.Chosen; c != nil {
			d.Note = fmt.Sprintf("%s, gear %.4g", c.Motor.Name, c.Ratio)
			d.RMS, d.Continuous = c.RMSTorque, c.Motor.ContinuousTorque
			d.CurveSpeed = []float64{0, c.Motor.RatedSpeed, c.Motor.MaxSpeed, c.Motor.MaxSpeed}
			d.CurveEffort = []float64{c.Motor.PeakTorque, c.Motor.PeakTorque, c.Motor.Curve(c.Motor.MaxSpeed), 0}
		}
		list = append(list, d)
	}
	what := "efforts over velocities at the joints"
	if z.catalogue != nil {
		what = "torques over speeds of the motors"
	}
	drawing, err := plot.Demands("what "+r.File+" asks of its drives", what, list, plot.Size{})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := drawing.Encode(&b, z.out, 2); err != nil {
		return fmt.Errorf("the picture: %w", err)
	}
	if err := writeFile(z.out, b.Bytes(), stdout); err != nil {
		return fmt.Errorf("the picture cannot be written: %w", err)
	}
	return nil
}

// print writes the report as text.
func (r *sizingReport) print(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: what %d run(s) ask of the drives", terminal.Plain(r.File), r.Runs)
	if r.Rounds > 1 {
		fmt.Fprintf(out, ", with their rotors and masses, in %d rounds", r.Rounds)
	}
	fmt.Fprint(out, "\n\n")
	t := terminal.NewTable("joint", "peak effort@.", "RMS@.", "peak velocity@.", "mean power W@.", "peak power W@.",
		"brake energy J@.", "duty %@.")
	for _, name := range r.Order {
		j := r.Joints[name]
		t.Add(terminal.Plain(name), terminal.Figure(j.PeakEffort), terminal.Figure(j.RMSEffort),
			terminal.Figure(j.PeakVelocity), terminal.Figure(j.MeanPower), terminal.Figure(j.PeakPower),
			terminal.Figure(j.BrakeEnergy), fmt.Sprintf("%.1f", 100*j.Duty))
	}
	t.Write(out)
	if r.Joints[r.Order[0]].Chosen != nil {
		fmt.Fprintln(out)
		t := terminal.NewTable("joint", "motor", "gear@.", "RMS torque@.", "of continuous %@.", "peak torque@.",
			"of curve %@.", "of speed %@.", "verdict")
		for _, name := range r.Order {
			c := r.Joints[name].Chosen
			verdict := "fits"
			if c.Load() > 1 {
				verdict = "too small, and no other fits"
			}
			t.Add(terminal.Plain(name), terminal.Plain(c.Motor.Name), terminal.Figure(c.Ratio),
				terminal.Figure(c.RMSTorque), fmt.Sprintf("%.1f", 100*c.Continuous), terminal.Figure(c.PeakTorque),
				fmt.Sprintf("%.1f", 100*c.Peak), fmt.Sprintf("%.1f", 100*c.Speed), verdict)
		}
		t.Write(out)
	}
	return out.Flush()
}
