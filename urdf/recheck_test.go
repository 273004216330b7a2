package urdf_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kinetree/spatial"
	"kinetree/urdf"
)

// TestRecheck alters links of a robot again and again, to inertias of which many are those of no body, and compares
// what is found with what Check finds in a robot that was made so.
func TestRecheck(t *testing.T) {
	sound, wrong := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := strings.NewReplacer("BODY_B", bodyOf("b", "1", "1 0 0 1 0 1"), "BODY_C", bodyOf("c", "1",
			"1 0 0 1 0 1")).Replace(moving("BODY_B", "BODY_C"))
		robot, diags := urdf.Parse(strings.NewReader(text), "")
		if robot == nil {
			t.Fatal(diags)
		}
		recheck := urdf.NewRecheck(robot)
		for range 5 {
			altered := rapid.SampledFrom([][]int{{1}, {2}, {1, 2}, {0, 2}}).Draw(t, "links")
			for _, i := range altered {
				number := func(name string) float64 {
					return rapid.SampledFrom([]float64{1, 1, 1, 0, 0.5, 2, -1, -1e-9, 1e155, 1e300,
						math.Inf(1)}).Draw(t, name)
				}
				robot.Links[i].Inertial = urdf.NewInertial(number("mass"), [3]float64{number("x"), 0, 1},
					spatial.Sym3{number("xx"), 0, number("yy"), 0, number("yz") / 10, number("zz")})
			}
			got, want := recheck.Links(altered...), robot.Check().Err()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("altered links %v:\n%v\nwant\n%v", altered, got, want)
			}
			if want == nil {
				sound++
				continue
			}
			wrong++
			robot.Links[0].Inertial, robot.Links[2].Inertial = nil, nil
			robot.Links[1].Inertial = urdf.NewInertial(1, [3]float64{}, spatial.Sym3{1, 0, 1, 0, 0, 1})
			if err := recheck.Links(0, 1, 2); err != nil {
				t.Fatal(err)
			}
		}
	})
	if sound < 5 || wrong < 5 {
		t.Errorf("%d robots were sound and %d wrong; expected 5 of each", sound, wrong)
	}
}

// TestClosePrincipalMoments has tensors of known principal moments, in any axes, at and near the limits of the rules,
// which Check has to tell apart.
func TestClosePrincipalMoments(t *testing.T) {
	judged := 0
	rapid.Check(t, func(t *rapid.T) {
		size := math.Pow(10, rapid.Float64Range(-6, 3).Draw(t, "size"))
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		over := rapid.SampledFrom([]float64{-0.5, -1e-3, -1e-7, 0, 1e-8, 1e-5, 1e-3, 0.5}).Draw(t, "over")
		moments := []float64{size * a, size * b, size * (a + b) * (1 + over)}
		slices.Sort(moments)
		excess := moments[2] - moments[0] - moments[1]
		if limit := 1e-6 * moments[2]; excess > limit/2 && excess < 2*limit {
			t.Skip("between the rules")
		}
		axis := func(name string) float64 { return rapid.Float64Range(-3, 3).Draw(t, name) }
		r := spatial.FromRPY(axis("roll"), axis("pitch"), axis("yaw"))
		tensor := spatial.Sym3{moments[0], 0, moments[1], 0, 0, moments[2]}
		tensor = tensor.Rotated(&r)
		robot := &urdf.Robot{Name: "r", Links: []urdf.Link{{Name: "a"}, {Name: "b",
			Inertial: urdf.NewInertial(1, [3]float64{}, tensor)}}, Joints: []urdf.Joint{{Name: "j",
			Type: urdf.Continuous, Parent: "a", Child: "b", Axis: [3]float64{0, 0, 1}}}}
		found := slices.ContainsFunc(robot.Check(), func(d urdf.Diagnostic) bool { return d.Code == "triangle" })
		if judged++; found != (excess > 1e-6*moments[2]+1e-12) {
			t.Fatalf("a body of 1 kg with the moments %v: found at fault: %v", moments, found)
		}
	})
	if judged < 10 {
		t.Errorf("%d tensors were judged; expected 10", judged)
	}
}
