package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kinetree/internal/atomicfile"
	"kinetree/models/oracle/expect"
)

// heard collects what a process writes, for another goroutine.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(b)
}

func (h *heard) count(text string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return strings.Count(h.text.String(), text)
}

// TestInterruptedScripts interrupts commands while their scripts compute, which would go on for many seconds. They end
// within a second, to which a busy machine adds some.
func TestInterruptedScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("no command was interrupted: that takes seconds of each")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"efforts.star": "def effort(t, position, velocity):\n    print('underway')\n" +
			"    for i in range(100000): pass\n    return {}\n",
		"efforts.yaml": "kinetree: 1\nmodel: rr_arm\nduration: 1000\nintegrator: implicit-midpoint\n" +
			"script: efforts.star\nefforts: {joint1: script}\n",
		"top.star": "n = 0\nfor i in range(1000000): n += 1\nfor i in range(1000000): n += 1\nprint('underway')\n" +
			"def control(t, position, velocity, reference): return {}\n",
		"top.yaml": "kinetree: 1\nmodel: rr_arm\nduration: 1\nscript: top.star\ncontroller: {type: script}\n" +
			"reference: {joint1: {type: step, at: 0, to: 1}}\n",
		"metrics.star": "def runs():\n    return [scenario('arm.yaml', {'duration': 0.1 + i}) for i in range(8)]\n" +
			"def metrics(trajectory):\n    print('underway')\n    if len(trajectory['time']) > 200:\n" +
			"        for j in range(24):\n            for i in range(1000000): pass\n    return {'one': 1}\n",
		"arm.yaml":   "kinetree: 1\nmodel: rr_arm\n",
		"study.yaml": "kinetree: 1\nscenario: top.yaml\nsweep: [{path: duration, linspace: [1, 2, 100000]}]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	simulate := program(t)
	for _, c := range []struct {
		args     string
		underway int    // how often it is told that a script computes, before the interrupt
		want     string // how it ends
	}{
		{"run efforts.yaml --out log.csv", 5, "interrupted at t ="},
		{"batch metrics.star --out metrics --workers 1", 3, "waiting up to 500ms for "},
		{"batch study.yaml --out study", 5, "waiting up to 500ms for "},
	} {
		cmd := exec.Command(simulate, strings.Fields(c.args)...)
		var stderr heard
		cmd.Dir, cmd.Stderr = dir, &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() })
		expect.Soon(t, c.args+": a script computes", func() bool { return stderr.count("underway") >= c.underway })
		begin := time.Now()
		cmd.Process.Signal(os.Interrupt)
		err := cmd.Wait()
		took := time.Since(begin)
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != jobFailed || stderr.count(c.want) == 0 {
			t.Errorf("%s: %v: %.1000s", c.args, err, stderr.text.String())
		}
		if took > 4*time.Second {
			t.Errorf("%s ended %v after an interrupt; expected a second", c.args, took)
		}
		t.Logf("%s: %v", c.args, took)
	}
	// Those of runs whose metrics failed in the time of grace are kept.
	if parts, _ := filepath.Glob(filepath.Join(dir, "*", "trajectories", "*"+atomicfile.Ending)); len(parts) > 0 {
		t.Errorf("there are %v, of runs that have not ended", parts)
	}
}

// TestEndsWithoutReader checks that a run whose log nobody reads ends when it is interrupted.
func TestEndsWithoutReader(t *testing.T) {
	if testing.Short() {
		t.Skip("no run was left without a reader: that takes seconds")
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	var stderr heard
	cmd := exec.Command(program(t), "run", "rr_arm", "--duration", "1000", "--out", "-")
	cmd.Stdout, cmd.Stderr = write, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	t.Cleanup(func() { cmd.Process.Kill() })
	if _, err := io.ReadFull(read, make([]byte, 4096)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second) // in which it fills the pipe
	cmd.Process.Signal(os.Interrupt)
	over := make(chan error)
	go func() { over <- cmd.Wait() }()
	select {
	case <-over:
	case <-time.After(time.Minute):
		t.Fatal("the run goes on")
	}
	if cmd.ProcessState.ExitCode() != jobFailed || stderr.count("lacks its end") != 1 {
		t.Errorf("status %d: %s", cmd.ProcessState.ExitCode(), stderr.text.String())
	}
}
