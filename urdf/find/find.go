package find

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kinetree/urdf"
)

// Finder looks for URDF files and packages in folders and all that is below them. The zero value has found nothing.
type Finder struct {
	// Packages are the folders that may be those of a package, by its name: those with a package.xml that names it so,
	// and those called so. They are what [Resolver.Found] takes.
	Packages map[string][]string
	seen     map[string]bool // folders, by their paths without symbolic links
}

// Find returns the URDF files in a folder and below it, those with the ending .urdf in capitals or not, in the order of
// their names, and what keeps it from finding more: a folder or a file that cannot be read, or that there is no file.
// Hidden files and folders do not count. Symbolic links to files and folders are followed; no folder is entered twice,
// also not by another call, so links may form a circle.
func (f *Finder) Find(folder string) (files []string, faults urdf.Diagnostics) {
	if f.Packages == nil {
		f.Packages, f.seen = map[string][]string{}, map[string]bool{}
	}
	fault := func(code, name, format string, args ...any) {
		faults = append(faults, urdf.Diagnostic{Code: code, File: name, Message: fmt.Sprintf(format, args...)})
	}
	sources, again := 0, false
	folders, links := []string{folder}, []string(nil)
	for len(folders)+len(links) > 0 {
		if len(folders) == 0 { // what links lead to comes last, so that folders appear under their own names
			folders, links = links[:1], links[1:]
		}
		dir := folders[len(folders)-1]
		folders = folders[:len(folders)-1]
		entries, err := f.enter(dir)
		if err != nil {
			fault("read", dir, "%v", err)
		}
		again = again || dir == folder && entries == nil && err == nil
		for _, e := range entries {
			name, kind := filepath.Join(dir, e.Name()), e.Type()
			if strings.HasPrefix(e.Name(), ".") {
				continue
			}
			isURDF := strings.EqualFold(filepath.Ext(name), ".urdf")
			isLink := kind == fs.ModeSymlink
			if isLink {
				info, err := os.Stat(name)
				switch {
				case err == nil:
					kind = info.Mode().Type()
				case isURDF:
					fault("read", name, "%v", err)
					continue
				}
			}
			switch {
			case kind.IsDir() && isLink:
				links = append(links, name)
			case kind.IsDir():
				folders = append(folders, name)
			case isURDF && kind.IsRegular():
				files = append(files, name)
			case isURDF:
				fault("read", name, "not a regular file; expected a URDF file")
			case strings.EqualFold(filepath.Ext(name), ".xacro"):
				sources++
			}
		}
	}
	slices.Sort(files)
	if len(files) == 0 && len(faults) == 0 && !again {
		fault("no-file", folder, "there is no URDF file in the folder or below it; expected one that ends in .urdf")
		if sources > 0 {
			faults[0].Hint = fmt.Sprintf("of %d xacro files there, name what is a robot: `simulate check "+
				"arm.urdf.xacro` expands it", sources)
		}
	}
	slices.SortStableFunc(faults, func(a, b urdf.Diagnostic) int { return strings.Compare(a.File, b.File) })
	return files, faults
}

// enter returns what is in a folder, and notes its package. It is nothing if the folder was entered before.
func (f *Finder) enter(dir string) ([]os.DirEntry, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	id, err := filepath.EvalSymlinks(path)
	if err != nil || f.seen[id] {
		return nil, err
	}
	f.seen[id] = true
	own := filepath.Base(path)
	f.Packages[own] = append(f.Packages[own], path)
	if name := packageName(path); name != "" && name != own {
		f.Packages[name] = append(f.Packages[name], path)
	}
	entries, err := os.ReadDir(dir)
	if entries == nil {
		entries = []os.DirEntry{}
	}
	return entries, err
}
