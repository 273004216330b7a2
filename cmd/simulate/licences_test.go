package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinetree/internal/licences"
)

// TestLicences checks that internal/licences has the licence of each module that the program contains, on any of the
// systems that CI builds it for, as the module has it, and of no other, and that an exported page has those of what its
// engine contains. With -update it writes the texts; the tables of THIRD-PARTY-NOTICES.md are written by hand.
func TestLicences(t *testing.T) {
	const folder = "../../internal/licences/"
	texts := map[string][]byte{"go": nil} // by module; that of Go is not where every installation has it
	targets := []string{"windows/amd64", "linux/amd64", "linux/arm64", "darwin/arm64"}
	if testing.Short() {
		targets = targets[:1] // which has modules that the others have not
	}
	for _, target := range targets {
		system, arch, _ := strings.Cut(target, "/")
		for _, path := range modulesOf(t, ".", system, arch) {
			texts[path] = nil
		}
	}
	exported := modulesOf(t, "kinetree/cmd/engine", "js", "wasm")
	for path, dir := range folders(t, slices.Collect(maps.Keys(texts))) {
		texts[path] = licence(t, path, dir)
	}
	for _, name := range npmPackages(t) {
		texts["npm/"+name] = npmLicence(name)
		exported = append(exported, "npm/"+name)
	}
	for path := range texts {
		wanted := path == "go" || slices.Contains(exported, path)
		if bytes.Contains(licences.OfExport(), []byte("\n"+path+"\n==")) != wanted {
			t.Errorf("an exported page has the licence of %s: %v; expected %v", path, !wanted, wanted)
		}
	}
	if len(texts) < 10 {
		t.Fatalf("%d modules only", len(texts))
	}
	notices, err := os.ReadFile("../../THIRD-PARTY-NOTICES.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{} // the file of each module
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| .* \\| \\[text\\]\\(internal/licences/(.*)\\) \\|$").
		FindAllStringSubmatch(string(notices), -1) {
		listed[m[1]] = m[2]
	}
	for path, text := range texts {
		name := strings.ReplaceAll(path, "/", "_") + ".txt"
		if listed[path] != name {
			t.Errorf("THIRD-PARTY-NOTICES.md links %q for %s; expected %q", listed[path], path, name)
		}
		if *update && text != nil {
			if err := os.WriteFile(folder+name, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(folder + name); err != nil || text != nil && !bytes.Equal(got, text) {
			t.Errorf("%s is not the licence of %s (%v)", name, path, err)
		}
	}
	files, err := filepath.Glob(folder + "*.txt")
	if err != nil || len(files) != len(texts) || len(listed) != len(texts) {
		t.Errorf("%d modules, %d in THIRD-PARTY-NOTICES.md, %d texts (%v)", len(texts), len(listed), len(files), err)
	}
}

// modulesOf returns the modules besides Kinetree that a program for a system contains, but for Go itself.
func modulesOf(t *testing.T, program, system, arch string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}}{{end}}{{end}}", program)
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.Fields(string(out))
}

// folders returns where modules are, but for Go itself.
func folders(t *testing.T, paths []string) map[string]string {
	t.Helper()
	paths = slices.DeleteFunc(paths, func(path string) bool { return path == "go" })
	out, err := exec.Command("go", append([]string{"mod", "download", "-json"}, paths...)...).Output()
	if err != nil {
		t.Fatalf("go mod download %v: %v", paths, err)
	}
	found := map[string]string{}
	for text := json.NewDecoder(bytes.NewReader(out)); text.More(); {
		var module struct{ Path, Dir string }
		if err := text.Decode(&module); err != nil {
			t.Fatalf("go mod download %v: %v", paths, err)
		}
		found[module.Path] = module.Dir
	}
	if len(found) != len(paths) {
		t.Fatalf("go mod download found %d of %d modules", len(found), len(paths))
	}
	return found
}

// licence returns the texts of a module's licence, one after the other, from the folder of the module.
func licence(t *testing.T, path, dir string) []byte {
	t.Helper()
	var files []string
	for _, pattern := range []string{"LICEN[CS]E*", "COPYING*", "NOTICE*", "PATENTS", "licenses/ftl.txt"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, slices.Sorted(slices.Values(found))...)
	}
	var text []byte
	for _, file := range files {
		part, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text != nil {
			text = append(text, "\n\n"+strings.Repeat("-", 80)+"\n\n"...)
		}
		text = append(text, part...)
	}
	if len(text) < 100 {
		t.Errorf("%s has no licence in %s", path, dir)
	}
	return text
}

// npmPackages returns the packages of npm that the page contains.
func npmPackages(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../web/package.json")
	var content struct{ Dependencies map[string]string }
	if err == nil {
		err = json.Unmarshal(text, &content)
	}
	if err != nil || len(content.Dependencies) == 0 {
		t.Fatalf("web/package.json: %v, %d packages", err, len(content.Dependencies))
	}
	return slices.Collect(maps.Keys(content.Dependencies))
}

// npmLicence returns the licence of a package of npm where it is installed and has one as a file, or else nil.
func npmLicence(name string) []byte {
	text, _ := os.ReadFile("../../web/node_modules/" + name + "/LICENSE")
	return text
}
