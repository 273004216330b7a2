package regressor

import (
	"github.com/go-gl/mathgl/mgl64"

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
	dx := a.Lin[0] + wy*v.Lin[2] - wz*v.Lin[1]
	dy := a.Lin[1] + wz*v.Lin[0] - wx*v.Lin[2]
	dz := a.Lin[2] + wx*v.Lin[1] - wy*v.Lin[0]
	along, square := wx*sx+wy*sy+wz*sz, wx*wx+wy*wy+wz*wz // ω × (ω × s) = ω (ω·s) − s (ω·ω)
	zx, zy, zz := py*wz-pz*wy, pz*wx-px*wz, px*wy-py*wx   // p × ω
	_ = y[Size-1]
	y[0] = sx*dx + sy*dy + sz*dz
	y[1] = dy*pz - dz*py + sy*ez - sz*ey + wx*along - sx*square
	y[2] = dz*px - dx*pz + sz*ex - sx*ez + wy*along - sy*square
	y[3] = dx*py - dy*px + sx*ey - sy*ex + wz*along - sz*square
	y[4] = px*ex + zx*wx
	y[5] = px*ey + py*ex + zx*wy + zy*wx
	y[6] = py*ey + zy*wy
	y[7] = px*ez + pz*ex + zx*wz + zz*wx
	y[8] = py*ez + pz*ey + zy*wz + zz*wy
	y[9] = pz*ez + zz*wz
}

// kineticEnergy sets y such that yᵀ π = ½ vᵀ I v = ½ m u·u + m c·(u × ω) + ½ ω·Ī ω.
func kineticEnergy(y []float64, v *spatial.Motion) {
	w, u := v.Ang, v.Lin
	across := u.Cross(w)
	y[0] = u.Dot(u) / 2
	copy(y[1:4], across[:])
	y[4], y[5], y[6] = w[0]*w[0]/2, w[0]*w[1], w[1]*w[1]/2
	y[7], y[8], y[9] = w[0]*w[2], w[1]*w[2], w[2]*w[2]/2
}

// potentialEnergy sets y such that yᵀ π = −g·(m p + R m c), for the acceleration of free fall g.
func potentialEnergy(y []float64, pose *spatial.Transform, g mgl64.Vec3) {
	y[0] = -g.Dot(pose.P)
	for k := range 3 {
		y[1+k] = -g.Dot(pose.R.Col(k))
	}
	clear(y[4:])
}
