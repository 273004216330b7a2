package machine

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestMemoryIsNotWritable looks for the code among the mappings of the process.
func TestMemoryIsNotWritable(t *testing.T) {
	k := compileAny(t)
	file, err := os.Open("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	at, found := uintptr(unsafe.Pointer(&k.region.memory[0])), false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var from, to uintptr
		var rights string
		if _, err := fmt.Sscanf(lines.Text(), "%x-%x %s", &from, &to, &rights); err != nil {
			t.Fatal(err)
		}
		if from <= at && at < to {
			found = true
			if rights != "r-xp" {
				t.Errorf("the code lies in memory with the rights %s, want r-xp", rights)
			}
		}
		if strings.Contains(rights, "w") && strings.Contains(rights, "x") {
			t.Errorf("memory is writable and executable: %s", lines.Text())
		}
	}
	if !found {
		t.Error("the code lies in no mapping")
	}
}

// TestRefused checks that memory that the system does not make executable gives an error and is given back. A process
// to which the system does so is in package compile.
func TestRefused(t *testing.T) {
	var tried []byte
	_, err := protected([]byte{1, 2, 3}, func(memory []byte, rights int) error {
		if rights != unix.PROT_READ|unix.PROT_EXEC || !bytes.HasPrefix(memory, []byte{1, 2, 3}) {
			t.Errorf("memory %v gets the rights %b", memory[:3], rights)
		}
		tried = memory
		return unix.EACCES
	})
	if !errors.Is(err, unix.EACCES) || !strings.Contains(err.Error(), "the system refuses executable memory") {
		t.Errorf("the error is %v", err)
	}
	if err := unix.Mprotect(tried, unix.PROT_READ); err != unix.ENOMEM && err != unix.EINVAL {
		t.Errorf("the memory is still there: %v", err)
	}
}
