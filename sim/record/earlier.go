package record

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"kinetree/internal/infile"
)

// earlier is what a meta file must have to be one.
type earlier struct {
	Engine       Engine         `json:"engine"`
	Model        ModelFile      `json:"model"`
	ScenarioFile string         `json:"scenario_file"`
	Scenario     map[string]any `json:"scenario"`
}

// subject returns what the run is a run of: the file of its scenario, or else its model.
func (e *earlier) subject() string {
	file := e.Scenario["model"]
	if whole, ok := file.(map[string]any); ok {
		file = whole["file"]
	}
	return cmp.Or(e.ScenarioFile, fmt.Sprint(file))
}

// Replaces tells what the log would replace when it begins. A file that is the log of a run of the same scenario file,
// or of the same model where there is no such file, is there to be replaced; differs names the keys of the scenario in
// which that run was another one, and model if the description of the robot was. It is nil if the run is the same, and
// if there is no file, nothing in it, or no file but a device. The error says that the name is that of anything else:
// a file that no run has written, or the log of something else.
func (f *File) Replaces() (differs []string, err error) {
	if f.meta == nil {
		return nil, nil
	}
	var now earlier
	text, err := json.Marshal(&f.meta.meta)
	if err == nil {
		err = json.Unmarshal(text, &now)
	}
	if err != nil {
		return nil, err
	}
	old, err := readEarlier(f.name, f.form.Magic, f.meta.name, now.Engine.Name)
	if old == nil || err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(now.Scenario)) {
		if key != "log" && !reflect.DeepEqual(now.Scenario[key], old.Scenario[key]) {
			differs = append(differs, key)
		}
	}
	for key := range old.Scenario {
		if _, there := now.Scenario[key]; !there {
			differs = append(differs, key)
		}
	}
	if now.Model.SHA256 != old.Model.SHA256 {
		differs = append(differs, "model")
	}
	slices.Sort(differs)
	differs = slices.Compact(differs)
	if len(differs) > 0 && now.subject() != old.subject() {
		return nil, fmt.Errorf("%s is the log of a run of %s, not of %s", f.name, old.subject(), now.subject())
	}
	return differs, nil
}

// readEarlier returns the meta file of the log of an engine that stands under a name, or nil if nothing stands there.
func readEarlier(name string, magic []string, meta, engine string) (*earlier, error) {
	log, errLog := os.Stat(name)
	_, errMeta := os.Stat(meta)
	isLog := errLog == nil && log.Size() > 0
	switch {
	case errLog == nil && !log.Mode().IsRegular(), !isLog && errors.Is(errMeta, fs.ErrNotExist):
		return nil, nil
	case isLog:
		if err := begins(name, magic); err != nil {
			return nil, err
		}
	}
	text, err := infile.Read(meta, MaxMeta)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no run has written %s: there is no %s beside it", name, meta)
	}
	if err != nil {
		return nil, err
	}
	var e earlier
	if json.Unmarshal(text, &e) != nil || e.Engine.Name != engine || e.Scenario == nil {
		return nil, fmt.Errorf("%s is not the meta file of a log", meta)
	}
	return &e, nil
}

// begins returns an error unless a file begins as logs of a form do.
func begins(name string, magic []string) error {
	file, err := infile.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	head := make([]byte, 64)
	n, _ := io.ReadFull(file, head)
	if !slices.ContainsFunc(magic, func(m string) bool { return strings.HasPrefix(string(head[:n]), m) }) {
		return fmt.Errorf("%s is not the log of a run", name)
	}
	return nil
}
