package query_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"kinetree/cmd/internal/query"
	"kinetree/models/oracle/expect"
	"kinetree/models/oracle/golden"
	"kinetree/tree"
	"kinetree/urdf"
)

// linear is the result of regressor.
type linear struct {
	Joints, Bodies []string
	Matrix         [][]float64
	Parameters     []float64
}

func askRegressor(t *testing.T, s *query.Solver, request string) linear {
	t.Helper()
	got, ok := s.Answer(nil, []byte(request))
	var a struct{ Regressor linear }
	if err := json.Unmarshal(got, &a); err != nil || !ok {
		t.Fatalf("%s, %v", got, err)
	}
	return a.Regressor
}

// TestRegressorGolden compares the matrix and the parameters with the reference figures.
func TestRegressorGolden(t *testing.T) {
	golden.Each(t, func(t *testing.T, f *golden.File, m *tree.Model) {
		if f.InertialParameters == nil {
			t.Skip("no figures of a regressor: the robot floats, or has more than 7 joints")
		}
		s := query.New(m, nil, query.Acting{})
		for _, state := range f.States {
			object := func(values map[string]float64) string {
				text, err := json.Marshal(values)
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			got := askRegressor(t, s, fmt.Sprintf(`{"want":["regressor"],"position":%s,"velocity":%s,"acceleration":`+
				`%s}`,
				object(state.Q), object(state.Qd), object(state.QddIn)))
			// the order of the model is that of the figures
			if !slices.Equal(got.Joints, f.JointOrder) || !slices.Equal(got.Bodies, f.JointOrder) {
				t.Fatalf("joints %v, bodies %v", got.Joints, got.Bodies)
			}
			golden.CompareValues(t, "regressor", slices.Concat(got.Matrix...), slices.Concat(state.Regressor...))
			for k, name := range f.JointOrder {
				golden.CompareValues(t, name, got.Parameters[10*k:10*k+10], f.InertialParameters[name])
			}
		}
	})
}

// TestRegressor checks the regressor against inverse dynamics on a robot whose joints have several coordinates, or
// follow others, on either base.
func TestRegressor(t *testing.T) {
	const request = `{"want":["regressor","inverse_dynamics"],"position":{"slide":[1,2,3],"<turn>":0.4,"fly":[1,2,3,` +
		`4,5,6,7]},"velocity":{"slide":[3,2,1],"<turn>":0.7,"fly":[1,2,3,4,5,6]},` +
		`"acceleration":{"slide":[-1,2,5],"<turn>":2,"fly":[6,5,4,3,2,1]}%s}`
	coordinates := []string{"slide[0]", "slide[1]", "slide[2]", "<turn>", "fly[0]", "fly[1]", "fly[2]", "fly[3]",
		"fly[4]", "fly[5]"}
	bodies := []string{"slide", "<turn>", "follow", "fly"}
	check := func(s *query.Solver, request string, bodies []string, base int) {
		t.Helper()
		got := askRegressor(t, s, request)
		if !slices.Equal(got.Joints, coordinates) || !slices.Equal(got.Bodies, bodies) || len(got.Matrix) != base+10 ||
			len(got.Parameters) != 10*len(bodies) {
			t.Fatalf("joints %v, bodies %v, %d rows, %d parameters", got.Joints, got.Bodies, len(got.Matrix),
				len(got.Parameters))
		}
		var efforts struct {
			Inverse struct {
				Effort struct {
					Slide, Fly []float64
					Turn       float64 `json:"<turn>"`
				}
				Base struct{ Force, Moment []float64 }
			} `json:"inverse_dynamics"`
		}
		text, _ := s.Answer(nil, []byte(request))
		if err := json.Unmarshal(text, &efforts); err != nil {
			t.Fatal(err)
		}
		e := &efforts.Inverse
		want := slices.Concat(e.Base.Force, e.Base.Moment, e.Effort.Slide, []float64{e.Effort.Turn}, e.Effort.Fly)
		for i, row := range got.Matrix {
			sum := 0.0
			for k, x := range row {
				sum += x * got.Parameters[k]
			}
			if math.Abs(sum-want[i]) > 1e-11 { // efforts are up to 1e3
				t.Errorf("row %d: %v, want %v", i, sum, want[i])
			}
		}
	}
	check(robot(t), fmt.Sprintf(request, ""), bodies, 0)
	check(robot(t, tree.WithFloatingBase()), fmt.Sprintf(request, `,"base":{"orientation":[1,2,3,4],`+
		`"linear_velocity":[1,2,3],"angular_velocity":[1,0,2],"linear_acceleration":[2,2,1]}`),
		append([]string{"base"}, bodies...), 6)
}

// TestRegressorStill checks a robot without moving joints.
func TestRegressorStill(t *testing.T) {
	m := expect.Model(t, &urdf.Robot{Name: "stone", Links: []urdf.Link{{Name: "a", Inertial: &urdf.Inertial{Mass: 2}}}})
	got, ok := query.New(m, nil, query.Acting{}).Answer(nil, []byte(`{"want":["regressor"]}`))
	if want := `{"id":null,"regressor":{"joints":[],"bodies":[],"matrix":[],"parameters":[]}}`; !ok ||
		string(got) != want {
		t.Errorf("got %s", got)
	}
}

// TestGravityByBody checks that the parts of all bodies, those that follow others and a floating base included, are the
// efforts that hold the robot, and that no motion changes them.
func TestGravityByBody(t *testing.T) {
	for _, c := range []struct {
		base    string
		bodies  int
		options []tree.Option
	}{{"", 4, nil}, {`,"base":{"orientation":[1,2,3,4],"linear_velocity":[1,2,3]}`, 5,
		[]tree.Option{tree.WithFloatingBase()}}} {
		s := robot(t, c.options...)
		r := ask(t, s, `{"want":["gravity_by_body"],"position":{"slide":[1,2,3],"<turn>":0.4,
			"fly":[1,2,3,4,5,6,7]},"velocity":{"<turn>":3}`+c.base+`}`)
		answer, _ := s.Answer(nil, []byte(`{"want":["gravity"],"position":{"slide":[1,2,3],"<turn>":0.4,
			"fly":[1,2,3,4,5,6,7]}`+c.base+`}`))
		var gravity struct {
			Gravity struct {
				Effort struct {
					Slide, Fly []float64
					Turn       float64 `json:"<turn>"`
				}
				Base struct{ Force, Moment []float64 }
			}
		}
		if err := json.Unmarshal(answer, &gravity); err != nil {
			t.Fatal(err)
		}
		g := &gravity.Gravity
		want := slices.Concat(g.Base.Force, g.Base.Moment, g.Effort.Slide, []float64{g.Effort.Turn}, g.Effort.Fly)
		if len(r.ByBody.Bodies) != c.bodies || len(r.ByBody.Matrix) != len(want) {
			t.Fatalf("bodies %v, %d rows", r.ByBody.Bodies, len(r.ByBody.Matrix))
		}
		for i, row := range r.ByBody.Matrix {
			sum := 0.0
			for _, x := range row {
				sum += x
			}
			if !(math.Abs(sum-want[i]) <= 1e-12*1e3) { // efforts are up to 1e3
				t.Errorf("row %d: %v in all, want %v", i, sum, want[i])
			}
		}
	}
}
