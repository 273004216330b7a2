package tune

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"kinetree/control/analysis"
	"kinetree/internal/decimal"
	"kinetree/internal/finitejson"
	"kinetree/internal/infile"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
)

// maxLine bounds the memory that a malformed history can take, in bytes.
const maxLine = 1 << 20

// ReadHistory returns the costs in a file that WriteHistory has written; those that are missing are infinite.
func ReadHistory(name string) ([]float64, error) {
	file, err := infile.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := csv.NewReader(infile.Rows(file, name, maxLine))
	header, err := r.Read()
	column := slices.Index(header, "cost")
	if err != nil || column < 0 {
		return nil, fmt.Errorf("%s:1: error: there is no column cost; expected the history of simulate tune", name)
	}
	costs := []float64{}
	for {
		row, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return costs, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		cost := math.Inf(1)
		if text := row[column]; text != "" {
			if cost, err = strconv.ParseFloat(text, 64); err != nil {
				line, _ := r.FieldPos(column)
				return nil, fmt.Errorf("%s:%d: error: cost: %q is not a number; expected one, or nothing", name, line,
					text)
			}
		}
		costs = append(costs, cost)
	}
}

// Costs returns those of the trials, infinite for those with an unstable loop or that do not keep what is required,
// unless the best is such a one, too.
func (r *Result) Costs() []float64 {
	costs := make([]float64, len(r.Trials))
	for i, t := range r.Trials {
		if costs[i] = t.Cost; t.Unstable() && !r.Best.Unstable() || t.Lack > 0 && r.Best.Lack == 0 {
			costs[i] = math.Inf(1)
		}
	}
	return costs
}

// WriteHistory writes all trials as CSV, chain by chain: run, chain, cost and the numbers that were tried. A cost
// that is not finite is empty.
func (t *Tuning) WriteHistory(out io.Writer, r *Result) error {
	w := csv.NewWriter(out)
	err := w.Write(append([]string{"run", "chain", "cost"}, t.Paths...))
	for i, trial := range r.Trials {
		row := []string{fmt.Sprint(i), fmt.Sprint(trial.Chain), ""}
		if !math.IsInf(trial.Cost, 0) {
			row[2] = string(decimal.Append(nil, trial.Cost))
		}
		for _, x := range trial.X {
			row = append(row, string(decimal.Append(nil, x)))
		}
		err = errors.Join(err, w.Write(row))
	}
	w.Flush()
	return errors.Join(err, w.Error())
}

// Report is the result of a search, as the command prints it.
type Report struct {
	Scenario string   `json:"scenario"`
	Runs     int      `json:"runs"`        // candidates that were judged
	Samples  int      `json:"samples"`     // robots of each
	Wall     float64  `json:"wall_time"`   // s; for the caller to fill in, as the names of files
	Before   float64  `json:"cost_before"` // infinite if there is none, NaN if it was not judged
	After    float64  `json:"cost"`
	Free     []Free   `json:"free"`
	Required []string `json:"required"`      // of each candidate
	Unkept   int      `json:"unkept_runs"`   // candidates of less cost than those before, which do not keep that
	Unstable int      `json:"unstable_runs"` // candidates of less cost than those before, whose loop is unstable
	Start    Standing `json:"before"`        // at the values of the scenario
	Best     Standing `json:"after"`
	Out      string   `json:"out,omitempty"` // the file of the tuned scenario
	History  string   `json:"history,omitempty"`
	Page     string   `json:"report,omitempty"`
	Into     string   `json:"into,omitempty"` // the file whose digits have changed
}

// Free is a number that was sought.
type Free struct {
	Path   string  `json:"path"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
	Bound  string  `json:"at_bound,omitempty"` // lower or upper, if it is at one
}

// Standing is what there is to say of the control loop of a candidate.
type Standing struct {
	analysis.Brief
	// the largest spectral radius of the robots that judge the candidate; 0 if their loops are not judged
	Drawn float64 `json:"largest_spectral_radius"`
	// what is not kept of what is required, of the first robot that lacks any
	Unkept []string `json:"unkept,omitempty"`
	// of each case, if the scenario has some; the brief is the worst of them then
	Cases map[string]analysis.Brief `json:"cases,omitempty"`
}

// Report returns what a result of the search comes to. It analyses the control loop of the start and the best.
func (t *Tuning) Report(r *Result) *Report {
	x := &Report{Scenario: t.scenario.Name(), Runs: len(r.Trials), Samples: t.Samples, Before: r.Start.Cost,
		After: r.Best.Cost, Start: t.loop(&r.Start), Best: t.loop(&r.Best)}
	x.Required, _ = t.Required()
	for k, path := range t.Paths {
		x.Free = append(x.Free, Free{path, r.Start.X[k], r.Best.X[k], t.Bound(k, r.Best.X[k])})
	}
	for _, trial := range r.Trials {
		switch {
		case trial.Unstable():
			x.Unstable++
		case trial.Lack > 0:
			x.Unkept++
		}
	}
	return x
}

// loop returns what there is to say of the control loop of a candidate.
func (t *Tuning) loop(trial *Trial) Standing {
	s := Standing{Drawn: trial.Radius}
	all := make([]*analysis.Analysis, len(t.cases))
	for i, c := range t.cases {
		var err error
		if all[i], err = t.analyse(c, trial.X); err != nil {
			all[i] = analysis.NotJudged(scenario.Reason(err))
		}
	}
	if s.Brief = all[0].Brief(); len(all) > 1 {
		s.Brief = analysis.Worst(all)
	}
	for i, c := range t.cases {
		if c.Of() != "" {
			if s.Cases == nil {
				s.Cases = map[string]analysis.Brief{}
			}
			s.Cases[c.Of()] = all[i].Brief()
		}
	}
	for _, err := range t.Unkept(trial.X) {
		s.Unkept = append(s.Unkept, err.Error())
	}
	return s
}

// analyse returns the linear analysis of a case with values of the free numbers.
func (t *Tuning) analyse(c *scenario.Scenario, x []float64) (*analysis.Analysis, error) {
	s, err := t.with(c, x)
	if err != nil {
		return nil, err
	}
	run, err := prepare.New(s, t.env(nil))
	if err != nil {
		return nil, err
	}
	return run.Analyze()
}

// MarshalJSON implements json.Marshaler. A cost that is not finite is null.
func (r *Report) MarshalJSON() ([]byte, error) { return finitejson.Marshal(r) }
