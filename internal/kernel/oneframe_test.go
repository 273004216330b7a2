package kernel_test

import (
	"testing"

	"pgregory.net/rapid"

	"kinetree/internal/kernel"
	"kinetree/models/oracle/plain"
	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
)

// TestOneFrame checks the kernels that write quantities of a body in another frame.
func TestOneFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, rate, m := plain.Transform(t), plain.Number(t), plain.Motion(t)
		i, I := plain.Body(t)
		X := plain.Matrix(&x)
		back := x.Inverse()
		kernel.InverseRevolute(&m, &x, rate)
		plain.Same(t, "revolute", plain.Motion6(&m), plain.Matrix(&back).MulVec(textbook.Vec6{2: rate}))
		kernel.InversePrismatic(&m, &x, rate)
		plain.Same(t, "prismatic", plain.Motion6(&m), plain.Matrix(&back).MulVec(textbook.Vec6{5: rate}))
		var moved spatial.Inertia
		kernel.InverseRigid(&moved, &x, &i)
		plain.Same6(t, "X' I X", plain.Rigid(&moved), X.T().Mul(I).Mul(X))
		kernel.InverseRigid(&i, &x, &i)
		plain.Same6(t, "X' I X in place", plain.Rigid(&i), plain.Rigid(&moved))

		var b, c kernel.Coriolis
		b.SetBody(&i, &m)
		c.SetBody(&moved, &spatial.Motion{Ang: plain.Vec(t), Lin: plain.Vec(t)})
		sum := fullCoriolis(&b).Add(fullCoriolis(&c))
		b.Add(&c)
		plain.Same6(t, "B + B", fullCoriolis(&b), sum)
	})
}
