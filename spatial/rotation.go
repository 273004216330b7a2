package spatial

import (
	"math"

	"kinetree/internal/libm"
	"kinetree/internal/vec"

	"github.com/go-gl/mathgl/mgl64"
)

// FromRPY returns the rotation of URDF's roll, pitch and yaw angles (rad), which turn
// about the fixed axes x, y and z in this order:  R = Rz(yaw) Ry(pitch) Rx(roll).
func FromRPY(roll, pitch, yaw float64) mgl64.Mat3 {
	sr, cr := libm.Sincos(roll)
	sp, cp := libm.Sincos(pitch)
	sy, cy := libm.Sincos(yaw)
	return mgl64.Mat3{
		float64(cy * cp), float64(sy * cp), -sp,
		float64(cy*sp*sr) - float64(sy*cr), float64(sy*sp*sr) + float64(cy*cr), float64(cp * sr),
		float64(cy*sp*cr) + float64(sy*sr), float64(sy*sp*cr) - float64(cy*sr), float64(cp * cr),
	}
}

// RPY returns roll and yaw in [-π, π] and pitch in [-π/2, π/2] such that FromRPY of them
// is R. Where the pitch is ±π/2 only a combination of roll and yaw is determined (the
// gimbal lock); there the roll is 0.
func RPY(r *mgl64.Mat3) (roll, pitch, yaw float64) {
	cp := libm.Hypot(r[0], r[1])
	pitch = libm.Atan2(-r[2], cp)
	if cp < 1e-12 {
		return 0, pitch, libm.Atan2(-r[3], r[4])
	}
	return libm.Atan2(r[5], r[8]), pitch, libm.Atan2(r[1], r[0])
}

// FromQuaternion returns the rotation of the quaternion q, which may have any length but zero.
// All elements of the result are NaN if q is zero.
func FromQuaternion(q mgl64.Quat) mgl64.Mat3 {
	// Divided by the largest component, so that no square overflows or vanishes.
	largest := max(math.Abs(q.W), math.Abs(q.V[0]), math.Abs(q.V[1]), math.Abs(q.V[2]))
	w, x, y, z := q.W/largest, q.V[0]/largest, q.V[1]/largest, q.V[2]/largest
	s := 2 / (float64(w*w) + float64(x*x) + float64(y*y) + float64(z*z))
	return mgl64.Mat3{
		1 - float64(s*(float64(y*y)+float64(z*z))), float64(s * (float64(x*y) +
			float64(w*z))), float64(s * (float64(x*z) - float64(w*y))),
		float64(s * (float64(x*y) - float64(w*z))), 1 -
			float64(s*(float64(x*x)+float64(z*z))), float64(s * (float64(y*z) + float64(w*x))),
		float64(s * (float64(x*z) + float64(w*y))), float64(s * (float64(y*z) - float64(w*x))), 1 -
			float64(s*(float64(x*x)+float64(y*y))),
	}
}

// UnitQuaternion returns q divided by its length, without overflow for any finite q but zero. The length of the
// result is 1 but for rounding, however near to 1 that of q is; mgl64's Normalize leaves lengths within 2e-10 of 1 as
// they are.
func UnitQuaternion(q mgl64.Quat) mgl64.Quat {
	largest := max(math.Abs(q.W), math.Abs(q.V[0]), math.Abs(q.V[1]), math.Abs(q.V[2]))
	w, x, y, z := q.W/largest, q.V[0]/largest, q.V[1]/largest, q.V[2]/largest
	l := math.Sqrt(float64(w*w) + float64(x*x) + float64(y*y) + float64(z*z))
	return mgl64.Quat{W: w / l, V: mgl64.Vec3{x / l, y / l, z / l}}
}

// Quaternion returns the unit quaternion of the rotation R with W >= 0. It divides by the
// largest of the four components, so it is accurate at every angle (Shepperd, "Quaternion from
// rotation matrix", J. Guidance and Control 1(3), 1978).
func Quaternion(r *mgl64.Mat3) mgl64.Quat {
	// Four times the squares of w, x, y, z.
	squares := [4]float64{
		1 + r[0] + r[4] + r[8],
		1 + r[0] - r[4] - r[8],
		1 - r[0] + r[4] - r[8],
		1 - r[0] - r[4] + r[8],
	}
	k := 0
	for i, s := range squares {
		if s > squares[k] {
			k = i
		}
	}
	// Four times the products of component k with w, x, y, z.
	xy, xz, yz := r[1]+r[3], r[2]+r[6], r[5]+r[7]
	wx, wy, wz := r[5]-r[7], r[6]-r[2], r[1]-r[3]
	row := [4][4]float64{
		{squares[0], wx, wy, wz},
		{wx, squares[1], xy, xz},
		{wy, xy, squares[2], yz},
		{wz, xz, yz, squares[3]},
	}[k]
	s := 0.5 / math.Sqrt(squares[k])
	if row[0] < 0 {
		s = -s
	}
	return mgl64.Quat{W: float64(s * row[0]), V: mgl64.Vec3{float64(s * row[1]), float64(s * row[2]),
		float64(s * row[3])}}
}

// Unit returns v divided by its length, without overflow for any finite v but zero.
func Unit(v mgl64.Vec3) mgl64.Vec3 {
	largest := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
	return vec.Unit(mgl64.Vec3{v[0] / largest, v[1] / largest, v[2] / largest})
}

// AxisFrame returns a rotation whose third column is the unit vector axis, so that it
// carries z onto the axis. The other two columns are arbitrary; they are
// exact for the coordinate axes and well-conditioned for every direction (Duff et al.,
// "Building an Orthonormal Basis, Revisited", JCGT 6(1), 2017).
func AxisFrame(axis mgl64.Vec3) mgl64.Mat3 {
	x, y, z := axis[0], axis[1], axis[2]
	sign := math.Copysign(1, z)
	a := -1 / (sign + z)
	b := float64(x * y * a)
	return mgl64.Mat3{
		1 + float64(sign*x*x*a), float64(sign * b), float64(-sign * x),
		b, sign + float64(y*y*a), -y,
		x, y, z,
	}
}
