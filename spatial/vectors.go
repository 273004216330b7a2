package spatial

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
)

// Motion is a spatial motion vector [ω; v]: a velocity (rad/s, m/s) or an acceleration
// (rad/s², m/s²) of a body, taken at the origin of the frame it is written in.
// Featherstone 2008, section 2.2.
type Motion struct{ Ang, Lin mgl64.Vec3 }

// Force is a spatial force vector [n; f]: a wrench (N m, N) or a momentum (N m s, N s),
// with its moment about the origin of the frame it is written in. Featherstone 2008,
// section 2.3.
type Force struct{ Ang, Lin mgl64.Vec3 }

// Add sets m = m + b.
func (m *Motion) Add(b *Motion) {
	vec.Load(&m.Ang).Add(vec.Load(&b.Ang)).Store(&m.Ang)
	vec.Load(&m.Lin).Add(vec.Load(&b.Lin)).Store(&m.Lin)
}

// AddScaled sets m = m + s b.
func (m *Motion) AddScaled(s float64, b *Motion) {
	vec.Load(&m.Ang).Add(vec.Load(&b.Ang).Scale(s)).Store(&m.Ang)
	vec.Load(&m.Lin).Add(vec.Load(&b.Lin).Scale(s)).Store(&m.Lin)
}

// SetCross sets m = a × b, the rate of change of the motion b when it is carried along by
// the velocity a:  [ωa × ωb; ωa × vb + va × ωb]. Featherstone 2008, section 2.9.
func (m *Motion) SetCross(a, b *Motion) {
	aw, av := vec.Load(&a.Ang), vec.Load(&a.Lin)
	bw, bv := vec.Load(&b.Ang), vec.Load(&b.Lin)
	aw.Cross(bw).Store(&m.Ang)
	aw.Cross(bv).Add(av.Cross(bw)).Store(&m.Lin)
}

// Dot returns m · f, the power of the force f on the motion m.
func (m *Motion) Dot(f *Force) float64 {
	return vec.Load(&m.Ang).Dot(vec.Load(&f.Ang)) + vec.Load(&m.Lin).Dot(vec.Load(&f.Lin))
}

// Add sets f = f + b.
func (f *Force) Add(b *Force) {
	vec.Load(&f.Ang).Add(vec.Load(&b.Ang)).Store(&f.Ang)
	vec.Load(&f.Lin).Add(vec.Load(&b.Lin)).Store(&f.Lin)
}

// AddScaled sets f = f + s b.
func (f *Force) AddScaled(s float64, b *Force) {
	vec.Load(&f.Ang).Add(vec.Load(&b.Ang).Scale(s)).Store(&f.Ang)
	vec.Load(&f.Lin).Add(vec.Load(&b.Lin).Scale(s)).Store(&f.Lin)
}

// SetCross sets f = v ×* b, the rate of change of the force b when it is carried along by
// the velocity v:  [ω × n + v × f; ω × f]. Featherstone 2008, section 2.9.
func (f *Force) SetCross(v *Motion, b *Force) {
	w, l := vec.Load(&v.Ang), vec.Load(&v.Lin)
	bn, bf := vec.Load(&b.Ang), vec.Load(&b.Lin)
	w.Cross(bn).Add(l.Cross(bf)).Store(&f.Ang)
	w.Cross(bf).Store(&f.Lin)
}
