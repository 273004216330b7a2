package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/models/oracle/golden"
	"kinetree/spatial"
	"kinetree/tree"
)

// request and result are what goes in and out, for JSON.
type request struct {
	ID           int                  `json:"id"`
	Position     map[string]float64   `json:"position,omitempty"`
	Velocity     map[string]float64   `json:"velocity,omitempty"`
	Acceleration map[string]float64   `json:"acceleration,omitempty"`
	Effort       map[string]float64   `json:"effort,omitempty"`
	External     []wrench             `json:"external,omitempty"`
	Base         map[string][]float64 `json:"base,omitempty"`
	Link         string               `json:"link,omitempty"`
	Want         []string             `json:"want"`
}

type wrench struct {
	Link   string    `json:"link"`
	Force  []float64 `json:"force"`
	Moment []float64 `json:"moment"`
}

type result struct {
	ID              int
	Error           string
	ForwardDynamics struct {
		Acceleration map[string]float64
		Base         map[string][]float64
	} `json:"forward_dynamics"`
	InverseDynamics effortResult `json:"inverse_dynamics"`
	Gravity, Bias   effortResult
	MassMatrix      matrixResult `json:"mass_matrix"`
	CoriolisMatrix  matrixResult `json:"coriolis_matrix"`
	Energy          struct{ Kinetic, Potential float64 }
	COM             struct {
		Mass     float64
		Position []float64
	}
	Frames   map[string]struct{ Position, Orientation []float64 }
	Jacobian matrixResult
	Velocity struct{ Linear, Angular []float64 }

	Derivatives struct {
		Joints   []string
		ByQ      [][]float64 `json:"dacceleration_dposition"`
		ByQd     [][]float64 `json:"dacceleration_dvelocity"`
		ByEffort [][]float64 `json:"dacceleration_deffort"`
	}
}

type effortResult struct {
	Effort map[string]float64
	Base   map[string][]float64
}

type matrixResult struct {
	Joints []string
	Matrix [][]float64
}

// ask runs the command on requests and returns the results.
func ask(t *testing.T, args []string, requests ...request) []result {
	t.Helper()
	var in, out, stderr bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, r := range requests {
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	if code := run(append([]string{"dynamics"}, args...), &in, &out, &stderr); code != done {
		t.Fatalf("exit status %d: %s%s", code, stderr.String(), out.String())
	}
	var results []result
	dec := json.NewDecoder(&out)
	dec.DisallowUnknownFields()
	for dec.More() {
		var r result
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	if len(results) != len(requests) {
		t.Fatalf("%d results for %d requests", len(results), len(requests))
	}
	for i, r := range results {
		if r.ID != requests[i].ID || r.Error != "" {
			t.Fatalf("result %d: id %d, error %q", i, r.ID, r.Error)
		}
	}
	return results
}

// TestGoldenDynamics asks for everything in all states of the reference figures.
func TestGoldenDynamics(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) { goldenDynamics(t, f, m, f.Path(t)) })
}

func goldenDynamics(t *testing.T, f *golden.File, m *tree.Model, file string) {
	all := []string{"forward_dynamics", "inverse_dynamics", "gravity", "bias", "mass_matrix", "coriolis_matrix",
		"energy", "com", "frames", "jacobian",
		"velocity", "derivatives"}
	args := []string{file, "--ignore-mimic", "--gravity", fmt.Sprintf("%v,%v,%v", f.Gravity[0], f.Gravity[1],
		f.Gravity[2])}
	floating := f.Kind == "freeflyer"
	if floating {
		args = append(args, "--base", "floating")
	}
	var requests []request
	for i, s := range f.States {
		r := request{ID: 2 * i, Position: s.Q, Velocity: s.Qd, Acceleration: s.QddIn, Effort: s.Tau, Link: f.LeafLink,
			Want: all}
		if floating {
			r.Base = map[string][]float64{"position": s.BasePosition, "orientation": s.BaseQuat,
				"linear_velocity": s.BaseTwist[:3], "angular_velocity": s.BaseTwist[3:], "force": s.BaseForce[:3],
				"moment":              s.BaseForce[3:],
				"linear_acceleration": s.BaseAccIn[:3], "angular_acceleration": s.BaseAccIn[3:]}
		}
		pushed := r
		pushed.ID++
		pushed.External = []wrench{{f.LeafLink, []float64{1, 2, 3}, []float64{0.1, 0.2, 0.3}}}
		pushed.Want = []string{"forward_dynamics", "inverse_dynamics", "bias"}
		requests = append(requests, r, pushed)
	}
	results := ask(t, args, requests...)
	for i, s := range f.States {
		what := func(name string) string { return fmt.Sprintf("%s, state %d: %s", f.Robot, i, name) }
		r, pushed := results[2*i], results[2*i+1]
		compare := func(name string, got map[string]float64, base map[string][]float64, keys [2]string,
			want map[string]float64, wantBase []float64) {
			t.Helper()
			golden.Compare(t, what(name), m, golden.Vector(t, m, got, slices.Concat(base[keys[0]], base[keys[1]])...),
				want, wantBase...)
			if len(got) != len(f.JointOrder) || floating != (base != nil) {
				t.Errorf("%s: %d joints, base %v", what(name), len(got), base)
			}
		}
		accelerations, forces := [2]string{"linear_acceleration", "angular_acceleration"}, [2]string{"force", "moment"}
		compare("forward_dynamics", r.ForwardDynamics.Acceleration, r.ForwardDynamics.Base, accelerations, s.ABA,
			s.ABABase)
		compare("forward_dynamics, pushed", pushed.ForwardDynamics.Acceleration, pushed.ForwardDynamics.Base,
			accelerations, s.ABAFext, s.ABAFextBase)
		compare("inverse_dynamics", r.InverseDynamics.Effort, r.InverseDynamics.Base, forces, s.RNEA, s.RNEABase)
		compare("gravity", r.Gravity.Effort, r.Gravity.Base, forces, s.G, s.GBase)
		compare("bias", r.Bias.Effort, r.Bias.Base, forces, s.H, s.HBase)

		if !slices.Equal(r.MassMatrix.Joints, m.JointNames()) || !slices.Equal(r.Jacobian.Joints, m.JointNames()) {
			t.Errorf("%s: %v", what("joints"), r.MassMatrix.Joints)
		}
		f.CompareMatrix(t, what("mass_matrix"), m, slices.Concat(r.MassMatrix.Matrix...), s.M)
		f.CompareMatrix(t, what("coriolis_matrix"), m, slices.Concat(r.CoriolisMatrix.Matrix...), s.C)
		if d := &r.Derivatives; s.DqddDq != nil {
			f.CompareMatrix(t, what("dacceleration_dposition"), m, slices.Concat(d.ByQ...), s.DqddDq)
			f.CompareMatrix(t, what("dacceleration_dvelocity"), m, slices.Concat(d.ByQd...), s.DqddDqd)
			f.CompareMatrix(t, what("dacceleration_deffort"), m, slices.Concat(d.ByEffort...), s.Minv)
		} else if len(d.ByQ) != m.NV() || len(d.ByEffort) != m.NV() {
			t.Errorf("%s: %d and %d rows", what("derivatives"), len(d.ByQ), len(d.ByEffort))
		}
		f.CompareMatrix(t, what("jacobian"), m, slices.Concat(r.Jacobian.Matrix...), s.LeafJacobian)
		golden.CompareValues(t, what("velocity"), slices.Concat(r.Velocity.Linear, r.Velocity.Angular), s.LeafVelocity)
		golden.CompareValues(t, what("kinetic energy"), []float64{r.Energy.Kinetic}, []float64{s.KineticEnergy})
		golden.CompareValues(t, what("potential energy"), []float64{r.Energy.Potential}, []float64{s.PotentialEnergy})
		golden.CompareValues(t, what("mass"), []float64{r.COM.Mass}, []float64{f.MassAll})
		golden.CompareValues(t, what("com"), r.COM.Position, s.COM[:])

		// Wrenches act in inverse dynamics and in the bias as −Jᵀ f.
		f6 := []float64{1, 2, 3, 0.1, 0.2, 0.3}
		free, held := golden.Vector(t, m, r.InverseDynamics.Effort), golden.Vector(t, m, pushed.InverseDynamics.Effort)
		freeBias, heldBias := golden.Vector(t, m, r.Bias.Effort), golden.Vector(t, m, pushed.Bias.Effort)
		for k := range free {
			want := 0.0
			for row := range f6 {
				want -= r.Jacobian.Matrix[row][m.NV()-len(free)+k] * f6[row]
			}
			if math.Abs(held[k]-free[k]-want) > 1e-9 || math.Abs(heldBias[k]-freeBias[k]-want) > 1e-9 {
				t.Errorf("%s: joint %d takes %v and %v, want %v", what("wrench"), k, held[k]-free[k],
					heldBias[k]-freeBias[k], want)
			}
		}
		if len(r.Frames) != len(m.Links()) {
			t.Errorf("%s: %d of %d links", what("frames"), len(r.Frames), len(m.Links()))
		}
		comparePoses(t, what("frames"), &r, s.Poses)
	}
}

// comparePoses compares poses with the tolerance that the README of the figures asks for.
func comparePoses(t *testing.T, what string, r *result, poses map[string][16]float64) {
	t.Helper()
	for link, want := range poses {
		got := r.Frames[link]
		if len(got.Position) != 3 || len(got.Orientation) != 4 {
			t.Errorf("%s: no pose of %s", what, link)
			continue
		}
		turn := rotationOf(got.Orientation)
		for row := range 3 {
			for column := range 3 {
				if d := math.Abs(turn.At(row, column) - want[4*row+column]); !(d <= 1e-10) {
					t.Errorf("%s: the rotation of %s is off by %v", what, link, d)
				}
			}
			if d := math.Abs(got.Position[row] - want[4*row+3]); !(d <= 1e-10) {
				t.Errorf("%s: the position of %s is off by %v", what, link, d)
			}
		}
	}
}

// rotationOf returns the rotation of a quaternion x, y, z, w.
func rotationOf(q []float64) mgl64.Mat3 {
	return spatial.FromQuaternion(mgl64.Quat{W: q[3], V: mgl64.Vec3(q[:3])})
}
