package tree

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"kinetree/internal/suggest"
	"kinetree/urdf"
)

// WithArmature gives the joint of a name the inertia of its drive as it appears at the joint: that of the rotor about
// its axis times the gear ratio squared (kg m² or kg). It resists each rate of the joint and adds to the diagonal of
// the mass matrix. That the rotor also turns with the link that carries it, which is the gear ratio times less, is
// left out. Source: Featherstone 2008, section 9.6.
func WithArmature(joint string, inertia float64) Option {
	return func(b *builder) { b.armature[joint] = inertia }
}

// Armature returns the inertia of the drives for each rate, Gᵀ J G with v_all = G v, which is diagonal; nil if there
// is none. The slice must not be changed.
func (m *Model) Armature() []float64 { return m.armature }

// checkArmature finds inertias that options give wrongly.
func (b *builder) checkArmature() {
	var moving []string
	for i := range b.robot.Joints {
		j := &b.robot.Joints[i]
		if _, given := b.kinds[j.Name]; given || moves(j) {
			moving = append(moving, j.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.armature)) {
		d := urdf.Diagnostic{Code: "joint-armature", File: b.robot.File, Path: fmt.Sprintf("robot/joint[@name=%q]",
			name)}
		switch x := b.armature[name]; {
		case !slices.Contains(moving, name):
			d.Message = "an armature is given and there is no moving joint of this name" + suggest.Hint(name, moving) +
				"; expected one of " + suggest.List(moving)
		case !(x >= 0) || math.IsInf(x, 1):
			d.Message = fmt.Sprintf("the armature is %v kg m² or kg; expected 0 or more", x)
		default:
			continue
		}
		b.diags = append(b.diags, d)
	}
}

// addArmature takes the inertias of the drives over to the joints and adds them up for each rate.
func (b *builder) addArmature() {
	m := b.model
	for name, x := range b.armature {
		m.joints[m.jointIndex[name]].Armature = x
	}
	m.armature = m.reflected(func(k int) float64 { return m.joints[k].Armature })
}
