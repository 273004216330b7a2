package find

import (
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kinetree/internal/suggest"
)

// Resolver finds the files that a robot names, its meshes and textures. The zero value knows no packages and searches
// the folders of the environment variables ROS_PACKAGE_PATH, AMENT_PREFIX_PATH and COLCON_PREFIX_PATH. It is safe for
// concurrent use as long as its fields do not change.
type Resolver struct {
	Packages map[string]string // folder of each package; nothing else is searched for the packages in it
	// Found are folders that may be those of a package, by its name, as a [Finder] finds them. They are asked after
	// those above the URDF file, first the ones that lie nearest to it.
	Found map[string][]string
	// Path are folders to search for the other packages. nil means those of ROS_PACKAGE_PATH, and behind them the
	// packages that are installed in the prefixes of AMENT_PREFIX_PATH and COLCON_PREFIX_PATH.
	Path []string
}

const (
	// searchDepth is how far below a folder of the path packages are found: the folders in it, and those in them, as
	// in src/repository/package.
	searchDepth = 2
	// maxManifest is how much of a package.xml is read, in bytes. The name stands near its beginning.
	maxManifest = 64 << 10
)

// scheme is the beginning of a URL. A single letter is the drive of a Windows path.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+$`)

// Resolve returns the absolute path of the file that a URDF file names. It is an existing regular file, or a symbolic
// link to one.
//
//   - package://NAME/FILE and model://NAME/FILE are FILE in a folder of the package NAME. That is the one in Packages;
//     or else the first that has the file, of those above the URDF file, the nearest first, of those in Found, of those
//     within Path, and of the installed ones. A folder belongs to the package if it is called NAME, or holds a
//     package.xml that names it so. Above the URDF file, each folder on the way up is looked at, and the folder NAME
//     in it: packages that refer to each other often lie side by side. Within a folder of Path, so are the folder
//     itself, those in it, and those in them; deeper ones, hidden ones and those within other packages are not. An
//     installed package is the folder share/NAME of a prefix, or NAME/share/NAME. FILE is taken as it stands and must
//     not lead out of the package by "..".
//   - file:///FILE and file://localhost/FILE are absolute, with %XX for characters.
//   - Other names are those of files, absolute or starting at the folder of the URDF file.
//
// The name of the URDF file need not be that of an existing one; if it is empty, the working folder takes the place
// of its folder. The error says where the file was looked for and what to do; it wraps fs.ErrNotExist if there is
// none. The time is in proportion to the number of folders looked at; nothing is kept for the next call.
func (r *Resolver) Resolve(name, urdfFile string) (string, error) {
	dir, err := filepath.Abs(filepath.Dir(urdfFile))
	if err != nil {
		return "", fmt.Errorf("%q: %w", name, err)
	}
	kind, rest, isURL := strings.Cut(name, "://")
	isURL = isURL && scheme.MatchString(kind)
	switch kind = strings.ToLower(kind); {
	case name == "":
		return "", fmt.Errorf("the name of the file is empty; expected one such as package://NAME/FILE")
	case isURL && (kind == "package" || kind == "model"):
		return r.inPackage(name, rest, dir)
	case isURL && kind == "file":
		file, err := fileURL(rest)
		if err != nil {
			return "", fmt.Errorf("%q: %w; expected file:///FILE", name, err)
		}
		return existing(name, file, "correct the name")
	case isURL:
		return "", fmt.Errorf("%q: the scheme %q is not supported; expected package://NAME/FILE, model://NAME/FILE, "+
			"file:///FILE or the name of a file, so fetch it and name the copy", name, kind)
	case filepath.IsAbs(name):
		return existing(name, name, "correct the name")
	}
	return existing(name, filepath.Join(dir, filepath.FromSlash(name)),
		"correct the name, which starts at the folder of the URDF file")
}

// Package returns the folder of a package for what a file names: that of Packages, or of those that [Resolver.Resolve]
// looks at the first whose package.xml names it so, or else the first that is called so. Folders beside one that has a
// package.xml are looked at, too. The error says where it was looked for.
func (r *Resolver) Package(name, file string) (string, error) {
	if folder, ok := r.Packages[name]; ok {
		return filepath.Abs(folder)
	}
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return "", err
	}
	if name == "." || !filepath.IsLocal(name) || filepath.Base(name) != name {
		return "", fmt.Errorf("%q is not the name of a package", name)
	}
	called := ""
	for folder := range r.folders(name, dir) {
		if packageName(folder) == name {
			return folder, nil
		}
		if called == "" {
			called = folder
		}
	}
	for folder, last := dir, ""; folder != last; folder, last = filepath.Dir(folder), folder {
		if packageName(folder) == "" {
			continue
		}
		for _, beside := range subfolders(filepath.Dir(folder)) {
			if packageName(beside) == name {
				return beside, nil
			}
		}
	}
	if called != "" {
		return called, nil
	}
	return "", &MissingPackageError{name, dir, r.pathText()}
}

// existing returns the absolute path of a regular file, or says what to do.
func existing(name, file, advice string) (string, error) {
	if err := regular(file); err != nil {
		return "", fmt.Errorf("%q: %w; %s", name, err, advice)
	}
	return filepath.Abs(file)
}

// regular returns an error unless there is a regular file of the name.
func regular(file string) error {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a regular file", file)
	}
	return nil
}

// fileURL returns the path in what follows file://.
func fileURL(rest string) (string, error) {
	host, file, _ := strings.Cut(rest, "/")
	if host != "" && !strings.EqualFold(host, "localhost") {
		return "", fmt.Errorf("the host %q is not this one", host)
	}
	file, err := url.PathUnescape(file)
	if err != nil {
		return "", err
	}
	if file = filepath.FromSlash(file); filepath.VolumeName(file) == "" { // on Windows, C: comes first
		file = string(filepath.Separator) + file
	}
	return file, nil
}

// inPackage finds the file NAME/FILE, which a URL names, for a robot from the folder dir.
func (r *Resolver) inPackage(name, rest, dir string) (string, error) {
	pkg, file, _ := strings.Cut(rest, "/")
	file = filepath.FromSlash(strings.TrimLeft(file, "/"))
	switch {
	case pkg == "." || !filepath.IsLocal(pkg) || filepath.Base(pkg) != pkg:
		return "", fmt.Errorf("%q: %q is not the name of a package; expected package://NAME/FILE", name, pkg)
	case file == "":
		return "", fmt.Errorf("%q: there is no file after the name of the package; expected package://NAME/FILE", name)
	case !filepath.IsLocal(file):
		return "", fmt.Errorf("%q: %q is outside of the package; expected a file in it, or package://NAME/FILE with "+
			"the package that it is in", name, file)
	}
	if folder, ok := r.Packages[pkg]; ok {
		return existing(name, filepath.Join(folder, file),
			fmt.Sprintf("correct the name, or the folder of package %q, which is given as %s", pkg, folder))
	}
	var without []string // folders of the package that do not have the file
	for folder := range r.folders(pkg, dir) {
		if found := filepath.Join(folder, file); regular(found) == nil {
			return found, nil
		}
		if !slices.Contains(without, folder) {
			without = append(without, folder)
		}
	}
	if len(without) > 0 {
		return "", fmt.Errorf("%q: %w: no %s in %s; correct the name, or give the folder of package %q", name,
			fs.ErrNotExist, file, suggest.List(without), pkg)
	}
	return "", fmt.Errorf("%q: %w", name, &MissingPackageError{pkg, dir, r.pathText()})
}

// MissingPackageError reports that there is no folder of a package.
type MissingPackageError struct{ Name, dir, path string }

func (e *MissingPackageError) Error() string {
	return fmt.Sprintf("%v: there is no folder of package %q from %s upwards, nor within %s; give the folder of the "+
		"package", fs.ErrNotExist, e.Name, e.dir, e.path)
}

func (e *MissingPackageError) Unwrap() error { return fs.ErrNotExist }

// path returns the folders to search.
func (r *Resolver) path() []string {
	path := r.Path
	if path == nil {
		path = filepath.SplitList(os.Getenv("ROS_PACKAGE_PATH"))
	}
	return slices.DeleteFunc(slices.Clone(path), func(folder string) bool { return folder == "" })
}

// prefixes returns the folders that packages are installed in: as share/NAME, or as NAME/share/NAME, as colcon does.
func (r *Resolver) prefixes() []string {
	if r.Path != nil {
		return nil
	}
	folders := append(filepath.SplitList(os.Getenv("AMENT_PREFIX_PATH")),
		filepath.SplitList(os.Getenv("COLCON_PREFIX_PATH"))...)
	return slices.DeleteFunc(folders, func(folder string) bool { return folder == "" })
}

// pathText names the folders to search, for a message.
func (r *Resolver) pathText() string {
	what := "the folders to search"
	if r.Path == nil {
		what = "ROS_PACKAGE_PATH, AMENT_PREFIX_PATH and COLCON_PREFIX_PATH"
	}
	if path := append(r.path(), r.prefixes()...); len(path) > 0 {
		return fmt.Sprintf("%s (%s)", what, suggest.List(path))
	}
	return what + " (none)"
}

// folders yields the folders that may be those of a package, in the order in which they are asked for a file. They
// may come again.
func (r *Resolver) folders(pkg, dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for folder, last := dir, ""; folder != last; folder, last = filepath.Dir(folder), folder {
			if belongs(folder, pkg) && !yield(folder) {
				return
			}
			if child := filepath.Join(folder, pkg); isFolder(child) && !yield(child) {
				return
			}
		}
		for _, folder := range nearFirst(r.Found[pkg], dir) {
			if !yield(folder) {
				return
			}
		}
		for _, root := range r.path() {
			for folder := range within(root, pkg) {
				if !yield(folder) {
					return
				}
			}
		}
		for _, prefix := range r.prefixes() {
			for _, installed := range []string{filepath.Join(prefix, "share", pkg),
				filepath.Join(prefix, pkg, "share", pkg)} {
				if folder, err := filepath.Abs(installed); err == nil && isFolder(folder) && !yield(folder) {
					return
				}
			}
		}
	}
}

// nearFirst returns folders in the order of how far their paths agree with that of dir.
func nearFirst(folders []string, dir string) []string {
	if len(folders) < 2 {
		return folders
	}
	shared := func(folder string) int {
		n := 0
		for n < min(len(folder), len(dir)) && folder[n] == dir[n] {
			n++
		}
		return strings.Count(folder[:n], string(filepath.Separator))
	}
	return slices.SortedStableFunc(slices.Values(folders), func(a, b string) int { return shared(b) - shared(a) })
}

// within yields the folders of a package from a root down to searchDepth, the higher ones first and those of one
// depth in alphabetical order.
func within(root, pkg string) iter.Seq[string] {
	return func(yield func(string) bool) {
		root, err := filepath.Abs(root)
		if err != nil || !isFolder(root) {
			return
		}
		level := []string{root}
		for depth := 0; depth <= searchDepth; depth++ {
			var next []string
			for _, folder := range level {
				if belongs(folder, pkg) && !yield(folder) {
					return
				}
				if depth == 0 || depth < searchDepth && packageName(folder) == "" {
					next = append(next, subfolders(folder)...)
				}
			}
			level = next
		}
	}
}

// subfolders returns the folders in a folder, and links to such, that are not hidden.
func subfolders(folder string) []string {
	entries, _ := os.ReadDir(folder) // what cannot be read has nothing to offer
	var found []string
	for _, e := range entries {
		if name := filepath.Join(folder, e.Name()); !strings.HasPrefix(e.Name(), ".") &&
			(e.IsDir() || e.Type() == fs.ModeSymlink && isFolder(name)) {
			found = append(found, name)
		}
	}
	return found
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// belongs reports whether a folder is that of a package, by its own name or by its package.xml.
func belongs(folder, pkg string) bool {
	return filepath.Base(folder) == pkg || packageName(folder) == pkg
}

// packageName returns the name that the package.xml of a folder gives, or "".
func packageName(folder string) string {
	file := filepath.Join(folder, "package.xml")
	if regular(file) != nil { // a pipe, for one, would block
		return ""
	}
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	dec := xml.NewDecoder(io.LimitReader(f, maxManifest))
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var manifest struct {
		XMLName xml.Name `xml:"package"`
		Name    string   `xml:"name"`
	}
	_ = dec.Decode(&manifest) // what comes before a fault, or the end of the part, counts
	return strings.Trim(manifest.Name, " \t\r\n")
}
