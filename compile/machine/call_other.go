//go:build !amd64

package machine

import "unsafe"

const callable = false

func call(text, frame unsafe.Pointer) { panic("machine: there is no encoder for this machine") }
