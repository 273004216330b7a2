package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"kinetree/internal/suggest"
)

// Config says what is run, and how.
type Config struct {
	Dir string // is made if it is not there
	// all that the results depend on, as JSON: engine, hashes of files, the resolved study; compared when the batch
	// is resumed or merged
	Inputs       any
	Runs         int          // of the whole study
	Axes         []string     // columns of the values that change
	Metrics      []string     // columns of the results
	Trajectories Trajectories // of which runs to keep them
	Shard        Shard        // the zero value is the whole study

	Workers int  // 0 means one for each core
	Resume  bool // go on with what is in Dir; without anything there it begins
	// RetryFailed goes on, too, and runs again what has failed, also of a batch that was complete.
	RetryFailed bool

	// Unchanged is asked when a run has ended, before it is kept. Its error, such as that of a file that has changed
	// since it was read before, ends the batch without the run. It may be nil, and is called from several goroutines.
	Unchanged func() error

	// When the context is canceled, runs that have begun may go on for Grace; then they are given up, and run again
	// when the batch is resumed. Waiting is called before that, with these runs; may be nil.
	Grace   time.Duration
	Waiting func(runs []int)

	Best     string         // the metric whose best value [Progress] tells; may be empty
	Maximize bool           // the best value is the largest, not the least
	Every    time.Duration  // how often Progress is called; 0 means five times a second
	Progress func(Progress) // may be nil; called from one goroutine at a time, and at last when no run is in flight
}

// Shard is one of Of parts of a study, counted from 0.
type Shard struct {
	Index int `json:"index"`
	Of    int `json:"of"`
}

// runs returns how many of the runs of a study are in the shard.
func (s Shard) runs(all int) int {
	of := max(1, s.Of)
	return (all - s.Index + of - 1) / of
}

// run returns the index of a run of the shard in the study.
func (s Shard) run(k int) int { return s.Index + k*max(1, s.Of) }

// Worker executes runs, one after another, on one goroutine.
type Worker interface {
	// Run executes run r.Index and sets what is known of it. An error makes the run one of status error with that
	// reason; a panic does, too, and the worker is not used again. When the context has ended, Run is to return soon,
	// and what it returns does not count.
	Run(ctx context.Context, r *Run) error
}

// SideBySide is a Worker that executes several runs at a time, on one goroutine.
type SideBySide interface {
	Worker
	// RunAll executes the runs that next returns until it returns none, at most so many at a time. It calls ended with
	// each when that has ended, in any order, and with what Run would have returned. Some runs that end together are
	// kept together: it calls keep when some have ended and it goes on to what takes long, such as the steps of others;
	// what has not been kept is lost if the process is killed. After a panic those that had not ended are run again, by
	// Run of another worker.
	RunAll(ctx context.Context, most int, next func() *Run, ended func(*Run, error), keep func())
}

// Tally says how a batch went.
type Tally struct {
	Runs    int    // of the batch: the study, or the shard of it
	Done    int    // that have ended, those of earlier processes among them
	Resumed int    // that had ended before
	Failed  int    // of those that have ended
	Panic   string // the first panic of a worker and its stack, for a report; empty without one
}

// ErrInterrupted says that the context was canceled before all runs had ended. The batch can be resumed.
var ErrInterrupted = errors.New("the batch was interrupted; what has ended is kept, resume it to run the rest")

// Execute runs a batch, or what is left of it. It returns when all runs have ended and the table is complete, or an
// error and what was done up to there. The function makes a worker for a goroutine, and a new one when that has
// panicked; its error ends the batch. It is called from several goroutines. When the context is canceled no more runs
// begin, see Config.Grace.
//
// Errors of the directory: a batch is there already and Resume is not set; what is there was made from other inputs,
// which the error names; another process works there; the disk is full.
func Execute(ctx context.Context, c Config, newWorker func() (Worker, error)) (*Tally, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return nil, fmt.Errorf("the directory of the batch, %s: %w; expected one that is there or can be made", c.Dir,
			err)
	}
	lock, err := lockFile(filepath.Join(c.Dir, lockName), fmt.Sprintf("another process works on the batch in %s; wait "+
		"for it, or choose another directory", c.Dir))
	if err != nil {
		return nil, err
	}
	defer lock.unlock()
	e := &execution{Config: c, newWorker: newWorker}
	complete, err := e.open()
	if err != nil {
		return nil, err
	}
	if complete {
		n := e.schedule.total
		return &Tally{Runs: n, Done: n, Resumed: n, Failed: e.progress.now().Failed}, nil
	}
	resumed := e.schedule.ended()
	e.progress.begin(&c, e.schedule.total)
	var giveUp context.CancelFunc
	e.runs, giveUp = context.WithCancel(context.WithoutCancel(ctx))
	defer giveUp()
	defer context.AfterFunc(ctx, func() { // wakes those that wait for the window
		running := e.schedule.stop()
		for i, k := range running {
			running[i] = c.Shard.run(k)
		}
		if c.Waiting != nil {
			c.Waiting(running)
		}
		time.AfterFunc(c.Grace, giveUp)
	})()
	e.work(ctx)
	r := &Tally{Runs: e.schedule.total, Done: e.schedule.ended(), Resumed: resumed, Failed: e.progress.now().Failed,
		Panic: e.panicked}
	if err := errors.Join(e.err, e.journal.close()); err != nil {
		return r, err
	}
	if r.Done < r.Runs {
		return r, ErrInterrupted
	}
	return r, e.finish()
}

// check refuses what a caller cannot mean.
func (c *Config) check() error {
	switch s := c.Shard; {
	case c.Runs < 1:
		return fmt.Errorf("the study has %d runs; expected at least 1", c.Runs)
	case s.Of < 0 || s.Of == 0 && s.Index != 0 || s.Of > 0 && (s.Index < 0 || s.Index >= s.Of):
		return fmt.Errorf("shard %d/%d; expected I/N with I from 0 to N-1", s.Index, s.Of)
	case s.Of > c.Runs:
		return fmt.Errorf("%d shards of a study of %d runs; expected at most one for each run", s.Of, c.Runs)
	case c.Workers < 0:
		return fmt.Errorf("%d workers; expected at least 1", c.Workers)
	}
	if c.Best != "" && c.bestColumn() < 0 {
		return fmt.Errorf("there is no metric %q%s; expected one of %s", c.Best, suggest.Hint(c.Best, c.Metrics),
			suggest.List(c.Metrics))
	}
	seen := map[string]bool{}
	for _, name := range c.header() {
		if seen[name] {
			return fmt.Errorf("two columns have the name %q; expected different ones", name)
		}
		seen[name] = true
	}
	return nil
}

// execution is the state of Execute.
type execution struct {
	Config
	newWorker func() (Worker, error)
	schedule  *schedule
	journal   *journal
	progress  meter
	runs      context.Context // of the runs; it ends some time after that of Execute

	mu       sync.Mutex
	err      error
	panicked string
	spare    []*Run // that have ended, for others
}

// work lets workers run what is left.
func (e *execution) work(ctx context.Context) {
	left := e.schedule.total - e.schedule.ended()
	workers := min(cmp.Or(e.Workers, runtime.GOMAXPROCS(0)), left)
	done := make(chan struct{})
	reported := make(chan struct{})
	go func() {
		defer close(reported)
		e.progress.report(done)
	}()
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() { e.worker(ctx) })
	}
	wait.Wait()
	close(done)
	<-reported
}

// abort ends the batch with the first error when the runs in flight have ended.
func (e *execution) abort(err error) {
	e.mu.Lock()
	e.err = cmp.Or(e.err, err)
	e.mu.Unlock()
	e.schedule.stop()
}

// worker executes runs until none is left.
func (e *execution) worker(ctx context.Context) {
	var w Worker
	var again []*Run // that had begun in a side that panicked
	over := &ended{}
	for {
		var r *Run
		if len(again) > 0 {
			r, again = again[0], again[1:]
		} else if r = e.take(ctx, over); r == nil {
			return
		}
		if w == nil {
			var err error
			if w, err = e.newWorker(); err != nil {
				e.abort(fmt.Errorf("a worker cannot begin: %w", err))
				return
			}
		}
		if side, ok := w.(SideBySide); ok && !r.again {
			again = e.together(ctx, side, r, over)
		} else {
			e.panics(execute(e.runs, w, r))
			panicked := r.panicked
			if !e.end(over, r) || !e.keep(over) {
				return
			}
			if panicked {
				w = nil
			}
		}
		if len(again) > 0 {
			w = nil
		}
	}
}

// take returns the next run, nil if there is none. Before it waits for one it keeps those of the worker that have
// ended, for which others may wait.
func (e *execution) take(ctx context.Context, over *ended) *Run {
	if ctx.Err() != nil {
		return nil
	}
	k, ok := e.schedule.take(len(over.runs) == 0)
	if !ok && len(over.runs) > 0 {
		if !e.keep(over) {
			return nil
		}
		k, ok = e.schedule.take(true)
	}
	if !ok {
		return nil
	}
	r := e.fresh()
	r.place = k
	r.reset(e.Shard.run(k))
	return r
}

// fresh returns a run, one that has ended if there is one.
func (e *execution) fresh() *Run {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.spare); n > 0 {
		r := e.spare[n-1]
		e.spare = e.spare[:n-1]
		return r
	}
	return newRun(&e.Config)
}

// panics notes the stack of a panic, if there was one.
func (e *execution) panics(stack string) {
	e.mu.Lock()
	e.panicked = cmp.Or(e.panicked, stack)
	e.mu.Unlock()
}

// together lets a side execute runs from a first one on. If it panics, the runs are returned that had begun.
func (e *execution) together(ctx context.Context, side SideBySide, first *Run, over *ended) (again []*Run) {
	underway := map[*Run]bool{}
	well := true
	next := func() *Run {
		r := first
		if first = nil; r == nil && well {
			r = e.take(ctx, over)
		}
		if r != nil {
			underway[r] = true
		}
		return r
	}
	keep := func() { well = e.keep(over) && well }
	defer func() {
		keep()
		if p := recover(); p != nil {
			e.panics(fmt.Sprintf("several runs at a time: panic: %v\n%s", p, debug.Stack()))
			for r := range underway {
				r.reset(r.Index)
				r.again = true
				again = append(again, r)
			}
			slices.SortFunc(again, func(a, b *Run) int { return a.Index - b.Index })
		}
	}()
	left := e.schedule.total - e.schedule.ended()
	workers := min(cmp.Or(e.Workers, runtime.GOMAXPROCS(0)), left)
	side.RunAll(e.runs, (left+workers-1)/workers, next, func(r *Run, err error) {
		delete(underway, r)
		if err != nil {
			r.fail(err.Error())
		}
		well = e.end(over, r) && well
	}, keep)
	return nil
}

// execute lets the worker execute a run, and returns the stack of a panic.
func execute(ctx context.Context, w Worker, r *Run) (stack string) {
	defer func() {
		if p := recover(); p != nil {
			r.fail(fmt.Sprintf("panic: %v; this is a defect of the program", p))
			r.panicked = true
			stack = fmt.Sprintf("run %d: panic: %v\n%s", r.Index, p, debug.Stack())
		}
	}()
	if err := w.Run(ctx, r); err != nil {
		r.fail(err.Error())
	}
	return ""
}
