// Package live is what the page of `simulate serve` talks to: a scenario with knobs that are turned, runs and analyses
// that follow at once, a search that is watched, a robot that is pushed. It knows neither sockets nor browsers: a page
// sends messages of JSON to a [Talk] and gets frames back, over a socket from the program or, in an exported page, from
// the same code in the page itself.
//
// # Messages
//
// A message is an object with a number id, which the frames that answer it bear, and a word ask:
//
//	describe  the robot, the scenario, its knobs, and what else was opened: a log, a batch
//	knob      {path}: the knob of any path of the scenario
//	simulate  {set}: the run with these values, row by row as its log has them, with its metrics
//	analyze   {set}: poles, margins and Bode plots of its loop
//	text      {set}: the scenario with these values as a file
//	log       {set}: the log of the run with these values, as text
//	logged    the rows of the log that was opened
//	opened    the text of that log, as it is in its file
//	tune      {set}: the search that the scenario asks for; a frame for each candidate, and the result
//	move      {set, from, speed}: the robot in motion in real time, a frame for each sixtieth of a second
//	turn      {set}: a motion that goes on with other values, from where it is and at its time
//	push      {link, point, target}: a spring from a point of a link to one of the world; without link it ends
//	pace      {speed, steps}: how fast a motion goes; 0 halts it, steps is how many steps it takes then
//	halt      ends a search or a motion
//
// A set is a list of {path, value}. With an index, the message is about that run of the batch instead of the scenario.
// A later simulate or analyze of a page replaces one of its own that is not done; one that is aside replaces what is
// aside alone.
//
// # Frames
//
// A frame is the length of a header in bytes (uint32), the header as JSON, padded with spaces so that what follows
// begins at a multiple of eight, and float64 numbers, all with the lowest byte first. The header has the id, the word
// kind, and error if the message could not be answered: the words that the command line has for it.
package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
)

// Stage is what a page shows: a scenario, and perhaps the log or the batch that it is of. It does not change once pages
// talk to it, and serves any number of them.
type Stage struct {
	Name    string   // of what was opened
	Version string   // of the program
	Notes   []string // what the user should know
	Log     *Table   // the log that was opened; nil if none was
	Batch   *Runs    // the batch that was opened; nil if none was
	Guarded bool     // pages name no files but those that the scenario names
	// Names are what a scenario that is saved calls files, by their names here; those of other files stay.
	Names map[string]string

	scenario *scenario.Scenario
	source   *models.Source
	dir      string // that files of the scenario are named from
}

// New returns a stage for a scenario, whose text names files from the folder dir. The error is one of the robot.
func New(s *scenario.Scenario, name, dir, version string) (*Stage, error) {
	source, _, err := robot.Changed(s, nil)
	if err != nil {
		return nil, s.Locate(err)
	}
	return &Stage{Name: name, Version: version, scenario: s, source: source, dir: dir}, nil
}

// Robot returns the description of the robot.
func (st *Stage) Robot() *models.Source { return st.source }

// Runs is the table of a batch.
type Runs struct {
	Columns  []string                                    `json:"columns"` // of runs.csv
	Axes     []string                                    `json:"axes"`    // the columns of what differs
	Rows     [][]string                                  `json:"rows"`
	Scenario func(index int) (*scenario.Scenario, error) `json:"-"` // of a run
}

// mostSettings is how many values a message may set.
const mostSettings = 1000

// chosen returns the scenario that a message is about, before it sets values.
func (st *Stage) chosen(m message) (*scenario.Scenario, error) {
	switch {
	case m.Index == nil:
		return st.scenario, nil
	case st.Batch == nil:
		return nil, fmt.Errorf("run %d is asked of no batch; expected the directory of one to be opened", *m.Index)
	}
	return st.Batch.Scenario(*m.Index)
}

// with returns the scenario that a message is about, with the values that it sets.
func (st *Stage) with(m message) (*scenario.Scenario, error) {
	s, err := st.chosen(m)
	if err != nil {
		return nil, err
	}
	return st.override(s, m.Set)
}

// override returns a scenario with values set.
func (st *Stage) override(s *scenario.Scenario, set []setting) (*scenario.Scenario, error) {
	if len(set) > mostSettings {
		return nil, fmt.Errorf("%d values are set; expected at most %d", len(set), mostSettings)
	}
	own := s.Inputs()
	s = s.Clone()
	for _, v := range set {
		if deeper(v.Value, strict.MaxDepth) {
			return nil, fmt.Errorf("%s is set to a value that is nested more than %d deep", v.Path, strict.MaxDepth)
		}
		if err := robot.Override(s, robot.Env{}, scenario.NewOverride(v.Path, v.Value, "")); err != nil {
			return nil, err
		}
		for _, name := range s.Inputs() { // before the next value, which may make the scenario read it
			if st.Guarded && !slices.Contains(own, name) {
				return nil, fmt.Errorf("%s names %s; expected a file that the scenario names, as others than this "+
					"machine may reach this page", v.Path, name)
			}
		}
	}
	return s, nil
}

// deeper reports whether lists and objects are nested more than so deep.
func deeper(value any, depth int) bool {
	if depth < 0 {
		return true
	}
	inner := func(x any) bool { return deeper(x, depth-1) }
	switch x := value.(type) {
	case []any:
		return slices.ContainsFunc(x, inner)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(x)), inner)
	}
	return false
}

// prepare makes the run of a scenario, whose log goes to a sink.
func (st *Stage) prepare(ctx context.Context, s *scenario.Scenario, env prepare.Env) (*prepare.Run, error) {
	env.Version, env.Unlogged, env.Done = st.Version, true, ctx.Done()
	r, err := prepare.New(s, env)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r, s.Locate(err)
}

// Talk is a page's conversation about a stage. Its methods may be called by one goroutine; frames come from several,
// one after the other.
type Talk struct {
	stage *Stage
	send  func(frame []byte) error
	// offer sends a frame unless one is under way, for those that the next one replaces.
	offer func(frame []byte) bool

	cache  *robot.Cache
	jobs   map[string]*job // by what they are replaced by
	motion *motion
}

// job is a message that is being answered.
type job struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// NewTalk begins a conversation. The functions send frames to the page: send waits for it, offer does not and reports
// whether the frame was taken.
func (st *Stage) NewTalk(send func(frame []byte) error, offer func(frame []byte) bool) *Talk {
	return &Talk{stage: st, send: send, offer: offer, cache: robot.NewCache(), jobs: map[string]*job{}}
}

// Close ends what is under way and waits for it.
func (t *Talk) Close() {
	for _, j := range t.jobs {
		j.cancel()
	}
	for _, j := range t.jobs {
		<-j.done
	}
}

// message is a message from a page.
type message struct {
	ID  int       `json:"id"`
	Ask string    `json:"ask"`
	Set []setting `json:"set"`

	Path  string `json:"path"`
	Index *int   `json:"index"`
	Aside bool   `json:"aside"`

	From  *start   `json:"from"`
	Speed *float64 `json:"speed"`
	Steps int      `json:"steps"`

	Link   string     `json:"link"`
	Point  [3]float64 `json:"point"`
	Target [3]float64 `json:"target"`
}

// job returns the name of the job of a message: that of its word, unless it is aside.
func (m *message) job() string {
	if m.Aside {
		return "aside"
	}
	return m.Ask
}

// setting is a value at a path of the scenario.
type setting struct {
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// Handle answers a message. What takes long goes on in the background.
func (t *Talk) Handle(ctx context.Context, text []byte) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		t.reply(m.ID, "error", nil, fmt.Errorf("a message of the page cannot be read: %w", err))
		return
	}
	switch m.Ask {
	case "describe":
		d, err := t.stage.describe(ctx, m)
		t.reply(m.ID, "stage", d, err)
	case "knob":
		k, err := t.stage.knob(m)
		t.reply(m.ID, "knob", k, err)
	case "text":
		text, err := t.stage.text(m)
		t.reply(m.ID, "text", text, err)
	case "simulate":
		t.start(ctx, m.job(), func(ctx context.Context) { t.simulate(ctx, m) })
	case "log":
		t.start(ctx, "log", func(ctx context.Context) { t.log(ctx, m) })
	case "logged":
		t.logged(m)
	case "opened":
		t.opened(m)
	case "analyze":
		t.start(ctx, m.job(), func(ctx context.Context) { t.analyze(ctx, m) })
	case "tune":
		t.start(ctx, "work", func(ctx context.Context) { t.tune(ctx, m) })
	case "move":
		t.start(ctx, "work", t.move(m))
	case "push", "pace", "turn":
		t.steer(m)
	case "halt":
		t.halt("work")
	default:
		t.reply(m.ID, "error", nil, fmt.Errorf("%q is asked; expected a word that package live knows", m.Ask))
	}
}

// start ends the job of a name and begins another one.
func (t *Talk) start(ctx context.Context, name string, run func(ctx context.Context)) {
	t.halt(name)
	ctx, cancel := context.WithCancel(ctx)
	j := &job{cancel, make(chan struct{})}
	t.jobs[name] = j
	go func() {
		defer close(j.done)
		defer cancel()
		run(ctx)
	}()
}

// halt ends the job of a name and waits for it.
func (t *Talk) halt(name string) {
	if j := t.jobs[name]; j != nil {
		j.cancel()
		<-j.done
		delete(t.jobs, name)
	}
}

// reply sends a frame, whose header has the fields of value; or the error.
func (t *Talk) reply(id int, kind string, value any, err error) {
	if errors.Is(err, context.Canceled) {
		return // the page has asked for something else
	}
	frame, encodeErr := newFrame(id, kind, value, nil, err)
	if encodeErr != nil {
		frame, _ = newFrame(id, kind, nil, nil, encodeErr)
	}
	t.send(frame) // a page that is gone ends the conversation
}
