// Package golden gives tests the reference figures of another engine: states of real robots with their dynamics,
// computed by Pinocchio in extended precision. The figures of robots that the embedded models reproduce are in
// testdata, with a README that defines them; the others, and the URDF files, are read from ../shared/golden
// beside the checkout, and tests that want them are skipped where that folder is missing.
package golden

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/models"
	"kinetree/tree"
	"kinetree/urdf"
)

// Relative is the accuracy that the figures are compared with, relative to the largest value of a vector: the reference
// is exact to 1e-16, double precision reaches 1e-12 on these robots, and a wrong term shows far above 1e-9.
const Relative = 1e-9

// Absolute replaces Relative for vectors that are zero.
const Absolute = 1e-12

// File is a file of figures. Joint values are keyed by joint name.
type File struct {
	Robot      string
	Kind       string
	URDF       string
	RootLink   string     `json:"root_link"`
	Gravity    [3]float64 `json:"gravity"`
	JointOrder []string   `json:"joint_order"`
	MassAll    float64    `json:"mass_all"`
	MassMoving float64    `json:"mass_moving"`
	LeafLink   string     `json:"leaf_link"`
	States     []State
	Samples    []Sample
}

// State is one state of a robot with the results of the algorithms.
type State struct {
	Q, Qd, Tau      map[string]float64
	QddIn           map[string]float64 `json:"qdd_in"`
	ABA             map[string]float64
	ABAFext         map[string]float64 `json:"aba_fext"`
	RNEA, G, H      map[string]float64
	KineticEnergy   float64                `json:"kinetic_energy"`
	PotentialEnergy float64                `json:"potential_energy_all"`
	COM             [3]float64             `json:"com_all"`
	Poses           map[string][16]float64 // world from link, row by row
	MCond           float64                `json:"M_cond"`
	Singular        bool                   `json:"aba_singular"`
	Spread          map[string]float64
}

// Sample is one instant of a trajectory.
type Sample struct {
	T      float64
	Q, Qd  map[string]float64
	Energy float64
}

// Load reads NAME.json, or skips the test.
func Load(t testing.TB, name string) *File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(moduleRoot(t), "internal/golden/testdata", name+".json"))
	if err != nil {
		data, err = os.ReadFile(filepath.Join(shared(t), name+".json"))
	}
	if err != nil {
		t.Skipf("no reference figures of %s: %v", name, err)
	}
	f := &File{}
	if err := json.Unmarshal(data, f); err != nil {
		t.Fatalf("%s.json: %v", name, err)
	}
	return f
}

// FixedBase returns the files of robots with a fixed base, or skips the test.
func FixedBase(t testing.TB) []*File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(shared(t), "*.json"))
	if err != nil || len(names) == 0 {
		t.Skip("no reference figures in ../shared/golden")
	}
	var files []*File
	for _, n := range names {
		if f := Load(t, filepath.Base(n[:len(n)-len(".json")])); f.Kind == "fixed" {
			files = append(files, f)
		}
	}
	return files
}

// Model returns the kinematic tree of the robot, from the URDF file that the figures name, its mimicking joints
// independent as in the figures. It skips the test where the file is missing.
func (f *File) Model(t testing.TB) *tree.Model {
	t.Helper()
	name := filepath.Join(shared(t), f.URDF)
	if _, err := os.Stat(name); err != nil {
		t.Skipf("no URDF file of %s: %v", f.Robot, err)
	}
	robot, diags := urdf.ParseFile(name)
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	m, err := tree.Build(robot, tree.WithGravity(f.Gravity), tree.IgnoreMimic())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Vector returns values keyed by joint as a vector in the order of the model's joints, all of which have one coordinate.
func Vector(t testing.TB, m *tree.Model, values map[string]float64) []float64 {
	t.Helper()
	v := make([]float64, m.NV())
	for i, n := range m.JointNames() {
		x, ok := values[n]
		if !ok {
			t.Fatalf("no figure for joint %s", n)
		}
		v[i] = x
	}
	return v
}

// Compare fails the test if got differs from the figures by more than Relative times their largest value.
func Compare(t testing.TB, what string, m *tree.Model, got []float64, figures map[string]float64) {
	t.Helper()
	want := Vector(t, m, figures)
	largest := floats.Norm(want, math.Inf(1))
	limit := Relative * largest
	if largest < Absolute {
		limit = Absolute
	}
	for i, n := range m.JointNames() {
		if d := math.Abs(got[i] - want[i]); !(d <= limit) {
			t.Errorf("%s: %v at joint %s, want %v: off by %.3g, limit %.3g", what, got[i], n, want[i], d, limit)
		}
	}
}

func shared(t testing.TB) string { return filepath.Join(moduleRoot(t), "../shared/golden") }

// moduleRoot returns the folder of go.mod above the package under test.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}

// Embedded returns the kinematic tree of an embedded model.
func Embedded(t testing.TB, name string) *tree.Model {
	t.Helper()
	robot, err := models.Robot(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := tree.Build(robot)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
