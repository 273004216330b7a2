package find_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinetree/urdf/find"
)

// TestFind looks for files in a thousand folders, with -short in two hundred, and links that form circles.
func TestFind(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	folders := 1000
	if testing.Short() {
		folders = 200
	}
	for i := range folders {
		name := fmt.Sprintf("robots/%s/r%d.urdf", strings.Repeat("d/", i%50)+fmt.Sprint(i), i)
		want = append(want, filepath.Join(root, name))
		write(name, "<robot/>")
	}
	write("robots/.git/r.urdf", "")
	write("robots/7/notes.txt", "")
	write("packages/a/package.xml", "<package><name>one</name></package>")
	write("packages/two/meshes/m.stl", "")
	linked := 0
	for from, to := range map[string]string{"robots/d/up": "..", "robots/d/d/self": ".",
		"robots/3/more": "../../more"} {
		if os.Symlink(to, filepath.Join(root, from)) == nil {
			linked++
		}
	}
	write("more/x.URDF", "<robot/>")
	if linked == 3 {
		want = append(want, filepath.Join(root, "robots/3/more/x.URDF"))
	}
	slices.Sort(want)
	var f find.Finder
	got, faults := f.Find(filepath.Join(root, "robots"))
	if !slices.Equal(got, want) || len(faults) > 0 {
		t.Errorf("%d files of %d, and %v", len(got), len(want), faults)
	}
	if got, faults := f.Find(filepath.Join(root, "robots", "d")); len(got) > 0 || len(faults) > 0 {
		t.Errorf("again: %d files and %v; expected none", len(got), faults)
	}
	if got, faults := f.Find(filepath.Join(root, "packages")); len(got) > 0 || len(faults) != 1 ||
		faults[0].Code != "no-file" {
		t.Errorf("without files: %v and %v", got, faults)
	}
	resolver := find.Resolver{Found: f.Packages}
	if file, err := resolver.Resolve("package://two/meshes/m.stl", want[0]); err != nil ||
		file != filepath.Join(root, "packages/two/meshes/m.stl") {
		t.Errorf("%q, %v", file, err)
	}
	if file, err := resolver.Resolve("package://one/package.xml", want[0]); err != nil ||
		file != filepath.Join(root, "packages/a/package.xml") {
		t.Errorf("%q, %v", file, err)
	}
	if _, faults := f.Find(filepath.Join(root, "nowhere")); len(faults) != 1 || faults[0].Code != "read" {
		t.Errorf("%v; expected that it cannot be read", faults)
	}
}
