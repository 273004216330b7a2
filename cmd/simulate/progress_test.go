package main

import (
	"bytes"
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
	if newProgress(&out, 1).out != nil {
		t.Error("progress is shown on what is no terminal")
	}
}
