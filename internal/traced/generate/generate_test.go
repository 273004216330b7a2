package main

import (
	"bytes"
	"os"
	"testing"
)

// TestTwinsAreCurrent generates the twins anew and compares them with those that are there.
func TestTwinsAreCurrent(t *testing.T) {
	files, err := twins("..", roots)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 5 {
		t.Errorf("%d twins; expected those of the algorithms and what they use", len(files))
	}
	for name, want := range files {
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what its source says now: run go generate ./internal/traced", name)
		}
	}
}
