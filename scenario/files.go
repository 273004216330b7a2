package scenario

import (
	"os"
	"path/filepath"
	"strings"

	"kinetree/internal/strict"
	"kinetree/models"
)

// filePaths are the paths in a scenario of the names of files. A star is any key.
var filePaths = [][]string{{"model"}, {"model", "file"}, {"model", "packages", "*"}, {"efforts_table", "file"},
	{"controller", "model"}, {"script"}, {"controller", "file"}, {"controller", "trajectory"}, {"trajectory"},
	{"log", "file"}, {"initial", "from"}, {"reference", "*", "file"}, {"reference_link", "*", "file"},
	{"prescribed", "*", "file"}, {"efforts", "*"}, {"bodies", "*", "model"}, {"sweep", "*", "csv"}}

// files calls f with the values that name files in the value at the end of keys in a scenario.
func files(n *strict.Node, keys []string, f func(n *strict.Node)) {
	for _, path := range filePaths {
		matches := len(keys) <= len(path)
		for i := 0; matches && i < len(keys); i++ {
			matches = path[i] == "*" || path[i] == keys[i]
		}
		if matches {
			within(n, path[len(keys):], func(name *strict.Node) {
				effort := path[0] == "efforts" && !strings.HasSuffix(strings.ToLower(name.Text), ".csv")
				if name.Kind == strict.String && name.Text != "" && name.Text != "-" && !effort {
					f(name)
				}
			})
		}
	}
	if len(keys) == 0 && n.Get("cases") != nil {
		for _, c := range n.Get("cases").Pairs {
			for _, x := range c.Value.Pairs {
				o := Override{Path: x.Key}
				files(x.Value, o.keys(), f)
			}
		}
	}
}

// within calls f with the values at a path in which a star is any key.
func within(n *strict.Node, path []string, f func(n *strict.Node)) {
	switch {
	case len(path) == 0:
		f(n)
	case path[0] == "*":
		for _, p := range n.Pairs {
			within(p.Value, path[1:], f)
		}
		for _, item := range n.Items {
			within(item, path[1:], f)
		}
	case n.Get(path[0]) != nil:
		within(n.Get(path[0]), path[1:], f)
	}
}

// Inputs returns the names of the files that the scenario is read from and that it names, but for its log.
func (s *Scenario) Inputs() []string {
	var list []string
	if s.Name() != "" {
		list = append(list, s.Name())
	}
	c := *s
	c.Log.File = ""
	files(strict.Encode(&c), nil, func(n *strict.Node) { list = append(list, n.Text) })
	return list
}

// place returns the name of a file that a file in the folder dir names. Embedded models and scripts stay.
func place(dir, name string) string {
	if dir == "." || filepath.IsAbs(name) {
		return name
	}
	if placed := filepath.Join(dir, name); !isEmbedded(name) || Exists(placed) {
		return placed
	}
	return name
}

// Relative returns the name of a file as a file in the folder dir names it. Embedded models and scripts stay.
func Relative(dir, name string) string {
	if isEmbedded(name) && !Exists(name) {
		return name
	}
	from, errFrom := filepath.Abs(dir)
	to, errTo := filepath.Abs(name)
	if errFrom != nil || errTo != nil {
		return name
	}
	if relative, err := filepath.Rel(from, to); err == nil {
		return filepath.ToSlash(relative)
	}
	return to
}

// rename makes a name relative to the folder dir, unless it is absolute.
func rename(n *strict.Node, dir string) {
	if !filepath.IsAbs(n.Text) {
		n.Text = Relative(dir, n.Text)
	}
}

// Exists reports whether there is a file or a folder of a name.
func Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// isEmbedded reports whether a name is that of an embedded model or script.
func isEmbedded(name string) bool {
	_, model := models.URDF(name)
	_, script := models.Script(name)
	return model || script
}

// Placed returns a copy of a value for a path in which the names of files, which are relative to the folder of the
// scenario's file, are relative to the current folder.
func (s *Scenario) Placed(path string, value *strict.Node) *strict.Node {
	value = value.Clone()
	o := Override{Path: path}
	files(value, o.keys(), func(n *strict.Node) { n.Text = place(s.dir, n.Text) })
	return value
}

// SameFile reports whether two names are those of one file, which writing to one of them would change.
func SameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && x.Mode().IsRegular() && os.SameFile(x, y)
}
