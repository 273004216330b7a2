package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"kinetree/internal/strict"
	"kinetree/models"
	"kinetree/scenario/robot"
	"kinetree/scenario/script"
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
	for _, b := range s.bases {
		text := b.Text(s.dir)
		withoutWall(text)
		in.Scenarios = append(in.Scenarios, text.Value())
	}
	s.readFiles(in.Files)
	for name, hash := range s.files.Seal() {
		in.Files[s.fromStudy(name)] = hash
	}
	return in, s.files.Unchanged()
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

// Unchanged returns an error if a file was read again and had other bytes than before, or one was read that was not
// when the inputs were made. Then the runs since are not those of the inputs.
func (s *Study) Unchanged() error {
	if err := s.files.Unchanged(); err != nil {
		return fmt.Errorf("%w; put back what was there and resume the batch, or run it anew in another directory", err)
	}
	return nil
}

// readFiles reads the files that runs read, so that they have the same bytes in all shards: those of the runs in which
// a text has changed, for it may be the name of a file. It adds the hashes of embedded models.
func (s *Study) readFiles(embedded map[string]string) {
	_, _ = s.files.Hash("-") // a script of that name would be a file, as an effort or a robot it is the input
	seen, read, env := map[string]bool{}, map[string]bool{}, s.robotEnv()
	sameTexts := 1 // so many successive runs have the same texts
	if s.script == nil {
		sameTexts = s.design.Samples()
	}
	for i := 0; i < s.Len(); i += sameTexts {
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
		if c.Name() != "" {
			names = names[1:] // what its file says stands among the scenarios
		}
		for _, name := range names {
			if read[name] {
				continue
			}
			read[name] = true
			if _, err := s.files.Hash(name); err != nil {
				if text, ok := models.URDF(name); ok {
					embedded[name] = digest(text)
				}
			}
		}
		for _, name := range []string{c.Model.File, c.Controller.Model} {
			key := fmt.Sprint("robot\x00", name, c.ModelArgs, c.Model.Args, c.Model.Packages)
			if name != "" && !read[key] {
				read[key] = true
				robot.ReadFiles(c, env, name)
			}
		}
	}
}

// fromStudy returns the name of a file as the study would name it, wherever it is run from.
func (s *Study) fromStudy(name string) string {
	dir := s.dir
	if filepath.IsAbs(name) {
		if whole, err := filepath.Abs(dir); err == nil {
			dir = whole
		}
	}
	if relative, err := filepath.Rel(dir, name); err == nil && dir != "." {
		name = relative
	}
	return filepath.ToSlash(name)
}

// texts returns a key of the values of a run that are no numbers.
func (s *Study) texts(i int) string {
	key := ""
	if s.script != nil {
		run := s.runs[i]
		key = run.File + "\x00"
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

// textOf returns a setting, without its value if that is a number.
func textOf(x script.Setting) string {
	text := []byte{}
	if _, number := x.Value.(float64); !number {
		text, _ = json.Marshal(x.Value)
	}
	return x.Path + "\x00" + string(text) + "\x00"
}

// digest returns the SHA-256 of data in hexadecimal.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
