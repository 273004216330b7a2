package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the outputs of commands into the pages that show them")

// varying matches what differs from one run of a command to the next: times of the clock and speeds.
var varying = regexp.MustCompile(`\bin [\d.]+(ns|µs|ms|s)\b|\(\d+ x real time\)|[\d.]+(e[+-]?\d+)? x real time`)

// TestPages runs the commands of pages, the lines of console blocks that begin with "$ ", in a folder with the files of
// docs/tutorial, and compares what they print with the lines below them. So a page shows what this program does. With
// -update the pages are written anew. With -short, and without -update, it leaves out the tutorial.
func TestPages(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell, so the commands of the pages were not run")
	}
	for _, page := range []string{"README.md", "docs/running.md", "docs/tutorial.md", "docs/from-ros.md"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			files, equal := "../../docs/tutorial", same
			dir := t.TempDir()
			if page == "docs/from-ros.md" {
				files, equal = "../../docs/from-ros", alike
				linkPublished(t, dir)
			}
			if testing.Short() && page == "docs/tutorial.md" && !*update {
				t.Skipf("with -short, the commands of %s were not run", page)
			}
			file := filepath.Join("../..", page)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(dir, os.DirFS(files)); err != nil {
				t.Fatal(err)
			}
			lines, commands := strings.Split(string(text), "\n"), 0
			var written []string
			console := false
			for i := 0; i < len(lines); {
				line := lines[i]
				written = append(written, line)
				i++
				if strings.HasPrefix(line, "```") {
					console = line == "```console"
				}
				command, ok := strings.CutPrefix(line, "$ ")
				if !ok || !console {
					continue
				}
				commands++
				for strings.HasSuffix(command, "\\") { // goes on in the next line
					command += "\n" + lines[i]
					written = append(written, lines[i])
					i++
				}
				var shown []string
				for ; i < len(lines) && lines[i] != "```" && !strings.HasPrefix(lines[i], "$ "); i++ {
					shown = append(shown, lines[i])
				}
				printed := outputOf(t, shell, dir, command)
				if equal(shown, printed) {
					printed = shown // with the times that it had
				} else if !*update {
					t.Errorf("%s: $ %s\nprints\n%s\nand the page shows\n%s", page, command,
						strings.Join(printed, "\n"), strings.Join(shown, "\n"))
				}
				written = append(written, printed...)
			}
			if commands < 3 {
				t.Errorf("%d commands", commands)
			}
			if *update {
				if err := os.WriteFile(file, []byte(strings.Join(written, "\n")), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, m := range regexp.MustCompile(`!\[.*\]\((.*)\)`).FindAllStringSubmatch(string(text), -1) {
				comparePicture(t, filepath.Join(dir, filepath.Base(m[1])), filepath.Join(filepath.Dir(file), m[1]))
			}
		})
	}
}

// comparePicture checks that the picture of a page is the one that its commands have made.
func comparePicture(t *testing.T, made, shown string) {
	t.Helper()
	got, err := os.ReadFile(made)
	if err != nil {
		t.Error(err)
		return
	}
	if *update {
		if err := os.WriteFile(shown, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(shown)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not the picture that the commands of the page make (%v)", shown, err)
	}
}

// outputOf returns the lines that a command prints. It must end with the status 0.
func outputOf(t *testing.T, shell, dir, command string) []string {
	t.Helper()
	cmd := exec.Command(shell, "-c", "set -e; "+command)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("$ %s\n%v\n%s", command, err, out)
	}
	var lines []string
	for line := range strings.Lines(string(out)) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return lines
}

func same(a, b []string) bool {
	plain := func(lines []string) string { return varying.ReplaceAllString(strings.Join(lines, "\n"), "~") }
	return plain(a) == plain(b)
}

// alike is same of commands whose figures are those of the commit of a robot: they are any.
func alike(a, b []string) bool {
	plain := func(lines []string) string {
		text := regexp.MustCompile(`[-+]?\d[\d.]*(e[-+]?\d+)?`).ReplaceAllString(strings.Join(lines, "\n"), "0")
		return regexp.MustCompile(` +`).ReplaceAllString(text, " ")
	}
	return plain(a) == plain(b)
}

// linkPublished puts links to clones of the robots of docs/from-ros.md into a folder. They are in the folder
// KINETREE_PUBLISHED, or in ../shared/published; without them the test is left out, which it tells.
func linkPublished(t *testing.T, dir string) {
	t.Helper()
	from := os.Getenv("KINETREE_PUBLISHED")
	if from == "" {
		from = "../../../shared/published"
	}
	from, err := filepath.Abs(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"franka_description", "franka_ros2", "Universal_Robots_ROS2_Description",
		"Universal_Robots_ROS2_Driver", "SO-ARM100"} {
		if _, err := os.Stat(filepath.Join(from, name)); err != nil {
			t.Skipf("a clone is missing, so the commands of docs/from-ros.md were not run (KINETREE_PUBLISHED names "+
				"the folder of the clones): %v", err)
		}
		if err := os.Symlink(filepath.Join(from, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinks checks that the files are there that pages link to, and those in backquotes that docs/algorithms.md names.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	roots, err := filepath.Glob("../../*.md")
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, page := range append(pages, roots...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#]+)(#[^)]*)?\)`).FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			}
		}
	}
	text, err := os.ReadFile("../../docs/algorithms.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`([a-z/_]+(\\.go|/))`").FindAllStringSubmatch(string(text), -1) {
		links++
		if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
			t.Errorf("docs/algorithms.md names %s: %v", m[1], err)
		}
	}
	if links < 60 {
		t.Errorf("%d links only", links)
	}
}
