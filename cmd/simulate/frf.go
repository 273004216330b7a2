package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/output"
	"kinetree/cmd/internal/plot"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
	"kinetree/control/analysis"
	"kinetree/control/frequency"
	"kinetree/internal/decimal"
	"kinetree/internal/infile"
	"kinetree/internal/libm"
	"kinetree/internal/suggest"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim/record"
)

// estimation is the command frf.
type estimation struct {
	from, to, by string // columns
	window       int
	periodic     bool
	begin, end   float64
	fit, side    string
	motor        float64
	model        string
	out          string
	asJSON       bool
}

func newFRF() *cobra.Command {
	e := &estimation{begin: math.Inf(-1), end: math.Inf(1)}
	cmd := &cobra.Command{
		Use:   "frf [flags] LOG.csv --from JOINT/effort --to JOINT/velocity",
		Short: "Estimate a frequency response from a log, with coherence, and fit a drive of two masses to it",
		Args:  usage(one("logs", "log.csv --from elbow/effort --to elbow/velocity")),
		RunE:  func(cmd *cobra.Command, args []string) error { return e.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&e.from, "from", "", "`column` of the input, such as elbow/effort")
	f.StringVar(&e.to, "to", "", "`column` of the output, such as elbow/velocity")
	f.StringVar(&e.by, "by", "", "`column` of a signal that excites the loop from outside, such as elbow/reference/"+
		"position: under feedback, noise then does not bias the response")
	f.IntVar(&e.window, "window", 0, "rows of a segment (default those of an eighth of the log)")
	f.BoolVar(&e.periodic, "periodic", false, "segments are whole periods of the input, in the steady state: no "+
		"window, no overlap, nothing leaks")
	f.Float64Var(&e.begin, "begin", e.begin, "time in s from which rows count")
	f.Float64Var(&e.end, "end", e.end, "time in s up to which rows count")
	f.Lookup("begin").DefValue, f.Lookup("end").DefValue = "0", "0" // which is not shown
	f.StringVar(&e.model, "model", "", "scenario or robot, a `file` or embedded one, whose response about its start "+
		"stands beside that of the log")
	f.StringVar(&e.fit, "fit", "", "two-mass: find the inertias, stiffness, damping and friction of a drive, from an "+
		"effort to a velocity")
	f.StringVar(&e.side, "side", "", "whose velocity it is for --fit: motor or link (default the one that fits better)")
	f.Float64Var(&e.motor, "motor-inertia", 0, "inertia of the motor for --fit, where it is known, at the joint (kg "+
		"m^2 or kg)")
	f.StringVarP(&e.out, "out", "o", "", "`file` for the response: .csv, .svg or .png; - for CSV on the output")
	addForce(cmd)
	f.BoolVar(&e.asJSON, "json", false, "print the response and the fit as JSON")
	return cmd
}

// check returns all that is wrong with the flags.
func (e *estimation) check() error {
	var faults []error
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	if e.from == "" {
		wrong("--from: there is none; expected the column of the input, such as elbow/effort")
	}
	if e.to == "" {
		wrong("--to: there is none; expected the column of the output, such as elbow/velocity")
	}
	if e.window < 0 {
		wrong("--window: %d; expected 16 rows or more", e.window)
	}
	if e.periodic && e.window == 0 {
		wrong("--periodic: the rows of a period are not known; expected --window, too")
	}
	if !(e.begin < e.end) {
		wrong("--begin %v --end %v; expected a span of time in s", e.begin, e.end)
	}
	if e.fit != "" && e.fit != "two-mass" {
		wrong("--fit: %q; expected two-mass", e.fit)
	}
	if e.fit == "" && (e.side != "" || e.motor != 0) {
		wrong("--side and --motor-inertia are for --fit two-mass; expected that, or neither")
	}
	if e.side != "" && e.side != string(frequency.MotorSide) && e.side != string(frequency.LoadSide) {
		wrong("--side: %q; expected motor or link", e.side)
	}
	if !(e.motor >= 0) || math.IsInf(e.motor, 1) {
		wrong("--motor-inertia: %v; expected a positive number", e.motor)
	}
	if ending := filepath.Ext(e.out); e.out != "" && e.out != "-" && !slices.Contains([]string{".csv", ".svg", ".png"},
		ending) {
		wrong("--out: %q; expected a name that ends in .csv, .svg or .png", e.out)
	}
	if e.out == "-" && e.asJSON {
		wrong("--json and --out - both want stdout; expected one of them")
	}
	return errors.Join(faults...)
}

// frequencyReport is what the command prints.
type frequencyReport struct {
	Log      string             `json:"log"`
	From     string             `json:"from"`
	To       string             `json:"to"`
	Step     float64            `json:"step"` // s
	Window   int                `json:"window"`
	Segments int                `json:"segments"`
	Points   []estimatedPoint   `json:"points"`
	Model    []modelPoint       `json:"model,omitempty"` // at the same frequencies
	Fit      *frequency.TwoMass `json:"fit,omitempty"`
}

type estimatedPoint struct {
	Frequency float64 `json:"frequency"` // Hz
	Gain      float64 `json:"gain"`
	Phase     float64 `json:"phase"` // rad
	Coherence float64 `json:"coherence"`
}

// modelPoint is the response of the model at a frequency.
type modelPoint struct {
	Gain  float64 `json:"gain"`
	Phase float64 `json:"phase"` // rad, in the turn of the log's
}

func (e *estimation) run(cmd *cobra.Command, name string) error {
	if err := e.check(); err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	const header = "frequency,gain,phase,coherence\n"
	mark := header
	if ending := filepath.Ext(e.out); ending != ".csv" {
		mark = plot.Mark
	}
	if err := checkOutputs(cmd, []string{name}, output.Target{Flag: "--out", Name: e.out, Mark: mark}); err != nil {
		return err
	}
	even, err := e.read(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	for _, note := range even.Notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note: "+terminal.Plain(name+": "+note))
	}
	found, err := frequency.Welch(even.Stretches, even.Step, e.window, e.periodic)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r := &frequencyReport{Log: name, From: e.from, To: e.to, Step: found.Step, Window: found.Window,
		Segments: found.Segments}
	for k, f := range found.Frequency {
		p := estimatedPoint{f, libm.CAbs(found.Value[k]), libm.CPhase(found.Value[k]), found.Coherence[k]}
		if k > 0 {
			p.Phase = turned(p.Phase, r.Points[k-1].Phase)
		}
		r.Points = append(r.Points, p)
	}
	if err := e.addModel(cmd, r); err != nil {
		return err
	}
	if e.fit != "" {
		if r.Fit, err = found.FitTwoMass(frequency.Side(e.side), e.motor); err != nil {
			return fmt.Errorf("%s: no drive of two masses: %w", name, err)
		}
	}
	if e.out != "" {
		if err := e.write(r, header, cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	out := cmd.OutOrStdout()
	if e.out == "-" {
		out = cmd.ErrOrStderr()
	}
	if e.asJSON {
		return terminal.WriteJSON(out, r, "  ")
	}
	return r.print(out)
}

// addModel adds the response of the model.
func (e *estimation) addModel(cmd *cobra.Command, r *frequencyReport) error {
	if e.model == "" {
		return nil
	}
	s := scenario.Default()
	s.Model.File = e.model
	var err error
	if scenario.IsFile(e.model) {
		if s, err = scenario.Open(e.model, cmd.InOrStdin()); err != nil {
			return err
		}
	}
	single(cmd, s)
	run, err := prepare.New(s, prepare.Env{Input: cmd.InOrStdin(), Version: version.String(), Unlogged: true})
	if err != nil {
		return s.Locate(err)
	}
	response, err := run.PlantResponse(e.from, e.to, r.Step)
	if err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	for _, p := range r.Points {
		v := response.At(float64(2 * math.Pi * p.Frequency))
		r.Model = append(r.Model, modelPoint{libm.CAbs(v), turned(libm.CPhase(v), p.Phase)})
	}
	return nil
}

// turned returns a phase in the turn that is nearest to another one.
func turned(phase, to float64) float64 {
	return phase - float64(2*math.Pi*math.Round((phase-to)/(2*math.Pi)))
}

// read reads the columns.
func (e *estimation) read(name string, input io.Reader) (*frequency.Even, error) {
	in := input
	if name != "-" {
		file, err := infile.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	r, err := record.NewReader(in, name)
	if err != nil {
		return nil, err
	}
	var faults []error
	column := func(flag, wanted string) int {
		at := slices.Index(r.Columns(), wanted)
		if at < 0 && wanted != "" {
			faults = append(faults, fmt.Errorf("%s: the log %s has no column %q%s; expected one of %s", flag, name,
				wanted,
				suggest.Hint(wanted, r.Columns()), suggest.List(r.Columns())))
		}
		return at
	}
	from, to, by := column("--from", e.from), column("--to", e.to), column("--by", e.by)
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	var times, u, y, z []float64
	row := make([]float64, len(r.Columns()))
	for {
		err := r.Read(row)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			if faults = append(faults, err); len(faults) == 100 {
				break
			}
			continue
		}
		if t := row[r.Time()]; t >= e.begin && t <= e.end {
			times, u, y = append(times, t), append(u, row[from]), append(y, row[to])
			if by >= 0 {
				z = append(z, row[by])
			}
		}
	}
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	even, err := frequency.Evened(times, u, y, z)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return even, nil
}

// write writes the response.
func (e *estimation) write(r *frequencyReport, header string, stdout io.Writer) error {
	var b bytes.Buffer
	switch filepath.Ext(e.out) {
	case ".svg", ".png":
		list := []plot.Response{{Name: fmt.Sprintf("%s, %d segments", r.Log, r.Segments)}}
		of := &list[0]
		for _, p := range r.Points {
			of.Frequency = append(of.Frequency, float64(2*math.Pi*p.Frequency))
			of.Magnitude, of.Phase = append(of.Magnitude, p.Gain), append(of.Phase, p.Phase)
			of.Coherence = append(of.Coherence, p.Coherence)
		}
		if r.Model != nil {
			model := plot.Response{Name: "model " + e.model, Frequency: of.Frequency}
			for _, p := range r.Model {
				model.Magnitude, model.Phase = append(model.Magnitude, p.Gain), append(model.Phase, p.Phase)
			}
			list = append(list, model)
		}
		if d := r.Fit; d != nil && !math.IsNaN(d.Motor) {
			response, err := d.Response(r.Step)
			if err != nil {
				return err
			}
			list = append(list, beside("two masses", response, of))
		}
		drawing, err := plot.Bode("from "+r.From+" to "+r.To, "", list, plot.Size{})
		if err != nil {
			return err
		}
		if err := drawing.Encode(&b, e.out, 2); err != nil {
			return fmt.Errorf("the picture: %w", err)
		}
	default:
		b.WriteString(header)
		for _, p := range r.Points {
			line := b.AvailableBuffer()
			for i, x := range [...]float64{p.Frequency, p.Gain, p.Phase, p.Coherence} {
				if i > 0 {
					line = append(line, ',')
				}
				line = decimal.Append(line, x)
			}
			b.Write(append(line, '\n'))
		}
	}
	if err := writeFile(e.out, b.Bytes(), stdout); err != nil {
		return fmt.Errorf("the response cannot be written: %w", err)
	}
	return nil
}

// beside returns a response at the frequencies of another one, with phases in its turns.
func beside(name string, response *analysis.FrequencyResponse, of *plot.Response) plot.Response {
	r := plot.Response{Name: name, Frequency: of.Frequency}
	for i, p := range response.Bode(of.Frequency) {
		r.Magnitude = append(r.Magnitude, p.Gain)
		r.Phase = append(r.Phase, turned(p.Phase, of.Phase[i]))
	}
	return r
}

// print writes the response in some thirty lines, and the fit.
func (r *frequencyReport) print(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: from %s to %s, %d segments of %d rows at %.6g s\n\n", terminal.Plain(r.Log),
		terminal.Plain(r.From), terminal.Plain(r.To), r.Segments, r.Window, r.Step)
	titles := []string{"Hz@.", "gain@.", "dB@.", "phase °@.", "coherence@."}
	if r.Model != nil {
		titles = append(titles, "model dB@.", "phase °@.")
	}
	table := terminal.NewTable(titles...)
	const lines = 30
	next := 0.0
	for i, p := range r.Points { // in equal ratios
		if i > 0 && i < len(r.Points)-1 && p.Frequency < next {
			continue
		}
		next = p.Frequency * libm.Pow(r.Points[len(r.Points)-1].Frequency/r.Points[0].Frequency, 1.0/lines)
		row := []string{terminal.Figure(p.Frequency), terminal.Figure(p.Gain),
			fmt.Sprintf("%.2f", analysis.Decibels(p.Gain)), fmt.Sprintf("%.1f", analysis.Degrees(p.Phase)),
			fmt.Sprintf("%.4f", p.Coherence)}
		if r.Model != nil {
			m := r.Model[i]
			row = append(row, fmt.Sprintf("%.2f", analysis.Decibels(m.Gain)), fmt.Sprintf("%.1f",
				analysis.Degrees(m.Phase)))
		}
		table.Add(row...)
	}
	table.Write(out)
	if d := r.Fit; d != nil {
		fmt.Fprintf(out, "\ntwo masses, velocity of the %s side, %d frequencies, error %.3g %%\n", d.Side, d.Points,
			100*d.Error)
		t := terminal.NewTable("what", "number@.", "unit")
		for _, x := range []struct {
			what   string
			number float64
			unit   string
		}{{"inertia", d.Inertia, "kg m^2, kg"}, {"  of the motor", d.Motor, "kg m^2, kg"},
			{"  of the load", d.Load, "kg m^2, kg"}, {"stiffness", d.Stiffness, "N m/rad, N/m"},
			{"damping between", d.Coupling, "N m s/rad, N s/m"}, {"damping of the motor", d.MotorDamping,
				"N m s/rad, N s/m"}, {"damping of the load", d.LoadDamping, "N m s/rad, N s/m"},
			{"dry friction", d.Friction, "N m, N"}, {"anti-resonance", d.AntiResonance, "Hz"},
			{"resonance", d.Resonance, "Hz"}} {
			if math.IsNaN(x.number) {
				t.Add(x.what, "", "not told by the velocity of the link: give --motor-inertia")
				continue
			}
			t.Add(x.what, terminal.Figure(x.number), x.unit)
		}
		t.Write(out)
	}
	return out.Flush()
}
