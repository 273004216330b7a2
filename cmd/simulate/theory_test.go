package main

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTheory checks the page about the theory: that there are the files and tests that it names, the commands, and the
// results of `simulate dynamics`, each of which it has.
func TestTheory(t *testing.T) {
	page, err := os.ReadFile("../../docs/theory.md")
	if err != nil {
		t.Fatal(err)
	}
	var help, stderr bytes.Buffer
	if code := run([]string{"dynamics", "--help"}, strings.NewReader(""), &help, &stderr); code != done {
		t.Fatal(stderr.String())
	}
	known := map[string]bool{}
	for _, c := range newRoot().Commands() {
		known[c.Name()] = true
	}
	rows, wants := 0, map[string]bool{}
	for line := range strings.SplitSeq(string(page), "\n") {
		cells := strings.Split(line, " | ")
		if len(cells) != 4 || strings.HasPrefix(line, "| equations") {
			continue
		}
		rows++
		for _, quoted := range regexp.MustCompile("`[^`]+`").FindAllString(cells[2]+cells[3], -1) {
			if _, err := os.Stat("../../" + strings.Trim(quoted, "`")); err != nil {
				t.Errorf("%s: %v", cells[0], err)
			}
		}
		if !strings.Contains(cells[3], "_test.go") {
			t.Errorf("%s has no test", cells[0])
		}
		for _, quoted := range regexp.MustCompile("`[^`]+`").FindAllString(cells[1], -1) {
			text := strings.Trim(quoted, "`")
			if want, ok := strings.CutPrefix(text, "dynamics: "); ok {
				wants[want] = true
				if !strings.Contains(help.String(), want) {
					t.Errorf("%s: simulate dynamics does not answer %s", cells[0], want)
				}
			} else if command, ok := strings.CutPrefix(text, "simulate "); ok && !known[strings.Fields(command)[0]] {
				t.Errorf("%s: there is no command %s", cells[0], text)
			}
		}
	}
	if rows < 30 || len(wants) != 31 {
		t.Errorf("%d rows, %d of 31 results of simulate dynamics", rows, len(wants))
	}
}
