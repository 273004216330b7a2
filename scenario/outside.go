package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// CheckOutside refuses a log that a file names outside of its own folder, or that is a pipe or a device: the file may
// be a stranger's, who is not to choose where something is written. What a flag or a program names is the user's own
// word.
func (s *Scenario) CheckOutside() error {
	if s.text == nil || s.Log.File == "" || s.Log.File == "-" {
		return nil
	}
	named := s.text.At("log", "file")
	if named == nil || place(s.dir, named.Text) != s.Log.File ||
		slices.ContainsFunc(s.set, func(x Override) bool { return x.Path == "log" || x.Path == "log.file" }) {
		return nil
	}
	if info, err := os.Stat(s.Log.File); err == nil && !info.Mode().IsRegular() {
		return Wrong("log.file", "%s is there and no file; expected the name of a file, or of none", s.Log.File)
	}
	if why := outside(s.dir, s.Log.File); why != "" {
		return Wrong("log.file", "%s %s, the folder of the file that names it; choose the place yourself with --out, "+
			"or allow it with --allow-outside", s.Log.File, why)
	}
	return nil
}

// outside says how a file is none of a folder or of those in it, or nothing if it is one. Links are followed as far as
// there is something.
func outside(dir, name string) string {
	if slices.Contains(strings.FieldsFunc(name, isSeparator), "..") && filepath.Clean(name) != name {
		return "goes through a folder and back, so it may leave " + dir // behind a link, .. is another folder
	}
	folder, err := followed(dir)
	if err != nil {
		return fmt.Sprintf("cannot be found in %s (%v)", dir, err)
	}
	file, err := followed(name)
	if err != nil {
		return fmt.Sprintf("may be outside of %s (%v)", dir, err)
	}
	if relative, err := filepath.Rel(folder, file); err != nil || !filepath.IsLocal(relative) {
		return "is outside of " + dir
	}
	return ""
}

func isSeparator(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) }

// followed returns where a name leads behind all links. What is not there yet stays as it is named. A link that leads
// nowhere is an error.
func followed(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	rest := ""
	for {
		real, err := filepath.EvalSymlinks(name)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if _, there := os.Lstat(name); there == nil || filepath.Dir(name) == name {
			return "", err
		}
		name, rest = filepath.Dir(name), filepath.Join(filepath.Base(name), rest)
	}
}
