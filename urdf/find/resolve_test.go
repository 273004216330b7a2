package find_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kinetree/models/oracle/expect"
	"kinetree/urdf/find"
)

// manifest is a package.xml.
func manifest(name string) string {
	return `<?xml version="1.0"?><package format="2"><author><name>nobody</name></author><name> ` + name +
		"\n</name></package>"
}

// TestResolve has a tree of files for each rule. The URDF file is urdfFile in the tree, and ROOT in any name is its
// root.
func TestResolve(t *testing.T) {
	const urdfFile = "ws/arm_pkg/urdf/arm.urdf"
	for _, c := range []struct {
		name     string
		files    string // with commas between them; those called package.xml name the package after an equals sign
		packages string // NAME=FOLDER
		// folders with blanks between them; "env" and folders are those of ROS_PACKAGE_PATH, "ament" and folders
		// behind it those of AMENT_PREFIX_PATH
		path string
		ask  string
		want string // the file, or "!" and parts of the error with "|" between them
	}{
		// Names of files
		{"relative", "ws/arm_pkg/urdf/m.stl", "", "", "m.stl", "ws/arm_pkg/urdf/m.stl"},
		{"relative, up", "ws/arm_pkg/meshes/m.stl", "", "", "../meshes/m.stl", "ws/arm_pkg/meshes/m.stl"},
		{"relative, with a percent sign", "ws/arm_pkg/urdf/m%20.stl", "", "", "m%20.stl", "ws/arm_pkg/urdf/m%20.stl"},
		{"relative, with a colon", "ws/arm_pkg/urdf/a:b.stl", "", "", "a:b.stl", "ws/arm_pkg/urdf/a:b.stl"},
		{"relative, with what is no scheme", "ws/arm_pkg/urdf/a b:/c.stl", "", "", "a b://c.stl",
			"ws/arm_pkg/urdf/a b:/c.stl"},
		{"relative, not from the package", "ws/arm_pkg/m.stl", "", "", "m.stl",
			"!urdf/m.stl|starts at the folder of the URDF file"},
		{"absolute", "x/m.stl", "", "", "ROOT/x/m.stl", "x/m.stl"},
		{"absolute, missing", "", "", "", "ROOT/x/m.stl", "!ROOT/x/m.stl|correct the name"},
		{"folder", "x/y/m.stl", "", "", "ROOT/x/y", "!ROOT/x/y is not a regular file"},
		{"empty", "", "", "", "", "!is empty|package://NAME/FILE"},

		// file://
		{"file", "x/m.stl", "", "", "file://ROOT/x/m.stl", "x/m.stl"},
		{"file, localhost", "x/m.stl", "", "", "file://LocalHostROOT/x/m.stl", "x/m.stl"},
		{"file, capitals", "x/m.stl", "", "", "FILE://ROOT/x/m.stl", "x/m.stl"},
		{"file, encoded", "x/a b%.stl", "", "", "file://ROOT/x/a%20b%25.stl", "x/a b%.stl"},
		{"file, encoded plus", "x/a+b.stl", "", "", "file://ROOT/x/a+b.stl", "x/a+b.stl"},
		{"file, encoded wrongly", "", "", "", "file:///a%2", "!invalid URL escape|file:///FILE"},
		{"file, other host", "x/m.stl", "", "", "file://hostROOT/x/m.stl", `!host "host"|file:///FILE`},
		{"file, missing", "", "", "", "file://ROOT/x/m.stl", "!ROOT/x/m.stl|correct the name"},
		{"file, none", "", "", "", "file://localhost", "!not a regular file"},

		// Other schemes
		{"http", "", "", "", "https://example.com/m.stl",
			`!scheme "https"|package://NAME/FILE, model://NAME/FILE, file:///FILE`},
		{"unknown", "", "", "", "fuel://m.stl", `!scheme "fuel"`},

		// package://: the folder given
		{"given", "p/m.stl", "pkg=p", "", "package://pkg/m.stl", "p/m.stl"},
		{"given, model", "p/m.stl", "pkg=p", "", "model://pkg/m.stl", "p/m.stl"},
		{"given, capitals", "p/m.stl", "pkg=p", "", "Package://pkg/m.stl", "p/m.stl"},
		{"given, before all", "p/m.stl, ws/arm_pkg/m.stl, path/arm_pkg/m.stl", "arm_pkg=p", "path",
			"package://arm_pkg/m.stl", "p/m.stl"},
		{"given, without the file", "p/x, ws/arm_pkg/m.stl", "arm_pkg=p", "", "package://arm_pkg/m.stl",
			"!ROOT/p/m.stl|given as ROOT/p"},
		{"given, other package", "p/m.stl, ws/arm_pkg/m.stl", "pkg=p", "", "package://arm_pkg/m.stl",
			"ws/arm_pkg/m.stl"},

		// package://: upwards
		{"called so", "ws/arm_pkg/a/b/m.stl", "", "", "package://arm_pkg/a/b/m.stl", "ws/arm_pkg/a/b/m.stl"},
		{"doubled slash", "ws/arm_pkg/a/m.stl", "", "", "package://arm_pkg//a//m.stl", "ws/arm_pkg/a/m.stl"},
		{"not decoded", "ws/arm_pkg/a%20b.stl", "", "", "package://arm_pkg/a%20b.stl", "ws/arm_pkg/a%20b.stl"},
		{"folder of the URDF file", "ws/arm_pkg/urdf/m.stl", "", "", "package://urdf/m.stl", "ws/arm_pkg/urdf/m.stl"},
		{"package.xml", "ws/arm_pkg/package.xml=arm, ws/arm_pkg/m.stl", "", "", "package://arm/m.stl",
			"ws/arm_pkg/m.stl"},
		{"package.xml of another", "ws/arm_pkg/package.xml=other, ws/arm_pkg/m.stl", "", "", "package://arm/m.stl",
			`!there is no folder of package "arm"`},
		{"author is not the package", "ws/arm_pkg/package.xml=arm, ws/arm_pkg/m.stl", "", "", "package://nobody/m.stl",
			`!there is no folder of package "nobody"`},
		{"beside", "ws/hand_pkg/m.stl", "", "", "package://hand_pkg/m.stl", "ws/hand_pkg/m.stl"},
		{"beside the URDF file", "ws/arm_pkg/urdf/hand_pkg/m.stl", "", "", "package://hand_pkg/m.stl",
			"ws/arm_pkg/urdf/hand_pkg/m.stl"},
		{"nearest first", "ws/arm_pkg/hand_pkg/m.stl, ws/hand_pkg/m.stl", "", "", "package://hand_pkg/m.stl",
			"ws/arm_pkg/hand_pkg/m.stl"},
		{"above before beside", "ws/arm_pkg/package.xml=urdf, ws/arm_pkg/m.stl, ws/urdf/m.stl", "", "",
			"package://urdf/m.stl", "ws/arm_pkg/m.stl"},
		{"folder before the one in it", "ws/arm_pkg/arm_pkg/m.stl, ws/arm_pkg/m.stl", "", "",
			"package://arm_pkg/m.stl", "ws/arm_pkg/m.stl"},
		{"the one that has the file", "ws/arm_pkg/x, ws/arm_pkg/arm_pkg/m.stl", "", "", "package://arm_pkg/m.stl",
			"ws/arm_pkg/arm_pkg/m.stl"},
		{"not deeper beside", "ws/repository/hand_pkg/m.stl", "", "", "package://hand_pkg/m.stl",
			`!no folder of package "hand_pkg" from ROOT/ws/arm_pkg/urdf upwards|give the folder`},
		{"without the file", "ws/arm_pkg/x", "", "", "package://arm_pkg/m.stl",
			`!no m.stl in ROOT/ws/arm_pkg;|give the folder of package "arm_pkg"`},
		{"folder for a file", "ws/arm_pkg/meshes/m.stl", "", "", "package://arm_pkg/meshes",
			"!no meshes in ROOT/ws/arm_pkg"},

		// package://: the path
		{"path, called so", "path/pkg/m.stl", "", "path/pkg", "package://pkg/m.stl", "path/pkg/m.stl"},
		{"path, package.xml", "path/x/package.xml=pkg, path/x/m.stl", "", "path/x", "package://pkg/m.stl",
			"path/x/m.stl"},
		{"path, child", "path/pkg/m.stl", "", "path", "package://pkg/m.stl", "path/pkg/m.stl"},
		{"path, package.xml of a child", "path/x/package.xml=pkg, path/x/m.stl", "", "path", "package://pkg/m.stl",
			"path/x/m.stl"},
		{"path, child of a package", "path/package.xml=p, path/pkg/m.stl", "", "path", "package://pkg/m.stl",
			"path/pkg/m.stl"},
		{"path, two deep", "path/x/pkg/m.stl", "", "path", "package://pkg/m.stl", "path/x/pkg/m.stl"},
		{"path, three deep", "path/x/y/pkg/m.stl", "", "path", "package://pkg/m.stl",
			`!no folder of package "pkg"|nor within the folders to search (ROOT/path)`},
		{"path, in another package", "path/x/package.xml=x, path/x/pkg/m.stl", "", "path", "package://pkg/m.stl",
			`!no folder of package "pkg"`},
		{"path, hidden", "path/.x/pkg/m.stl", "", "path", "package://pkg/m.stl", `!no folder of package "pkg"`},
		{"path, higher first", "path/a/pkg/m.stl, path/pkg/m.stl", "", "path", "package://pkg/m.stl", "path/pkg/m.stl"},
		{"path, alphabetical", "path/b/package.xml=pkg, path/b/m.stl, path/a/package.xml=pkg, path/a/m.stl", "",
			"path", "package://pkg/m.stl", "path/a/m.stl"},
		{"path, first folder first", "one/pkg/m.stl, two/pkg/m.stl", "", "two one", "package://pkg/m.stl",
			"two/pkg/m.stl"},
		{"path, missing folder", "one/pkg/m.stl", "", "none one", "package://pkg/m.stl", "one/pkg/m.stl"},
		{"path, after upwards", "ws/arm_pkg/m.stl, path/arm_pkg/m.stl", "", "path", "package://arm_pkg/m.stl",
			"ws/arm_pkg/m.stl"},
		{"path, the file is not upwards", "ws/arm_pkg/x, path/arm_pkg/m.stl", "", "path", "package://arm_pkg/m.stl",
			"path/arm_pkg/m.stl"},
		{"path, without the file", "ws/arm_pkg/x, path/arm_pkg/x", "", "path path", "package://arm_pkg/m.stl",
			"!no m.stl in ROOT/ws/arm_pkg, ROOT/path/arm_pkg;"},
		{"environment", "one/x, two/pkg/m.stl", "", "env one two", "package://pkg/m.stl", "two/pkg/m.stl"},
		{"environment, missing", "one/x", "", "env one", "package://pkg/m.stl", "!_PATH (ROOT/one)"},
		{"environment, empty", "", "", "env", "package://pkg/m.stl",
			"!ROS_PACKAGE_PATH, AMENT_PREFIX_PATH and COLCON_PREFIX_PATH (none)"},
		{"installed", "one/x, two/share/pkg/m.stl", "", "env ament one two", "package://pkg/m.stl",
			"two/share/pkg/m.stl"},
		{"installed, in a workspace, too", "one/pkg/m.stl, two/share/pkg/m.stl", "", "env one ament two",
			"package://pkg/m.stl", "one/pkg/m.stl"},
		{"installed, without the file", "two/share/pkg/x, three/share/pkg/m.stl", "", "env ament two three",
			"package://pkg/m.stl", "three/share/pkg/m.stl"},
		{"installed, by its folder alone", "two/share/other/package.xml=pkg, two/share/other/m.stl", "",
			"env ament two", "package://pkg/m.stl", `!no folder of package "pkg"|_PATH (ROOT/two)`},
		{"installed, not deeper", "two/share/other/pkg/m.stl", "", "env ament two", "package://pkg/m.stl",
			`!no folder of package "pkg"`},
		{"path instead of the environment", "two/pkg/m.stl", "", "", "package://pkg/m.stl",
			"!the folders to search (none)"},

		// package://: names that are wrong
		{"out of the package", "ws/m.stl", "", "", "package://arm_pkg/../m.stl",
			`!"../m.stl" is outside of the package`},
		{"out of the package, later", "ws/m.stl", "", "", "package://arm_pkg/a/../../m.stl",
			"!is outside of the package"},
		{"out of the package given", "m.stl, p/x", "pkg=p", "", "package://pkg/../m.stl", "!is outside of the package"},
		{"up within the package", "ws/arm_pkg/b/m.stl", "", "", "package://arm_pkg/a/../b/m.stl", "ws/arm_pkg/b/m.stl"},
		{"no package", "", "", "", "package:///m.stl", `!"" is not the name of a package`},
		{"package ..", "ws/arm_pkg/m.stl", "", "", "package://../m.stl", `!".." is not the name of a package`},
		{"package .", "ws/arm_pkg/urdf/m.stl", "", "", "package://./m.stl", `!"." is not the name of a package`},
		{"no file", "ws/arm_pkg/x", "", "", "package://arm_pkg", "!no file after the name of the package"},
		{"no file, slash", "ws/arm_pkg/x", "", "", "package://arm_pkg/", "!no file after the name of the package"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && strings.Contains(c.files, ":") {
				t.Skip("Windows has no such names")
			}
			files := map[string]string{urdfFile: ""}
			for _, f := range strings.FieldsFunc(c.files, func(c rune) bool { return c == ',' }) {
				f = strings.TrimSpace(f)
				f, pkg, isManifest := strings.Cut(f, "=")
				files[f] = ""
				if isManifest {
					files[f] = manifest(pkg)
				}
			}
			root := expect.Files(t, files)
			at := func(f string) string { return filepath.Join(root, filepath.FromSlash(f)) }
			r := find.Resolver{Packages: map[string]string{}, Path: []string{}}
			if pkg, folder, ok := strings.Cut(c.packages, "="); ok {
				r.Packages[pkg] = at(folder)
			}
			var prefixes []string
			before, ament, _ := strings.Cut(c.path, "ament")
			for _, f := range strings.Fields(ament) {
				prefixes = append(prefixes, at(f))
			}
			for _, f := range strings.Fields(before) {
				if f != "env" {
					r.Path = append(r.Path, at(f))
				}
			}
			t.Setenv("ROS_PACKAGE_PATH", at("two"))
			t.Setenv("AMENT_PREFIX_PATH", strings.Join(prefixes, string(filepath.ListSeparator)))
			if strings.HasPrefix(c.path, "env") {
				t.Setenv("ROS_PACKAGE_PATH", strings.Join(r.Path, string(filepath.ListSeparator)))
				r.Path = nil
			}
			slashRoot := filepath.ToSlash(root)
			ask := strings.ReplaceAll(c.ask, "ROOT", slashRoot)
			if runtime.GOOS == "windows" {
				ask = strings.NewReplacer("://"+slashRoot, ":///"+slashRoot, "LocalHost"+slashRoot,
					"LocalHost/"+slashRoot, "host"+slashRoot, "host/"+slashRoot).Replace(ask)
			}
			got, err := r.Resolve(ask, at(urdfFile))
			parts, isError := strings.CutPrefix(c.want, "!")
			switch {
			case !isError && (err != nil || got != at(c.want)):
				t.Errorf("got %q, %v, want %q", got, err, at(c.want))
			case isError && (err == nil || got != ""):
				t.Errorf("got %q, %v, want an error", got, err)
			case isError:
				for _, part := range strings.Split(parts, "|") {
					if part = strings.ReplaceAll(part, "ROOT",
						slashRoot); !strings.Contains(filepath.ToSlash(err.Error()), part) {
						t.Errorf("error %v, want one with %q", err, part)
					}
				}
			}
		})
	}
}

// TestResolveNotExist checks which errors a program can tell from the others.
func TestResolveNotExist(t *testing.T) {
	root := expect.Files(t, map[string]string{"pkg/x": ""})
	r := find.Resolver{Path: []string{root}}
	for name, want := range map[string]bool{"none.stl": true, "package://pkg/none.stl": true,
		"package://none_such/x": true, "file:///none/such": true,
		"http://x/y": false, "package://pkg/../x": false, "": false} {
		if _, err := r.Resolve(name, filepath.Join(root, "a.urdf")); err == nil ||
			errors.Is(err, fs.ErrNotExist) != want {
			t.Errorf("%q: error %v", name, err)
		}
	}
}

// TestResolveManifest checks what counts as the name in a package.xml.
func TestResolveManifest(t *testing.T) {
	long := strings.Repeat("<!-- long -->", 100_000)
	for content, want := range map[string]bool{
		manifest("pkg"): true,
		"<package><name>pkg</name>" + long + "</package>":                            true, // read in part
		"<package>" + long + "<name>pkg</name></package>":                            false,
		"<package><name>p<!-- -->kg</name><x></package>":                             true,
		"<?xml version='1.0' encoding='latin1'?><package><name>pkg</name></package>": true,
		"<package><export><name>pkg</name></export></package>":                       false,
		"<robot><name>pkg</name></robot>":                                            false,
		"pkg":                                                                        false,
		"":                                                                           false,
	} {
		root := expect.Files(t, map[string]string{"x/package.xml": content, "x/m.stl": "", "x/urdf/a.urdf": ""})
		r := find.Resolver{Path: []string{}}
		if _, err := r.Resolve("package://pkg/m.stl",
			filepath.Join(root, "x", "urdf", "a.urdf")); (err == nil) != want {
			t.Errorf("%.100s: %v", content, err)
		}
	}
}

// TestResolveWorkingFolder checks names relative to the working folder: of the URDF file, of packages and of the path.
func TestResolveWorkingFolder(t *testing.T) {
	root := expect.Files(t, map[string]string{"robots/m.stl": "", "p/m.stl": "", "path/q/m.stl": "", "m.stl": "",
		"deep/s/m.stl": ""})
	t.Chdir(root)
	r := find.Resolver{Packages: map[string]string{"p": "p"}, Path: []string{"", "path"}}
	for _, c := range []struct{ name, urdfFile, want string }{
		{"m.stl", "", "m.stl"},
		{"m.stl", "a.urdf", "m.stl"},
		{"m.stl", "robots/a.urdf", "robots/m.stl"},
		{"package://p/m.stl", "", "p/m.stl"},
		{"package://q/m.stl", "", "path/q/m.stl"},
		{"package://robots/m.stl", "robots/a.urdf", "robots/m.stl"},
		{"package://robots/m.stl", "", "robots/m.stl"},
	} {
		if got, err := r.Resolve(c.name, filepath.FromSlash(c.urdfFile)); got != filepath.Join(root,
			filepath.FromSlash(c.want)) {
			t.Errorf("%s from %q: got %q, %v", c.name, c.urdfFile, got, err)
		}
	}
	if got, err := r.Resolve("package://s/m.stl", ""); err == nil {
		t.Errorf("an empty folder of the path is searched: got %q", got)
	}
}

// TestResolveLinks checks symbolic links to files and folders, also those that lead nowhere.
func TestResolveLinks(t *testing.T) {
	root := expect.Files(t, map[string]string{"real/m.stl": "", "path/x": ""})
	for link, to := range map[string]string{"path/pkg": "real", "real/link.stl": "real/m.stl",
		"real/nowhere.stl": "none", "path/loop": "path"} {
		if err := os.Symlink(filepath.Join(root, to), filepath.Join(root, filepath.FromSlash(link))); err != nil {
			t.Skipf("symbolic links cannot be made here: %v", err)
		}
	}
	r := find.Resolver{Path: []string{filepath.Join(root, "path")}}
	for name, want := range map[string]string{"package://pkg/link.stl": "path/pkg/link.stl",
		"package://pkg/nowhere.stl": "", "package://none_such/m.stl": ""} {
		got, err := r.Resolve(name, filepath.Join(root, "elsewhere", "a.urdf"))
		if want != "" && got != filepath.Join(root, filepath.FromSlash(want)) || want == "" && err == nil {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}
