package version

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

func TestBuild(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go9.9", Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123abc"},
		{Key: "vcs.time", Value: "2030-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"},
		{Key: "GO" + strings.ToUpper(runtime.GOARCH), Value: "v7"}}}
	want := "simulate version " + String() +
		"\ncommit  0123abc of 2030-01-02T03:04:05Z, with changes\ngo      go9.9\n" +
		"target  " + runtime.GOOS + "/" + runtime.GOARCH + " v7\n"
	if got := of(info).String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := of(&debug.BuildInfo{}).String(); !strings.Contains(got, "\ncommit  unknown") ||
		!strings.Contains(got, runtime.Version()) {
		t.Errorf("a build without information: %s", got)
	}
}
