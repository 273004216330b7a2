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

// Text returns the version, the commit, the version of Go and the target, a line each.
func Text() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return text(info)
}

func text(info *debug.BuildInfo) string {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	commit := cmp.Or(set["vcs.revision"], "unknown, for the build has no information about it")
	if when := set["vcs.time"]; when != "" {
		commit += " of " + when
	}
	if set["vcs.modified"] == "true" {
		commit += ", with changes"
	}
	target := runtime.GOOS + "/" + runtime.GOARCH
	if level := set["GO"+strings.ToUpper(runtime.GOARCH)]; level != "" {
		target += " " + level
	}
	return fmt.Sprintf("simulate version %s\ncommit  %s\ngo      %s\ntarget  %s\n", String(), commit,
		cmp.Or(info.GoVersion, runtime.Version()), target)
}
