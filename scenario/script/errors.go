package script

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Error is a fault of a script.
type Error struct {
	File         string
	Line, Column int // counted from 1; zero for the file as a whole
	Message      string
	Calls        []string // of functions around the place, the inner one first: "pd, called in line 20"
	cause        error
}

// Error returns FILE:LINE:COLUMN: error: message.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Line, e.Column)
	}
	b.WriteString(": error: " + e.Message)
	if len(e.Calls) > 0 {
		b.WriteString(" (in " + strings.Join(e.Calls, ", in ") + ")")
	}
	return b.String()
}

// Unwrap returns what a function of the caller said, for example of a path that cannot be set.
func (e *Error) Unwrap() error { return e.cause }

// at returns an error at a place.
func at(pos syntax.Position, message string) *Error {
	return &Error{File: pos.Filename(), Line: int(pos.Line), Column: int(pos.Col), Message: message}
}

// toError turns errors of the interpreter into those of this package.
func toError(err error) error {
	var evaluation *starlark.EvalError
	var names resolve.ErrorList
	var text syntax.Error
	switch {
	case errors.As(err, &evaluation):
		return evaluationError(evaluation)
	case errors.As(err, &names):
		var errs []error
		for _, e := range names {
			errs = append(errs, at(e.Pos, e.Msg))
		}
		return errors.Join(errs...)
	case errors.As(err, &text):
		return at(text.Pos, text.Msg)
	}
	return &Error{Message: err.Error()}
}

// longestMessage is in bytes.
const longestMessage = 1000

// mostCalls is how many calls a message shows.
const mostCalls = 3

// evaluationError says where in the script it happened, and through which calls it came there.
func evaluationError(err *starlark.EvalError) *Error {
	message := strings.TrimPrefix(err.Msg, "Starlark computation cancelled: ")
	if len(message) > longestMessage { // it may show a value
		message = strings.ToValidUTF8(message[:longestMessage], "") + " ..."
	}
	e := &Error{Message: message, cause: err.Unwrap()}
	stack := err.CallStack
	for len(stack) > 0 && stack[len(stack)-1].Pos.Line == 0 { // functions in Go
		stack.Pop()
	}
	if len(stack) == 0 {
		return e
	}
	inner := stack.At(0).Pos
	e.File, e.Line, e.Column = inner.Filename(), int(inner.Line), int(inner.Col)
	for depth := range len(stack) {
		name := stack.At(depth).Name
		if name == toplevel {
			break
		}
		if depth+1 < len(stack) && stack.At(depth+1).Pos.Line > 0 {
			name += fmt.Sprintf(" called in line %d", stack.At(depth+1).Pos.Line)
		}
		if e.Calls = append(e.Calls, name); len(e.Calls) == mostCalls {
			break
		}
	}
	return e
}

// toplevel is the name that the interpreter gives to the file itself.
const toplevel = "<toplevel>"

// recovered makes an error of a panic of the interpreter, which is code of others that meets any script.
func recovered(file string, err *error) {
	if r := recover(); r != nil {
		*err = &Error{File: file, Message: fmt.Sprintf("the script cannot be run (%v)", r)}
	}
}

// article returns the type of a value with its value, for messages: "a string "x"", "None".
func article(v starlark.Value) string {
	const longest = 40
	switch v := v.(type) {
	case starlark.NoneType:
		return "None"
	case starlark.Bool, starlark.Float:
		return v.String()
	case starlark.Int:
		if v.BigInt().BitLen() > 128 {
			return "a very large number"
		}
		return v.String()
	case starlark.String:
		if len(v) <= longest {
			return "the text " + v.String()
		}
	}
	return "a " + v.Type()
}
