package script

import (
	"bytes"
	"fmt"
	"runtime/metrics"
	"sync"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits of a file. They keep the recursion of the parser within the stack.
const (
	maxBytes = 256 << 10
	maxDepth = 200
)

// Limits of values.
const (
	maxItems  = 1_000_000 // of a sequence made by * or range, bytes of a text
	maxBits   = 1 << 16   // of a whole number
	lookEvery = 20 * time.Millisecond
)

// parse reads a file.
func parse(name string, text []byte) (file *syntax.File, err error) {
	defer recovered(name, &err)
	depth, line := 0, 1
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			if depth++; depth > maxDepth {
				return nil, &Error{File: name, Line: line, Column: 1,
					Message: fmt.Sprintf("brackets are nested more than %d deep", maxDepth)}
			}
		case ')', ']', '}':
			depth = max(0, depth-1)
		case '\n':
			line++
		}
	}
	if len(text) > maxBytes {
		return nil, &Error{File: name, Message: fmt.Sprintf("the file has %d bytes; expected at most %d", len(text),
			maxBytes)}
	}
	file, err = options.Parse(name, bytes.NewReader(text), 0)
	if err != nil {
		return nil, toError(err)
	}
	return file, nil
}

// thread is a thread of the interpreter with limits.
type thread struct {
	*starlark.Thread
	limit  uint64
	memory uint64

	mu      sync.Mutex // the timer has a goroutine of its own
	timer   *time.Timer
	running bool
	first   uint64 // bytes that the process had at the first look, or 0
}

func (s *Script) thread() *thread {
	t := &thread{memory: s.limits.Memory,
		Thread: &starlark.Thread{Print: func(_ *starlark.Thread, text string) { s.print(text) }}}
	t.OnMaxSteps = func(th *starlark.Thread) {
		th.Cancel(fmt.Sprintf("the script takes more than %d steps; expected an end, is there a loop without one?",
			t.limit))
	}
	return t
}

// begin sets the limits for a call.
func (t *thread) begin(steps uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Uncancel()
	t.limit = steps
	t.SetMaxExecutionSteps(t.Steps + steps)
	t.running, t.first = true, 0
	if t.timer == nil {
		t.timer = time.AfterFunc(lookEvery, t.look)
	} else {
		t.timer.Reset(lookEvery)
	}
}

// end ends a call.
func (t *thread) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running = false
	t.timer.Stop()
}

// look ends a call during which the process grows too much. Calls that end soon are never looked at.
func (t *thread) look() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.running {
		return
	}
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	switch held := sample[0].Value.Uint64(); {
	case t.first == 0:
		t.first = held
	case held > t.first+t.memory:
		t.Cancel(fmt.Sprintf("the script takes more than %d MiB of memory", t.memory>>20))
		return
	}
	t.timer.Reset(lookEvery)
}
