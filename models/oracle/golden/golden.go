// Package golden gives tests the reference figures of another engine: states of real robots with their dynamics,
// computed by Pinocchio in extended precision. testdata has the figures of four arms, which this package describes
// itself, and a README that defines the figures. Those of other robots, and the URDF files that they were computed
// from, are read from ../shared/golden beside the checkout; tests of a file that is missing are skipped and name it.
package golden

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"kinetree/tree"
)

// Relative is the accuracy that the figures are compared with, relative to the largest value of a vector: the reference
// is exact to 1e-16, double precision reaches 1e-12 on these robots, and a wrong term shows far above 1e-9.
const Relative = 1e-9

// Absolute replaces Relative for vectors that are zero.
const Absolute = 1e-12

// File is a file of figures. Joint values are keyed by joint name.
type File struct {
	Name       string `json:"-"` // of the file, without its ending
	Robot      string
	Kind       string
	URDF       string
	RootLink   string     `json:"root_link"`
	Gravity    [3]float64 `json:"gravity"`
	JointOrder []string   `json:"joint_order"`
	MassAll    float64    `json:"mass_all"`
	MassMoving float64    `json:"mass_moving"`
	LeafLink   string     `json:"leaf_link"`

	// by joint: m, m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz about the joint's origin
	InertialParameters map[string][]float64 `json:"inertial_parameters"`

	States  []State
	Samples []Sample

	described bool // by this package; otherwise by the file URDF
}

// State is one state of a robot with the results of the algorithms. What is called base is there for a floating base
// only.
type State struct {
	BasePosition []float64 `json:"base_position"`
	BaseQuat     []float64 `json:"base_quat_xyzw"`
	BaseTwist    []float64 `json:"base_twist"`
	BaseForce    []float64 `json:"base_force"`
	BaseAccIn    []float64 `json:"base_acc_in"`
	ABABase      []float64 `json:"aba_base"`
	ABAFextBase  []float64 `json:"aba_fext_base"`
	RNEABase     []float64 `json:"rnea_base"`
	GBase        []float64 `json:"g_base"`
	HBase        []float64 `json:"h_base"`

	Q, Qd, Tau map[string]float64
	QddIn      map[string]float64 `json:"qdd_in"`
	ABA        map[string]float64
	ABAFext    map[string]float64 `json:"aba_fext"`
	RNEA, G, H map[string]float64

	M, C         [][]float64 // rows and columns in the order of joint_order, those of a floating base first
	Minv         [][]float64
	DqddDq       [][]float64 `json:"dqdd_dq"`
	DqddDqd      [][]float64 `json:"dqdd_dqd"`
	Regressor    [][]float64 // rows in the order of joint_order, blocks of ten columns likewise
	LeafVelocity []float64   `json:"leaf_velocity"` // linear, angular; of the leaf link's origin in world-aligned axes
	LeafJacobian [][]float64 `json:"leaf_jacobian"`
	LeafAcc      []float64   `json:"leaf_classical_acceleration"`
	Momentum     []float64   `json:"centroidal_momentum"` // linear, angular about com, of the moving bodies
	COMMoving    [3]float64  `json:"com"`

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

// Vector returns values keyed by joint as a vector in the order of the model's joints, all of which have one
// coordinate, behind those of the base.
func Vector(t testing.TB, m *tree.Model, values map[string]float64, base ...float64) []float64 {
	t.Helper()
	v := slices.Clone(base)
	for _, n := range m.JointNames() {
		x, ok := values[n]
		if !ok {
			t.Fatalf("no figure for joint %s", n)
		}
		v = append(v, x)
	}
	return v
}

// Position returns the position of a state.
func (s *State) Position(t testing.TB, m *tree.Model) []float64 {
	t.Helper()
	return Vector(t, m, s.Q, slices.Concat(s.BasePosition, s.BaseQuat)...)
}

// Velocity returns the velocity of a state.
func (s *State) Velocity(t testing.TB, m *tree.Model) []float64 {
	t.Helper()
	return Vector(t, m, s.Qd, s.BaseTwist...)
}

// Compare fails the test if got differs from the figures, behind those of the base, by more than Relative times their
// largest value.
func Compare(t testing.TB, what string, m *tree.Model, got []float64, figures map[string]float64, base ...float64) {
	t.Helper()
	CompareValues(t, what, got, Vector(t, m, figures, base...))
}

// CompareValues fails the test if got differs from want by more than Relative times its largest value.
func CompareValues(t testing.TB, what string, got, want []float64) {
	t.Helper()
	largest := floats.Norm(want, math.Inf(1))
	limit := Relative * largest
	if largest < Absolute {
		limit = Absolute
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i, x := range want {
		if d := math.Abs(got[i] - x); !(d <= limit) {
			t.Errorf("%s: %v at %d, want %v: off by %.3g, limit %.3g", what, got[i], i, x, d, limit)
		}
	}
}

// CompareMatrix is CompareValues for a matrix of the file's order, given row by row in the order of the model's
// rates; rows of it that are not of a rate (of a Jacobian) are in one order.
func (f *File) CompareMatrix(t testing.TB, what string, m *tree.Model, got []float64, figures [][]float64) {
	t.Helper()
	base := m.NV() - len(f.JointOrder)
	at := func(i int) int { // rate of the model, for one of the file
		if i < base {
			return i
		}
		k, ok := m.Joint(f.JointOrder[i-base])
		if !ok {
			t.Fatalf("no joint %s", f.JointOrder[i-base])
		}
		return m.Joints()[k].V
	}
	ordered, want := make([]float64, 0, len(got)), slices.Concat(figures...)
	for i := range figures {
		row := i
		if len(figures) == m.NV() {
			row = at(i)
		}
		for j := range m.NV() {
			ordered = append(ordered, got[row*m.NV()+at(j)])
		}
	}
	CompareValues(t, what, ordered, want)
}
