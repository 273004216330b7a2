package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario/script"
	"kinetree/urdf/estimate"
)

// Inputs is all that the results depend on, for study.json.
type Inputs struct {
	Engine string `json:"engine"`
	Study  string `json:"study"` // the name of the file without its folder
	Seed   int64  `json:"seed"`
	// Set is what was set in all scenarios before runs changed them, as PATH=VALUE.
	Set       []string `json:"set,omitempty"`
	Sweep     any      `json:"sweep,omitempty"`     // of a study in YAML: the file
	Script    string   `json:"script,omitempty"`    // of a study in Starlark: its SHA-256
	Scenarios []any    `json:"scenarios,omitempty"` // that runs change, as their files say
	// SHA-256 of the files that are read, by the names in the scenarios
	Files map[string]string `json:"files"`
}

// Inputs returns what the results depend on, with the version of the engine.
func (s *Study) Inputs(version string) (*Inputs, error) {
	in := &Inputs{Engine: "kinetree " + version, Study: filepath.Base(s.Name), Seed: s.seed, Files: map[string]string{}}
	for _, x := range s.set {
		if x.Path != wallPath {
			in.Set = append(in.Set, x.String())
		}
	}
	if s.script != nil {
		in.Script = digest(s.text)
	} else {
		root, err := strict.Parse(s.text, s.Name)
		if err != nil {
			return nil, err
		}
		withoutWall(root)
		if inline := root.Get("scenario"); inline.Kind == strict.Map {
			withoutWall(inline)
		}
		in.Sweep = root.Value()
	}
	for name, hash := range s.hashes {
		in.Files[name] = hash
	}
	for _, b := range s.bases {
		text := b.Text(s.dir)
		withoutWall(text)
		in.Scenarios = append(in.Scenarios, text.Value())
	}
	s.addFiles(in.Files)
	return in, nil
}

// wallPath is the path of the wall time of runs. It is no input: no result depends on it, and runs that it has cut are
// retried with more of it.
const wallPath = "limits.wall"

// withoutWall removes the wall time from a study or a scenario.
func withoutWall(n *strict.Node) {
	limits := n.Get("limits")
	if limits == nil {
		return
	}
	limits.Pairs = slices.DeleteFunc(slices.Clone(limits.Pairs), func(p strict.Pair) bool { return p.Key == "wall" })
	if len(limits.Pairs) == 0 {
		n.Pairs = slices.DeleteFunc(slices.Clone(n.Pairs), func(p strict.Pair) bool { return p.Key == "limits" })
	}
}

// Unchanged returns an error if files that runs read are not what they were when the inputs were made.
func (s *Study) Unchanged(in *Inputs) error {
	files := maps.Clone(s.hashes)
	s.addFiles(files)
	for _, name := range slices.Sorted(maps.Keys(in.Files)) {
		if files[name] != in.Files[name] {
			return fmt.Errorf("the file %s has changed while the batch ran, so its rows are of either; run it again, "+
				"in another directory", name)
		}
	}
	return nil
}

// addFiles adds the files that scenarios read: those of the runs in which a text has changed, for it may be the name
// of a file.
func (s *Study) addFiles(files map[string]string) {
	seen := map[string]bool{}
	for i := range s.Len() {
		key := s.texts(i)
		if seen[key] {
			continue
		}
		seen[key] = true
		c, err := s.Scenario(i)
		if err != nil {
			continue // a row of the table says so
		}
		names := c.Inputs()
		if c.Inertia != nil {
			if source, _, err := c.Robot(nil); err == nil {
				names = append(names, estimate.Meshes(source.Robot, nil)...)
			}
		}
		for _, name := range names {
			if name == c.Name() { // what it says stands among the scenarios
				continue
			}
			shown := name
			if relative, err := filepath.Rel(s.dir, name); err == nil && s.dir != "." {
				shown = relative
			}
			if shown = filepath.ToSlash(shown); files[shown] != "" {
				continue
			}
			hash, err := hashOf(name)
			if embedded, ok := models.URDF(name); ok && err != nil {
				hash, err, shown = digest(embedded), nil, name
			}
			if err == nil {
				files[shown] = hash
			}
		}
	}
}

// texts returns a key of the values of a run that are no numbers.
func (s *Study) texts(i int) string {
	key := ""
	if s.script != nil {
		run := s.runs[i]
		key = run.File
		for _, x := range run.Set {
			key += textOf(x)
		}
		return key
	}
	for k, v := range s.design.Row(nil, i) {
		if v.Node != nil {
			key += s.Axes[k] + "\x00" + string(v.Append(nil)) + "\x00"
		}
	}
	return key
}

// textOf returns a setting that is no number.
func textOf(x script.Setting) string {
	if _, number := x.Value.(float64); number {
		return ""
	}
	text, _ := json.Marshal(x.Value)
	return x.Path + "\x00" + string(text) + "\x00"
}

// hashOf returns the SHA-256 of a file in hexadecimal.
func hashOf(name string) (string, error) {
	file, err := infile.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// digest returns the SHA-256 of data in hexadecimal.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
