package script

import (
	"bytes"
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Limits of a file, its bytes and how deep brackets are nested. They keep the recursion of the parser within the stack.
const (
	MaxBytes = 256 << 10
	maxDepth = 200
)

// Limits of values.
const (
	MaxItems = 1_000_000 // of a sequence made by * or range, bytes of a text
	MaxBits  = 1 << 16   // of a whole number
	// values that one operation looks at, which cannot be interrupted: about half a second
	MaxAtOnce = 10_000_000
	maxNest   = 100_000 // how deep values of the file may be nested
	// values of the file, those in tuples that are held twice counted twice
	maxVisits = 10_000_000
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
	if len(text) > MaxBytes {
		return nil, &Error{File: name, Message: fmt.Sprintf("the file has %d bytes; expected at most %d", len(text),
			MaxBytes)}
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
	limit, last uint64 // steps of a call, and the number of the last one
	memory      uint64

	began uint64 // the number of the first step of the call
	made  uint64 // bytes that it has made
	since uint64 // those of the calls before
	kept  uint64 // bytes that the globals held at the last look
	odd   int    // keys that may have one hash with others

	done <-chan struct{} // ends calls when it is closed
}

// lookEvery is the number of steps between looks at whether a call shall end, about a millisecond.
const lookEvery = 100_000

// thread returns a thread whose calls end soon after done is closed, which may be nil.
func (s *Script) thread(done <-chan struct{}) *thread {
	t := &thread{memory: s.limits.Memory, odd: s.odd, done: done,
		Thread: &starlark.Thread{Print: func(_ *starlark.Thread, text string) { s.print(text) }}}
	t.SetLocal(threadKey, t)
	t.OnMaxSteps = func(th *starlark.Thread) {
		if t.Steps >= t.last {
			th.Cancel(t.tooLong())
			return
		}
		t.look()
	}
	return t
}

// look ends the call if it shall end, and sets when to look again.
func (t *thread) look() {
	select {
	case <-t.done:
		t.Cancel("the script was interrupted")
	default:
	}
	t.SetMaxExecutionSteps(min(t.last, t.Steps+lookEvery))
}

// begin sets the limits for a call of a function with its globals.
func (t *thread) begin(steps uint64, globals starlark.StringDict) {
	if t.since += t.made + stepBytes*(t.Steps-t.began); t.since > t.memory/2 {
		t.kept = survey(byName(globals))
		t.since = 0
	}
	t.limit, t.last, t.began, t.made = steps, t.Steps+steps, t.Steps, 0
	t.look()
}
