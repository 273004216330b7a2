package tree_test

import (
	"strings"
	"testing"

	"kinetree/models/oracle/golden"
	"kinetree/tree"
)

// TestMisuse makes mistakes of programs: what comes back is a sentence that says what was expected.
func TestMisuse(t *testing.T) {
	m := golden.Embedded(t, "rr_arm")
	q, v := m.Neutral(), make([]float64, m.NV())
	jacobian := make([]float64, 6*m.NV())
	for want, f := range map[string]func(k *tree.Kinematics){
		"expected Update first":             func(k *tree.Kinematics) { k.Pose(1) },
		"an update; expected Update first":  func(k *tree.Kinematics) { k.Jacobian(jacobian, 1, tree.Aligned) },
		"expected UpdateVelocity first":     func(k *tree.Kinematics) { k.Update(q); k.Velocity(1, tree.World) },
		"before an update; expected Update": func(k *tree.Kinematics) { k.JacobianRate(jacobian, 1, tree.World) },
		"; expected UpdateVelocity first": func(k *tree.Kinematics) {
			k.UpdateVelocity(q,
				v)
			k.Update(q)
			k.BiasAcceleration(1, 0)
		},
		"expected UpdateAcceleration first": func(k *tree.Kinematics) {
			k.UpdateVelocity(q,
				v)
			k.ClassicalAcceleration(1)
		},
		"there is no link 99 in the model": func(k *tree.Kinematics) { k.Update(q); k.Pose(99) },
		"there is no link -1 in the model": func(k *tree.Kinematics) { k.Update(q); k.AddWrench(nil, -1, nil) },
		"there is no model; expected one":  func(*tree.Kinematics) { tree.NewKinematics(nil) },
		"no model; expected one made by":   func(*tree.Kinematics) { tree.NewKinematics(&tree.Model{}) },
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.Contains(s, want) {
					t.Errorf("recovered %q, want %q", s, want)
				}
			}()
			f(tree.NewKinematics(m))
		}()
	}
	if _, err := tree.Build(nil); err == nil || !strings.Contains(err.Error(), "there is no robot") {
		t.Errorf("the model of no robot: %v", err)
	}
}
