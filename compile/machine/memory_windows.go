package machine

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// executable returns memory that holds the code and that may be executed. It is writable first and then executable,
// never both. The error says why the system refuses it.
func executable(text []byte) ([]byte, error) {
	size := uintptr(len(text))
	address, err := windows.VirtualAlloc(0, size, windows.MEM_COMMIT|windows.MEM_RESERVE, windows.PAGE_READWRITE)
	if err != nil {
		return nil, fmt.Errorf("machine: no memory for %d bytes of code: %w", len(text), err)
	}
	// The memory is none of Go's: vet cannot know that the number is its address.
	memory := unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), len(text))
	copy(memory, text)
	var before uint32
	if err := windows.VirtualProtect(address, size, windows.PAGE_EXECUTE_READ, &before); err != nil {
		unmap(memory)
		return nil, fmt.Errorf("machine: the system refuses executable memory: %w", err)
	}
	synchronize(memory)
	return memory, nil
}

func unmap(memory []byte) {
	_ = windows.VirtualFree(uintptr(unsafe.Pointer(&memory[0])), 0, windows.MEM_RELEASE)
}
