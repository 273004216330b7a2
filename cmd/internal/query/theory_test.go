package query_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"kinetree/cmd/internal/query"
	"kinetree/models"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/models/oracle/randrobot"
	"kinetree/sim"
	"kinetree/tree"
	"kinetree/urdf"
)

// matrix is a result with the names of its columns.
type matrix struct {
	Joints []string
	Matrix [][]float64
}

func (m matrix) dense() *mat.Dense {
	return mat.NewDense(len(m.Matrix), len(m.Matrix[0]), slices.Concat(m.Matrix...))
}

// pair is a result of two vectors.
type pair struct{ Linear, Angular []float64 }

// wrench is a result by joint.
type wrench struct{ Force, Moment []float64 }

// theory is all that is asked for here.
type theory struct {
	Error       string
	Christoffel struct {
		Symbols [][][]float64
	}
	Coriolis      matrix `json:"coriolis_matrix"`
	Mass          matrix `json:"mass_matrix"`
	Rate          matrix `json:"mass_matrix_rate"`
	Inverse       matrix `json:"inverse_mass_matrix"`
	Articulated   matrix `json:"articulated_inertia"`
	Momentum      pair
	Generalized   efforts `json:"generalized_momentum"`
	Centroidal    matrix  `json:"centroidal_momentum_matrix"`
	Jacobian      matrix
	JacobianRate  matrix `json:"jacobian_rate"`
	Acceleration  pair
	JointForces   map[string]wrench `json:"joint_forces"`
	Regressor     linear
	ByBody        linear `json:"gravity_by_body"`
	BaseRegressor struct {
		matrix
		Parameters   []string
		Combinations []map[string]float64
		Values       []float64
	} `json:"base_regressor"`
	InverseDynamics efforts `json:"inverse_dynamics"`
	ForwardDynamics struct {
		Acceleration map[string]float64
		Base         map[string][]float64
	} `json:"forward_dynamics"`
}

// efforts is a result by joint and for a floating base.
type efforts struct {
	Effort map[string]float64
	Base   struct{ Force, Moment []float64 }
}

// vector returns the numbers of all rates.
func (e *efforts) vector(m *tree.Model) []float64 {
	x := append(slices.Clone(e.Base.Force), e.Base.Moment...)
	for _, name := range m.JointNames() {
		x = append(x, e.Effort[name])
	}
	return x
}

func ask(t *testing.T, s *query.Solver, request string) (a theory) {
	t.Helper()
	got, ok := s.Answer(nil, []byte(request))
	if err := json.Unmarshal(got, &a); err != nil || !ok {
		t.Fatalf("%s: %s, %v", request, got, err)
	}
	return a
}

func times(a matrix, x []float64) []float64 {
	var y mat.VecDense
	y.MulVec(a.dense(), mat.NewVecDense(len(x), x))
	return y.RawVector().Data
}

// object writes numbers by joint.
func object(m *tree.Model, x []float64) string {
	text, _ := json.Marshal(func() map[string]float64 {
		named := map[string]float64{}
		for i, name := range m.JointNames() {
			named[name] = x[len(x)-len(m.JointNames())+i]
		}
		return named
	}())
	return string(text)
}

// TestTheory checks what the results say of each other, on a fixed and on a floating base: that rows, columns and axes
// are those of the contract. That they are right is for the packages that compute them.
func TestTheory(t *testing.T) {
	arm, err := models.Robot("ur5")
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range [][]tree.Option{nil, {tree.WithFloatingBase()}} {
		m := expect.Model(t, arm, options...)
		s, n := query.New(m, nil, query.Acting{}), m.NV()
		q, v, a := randrobot.Vector(1, 6), randrobot.Vector(2, n), randrobot.Vector(3, n)
		base := ""
		if m.Floating() {
			list := func(x []float64) string { b, _ := json.Marshal(x); return string(b) }
			base = fmt.Sprintf(`,"base":{"orientation":[1,2,3,4],"linear_velocity":%s,"angular_velocity":%s,`+
				`"linear_acceleration":%s,"angular_acceleration":%s}`, list(v[:3]), list(v[3:6]), list(a[:3]),
				list(a[3:6]))
		}
		r := ask(t, s, fmt.Sprintf(`{"want":["christoffel","coriolis_matrix","mass_matrix","mass_matrix_rate",`+
			`"inverse_mass_matrix","momentum","generalized_momentum","centroidal_momentum_matrix","jacobian",`+
			`"jacobian_rate","acceleration","inverse_dynamics","base_regressor","regressor"],"link":"forearm_link",`+
			`"position":%s,"velocity":%s,"acceleration":%s%s}`, object(m, q), object(m, v), object(m, a), base))
		var C, rate, one mat.Dense
		for k, symbols := range r.Christoffel.Symbols {
			var part mat.Dense
			part.Scale(v[k], matrix{Matrix: symbols}.dense())
			if k == 0 {
				C.CloneFrom(&part)
				continue
			}
			C.Add(&C, &part)
		}
		const near = 1e-10 // sums of some ten products of numbers up to 100
		same := func(what string, got, want mat.Matrix) {
			t.Helper()
			if !mat.EqualApprox(got, want, near) {
				t.Errorf("%s: got %v, want %v", what, mat.Formatted(got), mat.Formatted(want))
			}
		}
		same("Σ Γ q̇", &C, r.Coriolis.dense())
		rate.Add(&C, C.T())
		same("C + Cᵀ", r.Rate.dense(), &rate)
		one.Mul(r.Mass.dense(), r.Inverse.dense())
		same("M M⁻¹", &one, mat.NewDiagDense(n, slices.Repeat([]float64{1}, n)))
		expect.Near(t, "A q̇", times(r.Centroidal, v), append(r.Momentum.Linear, r.Momentum.Angular...), near, 1)
		expect.Near(t, "M q̇", times(r.Mass, v), r.Generalized.vector(m), near, 1)
		got := times(r.Jacobian, a)
		for i, x := range times(r.JacobianRate, v) {
			got[i] += x
		}
		expect.Near(t, "J q̈ + J̇ q̇", got, append(r.Acceleration.Linear, r.Acceleration.Angular...), near, 1)
		tau := r.InverseDynamics.vector(m)
		expect.Near(t, "Y β", times(r.BaseRegressor.matrix, r.BaseRegressor.Values), tau, near, 1)
		index := map[string]int{}
		for i, body := range r.Regressor.Bodies {
			for k, name := range []string{"m", "mcx", "mcy", "mcz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"} {
				index[body+"/"+name] = 10*i + k
			}
		}
		for i, name := range r.BaseRegressor.Parameters {
			beta := 0.0
			for other, c := range r.BaseRegressor.Combinations[i] {
				beta += c * r.Regressor.Parameters[index[other]]
			}
			if c := r.BaseRegressor.Combinations[i][name]; c != 1 ||
				math.Abs(beta-r.BaseRegressor.Values[i]) > near {
				t.Errorf("%s: coefficient %v, value %v, want %v", name, c, r.BaseRegressor.Values[i], beta)
			}
		}
	}
}

// TestTheoryOfArm checks figures for the arm of two links, and for the bar with a disc.
func TestTheoryOfArm(t *testing.T) {
	s := query.New(golden.Embedded(t, "rr_arm"), nil, query.Acting{})
	const state = `"position":{"joint1":0.3,"joint2":-0.5},"velocity":{"joint1":0.7,"joint2":0.4}`
	r := ask(t, s, `{"want":["mass_matrix_rate","generalized_momentum","regressor","joint_forces"],`+state+
		`,"reference_velocity":{"joint1":1.1,"joint2":-0.2},"reference_acceleration":{"joint1":0.6,"joint2":-0.9},`+
		`"effort":{"joint1":100,"joint2":-20},"acceleration":{"joint1":7}}`)
	expect.Within(t, "Ṁ", slices.Concat(r.Rate.Matrix...), []float64{9.588510772084, 4.794255386042,
		4.794255386042, 0}, 1e-11)
	expect.Within(t, "p", []float64{r.Generalized.Effort["joint1"], r.Generalized.Effort["joint2"]},
		[]float64{114.991215285067, 40.107694833082}, 1e-11)
	expect.Within(t, "Y π", times(matrix{Matrix: r.Regressor.Matrix}, r.Regressor.Parameters),
		[]float64{989.21885976623, 237.546125025789}, 1e-10)
	reactions := func(f map[string]wrench) []float64 {
		return slices.Concat(f["joint1"].Force, f["joint1"].Moment, f["joint2"].Force, f["joint2"].Moment)
	}
	want := []float64{170.908190197231, 0, 337.212384222990, 0, -100, 0, 14.610981232472, 0, 52.945002809028, 0, 20, 0}
	expect.Within(t, "reactions", reactions(r.JointForces), want, 1e-9)

	// m g times the arm's reach: of both links at the first joint, and of the second link alone at the second.
	r = ask(t, s, `{"want":["gravity_by_body"],`+state+`}`)
	const weight = 50 * 9.81
	first, both := math.Cos(0.3), math.Cos(0.3-0.5)
	expect.Within(t, "gravity by body", slices.Concat(r.ByBody.Matrix...), []float64{0.5 * weight * first,
		weight * (first + 0.5*both), 0, 0.5 * weight * both}, 1e-12)

	// The same accelerations, given, take the same forces.
	r = ask(t, s, `{"want":["forward_dynamics"],`+state+`,"effort":{"joint1":100,"joint2":-20}}`)
	text, _ := json.Marshal(r.ForwardDynamics.Acceleration)
	r = ask(t, s, `{"want":["joint_forces"],`+state+`,"acceleration":`+string(text)+`}`)
	expect.Within(t, "reactions of accelerations", reactions(r.JointForces), want, 1e-9)

	r = ask(t, query.New(golden.Embedded(t, "bar_disc"), nil, query.Acting{}),
		`{"want":["articulated_inertia"],"link":"bar",`+
			`"position":{"bar_joint":0.3,"disc_joint":1}}`)
	inertia := mat.NewDense(6, 6, nil)
	for i, x := range []float64{5, 5, 5, 3.045, 3, 0.045} {
		inertia.Set(i, i, x)
	}
	inertia.Set(0, 4, -3.5)
	inertia.Set(4, 0, -3.5)
	inertia.Set(1, 3, 3.5)
	inertia.Set(3, 1, 3.5)
	expect.Within(t, "articulated inertia", slices.Concat(r.Articulated.Matrix...), inertia.RawMatrix().Data, 1e-13)
}

// TestIncluded checks dampers, springs and friction of a joint that moves 2 kg m², and of one that follows it with
// half its rate and moves 4 kg m²: together 3 kg m². Without being asked for they do not act.
func TestIncluded(t *testing.T) {
	solid := func(name string, inertia float64) urdf.Link {
		return urdf.Link{Name: name, Inertial: &urdf.Inertial{Mass: 1, Inertia: urdf.Tensor{IXX: inertia, IYY: inertia,
			IZZ: inertia}}}
	}
	axis := [3]float64{0, 0, 1}
	m := expect.Model(t, &urdf.Robot{Name: "pair", Links: []urdf.Link{{Name: "base"}, solid("a", 2), solid("b", 4)},
		Joints: []urdf.Joint{
			{Name: "lead", Type: urdf.Revolute, Parent: "base", Child: "a", Axis: axis,
				Limit:    &urdf.Limit{Lower: 5, Upper: 6, Effort: 1, Velocity: 1}, // which have no part in it
				Dynamics: &urdf.Dynamics{Damping: 3, Friction: 2}},
			{Name: "follow", Type: urdf.Continuous, Parent: "base", Child: "b", Axis: axis,
				Dynamics: &urdf.Dynamics{Damping: 4, Friction: 1}, Mimic: &urdf.Mimic{Joint: "lead", Multiplier: -0.5}},
		}})
	s := query.New(m, []sim.JointExtras{{Stiffness: 10, Rest: 0.1}, {}}, query.Acting{})
	for _, c := range []struct {
		include              string
		velocity, effort     float64
		acceleration, torque float64 // of 1 rad/s²
	}{
		{`[]`, 2, 6, 2, 3},
		{`["damping"]`, 2, 6, (6 - 2*(3+4*0.25)) / 3.0, 3 + 8},
		{`["springs"]`, 0, 6, (6 - 10*0.2) / 3.0, 3 + 2},
		{`["friction"]`, 1, 6, (6 - 2.5) / 3.0, 3 + 2.5},
		{`["friction"]`, -1, 6, (6 + 2.5) / 3.0, 3 - 2.5},
		{`["friction"]`, 0, 2.4, 0, 3},              // which friction holds
		{`["friction"]`, 0, 4, (4 - 2.5) / 3.0, 3},  // it slips
		{`["friction"]`, 0, -4, (2.5 - 4) / 3.0, 3}, // either way
		{`["friction","springs","damping"]`, 1, 10, (10 - 2.5 - 2 - 4) / 3.0, 3 + 2.5 + 2 + 4},
	} {
		r := ask(t, s, fmt.Sprintf(`{"want":["forward_dynamics","inverse_dynamics"],"include":%s,`+
			`"velocity":{"lead":%v},"effort":{"lead":%v},"position":{"lead":0.3},"acceleration":{"lead":1}}`,
			c.include, c.velocity, c.effort))
		expect.Within(t, c.include, []float64{r.ForwardDynamics.Acceleration["lead"],
			r.InverseDynamics.Effort["lead"]}, []float64{c.acceleration, c.torque}, 1e-14)
	}
	got, ok := s.Answer(nil, []byte(`{"want":[],"include":["dampng"]}`))
	if want := `include: \"dampng\" (did you mean \"damping\"?); expected some of damping, springs, friction`; ok ||
		!strings.Contains(string(got), want) {
		t.Errorf("got %s", got)
	}
	got, ok = s.Answer(nil, []byte(`{"want":["articulated_inertia"],"link":"a"}`))
	if want := `"articulated_inertia"`; !ok || !strings.Contains(string(got), want) {
		t.Errorf("got %s", got)
	}
	// A wrench about the axis acts as the effort does.
	r := ask(t, s, `{"want":["forward_dynamics"],"include":["friction"],"external":[{"link":"a","moment":[0,0,4]}]}`)
	expect.Within(t, "wrench", []float64{r.ForwardDynamics.Acceleration["lead"]}, []float64{0.5}, 1e-14)
}

// TestTheoryOfStone asks for everything of a robot without moving joints.
func TestTheoryOfStone(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "stone", Links: []urdf.Link{{Name: "a", Inertial: &urdf.Inertial{Mass: 2}}}})
	got, ok := query.New(m, nil, query.Acting{}).Answer(nil,
		[]byte(`{"include":["friction"],"link":"a","want":["forward_dynamics",`+
			`"christoffel","mass_matrix_rate","inverse_mass_matrix","articulated_inertia","momentum",`+
			`"generalized_momentum","centroidal_momentum_matrix","jacobian_rate","acceleration","joint_forces",`+
			`"base_regressor"]}`))
	if !ok || !json.Valid(got) || !strings.Contains(string(got), `"articulated_inertia":{"matrix":[[2,`) {
		t.Errorf("got %s", got)
	}
}
