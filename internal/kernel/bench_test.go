package kernel_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"kinetree/internal/kernel"
	"kinetree/spatial"
)

// mgl64Motion transforms a motion as one would with the methods of mgl64, for comparison.
func mgl64Motion(x spatial.Transform, m spatial.Motion) spatial.Motion {
	back := x.R.Transpose()
	return spatial.Motion{Ang: back.Mul3x1(m.Ang), Lin: back.Mul3x1(m.Lin.Sub(x.P.Cross(m.Ang)))}
}

func BenchmarkMotionTransform(b *testing.B) {
	axial := kernel.Axial{P: mgl64.Vec3{0.1, 0.2, 0.3}, Ca: 0.6, Sa: 0.8}
	axial.SetAngle(1)
	general := axial.Pose()
	start := spatial.Motion{Ang: mgl64.Vec3{1e-9, 2e-9, 3e-9}, Lin: mgl64.Vec3{4e-9, 5e-9, 6e-9}}
	b.Run("mgl64", func(b *testing.B) {
		m := start
		for range b.N {
			m = mgl64Motion(general, m)
		}
	})
	b.Run("transform", func(b *testing.B) {
		m := start
		for range b.N {
			general.ApplyMotion(&m, &m)
		}
	})
	b.Run("axial", func(b *testing.B) {
		m := start
		for range b.N {
			axial.ApplyMotion(&m, &m)
		}
	})
}

func BenchmarkInertia(b *testing.B) {
	x := kernel.Axial{P: mgl64.Vec3{0.1, 0.2, 0.3}, Ca: 0.6, Sa: 0.8}
	x.SetAngle(1)
	rigid := spatial.NewInertia(2, mgl64.Vec3{0.1, 0.2, 0.3}, spatial.Box(2, 0.1, 0.2, 0.3))
	v := spatial.Motion{Ang: mgl64.Vec3{1, 2, 3}, Lin: mgl64.Vec3{4, 5, 6}}
	var f spatial.Force
	var a, sum, sum0 kernel.ArticulatedInertia
	b.Run("bias force", func(b *testing.B) {
		for range b.N {
			rigid.BiasForce(&f, &v)
		}
	})
	a.SetRigid(&rigid)
	a.FreeRevolute(&f)
	b.Run("to parent", func(b *testing.B) {
		for range b.N {
			x.AddInertia(&sum, &sum0, &a)
		}
	})
	b.Run("to parent over a revolute joint", func(b *testing.B) {
		for range b.N {
			x.AddRevolute(&sum, &sum0, &a, &f)
		}
	})
}
