// Package mgl64 has what the twins use of the package of mathgl of this name, on recorded numbers.
package mgl64

import "kinetree/compile/graph"

// Vec3 is a vector.
type Vec3 [3]graph.Num

// Mat3 is a matrix, column by column.
type Mat3 [9]graph.Num

// Quat is a quaternion.
type Quat struct {
	W graph.Num
	V Vec3
}

// Ident3 returns the identity.
func Ident3() Mat3 {
	one := graph.Known(1)
	return Mat3{0: one, 4: one, 8: one}
}

// Add returns a + b.
func (a Vec3) Add(b Vec3) Vec3 { return Vec3{a[0].Add(b[0]), a[1].Add(b[1]), a[2].Add(b[2])} }

// Sub returns a − b.
func (a Vec3) Sub(b Vec3) Vec3 { return Vec3{a[0].Sub(b[0]), a[1].Sub(b[1]), a[2].Sub(b[2])} }

// Transpose returns mᵀ.
func (m Mat3) Transpose() Mat3 { return Mat3{m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]} }

// Mul3x1 returns m v.
func (m Mat3) Mul3x1(v Vec3) (x Vec3) {
	for i := range x {
		x[i] = m[i].Mul(v[0]).Add(m[i+3].Mul(v[1])).Add(m[i+6].Mul(v[2]))
	}
	return x
}

// Conjugate returns the quaternion of the inverse rotation.
func (q Quat) Conjugate() Quat {
	return Quat{W: q.W, V: Vec3{q.V[0].Neg(), q.V[1].Neg(), q.V[2].Neg()}}
}
