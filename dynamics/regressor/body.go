package regressor

import (
	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/vec"
	"kinetree/spatial"
)

// virtualWork sets y such that yᵀ π is the work, on the motion c = [p; s], of the force that a body of the parameters
// π takes to move at the velocity v = [ω; u] with the acceleration a = [ω̇; u̇]. With the acceleration of the origin
// as a point that moves, d = u̇ + ω × u, its moment and force are
//
//	n = Ī ω̇ + ω × Ī ω + m c × d
//	f = m d + ω̇ × m c + ω × (ω × m c)
//
// (Atkeson, An and Hollerbach 1986), and p·n + s·f is
//
//	m s·d + m c·(d × p + s × ω̇ + ω × (ω × s)) + p·Ī ω̇ + (p × ω)·Ī ω.
func virtualWork(y []float64, c, v, a *spatial.Motion) {
	wx, wy, wz := v.Ang[0], v.Ang[1], v.Ang[2]
	ex, ey, ez := a.Ang[0], a.Ang[1], a.Ang[2] // ω̇
	px, py, pz := c.Ang[0], c.Ang[1], c.Ang[2]
	sx, sy, sz := c.Lin[0], c.Lin[1], c.Lin[2]
	dx := a.Lin[0] + float64(wy*v.Lin[2]) - float64(wz*v.Lin[1])
	dy := a.Lin[1] + float64(wz*v.Lin[0]) - float64(wx*v.Lin[2])
	dz := a.Lin[2] + float64(wx*v.Lin[1]) - float64(wy*v.Lin[0])
	along := float64(wx*sx) + float64(wy*sy) + float64(wz*sz) // ω × (ω × s) = ω (ω·s) − s (ω·ω)
	square := float64(wx*wx) + float64(wy*wy) + float64(wz*wz)
	zx, zy, zz := float64(py*wz)-float64(pz*wy), float64(pz*wx)-float64(px*wz), float64(px*wy)-float64(py*wx) // p × ω
	_ = y[Size-1]
	y[0] = float64(sx*dx) + float64(sy*dy) + float64(sz*dz)
	y[1] = float64(dy*pz) - float64(dz*py) + float64(sy*ez) - float64(sz*ey) + float64(wx*along) - float64(sx*square)
	y[2] = float64(dz*px) - float64(dx*pz) + float64(sz*ex) - float64(sx*ez) + float64(wy*along) - float64(sy*square)
	y[3] = float64(dx*py) - float64(dy*px) + float64(sx*ey) - float64(sy*ex) + float64(wz*along) - float64(sz*square)
	y[4] = float64(px*ex) + float64(zx*wx)
	y[5] = float64(px*ey) + float64(py*ex) + float64(zx*wy) + float64(zy*wx)
	y[6] = float64(py*ey) + float64(zy*wy)
	y[7] = float64(px*ez) + float64(pz*ex) + float64(zx*wz) + float64(zz*wx)
	y[8] = float64(py*ez) + float64(pz*ey) + float64(zy*wz) + float64(zz*wy)
	y[9] = float64(pz*ez) + float64(zz*wz)
}

// kineticEnergy sets y such that yᵀ π = ½ vᵀ I v = ½ m u·u + m c·(u × ω) + ½ ω·Ī ω.
func kineticEnergy(y []float64, v *spatial.Motion) {
	w, u := v.Ang, v.Lin
	across := vec.Cross(u, w)
	y[0] = vec.Dot(u, u) / 2
	copy(y[1:4], across[:])
	y[4], y[5], y[6] = w[0]*w[0]/2, float64(w[0]*w[1]), w[1]*w[1]/2
	y[7], y[8], y[9] = float64(w[0]*w[2]), float64(w[1]*w[2]), w[2]*w[2]/2
}

// potentialEnergy sets y such that yᵀ π = −g·(m p + R m c), for the acceleration of free fall g.
func potentialEnergy(y []float64, pose *spatial.Transform, g mgl64.Vec3) {
	y[0] = -vec.Dot(g, pose.P)
	for k := range 3 {
		y[1+k] = -vec.Dot(g, pose.R.Col(k))
	}
	clear(y[4:])
}
