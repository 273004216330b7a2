//go:build unix

package machine

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// executable returns memory that holds the code and that may be executed. It is writable first and then executable,
// never both. The error says why the system refuses it.
func executable(text []byte) ([]byte, error) { return protected(text, unix.Mprotect) }

func protected(text []byte, mprotect func(memory []byte, rights int) error) ([]byte, error) {
	page := os.Getpagesize()
	memory, err := unix.Mmap(-1, 0, (len(text)+page-1)/page*page, unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("machine: no memory for %d bytes of code: %w", len(text), err)
	}
	copy(memory, text)
	if err := mprotect(memory, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		unmap(memory)
		return nil, fmt.Errorf("machine: the system refuses executable memory: %w", err)
	}
	synchronize(memory)
	return memory, nil
}

func unmap(memory []byte) { _ = unix.Munmap(memory) }
