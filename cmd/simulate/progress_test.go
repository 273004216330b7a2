package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := time.Now()
	p := &progress{out: &out, duration: 100, begin: now, last: now}
	p.show(1)
	if p.clear(); out.Len() > 0 {
		t.Errorf("a short run shows %q", out.String())
	}
	p.begin, p.last = now.Add(-5*time.Second), now.Add(-2*time.Second)
	p.show(25)
	if got := out.String(); !strings.Contains(got, " 25 %  t = 25.0 s  5 x real time  15s left") {
		t.Errorf("got %q", got)
	}
	n := out.Len()
	if p.show(26); out.Len() > n {
		t.Error("the line is written too often")
	}
	if p.clear(); !strings.HasSuffix(out.String(), "\r\x1b[K") {
		t.Error("the line stays")
	}
	p.last = now.Add(-2 * time.Second)
	n = out.Len()
	if p.show(0); out.Len() > n {
		t.Error("the line is written before anything is known")
	}
	p.out = nil
	p.show(50) // nothing to write to
}

// TestTerminal checks that progress is shown on terminals, of which a character device is taken for one, and on
// nothing else.
func TestTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if newProgress(&bytes.Buffer{}, 1).out != nil || newProgress(file, 1).out != nil {
		t.Error("progress is shown on what is no terminal")
	}
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	if newProgress(device, 1).out == nil {
		t.Error("progress is not shown on a device")
	}
}

// TestSearchProgress checks that a search without a terminal writes a line each ten seconds, and no more.
func TestSearchProgress(t *testing.T) {
	var out bytes.Buffer
	p := newSearchProgress(&out)
	p.showRuns(1, 100, 5)
	p.begin = p.begin.Add(-20 * time.Second)
	p.last = p.last.Add(-11 * time.Second)
	p.showRuns(50, 100, 2.5)
	p.showRuns(51, 100, 2.5)
	p.clear()
	if got := out.String(); got != "50 of 100 runs  least cost 2.5  20s left\n" {
		t.Errorf("got %q", got)
	}
}
