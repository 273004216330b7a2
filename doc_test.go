package kinetree_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinetree"
	"kinetree/urdf"
)

// TestMap checks that the page of the package names each package of the module, or a folder of packages that are no
// API, and no other package.
func TestMap(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	api, rest, _ := strings.Cut(string(text), "# Packages that are no API")
	pattern := regexp.MustCompile(`kinetree/[a-z0-9/]+`)
	named, folders := pattern.FindAllString(api, -1), pattern.FindAllString(rest, -1)
	out, err := exec.Command("go", "list", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := strings.Fields(string(out))
	for _, pkg := range all {
		under := slices.ContainsFunc(folders, func(f string) bool { return pkg == f || strings.HasPrefix(pkg, f+"/") })
		if pkg != "kinetree" && !slices.Contains(named, pkg) && !under {
			t.Errorf("doc.go does not say whether %s is API", pkg)
		}
		if slices.Contains(named, pkg) && under {
			t.Errorf("doc.go says of %s that it is API and that it is none", pkg)
		}
	}
	for _, pkg := range named {
		if !slices.Contains(all, pkg) {
			t.Errorf("doc.go names %s; there is no such package", pkg)
		}
	}
}

// TestLoad loads what there is, and says what is wrong with the rest.
func TestLoad(t *testing.T) {
	m, err := kinetree.Load("models/rr_arm.urdf")
	if err != nil || m.NV() != 2 {
		t.Errorf("a file: %v", err)
	}
	if _, err := kinetree.Load("no_robot"); err == nil || !strings.Contains(err.Error(), "no_robot") {
		t.Errorf("no robot: %v", err)
	}
	file := t.TempDir() + "/bad.urdf"
	bad := "<robot name='bad'><link name='a'/><link name='a'/>\n<joint name='j' type='turns'/></robot>"
	if err := os.WriteFile(file, []byte(bad), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = kinetree.Load(file)
	if found, ok := err.(urdf.Diagnostics); !ok || len(found) < 2 {
		t.Errorf("a bad file: %v", err)
	}
}
