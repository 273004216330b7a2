package terminal

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Progress is a line that says how far long work has come. On a terminal it is written anew some times a second, from
// the first second on. Elsewhere there is none, or a plain line every ten seconds.
type Progress struct {
	mu          sync.Mutex
	out         io.Writer // nil if there is nobody to tell
	plain       bool      // lines of their own
	begin, last time.Time
	shown       bool
}

// NewProgress returns the progress of work that begins now. What is no terminal gets plain lines if logged is true, and
// nothing otherwise.
func NewProgress(out io.Writer, logged bool) *Progress {
	now := time.Now()
	p := &Progress{out: out, plain: true, begin: now, last: now}
	if f := asTerminal(out); f != nil {
		p.out, p.plain = f, false
	} else if !logged {
		p.out = nil
	}
	return p
}

// Show writes the line that text returns for the time since the work began, if it is time to do so.
func (p *Progress) Show(text func(elapsed time.Duration) string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if !p.due(now) {
		return
	}
	p.last, p.shown = now, true
	line := Plain(text(now.Sub(p.begin)))
	if p.plain {
		fmt.Fprintln(p.out, line)
		return
	}
	fmt.Fprint(p.out, "\r\x1b[K\x1b[?7l"+line+"\x1b[?7h") // cut off at the edge, not wrapped
}

// due reports whether it is time to write the line.
func (p *Progress) due(now time.Time) bool {
	wait := time.Second / 5
	switch {
	case p.out == nil:
		return false
	case p.plain:
		wait = 10 * time.Second
	case !p.shown:
		wait = time.Second
	}
	return now.Sub(p.last) >= wait
}

// Clear removes the line from a terminal. It may be called while others show one.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown && !p.plain {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// Remaining returns how long the rest of some work takes, of which a share is done, at the pace so far.
func Remaining(elapsed time.Duration, share float64) time.Duration {
	return time.Duration(float64(elapsed) * (1 - share) / share).Round(time.Second)
}
