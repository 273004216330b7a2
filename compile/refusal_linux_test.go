package compile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"kinetree/models/oracle/expect"
)

// refuse makes the system refuse executable memory to this process in one of two ways.
var refuse = map[string]func() error{
	"prctl": func() error { // since Linux 6.3
		const setMDWE, refuseExecGain = 65, 1
		return unix.Prctl(setMDWE, refuseExecGain, 0, 0, 0)
	},
	// A filter of system calls, as containers and service managers have it.
	"seccomp": func() error {
		const number, rights = 0, 16 + 2*8 // of the call, its third argument
		load := func(at uint32) unix.SockFilter {
			return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
		}
		equal := func(k uint32, yes, no uint8) unix.SockFilter {
			return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: yes, Jf: no, K: k}
		}
		give := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
		filter := []unix.SockFilter{
			load(number),
			equal(unix.SYS_MPROTECT, 2, 0),
			equal(unix.SYS_PKEY_MPROTECT, 1, 0),
			equal(unix.SYS_MMAP, 0, 3),
			load(rights),
			{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, Jt: 0, Jf: 1, K: unix.PROT_EXEC},
			give(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)),
			give(unix.SECCOMP_RET_ALLOW),
		}
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
			return err
		}
		program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
		if _, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
			uintptr(unsafe.Pointer(&program))); e != 0 {
			return e
		}
		return nil
	},
}

// refusalChild is the environment variable that has the way in the child process.
const refusalChild = "KINETREE_TEST_REFUSE"

// TestRefusal computes in a process that the system lets gain no executable memory: all is done in Go, with the bits
// that this process computes.
func TestRefusal(t *testing.T) {
	run := func() string {
		b := ForwardDynamics(expect.Model(t, mustRobot(t, "ur5")), Options{Lanes: 2})
		fill(b, rand.New(rand.NewPCG(7, 8)))
		if err := b.Run(); err != nil {
			t.Fatal(err)
		}
		name, reason := b.Code()
		sum := fnv.New64()
		for _, x := range b.Qdd {
			fmt.Fprintf(sum, "%x ", math.Float64bits(x))
		}
		return fmt.Sprintf("%s, %x, %v", name, sum.Sum64(), reason)
	}
	if way := os.Getenv(refusalChild); way != "" {
		if err := refuse[way](); err != nil {
			fmt.Println("unsupported:", err)
			return
		}
		fmt.Println("child:", run())
		return
	}
	name, rest, _ := strings.Cut(run(), ", ")
	if name == "go" {
		t.Skipf("no code runs here: %s", rest)
	}
	sum, _, _ := strings.Cut(rest, ", ")
	refused := 0
	for way := range refuse {
		cmd := exec.Command(os.Args[0], "-test.run=^TestRefusal$")
		cmd.Env = append(os.Environ(), refusalChild+"="+way)
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			t.Errorf("%s: %v: %s", way, err, out)
			continue
		} else if err != nil { // an emulator runs this process, and starts no other
			t.Logf("%s: %v", way, err)
			continue
		}
		if text := string(out); strings.Contains(text, "unsupported:") {
			t.Logf("%s: %s", way, text)
			continue
		}
		refused++
		if text := string(out); !strings.Contains(text, "child: go, "+sum+", ") ||
			!strings.Contains(text, "the system refuses executable memory") {
			t.Errorf("%s: a process that may not execute its memory printed %s; expected the sum %s", way, text, sum)
		}
	}
	if refused == 0 {
		t.Skip("nothing here refuses executable memory; emulators do not")
	}
	t.Logf("refused in %d ways", refused)
}
