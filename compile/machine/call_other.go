//go:build !amd64 && !(linux && arm64)

package machine

import "unsafe"

const callable, notCallable = false, "it would need calls of the system that are not made without C"

func call(text, frame unsafe.Pointer) { panic("machine: no code runs on this machine") }
