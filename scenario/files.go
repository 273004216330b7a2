package scenario

import "path/filepath"

// mapFiles replaces the names of all files, those that are read and the log.
func (s *Scenario) mapFiles(f func(name string) string) {
	for _, name := range []*string{&s.Model, &s.Table.File, &s.Controller.Model, &s.Script, &s.Log.File} {
		if *name != "" && *name != "-" {
			*name = f(*name)
		}
	}
	for joint, r := range s.Reference {
		if r.File != "" {
			r.File = f(r.File)
			s.Reference[joint] = r
		}
	}
	for joint, e := range s.Efforts {
		if e.File != "" {
			e.File = f(e.File)
			s.Efforts[joint] = e
		}
	}
}

// Inputs returns the names of the files that the scenario reads.
func (s *Scenario) Inputs() []string {
	var list []string
	c := s.clone()
	c.Log.File = ""
	c.mapFiles(func(name string) string {
		list = append(list, name)
		return name
	})
	return list
}

// relativeTo returns the scenario with the names of files as a file in the folder dir names them.
func (s *Scenario) relativeTo(dir string) *Scenario {
	c := s.clone()
	c.mapFiles(func(name string) string {
		if filepath.IsAbs(name) || isEmbedded(name) && !exists(name) {
			return name
		}
		return relative(dir, name)
	})
	return c
}

// relative returns the name of a file as a file in the folder dir names it.
func relative(dir, name string) string {
	from, err := filepath.Abs(dir)
	if err != nil {
		return name
	}
	to, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if relative, err := filepath.Rel(from, to); err == nil {
		return filepath.ToSlash(relative)
	}
	return to
}
