package main

import (
	"bufio"
	"errors"
	"os"

	"kinetree/cmd/internal/terminal"
	"kinetree/models"
	"kinetree/urdf"
	"kinetree/urdf/find"
)

// folder lists the files of a folder that are to be checked.
type folder struct {
	files  []string
	faults urdf.Diagnostics // of what cannot be read
}

// isFolder reports whether a name stands for a folder, and not for an embedded model.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	_, embedded := models.URDF(name)
	return err == nil && info.IsDir() && !embedded
}

// findFiles looks into the folders among the names, and returns a resolver that knows the packages in them.
func findFiles(names []string) (map[string]folder, *find.Resolver) {
	var finder find.Finder
	folders := map[string]folder{}
	for _, name := range names {
		if _, again := folders[name]; !again && isFolder(name) {
			files, faults := finder.Find(name)
			folders[name] = folder{files, faults}
		}
	}
	return folders, &find.Resolver{Found: finder.Packages}
}

// folder checks the files of a folder, a line for each, and reports whether all are good enough.
func (c *check) folder(out *bufio.Writer, f folder, resolver *find.Resolver, census *terminal.Census) (bool, error) {
	allOK := true
	report := func(s *models.Source) error {
		ok := c.passes(s)
		allOK = allOK && ok
		census.Add(s.Name, ok, s.Diagnostics)
		if c.json {
			return errors.Join(terminal.WriteJSON(out, c.verdict(s), ""), out.Flush())
		}
		terminal.FileLine(out, s.Name, ok, s.Robot, s.Diagnostics)
		return out.Flush()
	}
	for _, d := range f.faults {
		if err := report(&models.Source{Name: d.File, Diagnostics: urdf.Diagnostics{d}}); err != nil {
			return false, err
		}
	}
	for _, name := range f.files {
		source, err := models.Read(name, nil)
		if err != nil {
			source = unreadable(name, err)
		}
		addFiles(source, resolver)
		if err := report(source); err != nil {
			return false, err
		}
	}
	return allOK, nil
}
