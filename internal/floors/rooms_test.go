package floors

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rooms are the folders of the top level that the story of the program goes through, as ARCHITECTURE.md tells it. A
// room uses those before it.
var rooms = []string{"spatial", "urdf", "tree", "rnea", "dynamics", "aba", "compile", "identify", "integrate", "sim",
	"control", "ros", "scenario", "batch", "cmd", "examples"}

// beside are the folders that stand beside the rooms. A room that uses a package of these uses what that package uses.
var beside = []string{"models", "internal", "web"}

// mostFolders is how many folders of packages the top level may have, besides the examples and the page.
const mostFolders = 17

func room(pkg string) string {
	name, _, _ := strings.Cut(pkg, "/")
	return name
}

// TestRooms checks that no room imports one that comes after it, neither itself nor through packages beside the rooms.
func TestRooms(t *testing.T) {
	imports := map[string][]string{}
	for _, fields := range list(t) {
		pkg := strings.TrimPrefix(fields[0], "kinetree/")
		imports[pkg] = nil
		for _, imported := range fields[1:] {
			if name, ours := strings.CutPrefix(imported, "kinetree/"); ours {
				imports[pkg] = append(imports[pkg], name)
			}
		}
	}
	// used collects the packages of rooms that a package uses.
	var used func(pkg string, into map[string]bool)
	used = func(pkg string, into map[string]bool) {
		for _, name := range imports[pkg] {
			if slices.Contains(beside, room(name)) {
				used(name, into)
			} else {
				into[name] = true
			}
		}
	}
	seen := map[string]bool{}
	for pkg := range imports {
		seen[room(pkg)] = true
		at := slices.Index(rooms, room(pkg))
		if at < 0 {
			if !slices.Contains(beside, room(pkg)) && pkg != "kinetree" { // the way in, above all rooms
				t.Errorf("%s is in no room; add %s to the rooms here and in ARCHITECTURE.md", pkg, room(pkg))
			}
			continue
		}
		names := map[string]bool{}
		used(pkg, names)
		for name := range names {
			if slices.Index(rooms, room(name)) > at {
				t.Errorf("%s uses %s, of a room that comes after %s", pkg, name, rooms[at])
			}
		}
	}
	for _, r := range slices.Concat(rooms, beside) {
		if !seen[r] {
			t.Errorf("there is no room %s", r)
		}
	}
	if n := len(rooms) + len(beside) - len([]string{"examples", "web"}); n > mostFolders {
		t.Errorf("%d folders of packages; expected at most %d", n, mostFolders)
	}
}

// TestArchitecture checks that ARCHITECTURE.md tells the rooms and their packages, in the order of the list above.
func TestArchitecture(t *testing.T) {
	text := architecture(t)
	_, section, ok := strings.Cut(text, "\n## Rooms\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !ok {
		t.Fatal(`ARCHITECTURE.md has no section "Rooms"`)
	}
	var told []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z]+)/( |$)`).FindAllStringSubmatch(section, -1) {
		told = append(told, m[1])
	}
	if want := slices.Concat(rooms, beside); !slices.Equal(told, want) {
		t.Errorf("ARCHITECTURE.md tells the rooms %v; expected %v", told, want)
	}
	for _, fields := range list(t) {
		pkg := strings.TrimPrefix(fields[0], "kinetree/")
		name := pkg[strings.LastIndexByte(pkg, '/')+1:]
		if !regexp.MustCompile(`(?m)(^|[ (,])` + name + `([/ ,();:]|$)`).MatchString(section) {
			t.Errorf("the rooms of ARCHITECTURE.md do not name the package %s", pkg)
		}
	}
}

func architecture(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
