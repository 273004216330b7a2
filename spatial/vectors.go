package spatial

import "github.com/go-gl/mathgl/mgl64"

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
	load(&m.Ang).add(load(&b.Ang)).store(&m.Ang)
	load(&m.Lin).add(load(&b.Lin)).store(&m.Lin)
}

// AddScaled sets m = m + s b.
func (m *Motion) AddScaled(s float64, b *Motion) {
	load(&m.Ang).add(load(&b.Ang).scale(s)).store(&m.Ang)
	load(&m.Lin).add(load(&b.Lin).scale(s)).store(&m.Lin)
}

// SetCross sets m = a × b, the rate of change of the motion b when it is carried along by
// the velocity a:  [ωa × ωb; ωa × vb + va × ωb]. Featherstone 2008, section 2.9.
func (m *Motion) SetCross(a, b *Motion) {
	aw, av := load(&a.Ang), load(&a.Lin)
	bw, bv := load(&b.Ang), load(&b.Lin)
	aw.cross(bw).store(&m.Ang)
	aw.cross(bv).add(av.cross(bw)).store(&m.Lin)
}

// Dot returns m · f, the power of the force f on the motion m.
func (m *Motion) Dot(f *Force) float64 {
	return load(&m.Ang).dot(load(&f.Ang)) + load(&m.Lin).dot(load(&f.Lin))
}

// Add sets f = f + b.
func (f *Force) Add(b *Force) {
	load(&f.Ang).add(load(&b.Ang)).store(&f.Ang)
	load(&f.Lin).add(load(&b.Lin)).store(&f.Lin)
}

// AddScaled sets f = f + s b.
func (f *Force) AddScaled(s float64, b *Force) {
	load(&f.Ang).add(load(&b.Ang).scale(s)).store(&f.Ang)
	load(&f.Lin).add(load(&b.Lin).scale(s)).store(&f.Lin)
}

// SetCross sets f = v ×* b, the rate of change of the force b when it is carried along by
// the velocity v:  [ω × n + v × f; ω × f]. Featherstone 2008, section 2.9.
func (f *Force) SetCross(v *Motion, b *Force) {
	w, l := load(&v.Ang), load(&v.Lin)
	bn, bf := load(&b.Ang), load(&b.Lin)
	w.cross(bn).add(l.cross(bf)).store(&f.Ang)
	w.cross(bf).store(&f.Lin)
}
