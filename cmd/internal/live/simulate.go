package live

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/sim"
)

// LargestLog is how many numbers of a log a page gets.
const LargestLog = 20_000_000

// largestText is how long a log is as text (bytes).
const largestText = 16 * LargestLog

// errLarge is the error of a run with a longer log.
var errLarge = fmt.Errorf("the log has more than %d numbers; expected fewer rows, such as those of log.every, of a "+
	"shorter duration or of a longer dt", LargestLog)

// Table is a log in memory. As a sink it keeps the rows of a run, up to LargestLog numbers.
type Table struct {
	Columns []string               `json:"columns"`
	Numbers []float64              `json:"-"` // row by row
	Text    func() ([]byte, error) `json:"-"` // of the file that was opened
}

// Begin implements sim.Sink.
func (t *Table) Begin(columns []string) error {
	t.Columns, t.Numbers = columns, nil
	return nil
}

// Record implements sim.Sink.
func (t *Table) Record(row []float64) error {
	if len(t.Numbers)+len(row) > LargestLog {
		return errLarge
	}
	t.Numbers = append(t.Numbers, row...)
	return nil
}

// End implements sim.Sink.
func (t *Table) End(*sim.Summary) error { return nil }

// result is the outcome of a run. The rows of its log follow the header.
type result struct {
	Columns  []string         `json:"columns"`
	Outcome  *prepare.Outcome `json:"outcome"` // as `simulate run --json` prints it
	Warnings []string         `json:"warnings"`
	Failed   string           `json:"failed,omitempty"` // why it ended before its time
}

// simulate answers with a run.
func (t *Talk) simulate(ctx context.Context, m message) {
	s, err := t.stage.with(m)
	if err != nil {
		t.reply(m.ID, "simulate", nil, err)
		return
	}
	log := &Table{}
	res, err := t.run(ctx, s, log)
	if err != nil {
		t.reply(m.ID, "simulate", nil, err)
		return
	}
	frame, err := newFrame(m.ID, "simulate", res, log.Numbers, nil)
	if err != nil {
		t.reply(m.ID, "simulate", nil, err)
		return
	}
	t.send(frame)
}

// run runs a scenario. A run that has begun and failed is a result, too.
func (t *Talk) run(ctx context.Context, s *scenario.Scenario, log *Table) (*result, error) {
	r, err := t.stage.prepare(ctx, s, prepare.Env{Cache: t.cache, Sink: log})
	if err != nil {
		return nil, err
	}
	outcome, err := r.Simulate(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case outcome == nil:
		return nil, s.Locate(err)
	}
	res := &result{Columns: log.Columns, Outcome: outcome,
		Warnings: append(append([]string{}, r.Warnings...), r.Notes...)}
	if err != nil {
		res.Failed = s.Locate(err).Error()
	}
	return res, nil
}

// analyze answers with the analysis of the loop, as `simulate analyze --json` prints it.
func (t *Talk) analyze(ctx context.Context, m message) {
	s, err := t.stage.with(m)
	if err != nil {
		t.reply(m.ID, "analyze", nil, err)
		return
	}
	r, err := t.stage.prepare(ctx, s, prepare.Env{Cache: t.cache})
	if err != nil {
		t.reply(m.ID, "analyze", nil, err)
		return
	}
	a, err := r.Analyze()
	if ctx.Err() == nil {
		t.reply(m.ID, "analyze", a, s.Locate(err))
	}
}

// text returns the scenario with values set as a file. It names files as the folder of the scenario does, or as Names
// does.
func (st *Stage) text(m message) (*saved, error) {
	s, err := st.with(m)
	if err != nil {
		return nil, err
	}
	text, err := s.YAML(st.dir)
	if len(st.Names) > 0 {
		text, err = s.Moved(func(file string) string { return cmp.Or(st.Names[file], file) })
	}
	return &saved{st.source.Stem() + ".yaml", string(text)}, err
}

// saved is a file for the user to keep.
type saved struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// text is a log as text in memory.
type text struct{ bytes.Buffer }

func (t *text) Write(part []byte) (int, error) {
	if t.Len()+len(part) > largestText {
		return 0, errLarge
	}
	return t.Buffer.Write(part)
}

// log answers with the log of the run as `simulate run --out` writes it.
func (t *Talk) log(ctx context.Context, m message) {
	s, err := t.stage.with(m)
	if err != nil {
		t.reply(m.ID, "log", nil, err)
		return
	}
	s.Log.File = "-"
	var b text
	r, err := prepare.New(s, prepare.Env{Cache: t.cache, Output: &b, Version: t.stage.Version,
		Done: ctx.Done()})
	if err == nil {
		_, err = r.Simulate(ctx)
	}
	if ctx.Err() != nil {
		return
	}
	if b.Len() > 0 && !errors.Is(err, errLarge) {
		err = nil // what a run has logged until it failed is a log
	}
	if err != nil {
		t.reply(m.ID, "log", nil, s.Locate(err))
		return
	}
	t.reply(m.ID, "log", saved{r.Source.Stem() + ".csv", b.String()}, nil)
}

// opened answers with the text of the log that was opened, as it is in its file.
func (t *Talk) opened(m message) {
	if t.stage.Log == nil || t.stage.Log.Text == nil {
		t.reply(m.ID, "opened", nil, errors.New("no log was opened"))
		return
	}
	text, err := t.stage.Log.Text()
	t.reply(m.ID, "opened", saved{filepath.Base(t.stage.Name), string(text)}, err)
}

// logged answers with the log that was opened.
func (t *Talk) logged(m message) {
	if t.stage.Log == nil {
		t.reply(m.ID, "logged", nil, errors.New("no log was opened"))
		return
	}
	frame, err := newFrame(m.ID, "logged", t.stage.Log, t.stage.Log.Numbers, nil)
	if err != nil {
		t.reply(m.ID, "logged", nil, err)
		return
	}
	t.send(frame)
}
