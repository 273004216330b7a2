package main

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinetree/urdf/find"
)

// TestWhole runs robots that were written in the manner of published ones: arms without inertias, with meshes that are
// missing; dampers of fetch, R2 and Valkyrie on links as light as theirs, in chains and hands, with followers, friction
// and stops; masses from a microgram to 100 t; trees of links with stops that are hit by turns. Each must run for a
// second with a drift below 1 % of the energy that moved.
func TestWhole(t *testing.T) {
	files, faults := new(find.Finder).Find("testdata/whole")
	if len(files) < 20 || len(faults) > 0 {
		t.Fatalf("%d robots, %v", len(files), faults)
	}
	estimated, stiff, tried := 0, 0, 0
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || testing.Short() && info.Size() > 8000 {
			t.Logf("%s is left out", file)
			continue
		}
		r := try(t.Context(), file)
		if !r.Runs {
			t.Errorf("%s: %s", file, r.Why)
		}
		tried++
		if r.Estimated > 0 {
			estimated++
		}
		if r.Stiff > 0 {
			stiff++
		}
	}
	if tried < 12 || estimated < 2 || stiff < 8 {
		t.Errorf("%d robots, %d of them estimated and %d stiff", tried, estimated, stiff)
	}
}

// TestBroken checks that each robot that cannot run is refused for the true reason, at its place.
func TestBroken(t *testing.T) {
	for file, want := range map[string]string{
		"xacro.urdf":         "line 1: robot/xacro:include, an element of xacro; expected plain URDF",
		"two_links.urdf":     `line 2: robot/link[@name="b"], a second link of this name; the first is in line 2`,
		"unknown_link.urdf":  `line 3: robot/joint[@name="j"]/parent@link, there is no link "ankle"`,
		"point_on_axis.urdf": `at the start: joint "j" moves no inertia (0)`,
		"no_joint.urdf":      "no joint moves",
		"nowhere.urdf":       "there is no file",
	} {
		r := try(t.Context(), filepath.Join("testdata/broken", file))
		if r.Runs || !strings.HasPrefix(r.Why, want) {
			t.Errorf("%s: %q; want %q", file, r.Why, want)
		}
	}
}

func TestPage(t *testing.T) {
	const folder = "testdata/whole"
	for file, want := range map[string]string{"industrial/arm_support/urdf/without_meshes.urdf": "Acme",
		"industrial/arm_support/urdf/solids.URDF": "Bolt and Sons",
		"industrial/arm_support/urdf/other.urdf":  "industrial",
		"fetch/arm.urdf":                          "fetch", "arm.urdf": "whole"} {
		if got := maker(folder, filepath.Join(folder, filepath.FromSlash(file))); got != want {
			t.Errorf("%s is made by %q; want %q", file, got, want)
		}
	}
	var page bytes.Buffer
	out := bufio.NewWriter(&page)
	write(out, []record{{Maker: "b", Name: "b/x.urdf", Joints: 3, Loads: true, Runs: true, Estimated: 2},
		{Maker: "A", Name: "a|b.urdf", Why: "line 1: <robot>"}, {Maker: "b", Name: "b/y.urdf", Loads: true,
			Why: "no joint moves"}, {Maker: "b", Name: "b/a_b.urdf", Joints: 1, Loads: true, Runs: true, Stiff: 1}})
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| A | 1 | 0 | 0 | 0 | 0 | 0 |\n| b | 3 | 3 | 1 | 2 | 1 | 1 |\n",
		"\n| all | 4 | 3 | 1 | 2 | 1 | 1 |\n",
		"| A | a\\|b.urdf |  | no | no | line 1: &lt;robot> |\n",
		"| b | b/a\\_b.urdf | 1 | yes | yes | implicit: 1 |\n", "| b | b/x.urdf | 3 | yes | yes | estimated: 2 |\n"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, page.String())
		}
	}
}
