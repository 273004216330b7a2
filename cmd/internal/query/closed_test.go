package query_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/cmd/internal/query"
	"kinetree/dynamics/constraint"
	"kinetree/models"
	"kinetree/sim"
	"kinetree/tree"
)

// closed is the part of an answer that these tests read.
type closed struct {
	Error string
	State struct {
		Position, Velocity map[string]any
		Base               map[string][]float64
	}
	Forward struct {
		Acceleration, Effort map[string]float64
	} `json:"forward_dynamics"`
	Inverse struct {
		Effort map[string]float64
	} `json:"inverse_dynamics"`
	Constraint map[string]struct {
		Force, Moment []float64
		Multiplier    float64
	} `json:"constraint_forces"`
	Joint map[string]struct{ Force, Moment []float64 } `json:"joint_forces"`
	Free  struct {
		Rows, Basis [][]float64
		Mass        [][]float64 `json:"mass_matrix"`
	} `json:"constraint_null_space"`
}

// asked returns the answer to a request.
func asked(t *testing.T, s *query.Solver, request string) (c closed) {
	t.Helper()
	answer, _ := s.Answer(nil, []byte(request))
	if err := json.Unmarshal(answer, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// fourBar returns the solver of the four-bar linkage in the vertical plane, y up.
func fourBar(t *testing.T, elements ...sim.ForceElement) *query.Solver {
	t.Helper()
	m := built(t, "four_bar", tree.WithGravity(mgl64.Vec3{0, -9.81, 0}))
	link := func(name string) int {
		l, _ := m.Link(name)
		return l
	}
	return query.New(m, nil, query.Acting{Elements: elements,
		Constraints: []constraint.Constraint{&constraint.Ball{Name: "closure", Links: [2]constraint.Anchor{
			{Link: link("coupler"), At: mgl64.Vec3{0.8}}, {Link: link("rocker"), At: mgl64.Vec3{0.6}}}}}})
}

func built(t *testing.T, name string, options ...tree.Option) *tree.Model {
	t.Helper()
	source, err := models.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := tree.Build(source.Robot, options...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestConstraintForces checks the four-bar linkage with figures of its equations in minimal coordinates, to twelve
// digits: crank angle 1, rate 2, 2 N m on the crank. The force of the rocker on the coupler is opposite to that on the
// second link of the constraint, the rocker.
func TestConstraintForces(t *testing.T) {
	c := asked(t, fourBar(t), `{"want": ["state", "forward_dynamics", "constraint_forces", "joint_forces"],
		"position": {"crank_joint": 1}, "velocity": {"crank_joint": 2}, "effort": {"crank_joint": 2}}`)
	near := func(what string, got, want float64) {
		t.Helper()
		if !(math.Abs(got-want) <= 2e-12) {
			t.Errorf("%s: %v; expected %v", what, got, want)
		}
	}
	if c.State.Position["crank_joint"] != 1.0 || c.State.Velocity["crank_joint"] != 2.0 {
		t.Errorf("the crank is at %v, %v; expected what was given", c.State.Position, c.State.Velocity)
	}
	crank := c.Forward.Acceleration["crank_joint"]
	near("crank", crank, -4.404918144010)
	near("coupler", crank+c.Forward.Acceleration["coupler_joint"], 2.203383025644)
	near("rocker", c.Forward.Acceleration["rocker_joint"], 0.770577648058)
	f := c.Constraint["closure"].Force
	near("force x", -f[0], -0.240209083543)
	near("force y", -f[1], 9.051528835558)
	near("the crank's joint carries the effort alone", c.Joint["crank_joint"].Moment[2], 2)
	near("the rocker's joint carries none", c.Joint["rocker_joint"].Moment[2], 0)
}

// TestClosedRequests checks which state is answered for, force elements, and what there is no answer to.
func TestClosedRequests(t *testing.T) {
	// A spring of 100 N/m without a length of its own from the world, 0.7 m above the crank's tip: 70 N along y.
	const angle = 0.5
	spring := &sim.LineSpring{Links: [2]int{-1, 1}, Stiffness: 100,
		At: [2]mgl64.Vec3{{0.3 * math.Cos(angle), 0.3*math.Sin(angle) + 0.7, 0}, {0.3, 0, 0}}}
	s := fourBar(t, spring)
	held := fmt.Sprintf(`"position": {"crank_joint": %v}`, angle)
	without := asked(t, s, `{"want": ["forward_dynamics", "constraint_forces"], `+held+`}`)
	with := asked(t, s, `{"want": ["forward_dynamics", "constraint_forces"], "include": ["force_elements"], `+held+`}`)
	pushed := asked(t, s, `{"want": ["forward_dynamics", "constraint_forces"], `+held+
		`, "external": [{"link": "coupler", "force": [0, 70, 0]}]}`) // at the origin of the coupler, which is the tip
	for joint, a := range with.Forward.Acceleration {
		if p := pushed.Forward.Acceleration[joint]; !(math.Abs(a-p) <= 1e-12*math.Abs(p)) {
			t.Errorf("%s: %v with the spring and %v with its force; expected the same", joint, a, p)
		}
	}
	if math.Abs(with.Constraint["closure"].Force[1]-without.Constraint["closure"].Force[1]) < 1e-3 {
		t.Error("the spring changes nothing")
	}

	moves := asked(t, s, `{"want": ["state"], "position": {"crank_joint": 1, "coupler_joint": 3, "rocker_joint": 0}}`)
	if moves.State.Position["crank_joint"] == 1.0 {
		t.Error("angles that do not close stay as they are")
	}
	for request, part := range map[string]string{
		`{"want": ["derivatives"]}`:                                      "has constraints",
		`{"want": ["joint_forces"], "acceleration": {"crank_joint": 1}}`: "expected efforts",
	} {
		if c := asked(t, s, request); !strings.Contains(c.Error, part) {
			t.Errorf("%s: %q; expected %q", request, c.Error, part)
		}
	}
	bare := query.New(built(t, "pendulum"), nil, query.Acting{})
	for _, want := range []string{"constraint_forces", "constraint_null_space"} {
		if c := asked(t, bare, `{"want": ["`+want+`"]}`); !strings.Contains(c.Error, "no constraints") {
			t.Errorf("%s: %q; expected an error", want, c.Error)
		}
	}
}

// TestGearedRequests checks a row on rates: the joints of an arm that a gear couples move as one, with the inertia
// M11 + M12 r + ..., reflected, and the multiplier is what the first joint lacks of its equation.
func TestGearedRequests(t *testing.T) {
	m := built(t, "rr_arm")
	const ratio = -2.5
	s := query.New(m, nil, query.Acting{Constraints: []constraint.Constraint{&constraint.Gear{Name: "gear",
		Joints: [2]int{0, 1}, Ratio: ratio}}})
	q := `"position": {"joint2": 0.4}, "velocity": {"joint2": 1}`
	names := m.JointNames()
	q = strings.ReplaceAll(q, "joint2", names[1])
	c := asked(t, s, `{"want": ["state", "forward_dynamics", "constraint_forces"], `+q+`}`)
	a := [2]float64{c.Forward.Acceleration[names[0]], c.Forward.Acceleration[names[1]]}
	if x := c.State.Position[names[0]].(float64); math.Abs(x-0.4*ratio) > 1e-15 {
		t.Errorf("the first joint is at %v; expected %v", x, 0.4*ratio)
	}
	if math.Abs(a[0]-ratio*a[1]) > 1e-12*math.Abs(a[0]) {
		t.Errorf("accelerations %v; expected the ratio %v", a, ratio)
	}
	tree := asked(t, query.New(m, nil, query.Acting{}), fmt.Sprintf(`{"want": ["inverse_dynamics"],
		"position": {%q: %v, %q: 0.4}, "velocity": {%q: %v, %q: 1}, "acceleration": {%q: %v, %q: %v}}`, names[0],
		0.4*ratio, names[1], names[0], ratio, names[1], names[0], a[0], names[1], a[1]))
	l := c.Constraint["gear"].Multiplier
	for i, want := range []float64{l, -ratio * l} { // efforts Aᵀ λ of the row (1, −ratio)
		if x := tree.Inverse.Effort[names[i]]; math.Abs(x-want) > 1e-10 {
			t.Errorf("joint %d needs %v; expected %v of the multiplier", i, x, want)
		}
	}
}

// TestRollingRequests checks a disc of a floating base: at rest the plane bears its weight.
func TestRollingRequests(t *testing.T) {
	m := built(t, "disc")
	l, _ := m.Link("disc")
	s := query.New(m, nil, query.Acting{Constraints: []constraint.Constraint{&constraint.Rolling{Name: "floor",
		Link: constraint.Anchor{Link: l}, Plane: constraint.Anchor{Link: constraint.World},
		Normal: mgl64.Vec3{0, 0, 1}, Axis: mgl64.Vec3{0, 1, 0}, Radius: 0.5}}})
	c := asked(t, s, `{"want": ["state", "constraint_forces"], "position": {"z": 0.5}}`)
	const mass = 1
	if f := c.Constraint["floor"].Force; len(f) != 3 || math.Abs(f[2]-9.81*mass) > 1e-12*mass {
		t.Errorf("force %v; expected the weight of %v kg", f, mass)
	}
	if c.Error != "" {
		t.Error(c.Error)
	}
}

// TestConstraintNullSpace checks the motion that a four-bar linkage can make with the rates of its angles, and the mass
// of this motion with twice the energy of its three thin rods.
func TestConstraintNullSpace(t *testing.T) {
	c := asked(t, fourBar(t), `{"want": ["state", "constraint_null_space"], "position": {"crank_joint": 1}}`)
	if c.Error != "" {
		t.Fatal(c.Error)
	}
	at := func(joint string) float64 { return c.State.Position[joint].(float64) }
	crank, rocker := at("crank_joint"), at("rocker_joint")
	coupler := crank + at("coupler_joint")
	const a, b, r = 0.3, 0.8, 0.6
	w2 := a / b * math.Sin(rocker-crank) / math.Sin(coupler-rocker) // for a rate of 1 of the crank
	w3 := a / r * math.Sin(crank-coupler) / math.Sin(rocker-coupler)
	motion := []float64{1, w2 - 1, w3}
	const m1, m2, m3 = 1, 2, 1.5
	twice := m1*a*a/3 + m2*(a*a+b*b/3*w2*w2+a*b*w2*math.Cos(crank-coupler)) + m3*r*r/3*w3*w3
	square := motion[0]*motion[0] + motion[1]*motion[1] + motion[2]*motion[2]
	if len(c.Free.Basis) != 3 || len(c.Free.Basis[0]) != 1 || len(c.Free.Mass) != 1 {
		t.Fatalf("%+v; expected a motion of three rates", c.Free)
	}
	const small = 1e-12 // of the assembly
	for i, x := range motion {
		if got := c.Free.Basis[i][0] / c.Free.Basis[0][0]; !(math.Abs(got-x) <= small) {
			t.Errorf("rate %d: %v of the crank's; expected %v", i, got, x)
		}
	}
	if got, want := c.Free.Mass[0][0], twice/square; !(math.Abs(got-want) <= small) {
		t.Errorf("a mass of %v; expected %v", got, want)
	}
	for r, row := range c.Free.Rows {
		sum := 0.0
		for i, x := range row {
			sum += x * motion[i]
		}
		if !(math.Abs(sum) <= small) {
			t.Errorf("row %d: %v of the motion; expected 0", r, sum)
		}
	}
	if len(c.Free.Rows) != 3 {
		t.Errorf("%d rows; expected those of a point", len(c.Free.Rows))
	}
}

// TestNothingFree checks a robot that its constraints leave no motion.
func TestNothingFree(t *testing.T) {
	m := built(t, "pendulum")
	s := query.New(m, nil, query.Acting{Constraints: []constraint.Constraint{&constraint.Prescribed{
		Motion: func(float64) (x, v, a float64) { return 0, 0, 0 }}}})
	answer, _ := s.Answer(nil, []byte(`{"want": ["constraint_null_space"]}`))
	const want = `{"id":null,"constraint_null_space":{"joints":["hinge"],"rows":[[1]],"basis":[[]],"mass_matrix":[]}}`
	if string(answer) != want {
		t.Errorf("got  %s\nwant %s", answer, want)
	}
}

// TestPrescribedRequests checks an arm whose first joint moves as given, and the second under its effort, by
//
//	M22 a2 = effort2 - h2 - g2 - M21 a1,
//
// and the effort of the first joint by inverse dynamics. The next request is free again.
func TestPrescribedRequests(t *testing.T) {
	s := query.New(built(t, "rr_arm"), nil, query.Acting{})
	const state = `"position":{"joint1":0.3,"joint2":-0.5},"velocity":{"joint1":0.7,"joint2":0.4},`
	const a1, effort = 1.5, -20.0
	const request = `{"want":["forward_dynamics"],` + state + `"acceleration":{"joint1":1.5},"effort":{"joint2":-20}`
	free := asked(t, s, request+`}`)
	c := asked(t, s, request+`,"prescribed":["joint1"]}`)
	if c.Error != "" {
		t.Fatal(c.Error)
	}
	M22, M21 := 10+50*0.25, 10+50*(0.25+0.5*math.Cos(0.5))
	h2, g2 := 25*math.Sin(-0.5)*0.7*0.7, 25*9.81*math.Cos(0.3-0.5)
	const small = 1e-10 // efforts are up to 1e3
	if got, want := c.Forward.Acceleration["joint2"], (effort-h2-g2-M21*a1)/M22; !(math.Abs(got-want) <= small) {
		t.Errorf("%v; expected %v", got, want)
	}
	if got := c.Forward.Acceleration["joint1"]; !(math.Abs(got-a1) <= small) {
		t.Errorf("%v of the prescribed joint; expected %v", got, a1)
	}
	inverse := asked(t, s, fmt.Sprintf(`{"want":["inverse_dynamics"],`+state+
		`"acceleration":{"joint1":%v,"joint2":%v}}`, a1, c.Forward.Acceleration["joint2"]))
	if got, want := c.Forward.Effort["joint1"], inverse.Inverse.Effort["joint1"]; !(math.Abs(got-want) <= small) {
		t.Errorf("an effort of %v; expected %v", got, want)
	}
	// The same without efforts, as what the joint bears about its axis −y.
	borne := asked(t, s, `{"want":["forward_dynamics","joint_forces"],`+state+
		`"acceleration":{"joint1":1.5},"prescribed":["joint1"]}`)
	got, want := -borne.Joint["joint1"].Moment[1], borne.Forward.Effort["joint1"]
	if !(math.Abs(got-want) <= small) || borne.Error != "" {
		t.Errorf("a moment of %v; expected the effort %v %s", got, want, borne.Error)
	}
	again := asked(t, s, request+`}`)
	if again.Forward.Acceleration["joint2"] != free.Forward.Acceleration["joint2"] || again.Forward.Effort != nil {
		t.Errorf("%+v; expected %+v", again.Forward, free.Forward)
	}
}
