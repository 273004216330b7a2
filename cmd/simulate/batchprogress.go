package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"kinetree/batch"
)

// batchProgress tells how far a batch is: a line on a terminal that is written anew, elsewhere a plain line every ten
// seconds.
type batchProgress struct {
	out      io.Writer
	terminal bool
	every    time.Duration
	shown    bool
}

func newBatchProgress(out io.Writer) *batchProgress {
	p := &batchProgress{out: out, every: 10 * time.Second}
	if f, ok := out.(*os.File); ok && isTerminal(f) {
		p.terminal, p.every = true, time.Second/5
	}
	return p
}

// show writes the line. The last one of a batch, which ends at once, is not needed.
func (p *batchProgress) show(now batch.Progress) {
	if now.Done == now.Runs || !p.terminal && now.Elapsed < p.every {
		return
	}
	line := fmt.Sprintf("%d of %d runs, %d failed", now.Done, now.Runs, now.Failed)
	if now.Rate > 0 {
		line += fmt.Sprintf(", %.3g/s, %v left", now.Rate, now.Remaining.Round(time.Second))
	}
	if b := now.Best; b != nil {
		line += fmt.Sprintf(", best %s %.6g in run %d", b.Metric, b.Value, b.Run)
	}
	if !p.terminal {
		fmt.Fprintln(p.out, line)
		return
	}
	p.shown = true
	fmt.Fprint(p.out, "\r\x1b[K\x1b[?7l"+line+"\x1b[?7h") // cut off at the edge, not wrapped
}

// clear removes the line.
func (p *batchProgress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
