package spatial_test

import (
	"testing"

	"pgregory.net/rapid"

	"kinetree/models/oracle/textbook"
	"kinetree/spatial"
)

// TestOneFrame checks the kernels that write quantities of a body in another frame.
func TestOneFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, rate, m := transform(t), number(t), motion(t)
		i, I := body(t)
		X := matrix(&x)
		back := x.Inverse()
		x.InverseRevolute(&m, rate)
		same(t, "revolute", motion6(&m), matrix(&back).MulVec(textbook.Vec6{2: rate}))
		x.InversePrismatic(&m, rate)
		same(t, "prismatic", motion6(&m), matrix(&back).MulVec(textbook.Vec6{5: rate}))
		var moved spatial.Inertia
		x.InverseRigid(&moved, &i)
		same6(t, "X' I X", fullRigid(&moved), X.T().Mul(I).Mul(X))
		x.InverseRigid(&i, &i)
		same6(t, "X' I X in place", fullRigid(&i), fullRigid(&moved))

		var b, c spatial.Coriolis
		b.SetBody(&i, &m)
		c.SetBody(&moved, &spatial.Motion{Ang: vec(t), Lin: vec(t)})
		sum := fullCoriolis(&b).Add(fullCoriolis(&c))
		b.Add(&c)
		same6(t, "B + B", fullCoriolis(&b), sum)
	})
}
