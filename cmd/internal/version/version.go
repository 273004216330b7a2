// Package version tells which program runs, from what the Go linker knows of it.
package version

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// String returns the version of the module: a release, or one made from the date and the hash of the commit; devel if
// the build has none, as with go run.
func String() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// Build is which program runs. What its build does not know is empty.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Time    string `json:"time,omitempty"`    // of the commit
	Changes bool   `json:"changes,omitempty"` // since the commit
	Go      string `json:"go"`
	System  string `json:"os"`
	Arch    string `json:"arch"`
	Level   string `json:"level,omitempty"` // of the architecture
}

// This returns the program that runs.
func This() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return of(info)
}

func of(info *debug.BuildInfo) Build {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	return Build{String(), set["vcs.revision"], set["vcs.time"], set["vcs.modified"] == "true",
		cmp.Or(info.GoVersion, runtime.Version()), runtime.GOOS, runtime.GOARCH,
		set["GO"+strings.ToUpper(runtime.GOARCH)]}
}

// String returns the version, the commit, the version of Go and the target, a line each.
func (b Build) String() string {
	commit := cmp.Or(b.Commit, "unknown, for the build has no information about it")
	if b.Time != "" {
		commit += " of " + b.Time
	}
	if b.Changes {
		commit += ", with changes"
	}
	target := strings.TrimSpace(b.System + "/" + b.Arch + " " + b.Level)
	return fmt.Sprintf("simulate version %s\ncommit  %s\ngo      %s\ntarget  %s\n", b.Version, commit, b.Go, target)
}
