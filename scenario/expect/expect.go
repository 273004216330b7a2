// Package expect runs scenarios and compares what comes of them with what the scenarios expect of their runs, in their
// key expect: bounds of measures, of margins of the loop and of the last state, and the hash of the log. The same
// scenario gives the same verdict on every machine, because a run gives the same bytes.
package expect

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"regexp"
	"slices"

	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim"
	"kinetree/sim/record"
)

// Tested is what came of a scenario's expectations.
type Tested struct {
	Name     string    `json:"name"`
	Passed   bool      `json:"passed"`
	Failures []Failure `json:"failures,omitempty"`
	Expected int       `json:"expectations"` // how many there are
	Hash     string    `json:"log_sha256"`
	HashLine int       `json:"-"` // of the expectation of the hash in the file of the scenario; 0 for none
}

// Failure is an expectation that was not met, or another reason for which a run is no success.
type Failure struct {
	Line        int    `json:"line,omitempty"` // of the expectation in the file of the scenario
	Expectation string `json:"expectation,omitempty"`
	Message     string `json:"message"` // what was found and what was expected
}

// Run does the run of a scenario and judges it. The error says what is wrong with the scenario or its expectations;
// a run that ends with an error is a failure.
func Run(ctx context.Context, s *scenario.Scenario, name, version string, opener infile.Opener) (*Tested, error) {
	list, err := read(s)
	if err != nil {
		return nil, err
	}
	log := &witness{hash: sha256.New()}
	log.csv = record.NewStream(log.hash)
	run, err := prepare.New(s, prepare.Env{Version: version, Unlogged: true, Sink: log, Open: opener})
	if err != nil {
		return nil, s.Locate(err)
	}
	result := &Tested{Name: name, Expected: len(list)}
	for i := range list {
		if list[i].hash != "" {
			result.HashLine = line(s, i)
		}
	}
	fail := func(i int, message string) {
		f := Failure{Message: message}
		if i >= 0 {
			f.Expectation, f.Line = list[i].text, line(s, i)
		}
		result.Failures = append(result.Failures, f)
	}
	o := &observed{}
	for i := range list {
		if !list[i].loop() || o.judged.Loop != nil {
			continue
		}
		if run.Loop == nil || run.Loop.Law == nil {
			fail(i, "there is no control loop, so it has no "+list[i].bound.Figure())
			continue
		}
		if o.judged.Loop, err = run.Analyze(); err != nil {
			fail(i, err.Error())
			break
		}
	}
	outcome, err := run.Simulate(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		fail(-1, fmt.Sprintf("the run has failed: %v", err))
	}
	if outcome == nil {
		return result, nil
	}
	o.outcome, o.judged.Measures, o.judged.Duration = outcome, outcome.Metrics, run.Scenario.Duration
	o.judged.Events = run.Events().Bounded(run.Scenario.Duration)
	o.columns, o.last, o.hash = log.columns, log.last, fmt.Sprintf("%x", log.hash.Sum(nil))
	result.Hash = o.hash
	for i := range list {
		if list[i].loop() && o.judged.Loop == nil { // told already
			continue
		}
		if err := list[i].check(o); err != nil {
			fail(i, err.Error())
		}
	}
	result.Passed = len(result.Failures) == 0
	return result, nil
}

// read reads the expectations of a scenario. The error has all that is wrong with them.
func read(s *scenario.Scenario) (list []expectation, err error) {
	var errs []error
	for i, text := range s.Expect {
		e, err := parse(text)
		if err != nil {
			errs = append(errs, item(s, i).Fault("%v", err))
		}
		list = append(list, e)
	}
	return list, errors.Join(errs...)
}

// item returns the place of an expectation in the document of its scenario.
func item(s *scenario.Scenario, i int) *strict.Node {
	at := s.At("expect")
	if i < len(at.Items) {
		return at.Items[i]
	}
	return at
}

func line(s *scenario.Scenario, i int) int { return item(s, i).Pos.Line }

// witness is the sink of a run. It hashes the log that a file of CSV would have, and keeps the last row.
type witness struct {
	csv     *record.FileSink
	hash    hash.Hash
	columns []string
	last    []float64
}

// Begin implements sim.Sink.
func (w *witness) Begin(columns []string) error {
	w.columns, w.last = columns, make([]float64, len(columns))
	return w.csv.Begin(columns)
}

// Record implements sim.Sink.
func (w *witness) Record(row []float64) error {
	copy(w.last, row)
	return w.csv.Record(row)
}

// End implements sim.Sink.
func (w *witness) End(s *sim.Summary) error { return w.csv.End(s) }

// Update returns the text of the scenario in which the hash of the log is that of the result, and nothing else is
// another text.
func (r *Tested) Update(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if r.HashLine < 1 || r.HashLine > len(lines) {
		return text
	}
	x := lines[r.HashLine-1]
	if at := inText.FindSubmatchIndex(x); at != nil {
		lines[r.HashLine-1] = slices.Concat(x[:at[2]], []byte(r.Hash), x[at[3]:])
	}
	return bytes.Join(lines, nil)
}

// inText finds the hash in a line, with whatever stands in its place.
var inText = regexp.MustCompile(hashName + `[ \t]*==[ \t]*([^\s"'\],]*)`)
