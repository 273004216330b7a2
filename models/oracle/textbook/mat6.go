// Package textbook computes the dynamics of a robot as books print it: plain 6x6 matrices in link frames, one
// body per link, fixed joints as joints without a degree of freedom. It is slow, shares no code with the
// algorithms of kinetree, and is their oracle in tests. Source: Featherstone, "Rigid Body Dynamics
// Algorithms", 2008, chapter 2 and tables 5.1 and 7.1.
package textbook

import "math"

// Vec3, Mat3, Vec6 and Mat6 are indexed by row, then column. Spatial vectors have the angular part first.
type (
	Vec3 [3]float64
	Mat3 [3][3]float64
	Vec6 [6]float64
	Mat6 [6][6]float64
)

// Rotation returns Rz(yaw) Ry(pitch) Rx(roll).
func Rotation(roll, pitch, yaw float64) Mat3 {
	return AxisAngle(Vec3{0, 0, 1}, yaw).Mul(AxisAngle(Vec3{0, 1, 0}, pitch)).Mul(AxisAngle(Vec3{1, 0, 0}, roll))
}

// AxisAngle returns Rodrigues' rotation about a unit axis: 1 + sin [a]× + (1 − cos) [a]×².
func AxisAngle(a Vec3, angle float64) Mat3 {
	k := Skew(a)
	kk := k.Mul(k)
	var r Mat3
	for i := range 3 {
		for j := range 3 {
			r[i][j] = math.Sin(angle)*k[i][j] + (1-math.Cos(angle))*kk[i][j]
		}
		r[i][i]++
	}
	return r
}

// Skew returns [a]×.
func Skew(a Vec3) Mat3 {
	return Mat3{{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}}
}

// Mul returns a b.
func (a Mat3) Mul(b Mat3) Mat3 {
	var c Mat3
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// MulVec returns a v.
func (a Mat3) MulVec(v Vec3) Vec3 {
	var w Vec3
	for i := range 3 {
		for j := range 3 {
			w[i] += a[i][j] * v[j]
		}
	}
	return w
}

// T returns aᵀ.
func (a Mat3) T() Mat3 {
	var t Mat3
	for i := range 3 {
		for j := range 3 {
			t[j][i] = a[i][j]
		}
	}
	return t
}

// Add returns a + b.
func (a Vec3) Add(b Vec3) Vec3 { return Vec3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// blocks returns the matrix [a b; c d].
func blocks(a, b, c, d Mat3) Mat6 {
	var m Mat6
	for i := range 3 {
		for j := range 3 {
			m[i][j], m[i][j+3] = a[i][j], b[i][j]
			m[i+3][j], m[i+3][j+3] = c[i][j], d[i][j]
		}
	}
	return m
}

func (a Mat3) scale(s float64) Mat3 {
	for i := range 3 {
		for j := range 3 {
			a[i][j] *= s
		}
	}
	return a
}

func (a Mat3) add(b Mat3) Mat3 {
	for i := range 3 {
		for j := range 3 {
			a[i][j] += b[i][j]
		}
	}
	return a
}

// MotionTransform returns X, which takes motions from a parent frame to a child frame with the pose r, p in it:
// [Rᵀ 0; −Rᵀ[p]× Rᵀ].
func MotionTransform(r Mat3, p Vec3) Mat6 {
	e := r.T()
	return blocks(e, Mat3{}, e.Mul(Skew(p)).scale(-1), e)
}

// CrossMotion returns the matrix v×.
func CrossMotion(v Vec6) Mat6 {
	w, l := Skew(Vec3(v[:3])), Skew(Vec3(v[3:]))
	return blocks(w, Mat3{}, l, w)
}

// CrossForce returns the matrix v×* = −(v×)ᵀ.
func CrossForce(v Vec6) Mat6 { return CrossMotion(v).T().Scale(-1) }

// RigidInertia returns the spatial inertia of a mass m with its centre at c and the tensor ic about the centre.
func RigidInertia(m float64, c Vec3, ic Mat3) Mat6 {
	mc := Skew(c).scale(m)
	about := ic.add(mc.Mul(Skew(c).T()))
	return blocks(about, mc, mc.T(), Mat3{{m, 0, 0}, {0, m, 0}, {0, 0, m}})
}

// Mul returns a b.
func (a Mat6) Mul(b Mat6) Mat6 {
	var c Mat6
	for i := range 6 {
		for j := range 6 {
			for k := range 6 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

// MulVec returns a v.
func (a Mat6) MulVec(v Vec6) Vec6 {
	var w Vec6
	for i := range 6 {
		for j := range 6 {
			w[i] += a[i][j] * v[j]
		}
	}
	return w
}

// T returns aᵀ.
func (a Mat6) T() Mat6 {
	var t Mat6
	for i := range 6 {
		for j := range 6 {
			t[j][i] = a[i][j]
		}
	}
	return t
}

// Scale returns s a.
func (a Mat6) Scale(s float64) Mat6 {
	for i := range 6 {
		for j := range 6 {
			a[i][j] *= s
		}
	}
	return a
}

// Add returns a + b.
func (a Mat6) Add(b Mat6) Mat6 {
	for i := range 6 {
		for j := range 6 {
			a[i][j] += b[i][j]
		}
	}
	return a
}

// Outer returns a bᵀ.
func Outer(a, b Vec6) Mat6 {
	var m Mat6
	for i := range 6 {
		for j := range 6 {
			m[i][j] = a[i] * b[j]
		}
	}
	return m
}

// Add returns a + b.
func (a Vec6) Add(b Vec6) Vec6 {
	for i := range 6 {
		a[i] += b[i]
	}
	return a
}

// Scale returns s a.
func (a Vec6) Scale(s float64) Vec6 {
	for i := range 6 {
		a[i] *= s
	}
	return a
}

// Dot returns aᵀ b.
func (a Vec6) Dot(b Vec6) float64 {
	var s float64
	for i := range 6 {
		s += a[i] * b[i]
	}
	return s
}
