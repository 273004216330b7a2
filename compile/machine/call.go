//go:build amd64 || (linux && arm64)

package machine

import "unsafe"

// callable says that code runs on this machine.
const callable, notCallable = true, ""

// call runs code on the areas of its numbers. It returns after microseconds, without having grown the stack.
//
//go:noescape
func call(text, frame, from, to unsafe.Pointer)
