package machine

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"kinetree/compile/graph"
)

// TestMemoryIsNotWritable looks for the code among the mappings of the process.
func TestMemoryIsNotWritable(t *testing.T) {
	k := compileAny(t)
	file, err := os.Open("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	at, found := uintptr(unsafe.Pointer(&k.memory[0])), false
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

// TestRefusal compiles in a process that the system lets gain no executable memory.
func TestRefusal(t *testing.T) {
	const child = "KINETREE_TEST_REFUSE"
	if os.Getenv(child) != "" {
		const setMDWE, refuseExecGain = 65, 1
		if err := unix.Prctl(setMDWE, refuseExecGain, 0, 0, 0); err != nil {
			fmt.Println("unsupported:", err)
			return
		}
		g := graph.New()
		g.Output(g.Input())
		_, err := Compile(g, anyTarget(t))
		fmt.Println("refused:", err)
		return
	}
	anyTarget(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestRefusal$")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if strings.Contains(string(out), "unsupported:") {
		t.Skipf("this kernel cannot refuse executable memory: %s", out)
	}
	if !strings.Contains(string(out), "refused: machine: the system refuses executable memory") {
		t.Errorf("a process that may not execute its memory printed %s", out)
	}
}
