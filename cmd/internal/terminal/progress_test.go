package terminal

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// line returns a line for Show.
func line(text string) func(time.Duration) string { return func(time.Duration) string { return text } }

// TestProgress checks when the line is written on a terminal, and that it goes.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	now := time.Now()
	p := &Progress{out: &out, begin: now, last: now}
	p.Show(line("early"))
	if p.Clear(); out.Len() > 0 {
		t.Errorf("short work shows %q", out.String())
	}
	p.begin, p.last = now.Add(-5*time.Second), now.Add(-2*time.Second)
	p.Show(func(elapsed time.Duration) string { return "after " + elapsed.Round(time.Second).String() })
	if got := out.String(); !strings.Contains(got, "after 5s") {
		t.Errorf("got %q", got)
	}
	n := out.Len()
	if p.Show(line("again")); out.Len() > n {
		t.Error("the line is written too often")
	}
	if p.Clear(); !strings.HasSuffix(out.String(), "\r\x1b[K") {
		t.Error("the line stays")
	}
	p.out = nil
	p.last = now.Add(-time.Minute)
	p.Show(line("nobody")) // nothing to write to
}

// TestTerminal checks that progress is shown on terminals, of which a character device is taken for one, and on
// nothing else.
func TestTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if NewProgress(&bytes.Buffer{}, false).out != nil || NewProgress(file, false).out != nil {
		t.Error("progress is shown on what is no terminal")
	}
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	if p := NewProgress(device, false); p.out == nil || p.plain {
		t.Error("progress is not shown on a device")
	}
}

// TestLoggedProgress checks that what is no terminal gets a line each ten seconds, and no more.
func TestLoggedProgress(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, true)
	p.Show(line("1 of 100"))
	p.begin = p.begin.Add(-20 * time.Second)
	p.last = p.last.Add(-11 * time.Second)
	p.Show(line("50 of 100"))
	p.Show(line("51 of 100"))
	p.Clear()
	if got := out.String(); got != "50 of 100\n" {
		t.Errorf("got %q", got)
	}
}

func TestRemaining(t *testing.T) {
	if got := Remaining(20*time.Second, 0.25); got != time.Minute {
		t.Errorf("a quarter is done in 20s: %v are left", got)
	}
}
