package study

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kinetree/batch"
	"kinetree/control/analysis"
	"kinetree/internal/infile"
	"kinetree/internal/strict"
	"kinetree/internal/suggest"
	"kinetree/models"
	"kinetree/scenario"
	"kinetree/scenario/prepare"
	"kinetree/scenario/robot"
	"kinetree/scenario/script"
	"kinetree/scenario/sweep"
)

// Study is a study that was read. It is immutable, and may be used by any number of goroutines.
type Study struct {
	Name         string   // of the file
	Axes         []string // columns of what changes
	Metrics      []string // columns of what is measured
	Trajectories batch.Trajectories
	// Unrecorded is what keeps the steps of the first run that can be prepared from being code, see
	// sim.World.Unrecorded; empty if nothing does.
	Unrecorded string

	dir       string // that file names are relative to
	text      []byte
	design    *sweep.Design    // the values; for a script the seeds only
	runs      []script.RunSpec // of a script
	script    *script.Script
	measuring *script.Script       // whose function metrics counts: the study or that of the scenario; nil for none
	limits    *strict.Node         // of each run, as the file says; nil for those of the scenario
	set       []scenario.Override  // in all scenarios
	bases     []*scenario.Scenario // of YAML one; of a script one for each file
	byFile    map[string]*scenario.Scenario
	factor    []bool             // axes whose values multiply
	variation *prepare.Variation // of a sweep
	seed      int64
	asked     []string      // metrics that the file names; nil for the usual ones
	files     infile.Record // all that was read, but for the study and its scenarios
	columns   []column
	judged    analysis.Wanted // numbers of the loop that columns have
	measured  prepare.Asked   // what the columns have; nil for all measures
	events    bool            // the columns have figures of events
	extra     []string        // metrics of the script
	cache     *robot.Cache
	print     func(text string)
}

// file is how a study is written.
type file struct {
	Kinetree     int                `json:"kinetree" required:"true" doc:"version of the format"`
	Scenario     inline             `json:"scenario" required:"true"`
	Seed         int64              `json:"seed"`
	Sweep        []sweep.Axis       `json:"sweep" doc:"what changes from run to run"`
	Samples      int                `json:"samples" default:"1" doc:"draws for each point of the grid"`
	Method       string             `json:"method" enum:"random|latin_hypercube|sobol" default:"random"`
	Trajectories batch.Trajectories `json:"trajectories" default:"failed" doc:"which are kept"`
	Metrics      []string           `json:"metrics"`
	Limits       scenario.RunLimits `json:"limits,omitzero" doc:"of each run, instead of those of the scenario"`
}

// Docs implements strict.Documented.
func (*file) Docs() map[string]string {
	return map[string]string{
		"scenario": "what all runs have in common: the name of a file or of an embedded scenario, or a scenario here",
		"seed":     "of the study: each run has its own, which follows from this one",
		"method":   "how samples are drawn",
	}
}

// inline is a scenario, or the name of its file.
type inline struct{ node *strict.Node }

// DecodeNode implements strict.Decoder.
func (i *inline) DecodeNode(n *strict.Node) strict.Faults {
	if n.Kind != strict.Map && (n.Kind != strict.String || n.Text == "") {
		return strict.Faults{n.Fault("%s; expected the name of a scenario file, or the scenario itself", n.Kind)}
	}
	i.node = n
	return nil
}

// Schema implements strict.Described.
func (*inline) Schema() *strict.Schema {
	whole := strict.SchemaOf(*scenario.Default())
	whole.Required = []string{"model"} // the study says the version
	return &strict.Schema{AnyOf: []*strict.Schema{strict.TypeSchema("string"), whole}, Folded: true}
}

// Open reads a study: a file, or an embedded study where there is no such file. What a script prints goes to print,
// which may be nil. Overrides are set in the scenario, or in all that a script names, before runs change it. The
// errors are strict.Faults, those of package script, and those of scenarios that cannot be run.
func Open(name string, print func(text string), set ...scenario.Override) (*Study, error) {
	text, err := infile.Read(name, strict.MaxBytes)
	info, statErr := os.Stat(name)
	s := &Study{Name: name, dir: filepath.Dir(name), text: text, byFile: map[string]*scenario.Scenario{},
		cache: robot.NewCache(), print: print, set: set}
	embedded, ok := models.Study(name)
	if errors.Is(err, os.ErrNotExist) || ok && statErr == nil && info.IsDir() { // the directory of its batch
		if !ok {
			var names []string
			for _, m := range models.Studies() {
				names = append(names, m.Name)
			}
			return nil, fmt.Errorf("there is no file %s and no embedded study of that name%s; expected a study "+
				"ending in .yaml or .star, or one that `simulate models` lists", name, suggest.Hint(name, names))
		}
		s.text, s.dir, err = embedded, ".", nil
		name += ".yaml"
	}
	if err != nil {
		return nil, err
	}
	if strings.HasSuffix(name, ".star") {
		err = s.readScript(name)
	} else {
		err = s.read(name)
	}
	if err == nil {
		err = s.probe()
	}
	if s.measuring = s.script; err == nil && s.script == nil {
		s.measuring, err = prepare.ReadScript(s.bases[0], s.env())
	}
	if err == nil && s.measuring != nil && s.measuring.Has("metrics") {
		err = s.findExtra()
	}
	return s, err
}

// read reads a study in YAML.
func (s *Study) read(name string) error {
	root, err := strict.Parse(s.text, name)
	if err != nil {
		return err
	}
	if root.Kind != strict.Map {
		return strict.Faults{root.Fault("%s; expected a study: a mapping with kinetree, scenario and sweep", root.Kind)}
	}
	if root.Get("model") != nil && root.Get("scenario") == nil && root.Get("sweep") == nil {
		return strict.Faults{root.Fault("this is a scenario; `simulate run` runs it, and a study names it by a key " +
			"scenario, with what changes under sweep")}
	}
	f := blank()
	faults := root.Decode(&f)
	if version := root.Get("kinetree"); version == nil || f.Kinetree != 1 {
		faults = append(faults, root.Find("kinetree").Fault("expected kinetree: 1, the version of the format that "+
			"this program reads"))
	}
	if f.Scenario.node == nil {
		faults = append(faults, root.Fault("there is no key scenario; expected the name of a scenario file, or the "+
			"scenario itself"))
	}
	for i, metric := range f.Metrics {
		if wrong := unknown(metric); wrong != "" {
			faults = append(faults, root.Get("metrics").Items[i].Fault("%s", wrong))
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	s.Trajectories, s.asked, s.seed = f.Trajectories, f.Metrics, f.Seed
	if root.Get("metrics") != nil && s.asked == nil {
		s.asked = []string{}
	}
	s.design, faults = sweep.New(root, sweep.Sweep{Seed: f.Seed, Axes: f.Sweep, Samples: f.Samples, Method: f.Method},
		s.table)
	if err := faults.Err(); err != nil {
		return err
	}
	if faults := s.checkKept(root.Get("trajectories")); len(faults) > 0 {
		return faults
	}
	for _, p := range s.design.Paths() {
		s.Axes, s.factor = append(s.Axes, p.Name), append(s.factor, p.Scale)
	}
	s.limits = root.Get("limits")
	b, err := s.base(f.Scenario.node)
	if err != nil {
		return err
	}
	s.bases = []*scenario.Scenario{b}
	var effective *scenario.Scenario // once it is needed
	s.variation, err = prepare.Vary(b, s.design.Paths(), func() (*scenario.Scenario, error) {
		if effective == nil && err == nil {
			effective, err = robot.Effective(b, s.robotEnv())
		}
		return effective, err
	})
	return err
}

// Keep replaces what the study says of trajectories: all, failed, none, or runs with commas between them.
func (s *Study) Keep(text string) error {
	var err error
	node := strict.Encode(text)
	if runs := strings.Split(text, ","); strings.Trim(text, "0123456789, ") == "" {
		list := make([]any, len(runs))
		for i, run := range runs {
			if list[i], err = strconv.Atoi(strings.TrimSpace(run)); err != nil {
				return fmt.Errorf("%q: %q; expected a run", text, run)
			}
		}
		node = strict.Encode(list)
	}
	faults := s.Trajectories.DecodeNode(node)
	if faults = append(faults, s.checkKept(node)...); len(faults) > 0 {
		return errors.New(faults[0].Message)
	}
	return nil
}

// checkKept returns a fault if the trajectory of a run is to be kept that the study does not have.
func (s *Study) checkKept(n *strict.Node) strict.Faults {
	for _, run := range s.Trajectories.Runs {
		if run >= s.Len() {
			return strict.Faults{n.Fault("run %d; the study has the runs 0 to %d", run, s.Len()-1)}
		}
	}
	return nil
}

// table reads the CSV file of an axis.
func (s *Study) table(name string) ([]byte, error) {
	file, err := s.files.Open(s.place(name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return infile.All(file, name, sweep.MaxTable)
}

// place returns the name of a file that the study names.
func (s *Study) place(name string) string {
	if s.dir == "." || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.dir, name)
}

// readScript reads a study in Starlark.
func (s *Study) readScript(name string) (err error) {
	if s.script, err = script.Load(name, s.text, script.Limits{}, s.print); err != nil {
		return err
	}
	s.Trajectories, s.seed = batch.Trajectories{Which: "failed"}, 1
	checked := map[string]bool{}
	s.runs, err = s.script.Runs(func(run script.RunSpec) error {
		key := run.File
		for _, set := range run.Set {
			if key += "\x00" + set.Path; set.Path != seedPath && !slices.Contains(s.Axes, set.Path) {
				s.Axes = append(s.Axes, set.Path)
			}
		}
		b := s.byFile[run.File]
		if b == nil {
			if b, err = s.base(strict.Encode(run.File)); err != nil {
				return err
			}
			s.byFile[run.File] = b
			s.bases = append(s.bases, b)
		}
		c, err := s.with(run)
		if fault := (*strict.Fault)(nil); errors.As(err, &fault) && fault.File == "" { // about a value of the script
			return errors.New(scenario.Reason(err))
		}
		if err == nil && !checked[key] {
			checked[key] = true
			_, err = prepare.New(c, s.env())
		}
		return err
	})
	if err != nil {
		return err
	}
	s.factor = make([]bool, len(s.Axes))
	var faults strict.Faults
	s.design, faults = sweep.New(&strict.Node{Kind: strict.Map, File: name},
		sweep.Sweep{Seed: s.seed, Samples: len(s.runs)}, nil)
	return faults.Err()
}

// Len returns the number of runs.
func (s *Study) Len() int { return s.design.Len() }

// String describes the runs of the study in one line.
func (s *Study) String() string {
	if s.script != nil {
		return fmt.Sprintf("%d runs of a script", s.Len())
	}
	return s.design.String()
}

// env is what runs share.
func (s *Study) env() prepare.Env {
	return prepare.Env{Input: strings.NewReader(""), Cache: s.cache, Unlogged: true, Strict: true,
		Print: s.print, Open: s.files.Open, Asked: s.measured}
}

// robotEnv returns what the robots of runs come from.
func (s *Study) robotEnv() robot.Env {
	env := s.env()
	return env.Robot()
}
