package machine

import "unsafe"

// synchronize makes what has been written to memory what the processor fetches as instructions there.
func synchronize(memory []byte) {
	data, instructions := cacheLines()
	from := uintptr(unsafe.Pointer(&memory[0]))
	flush(from, from+uintptr(len(memory)), data, instructions)
}

// cacheLines returns the lengths of lines of the caches (bytes).
func cacheLines() (data, instructions uintptr)

func flush(from, to, data, instructions uintptr)
