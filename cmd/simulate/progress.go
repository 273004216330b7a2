package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress is a line on the terminal that says how far a long run has come. It is shown after a second, on terminals
// only.
type progress struct {
	out      io.Writer
	duration float64 // simulated time of the whole run (s)
	begin    time.Time
	last     time.Time
	shown    bool
	plain    bool // lines of their own, each ten seconds
}

func newProgress(out io.Writer, duration float64) *progress {
	if f, ok := out.(*os.File); !ok || !isTerminal(f) {
		out = nil
	}
	now := time.Now()
	return &progress{out: out, duration: duration, begin: now, last: now}
}

// newSearchProgress returns the progress of a search, which takes long: where there is no terminal it is a plain line
// each ten seconds.
func newSearchProgress(out io.Writer) *progress {
	p := newProgress(out, 0)
	if p.out == nil {
		p.out, p.plain = out, true
	}
	return p
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// due reports whether it is time to write the line, some times a second, and notes that it is written.
func (p *progress) due(now time.Time) bool {
	wait := time.Second / 5
	switch {
	case p.plain:
		wait = 10 * time.Second
	case !p.shown:
		wait = time.Second
	}
	if p.out == nil || now.Sub(p.last) < wait {
		return false
	}
	p.last, p.shown = now, true
	return true
}

// show writes the line for simulated time t.
func (p *progress) show(t float64) {
	now := time.Now()
	if t <= 0 || !p.due(now) {
		return
	}
	elapsed := now.Sub(p.begin)
	left := time.Duration(float64(elapsed) * (p.duration - t) / t).Round(time.Second)
	fmt.Fprintf(p.out, "\r\x1b[K%3.0f %%  t = %.1f s  %.0f x real time  %v left", 100*t/p.duration, t,
		t/elapsed.Seconds(), left)
}

// clear removes the line.
func (p *progress) clear() {
	if p.shown && !p.plain {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// showRuns writes the line for a search with so many runs done, of all, and the least cost so far.
func (p *progress) showRuns(done, all int, least float64) {
	now := time.Now()
	if !p.due(now) {
		return
	}
	elapsed := now.Sub(p.begin)
	left := time.Duration(float64(elapsed) * float64(all-done) / float64(done)).Round(time.Second)
	line := fmt.Sprintf("%d of %d runs  least cost %.6g  %v left", done, all, least, left)
	if p.plain {
		fmt.Fprintln(p.out, line)
		return
	}
	fmt.Fprint(p.out, "\r\x1b[K"+line)
}
