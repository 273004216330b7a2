//go:build !amd64 && !(linux && arm64)

package machine

import "unsafe"

// macOS on arm64 gives executable memory to those only who ask through C, and other systems are not tried there.
const callable, notCallable = false, "on arm64 it is for Linux alone"

func call(text, frame, from, to unsafe.Pointer) { panic("machine: no code runs on this machine") }
