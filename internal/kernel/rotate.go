package kernel

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// Rotate sets m to the motion R m: written in other axes, about the same point.
func Rotate(m *spatial.Motion, r *mgl64.Mat3) {
	w, v := vec.Of(vec.Mul(r, vec.Load(&m.Ang))), vec.Of(vec.Mul(r, vec.Load(&m.Lin)))
	w.Store(&m.Ang)
	v.Store(&m.Lin)
}

// AddRotated sets dst = dst + Rᵀ f: the force f, given in the parent's axes, is added in the child's, about the same
// point.
func AddRotated(dst *spatial.Force, r *mgl64.Mat3, f *spatial.Force) {
	n, l := vec.Of(vec.TMul(r, vec.Load(&f.Ang))), vec.Of(vec.TMul(r, vec.Load(&f.Lin)))
	vec.Load(&dst.Ang).Add(n).Store(&dst.Ang)
	vec.Load(&dst.Lin).Add(l).Store(&dst.Lin)
}
