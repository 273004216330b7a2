package analysis

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"kinetree/internal/decimal"
	"kinetree/internal/finitejson"
	"kinetree/internal/libm"
	"kinetree/internal/spreadsheet"
	"kinetree/rnea"
	"kinetree/spatial/mat"
	"kinetree/tree"
)

// Analysis is what there is to say of a control loop with samples around its operating point. In JSON what is infinite
// or not there is null.
type Analysis struct {
	Model      string  `json:"model"`      // name of the robot
	File       string  `json:"file"`       // of its description; for the caller to fill in, as the next
	Controller string  `json:"controller"` // the kind of the law
	Period     float64 `json:"period"`     // s; 0 of a law that acts at every instant
	// after how many samples the law does the same again, 1 for one that does it at each: closed_loop_A and the z of
	// closed_loop_poles are from one of these periods to the next
	Samples   int            `json:"period_samples"`
	Delay     float64        `json:"delay"` // s
	Operating OperatingPoint `json:"operating_point"`
	Names     []string       `json:"rates"` // of the rates: the columns of B, and of each half of the states of A
	A         [][]float64    `json:"A"`     // x' = A x + B u of the robot alone, row by row
	B         [][]float64    `json:"B"`
	ClosedA   [][]float64    `json:"closed_loop_A"`     // x+ = A x of the loop, from sample to sample, or x' = A x
	Open      []Pole         `json:"open_loop_poles"`   // of the robot alone
	Closed    []Pole         `json:"closed_loop_poles"` // of the loop, with samples and delay
	// the spectral radius is less than 1, or without samples all poles decay; nil if not judged
	Stable         *bool   `json:"stable"`
	Reason         string  `json:"reason,omitempty"`      // why the loop is not judged
	Note           string  `json:"note,omitempty"`        // what bounds the verdict, see Remark
	SpectralRadius float64 `json:"spectral_radius"`       // of the loop, a sample; NaN without samples, as the next
	LargestPeriod  float64 `json:"largest_stable_period"` // see Setup.LargestPeriod
	// the disk margin of all loops at once, and where it is; NaN if it is not known
	MultiloopDisk          float64 `json:"multiloop_disk_margin"`
	MultiloopDiskFrequency float64 `json:"multiloop_disk_margin_frequency"`
	Skew                   float64 `json:"skew"`  // of disk margins
	Worst                  Brief   `json:"worst"` // of all loops
	// the name of the loop with the highest peak of the sensitivity, the nearest one to instability; nil if there are
	// none
	Nearest *string    `json:"nearest_to_instability"`
	Loops   []RateLoop `json:"loops"` // of the actuators whose efforts come back to them
	// what the law is if it is a linear-quadratic regulator; for the caller to fill in
	Regulator *Regulator `json:"regulator,omitempty"`

	setup *Setup
}

// OperatingPoint is where a robot rests, and the efforts that hold it there, by joint.
type OperatingPoint struct {
	Place    string                 `json:"place"` // Start or Rest
	Position map[string]tree.Values `json:"position"`
	Effort   map[string]tree.Values `json:"effort"`
}

// RateLoop is the loop of a rate, broken where all efforts come together at its actuator, all others closed.
type RateLoop struct {
	Rate int    `json:"-"`
	Name string `json:"joint"`
	Margins
	Bode FrequencyPoints `json:"bode"`
}

// bodeRange is how far below half the sampling rate a Bode diagram begins.
const bodeRange = 1e-4

// Analyze returns the analysis of the loop with samples of a period, see Loop. What cannot be found is NaN, with a
// remark, or leaves the loop without a verdict, and takes nothing else along. So does a law that is unsteady. The law
// must not be in use meanwhile. O(rates · frequencies · states²).
func (s *Setup) Analyze(period float64) (*Analysis, error) {
	l, err := s.Loop(period)
	if err != nil {
		return nil, err
	}
	reason := ""
	if !s.Steady {
		reason = s.Unsteady(period)
	}
	a, err := s.Unjudged(period, reason)
	if err != nil || a.Reason != "" {
		return a, err
	}
	a.Samples = l.Samples()
	a.ClosedA = rows(l.Closed())
	if a.Closed, err = l.Poles(); err != nil {
		a.Reason = err.Error()
		return a, nil
	}
	stable := real(a.Closed[0].S) < 0
	if period > 0 {
		a.SpectralRadius = 0
		for _, p := range a.Closed {
			a.SpectralRadius = math.Max(a.SpectralRadius, libm.CAbs(p.Z))
		}
		a.SpectralRadius = l.eachSample(a.SpectralRadius)
		stable = a.SpectralRadius < 1
		if a.LargestPeriod, err = s.LargestPeriod(period); err != nil {
			a.LargestPeriod = math.NaN()
			a.Remark("the largest stable period is not known: %v", err)
		}
	}
	a.Stable = &stable
	highest := math.Inf(-1)
	for rate, efforts := range l.actuators {
		if efforts == nil {
			continue
		}
		r, err := l.Response(rate)
		if err != nil {
			a.Remark("the margins of %s are not known: %v", a.Names[rate], err)
			a.Loops = append(a.Loops, RateLoop{rate, a.Names[rate], unknown, nil})
			continue
		}
		if r.nothing() {
			continue
		}
		frequencies := slices.DeleteFunc(r.Frequencies(300),
			func(w float64) bool { return period > 0 && w < bodeRange*math.Pi/period })
		one := RateLoop{rate, a.Names[rate], r.margins(s.Skew), r.Bode(frequencies)}
		a.Loops = append(a.Loops, one)
		if one.Sensitivity > highest {
			a.Nearest, highest = &a.Names[rate], one.Sensitivity
		}
	}
	a.findMultiloopDisk(l)
	a.Worst = a.Brief()
	return a, nil
}

// findMultiloopDisk sets the disk margin of all loops at once.
func (a *Analysis) findMultiloopDisk(l *LinearLoop) {
	switch {
	case !a.IsStable() || len(a.Loops) == 0:
		return
	case l.Samples() > 1:
		a.Remark("the disk margin of all loops at once is not known of a law with a period of samples")
		return
	}
	sensitivity, _ := l.Sensitivity()
	var err error
	if a.MultiloopDisk, a.MultiloopDiskFrequency, err = sensitivity.MultiloopDisk(l.Period, a.setup.Skew); err != nil {
		a.Remark("the disk margin of all loops is not known: %v", err)
	}
}

// Unjudged returns what there is to say of the robot alone, with the reason why its loop cannot be judged. Numbers of
// the loop are NaN.
func (s *Setup) Unjudged(period float64, reason string) (*Analysis, error) {
	open, err := s.Plant.Poles()
	return &Analysis{Model: s.Model.Name(), Period: period, Samples: 1, Delay: s.Delay, Operating: s.operatingPoint(),
		Names: s.Model.RateNames(), A: rows(s.Plant.A), B: rows(s.Plant.B), Open: open, Loops: []RateLoop{},
		SpectralRadius: math.NaN(), LargestPeriod: math.NaN(), Reason: reason,
		MultiloopDisk: math.NaN(), MultiloopDiskFrequency: math.NaN(), Skew: s.Skew,
		Worst: NotJudged(reason).Brief(), Note: s.Note, setup: s}, err
}

// Remark adds to the note of the analysis.
func (a *Analysis) Remark(format string, args ...any) {
	if a.Note != "" {
		a.Note += "; "
	}
	a.Note += fmt.Sprintf(format, args...)
}

// IsStable reports whether the loop is judged to be stable.
func (a *Analysis) IsStable() bool { return a.Stable != nil && *a.Stable }

// operatingPoint returns where the robot rests.
func (s *Setup) operatingPoint() OperatingPoint {
	o := OperatingPoint{s.Place, map[string]tree.Values{}, map[string]tree.Values{}}
	hold := s.Hold
	if hold == nil {
		hold = make([]float64, s.Model.NV())
		rnea.New(s.Model).Gravity(hold, s.Position)
	}
	for i := range s.Model.Joints() {
		if j := &s.Model.Joints()[i]; j.Leader < 0 {
			o.Position[j.Name] = j.AppendPosition(nil, s.Position)
			o.Effort[j.Name] = hold[j.V : j.V+j.NV]
		}
	}
	return o
}

// rows returns the rows of a matrix, which they share.
func rows(m *mat.Dense) [][]float64 {
	n, _ := m.Dims()
	list := make([][]float64, n)
	for i := range list {
		list[i] = m.RawRowView(i)
	}
	return list
}

// MarshalJSON implements json.Marshaler.
func (a *Analysis) MarshalJSON() ([]byte, error) { return finitejson.Marshal(a) }

// StepResponse is [Setup.StepResponse] at the period of the analysis, without samples at an interval.
func (a *Analysis) StepResponse(rate, samples int) ([]float64, error) {
	if a.Period == 0 {
		return a.setup.continuousStep(a.Interval(), rate, samples)
	}
	return a.setup.StepResponse(a.Period, rate, samples)
}

// Interval returns the time (s) between the numbers of a step response: the period, and without samples a share of the
// time that the slowest part of a stable loop takes to fade.
func (a *Analysis) Interval() float64 {
	if a.Period > 0 {
		return a.Period
	}
	return -0.01 / real(a.Closed[0].S)
}

// NearestLoop returns the nearest loop to instability, or nil if there are none.
func (a *Analysis) NearestLoop() *RateLoop {
	for i := range a.Loops {
		if a.Nearest != nil && a.Loops[i].Name == *a.Nearest {
			return &a.Loops[i]
		}
	}
	return nil
}

// WriteBode writes the frequency responses of all loops as CSV.
func (a *Analysis) WriteBode(out io.Writer) error { return WriteBodes(out, nil, []*Analysis{a}) }

// WriteBodes writes the frequency responses of all loops of several analyses as CSV. If they have names, these are in a
// column case before the others.
func WriteBodes(out io.Writer, names []string, list []*Analysis) error {
	w := csv.NewWriter(out)
	columns := []string{"joint", "frequency", "gain", "phase"}
	if names != nil {
		columns = append([]string{"case"}, columns...)
	}
	err := w.Write(columns)
	for i, a := range list {
		for _, l := range a.Loops {
			for _, p := range l.Bode {
				var row []string
				if names != nil {
					row = append(row, spreadsheet.Text(names[i]))
				}
				row = append(row, spreadsheet.Text(l.Name))
				for _, x := range []float64{p.Frequency, p.Gain, p.Phase} {
					row = append(row, string(decimal.Append(nil, x)))
				}
				err = errors.Join(err, w.Write(row))
			}
		}
	}
	w.Flush()
	return errors.Join(err, w.Error())
}

// FrequencyPoints are a frequency response. In JSON they are columns.
type FrequencyPoints []FrequencyPoint

// MarshalJSON implements json.Marshaler.
func (points FrequencyPoints) MarshalJSON() ([]byte, error) {
	var columns struct {
		Frequency []float64 `json:"frequency"`
		Gain      []float64 `json:"gain"`
		Phase     []float64 `json:"phase"`
	}
	for _, p := range points {
		columns.Frequency = append(columns.Frequency, p.Frequency)
		columns.Gain = append(columns.Gain, p.Gain)
		columns.Phase = append(columns.Phase, p.Phase)
	}
	return finitejson.Marshal(columns)
}

// MarshalJSON implements json.Marshaler.
func (p Pole) MarshalJSON() ([]byte, error) {
	d := struct {
		Real      float64     `json:"real"` // 1/s
		Imaginary float64     `json:"imaginary"`
		Z         *[2]float64 `json:"z,omitempty"` // of a sampled loop
		Frequency float64     `json:"frequency"`
		Damping   float64     `json:"damping_ratio"`
		Joint     string      `json:"joint,omitempty"` // to which it belongs most
	}{real(p.S), imag(p.S), nil, p.Frequency, p.Damping, p.Joint}
	if p.Z != 0 || math.IsInf(real(p.S), -1) {
		d.Z = &[2]float64{real(p.Z), imag(p.Z)}
	}
	return finitejson.Marshal(d)
}
