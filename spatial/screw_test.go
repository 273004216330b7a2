package spatial_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"pgregory.net/rapid"

	"kinetree/models/oracle/plain"
	"kinetree/spatial"
)

// TestExp compares the exponential with the power series of the 4x4 matrix [[ω]× v; 0 0], scaled and squared.
func TestExp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := plain.Motion(t)
		scale := rapid.SampledFrom([]float64{0, 1e-9, 1e-5, 0.9e-3, 1.1e-3, 0.1, 1, 3}).Draw(t, "scale") /
			(1e-30 + m.Ang.Len())
		m.Ang = m.Ang.Mul(math.Min(scale, 1e3))
		w, v := m.Ang, m.Lin
		const halvings = 10
		x := mgl64.Mat4{0, w[2], -w[1], 0, -w[2], 0, w[0], 0, w[1], -w[0], 0, 0, v[0], v[1], v[2],
			0}.Mul(1.0 / (1 << halvings))
		e, term := mgl64.Ident4(), mgl64.Ident4()
		for k := 1; k < 20; k++ {
			term = term.Mul4(x).Mul(1 / float64(k))
			e = e.Add(term)
		}
		for range halvings {
			e = e.Mul4(e)
		}
		q, p := spatial.Exp(&m)
		if d := math.Abs(q.Len() - 1); d > 1e-15*4 {
			t.Fatalf("length %v", q.Len())
		}
		r := spatial.FromQuaternion(q)
		limit := 1e-11 * (1 + m.Lin.Len()) // 2^10 times the rounding of the squarings, on values of the order of v
		for i := range 3 {
			for j := range 3 {
				if d := math.Abs(r.At(i, j) - e.At(i, j)); !(d <= limit) {
					t.Fatalf("rotation\n%vwant\n%v", r, e)
				}
			}
			if d := math.Abs(p[i] - e.At(i, 3)); !(d <= limit) {
				t.Fatalf("position %v, want %v", p, e.Col(3))
			}
		}
	})
}

// TestLog checks that Log undoes Exp below half a turn, and Exp undoes Log for every pose.
func TestLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := plain.Motion(t)
		angle := rapid.SampledFrom([]float64{0, 1e-12, 1e-7, 0.9e-2, 1.1e-2, 1, 3.1}).Draw(t, "angle")
		if l := m.Ang.Len(); l > 1e-6 {
			m.Ang = m.Ang.Mul(angle / l)
		}
		q, p := spatial.Exp(&m)
		back := spatial.Log(q, p)
		if d := back.Ang.Sub(m.Ang).Len() +
			back.Lin.Sub(m.Lin).Len(); !(d <= 1e-13*(1+m.Lin.Len())*(1+1/(math.Pi-angle))) {
			t.Fatalf("log of exp %v is %v, off by %v", m, back, d)
		}
		again, point := spatial.Exp(&back)
		if d := math.Min(again.Sub(q).Len(), again.Add(q).Len()) + point.Sub(p).Len(); !(d <= 1e-12*(1+p.Len())) {
			t.Fatalf("off by %v", d)
		}
		minus := mgl64.Quat{W: -q.W, V: q.V.Mul(-1)}
		if spatial.Log(minus, p) != back && q.W != 0 {
			t.Fatalf("the other quaternion of the rotation has another logarithm")
		}
	})
}
