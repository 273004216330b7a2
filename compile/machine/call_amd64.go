package machine

import "unsafe"

// callable says that there are encoders for this machine.
const callable = true

// call runs code on a frame. It returns after microseconds, without having grown the stack.
//
//go:noescape
func call(text, frame unsafe.Pointer)
