package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress is a line on the terminal that says how far a long run has come. It is shown after a second, on terminals only.
type progress struct {
	out      io.Writer
	duration float64 // simulated time of the whole run (s)
	begin    time.Time
	last     time.Time
	shown    bool
}

func newProgress(out io.Writer, duration float64) *progress {
	if f, ok := out.(*os.File); !ok || !isTerminal(f) {
		out = nil
	}
	now := time.Now()
	return &progress{out: out, duration: duration, begin: now, last: now}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// show writes the line for simulated time t, some times a second.
func (p *progress) show(t float64) {
	now := time.Now()
	wait := time.Second / 5
	if !p.shown {
		wait = time.Second
	}
	if p.out == nil || now.Sub(p.last) < wait || t <= 0 {
		return
	}
	p.last, p.shown = now, true
	elapsed := now.Sub(p.begin)
	left := time.Duration(float64(elapsed) * (p.duration - t) / t).Round(time.Second)
	fmt.Fprintf(p.out, "\r\x1b[K%3.0f %%  t = %.1f s  %.0f x real time  %v left", 100*t/p.duration, t, t/elapsed.Seconds(), left)
}

// clear removes the line.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
